import CLibrary
import Synchronization

/// The client and user that a thread simulates, readable by other threads and by signal handlers.
final class RunContext: Sendable {
  /// The way in which a client's code ends the process.
  enum End {
    case stopped, overflows, leaves, leavesAtOnce, endsThread, otherThread, neverReturns

    var words: StaticString {
      switch self {
      case .stopped: " stopped the process"
      case .overflows:
        " used memory that does not exist: a function of it probably calls itself without end"
      case .leaves: " ended the process with 'exit'"
      case .leavesAtOnce: " ended the process with '_exit' or 'quick_exit'"
      case .endsThread: " ended its thread with 'pthread_exit'"
      case .otherThread:
        " used its device from a thread other than the simulation's (a queue, a thread or a callback of its own)"
      case .neverReturns:
        " did not return for half a minute: it loops without end, or blocks its thread"
      }
    }
  }

  /// The client's name, as a C string that is never freed.
  private let client: UInt
  private let user = Atomic<UInt64>(0)
  /// The number of begun and ended events; odd while an event is handled.
  private let turns = Atomic<UInt64>(0)

  /// The recorded timeline: a reference owned by the simulating thread, and its address for
  /// readers; 0: not recorded.
  private nonisolated(unsafe) var recorded: LiveTimeline?
  private let story = Atomic<UInt>(0)

  init(client: String) { self.client = UInt(bitPattern: strdup(client)) }

  /// Begins the simulation of another user on this thread.
  func turn(to number: UInt64) {
    user.store(number, ordering: .relaxed)
    let new = LiveTimeline.current
    let address = new.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
    if story.load(ordering: .relaxed) == address { return }
    story.store(address, ordering: .releasing)
    recorded = new
  }

  @inline(__always) func begin() {
    turns.store(turns.load(ordering: .relaxed) | 1, ordering: .relaxed)
  }
  @inline(__always) func end() {
    turns.store(turns.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  /// The number of the event that is being handled; nil between two events.
  var moment: UInt64? {
    let turn = turns.load(ordering: .relaxed)
    return turn & 1 == 1 ? turn : nil
  }

  /// Ends the process.
  func stop(_ end: End) -> Never {
    writeEnd(end)
    RealWorld.endProcess(70)
  }

  /// Writes the recorded timeline, if any, and the client and user to standard error;
  /// async-signal-safe.
  func writeEnd(_ end: End) {
    if let address = UnsafeRawPointer(bitPattern: story.load(ordering: .acquiring)) {
      Unmanaged<LiveTimeline>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.dump() }
    }
    RunContext.write("lostorder: client '")
    if let name { _ = CLibrary.write(STDERR_FILENO, name, strlen(name)) }
    RunContext.write("' (user ")
    RunContext.write(user.load(ordering: .relaxed))
    RunContext.write(")")
    RunContext.write(end.words)
    RunContext.write("\n")
  }

  /// The name of the client.
  var name: UnsafePointer<CChar>? { UnsafePointer(bitPattern: client) }

  /// Writes the user number and ends the line.
  func writeUser() {
    RunContext.write(user.load(ordering: .relaxed))
    RunContext.write("\n")
  }

  private static func write(_ text: StaticString) {
    _ = CLibrary.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }

  private static func write(_ number: UInt64) {
    var power: UInt64 = 1
    while number / power >= 10 { power *= 10 }
    while power > 0 {
      var digit = UInt8(ascii: "0") + UInt8(number / power % 10)
      _ = CLibrary.write(STDERR_FILENO, &digit, 1)
      power /= 10
    }
  }
}

extension OwnClients {
  /// Writes the client and user of this thread to standard error, and how the client ends the
  /// process; for signal handlers.
  /// - Parameter signal: the received signal; nil if the process ends with `exit`.
  /// - Returns: the name of the client, which is never freed; nil if the thread simulates none.
  @discardableResult package static func writeRunContext(_ signal: Int32?) -> UnsafePointer<CChar>?
  {
    guard let mark = JobQueue.host?.mark else { return nil }
    let end: RunContext.End =
      switch signal {
      case nil: .leaves
      case SIGSEGV, SIGBUS: .overflows
      default: .stopped
      }
    mark.writeEnd(end)
    return mark.name
  }

  /// Writes the number of the user of this thread, and ends the line.
  package static func writeUser() { JobQueue.host?.mark.writeUser() }
}
