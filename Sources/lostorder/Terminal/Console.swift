import CLibrary
package import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios
import Statistics
import Synchronization

/// The console: results go to standard output, everything else to standard error. Also holds the
/// cancellation token of the user.
package struct Console: Sendable {
  /// Prints text to standard output, in lines that fit the page (``OutputWidth/columns``).
  package var print: @Sendable (String) -> Void = { _ in }
  /// Whether standard output failed for another reason than a closed pipe.
  var hasLostOutput: @Sendable () -> Bool = { false }
  /// Whether standard output is closed, so that more output is wasted work.
  var hasClosedOutput: @Sendable () -> Bool = { false }
  /// Prints text to standard error, in lines that fit its terminal.
  package internal(set) var printError: @Sendable (String) -> Void
  /// Prints the progress line to standard error.
  var watch: @Sendable (String) -> Void
  var hasColor = false
  /// Whether standard error is a terminal on which to show progress.
  let showsProgress: Bool
  /// The columns of the terminal on standard output; nil if it is not a terminal, so lines may be
  /// long.
  var columns: Int?
  /// The columns of the terminal on standard error, where progress is shown.
  package var progressColumns = 80
  /// Asks long work to stop and report the results so far.
  package var cancellation = CancellationToken()
  /// Makes Ctrl-C raise ``stop``, for a command that checks it.
  var listen: @Sendable () -> Void = {}

  /// A console without results, which the user cannot stop.
  package init(showsProgress: Bool = false, printError: @escaping @Sendable (String) -> Void) {
    (self.showsProgress, self.printError, watch) = (showsProgress, printError, printError)
  }

  /// The console of the process.
  /// - Parameter language: the language of errors about standard output.
  /// - Parameter file: the file descriptor with which only the command writes to standard output.
  /// - Parameter commands: the names of the subcommands; lines with such a command are not broken.
  static func standard(_ language: Language, output file: Int32, commands: [String]) -> Console {
    let isPlain = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let isDumb = getenv("TERM").map { strcmp($0, "dumb") == 0 } ?? false
    let output = Output()
    let errorColumns = columns(of: STDERR_FILENO)
    var console = Console(showsProgress: errorColumns != nil && !isDumb) { text in
      put(errorColumns.map { text.wrapped(to: $0, commands: commands) } ?? text, to: STDERR_FILENO)
    }
    console.print = { text in
      if output.isClosed.load(ordering: .relaxed) { return }
      let error = put(
        OutputWidth.columns.map { text.wrapped(to: $0, commands: commands) } ?? text, to: file)
      if error == 0 { return }
      output.isClosed.store(true, ordering: .relaxed)
      if error == EPIPE { return }
      output.isLost.store(true, ordering: .relaxed)
      let refusal = CommandError(
        "cannot write results: standard output: \(SystemError.words(error))")
      put(refusal.text(in: language), to: STDERR_FILENO)
    }
    console.hasClosedOutput = { output.isClosed.load(ordering: .relaxed) }
    console.hasLostOutput = { output.isLost.load(ordering: .relaxed) }
    console.columns = columns(of: file)
    console.hasColor = console.columns != nil && !isPlain && !isDumb
    console.progressColumns = errorColumns ?? 80
    console.cancellation = CancellationSignals.sign
    console.listen = CancellationSignals.listen
    return console
  }

  /// Prints a result; returns the exit code of success.
  /// - Parameter isForPrograms: whether lines are kept as they are.
  @discardableResult func show(_ text: String, isForPrograms: Bool = false) -> ExitCode {
    if isForPrograms { OutputWidth.$columns.withValue(nil) { print(text) } } else { print(text) }
    return .holds
  }

  /// The state of standard output.
  private final class Output: Sendable { let isClosed = Atomic(false), isLost = Atomic(false) }

  /// The columns of a terminal: its own value, else the variable COLUMNS, else 80; nil if it is not
  /// a terminal.
  private static func columns(of file: Int32) -> Int? {
    guard isatty(file) == 1 else { return nil }
    var size = winsize()
    if ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    let width = getenv("COLUMNS").flatMap { Int(String(cString: $0)) } ?? 0
    return width > 0 ? width : 80
  }

  /// Writes the whole text; returns the error number, 0 for success.
  ///
  /// After an error, nothing more is written to standard output, but the work continues: a reader
  /// such as `head` has what it needs, and after a full disk other results may still fit elsewhere.
  @discardableResult private static func put(_ text: String, to file: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        let written = write(file, start, rest.count)
        if written < 0 {
          if errno == EINTR { continue }
          return errno
        }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
      }
      return 0
    }
  }
}
