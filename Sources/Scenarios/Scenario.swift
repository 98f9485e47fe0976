package import PurchaseWorld

/// A valid scenario or case, ready to run.
package struct Scenario: Sendable {
  /// The name; it is the folder of the results: letters, digits, `-`, `_` and `.`, not leading.
  package var name: String
  /// What the scenario shows, for people; empty when not given.
  package var title = ""
  /// The seed of all luck.
  package var seed: UInt64 = 1
  /// How many virtual users meet every design; with a precision, how many before the first look.
  package var users = 100_000
  /// How users are drawn, if the file says so.
  package var sampling: Sampling?
  /// When the run has seen enough users; nil: when all have met every design.
  package var precision: Precision?
  /// Where the users come from, and the world they live in.
  package var population: Population
  /// The designs, in the order of the file.
  package var designs: [Design] = []
  /// The pairs of designs that the file asks for; nil when it does not.
  package var comparedPairs: [DesignPair]?
  /// A ladder of retries that somebody published: how many deliveries failed at the first try, then
  /// at each retry. Shown beside the simulated one; empty when not given.
  package var publishedLadder: [Int] = []
  /// What must hold.
  package var expectations: [Expectation] = []
  /// The scenarios that one varied value makes of this one; nil without a sweep.
  package var sweep: Sweep?
  /// What the file says rightly, but with less effect than it seems to have.
  package var remarks: [Problem] = []

  /// Whether the scenario is a case: one user with a written plan.
  package var isCase: Bool { population.script != nil }

  /// The pairs of designs that are compared: without others, each design against the first, or every
  /// two where the ranking must be decided. The one user of a case tells no designs apart but by
  /// their endings.
  package var pairs: [DesignPair] {
    if isCase { return [] }
    if let comparedPairs { return comparedPairs }
    guard precision?.goal == .decided else {
      return DesignPair.each(of: designs.indices, against: 0)
    }
    return designs.indices.flatMap { first in
      designs.indices.dropFirst(first + 1).map { DesignPair(first, $0) }
    }
  }

  /// The most users whose money can be counted: a hundred charges for every purchase still fit.
  package var mostUsers: Int {
    let products = population.conditions.catalog.products
    let dearest = products.map { max($0.price, $0.storePrice) }.max() ?? 0
    let each = max(1, dearest) * population.purchasesPerUser * 100
    return min(1_000_000_000, Int.max / each)
  }

  /// Whether a text can be the name of a scenario.
  package static func canBeCalled(_ text: String) -> Bool { FileValue.isName(text) }

  package init(name: String, population: Population) {
    self.name = name
    self.population = population
  }
}
