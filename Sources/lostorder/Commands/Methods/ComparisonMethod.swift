import Experiments
import JSONText
import Methods
import PurchaseWorld
import Reports
import Scenarios

/// `lostorder compare`: the comparison of two designs, or of each pair, with the same users.
struct ComparisonMethod: Method {
  static let files = ["summary.json", "designs.csv"]
  static let keepsFiles = false

  let call: CommandContext, input: ScenarioInput
  /// The scenario of the file, which contains the compared designs.
  let file: ScenarioInput
  /// The maximum number of listed users in each direction.
  let maximum: Int

  func find() throws(CommandError) -> RunFindings { try call.findings(input, of: file) }

  func interruption(of found: RunFindings) -> Interruption? { found.interruption }

  func text(of found: RunFindings, isShort: Bool) -> String {
    let report = RunReport(found, language)
    if isShort { return report.shortPairs }
    return report.pairs(maximum: maximum) { language.command(input.tracing($0, $1)) }
  }

  func warnings(of found: RunFindings) -> [String] { found.charges.compactMap(silence) }

  func contents(of found: RunFindings) -> [String] {
    [SummaryJSON.output(found).text, DesignsCSV.text(found)]
  }

  func refusal(_ interruption: Interruption, of found: RunFindings) -> CommandError {
    call.refusal(interruption, users: found.users, of: file)
  }
}

/// `lostorder compare` for users who share a backend.
struct SharedBackendComparisonMethod: Method {
  static let files = ["together.json", "designs.csv"]
  static let keepsFiles = false

  let call: CommandContext, input: ScenarioInput
  /// The scenario of the file, which contains the compared designs.
  let file: ScenarioInput
  /// The maximum number of listed users in each direction.
  let maximum: Int

  func find() throws(CommandError) -> SharedBackendResults {
    BugReport.prepare(reproducedBy: input.reproductionCommand("compare"))
    do throws(Interruption) { return try call.simulateShared(scenario) } catch {
      throw call.refusal(error, users: 0, of: file)
    }
  }

  func text(of found: SharedBackendResults, isShort: Bool) -> String {
    let report = SharedBackendReport(found, language)
    if isShort { return report.shortPairs }
    return report.pairs(maximum: maximum) { language.command(input.tracing($0)) }
  }

  func warnings(of found: SharedBackendResults) -> [String] {
    scenario.designs.enumerated().compactMap { index, design in
      silence((design.name, found.charges(of: index), found.counters(of: index).refunded))
    }
  }

  func contents(of found: SharedBackendResults) -> [String] {
    [SharedBackendJSON.output(found).text, DesignsCSV.text(found)]
  }
}

/// The numbers of kept and of refunded charges of a design.
typealias DesignCharges = (design: String, charges: Int, refunded: Int)

extension CommandContext {
  /// Simulates the users of a scenario one by one.
  /// - Parameter file: the scenario of the file, for errors.
  func findings(_ input: ScenarioInput, of file: ScenarioInput) throws(CommandError) -> RunFindings
  {
    let results = simulate(input)
    if let interruption = results.interruption, results.users == 0 {
      throw refusal(interruption, users: 0, of: file)
    }
    return RunFindings(results)
  }
}

extension Method {
  /// The message for a design without kept charges, which shows nothing about lost orders; nil for
  /// other designs.
  func silence(_ design: DesignCharges) -> String? {
    if design.charges > 0 { return nil }
    let name = design.design.escapingControls
    return design.refunded > 0
      ? language("every charge under design {0} was refunded", name)
      : language("no user was charged under design {0}", name)
  }
}

extension RunFindings {
  /// The charges of each design.
  var charges: [DesignCharges] {
    designs.map { design in
      design.caseOutcome.map { (design.name, $0.charges.count, 0) }
        ?? (design.name, design.totalCounters.total(.charges), design.totalCounters.refunded)
    }
  }
}
