import Reports
import Synchronization

/// Buffered output and writes of a command, performed or discarded later.
final class BufferedConsole: Sendable {
  typealias Effect = @Sendable () throws(CommandError) -> Void

  private let effects = Mutex<[(isComplaint: Bool, effect: Effect)]>([])

  func add(isComplaint: Bool = false, _ effect: @escaping Effect) {
    effects.withLock { $0.append((isComplaint, effect)) }
  }

  /// Performs all buffered effects, in order.
  /// - Parameter onlyComplaints: whether results are skipped.
  func perform(onlyComplaints: Bool = false) throws(CommandError) {
    let all = effects.withLock { effects in
      defer { effects = [] }
      return effects
    }
    for (isComplaint, effect) in all where isComplaint || !onlyComplaints { try effect() }
  }
}

extension Console {
  /// The same console with buffered output; progress is still shown at once.
  func deferring(to deferred: BufferedConsole) -> Console {
    let (print, printError) = (print, printError)
    var console = self
    console.printError = { text in deferred.add(isComplaint: true) { printError(text) } }
    console.print = { text in
      // The width of lines is decided where they are printed.
      let columns = OutputWidth.columns
      deferred.add { OutputWidth.$columns.withValue(columns) { print(text) } }
    }
    return console
  }
}
