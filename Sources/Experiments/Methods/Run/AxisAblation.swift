package import Experiments
import PurchaseWorld
package import Scenarios
import Statistics

/// Ablation of the axes in a scenario: the effect of each axis, measured by single changes of
/// designs.
///
/// First, the leading design gets each differing axis of every other design, one at a time, and the
/// other order time. Then every other design is transformed into the leading design, one axis at a
/// time: through the axes in their order and in reverse, so that both of two interchangeable axes
/// show an effect. Axes that a rule ties change together. Designs with fewer lost orders come
/// first, up to the largest number of designs.
package struct AxisAblation: Sendable {
  /// A change of a design in which everything else stays the same.
  package struct Step: Hashable, Sendable {
    /// The changed axes, with their values before and after.
    package var axes: [DesignDifference.Part.Axis]
    /// The name of the design that is transformed.
    package var from: String
    /// The indices of the designs before and after the change.
    package var pair: DesignPair
    /// The name of the scenario's design that equals the changed one; nil if there is none.
    package var to: String?
  }

  /// Results of the ablation.
  package struct Findings: Sendable {
    /// A step with the comparison of the designs after and before it, by each objective.
    package struct Effect: Sendable {
      package var step: Step, designComparisons: [DesignComparison?]
    }

    /// The effects of giving the leading design (``Step/from``) a value of another design.
    package var singleChangeEffects: [Effect]
    /// The effects of the other steps towards the leading design.
    package var effectsTowardsLeadingDesign: [Effect]
    /// The effect of creating the order after instead of before the payment, or vice versa.
    package var orderTimingEffect: Effect
    /// The number of comparisons that share the error.
    package var comparisonCount: Int
    /// The number of users simulated under each design.
    package var users: Int
    /// The names of designs that were not tried, because of the limit ``AxisAblation/maxDesigns``.
    package var untriedDesigns: [String]
  }

  /// The largest number of simulated designs, and of simulations (users × designs) in a trial.
  package static let maxDesigns = 200, maxRuns = 4_000_000

  private let changes: [Step], steps: [Step], timing: Step, left: [String]
  /// The index of each objective of the conclusion among those of the ablation; nil if the store of
  /// the leading design does not support it.
  private let objectives: [Int?]
  /// The scenario with the leading design, then the changed designs, for the users of the run.
  package let scenario: Scenario

  /// Plans the ablation of a run; nil if the run is incomplete, or if the leading design is a team's
  /// own client, which has no axes.
  package init?(_ conclusion: Conclusion, of findings: Methods.RunFindings) {
    let name = conclusion.standings[conclusion.leadingDesign].name
    guard findings.interruption == nil,
      let lead = findings.scenario.designs.first(where: { $0.name == name }), lead.client == nil
    else { return nil }
    var ways = ChangePaths(lead, known: findings.scenario.designs)
    let turned = DesignDifference(from: lead, to: lead.withOtherTiming)
    timing = ways.step(turned.parts.flatMap(\.axes), from: lead, to: turned.to, of: lead.name)
    let nearest = (conclusion.best + conclusion.others).compactMap { place in
      findings.scenario.designs.first { $0.name == conclusion.standings[place].name }
    }
    let others = nearest.filter { $0.store == lead.store && $0.client == nil && $0 != lead }
    let first = ways.steps.count
    var left = others.filter { !ways.change(to: $0) }.map(\.name)
    changes = Array(ways.steps[first...])
    let last = ways.steps.count
    left += others.filter { !left.contains($0.name) && !ways.lead($0) }.map(\.name)
    (steps, self.left) = (Array(ways.steps[last...]), left)
    var scenario = findings.scenario
    scenario.designs = ways.designs
    scenario.declaredPairs = ways.steps.map(\.pair)
    (scenario.expectations, scenario.precision, scenario.publishedLadder) = ([], nil, [])
    let users = AxisAblation.maxRuns / scenario.designs.count
    scenario.userCount = min(findings.users, max(users, scenario.minUsers ?? 0))
    self.scenario = scenario
    objectives = conclusion.objectives.map { objective in
      scenario.objectives.firstIndex { $0.isSame(as: objective) }
    }
  }

  /// - Parameter results: the results of ``scenario``.
  /// - Returns: nil if not all users were simulated.
  package func findings(_ results: RunResults) -> Findings? {
    guard results.interruption == nil else { return nil }
    let comparisons = (changes.count + steps.count + 1) * objectives.count
    let confidence = results.intervalSettings.confidence.shared(by: comparisons)
    let effect = { (step: Step) in
      let comparisons = objectives.map { objective in
        objective.flatMap { results.designComparison($0, of: step.pair, confidence) }
      }
      return Findings.Effect(step: step, designComparisons: comparisons)
    }
    return Findings(
      singleChangeEffects: changes.map(effect), effectsTowardsLeadingDesign: steps.map(effect),
      orderTimingEffect: effect(timing),
      comparisonCount: comparisons, users: results.users, untriedDesigns: left)
  }

  /// The paths to the leading design, with each design and each step once.
  private struct ChangePaths {
    private(set) var designs: [Design], steps: [Step] = []
    private let known: [Design]

    /// - Parameter known: the designs of the scenario.
    init(_ lead: Design, known: [Design]) { (designs, self.known) = ([lead], known) }

    /// Changes each part of the leading design to another design's value, one at a time.
    /// - Returns: whether the new designs fit.
    mutating func change(to design: Design) -> Bool {
      let difference = DesignDifference(from: designs[0], to: design, tyingSources: true)
      guard designs.count + difference.parts.count <= maxDesigns else { return false }
      for (index, part) in difference.parts.enumerated() {
        let after = difference.hybrid(taking: 1 << UInt64(index))
        _ = step(part.axes, from: designs[0], to: after, of: designs[0].name)
      }
      return true
    }

    /// Transforms a design into the leading design in the order of the axes, and in reverse.
    /// - Returns: whether the new designs fit.
    mutating func lead(_ design: Design) -> Bool {
      let difference = DesignDifference(from: design, to: designs[0], tyingSources: true)
      let parts = difference.parts.indices
      guard designs.count + 2 * parts.count <= maxDesigns else { return false }
      for order in [Array(parts), parts.reversed()] {
        var taken: UInt64 = 0
        for part in order {
          let before = difference.hybrid(taking: taken)
          taken |= 1 << UInt64(part)
          _ = step(
            difference.parts[part].axes, from: before, to: difference.hybrid(taking: taken),
            of: design.name)
        }
      }
      return true
    }

    mutating func step(
      _ axes: [DesignDifference.Part.Axis], from before: Design, to after: Design, of name: String
    ) -> Step {
      let step = Step(
        axes: axes, from: name, pair: DesignPair(index(of: before), index(of: after)),
        to: known.first { $0.isSame(as: after) }?.name)
      if !steps.contains(where: { $0.pair.matches(step.pair) }) { steps.append(step) }
      return step
    }

    /// The index of a design, independent of its name.
    private mutating func index(of design: Design) -> Int {
      if let index = designs.firstIndex(where: { $0.isSame(as: design) }) { return index }
      var design = design
      design.name = "\(designs[0].name) \(designs.count)"
      designs.append(design)
      return designs.count - 1
    }
  }
}

extension Design {
  /// Whether another design differs at most in its name.
  fileprivate func isSame(as other: Design) -> Bool {
    var other = other
    other.name = name
    return self == other
  }

  /// The same design with the order created after instead of before the payment, or vice versa. A payload that needs an order
  /// becomes the intent, which identifies item and account as an order does.
  fileprivate var withOtherTiming: Design {
    var other = self
    other.timing = timing == .orderFirst ? .purchaseFirst : .orderFirst
    if other.timing == .purchaseFirst && payload == .order { other.payload = .intent }
    return other
  }
}
