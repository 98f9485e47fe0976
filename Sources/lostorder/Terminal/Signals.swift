import CLibrary
import Dispatch
import Experiments
import OwnClients
import Reports
import Synchronization

/// Tells how to reproduce a bug of ours when a precondition stops the process.
///
/// A stopped process can do next to nothing: the line is made beforehand, and the handler only
/// writes it and ends. Its place must be known to all handlers, so it is the one piece of state
/// that belongs to the process: an address that is set whole or not at all.
package enum BugReport {
  /// The address of the lines, each of which ends with a NUL, the last with two; 0: none.
  ///
  /// The first is that of a bug of ours. Then come clients by their names, each with the beginning of the line that is
  /// said where it stops the process: the number of the user ends that.
  private static let lines = Atomic<UInt>(0)

  /// Sets what is said of what happens from now on.
  /// - Parameter command: what reproduces it.
  /// - Parameter clients: the names of clients that are played, and the commands that play a life of each, up to the
  ///   number of the user.
  package static func prepare(
    reproducedBy command: String, clients: [(name: String, life: String)] = []
  ) {
    let reproduced = Program.pasted(command)
    let bug = "lostorder: this is a bug of lostorder; reproduce it with: \(reproduced)\n"
    let others = clients.flatMap { client -> [String] in
      let life = Program.pastedDebug(client.life)
      return [client.name, "lostorder: a debug build tells the cause and the line of it: \(life)"]
    }
    let text = ([bug] + others).map { $0 + "\0" }.joined() + "\0"
    let fresh = malloc(text.utf8.count)
    if let fresh { memcpy(fresh, text, text.utf8.count) }
    let old = lines.exchange(UInt(bitPattern: fresh), ordering: .acquiringAndReleasing)
    free(UnsafeMutableRawPointer(bitPattern: old))
  }

  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

  /// Lets a mistake of ours, or of a client's, end the process with a line and exit code 70.
  package static func install() {
    // A first look sets the places up; a handler must not.
    _ = lines.load(ordering: .relaxed)
    _ = getpid()
    for number in signals {
      handle(number) { number in
        BugReport.tell(number)
        OwnClients.endProcess(70)
      }
    }
    // A client that leaves is no run that holds.
    atexit {
      guard OwnClients.tellLife(nil) != nil else { return }
      OwnClients.endProcess(70)
    }
  }

  /// Lets the signals that would end a process that is not ours, of tests say, tell the life of a client before.
  static func tellLives() {
    for number in signals {
      var old = sigaction()
      guard sigaction(number, nil, &old) == 0, isDefault(old) else { continue }
      handle(number) { number in
        OwnClients.tellLife(number)
        // What has led to it is met again, and ends the process.
        signal(number, SIG_DFL)
      }
    }
  }

  /// Handles a signal on a stack of its own, where the thread has one.
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

  /// Says what has stopped the process, with nothing that a handler of a signal may not do.
  private static func tell(_ signal: Int32) {
    guard var line = UnsafePointer<CChar>(bitPattern: lines.load(ordering: .acquiring)) else {
      OwnClients.tellLife(signal)
      return
    }
    guard let client = OwnClients.tellLife(signal) else {
      _ = write(STDERR_FILENO, line, strlen(line))
      return
    }
    line += strlen(line) + 1
    while line.pointee != 0 {
      let isIts = strcmp(line, client) == 0
      line += strlen(line) + 1
      if isIts {
        _ = write(STDERR_FILENO, line, strlen(line))
        return OwnClients.tellUser()
      }
      line += strlen(line) + 1
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
    // Of a pool of its own: tests that run commands keep that of the usual queue busy.
    DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: limit) { sign.endTime() }
  }
}
