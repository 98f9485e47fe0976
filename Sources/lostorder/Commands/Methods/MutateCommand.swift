import Experiments
import Methods
import JSONText
import Reports
import Scenarios

extension CommandContext {
  func mutate() throws(CommandError) -> ExitCode {
    let read = ScenarioInputs(arguments.operands, setting: arguments.settings)
    for input in read.files { try refuseShared(input) }
    if !read.problems.isEmpty { throw CommandError(problems: read.problems) }
    for input in read.files {
      try checkUsers(of: input)
      try refuseClients(of: input, by: "mutate")
    }
    let least = try threshold()
    try results.prepare(for: ["mutation.xml"])
    var code = ExitCode.holds
    var found: [(findings: MutationFindings, path: String)] = []
    for (index, file) in read.files.enumerated() {
      if index > 0 && !arguments.has(.quiet) { printText("\n") }
      let input = prepared(file)
      if let interruption = console.cancellation.interruption {
        code = code.worse(ExitCode(interruption))
        console.printError(refusal(interruption, users: 0, of: input).text(in: language))
        continue
      }
      guard let plan = MutationPlan(input.scenario) else {
        code = code.worse(.undecided)
        console.printError(inconclusiveMessage(input, language("the scenario has no expectations")))
        continue
      }
      let method = MutationMethod(call: self, input: input, plan: plan)
      let findings = try execute(method)
      code = code.worse(judge(findings, by: method, least))
      if findings.simulatedMutantCount > 0 { found.append((findings, input.path)) }
    }
    if found.isEmpty { return code }
    try results.write(MutationXML.text(found, least: least ?? 0), file: "mutation.xml")
    if found.count > 1 { printText(total(found.map(\.findings))) }
    return code
  }

  /// The exit code for one file: too few killed mutants outweigh an inconclusive result.
  private func judge(
    _ found: MutationFindings, by method: MutationMethod, _ least: Double?
  ) -> ExitCode {
    let code = method.exitCode(of: found)
    if let interruption = found.interruption {
      console.printError(method.refusal(interruption, of: found).text(in: language))
      return code.worse(ExitCode(interruption))
    }
    if least != nil, found.hasSingleCountedMutant { return code.worse(.undecided) }
    if let least, let ratio = found.killRatio, ratio < least {
      printError(
        line: language(
          "{0}: too few mutants are killed; expected at least {1} %",
          method.input.path.escapingControls, NumberFormat.short(least * 100)))
      return code.worse(.fails)
    }
    return code
  }

  private func total(_ found: [MutationFindings]) -> String {
    let (killed, counted) = found.reduce((0, 0)) { ($0.0 + $1.killed, $0.1 + $1.counted) }
    return language(
      "{0} files: {1} of {2} mutants are killed", "\(found.count)", "\(killed)", "\(counted)")
      + "\n"
  }

  /// The required kill ratio, from 0 to 1; nil if none was given.
  private func threshold() throws(CommandError) -> Double? {
    guard let text = arguments.text(.threshold) else { return nil }
    if let number = Double(text), number >= 0, number <= 100 { return number / 100 }
    throw CommandError(
      "\(text.quoted) is not a value of '--threshold';"
        + " expected a number from 0 to 100 (per cent)")
  }
}

/// `lostorder mutate`: the mutants of one file.
private struct MutationMethod: Method {
  static let files = ["mutation.json"]

  let call: CommandContext, input: ScenarioInput
  let plan: MutationPlan

  func find() -> MutationFindings {
    if scenario.precision != nil {
      call.printError(
        line: language(
          "{0}: every mutant is simulated with {1} users; 'precision' applies only to 'run' and 'compare'",
          input.path.escapingControls, "\(scenario.userCount)"))
    }
    BugReport.prepare(reproducedBy: input.reproductionCommand("mutate"))
    return Progress(scenario.name, console, language).end { progress in
      MutationTest.run(plan, workers: call.workers, stop: console.cancellation) {
        progress.show($0)
      }
    }
  }

  func interruption(of found: MutationFindings) -> Interruption? { found.interruption }

  func isUnknown(_ found: MutationFindings) -> Bool {
    found.interruption != nil && found.simulatedMutantCount == 0
  }

  func text(of found: MutationFindings, isShort: Bool) -> String {
    let report = MutationReport(found, language)
    return isShort ? report.shortText : report.text
  }

  func warnings(of found: MutationFindings) -> [String] { MutationReport(found, language).warnings }

  func contents(of found: MutationFindings) -> [String] { [MutationJSON.output(found).text] }

  func users(of found: MutationFindings) -> Int? { isUnknown(found) ? 0 : nil }

  func exitCode(of found: MutationFindings) -> ExitCode {
    found.ineffectiveExpectations.isEmpty && found.killRatio != nil ? .holds : .undecided
  }
}
