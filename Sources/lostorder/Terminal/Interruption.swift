import CLibrary
import Dispatch
import Experiments

/// Ctrl-C and SIGTERM, and the time limit: what asks a command to end with what it knows.
///
/// The handler of a signal is given nothing but the signal, so the sign that it raises is the second
/// piece of state, beside ``BugReport``, that belongs to the process. Those who work get it handed down.
enum Interruption {
  /// What a signal raises.
  static let sign = StopSign()

  private static let signals = [SIGINT, SIGTERM]

  /// Lets the first signal raise the sign, and the next one end the process at once.
  @Sendable static func listen() {
    // A first look sets the place up; a handler must not.
    _ = sign.cut
    for number in signals {
      signal(number) { _ in
        Interruption.sign.interrupt()
        signal(SIGINT, SIG_DFL)
        signal(SIGTERM, SIG_DFL)
      }
    }
    // Whoever starts a command from a thread that blocks signals hands that down.
    var listened = sigset_t()
    sigemptyset(&listened)
    for number in signals { sigaddset(&listened, number) }
    pthread_sigmask(SIG_UNBLOCK, &listened, nil)
  }

  /// Raises a sign after some time.
  static func end(_ sign: StopSign, after time: Duration) {
    let milliseconds = Int(time / .milliseconds(1))
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
      sign.endTime()
    }
  }
}
