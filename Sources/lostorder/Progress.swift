import Synchronization

/// Shows on standard error how far a run is, a line that writes over itself.
final class Progress: Sendable {
  private let name: String
  private let users: Int
  private let console: Console
  private let shown = Mutex(-1)

  init(_ name: String, users: Int, _ console: Console) {
    self.name = name
    self.users = users
    self.console = console
  }

  /// Notes how many users are done; shows whole percents only, and never a lower one.
  func show(_ done: Int) {
    guard console.showsProgress else { return }
    let percent = Int(Double(done) / Double(users) * 100)
    shown.withLock { last in
      guard percent > last else { return }
      last = percent
      console.complain("\r\(name): \(percent) %")
    }
  }

  /// Removes the line.
  func end() {
    guard console.showsProgress else { return }
    console.complain("\r\u{1B}[K")
  }
}
