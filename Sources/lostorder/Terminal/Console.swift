import CLibrary
package import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios
import Statistics
import Synchronization

/// Where the command's words go: results to standard output, all else to standard error; and how its
/// user asks it to stop.
package struct Console: Sendable {
  /// Takes text for standard output, in lines that fit the page (``Page/columns``).
  package var print: @Sendable (String) -> Void = { _ in }
  /// Whether standard output has refused some of it, and not because its reader has gone away.
  var hasLostOutput: @Sendable () -> Bool = { false }
  /// Whether nobody takes standard output any more, so that more of it is work for nothing.
  var hasClosedOutput: @Sendable () -> Bool = { false }
  /// Takes text for standard error, in lines that fit its terminal.
  package let complain: @Sendable (String) -> Void
  /// Takes the line that tells how far work is, there.
  var watch: @Sendable (String) -> Void
  var hasColor = false
  /// Whether somebody watches standard error, so that progress is worth showing.
  let showsProgress: Bool
  /// The columns of the terminal on standard output; nil when it is none, and lines may be long.
  var columns: Int?
  /// The columns of the terminal on standard error, on which progress is shown.
  package var progressColumns = 80
  /// Asks long work to end with what it knows.
  package var stop = StopSign()
  /// Lets Ctrl-C raise ``stop``, for a command that looks at it.
  var listen: @Sendable () -> Void = {}

  /// A console that shows no results, and whose user cannot ask it to stop.
  package init(showsProgress: Bool = false, complain: @escaping @Sendable (String) -> Void) {
    (self.showsProgress, self.complain, watch) = (showsProgress, complain, complain)
  }

  /// The console of the process.
  /// - Parameter language: in which it tells of what standard output refuses.
  /// - Parameter file: standard output, by the number under which the command alone writes to it.
  /// - Parameter commands: the names of the subcommands: a line with a call of one is not broken.
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
        Page.columns.map { text.wrapped(to: $0, commands: commands) } ?? text, to: file)
      if error == 0 { return }
      output.isClosed.store(true, ordering: .relaxed)
      if error == EPIPE { return }
      output.isLost.store(true, ordering: .relaxed)
      let refusal = Refusal("cannot write results: standard output: \(SystemError.words(error))")
      put(refusal.text(in: language), to: STDERR_FILENO)
    }
    console.hasClosedOutput = { output.isClosed.load(ordering: .relaxed) }
    console.hasLostOutput = { output.isLost.load(ordering: .relaxed) }
    console.columns = columns(of: file)
    console.hasColor = console.columns != nil && !isPlain && !isDumb
    console.progressColumns = errorColumns ?? 80
    console.stop = Interruption.sign
    console.listen = Interruption.listen
    return console
  }

  /// Prints what was asked for; the code with which to end.
  /// - Parameter isForPrograms: whether its lines stay as they are.
  @discardableResult func show(_ text: String, isForPrograms: Bool = false) -> ExitCode {
    if isForPrograms { Page.$columns.withValue(nil) { print(text) } } else { print(text) }
    return .holds
  }

  /// What became of standard output.
  private final class Output: Sendable { let isClosed = Atomic(false), isLost = Atomic(false) }

  /// The columns of a terminal: as it says, else as COLUMNS says, else 80; nil when it is none.
  private static func columns(of file: Int32) -> Int? {
    guard isatty(file) == 1 else { return nil }
    var size = winsize()
    if ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    let told = getenv("COLUMNS").flatMap { Int(String(cString: $0)) } ?? 0
    return told > 0 ? told : 80
  }

  /// Writes all of a text; the number of the error, 0 for none.
  ///
  /// Of standard output nothing more is told after an error, but the work goes on: a reader that has gone
  /// away, such as `head`, has all that it wants; and on a full disk there may be room for results elsewhere.
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
