import Dispatch
import Synchronization

/// Ends the process when a client does not come back from one moment of a life: a loop without an end, a lock.
///
/// The one place of a simulation that looks at the real clock: what it decides is no result.
enum Watchdog {
  private struct Watched {
    let mark: LifeMark
    /// The moment that it met when it was looked at last, and how often since.
    var moment: UInt64?, looks = 0
  }

  private static let watched = Mutex<[Watched]>([])
  /// How many seconds a moment may take, of which most take microseconds.
  static let most = 30

  /// Begins to look, once, every second from now on.
  private static let begin: Void = later()

  private static func later() {
    DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: .now() + 1) {
      look()
      later()
    }
  }

  static func watch(_ mark: LifeMark) {
    begin
    watched.withLock { $0.append(Watched(mark: mark)) }
  }

  static func forget(_ mark: LifeMark) { watched.withLock { $0.removeAll { $0.mark === mark } } }

  private static func look() {
    watched.withLock { all in
      for place in all.indices {
        let moment = all[place].mark.moment
        let isSame = moment != nil && moment == all[place].moment
        all[place].looks = isSame ? all[place].looks + 1 : 0
        all[place].moment = moment
        if all[place].looks >= most { all[place].mark.stop(.neverReturns) }
      }
    }
  }
}
