internal import EventEngine

/// Where the app is (D1).
enum AppState {
  /// No process.
  case dead
  /// A process exists and is not ready.
  case launching
  /// The user looks at the app.
  case foreground
  /// The process exists and nothing in it runs (D5).
  case background
}

/// Who logged in while the app was in the background, where its process learns nothing (D5).
enum MissedLogin {
  case nobody
  /// Somebody else, after a logout.
  case another
  /// Whoever it was, after nobody had been logged in (C10).
  case first
}

/// The device: its process of the app, what waits for that, and who is logged in.
struct Device: ~Copyable {
  var state = State()
  /// Client events that wait for the foreground (D5).
  var suspended = List<Event>()

  struct State: BitwiseCopyable {
    var app = AppState.dead
    /// The newest process.
    var process = ProcessID(0)
    /// When the app was last opened or brought to the front.
    var lastOpening = Instant.start
    /// The account in use: that of whoever is logged in, the device's while nobody is (C10).
    var session = AccountID.own
    /// Who logged in while the app was in the background.
    var missedLogin = MissedLogin.nobody
    /// Whether the link came up while the app was in the background.
    var missedLinkUp = false
  }

  mutating func reset() {
    state = State()
    suspended.removeAll()
  }

  mutating func become(_ other: borrowing Device) {
    state = other.state
    suspended.replaceAll(with: other.suspended)
  }

  /// Goes into bytes, or comes out of them.
  mutating func carry(by bytes: inout StateBytes) {
    bytes.carry(&state)
    bytes.carry(&suspended)
  }

  /// Who is logged in is left out: only what the app was told of it shows.
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
