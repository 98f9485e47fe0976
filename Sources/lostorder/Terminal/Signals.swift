import CLibrary
import Dispatch
import Experiments
import OwnClients
import Synchronization

/// Tells how to reproduce a bug of ours when a precondition stops the process.
///
/// A stopped process can do next to nothing: the line is made beforehand, and the handler only
/// writes it and ends. Its place must be known to all handlers, so it is the one piece of state
/// that belongs to the process: an address that is set whole or not at all.
package enum BugReport {
  /// The address of the line, which ends with a NUL; 0: none.
  private static let line = Atomic<UInt>(0)

  /// Sets the command that reproduces what happens from now on.
  /// - Parameter playsClients: whether clients of a team's own are played, whose mistakes end the process too.
  package static func prepare(reproducedBy command: String, playsClients: Bool = false) {
    let cause =
      playsClients
      ? "a client of a design, or lostorder itself, has stopped the process"
      : "this is a bug of lostorder"
    let text = "lostorder: \(cause); reproduce it with: \(command)\n"
    let fresh = strdup(text)
    let old = line.exchange(UInt(bitPattern: fresh), ordering: .acquiringAndReleasing)
    free(UnsafeMutableRawPointer(bitPattern: old))
  }

  /// Lets a mistake of ours end the process with the line and exit code 70.
  package static func install() {
    // A first look sets the place up; a handler must not.
    _ = line.load(ordering: .relaxed)
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
      signal(number) { _ in
        OwnClients.tellLife()
        if let text = UnsafePointer<CChar>(bitPattern: BugReport.line.load(ordering: .acquiring)) {
          _ = write(STDERR_FILENO, text, strlen(text))
        }
        _exit(70)
      }
    }
  }
}

/// Ctrl-C and SIGTERM, and the time limit: what asks a command to end with what it knows.
///
/// The handler of a signal is given nothing but the signal, so the sign that it raises is the second
/// piece of state, beside ``BugReport``, that belongs to the process. Those who work get it handed down.
enum Interruption {
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

  static func end(_ sign: StopSign, after time: Duration) {
    let limit = DispatchTime.now() + .milliseconds(Int(time / .milliseconds(1)))
    DispatchQueue.global().asyncAfter(deadline: limit) { sign.endTime() }
  }
}
