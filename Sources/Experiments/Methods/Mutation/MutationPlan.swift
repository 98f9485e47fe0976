package import PurchaseWorld
package import Scenarios

/// A design of which an expectation speaks, and its mutants.
package struct GatedDesign: Sendable {
  package var design: Design
  /// The expectations that speak of it, by index.
  package var expectations: [Int]
  package var mutants: [DesignMutant]
  /// How many changes of an axis no rule of designs allows.
  package var refused: Int
}

/// What is to be played so that every mutant of every gated design meets the users of a scenario.
///
/// Users and faults are the same for every design, so a design plays side by side with some of its mutants,
/// and with the designs with which its expectations compare it. Its expectations are there once for it and
/// once for every mutant.
package struct MutationPlan: Sendable {
  /// Some mutants of one gated design, by index.
  struct Batch { var gated: Int, mutants: Range<Int> }

  /// How many mutants meet users together: a design's books are large.
  private static let atOnce = 60

  package let scenario: Scenario
  /// The gated designs, in the order of the scenario.
  package let gated: [GatedDesign]

  /// - Returns: nil where there is no expectation.
  package init?(_ scenario: Scenario) {
    guard !scenario.expectations.isEmpty else { return nil }
    var played = scenario
    // A run that ends when it knows enough would end for each mutant elsewhere.
    (played.precision, played.comparedPairs, played.publishedLadder) = (nil, [], [])
    if !played.isCase {
      let conditions = played.population.conditions
      played.population.conditions.deadlines = Measure.deadlines(of: conditions)
    }
    self.scenario = played
    gated = scenario.designs.compactMap { design in
      let expectations = scenario.expectations.indices.filter {
        scenario.expectations[$0].claim.designs.contains(design.name)
      }
      if expectations.isEmpty { return nil }
      let mutants = DesignMutants(of: design)
      return GatedDesign(
        design: design, expectations: expectations, mutants: mutants.all, refused: mutants.refused)
    }
  }

  var batches: [Batch] {
    gated.indices.flatMap { index -> [Batch] in
      let count = gated[index].mutants.count
      return stride(from: 0, to: count, by: MutationPlan.atOnce).map {
        Batch(gated: index, mutants: $0..<min($0 + MutationPlan.atOnce, count))
      }
    }
  }

  /// What a batch plays: the design first, then those with which it is compared, then its mutants.
  /// - Parameter mutants: those of the batch that are played, by index.
  func scenario(of batch: Batch, playing mutants: [Int]) -> MutantScenario {
    let own = gated[batch.gated]
    let claims = own.expectations.map { scenario.expectations[$0] }
    let others = scenario.designs.filter { design in
      design.name != own.design.name && claims.contains { $0.claim.designs.contains(design.name) }
    }
    let names = Set(scenario.designs.map(\.name))
    let designs = mutants.map { index -> Design in
      var design = own.mutants[index].design
      for axis in own.mutants[index].axes { design.name += " \(axis.name)=\(axis.to)" }
      while names.contains(design.name) { design.name += "'" }
      return design
    }
    var played = scenario
    played.designs = [own.design] + others + designs
    played.expectations =
      claims
      + designs.flatMap { design in
        claims.map { $0.speaking(of: design.name, inPlaceOf: own.design.name) }
      }
    return MutantScenario(
      scenario: played, claims: claims.count, first: 1 + others.count, mutants: mutants)
  }
}

/// A batch of mutants as a scenario.
struct MutantScenario {
  let scenario: Scenario
  /// How many expectations each design has: those of the gated design first, then those of each mutant.
  let claims: Int
  /// The place of the first mutant among the designs; the gated design is at 0.
  let first: Int
  /// The mutants in their order, by index among those of the gated design.
  let mutants: [Int]
}

extension Expectation {
  /// The same expectation of another design.
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
