import Reports
import Synchronization

/// What a command would print and write, kept until it is known whether it may.
final class Deferred: Sendable {
  typealias Effect = @Sendable () throws(Refusal) -> Void

  private let effects = Mutex<[(isComplaint: Bool, effect: Effect)]>([])

  func add(isComplaint: Bool = false, _ effect: @escaping Effect) {
    effects.withLock { $0.append((isComplaint, effect)) }
  }

  /// Does all of it, in order.
  /// - Parameter onlyComplaints: whether results are left out.
  func perform(onlyComplaints: Bool = false) throws(Refusal) {
    let all = effects.withLock { effects in
      defer { effects = [] }
      return effects
    }
    for (isComplaint, effect) in all where isComplaint || !onlyComplaints { try effect() }
  }
}

extension Console {
  /// The same console, whose words are kept but for how far work is.
  func deferring(to deferred: Deferred) -> Console {
    let (print, complain) = (print, complain)
    var console = Console(showsProgress: showsProgress) { text in
      deferred.add(isComplaint: true) { complain(text) }
    }
    console.watch = watch
    console.print = { text in
      // How wide lines are is decided where they are said.
      let columns = Page.columns
      deferred.add { Page.$columns.withValue(columns) { print(text) } }
    }
    (console.hasLostOutput, console.hasClosedOutput) = (hasLostOutput, hasClosedOutput)
    (console.hasColor, console.columns) = (hasColor, columns)
    (console.progressColumns, console.stop, console.listen) = (progressColumns, stop, listen)
    return console
  }
}
