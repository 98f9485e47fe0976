package import Methods
import Experiments
import JSONText
import Scenarios
import Statistics

/// What changed between two runs of some scenarios, as text for people.
package struct BaselineReport {
  private let comparisons: [BaselineComparison]
  /// Scenarios of which only one run is there.
  private let added, missing: [String]
  /// How much a share may grow, from 0 to 1.
  private let tolerance: Double
  private let language: Language

  /// - Parameter added: the scenarios that only the new run has.
  /// - Parameter missing: those that only the old one has.
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

  package var text: String { text(isShort: false) }

  /// What changed and the verdict, without what is undecided and the commands that play users again.
  package var shortText: String { text(isShort: true) }

  private func text(isShort: Bool) -> String {
    var lines: [String] = []
    for comparison in comparisons {
      let told = comparison.lines(language).filter { !isShort || $0.verdict != .undecided }
      if told.isEmpty, !comparison.isOfCut { continue }
      lines.append(comparison.name.escapingControls)
      if comparison.isOfCut {
        lines.append(
          "  " + language("one of the runs was cut short: its users are not those of the other"))
      }
      for line in told {
        lines.append("  \(line.verdict.word(language))  \(line.words.escapingControls)")
        if !isShort, let replay = line.replay { lines.append("    " + language.command(replay)) }
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
    let found = comparisons.flatMap(\.changes).counted(language)
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

extension BaselineComparison {
  /// What is told of one change, or of several that are undecided.
  struct Line { var verdict: Verdict, words: String, replay: String? }

  /// How many undecided changes are told one by one; of more so many are named.
  private static let mostUndecided = 3

  /// What is told of the changes, what matters most first; what is alike keeps the order of the designs.
  func lines(_ language: Language = .en) -> [Line] {
    Verdict.allCases.filter { $0 != .same }.flatMap { verdict in
      let all = changes.filter { $0.verdict == verdict }
      let isLong = verdict == .undecided && all.count > BaselineComparison.mostUndecided
      return isLong ? few(all, language) : all.map { line($0, language) }
    }
  }

  private func line(_ change: Change, _ language: Language) -> Line {
    Line(verdict: change.verdict, words: change.line(language), replay: change.replay)
  }

  /// Many undecided changes: some that tell how a design itself changed, and the others in one line.
  private func few(_ all: [Change], _ language: Language) -> [Line] {
    let redesigned = all.indices.filter { !all[$0].redesign.isEmpty }
      .prefix(BaselineComparison.mostUndecided)
    let rest = all.indices.filter { !redesigned.contains($0) }
    let largest = rest.sorted { (-all[$0].size.magnitude, $0) < (-all[$1].size.magnitude, $1) }
    let named = largest.map { all[$0].sized(language) }
    let largestNamed = language.some(named, most: BaselineComparison.mostUndecided)
    let count = Numerals.count(rest.count)
    let isOfShares = rest.allSatisfy { all[$0].isOfShare }
    let words =
      isOfShares
      ? language("{0} shares, the largest changes: {1}", count, largestNamed)
      : language("{0} metrics, the largest changes: {1}", count, largestNamed)
    return redesigned.map { line(all[$0], language) }
      + [Line(verdict: .undecided, words: words, replay: nil)]
  }
}

extension [BaselineComparison.Change] {
  /// How many changes came to which verdict.
  func counted(_ language: Language = .en) -> String {
    let words = BaselineComparison.Verdict.allCases.compactMap { verdict in
      let count = count { $0.verdict == verdict }
      return count == 0 ? nil : verdict.counted(count, language)
    }
    return words.isEmpty ? language("nothing changed") : language.list(words)
  }
}

/// What is said of changes between two runs.
extension BaselineComparison.Change {
  /// How much a share grew; 0 of what is no share.
  fileprivate var size: Double {
    switch found {
    case .share(_, let shares): shares.now - shares.before
    case .replicated(_, let change) where change.unit == .share: change.now - change.before
    default: 0
    }
  }

  /// Whether what it tells of is a share, and no time.
  fileprivate var isOfShare: Bool {
    if case .replicated(_, let change) = found { change.unit == .share } else { true }
  }

  /// The share and how much it grew, in a few words.
  fileprivate func sized(_ language: Language) -> String {
    let share: String
    switch found {
    case .share(let compared, _): share = Metric.share(compared).words(language)
    case .replicated(let metric, let change):
      share = metric.words(language)
      if change.unit != .share { return language("{0} of {1}", share, design) }
    default: return design
    }
    let grown = (size < 0.000_005 ? "" : "+") + Numerals.signedPerMille(size)
    return language("{0} of {1} {2} ‰", share, design, grown)
  }

  /// What changed and why it is decided so, in one line.
  package var line: String { line(.en) }
  func line(_ language: Language) -> String {
    guard !redesign.isEmpty else { return words(language) }
    let standard = language("the default")
    let axes = redesign.map { axis in
      language("{0} is {1}, before {2}", axis.name, axis.now ?? standard, axis.before ?? standard)
    }
    return language.clauses([words(language), language("in the design {0}", language.list(axes))])
  }

  private func words(_ language: Language) -> String {
    switch found {
    case .kind(isCase: true): language("{0} is a case now and was a scenario", design)
    case .kind(isCase: false): language("{0} is a scenario now and was a case", design)
    case .confidence(let now, let before):
      language(
        "{0}: the intervals are sure to {1} %, before to {2} %, so nothing is compared", design,
        Numerals.short(100 * now), Numerals.short(100 * before))
    case .added: language("{0} is new", design)
    case .gone: language("{0} is gone", design)
    case .ending(let now, let before):
      language("{0}: {1}, before {2}", design, now.words(language), before.words(language))
    case .unmeasured(let metric, byBoth: false):
      language("{0}: {1} cannot be measured in one of the runs", design, metric.words(language))
    case .unmeasured(let metric, byBoth: true):
      language(
        "{0}: {1} cannot be measured in either run: nobody was charged", design,
        metric.words(language))
    case .sharing(isNow: true):
      language("users of {0} share a backend now and did not before", design)
    case .sharing(isNow: false):
      language("users of {0} shared a backend before and do not now", design)
    case .replicated(let metric, let change): words(metric, change, language)
    case .tooFew(let compared, let charges):
      language(
        "{0}: {1} of {2} charges say nothing: losing all would look like losing none", design,
        Metric.share(compared).words(language), Numerals.count(charges))
    case .share(let compared, let shares):
      words(Metric.share(compared).words(language), shares, language)
    }
  }

  private func words(_ metric: Metric, _ change: ReplicatedChange, _ language: Language) -> String {
    let number = { ClaimText.number($0, change.unit, nil, language) }
    let words = language(
      "{0}: {1} {2}, before {3}", design, metric.words(language), number(change.now),
      number(change.before))
    let found = language(
      "more in {0} of the replications, less in {1}", "\(change.more)", "\(change.less)")
    guard let difference = change.difference else { return language.clauses([words, found]) }
    let (low, high) = (number(difference.low), number(difference.high))
    return language.clauses([words, language("{0} to {1} more", low, high)])
  }

  private func words(_ name: String, _ shares: Shares, _ language: Language) -> String {
    let (now, before) = (Numerals.perMille(shares.now), Numerals.perMille(shares.before))
    let low = Numerals.signedPerMille(shares.difference.low)
    let high = Numerals.signedPerMille(shares.difference.high)
    let words = language(
      "{0}: {1} {2} ‰, before {3} ‰; {4} to {5} ‰ more", design, name, now, before, low, high)
    guard let paired = shares.paired, !paired.isSame else { return words }
    let (newly, noLonger) = (Numerals.count(paired.onlyNew), Numerals.count(paired.onlyOld))
    let pValue = Numerals.probability(shares.pValue)
    let users =
      switch (paired.isWeighted, paired.all) {
      case (true, true):
        language(
          "of the same users {0} lose newly and {1} no longer, adjusted p by the weights of"
            + " strata {2}", newly, noLonger, pValue)
      case (true, false):
        language(
          "of the losers that summaries list {0} are new and {1} gone, adjusted p by the weights"
            + " of strata {2}", newly, noLonger, pValue)
      case (false, true):
        language(
          "of the same users {0} lose newly and {1} no longer, adjusted p {2}", newly, noLonger,
          pValue)
      case (false, false):
        language(
          "of the losers that summaries list {0} are new and {1} gone, adjusted p {2}", newly,
          noLonger, pValue)
      }
    return language.clauses([words, users])
  }
}

extension Metric {
  fileprivate func words(_ language: Language) -> String {
    switch self {
    case .share(.lost): language("lost orders")
    case .share(.autoRefunded): language("automatic refunds")
    case .share(.autoRefundedAfterDelivery): language("automatic refunds after the delivery")
    case .share(.lostSale): language("lost sales")
    case .share(.doubleCharge): language("double charges")
    case .share(.duplicate): language("duplicate deliveries")
    default: language.named(name)
    }
  }
}

extension Ending {
  fileprivate func words(_ language: Language) -> String {
    let words = chargeWords(language)
    return flags.isEmpty ? words : language("{0} ({1})", words, flagWords(language))
  }
}

extension BaselineComparison.Verdict {
  func word(_ language: Language) -> String { words(0, language).one }

  /// So many changes come to this; nil of those that are not counted.
  func counted(_ count: Int, _ language: Language) -> String? { words(count, language).many }

  private func words(_ count: Int, _ language: Language) -> (one: String, many: String?) {
    let count = Numerals.count(count)
    return switch self {
    case .worse: (language("worse"), language("{0} worse", count))
    case .better: (language("better"), language("{0} better", count))
    case .undecided: (language("undecided"), language("{0} undecided", count))
    case .changed: (language("changed"), language("{0} changed", count))
    case .incomparable: (language("incomparable"), language("{0} incomparable", count))
    case .same: (language("same"), nil)
    }
  }
}
