import JSONText

/// What changed between two runs of some scenarios, as text for people.
package struct BaselineReport {
  private let comparisons: [BaselineComparison]
  /// Scenarios of which only one run is there.
  private let added: [String]
  private let missing: [String]
  /// How much a share may grow, from 0 to 1.
  private let tolerance: Double
  private let language: Language

  /// - Parameters:
  ///   - added: the scenarios that only the new run has.
  ///   - missing: those that only the old one has.
  package init(
    _ comparisons: [BaselineComparison], added: [String] = [], missing: [String] = [],
    tolerance: Double, _ language: Language = .en
  ) {
    (self.comparisons, self.added, self.missing) = (comparisons, added, missing)
    (self.tolerance, self.language) = (tolerance, language)
  }

  package var hasRegression: Bool { comparisons.contains { !$0.regressions.isEmpty } }

  /// Whether something that was there, or all there is, cannot be compared.
  package var hasGap: Bool {
    !missing.isEmpty || comparisons.isEmpty
      || comparisons.contains { $0.changes.contains { $0.verdict == .incomparable } }
  }

  package var text: String {
    var lines: [String] = []
    for comparison in comparisons {
      // What matters most stands first; what is alike keeps the order of the designs.
      let told = BaselineComparison.Verdict.allCases.filter { $0 != .same }.flatMap { verdict in
        comparison.changes.filter { $0.verdict == verdict }
      }
      if told.isEmpty, !comparison.isOfCut { continue }
      lines.append(comparison.name.escapingControls)
      if comparison.isOfCut {
        lines.append(
          "  " + language("one of the runs was cut short: its users are not those of the other"))
      }
      for change in told {
        lines.append(
          "  \(change.verdict.word(language))  \(change.line(language).escapingControls)")
        if let replay = change.replay { lines.append("    " + language.command(replay)) }
      }
    }
    lines += added.map { language("{0}: not in the baseline", $0.escapingControls) }
    lines += missing.map {
      language("{0}: in the baseline, and not in the new results", $0.escapingControls)
    }
    if !lines.isEmpty { lines.append("") }
    return (lines + [verdict]).joined(separator: "\n") + "\n"
  }

  private var verdict: String {
    let changes = comparisons.flatMap(\.changes)
    let words = BaselineComparison.Verdict.allCases.compactMap { verdict in
      let count = changes.count { $0.verdict == verdict }
      return count == 0 ? nil : verdict.counted(count, language)
    }
    let found = words.isEmpty ? language("nothing changed") : language.list(words)
    if comparisons.isEmpty { return language("baseline: nothing could be compared") }
    let scenarios =
      comparisons.count == 1
      ? language("1 scenario") : language("{0} scenarios", Numerals.count(comparisons.count))
    let rule =
      tolerance > 0
      ? language(
        "a share is worse if its interval says that it grew by more than {0} ‰",
        Numerals.short(tolerance * 1_000))
      : language("a share is worse if its interval, or the same users, say that it grew")
    return language("baseline: {0} in {1}; {2}", found, scenarios, rule)
  }
}
