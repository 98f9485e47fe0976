import EventLogs
import CLibrary
import Experiments
import JSONText
import Scenarios

/// An open event log, from a file or standard input.
struct EventLogFile: ~Copyable {
  /// The name of the log in messages.
  let path: String
  private let file: Int32

  /// The time for one wait for a pipe, in milliseconds.
  private static let patience: Int32 = 50
  private static let wanted: Phrase = "an event log, as JSON Lines or CSV"

  init(_ path: String) throws(CommandError) {
    // The C library would cut a path at a NUL and open another file.
    if path.utf8.contains(0) { throw EventLogFile.refusal(path, "this is not the name of a file") }
    // Without O_NONBLOCK, opening a named pipe without a writer would block.
    let file =
      path == ScenarioFileReader.standardInput
      ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0 { throw EventLogFile.unreadable(path, errno) }
    (self.path, self.file) = (path, file)
  }

  deinit { if file != STDIN_FILENO { close(file) } }

  /// Whether the log can be read again from its beginning.
  var canBeReadAgain: Bool { file != STDIN_FILENO && lseek(file, 0, SEEK_CUR) >= 0 }

  /// A reader from the current position, valid while the file is open.
  /// - Parameter stop: a raised token ends the log at once, even while a pipe is empty.
  func reader(of keys: [String], stop: CancellationToken = CancellationToken()) -> EventLogReader {
    let file = file
    return EventLogReader(keys: keys) { room in
      while true {
        var waited = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        while poll(&waited, 1, EventLogFile.patience) <= 0 {
          if stop.interruption != nil { return 0 }
        }
        if stop.interruption != nil { return 0 }
        let count = read(file, room.baseAddress, room.count)
        if count >= 0 || errno != EINTR && errno != EAGAIN { return count }
      }
    }
  }

  /// Rejects a file that is not a log or cannot be read.
  func check(_ ending: EventLogReader.Step, missing: [String], _ map: EventMap) throws(CommandError)
  {
    if missing.contains(map.event) {
      throw EventLogFile.refusal(path, "column \(map.event.quoted) is missing")
    }
    switch ending {
    case .foreign(let message): throw EventLogFile.refusal(path, "the file is \(message)")
    case .list: throw EventLogFile.refusal(path, "the file is a single JSON array")
    case .failed(let error): throw EventLogFile.unreadable(path, error)
    case .line, .damaged, .end: break
    }
  }

  private static func unreadable(_ path: String, _ error: Int32) -> CommandError {
    refusal(path, "the file cannot be read (\(SystemError.words(error)))")
  }

  private static func refusal(_ path: String, _ message: Phrase) -> CommandError {
    CommandError(problems: [Problem(file: path, message: message, expected: wanted)])
  }
}

extension CommandContext {
  /// The meaning of the names in a log, from `--map`.
  func eventMap(beside log: String) throws(CommandError) -> EventMap {
    guard let path = arguments.text(.map) else { return EventMap() }
    if path == ScenarioFileReader.standardInput, path == log {
      throw CommandError(problems: [
        Problem(file: path, message: "standard input can be read only once", expected: "one '-'")
      ])
    }
    do throws(Problems) {
      return try EventMap.read(
        try ScenarioFileReader.bytes(of: path, as: "a map of an event log"), file: path)
    } catch { throw CommandError(problems: error.list) }
  }
}
