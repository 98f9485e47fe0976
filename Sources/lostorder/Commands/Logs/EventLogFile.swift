import EventLogs
import CLibrary
import Experiments
import JSONText
import Scenarios

/// An event log on disk or standard input, open for reading.
struct EventLogFile: ~Copyable {
  /// The log as messages name it.
  let path: String
  private let file: Int32

  /// How long a pipe is waited for at once, in milliseconds.
  private static let patience: Int32 = 50
  private static let wanted: Phrase = "a log of events, JSON Lines or CSV"

  init(_ path: String) throws(Refusal) {
    self.path = path
    file = try EventLogFile.opened(path)
  }

  private static func opened(_ path: String) throws(Refusal) -> Int32 {
    // A path with a NUL would be cut there and name another file.
    if path.utf8.contains(0) { throw refusal(path, "this is not the name of a file") }
    if path == ScenarioFile.standardInput { return STDIN_FILENO }
    // A named pipe that nobody writes into yet would not be opened, however long that takes.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0 { throw unreadable(path, errno) }
    return file
  }

  deinit { if file != STDIN_FILENO { close(file) } }

  /// Whether it can be read from its beginning again.
  var canBeReadAgain: Bool { file != STDIN_FILENO && lseek(file, 0, SEEK_CUR) >= 0 }

  /// A reader from where the file stands, while the file is open.
  /// - Parameter stop: a raised sign ends the log where it is, even while nothing comes from a pipe.
  func reader(of keys: [String], stop: StopSign = StopSign()) -> EventLogReader {
    let file = file
    return EventLogReader(keys: keys) { room in
      while true {
        var waited = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        while poll(&waited, 1, EventLogFile.patience) <= 0 { if stop.cut != nil { return 0 } }
        if stop.cut != nil { return 0 }
        let count = read(file, room.baseAddress, room.count)
        if count >= 0 || errno != EINTR && errno != EAGAIN { return count }
      }
    }
  }

  /// Refuses what is no log, or cannot be read.
  func check(_ ending: EventLogReader.Step, missing: [String], _ map: EventMap) throws(Refusal) {
    if missing.contains(map.event) {
      throw EventLogFile.refusal(path, "column \(map.event.quoted) is missing")
    }
    switch ending {
    case .foreign(let what): throw EventLogFile.refusal(path, "the file is \(what)")
    case .list: throw EventLogFile.refusal(path, "the file is one list of JSON")
    case .failed(let error): throw EventLogFile.unreadable(path, error)
    case .line, .damaged, .end: break
    }
  }

  private static func unreadable(_ path: String, _ error: Int32) -> Refusal {
    refusal(path, "the file cannot be read (\(SystemError.words(error)))")
  }

  private static func refusal(_ path: String, _ what: Phrase) -> Refusal {
    Refusal(problems: [Problem(file: path, what: what, expected: wanted)])
  }
}

extension Call {
  /// What the names in a log mean, as `--map` says it.
  func eventMap(beside log: String) throws(Refusal) -> EventMap {
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
}
