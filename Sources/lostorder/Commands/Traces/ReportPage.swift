import Experiments
import Methods
import PurchaseWorld
import Reports
import Scenarios

/// The page of a run: its timelines and its commands.
struct ReportPage {
  let findings: RunFindings
  let input: ScenarioInput
  let language: Language
  /// The results of other methods.
  var methods: [HTMLPage.Section] = []

  /// The maximum number of timelines; fewer fit if they are long.
  private static let maxExamples = 150

  var text: String { Program.inFile { written } }

  private var written: String {
    let (input, language, scenario) = (input, language, input.scenario)
    return RunPage(
      findings, source: input.source,
      examples: scenario.isCase ? scenario.designs.map { example(of: 0, $0, scenario) } : examples,
      language: language, methods: methods, run: language.command(input.simulationCommand("run"))
    ) { language.command(input.tracing($0, $1)) }.text
  }

  private func example(
    of user: UInt64, _ design: Design, _ scenario: Scenario
  ) -> RunPage.Example {
    (
      design.name, user,
      TraceSubject(scenario: scenario, number: user).story(under: design, language)
    )
  }

  /// A lost order for each pair of design and fault, the most frequent first.
  private var examples: [RunPage.Example] {
    var wanted: [(design: Int, user: UInt64, lost: Double)] = []
    for (index, design) in findings.designs.enumerated() {
      for place in findings.faultKinds.indices {
        guard let user = design.designCounters.firstLoser(withFaultAt: place),
          !wanted.contains(where: { $0.design == index && $0.user == user })
        else { continue }
        let rate = design.designCounters.lossRate(withFaultAt: place)?.value ?? 0
        wanted.append(
          (index, user, rate * Double(design.designCounters.charges(withFaultAt: place))))
      }
    }
    var scenario = input.scenario
    if wanted.contains(where: { UserNumber.stratum(of: $0.user) != nil }) {
      scenario.population.stratify()
    }
    // Sorting is stable: the first of equal entries stays first.
    return wanted.sorted { $0.lost > $1.lost }.prefix(ReportPage.maxExamples).map {
      example(of: $0.user, scenario.designs[$0.design], scenario)
    }
  }
}
