import CLibrary
import Experiments
import JSONText
import Reports
import Scenarios

extension Call {
  /// Counts an event log: the table on standard output, what became of its lines on standard error.
  func count() throws(Refusal) -> ExitCode {
    let path = arguments.operands[0]
    let map = try eventMap(beside: path)
    let (count, ending) = try counted(path, map)
    if count.bytes > 0 { console.complain(CountReport(count, map, of: path, language).text) }
    switch ending {
    case .foreign(let what): throw refusal(path, "the file is \(what)")
    case .list: throw refusal(path, "the file is one list of JSON")
    case .failed(let error):
      throw refusal(path, "the file cannot be read (\(SystemError.words(error)))")
    case .line, .damaged, .end: break
    }
    if count.counted == 0 {
      console.complain(language("{0}: no event was counted", path.escapingControls) + "\n")
      return count.damaged > 0 ? .badScenario : .undecided
    }
    let table = count.table(map)
    console.show(form == .json ? table.output.text : CSV.text(table.table), isForPrograms: true)
    return count.damaged > 0 && !arguments.has(.skipDamaged) ? .badScenario : .holds
  }

  private func eventMap(beside log: String) throws(Refusal) -> EventMap {
    guard let path = arguments.text(.map) else { return EventMap() }
    if path == ScenarioFile.standardInput, path == log {
      throw Refusal(problems: [
        Problem(file: path, what: "standard input is read once", expected: "it once")
      ])
    }
    do throws(Problems) {
      return try EventMap.read(
        try ScenarioFile.bytes(of: path, as: "a map of an event log"), file: path)
    } catch { throw Refusal(problems: error.list) }
  }

  private func counted(_ path: String, _ map: EventMap) throws(Refusal) -> (
    EventCount, EventLogReader.Step
  ) {
    let isInput = path == ScenarioFile.standardInput
    // A path with a NUL would be cut there and name another file.
    if path.utf8.contains(0) { throw refusal(path, "this is not the name of a file") }
    let file = isInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 {
      throw refusal(path, "the file cannot be read (\(SystemError.words(errno)))")
    }
    defer { if !isInput { close(file) } }
    var reader = EventLogReader(keys: EventCounter.keys(of: map)) { room in
      while true {
        let count = read(file, room.baseAddress, room.count)
        if count >= 0 || errno != EINTR { return count }
      }
    }
    var counter = EventCounter(map)
    let found = counter.run(&reader)
    if reader.missingColumns.contains(map.event) {
      throw refusal(path, "column \(map.event.quoted) is missing")
    }
    return found
  }

  private func refusal(_ path: String, _ what: Phrase) -> Refusal {
    Refusal(problems: [
      Problem(file: path, what: what, expected: "a log of events, JSON Lines or CSV")
    ])
  }
}
