import Experiments
import Fitting
import JSONText
import PurchaseWorld
import Reports
import Scenarios

extension CommandContext {
  func fit() throws(CommandError) -> ExitCode {
    let (file, path) = (arguments.operands[0], arguments.operands[1])
    if file == path, file == ScenarioFileReader.standardInput {
      throw CommandError("standard input can be read only once; expected a file for the table")
    }
    let input = try input(file)
    guard let fit = input.scenario.fit else {
      throw CommandError(
        "\(input.path.quoted) has no key 'fit'; expected one that says what to fit")
    }
    try checkUsers(of: input)
    if let users = arguments.number(.users), users < Fitter.minUsers {
      throw CommandError(
        "--users is \(users); expected at least \(Fitter.minUsers) simulated users for a fit")
    }
    let table = try observations(path, of: input.scenario)
    return try perform(FitMethod(call: self, input: input, fit: fit, path: path, table: table))
  }

  /// Reads the table, and rejects rows that the scenario cannot produce.
  private func observations(_ path: String, of scenario: Scenario) throws(CommandError)
    -> Observations
  {
    let table: Observations
    do throws(Problems) {
      table = try Observations.read(
        try ScenarioFileReader.bytes(of: path, as: "a table of observations"), file: path)
    } catch { throw CommandError(problems: error.list) }
    let problems = table.problems(in: scenario, file: path)
    if table.rows.allSatisfy({ $0.quantity == .users || $0.quantity == .damaged }) {
      let problem = Problem(
        file: path, message: "the table has no counts",
        expected: "a row other than 'users' and 'damaged'", concern: .meaning)
      throw CommandError(problems: [problem])
    }
    if problems.isEmpty { return table }
    throw CommandError(problems: problems)
  }
}

/// `lostorder fit`: the scenario values that explain observed counts.
struct FitMethod: Method {
  static let files = ["fit.json", "fit.html", "fitted.json"]
  static let listsFiles = true

  let call: CommandContext, input: ScenarioInput
  let fit: Fit
  /// The table and its file.
  let path: String, table: Observations

  func find() throws(CommandError) -> FitFindings {
    BugReport.prepare(reproducedBy: input.reproductionCommand("fit", " " + path.shellWord))
    let fitter = Fitter(
      scenario, fit, FitTable(table), users: call.arguments.number(.users), workers: call.workers,
      stop: console.cancellation, in: call.division)
    let found: FitFindings?
    do throws(Interruption) {
      found = try Progress(scenario.name, console, language).end { progress throws(Interruption) in
        try fitter.run { progress.show($0) }
      }
    } catch { throw nothing(error) }
    if let found { return found }
    let warning = language("no values within the ranges of 'fit' give a valid scenario")
    throw CommandError(text: call.inconclusiveMessage(input, warning), .undecided)
  }

  func interruption(of found: FitFindings) -> Interruption? { found.interruption }

  func text(of found: FitFindings, isShort: Bool) -> String {
    let report = FitReport(found, language)
    return isShort ? report.shortText : report.text
  }

  func contents(of found: FitFindings) -> [String] {
    let users = found.interruption == nil ? found.usersPerPoint : call.arguments.number(.users)
    let options = " " + path.shellWord + (users.map { " --users \($0)" } ?? "")
    let command = Program.inFile { language.command(input.simulationCommand("fit", with: options)) }
    let page = FitSections(found, language).page(source: input.source, command: command).text
    // An interrupted search makes no scenario.
    let fitted = found.interruption == nil ? [FitJSON.scenario(found).text] : []
    return [FitJSON.output(found).text, page] + fitted
  }

  func sections(of found: FitFindings, order: [String]?) -> [HTMLPage.Section] {
    FitSections(found, language).sections
  }

  func exitCode(of found: FitFindings) -> ExitCode {
    // Before the search has converged, other values may still explain the table.
    if !found.hasConverged || found.pValue == nil && !found.unexplainedRows.isEmpty {
      return .undecided
    }
    return !found.isConsistentWithTable
      ? .fails : found.unidentifiedParameters.isEmpty ? .holds : .undecided
  }
}

extension Observations {
  /// Problems for rows that no run of the scenario can have, with their positions.
  fileprivate func problems(in scenario: Scenario, file: String) -> [Problem] {
    let days = scenario.population.conditions.days
    return rows.compactMap { row in
      guard case .event(_, let day?) = row.quantity, day > days else { return nil }
      return Problem(
        file: file, position: row.position, message: "day \(day) is after the horizon",
        expected: "a day from 1 to \(days), or a longer 'horizon'", concern: .meaning)
    }
  }
}
