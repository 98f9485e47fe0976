import Experiments
import JSONText
import Reports
import Statistics
import Synchronization

/// Shows on standard error how far a run is, a line that writes over itself.
final class Progress: Sendable {
  private let name: String
  private let users: Int
  private let designs: [String]
  private let console: Console
  private let language: Language
  private let start = ContinuousClock.now
  /// The last percent, and when something was shown last.
  private let shown = Mutex((percent: -1, at: ContinuousClock.Instant?.none))

  /// How often rates are looked at again.
  private static let pause = Duration.milliseconds(250)
  /// How many designs are told of, those that lose least first.
  private static let leading = 2

  /// - Parameters:
  ///   - users: how many there are to do.
  ///   - designs: the names of the designs of a run.
  init(
    _ name: String, users: Int, designs: [String] = [], _ console: Console,
    _ language: Language = .en
  ) {
    self.name = name
    self.users = users
    self.designs = designs
    self.console = console
    self.language = language
  }

  /// Notes how many users are done; shows whole percents only, and never a lower one.
  func show(_ done: Int) {
    guard console.showsProgress else { return }
    let percent = Int(Double(done) / Double(users) * 100)
    shown.withLock { last in
      guard percent > last.percent else { return }
      last.percent = percent
      console.complain("\r\(name): \(percent) %")
    }
  }

  /// Shows how far a run is, how fast, how long it will take, and the designs that lose least so far.
  func show(_ run: RunProgress) {
    guard console.showsProgress else { return }
    let now = ContinuousClock.now
    shown.withLock { last in
      if let at = last.at, now - at < Progress.pause { return }
      last.at = now
      console.complain("\r\u{1B}[K" + line(run, after: now - start))
    }
  }

  /// What is shown of a run after some time.
  func line(_ run: RunProgress, after time: Duration) -> String {
    let seconds =
      Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
    let share = users > 0 ? Double(run.done) / Double(users) : 1
    var parts = ["\(name): \(Int(min(1, share) * 100)) %"]
    if seconds > 0, run.done > 0 {
      let rate = Double(run.done) / seconds
      parts.append(language("{0} users/s", Progress.short(rate)))
      parts.append(
        language("{0} left", Progress.time(Double(max(0, users - run.done)) / rate)))
    }
    let rated = zip(designs, run.rates()).compactMap { name, rate in
      rate.map { (name: name, rate: $0) }
    }
    // Sorting is stable, so that of equals the first of the scenario leads.
    let leading = rated.sorted { $0.rate.value < $1.rate.value }.prefix(Progress.leading)
    let words = leading.map { name, rate in
      "\(name.escapingControls) \(Progress.perMille(rate.value)) ‰"
        + " (\(Progress.perMille(rate.interval.low))–\(Progress.perMille(rate.interval.high)))"
    }
    if !words.isEmpty {
      parts.append(language("least lost so far: {0}", language.list(words)))
    }
    return language.list(parts)
  }

  private static func perMille(_ share: Double) -> String {
    let hundredths = Int((share * 100_000).rounded())
    return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
  }

  /// A number with two digits that count, in thousands or millions.
  private static func short(_ number: Double) -> String {
    let (scaled, unit) =
      number < 999.5 ? (number, "") : number < 999_500 ? (number / 1e3, "k") : (number / 1e6, "M")
    let tenths = Int((scaled * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)\(unit)" : "\(tenths / 10)\(unit)"
  }

  /// A time in its largest unit.
  private static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<99.5: "\(Int(seconds.rounded(.up))) s"
    case ..<5_940: "\(Int((seconds / 60).rounded(.up))) min"
    default: "\(Int((min(seconds, 3.6e8) / 3_600).rounded(.up))) h"
    }
  }

  /// Removes the line.
  func end() {
    guard console.showsProgress else { return }
    console.complain("\r\u{1B}[K")
  }
}
