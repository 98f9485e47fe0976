import CLibrary
import Synchronization

/// Whose life a client plays, where another thread and the handler of a signal can read it.
final class LifeMark: Sendable {
  /// Why a client's code ends the process.
  enum End {
    case stopped, overflows, leaves, leavesAtOnce, endsThread, otherThread, neverReturns

    var words: StaticString {
      switch self {
      case .stopped: " has stopped the process"
      case .overflows:
        " has used memory that is not there: most likely a function of it calls itself without end"
      case .leaves: " has ended the process with 'exit'"
      case .leavesAtOnce: " has ended the process with '_exit' or 'quick_exit'"
      case .endsThread: " has ended its thread with 'pthread_exit'"
      case .otherThread:
        " has used its device from a thread that is not its life's (a queue, a thread or a callback of its own)"
      case .neverReturns: " did not come back for half a minute: it loops, or blocks its thread"
      }
    }
  }

  /// Its name, as a C string that is never freed.
  private let client: UInt
  private let user = Atomic<UInt64>(0)
  /// How many moments have begun and ended: odd while one is met.
  private let turns = Atomic<UInt64>(0)

  /// The story of its life, kept by the thread of the life alone, and where others find it; 0: it is not told.
  private nonisolated(unsafe) var told: LifeStory?
  private let story = Atomic<UInt>(0)

  init(client: String) { self.client = UInt(bitPattern: strdup(client)) }

  /// Another life begins on this thread.
  func turn(to number: UInt64) {
    user.store(number, ordering: .relaxed)
    let new = LifeStory.current
    let address = new.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
    if story.load(ordering: .relaxed) == address { return }
    story.store(address, ordering: .releasing)
    told = new
  }

  @inline(__always) func begin() {
    turns.store(turns.load(ordering: .relaxed) | 1, ordering: .relaxed)
  }
  @inline(__always) func end() {
    turns.store(turns.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  /// The number of the moment that is met; nil between two.
  var moment: UInt64? {
    let turn = turns.load(ordering: .relaxed)
    return turn & 1 == 1 ? turn : nil
  }

  /// Ends the process.
  func stop(_ end: End) -> Never {
    tell(end)
    RealWorld.endProcess(70)
  }

  /// Writes the story of the life, if it is told, and whose it was on standard error, with nothing that a handler of a signal may not do.
  func tell(_ end: End) {
    if let address = UnsafeRawPointer(bitPattern: story.load(ordering: .acquiring)) {
      Unmanaged<LifeStory>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.tell() }
    }
    LifeMark.write("lostorder: client '")
    if let name { _ = CLibrary.write(STDERR_FILENO, name, strlen(name)) }
    LifeMark.write("', in the life of user ")
    LifeMark.write(user.load(ordering: .relaxed))
    LifeMark.write(",")
    LifeMark.write(end.words)
    LifeMark.write("\n")
  }

  /// The name of the client.
  var name: UnsafePointer<CChar>? { UnsafePointer(bitPattern: client) }

  /// Ends a line with the number of the user.
  func tellUser() {
    LifeMark.write(user.load(ordering: .relaxed))
    LifeMark.write("\n")
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
  /// Writes whose life this thread plays, if one of a client's, on standard error, and how it ends the process: for a
  /// handler of a signal.
  /// - Parameter signal: that has come; nil where the process is left with 'exit'.
  /// - Returns: the name of the client, which is never freed; nil if the thread plays none.
  @discardableResult package static func tellLife(_ signal: Int32?) -> UnsafePointer<CChar>? {
    guard let mark = JobQueue.host?.mark else { return nil }
    let end: LifeMark.End =
      switch signal {
      case nil: .leaves
      case SIGSEGV, SIGBUS: .overflows
      default: .stopped
      }
    mark.tell(end)
    return mark.name
  }

  /// Writes the number of the user whose life this thread plays, and ends the line.
  package static func tellUser() { JobQueue.host?.mark.tellUser() }
}
