import EventEngine
import Experiments
import Methods
import PurchaseWorld
import Reports
import Scenarios
import Statistics
import TestSupport
import Testing

/// Every sentence of a conclusion against its users, simulated one by one and counted here.
@Suite struct ConclusionSampleTests {
  private static let batch = Nightly.isOn ? 75 : 30
  private static let batches = Nightly.isOn ? 16 : 1

  @Test("every statement of a conclusion agrees with the simulated users", arguments: 0..<batches)
  func random(batch: Int) throws {
    var labels: Set<String> = []
    for number in batch * Self.batch..<(batch + 1) * Self.batch {
      var scenarios = RandomScenarios(number: 10_000 + number)
      var scenario = scenarios.next().scenario
      guard !scenario.isCase else { continue }
      (scenario.sampling, scenario.precision) = (.plain, nil)
      scenario.userCount = 300
      if number % 3 == 0 { scenario.draws = Self.draws(of: scenario) }
      var findings = RunFindings(Runner(scenario).run(workers: 1))
      if let plan = ParameterDrawPlan(scenario), findings.interruption == nil {
        findings.parameterDrawFindings = ParameterDrawFindings(plan, plan.run(workers: 1), findings)
        guard findings.parameterDrawFindings?.interruption == nil else { continue }
      }
      guard findings.interruption == nil, let first = Conclusion(findings) else { continue }
      let ablation = AxisAblation(first, of: findings)
      let varied = ablation.flatMap { $0.findings(Runner($0.scenario).run(workers: 1)) }
      guard let conclusion = Conclusion(findings, ablation: varied) else { continue }
      var reader = ConclusionReader(conclusion, scenario, ablation)
      let wrong = try reader.mistakes()
      if !wrong.isEmpty {
        Issue.record("scenario \(10_000 + number): \(wrong.joined(separator: "\n"))")
      }
      labels.formUnion(reader.labels)
    }
    let missing = Set(ConclusionReader.checks).subtracting(labels)
    expectEqual(missing, [], "no conclusion has these parts")
  }

  /// Draws with the probability of the first fault, half and a hundredth of it; nil without faults.
  private static func draws(of scenario: Scenario) -> ParameterDraws? {
    guard let fault = scenario.population.faults.first else { return nil }
    let draws = [1, 0.5, 0.01].map { factor in
      var drawn = scenario
      drawn.population.faults[0].probability = Probability(fault.probability.probability * factor)
      return ParameterDraws.Draw(values: [], scenario: drawn)
    }
    return ParameterDraws(paths: [], draws: draws)
  }
}
