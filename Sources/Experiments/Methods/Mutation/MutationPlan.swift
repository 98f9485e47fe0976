package import PurchaseWorld
package import Scenarios

/// Design with expectations, and its mutants.
package struct GatedDesign: Sendable {
  package var design: Design
  /// The expectations about the design, by index.
  package var expectations: [Int]
  package var mutants: [DesignMutant]
  /// The number of changes of an axis that the rules of designs exclude.
  package var refused: Int
}

/// Plan of a mutation test: simulations that cover every mutant of every gated design.
///
/// Users and faults are the same for every design. A simulation has a gated design, some of its
/// mutants, and the designs that its expectations compare with it. Its expectations apply once to
/// the design and once to every mutant.
package struct MutationPlan: Sendable {
  /// Some mutants of one gated design, by index.
  struct Batch { var gated: Int, mutants: Range<Int> }

  /// The number of mutants in one simulation: the counters of a design are large.
  private static let atOnce = 60

  package let scenario: Scenario
  /// The gated designs, in the order of the scenario.
  package let gated: [GatedDesign]

  /// Creates the plan; nil if the scenario has no expectation.
  package init?(_ scenario: Scenario) {
    guard !scenario.expectations.isEmpty else { return nil }
    var simulated = scenario
    // With a precision, the number of users would differ between mutants.
    (simulated.precision, simulated.declaredPairs, simulated.publishedLadder) = (nil, [], [])
    if !simulated.isCase {
      let conditions = simulated.population.conditions
      simulated.population.conditions.deadlines = ProductMetric.deadlines(of: conditions)
    }
    self.scenario = simulated
    gated = scenario.designs.compactMap { design in
      let expectations = scenario.expectations.indices.filter {
        scenario.expectations[$0].claim.designs.contains(design.name)
      }
      if expectations.isEmpty { return nil }
      let mutants = DesignMutants(of: design)
      return GatedDesign(
        design: design, expectations: expectations, mutants: mutants.all,
        refused: mutants.omittedChangeCount)
    }
  }

  var batches: [Batch] {
    gated.enumerated().flatMap { index, gated in
      stride(from: 0, to: gated.mutants.count, by: MutationPlan.atOnce).map {
        Batch(gated: index, mutants: $0..<min($0 + MutationPlan.atOnce, gated.mutants.count))
      }
    }
  }

  /// The scenario of a batch: the design first, then the compared designs, then the mutants.
  /// - Parameter mutants: the simulated mutants of the batch, by index.
  func scenario(of batch: Batch, simulating mutants: [Int]) -> MutantScenario {
    let entry = gated[batch.gated]
    let claims = entry.expectations.map { scenario.expectations[$0] }
    let others = scenario.designs.filter { design in
      design.name != entry.design.name && claims.contains { $0.claim.designs.contains(design.name) }
    }
    let names = Set(scenario.designs.map(\.name))
    let designs = mutants.map { index -> Design in
      var design = entry.mutants[index].design
      for axis in entry.mutants[index].axes { design.name += " \(axis.name)=\(axis.to)" }
      while names.contains(design.name) { design.name += "'" }
      return design
    }
    var simulated = scenario
    simulated.designs = [entry.design] + others + designs
    let copies = designs.flatMap { design in
      claims.map { $0.speaking(of: design.name, inPlaceOf: entry.design.name) }
    }
    simulated.expectations = claims + copies
    return MutantScenario(
      scenario: simulated, claims: claims.count, first: 1 + others.count, mutants: mutants)
  }
}

/// A batch of mutants as a scenario.
struct MutantScenario {
  let scenario: Scenario
  /// The number of expectations per design: first of the gated design, then of each mutant.
  let claims: Int
  /// The index of the first mutant among the designs; the gated design has index 0.
  let first: Int
  /// The mutants in order, by index among the gated design's mutants.
  let mutants: [Int]
}

extension Expectation {
  /// The same expectation for another design.
  fileprivate func speaking(of name: String, inPlaceOf old: String) -> Expectation {
    var other = self
    let renamed = { (design: String) in design == old ? name : design }
    switch claim {
    case .range(let metric, let design, let min, let max):
      other.claim = .range(metric, design: renamed(design), min: min, max: max)
    case .below(let metric, let lower, let upper, let margin):
      other.claim = .below(metric, of: renamed(lower), below: renamed(upper), by: margin)
    case .ending(let design, let charges, let flags):
      other.claim = .ending(design: renamed(design), charges: charges, flags: flags)
    }
    return other
  }
}
