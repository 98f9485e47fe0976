internal import EventEngine

/// The strata of a population with their shares, and users drawn from each.
///
/// Stratified sampling draws users conditional on their number of faults, because other users
/// rarely lose orders and add little information about designs (W. G. Cochran, Sampling Techniques,
/// 3rd ed. 1977, chapter 5). Nothing is rejected: every user is drawn from the conditional
/// distribution itself, intent by intent and then fault by fault.
package struct Strata: Sendable {
  /// The strata with a share above 0; their shares add up to 1.
  package let all: [Stratum]

  let intentKinds: IntentKinds
  let counts: FaultCounts
  let starts: StartWindows
  let future: IntentForecast
  let guests: Probability

  /// Computes the strata of a population that is drawn rather than written in a case.
  package init(_ population: Population) {
    let behavior = population.conditions.behavior
    intentKinds = IntentKinds(behavior, population.conditions.catalog)
    counts = FaultCounts(population.faults)
    starts = StartWindows(population.conditions)
    guests = behavior.guestShare
    future = IntentForecast(intentKinds, counts, purchases: population.purchasesPerUser)

    let never = behavior.neverReturningShare.probability
    let traits: [(Stratum.Trait, Double)] = [
      (.ordinary, (1 - never) * (1 - starts.share)), (.neverReturns, never),
      (.hasOutage, (1 - never) * starts.share),
    ]
    // The separate numbers of faults, each with its part of the goal.
    let faultCount: [(Stratum.FaultCount, Double)] =
      [(.none, 1)]
      + population.faults.indices.map { [counts] in
        (.one(declaration: $0), counts.shareOfSingles($0))
      } + [(.two, 1), (.threeOrMore, 1)]
    var all = traits.flatMap { [future] trait, share in
      faultCount.map { faultCount, part in
        Stratum(
          paymentTrait: .buys, trait: trait, faultCount: faultCount,
          weight: share * part * future.chance(.oneMore, faultCount.goal), canCharge: true)
      }
    }
    // A user who cancels on every sheet can be charged only after a second tap that pays.
    let pays = population.faults.contains {
      $0.kind == .doubleTap && $0.probability != .never && $0.parameters.pays != .never
    }
    for (faultCount, canCharge) in [(Stratum.FaultCount.none, false), (.oneOrMore, pays)] {
      all.append(
        Stratum(
          paymentTrait: .cancelsAll, trait: .any, faultCount: faultCount,
          weight: future.chance(.none, faultCount.goal), canCharge: canCharge))
    }
    self.all = all.filter { $0.weight > 0 }
  }

  /// The share of all users without a declared fault.
  package var shareWithoutFault: Double {
    all.filter { $0.faultCount == .none }.reduce(0) { $0 + $1.weight }
  }
}

/// A condition on the number of faults of the intents still to be drawn.
struct FaultCountGoal {
  var count: Int
  /// Whether a higher number also satisfies it.
  var orMore = false

  static let all: [FaultCountGoal] =
    (0...2).map { .init(count: $0) } + (0...3).map { .init(count: $0, orMore: true) }

  /// The rest of the goal after some faults; nil if it is out of reach.
  func after(_ faultCount: Int) -> FaultCountGoal? {
    if faultCount > count, !orMore { return nil }
    return FaultCountGoal(count: max(0, count - faultCount), orMore: orMore)
  }

  var index: Int { orMore ? 3 + count : count }
}

/// A condition on the paying taps of the intents still to be drawn.
enum PurchaseGoal: Int, CaseIterable {
  case none
  case oneMore
  case any

  /// The rest of the goal after an intent; nil if it is out of reach.
  func after(_ kind: IntentKind) -> PurchaseGoal? {
    switch self {
    case .none: kind == .cancels ? PurchaseGoal.none : nil
    case .oneMore: kind == .cancels ? .oneMore : .any
    case .any: .any
    }
  }
}

/// The drawn result of a user's next purchase, with the remaining goals.
struct IntentDraw: Sendable {
  var kind = IntentKind.cancels
  var count = 0
  var buy = PurchaseGoal.any
  var faultCount = FaultCountGoal(count: 0, orMore: true)
}

/// The probabilities that the intents still to be drawn reach their goals.
struct IntentForecast: Sendable {
  /// By number of purchases, goal of buying and goal of faults.
  private var chances: [Double]
  /// The alternatives for the next purchase, with their probabilities; indices as in ``chances``.
  private var alternatives: [[(drawnIntent: IntentDraw, chance: Double)]]
  let purchases: Int

  init(_ intentKinds: IntentKinds, _ counts: FaultCounts, purchases: Int) {
    self.purchases = purchases
    chances = PurchaseGoal.allCases.flatMap { buy in
      FaultCountGoal.all.map { buy != .oneMore && $0.count == 0 ? 1 : 0 }
    }
    alternatives = chances.map { _ in [] }
    for left in 0..<purchases {
      for buy in PurchaseGoal.allCases {
        for faultCount in FaultCountGoal.all {
          var all: [(drawnIntent: IntentDraw, chance: Double)] = []
          IntentForecast.each(buy, faultCount, intentKinds, counts) {
            kind, count, share, buy, faultCount in
            let chance = share * self.chance(left, buy, faultCount)
            if chance == 0 { return }
            all.append(
              (IntentDraw(kind: kind, count: count, buy: buy, faultCount: faultCount), chance))
          }
          chances.append(all.reduce(0) { $0 + $1.chance })
          alternatives.append(all)
        }
      }
    }
  }

  /// Draws the first of some purchases that are to reach the goals, at a uniform level from 0 to 1.
  func draw(_ left: Int, _ buy: PurchaseGoal, _ faultCount: FaultCountGoal, level: Double)
    -> IntentDraw
  {
    var level = level * chance(left, buy, faultCount)
    var drawn = IntentDraw()
    for (drawnIntent, chance) in alternatives[place(left, buy, faultCount)] {
      // Rounding can leave a level after the last alternative, which is then used.
      drawn = drawnIntent
      level -= chance
      if level < 0 { break }
    }
    return drawn
  }

  /// The probability that all intents of a user reach the goals.
  func chance(_ buy: PurchaseGoal, _ faultCount: FaultCountGoal) -> Double {
    chance(purchases, buy, faultCount)
  }

  /// The probability that the remaining purchases reach the goals.
  func chance(_ left: Int, _ buy: PurchaseGoal, _ faultCount: FaultCountGoal) -> Double {
    chances[place(left, buy, faultCount)]
  }

  private func place(_ left: Int, _ buy: PurchaseGoal, _ faultCount: FaultCountGoal) -> Int {
    (left * PurchaseGoal.allCases.count + buy.rawValue) * FaultCountGoal.all.count
      + faultCount.index
  }

  /// Enumerates the alternatives for the next purchase: its kind, its number of faults, the
  /// probability of both, and the remaining goals.
  static func each(
    _ buy: PurchaseGoal, _ faultCount: FaultCountGoal, _ intentKinds: IntentKinds,
    _ counts: FaultCounts, _ visit: (IntentKind, Int, Double, PurchaseGoal, FaultCountGoal) -> Void
  ) {
    for kind in IntentKind.allCases where intentKinds.share(kind) > 0 {
      guard let purchaseGoal = buy.after(kind) else { continue }
      // A second thought for another item is a separate intent.
      let number = kind == .paysForOther ? counts.pairs : counts.exactly
      for (count, share) in number.enumerated() {
        guard let faultGoal = faultCount.after(count) else { break }
        visit(kind, count, intentKinds.share(kind) * share, purchaseGoal, faultGoal)
      }
    }
  }
}
