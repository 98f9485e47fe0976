package import PurchaseWorld

/// A valid scenario or case, ready to run.
package struct Scenario: Sendable {
  /// The name, also of the results folder: letters, digits, `-`, `_` and `.`, but no leading dot.
  package var name: String
  /// The currency of the amounts; nil if they are minor units of any currency.
  package var currency: Currency?
  /// A title for people: what the scenario shows; empty by default.
  package var title = ""
  /// The seed of all random streams.
  package var seed: UInt64 = 1
  /// The number of users that are simulated under every design; with a precision, before the first
  /// look.
  package var userCount = 100_000
  /// The number of replications of all users, each with its own random streams, with a shared
  /// backend (B11).
  package var replicationCount = 20
  /// How users are sampled; nil if the file does not state it.
  package var sampling: Sampling?
  /// When the run has enough users; nil: when all users are simulated under every design.
  @CopyOnWrite package var precision: Precision? = nil
  /// The distribution of the users, and their world.
  @CopyOnWrite package var population: Population
  package var designs: [Design] = []
  /// The pairs of designs that the file declares; nil if it declares none.
  package var declaredPairs: [DesignPair]?
  /// A published ladder of retries: the deliveries that failed at the first try, then at each
  /// retry. Reports show it next to the simulated ladder; empty by default.
  package var publishedLadder: [Int] = []
  package var expectations: [Expectation] = []
  /// The values that were set in the file before reading, in their order.
  package var settings: [Setting] = []
  /// The scenarios with the values of a sweep; nil without a sweep.
  @CopyOnWrite package var sweep: Sweep? = nil
  /// The values to estimate from observations; nil without a fit.
  @CopyOnWrite package var fit: Fit? = nil
  /// The scenarios with sets of values that agree with the data; nil without draws.
  @CopyOnWrite package var draws: ParameterDraws? = nil
  /// Remarks on values that are valid but have less effect than they seem to have.
  package var remarks: [Problem] = []

  /// Whether the scenario is a case: one user with a written plan.
  package var isCase: Bool { population.script != nil }

  /// The pairs of designs to compare: by default each design with the first, or every two designs
  /// if the ranking must be decided. A case has none: its designs are compared only by their
  /// endings.
  package var pairs: [DesignPair] {
    if isCase { return [] }
    if let declaredPairs { return declaredPairs }
    return precision?.goal.decision?.decidesExpectationsOnly == false
      ? DesignPair.allPairs(of: designs.indices) : DesignPair.each(of: designs.indices, against: 0)
  }

  /// The share by which the designs are compared.
  package var comparedShare: ShareMetric { .forComparison(of: designs) }

  /// The shares that apply to at least one of the designs.
  package func applicable(_ shares: [ShareMetric]) -> [ShareMetric] {
    shares.filter { $0.applies(toAny: designs) }
  }

  /// The maximum number of users whose money can be counted, with a hundred charges per purchase.
  package var maxUsersForMoney: Int {
    let products = population.conditions.catalog.products
    let highestPrice = products.map { max($0.price, $0.storePrice) }.max() ?? 0
    let each = max(1, highestPrice) * population.purchasesPerUser * 100
    return min(1_000_000_000, Int.max / each)
  }

  /// The maximum number of users of a run; with a precision, the run can end earlier.
  package var maxSimulatedUsers: Int { isCase ? 1 : max(userCount, precision?.maxUsers ?? 0) }

  /// Whether a text is valid as the name of a scenario.
  package static func isValidName(_ text: String) -> Bool { FileValue.isName(text) }
}

extension Scenario {
  package init(name: String, population: Population) {
    (self.name, self.population) = (name, population)
  }

  /// How users are sampled: as the file states, otherwise by stratum if faults are rare.
  ///
  /// Faults are rare if most users experience none; the number of users must also be enough for all
  /// strata. Then most orders are lost in the strata with faults.
  package var effectiveSampling: Sampling {
    guard !isCase else { return .plain }
    if let sampling { return sampling }
    guard !population.faults.isEmpty else { return .plain }
    let strata = Strata(population)
    let isRare = strata.shareWithoutFault > 0.5 && strata.shareWithoutFault < 1
    return isRare && userCount >= Scenario.minUsersPerStratum * strata.all.count
      ? .stratified : .plain
  }

  /// The minimum number of users for the requested stratified sampling; nil if it is not requested.
  package var minUsers: Int? {
    sampling == .stratified ? Strata(population).all.count * Scenario.minUsersPerStratum : nil
  }

  /// The minimum number of users per stratum in a stratified sample, on average.
  package static let minUsersPerStratum = 100
}

/// Two designs of a scenario, by index, that are compared over the same users.
package struct DesignPair: Hashable, Sendable {
  /// The design that is subtracted: A in reports.
  package var first: Int
  /// The other design: B in reports.
  package var second: Int

  /// Makes a pair.
  /// - Precondition: the designs differ.
  package init(_ first: Int, _ second: Int) {
    precondition(first != second, "a design is compared with another one")
    (self.first, self.second) = (first, second)
  }

  /// Whether another pair has the same designs, in any order.
  package func matches(_ other: DesignPair) -> Bool {
    self == other || (first == other.second && second == other.first)
  }

  /// All pairs of designs, in order.
  package static func allPairs(of designs: Range<Int>) -> [DesignPair] {
    designs.flatMap { first in designs.dropFirst(first + 1).map { DesignPair(first, $0) } }
  }

  /// The pairs of each design with one of them, in order.
  package static func each(of designs: Range<Int>, against reference: Int) -> [DesignPair] {
    designs.filter { $0 != reference }.map { DesignPair(reference, $0) }
  }
}

/// How the users of a run are sampled.
package enum Sampling: String, CaseIterable, Sendable {
  /// All users from the same distribution.
  case plain
  /// By stratum, with the most users in the strata that reduce the variance most.
  case stratified
}

/// The condition under which a run has enough users.
package struct Precision: Hashable, Sendable {
  package enum Goal: Hashable, Sendable {
    /// The half-width of the interval of a lost rate is at most this share, above 0.
    case halfWidth(Double)
    /// The half-width is at most this multiple of the rate, above 0.
    case relativeHalfWidth(Double)
    /// The required decisions are made.
    case until(Decision)

    /// The required decisions; nil for the precision of rates.
    package var decision: Decision? { if case .until(let made) = self { made } else { nil } }
  }

  /// The decisions of a run: every expectation, and which of every two designs loses fewer orders.
  package struct Decision: Hashable, Sendable {
    /// Whether only the expectations must be decided.
    package var decidesExpectationsOnly = false
    /// The negligible difference of shares, above 0 and up to 0.5: a result known to be closer to a
    /// tie is decided. Nil: every difference matters.
    package var margin: Double?

    package init(decidesExpectationsOnly: Bool = false, margin: Double? = nil) {
      (self.decidesExpectationsOnly, self.margin) = (decidesExpectationsOnly, margin)
    }
  }

  package var goal: Goal
  /// The confidence of all intervals of the run together, over all looks; from 0.5 to 0.9999.
  package var confidence = 0.95
  /// The number of users at which the run ends in any case.
  package var maxUsers = 10_000_000
  /// The design whose rate must reach the precision; nil for every design.
  package var design: String?
  package init(_ goal: Goal) { self.goal = goal }
}
