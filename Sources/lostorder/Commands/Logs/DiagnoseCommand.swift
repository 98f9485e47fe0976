import EventLogs
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

extension CommandContext {
  /// The default number of simulated users as a multiple of the users in the log, and its maximum.
  private static let (timesUsers, maxUsers) = (10, 1_000_000)

  /// Checks an event log against the rules of a design, and explains its lost orders.
  func diagnose() throws(CommandError) -> ExitCode {
    let path = arguments.operands[0]
    let map = try eventMap(beside: path)
    var scenario = try scenarioOfLog()
    let log = try EventLogFile(path)
    var collector = UserLogCollector(map)
    try collect(log, map, &collector, of: scenario)
    if !arguments.has(.users), !scenario.isCase {
      // Rare histories in a large log should also occur among the simulated users.
      let wanted = min(Self.timesUsers * collector.users, Self.maxUsers)
      scenario.userCount = min(max(scenario.userCount, wanted), scenario.maxUsersForMoney)
    }
    let checker = LogChecker(scenario, map, workers: workers, stop: console.cancellation)
    let check: LogCheck
    do throws(Interruption) { check = try checker.check(collector) } catch {
      throw cutShort(error, scenario.designs.map(\.name))
    }
    let owners = form == .json ? [:] : try owners(of: check, map)
    let report = LogCheckReport(check, map, of: path, owners: owners, language)
    console.printError(report.notes)
    printText(report.text)
    if form == .json { console.show(LogCheckJSON.output(check).text, isForPrograms: true) }
    if check.readStatistics.damaged.count > 0, !arguments.has(.skipDamaged) { return .badScenario }
    if check.transactions == 0 { return .undecided }
    return check.isClean.map { $0 ? .holds : .fails } ?? .undecided
  }

  /// The error for an interrupted check.
  private func cutShort(_ interruption: Interruption, _ designs: [String]) -> CommandError {
    let words = InterruptionText.line(interruption, users: nil, designs: designs, language)
    let path = arguments.operands[0].escapingControls
    return CommandError(
      text: language("{0}: inconclusive: {1}", path, words) + "\n", ExitCode(interruption))
  }

  private func collect(
    _ log: borrowing EventLogFile, _ map: EventMap, _ collector: inout UserLogCollector,
    of scenario: Scenario
  ) throws(CommandError) {
    var reader = log.reader(of: UserLogCollector.keys(of: map), stop: console.cancellation)
    let found: EventLogReader.Step?
    do throws(Interruption) {
      found = try collector.read(&reader, stop: console.cancellation)
    } catch { throw cutShort(error, scenario.designs.map(\.name)) }
    guard let ending = found else {
      throw CommandError(
        "\(log.path.escapingControls): more than \(UserLogCollector.maxLines) lines cannot be separated by"
          + " several keys; expected one user key in the map, or a log of fewer users")
    }
    try log.check(ending, missing: reader.missingColumns, map)
  }

  /// The users of the reported lines; empty for a log that cannot be read twice.
  private func owners(of check: LogCheck, _ map: EventMap) throws(CommandError) -> [Int: String] {
    let log = try EventLogFile(arguments.operands[0])
    guard log.canBeReadAgain else { return [:] }
    let owners = LineOwnerFinder(map)
    var reader = log.reader(of: owners.keys, stop: console.cancellation)
    let violations = check.violations + check.explainedViolations
    return owners.findOwners(
      of: Set(violations.flatMap(\.lineNumbers) + check.groups.flatMap(\.lineNumbers)), in: &reader)
  }

  /// The scenario with the one design that logs: from the given file, or with every fault at a
  /// small rate.
  private func scenarioOfLog() throws(CommandError) -> Scenario {
    var scenario: Scenario
    if arguments.operands.count > 1 {
      let input = try input(arguments.operands[1])
      try checkUsers(of: input)
      scenario = input.scenario
      scenario.designs = [try oneDesign(of: scenario)]
    } else {
      let template = ScenarioTemplate.faults
      do throws(Problems) {
        let text = template.text(named: template.rawValue)
        scenario = try ScenarioReader.read(
          Array(text.utf8), file: template.rawValue, setting: arguments.settings)
      } catch { throw CommandError(problems: error.list) }
      if let seed = arguments.number(.seed) { scenario.seed = UInt64(seed) }
      if let users = arguments.number(.users) { scenario.userCount = users }
      scenario.designs = [try builtInDesign()]
    }
    (scenario.expectations, scenario.sampling, scenario.declaredPairs) = ([], .plain, nil)
    return scenario
  }

  private func builtInDesign() throws(CommandError) -> Design {
    let names = BuiltInDesign.all.map(\.design.name)
    guard let name = arguments.text(.design) else {
      throw CommandError("--design is missing; expected one of \(.names(names))")
    }
    if let found = BuiltInDesign.named(name) { return found.design }
    throw CommandError(
      "there is no built-in design \(name.quoted)", suggestion: NearestName.of(name, among: names))
  }
}
