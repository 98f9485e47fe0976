internal import EventEngine

/// What one purchase of a user is about: who means to make it, how it ends and for what.
///
/// A backend that makes an order late, and knows only the product, makes it for the product's first
/// item (B1). The other items of a product differ by no more than their names and how often they are
/// wanted, so one stands for all.
struct Wish: Hashable, Sendable {
  /// Whether the user is not logged in (C10).
  let isGuest: Bool
  let kind: WishKind
  /// The index of the item that is tapped first, or of the one that stands for it.
  let item: Int
  /// Whether another item is paid for that is the first of its product.
  let paysForFirst: Bool
}

extension Strata {
  /// A place of its own for every wish, from 0 and below ``wishPlaces``.
  func place(of wish: Wish) -> Int {
    (wish.isGuest ? wishPlaces / 2 : 0) + place(of: wish.kind) + 2 * wish.item
      + (wish.paysForFirst ? 1 : 0)
  }

  fileprivate func place(of kind: WishKind) -> Int { 2 * kind.rawValue * wishes.standIns.count }
  var wishPlaces: Int { 4 * WishKind.allCases.count * wishes.standIns.count }

  /// Every wish that a user of a stratum can have, with its share of them.
  /// - Precondition: users make one purchase.
  func eachWish(in stratum: Stratum) -> [(wish: Wish, share: Double)] {
    let (buy, strikes) = (stratum.buying.goal, stratum.strikes.goal)
    let whole = future.chance(buy, strikes)
    var kinds = Array(repeating: 0.0, count: WishKind.allCases.count)
    WishFuture.each(buy, strikes, wishes, counts) { kind, _, chance, buy, strikes in
      kinds[kind.rawValue] += chance * future.chance(0, buy, strikes) / whole
    }
    var shares = Array(repeating: 0.0, count: wishPlaces)
    var all: [Wish] = []
    for isGuest in [false, true] {
      let users = isGuest ? guests.probability : 1 - guests.probability
      for kind in WishKind.allCases {
        for (item, standIn) in wishes.standIns.enumerated() {
          let part = users * kinds[kind.rawValue] * wishes.share(of: item, kind)
          let first =
            kind == .paysForOther && !wishes.isFirst[item]
            ? Double(wishes.firsts[item]) / Double(wishes.others[item]) : 0
          for (paysForFirst, share) in [(false, 1 - first), (true, first)] {
            let wish = Wish(isGuest: isGuest, kind: kind, item: standIn, paysForFirst: paysForFirst)
            if item == standIn { all.append(wish) }
            shares[place(of: wish)] += part * share
          }
        }
      }
    }
    return all.map { ($0, shares[place(of: $0)]) }.filter { $0.share > 0 }
  }
}

/// The wishes of a stratum, to be read off a user's draws, for the millions who are only looked at.
///
/// Kinds and items are in turn those of ever higher draws, so each is a range of draws.
struct WishTable: Sendable {
  /// A range of draws, up to a first one that is beyond it.
  private struct Row {
    let end: UInt64
    /// The place of the wish: of its kind, or what its item adds.
    let place: Int
    /// The weight of the items of which the first may be the one that is paid for; 0 if it cannot be.
    var others = 0
    /// The weight of the first of them.
    var first = 0
  }

  private var kinds: [Row] = []
  /// By place of the kind, the items of all.
  private var items: [[Row]] = []
  /// What being a guest adds to a place.
  private var guest = 0

  /// Knows no wish.
  init() {}

  init(_ strata: Strata, _ stratum: Stratum) {
    let wishes = strata.wishes
    let (buy, strikes) = (stratum.buying.goal, stratum.strikes.goal)
    let kind = { (draw: UInt64) in
      strata.future.draw(1, buy, strikes, level: Distribution.uniform(draw << 12)).kind
    }
    for each in WishKind.allCases {
      let end = LuckBox.firstDraw { kind($0).rawValue > each.rawValue }
      kinds.append(Row(end: end, place: strata.place(of: each)))
      items.append(
        wishes.standIns.indices.map { item in
          let end = LuckBox.firstDraw { draw in
            wishes.item(each, level: Distribution.uniform(draw << 12)) > item
          }
          let canPayForFirst = each == .paysForOther && !wishes.isFirst[item]
          return Row(
            end: end, place: 2 * wishes.standIns[item],
            others: canPayForFirst ? wishes.others[item] : 0, first: wishes.firsts[item])
        })
    }
    guest = strata.wishPlaces / 2
  }

  /// The place of a user's wish (``Strata/place(of:)``).
  func place(_ draws: Draws, isGuest: Bool) -> Int {
    let drawn = draws.bits(.wishKind, 0) >> 12
    var kind = 0
    while drawn >= kinds[kind].end { kind += 1 }
    let wanted = draws.bits(.item, 0) >> 12
    var item = 0
    while wanted >= items[kind][item].end { item += 1 }
    let (others, first) = (items[kind][item].others, items[kind][item].first)
    let paysForFirst = others > 0 && draws.choice(of: others, .otherItem, 0) < first
    return kinds[kind].place + items[kind][item].place + (paysForFirst ? 1 : 0)
      + (isGuest ? guest : 0)
  }
}

extension Population {
  /// Enters a wish and its tap as the only ones of a user.
  func enter(_ wish: Wish, into user: inout VirtualUser) {
    user.isGuest = wish.isGuest
    enterPurchase(0, item: wish.item, pays: wish.kind == .pays, into: &user)
    switch wish.kind {
    case .cancels, .pays: break
    case .paysLater: user.reconsider(0, for: wish.item)
    case .paysForOther:
      // The first item of a product is the first among the others of each other one, and never the
      // last if there is another choice.
      let others = conditions.catalog.others(than: wish.item)
      user.reconsider(0, for: others[wish.paysForFirst ? 0 : others.count - 1])
    }
  }
}
