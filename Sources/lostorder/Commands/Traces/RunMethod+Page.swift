import Experiments
import Methods
import PurchaseWorld
import Reports
import Scenarios

extension RunMethod {
  /// The maximum number of timelines; fewer fit if they are long.
  private static let maxExamples = 150

  /// The page of a run: its timelines and its commands.
  /// - Parameter methods: the results of other methods.
  func page(of findings: RunFindings, with methods: [HTMLPage.Section]) -> String {
    let (input, language, scenario) = (input, language, input.scenario)
    return Program.inFile {
      RunPage(
        findings, source: input.source,
        examples: scenario.isCase
          ? scenario.designs.map { example(of: 0, $0, scenario) } : examples(of: findings),
        language: language, methods: methods, run: language.command(input.simulationCommand("run"))
      ) { language.command(input.tracing($0, $1)) }.text
    }
  }

  private func example(of user: UInt64, _ design: Design, _ scenario: Scenario) -> RunPage.Example {
    let subject = TraceSubject(scenario: scenario, number: user)
    return (design.name, user, subject.story(under: design, language))
  }

  /// A lost order for each pair of design and fault, the most frequent first.
  private func examples(of findings: RunFindings) -> [RunPage.Example] {
    var wanted: [(design: Int, user: UInt64, lost: Double)] = []
    for (index, counters) in findings.designs.map(\.designCounters).enumerated() {
      for place in findings.faultKinds.indices {
        guard let user = counters.firstLoser(withFaultAt: place),
          !wanted.contains(where: { $0.design == index && $0.user == user })
        else { continue }
        let rate = counters.lossRate(withFaultAt: place)?.value ?? 0
        wanted.append((index, user, rate * Double(counters.charges(withFaultAt: place))))
      }
    }
    var scenario = input.scenario
    if wanted.contains(where: { UserNumber.stratum(of: $0.user) != nil }) {
      scenario.population.stratify()
    }
    // Sorting is stable: the first of equal entries stays first.
    return wanted.sorted { $0.lost > $1.lost }.prefix(RunMethod.maxExamples).map {
      example(of: $0.user, scenario.designs[$0.design], scenario)
    }
  }
}
