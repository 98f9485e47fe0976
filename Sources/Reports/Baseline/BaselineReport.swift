import JSONText

/// What changed between two runs of some scenarios, as text for people.
package struct BaselineReport {
  private let comparisons: [BaselineComparison]
  /// Scenarios of which only one run is there.
  private let added: [String]
  private let missing: [String]
  /// How much a share may grow, from 0 to 1.
  private let tolerance: Double

  /// - Parameters:
  ///   - added: the scenarios that only the new run has.
  ///   - missing: those that only the old one has.
  package init(
    _ comparisons: [BaselineComparison], added: [String] = [], missing: [String] = [],
    tolerance: Double
  ) {
    self.comparisons = comparisons
    self.added = added
    self.missing = missing
    self.tolerance = tolerance
  }

  /// Whether anything got worse.
  package var hasRegression: Bool { comparisons.contains { !$0.regressions.isEmpty } }

  /// Whether something that was there, or all there is, cannot be compared.
  package var hasGap: Bool {
    !missing.isEmpty || comparisons.isEmpty
      || comparisons.contains { $0.changes.contains { $0.verdict == .incomparable } }
  }

  /// What changed, and the verdict.
  package var text: String {
    var lines: [String] = []
    for comparison in comparisons {
      let told = comparison.changes.filter { $0.verdict != .same }
      if told.isEmpty { continue }
      lines.append(comparison.name.escapingControls)
      for change in told {
        lines.append("  \(change.verdict.rawValue)  \(change.line.escapingControls)")
        if let replay = change.replay { lines.append("    \(replay)") }
      }
    }
    lines += added.map { "\($0.escapingControls): not in the baseline" }
    lines += missing.map { "\($0.escapingControls): in the baseline, and not in the new results" }
    if !lines.isEmpty { lines.append("") }
    return (lines + [verdict]).joined(separator: "\n") + "\n"
  }

  private var verdict: String {
    let count = { (verdict: BaselineComparison.Verdict) in
      comparisons.reduce(0) { $0 + $1.changes.count { $0.verdict == verdict } }
    }
    let words = [
      BaselineComparison.Verdict.worse, .better, .undecided, .changed, .incomparable,
    ].compactMap {
      verdict in count(verdict) == 0 ? nil : "\(Numerals.count(count(verdict))) \(verdict.rawValue)"
    }
    let found = words.isEmpty ? "nothing changed" : words.joined(separator: ", ")
    let scenarios =
      "\(Numerals.count(comparisons.count)) \(comparisons.count == 1 ? "scenario" : "scenarios")"
    if comparisons.isEmpty { return "baseline: nothing could be compared" }
    let rule =
      tolerance > 0
      ? "a share is worse if its interval says that it grew by more than"
        + " \(Numerals.short(tolerance * 1_000)) ‰"
      : "a share is worse if its interval, or the same users, say that it grew"
    return "baseline: \(found) in \(scenarios); \(rule)"
  }
}
