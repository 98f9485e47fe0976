internal import EventEngine

/// The kind, buyer and item of a user's purchase.
///
/// A backend that creates an order late uses the product's first item (B1). The other items of a
/// product differ only in name and weight, so one represents all of them.
struct DrawnIntent: Hashable, Sendable {
  /// Whether the user is not logged in (C10).
  let isGuest: Bool
  let kind: IntentKind
  /// The index of the item that is tapped first, or of its representative.
  let item: Int
  /// Whether the user pays for another item, which is the first of its product.
  let paysForFirst: Bool
}

extension Strata {
  /// A distinct index for every intent, from 0 and below ``intentPlaces``.
  func place(of drawnIntent: DrawnIntent) -> Int {
    (drawnIntent.isGuest ? intentPlaces / 2 : 0) + place(of: drawnIntent.kind)
      + 2 * drawnIntent.item + (drawnIntent.paysForFirst ? 1 : 0)
  }

  fileprivate func place(of kind: IntentKind) -> Int {
    2 * kind.rawValue * intentKinds.standIns.count
  }
  var intentPlaces: Int { 4 * IntentKind.allCases.count * intentKinds.standIns.count }

  /// Every possible intent of a user of a stratum, with its share.
  /// - Precondition: users make one purchase.
  func eachIntent(in stratum: Stratum) -> [(drawnIntent: DrawnIntent, share: Double)] {
    let (buy, faultCount) = (stratum.paymentTrait.goal, stratum.faultCount.goal)
    let whole = future.chance(buy, faultCount)
    var kinds = Array(repeating: 0.0, count: IntentKind.allCases.count)
    IntentForecast.each(buy, faultCount, intentKinds, counts) { kind, _, chance, buy, faultCount in
      kinds[kind.rawValue] += chance * future.chance(0, buy, faultCount) / whole
    }
    var shares = Array(repeating: 0.0, count: intentPlaces)
    var all: [DrawnIntent] = []
    for isGuest in [false, true] {
      let users = isGuest ? guests.probability : 1 - guests.probability
      for kind in IntentKind.allCases {
        for (item, standIn) in intentKinds.standIns.enumerated() {
          let part = users * kinds[kind.rawValue] * intentKinds.share(of: item, kind)
          let first =
            kind == .paysForOther && !intentKinds.isFirst[item]
            ? Double(intentKinds.firsts[item]) / Double(intentKinds.others[item]) : 0
          for (paysForFirst, share) in [(false, 1 - first), (true, first)] {
            let drawnIntent = DrawnIntent(
              isGuest: isGuest, kind: kind, item: standIn, paysForFirst: paysForFirst)
            if item == standIn { all.append(drawnIntent) }
            shares[place(of: drawnIntent)] += part * share
          }
        }
      }
    }
    return all.map { ($0, shares[place(of: $0)]) }.filter { $0.share > 0 }
  }
}

/// The intents of a stratum by a user's draws, a fast lookup for millions of users. Kinds and then
/// items are ordered by draws, so each has a range of draws.
struct IntentTable: Sendable {
  /// A range of draws, up to the first one beyond it.
  private struct Row {
    let end: UInt64
    /// The index of the intent: of its kind, or the offset of its item.
    let place: Int
    /// The total weight of the items whose first one may be paid for; 0 if it cannot be.
    var others = 0
    /// The weight of the first of them.
    var first = 0
  }

  private var kinds: [Row] = []
  /// By index of the kind, the rows of its items.
  private var items: [[Row]] = []
  /// The offset of guests.
  private var guest = 0

  init() {}

  init(_ strata: Strata, _ stratum: Stratum) {
    let intentKinds = strata.intentKinds
    let (buy, faultCount) = (stratum.paymentTrait.goal, stratum.faultCount.goal)
    let kind = { (draw: UInt64) in
      strata.future.draw(1, buy, faultCount, level: Distribution.uniformDraw(draw << 12)).kind
    }
    for each in IntentKind.allCases {
      let end = DrawBox.firstDraw { kind($0).rawValue > each.rawValue }
      kinds.append(Row(end: end, place: strata.place(of: each)))
      items.append(
        intentKinds.standIns.indices.map { item in
          let end = DrawBox.firstDraw { draw in
            intentKinds.item(each, level: Distribution.uniformDraw(draw << 12)) > item
          }
          let canPayForFirst = each == .paysForOther && !intentKinds.isFirst[item]
          return Row(
            end: end, place: 2 * intentKinds.standIns[item],
            others: canPayForFirst ? intentKinds.others[item] : 0, first: intentKinds.firsts[item])
        })
    }
    guest = strata.intentPlaces / 2
  }

  /// The index of a user's intent (``Strata/place(of:)``).
  func place(_ draws: KeyedDraws, isGuest: Bool) -> Int {
    let drawn = draws.bits(.intentKind, 0) >> 12
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
  /// Adds an intent and its tap as the only ones of a user.
  func enter(_ drawnIntent: DrawnIntent, into user: inout VirtualUser) {
    user.isGuest = drawnIntent.isGuest
    enterPurchase(0, item: drawnIntent.item, pays: drawnIntent.kind == .pays, into: &user)
    switch drawnIntent.kind {
    case .cancels, .pays: break
    case .paysLater: user.reconsider(0, for: drawnIntent.item)
    case .paysForOther:
      // The first item of a product comes first among the others of any other item, and is never
      // the last if there is another choice.
      let others = conditions.catalog.others(than: drawnIntent.item)
      user.reconsider(0, for: others[drawnIntent.paysForFirst ? 0 : others.count - 1])
    }
  }
}
