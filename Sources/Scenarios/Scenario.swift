package import PurchaseWorld

/// A valid scenario or case, ready to run.
package struct Scenario: Sendable {
  /// The name; it is the folder of the results: letters, digits, `-`, `_` and `.`, not leading.
  package var name: String
  /// The currency of its amounts; nil where they are minor units of any.
  package var currency: Currency?
  /// What the scenario shows, for people; empty when not given.
  package var title = ""
  /// The seed of all luck.
  package var seed: UInt64 = 1
  /// How many virtual users meet every design; with a precision, how many before the first look.
  package var users = 100_000
  /// How often all users live, each time with luck of its own, where they share a backend (B11).
  package var replications = 20
  /// How users are drawn, if the file says so.
  package var sampling: Sampling?
  /// When the run has seen enough users; nil: when all have met every design.
  @CopyOnWrite package var precision: Precision? = nil
  /// Where the users come from, and the world they live in.
  @CopyOnWrite package var population: Population
  package var designs: [Design] = []
  /// The pairs of designs that the file asks for; nil when it does not.
  package var comparedPairs: [DesignPair]?
  /// A ladder of retries that somebody published: how many deliveries failed at the first try, then
  /// at each retry. Shown beside the simulated one; empty when not given.
  package var publishedLadder: [Int] = []
  package var expectations: [Expectation] = []
  /// What was put into the file before it was read, in the order in which it was given.
  package var settings: [Setting] = []
  /// The scenarios that one varied value makes of this one; nil without a sweep.
  @CopyOnWrite package var sweep: Sweep? = nil
  /// What is estimated from observations; nil when nothing is.
  @CopyOnWrite package var fit: Fit? = nil
  /// The scenarios that sets of values make of this one, all of which agree with some data; nil without
  /// draws.
  @CopyOnWrite package var draws: ScenarioDraws? = nil
  /// What the file says rightly, but with less effect than it seems to have.
  package var remarks: [Problem] = []

  /// Whether the scenario is a case: one user with a written plan.
  package var isCase: Bool { population.script != nil }

  /// The pairs of designs that are compared: without others, each design against the first, or every two
  /// where the ranking must be decided. The one user of a case tells no designs apart but by their endings.
  package var pairs: [DesignPair] {
    if isCase { return [] }
    if let comparedPairs { return comparedPairs }
    return precision?.goal.decision?.expectationsAlone == false
      ? DesignPair.everyTwo(of: designs.indices) : DesignPair.each(of: designs.indices, against: 0)
  }

  /// By what its designs are compared.
  package var comparedShare: Share { .compared(of: designs) }

  /// Those of some shares that say something of one of its designs at least.
  package func applicable(_ shares: [Share]) -> [Share] {
    shares.filter { $0.applies(toAny: designs) }
  }

  /// The most users whose money can be counted: a hundred charges for every purchase still fit.
  package var mostUsers: Int {
    let products = population.conditions.catalog.products
    let dearest = products.map { max($0.price, $0.storePrice) }.max() ?? 0
    let each = max(1, dearest) * population.purchasesPerUser * 100
    return min(1_000_000_000, Int.max / each)
  }

  /// How many users a run plays at most: with a precision, until it is reached.
  package var mostPlayed: Int { isCase ? 1 : max(users, precision?.atMost ?? 0) }

  /// Whether a text can be the name of a scenario.
  package static func canBeCalled(_ text: String) -> Bool { FileValue.isName(text) }
}

extension Scenario {
  package init(name: String, population: Population) {
    (self.name, self.population) = (name, population)
  }

  /// How the users are drawn: as the file says, else by stratum where faults are rare.
  ///
  /// Faults are rare where most users meet none, and where the users asked for are enough for all
  /// strata: then the strata with faults are where orders get lost.
  package var effectiveSampling: Sampling {
    guard !isCase else { return .plain }
    if let sampling { return sampling }
    guard !population.faults.isEmpty else { return .plain }
    let strata = Strata(population)
    let isRare = strata.shareWithoutFault > 0.5 && strata.shareWithoutFault < 1
    return isRare && users >= Scenario.usersPerStratum * strata.all.count ? .stratified : .plain
  }

  /// The fewest users with whom a scenario can be drawn by stratum as it asks; nil if it does not.
  package var fewestUsers: Int? {
    sampling == .stratified ? Strata(population).all.count * Scenario.usersPerStratum : nil
  }

  /// The fewest users in a stratified sample for each of its strata, on average.
  package static let usersPerStratum = 100
}

/// Two designs that are compared over the same users, by index among those of the scenario.
package struct DesignPair: Hashable, Sendable {
  /// The design from which a difference counts: A in reports.
  package var first: Int
  /// The other design: B in reports.
  package var second: Int

  /// Makes a pair.
  /// - Precondition: the designs differ.
  package init(_ first: Int, _ second: Int) {
    precondition(first != second, "a design is compared with another one")
    (self.first, self.second) = (first, second)
  }

  /// Whether another pair has the same designs, in whatever order.
  package func matches(_ other: DesignPair) -> Bool {
    self == other || (first == other.second && second == other.first)
  }

  /// Every two of some designs, in their order.
  package static func everyTwo(of designs: Range<Int>) -> [DesignPair] {
    designs.flatMap { first in designs.dropFirst(first + 1).map { DesignPair(first, $0) } }
  }

  /// Each of some designs against one of them, in their order.
  package static func each(of designs: Range<Int>, against reference: Int) -> [DesignPair] {
    designs.filter { $0 != reference }.map { DesignPair(reference, $0) }
  }
}

/// How the users of a run are drawn.
package enum Sampling: String, CaseIterable, Sendable {
  /// Each like all others.
  case plain
  /// By stratum, most where most is to be learnt.
  case stratified
}

/// When a run has seen enough users.
package struct Precision: Hashable, Sendable {
  package enum Goal: Hashable, Sendable {
    /// Half the width of the interval of a lost-order rate is at most this share, above 0.
    case halfWidth(Double)
    /// It is at most this multiple of the rate, above 0.
    case relativeHalfWidth(Double)
    /// What was to be decided is decided.
    case until(Decision)

    /// What is to be decided; nil where rates are to be known.
    package var decision: Decision? {
      if case .until(let decision) = self { decision } else { nil }
    }
  }

  /// What a run is to decide: every expectation, and which of any two designs loses fewer orders.
  package struct Decision: Hashable, Sendable {
    /// Whether the expectations are all that is to be decided.
    package var expectationsAlone = false
    /// How much of a share matters to nobody, above 0 to 0.5: what is known to lie within so much of a
    /// tie counts as decided. Nil: any difference matters.
    package var margin: Double?

    package init(expectationsAlone: Bool = false, margin: Double? = nil) {
      (self.expectationsAlone, self.margin) = (expectationsAlone, margin)
    }
  }

  package var goal: Goal
  /// The confidence of all intervals of the run, together over all looks; from 0.5 to 0.9999.
  package var confidence = 0.95
  /// The number of users at which the run ends, whatever is known.
  package var atMost = 10_000_000
  /// The design whose rate must be known; nil for every design.
  package var design: String?
  package init(_ goal: Goal) { self.goal = goal }
}
