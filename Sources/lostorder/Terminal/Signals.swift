import CLibrary
import Dispatch
import Experiments
import OwnClients
import Reports
import Synchronization

/// Prints how to reproduce a bug when a failed precondition stops the process.
///
/// A stopped process can do very little. The text is therefore prepared in advance, and the signal
/// handler only writes it and exits. Signal handlers can reach only global state: an address that
/// is exchanged atomically.
package enum BugReport {
  /// The address of the lines, each terminated by a NUL, the last one by two; 0: none.
  ///
  /// The first line reports a bug of this program. Then follow pairs: the name of a client, and the
  /// beginning of the line to print if that client stops the process. The user number completes
  /// that line.
  private static let lines = Atomic<UInt>(0)

  /// Sets the lines to print if the process is stopped from now on.
  /// - Parameter command: the command that reproduces the bug.
  /// - Parameter clients: the simulated clients, each with the command that replays a user, without
  ///   the user number.
  package static func prepare(
    reproducedBy command: String, clients: [(name: String, replay: String)] = []
  ) {
    let reproduced = Program.invocation(command)
    let bug = "lostorder: this is a bug in lostorder; reproduce it with: \(reproduced)\n"
    let cause = "lostorder: a debug build prints the cause and its source line: "
    let others = clients.flatMap { [$0.name, cause + Program.debugInvocation($0.replay)] }
    let text = ([bug] + others).map { $0 + "\0" }.joined() + "\0"
    let fresh = malloc(text.utf8.count)
    if let fresh { memcpy(fresh, text, text.utf8.count) }
    let old = lines.exchange(UInt(bitPattern: fresh), ordering: .acquiringAndReleasing)
    free(UnsafeMutableRawPointer(bitPattern: old))
  }

  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

  /// Makes a crash of this program or of a client print a line and exit with 70.
  package static func install() {
    // The first access initializes the storage; a handler must not.
    _ = lines.load(ordering: .relaxed)
    _ = getpid()
    for number in signals {
      handle(number) { number in
        BugReport.printCause(number)
        OwnClients.endProcess(70)
      }
    }
    // A client that exits must not look like a successful run.
    atexit {
      guard OwnClients.writeRunContext(nil) != nil else { return }
      OwnClients.endProcess(70)
    }
  }

  /// Makes signals that end a foreign process, such as a test runner, first print the timeline of
  /// the simulated user.
  static func printClients() {
    for number in signals {
      var old = sigaction()
      guard sigaction(number, nil, &old) == 0, isDefault(old) else { continue }
      handle(number) { number in
        OwnClients.writeRunContext(number)
        // The crash is repeated with the default action, which ends the process.
        signal(number, SIG_DFL)
      }
    }
  }

  /// Handles a signal on the alternate stack, if the thread has one.
  private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = SA_ONSTACK
    sigaction(number, &action, nil)
  }

  private static func isDefault(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 0
    #elseif canImport(Musl)
      unsafeBitCast(action.__sa_handler.sa_handler, to: Int.self) == 0
    #else
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0
    #endif
  }

  /// Prints the cause of the crash; only async-signal-safe calls are allowed here.
  private static func printCause(_ signal: Int32) {
    guard var line = UnsafePointer<CChar>(bitPattern: lines.load(ordering: .acquiring)) else {
      OwnClients.writeRunContext(signal)
      return
    }
    guard let client = OwnClients.writeRunContext(signal) else {
      _ = write(STDERR_FILENO, line, strlen(line))
      return
    }
    line += strlen(line) + 1
    while line.pointee != 0 {
      let isIts = strcmp(line, client) == 0
      line += strlen(line) + 1
      if isIts {
        _ = write(STDERR_FILENO, line, strlen(line))
        return OwnClients.writeUser()
      }
      line += strlen(line) + 1
    }
  }
}

/// Ctrl-C, SIGTERM and the time limit: requests to stop and report the results so far.
///
/// A signal handler receives only the signal number, so this token is the second piece of global
/// state, besides ``BugReport``. All other code receives the token as a parameter.
enum CancellationSignals {
  static let sign = CancellationToken()
  private static let signals = [SIGINT, SIGTERM]

  /// Makes the first signal raise the token, and the next one end the process at once.
  @Sendable static func listen() {
    // The first access initializes the storage; a handler must not.
    _ = sign.interruption
    for number in signals {
      signal(number) { _ in
        CancellationSignals.sign.cancel()
        signal(SIGINT, SIG_DFL)
        signal(SIGTERM, SIG_DFL)
      }
    }
    // A parent thread that blocks signals passes its mask on to this process.
    var listened = sigset_t()
    sigemptyset(&listened)
    for number in signals { sigaddset(&listened, number) }
    pthread_sigmask(SIG_UNBLOCK, &listened, nil)
  }

  static func end(_ sign: CancellationToken, after time: Duration) {
    let limit = DispatchTime.now() + .milliseconds(Int(time / .milliseconds(1)))
    // A separate pool: tests that run commands keep the default queue busy.
    DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: limit) {
      sign.cancelAtTimeLimit()
    }
  }
}
