import CLibrary
import JSONText
import OwnClients
public import PurchaseClientKit
import Reports
import Scenarios

/// The complete command line, for a package with its own clients.
///
/// ```swift
/// import LostOrder
/// LostOrder.main(clients: ["ours": { OurClient(device: $0) }])
/// ```
///
/// A scenario then uses them in its designs: `{"name": "today", "client": "ours", "store":
/// "storeKit2"}`.
public enum LostOrder {
  /// Creates a client for a process of the app on a device.
  public typealias ClientMaker = @Sendable (Device) -> any PurchaseClient

  /// Runs the command with the arguments of the process, and exits with its exit code.
  /// - Parameter clients: the clients, by their names in scenarios.
  public static func main(clients: [String: ClientMaker] = [:]) -> Never {
    main(Array(CommandLine.arguments.dropFirst()), clients: clients)
  }

  /// Runs the command with the given arguments instead of the process's.
  package static func main(_ words: [String], clients: [String: ClientMaker]) -> Never {
    BugReport.install()
    // A file size limit is an ordinary write error and must not end the process.
    signal(SIGXFSZ, SIG_IGN)
    // The same holds for a closed pipe.
    signal(SIGPIPE, SIG_IGN)
    // A file must not get the number of a closed standard stream; a later write reports the error.
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
    if !clients.isEmpty { ClientProcess.hashDeterministically() }
    let language = Arguments.requestedLanguage(in: words)
    let output = clients.isEmpty ? STDOUT_FILENO : ClientProcess.separateOutput()
    let console = Console.standard(language, output: output, commands: Subcommand.names)
    if !clients.isEmpty, !OwnClients.isSupported {
      console.printError(
        language.text(of: "lostorder: your own clients need Swift 6.3 or newer") + "\n")
      exit(ExitCode.usage.rawValue)
    }
    OwnClients.setClientBlame(isOn: !clients.isEmpty)
    let code = ClientFactories.$all.withValue(clients) {
      ClientRegistry.$all.withValue(OwnClients(clients).references) {
        Program.$printedName.withValue(Program.callAgain) { console.run(words) }
      }
    }
    OwnClients.setClientBlame(isOn: false)
    exit((console.hasLostOutput() ? code.worse(.cannotWrite) : code).rawValue)
  }
}
