import Fitting
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

extension Call {
  /// The files that a fit writes for a scenario.
  private static let fitFiles = ["fit.json", "fit.html", "fitted.json"]

  func fit() throws(Refusal) -> ExitCode {
    let (file, path) = (arguments.operands[0], arguments.operands[1])
    if file == path, file == ScenarioFile.standardInput {
      throw Refusal("standard input is read once; expected a file for the table")
    }
    let input = try input(file)
    guard let fit = input.scenario.fit else {
      throw Refusal("\(input.path.quoted) has no fit; expected a scenario with 'fit'")
    }
    try checkUsers(of: input)
    if let users = arguments.number(.users), users < Fitter.leastUsers {
      throw Refusal(
        "--users is \(users); expected at least \(Fitter.leastUsers) simulated users for a fit"
      )
    }
    let table = try observations(path, of: input.scenario)
    try results.prepare(name: input.scenario.name, for: Call.fitFiles)
    BugReport.prepare(reproducedBy: input.reproducing("fit", " " + path.shellWord))
    let fitter = Fitter(
      input.scenario, fit, FitTable(table), users: arguments.number(.users), workers: workers,
      stop: console.stop, in: division)
    let found: Result<FitFindings?, Cut> = Progress(input.scenario.name, console, language).end {
      progress in
      do throws(Cut) { return .success(try fitter.run { progress.show($0) }) } catch {
        return .failure(error)
      }
    }
    switch found {
    case .failure(let cut): throw refusal(cut, users: 0, of: input)
    case .success(nil):
      throw Refusal(
        text: cannotTell(
          input, language("no values within the ranges of 'fit' make a scenario together")),
        .undecided)
    case .success(let findings?): return try show(findings, input)
    }
  }

  /// Reads the table, and refuses what the scenario cannot have counted.
  private func observations(
    _ path: String, of scenario: Scenario
  ) throws(Refusal) -> Observations {
    let table: Observations
    do throws(Problems) {
      table = try Observations.read(
        try ScenarioFile.bytes(of: path, as: "a table of observations"), file: path)
    } catch { throw Refusal(problems: error.list) }
    let problems = table.problems(in: scenario, file: path)
    if table.rows.allSatisfy({ $0.what == .users || $0.what == .damaged }) {
      throw Refusal(
        problems: [
          Problem(
            file: path, what: "the table counts nothing",
            expected: "a row beside 'users' and 'damaged'", concern: .meaning)
        ])
    }
    if problems.isEmpty { return table }
    throw Refusal(problems: problems)
  }

  private func show(_ found: FitFindings, _ input: Input) throws(Refusal) -> ExitCode {
    let report = FitReport(found, language)
    tell(arguments.has(.quiet) ? report.shortText : report.text)
    let json = FitJSON.output(found).text
    print(json: json)
    let users = found.cut == nil ? found.simulated : arguments.number(.users)
    let options = " " + arguments.operands[1].shellWord + (users.map { " --users \($0)" } ?? "")
    let command = Program.inFile { language.command(input.playing("fit", with: options)) }
    let page = FitSections(found, language).page(source: input.source, command: command).text
    // What is unfinished makes no scenario.
    let fitted = found.cut == nil ? [FitJSON.scenario(found).text] : []
    let files = Array(zip(Call.fitFiles, [json, page] + fitted))
    try results.write(files, name: input.scenario.name)
    if !arguments.has(.quiet) {
      let folder = (results.path + "/" + input.scenario.name).escapingControls
      tell("\n" + language("files in {0}: {1}", folder, language.list(files.map(\.0))) + "\n")
    }
    if let cut = found.cut { throw refusal(cut, of: input) }
    // Where the search did not come to rest, other values may explain what these do not.
    if !found.isAtRest || found.pValue == nil && !found.off.isEmpty { return .undecided }
    return !found.fits ? .fails : found.blindSpots.isEmpty ? .holds : .undecided
  }
}

extension Observations {
  /// Rows that no run of a scenario has, at their places.
  fileprivate func problems(in scenario: Scenario, file: String) -> [Problem] {
    let days = scenario.population.conditions.days
    return rows.compactMap { row in
      guard case .event(_, let day?) = row.what, day > days else { return nil }
      return Problem(
        file: file, position: row.position, what: "day \(day) is behind the horizon",
        expected: "a day from 1 to \(days), or a longer 'horizon'", concern: .meaning)
    }
  }
}
