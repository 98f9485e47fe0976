import Dispatch
import Synchronization

/// Ends the process if a client does not return from one event, such as in an endless loop or a
/// deadlock.
///
/// This is the only use of the real clock in a simulation; it never affects a result.
enum Watchdog {
  private struct WatchedRun {
    let mark: RunContext
    /// The event at the last check, and the number of checks since it began.
    var moment: UInt64?, looks = 0
  }

  private static let watched = Mutex<[WatchedRun]>([])
  /// The maximum duration of an event, in seconds; most take microseconds.
  static let maximum = 30

  /// Starts the checks, once; they run every second.
  private static let begin: Void = later()

  private static func later() {
    DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: .now() + 1) {
      look()
      later()
    }
  }

  static func watch(_ mark: RunContext) {
    begin
    watched.withLock { $0.append(WatchedRun(mark: mark)) }
  }

  static func forget(_ mark: RunContext) { watched.withLock { $0.removeAll { $0.mark === mark } } }

  private static func look() {
    watched.withLock { all in
      for place in all.indices {
        let moment = all[place].mark.moment
        let isSame = moment != nil && moment == all[place].moment
        all[place].looks = isSame ? all[place].looks + 1 : 0
        all[place].moment = moment
        if all[place].looks >= maximum { all[place].mark.stop(.neverReturns) }
      }
    }
  }
}
