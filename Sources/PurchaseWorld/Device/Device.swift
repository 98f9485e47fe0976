internal import EventEngine

/// The state of the app (D1).
enum AppState {
  case dead
  case launching
  case foreground
  /// The process exists and nothing in it runs (D5).
  case background
}

/// The login that happened in the background, where the process does not notice it (D5).
enum UnseenLogin {
  case nobody
  case another
  /// Any account, after none was logged in (C10).
  case first
}

/// The device: the app's process, what waits for it, and the login.
struct Device: ~Copyable {
  var state = State()
  /// Client events that wait for the foreground (D5).
  var suspended = List<Event>()

  struct State: BitwiseCopyable {
    var app = AppState.dead
    var process = ProcessID(0)
    /// The last time when the app was opened or brought to the front.
    var lastOpening = Instant.start
    /// The account that is logged in; the device's if none is (C10).
    var session = AccountID.own
    var missedLogin = UnseenLogin.nobody
    var missedLinkUp = false
  }

  mutating func reset() {
    state = State()
    suspended.removeAll()
  }

  mutating func restore(_ other: borrowing Device) {
    state = other.state
    suspended.replaceAll(with: other.suspended)
  }

  mutating func transcode(by bytes: inout StateSnapshot) {
    bytes.transcode(&state)
    bytes.transcode(&suspended)
  }

  /// Omits who is logged in: only what the app was notified of shows.
  func add(to print: inout StateHasher) {
    print.add(
      StateHasher.byte(state.app) | StateHasher.byte(state.missedLogin) << 8
        | StateHasher.byte(state.missedLinkUp) << 16)
    print.add(state.process)
    print.add(state.lastOpening)
    print.add(suspended.count)
    for place in suspended.indices { print.add(suspended[place]) }
  }
}
