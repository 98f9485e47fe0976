import EventLogs
import JSONText
import Reports
import Scenarios

extension CommandContext {
  /// Counts an event log: the table goes to standard output, the report on its lines to standard
  /// error.
  func count() throws(CommandError) -> ExitCode {
    let path = arguments.operands[0]
    let map = try eventMap(beside: path)
    let log = try EventLogFile(path)
    var reader = log.reader(of: LogLineCounter.keys(of: map))
    var counter = LogLineCounter(map)
    let (count, ending) = counter.countLines(of: &reader)
    let missing = reader.missingColumns
    if count.bytes > 0, !missing.contains(map.event) {
      console.printError(LogCountReport(count, map, of: path, language).text)
    }
    try log.check(ending, missing: missing, map)
    if arguments.has(.map), let key = count.missingKey(of: map) {
      printError(
        line: language("{0}: no line has the key {1} of the map", path.escapingControls, key.quoted)
      )
      return .badScenario
    }
    if count.counted == 0 {
      printError(line: language("{0}: no event was counted", path.escapingControls))
      return count.damaged.count > 0 ? .badScenario : .undecided
    }
    let table = count.observations(using: map)
    console.show(form == .json ? table.output.text : CSV.text(table.table), isForPrograms: true)
    return count.damaged.count > 0 && !arguments.has(.skipDamaged) ? .badScenario : .holds
  }
}
