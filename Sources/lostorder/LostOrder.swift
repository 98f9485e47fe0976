import CLibrary
import JSONText
import OwnClients
public import PurchaseClientKit
import Reports
import Scenarios

/// The whole command line, for a package that has clients of its own.
///
/// ```swift
/// import LostOrder
/// LostOrder.main(clients: ["ours": { OurClient(device: $0) }])
/// ```
///
/// A scenario then plays them as `{"name": "today", "client": "ours", "store": "storeKit2"}` beside any designs.
public enum LostOrder {
  /// Makes a client for a process of the app on a device.
  public typealias Maker = @Sendable (Device) -> any PurchaseClient

  /// Runs the command with the arguments of the process, and ends with its code.
  /// - Parameter clients: by the names under which scenarios know them.
  public static func main(clients: [String: Maker] = [:]) -> Never {
    main(Array(CommandLine.arguments.dropFirst()), clients: clients)
  }

  /// Runs the command with arguments, in the place of the process's own.
  package static func main(_ words: [String], clients: [String: Maker]) -> Never {
    BugReport.install()
    // A file that may not grow is a failure to write like any other, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    // Nor is a reader who has gone away.
    signal(SIGPIPE, SIG_IGN)
    // A file must not get the number of a stream that is closed. Of what cannot be written writing says so.
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
    if !clients.isEmpty { DeterministicHashing.begin() }
    let language = Arguments.languageAsked(in: words)
    let output = clients.isEmpty ? STDOUT_FILENO : ClientOutput.separate()
    let console = Console.standard(language, output: output, commands: Subcommand.names)
    if !clients.isEmpty, !OwnClients.canBePlayed {
      console.complain(
        language.text(of: "lostorder: clients of a team's own need Swift 6.3 or newer") + "\n")
      exit(ExitCode.usage.rawValue)
    }
    OwnClients.guardProcess(!clients.isEmpty)
    let code = KnownMakers.$all.withValue(clients) {
      KnownClients.$all.withValue(OwnClients(clients).references) {
        Program.$call.withValue(Program.callAgain) { console.run(words) }
      }
    }
    OwnClients.guardProcess(false)
    exit((console.hasLostOutput() ? code.worse(.cannotWrite) : code).rawValue)
  }
}
