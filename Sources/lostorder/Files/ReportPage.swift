import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// The page of a run: which lives it draws, and the commands that it names.
struct ReportPage {
  private let findings: Findings
  private let scenario: Scenario
  private let path: String
  /// The text of the scenario's file.
  private let source: String
  private let language: Language

  /// The most lives that are drawn; there is room for fewer where they are long.
  private static let mostExamples = 150

  init(
    _ findings: Findings, _ scenario: Scenario, path: String, source: String, _ language: Language
  ) {
    self.findings = findings
    self.scenario = scenario
    self.path = path
    self.source = source
    self.language = language
  }

  var text: String {
    let (path, scenario, language) = (path, scenario, language)
    let commands = HTMLReport.Commands(
      run: language.command(
        "lostorder run \(path.shellWord)"
          + (scenario.isCase ? "" : " --seed \(scenario.seed) --users \(scenario.users)"))
    ) { design, user in language.command(RunCommand.tracing((design, user), path, scenario)) }
    return HTMLReport(
      findings, source: source, commands: commands, examples: scenario.isCase ? lives : examples,
      language: language
    ).text
  }

  /// The life of a case under each design.
  private var lives: [HTMLReport.Example] {
    scenario.designs.map { design in
      HTMLReport.Example(
        design: design.name, user: 0,
        story: Subject(scenario: scenario, number: 0).story(under: design, language))
    }
  }

  /// A lost order for each cell of designs against faults, those that stand for the most first.
  private var examples: [HTMLReport.Example] {
    struct Wanted {
      var design: Int
      var user: UInt64
      var lost: Double
    }
    var wanted: [Wanted] = []
    for (index, design) in findings.designs.enumerated() {
      for place in findings.faultKinds.indices {
        guard let user = design.ledger.firstStruckLoser(place),
          !wanted.contains(where: { $0.design == index && $0.user == user })
        else { continue }
        let rate = design.ledger.struckRate(place)?.value ?? 0
        wanted.append(
          Wanted(
            design: index, user: user, lost: rate * Double(design.ledger.struckCharges(place))))
      }
    }
    var prepared = scenario
    if wanted.contains(where: { UserNumber.stratum($0.user) != nil }) {
      prepared.population.stratify()
    }
    let order = wanted.indices.sorted { (-wanted[$0].lost, $0) < (-wanted[$1].lost, $1) }
    return order.prefix(ReportPage.mostExamples).map { place in
      let design = scenario.designs[wanted[place].design]
      return HTMLReport.Example(
        design: design.name, user: wanted[place].user,
        story: Subject(scenario: prepared, number: wanted[place].user)
          .story(under: design, language))
    }
  }
}
