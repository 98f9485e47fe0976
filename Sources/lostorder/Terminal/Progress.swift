package import Experiments
import JSONText
package import Reports
import Statistics
import Synchronization

/// Shows the progress of a run on standard error, in one line that is overwritten.
package final class Progress: Sendable {
  private let name: String, designs: [String]
  private let console: Console
  private let language: Language
  /// The last shown state, and the start of its phase.
  private let shown = Mutex(DisplayState())

  private struct DisplayState {
    var percent = -1
    var at: ContinuousClock.Instant?
    var phase: RunProgress.Phase?
    var began = ContinuousClock.now
  }

  /// The interval between updates of the rates.
  private static let pause = Duration.milliseconds(250)
  /// The number of designs shown, those with the lowest lost rates.
  private static let leading = 2

  /// - Parameter designs: the names of the designs of a run.
  package init(
    _ name: String, designs: [String] = [], _ console: Console, _ language: Language = .en
  ) { (self.name, self.designs, self.console, self.language) = (name, designs, console, language) }

  /// Shows the completed share in whole per cent; never a lower value than before.
  package func show(_ share: Double) {
    guard console.showsProgress else { return }
    shown.withLock { last in
      guard Int(share * 100) > last.percent else { return }
      last.percent = Int(share * 100)
      show(line(share, after: ContinuousClock.now - last.began))
    }
  }

  /// Shows the completed share, the speed, the time left in the phase, and the designs with the
  /// lowest lost rates so far.
  package func show(_ run: RunProgress) {
    guard console.showsProgress else { return }
    let now = ContinuousClock.now
    shown.withLock { last in
      if run.phase != last.phase { (last.phase, last.began) = (run.phase, now) }
      if let at = last.at, now - at < Progress.pause { return }
      last.at = now
      show(line(run, after: now - last.began))
    }
  }

  private func show(_ line: String) {
    // The last column stays free: some terminals wrap there.
    console.watch("\r\u{1B}[K" + DisplayWidth.cut(line, to: console.progressColumns - 1))
  }

  /// The line for a completed share after some time.
  package func line(_ share: Double, after time: Duration) -> String {
    let (done, seconds) = ("\(name): \(Int(share * 100)) %", time / .seconds(1))
    guard share > 0, seconds >= 1 else { return done }
    let left = Progress.time(seconds * (1 - share) / share)
    return language.list([done, language("{0} left", left)])
  }

  /// The line for a run after some time in its phase, shortened to the width of the terminal.
  package func line(_ run: RunProgress, after time: Duration) -> String {
    let seconds = time / .seconds(1)
    let share = run.users > 0 ? Double(run.done) / Double(run.users) : 1
    var parts = ["\(name): \(Int(min(1, share) * 100)) %"]
    if run.phase == .pilot { parts[0] += language(" of the pilot") }
    if run.phase == .secondPilot { parts[0] += language(" of the second pilot") }
    if seconds > 0, run.done > 0 {
      let rate = Double(run.done) / seconds
      parts.append(language("{0} users/s", Progress.short(rate)))
      parts.append(language("{0} left", Progress.time(Double(max(0, run.users - run.done)) / rate)))
    }
    let rated = zip(designs, run.rates()).compactMap { name, rate in rate.map { (name, $0) } }
    // Sorting is stable: of designs with equal rates, the first of the scenario leads.
    let leading = rated.sorted { $0.1.value < $1.1.value }.prefix(Progress.leading).map(words)
    let lines = (0...leading.count).reversed().map { count in
      let list = language.list(Array(leading.prefix(count)))
      return language.list(parts + (count == 0 ? [] : [language("least lost so far: {0}", list)]))
    }
    return lines.first { DisplayWidth.of($0) < console.progressColumns } ?? language.list(parts)
  }

  /// A design with its rate and the interval of the rate, in per mille.
  private func words(_ design: String, _ rate: Estimate) -> String {
    let perMille = { (share: Double) in NumberFormat.fixed(share * 1_000, digits: 2) }
    return "\(design.escapingControls) \(perMille(rate.value)) ‰"
      + " (\(perMille(rate.interval.low))–\(perMille(rate.interval.high)))"
  }

  /// A number with two significant digits, in thousands or millions.
  private static func short(_ number: Double) -> String {
    let (scaled, unit) =
      number < 999.5 ? (number, "") : number < 999_500 ? (number / 1e3, "k") : (number / 1e6, "M")
    let tenths = Int((scaled * 10).rounded())
    return (tenths < 100 ? NumberFormat.fixed(scaled, digits: 1) : "\(tenths / 10)") + unit
  }

  static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<99.5: "\(Int(seconds.rounded(.up))) s"
    case ..<5_940: "\(Int((seconds / 60).rounded(.up))) min"
    default: "\(Int((min(seconds, 3.6e8) / 3_600).rounded(.up))) h"
    }
  }

  /// Removes the progress line.
  func end() { if console.showsProgress { console.watch("\r\u{1B}[K") } }

  /// Runs work that reports progress, and removes the progress line afterwards.
  func end<Found, Failure>(_ work: (Progress) throws(Failure) -> Found) throws(Failure) -> Found {
    defer { end() }
    return try work(self)
  }
}
