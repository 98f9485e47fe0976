import CLibrary
import Synchronization

/// Tells how to reproduce a bug of ours when a precondition stops the process.
///
/// A stopped process can do next to nothing: the line is made beforehand, and the handler only
/// writes it and ends. Its place must be known to all handlers, so it is the one piece of state
/// that belongs to the process: an address that is set whole or not at all.
package enum BugReport {
  /// The address of the line, which ends with a NUL; 0: none.
  private static let line = Atomic<UInt>(0)

  /// The signals by which a process stops itself or is stopped for a mistake of ours.
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

  /// Sets the command that reproduces what happens from now on.
  package static func prepare(reproducedBy command: String) {
    let text = "lostorder: this is a bug of lostorder; reproduce it with: " + command + "\n"
    let fresh = strdup(text)
    let old = line.exchange(UInt(bitPattern: fresh), ordering: .acquiringAndReleasing)
    free(UnsafeMutableRawPointer(bitPattern: old))
  }

  /// Lets a mistake of ours end the process with the line and exit code 70.
  package static func install() {
    // A first look sets the place up; a handler must not.
    _ = line.load(ordering: .relaxed)
    for number in signals {
      signal(number) { _ in
        if let text = UnsafePointer<CChar>(bitPattern: BugReport.line.load(ordering: .acquiring)) {
          _ = write(STDERR_FILENO, text, strlen(text))
        }
        _exit(70)
      }
    }
  }
}
