internal import EventEngine

/// The strata of a population: which there are, how large each is, and users drawn from each.
///
/// Stratified sampling draws users conditional on how many faults strike them, because the orders of
/// the others hardly ever get lost and say little about designs (W. G. Cochran, Sampling Techniques,
/// 3rd ed. 1977, chapter 5). Nothing is rejected: every user is drawn from the conditional
/// distribution itself, wish by wish and then fault by fault.
package struct Strata: Sendable {
  /// The strata with a share above 0; their shares add up to 1.
  package let all: [Stratum]

  let wishes: WishKinds
  let counts: FaultCounts
  let starts: StartWindows
  let future: WishFuture
  let guests: Chance

  /// Finds the strata of a population that is drawn, as opposed to written in a case.
  package init(_ population: Population) {
    let behavior = population.conditions.behavior
    wishes = WishKinds(behavior, population.conditions.catalog)
    counts = FaultCounts(population.faults)
    starts = StartWindows(population.conditions)
    guests = behavior.guests
    future = WishFuture(wishes, counts, purchases: population.purchasesPerUser)

    let never = behavior.neverReturns.probability
    let traits: [(Stratum.Trait, Double)] = [
      (.ordinary, (1 - never) * (1 - starts.share)), (.neverReturns, never),
      (.meetsOutage, (1 - never) * starts.share),
    ]
    // The counts of faults that are told apart, each with the part of its goal that it takes.
    let strikes: [(Stratum.Strikes, Double)] =
      [(.none, 1)]
      + population.faults.indices.map { [counts] in
        (.one(declaration: $0), counts.shareOfSingles($0))
      } + [(.two, 1), (.threeOrMore, 1)]
    var all = traits.flatMap { [future] trait, share in
      strikes.map { strikes, part in
        Stratum(
          buying: .buys, trait: trait, strikes: strikes,
          weight: share * part * future.chance(.oneMore, strikes.goal), canCharge: true)
      }
    }
    // A second tap that pays is the only way to be charged of a user who cancels on every sheet.
    let pays = population.faults.contains {
      $0.kind == .doubleTap && $0.probability != .never && $0.parameters.pays != .never
    }
    for (strikes, canCharge) in [(Stratum.Strikes.none, false), (.oneOrMore, pays)] {
      all.append(
        Stratum(
          buying: .cancelsAll, trait: .any, strikes: strikes,
          weight: future.chance(.none, strikes.goal), canCharge: canCharge))
    }
    self.all = all.filter { $0.weight > 0 }
  }

  /// The share of all users whom no declared fault strikes.
  package var shareWithoutFault: Double {
    all.filter { $0.strikes == .none }.reduce(0) { $0 + $1.weight }
  }
}

/// A condition on the number of faults that strike the wishes still to be drawn.
struct StrikeGoal {
  var count: Int
  /// Whether more than so many will do too.
  var orMore = false

  /// Those that strata have.
  static let all: [StrikeGoal] =
    (0...2).map { .init(count: $0) } + (0...3).map { .init(count: $0, orMore: true) }

  /// What remains of the goal after some strikes; nil when it cannot be reached any more.
  func after(_ strikes: Int) -> StrikeGoal? {
    if strikes > count, !orMore { return nil }
    return StrikeGoal(count: max(0, count - strikes), orMore: orMore)
  }

  /// The place among ``all``.
  var index: Int { orMore ? 3 + count : count }
}

/// A condition on the wishes still to be drawn that lead to a tap that pays.
enum BuyGoal: Int, CaseIterable {
  case none
  case oneMore
  case any

  /// What remains of the goal after a wish; nil when it cannot be reached any more.
  func after(_ kind: WishKind) -> BuyGoal? {
    switch self {
    case .none: kind == .cancels ? BuyGoal.none : nil
    case .oneMore: kind == .cancels ? .oneMore : .any
    case .any: .any
    }
  }
}

/// What the next purchase of a user turns out to be, and the goals that remain.
struct DrawnWish: Sendable {
  var kind = WishKind.cancels
  /// How many faults strike it.
  var count = 0
  var buy = BuyGoal.any
  var strikes = StrikeGoal(count: 0, orMore: true)
}

/// How likely the wishes still to be drawn reach their goals.
struct WishFuture: Sendable {
  /// By number of purchases, goal of buying and goal of strikes.
  private var chances: [Double]
  /// What the next purchase can be so that the goals are reached, with its probability; in the same
  /// places as ``chances``.
  private var alternatives: [[(wish: DrawnWish, chance: Double)]]
  /// The number of purchases of each user.
  let purchases: Int

  init(_ wishes: WishKinds, _ counts: FaultCounts, purchases: Int) {
    self.purchases = purchases
    chances = BuyGoal.allCases.flatMap { buy in
      StrikeGoal.all.map { buy != .oneMore && $0.count == 0 ? 1 : 0 }
    }
    alternatives = chances.map { _ in [] }
    for left in 0..<purchases {
      for buy in BuyGoal.allCases {
        for strikes in StrikeGoal.all {
          var all: [(wish: DrawnWish, chance: Double)] = []
          WishFuture.each(buy, strikes, wishes, counts) { kind, count, share, buy, strikes in
            let chance = share * self.chance(left, buy, strikes)
            if chance == 0 { return }
            all.append((DrawnWish(kind: kind, count: count, buy: buy, strikes: strikes), chance))
          }
          chances.append(all.reduce(0) { $0 + $1.chance })
          alternatives.append(all)
        }
      }
    }
  }

  /// Draws what the first of so many purchases turns out to be if they are to reach the goals, at a
  /// uniform draw from 0 to 1.
  func draw(_ left: Int, _ buy: BuyGoal, _ strikes: StrikeGoal, level: Double) -> DrawnWish {
    var level = level * chance(left, buy, strikes)
    var drawn = DrawnWish()
    for (wish, chance) in alternatives[place(left, buy, strikes)] {
      // Rounding can leave a level behind the last alternative, which is then taken.
      drawn = wish
      level -= chance
      if level < 0 { break }
    }
    return drawn
  }

  /// How likely all wishes of a user reach the goals.
  func chance(_ buy: BuyGoal, _ strikes: StrikeGoal) -> Double { chance(purchases, buy, strikes) }

  /// How likely so many purchases reach the goals.
  func chance(_ left: Int, _ buy: BuyGoal, _ strikes: StrikeGoal) -> Double {
    chances[place(left, buy, strikes)]
  }

  private func place(_ left: Int, _ buy: BuyGoal, _ strikes: StrikeGoal) -> Int {
    (left * BuyGoal.allCases.count + buy.rawValue) * StrikeGoal.all.count + strikes.index
  }

  /// Goes through what the next purchase can be: its kind, the strikes on it, how likely that is by
  /// itself, and the goals that remain.
  static func each(
    _ buy: BuyGoal, _ strikes: StrikeGoal, _ wishes: WishKinds, _ counts: FaultCounts,
    _ visit: (WishKind, Int, Double, BuyGoal, StrikeGoal) -> Void
  ) {
    for kind in WishKind.allCases where wishes.share(kind) > 0 {
      guard let bought = buy.after(kind) else { continue }
      // A second thought for another item is a wish of its own.
      let number = kind == .paysForOther ? counts.pairs : counts.exactly
      for (count, share) in number.enumerated() {
        guard let struck = strikes.after(count) else { break }
        visit(kind, count, wishes.share(kind) * share, bought, struck)
      }
    }
  }
}
