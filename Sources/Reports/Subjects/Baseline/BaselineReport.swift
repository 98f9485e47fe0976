package import Methods
import Experiments
import JSONText
import Scenarios
import Statistics

/// Changes between two runs of some scenarios, as text for people.
package struct BaselineReport {
  private let comparisons: [BaselineComparison]
  /// Scenarios that only one of the runs contains.
  private let added, missing: [String]
  /// Tolerated increase of a share, from 0 to 1.
  private let tolerance: Double
  private let language: Language

  /// - Parameter added: scenarios that only the new run contains.
  /// - Parameter missing: scenarios that only the old run contains.
  package init(
    _ comparisons: [BaselineComparison], added: [String] = [], missing: [String] = [],
    tolerance: Double, _ language: Language = .en
  ) {
    (self.comparisons, self.added, self.missing) = (comparisons, added, missing)
    (self.tolerance, self.language) = (tolerance, language)
  }

  package var hasRegression: Bool { comparisons.contains { !$0.regressions.isEmpty } }

  /// Whether a scenario of the baseline, or everything, cannot be compared.
  package var hasGap: Bool {
    !missing.isEmpty || comparisons.isEmpty
      || comparisons.contains { $0.changes.contains { $0.verdict == .incomparable } }
  }

  package var text: String { text(isShort: false) }

  /// Changes and verdict, without undecided changes and replay commands.
  package var shortText: String { text(isShort: true) }

  private func text(isShort: Bool) -> String {
    let interrupted = language(
      "one of the runs is incomplete, so the two runs have different users")
    var lines: [String] = []
    for comparison in comparisons {
      let shown = comparison.lines(language).filter { !isShort || $0.verdict != .undecided }
      if shown.isEmpty, !comparison.hasInterruptedRun { continue }
      lines.append(comparison.name.escapingControls)
      if comparison.hasInterruptedRun { lines.append("  " + interrupted) }
      for line in shown {
        lines.append("  \(line.verdict.word(language))  \(line.words.escapingControls)")
        if !isShort, let replay = line.replay { lines.append("    " + language.command(replay)) }
      }
    }
    lines += added.map { language("{0}: not in the baseline", $0.escapingControls) }
    lines += missing.map {
      language("{0}: in the baseline, but not in the new results", $0.escapingControls)
    }
    if !lines.isEmpty { lines.append("") }
    return (lines + [verdict]).joined(separator: "\n") + "\n"
  }

  private var verdict: String {
    let found = comparisons.flatMap(\.changes).counted(language)
    if comparisons.isEmpty { return language("baseline: nothing could be compared") }
    let scenarios =
      comparisons.count == 1
      ? language("1 scenario") : language("{0} scenarios", NumberFormat.count(comparisons.count))
    let rule =
      tolerance > 0
      ? language(
        "a rate is worse if the interval of its difference is above {0} ‰",
        NumberFormat.short(tolerance * 1_000))
      : language(
        "a rate is worse if the interval of its difference is above 0; lost orders also if"
          + " significantly more of the same users lose one")
    return language("baseline: {0} in {1}; {2}", found, scenarios, rule)
  }
}

extension BaselineComparison {
  /// Text of one change, or of several undecided changes.
  struct Line { var verdict: ChangeVerdict, words: String, replay: String? }

  /// Most undecided changes in a line each; the same number is named if there are more.
  private static let maxUndecided = 3

  /// Changes in words, the most important first; equal ones are in design order.
  func lines(_ language: Language = .en) -> [Line] {
    ChangeVerdict.allCases.filter { $0 != .same }.flatMap { verdict in
      let all = changes.filter { $0.verdict == verdict }
      let isLong = verdict == .undecided && all.count > BaselineComparison.maxUndecided
      return isLong ? few(all, language) : all.map { line($0, language) }
    }
  }

  private func line(_ change: Change, _ language: Language) -> Line {
    Line(verdict: change.verdict, words: change.line(language), replay: change.replay)
  }

  /// Many undecided changes: lines for changed designs, and one line for the rest.
  private func few(_ all: [Change], _ language: Language) -> [Line] {
    let redesigned = all.indices.filter { !all[$0].changedAxes.isEmpty }
      .prefix(BaselineComparison.maxUndecided)
    let rest = all.indices.filter { !redesigned.contains($0) }
    let largest = rest.sorted { (-all[$0].size.magnitude, $0) < (-all[$1].size.magnitude, $1) }
    let largestNamed = language.some(
      largest.map { all[$0].sized(language) }, maximum: BaselineComparison.maxUndecided)
    let count = NumberFormat.count(rest.count)
    let words =
      rest.allSatisfy { all[$0].isOfShare }
      ? language("{0} rates, the largest changes: {1}", count, largestNamed)
      : language("{0} metrics, the largest changes: {1}", count, largestNamed)
    return redesigned.map { line(all[$0], language) }
      + [Line(verdict: .undecided, words: words, replay: nil)]
  }
}

extension [BaselineComparison.Change] {
  /// Number of changes per verdict.
  func counted(_ language: Language = .en) -> String {
    let words = BaselineComparison.ChangeVerdict.allCases.compactMap { verdict in
      let count = count { $0.verdict == verdict }
      return count == 0 ? nil : verdict.counted(count, language)
    }
    return words.isEmpty ? language("nothing changed") : language.list(words)
  }
}

/// Words for changes between two runs.
extension BaselineComparison.Change {
  /// Increase of a share; 0 for other metrics.
  fileprivate var size: Double {
    switch comparedValues {
    case .share(_, let shares): shares.now - shares.before
    case .replicated(_, let change) where change.unit == .share: change.now - change.before
    default: 0
    }
  }

  /// Whether the changed number is a share.
  fileprivate var isOfShare: Bool {
    if case .replicated(_, let change) = comparedValues { change.unit == .share } else { true }
  }

  /// The share and its increase, in short.
  fileprivate func sized(_ language: Language) -> String {
    let share: String
    switch comparedValues {
    case .share(let compared, _): share = Metric.share(compared).words(language)
    case .replicated(let metric, let change):
      share = metric.words(language)
      if change.unit != .share { return language("{0} of {1}", share, design) }
    default: return design
    }
    let grown = (size < 0.000_005 ? "" : "+") + NumberFormat.signedPerMille(size)
    return language("{0} of {1} {2} ‰", share, design, grown)
  }

  /// The change and the reason for its verdict, on one line.
  package var line: String { line(.en) }
  func line(_ language: Language) -> String {
    guard !changedAxes.isEmpty else { return words(language) }
    let standard = language("the default")
    let axes = changedAxes.map { axis in
      language("{0} is {1}, was {2}", axis.name, axis.now ?? standard, axis.before ?? standard)
    }
    return language.clauses([words(language), language("design changed: {0}", language.list(axes))])
  }

  private func words(_ language: Language) -> String {
    switch comparedValues {
    case .kind(isCase: true): language("{0} was a scenario and is a case now", design)
    case .kind(isCase: false): language("{0} was a case and is a scenario now", design)
    case .confidence(let now, let before):
      language(
        "{0}: the confidence level of intervals is {1} %, was {2} %; nothing is compared", design,
        NumberFormat.short(100 * now), NumberFormat.short(100 * before))
    case .added: language("{0} is new", design)
    case .gone: language("{0} is gone", design)
    case .ending(let now, let before):
      language("{0}: {1}, was {2}", design, now.words(language), before.words(language))
    case .unmeasured(let metric, byBoth: false):
      language("{0}: {1} cannot be measured in one of the runs", design, metric.words(language))
    case .unmeasured(let metric, byBoth: true):
      language(
        "{0}: {1} cannot be measured in either run: no user was charged", design,
        metric.words(language))
    case .sharing(isNow: true):
      language("users of {0} share a backend now, but did not before", design)
    case .sharing(isNow: false):
      language("users of {0} shared a backend before, but do not now", design)
    case .replicated(let metric, let change): words(metric, change, language)
    case .tooFew(let compared, let charges):
      language(
        "{0}: {2} charges are too few to compare {1}: losing all would not differ significantly"
          + " from losing none", design, Metric.share(compared).words(language),
        NumberFormat.count(charges))
    case .share(let compared, let shares):
      words(Metric.share(compared).words(language), shares, language)
    }
  }

  private func words(_ metric: Metric, _ change: ReplicatedChange, _ language: Language) -> String {
    let number = { ClaimText.number($0, change.unit, nil, language) }
    let words = language(
      "{0}: {1} {2}, was {3}", design, metric.words(language), number(change.now),
      number(change.before))
    let found = language(
      "higher in {0} of the replications, lower in {1}", "\(change.more)", "\(change.less)")
    guard let difference = change.difference else { return language.clauses([words, found]) }
    let (low, high) = (number(difference.low), number(difference.high))
    return language.clauses([words, language("{0} to {1} more", low, high)])
  }

  private func words(_ name: String, _ shares: Shares, _ language: Language) -> String {
    let (now, before) = (NumberFormat.perMille(shares.now), NumberFormat.perMille(shares.before))
    let low = NumberFormat.signedPerMille(shares.difference.low)
    let high = NumberFormat.signedPerMille(shares.difference.high)
    let words = language(
      "{0}: {1} {2} ‰, was {3} ‰; {4} to {5} ‰ more", design, name, now, before, low, high)
    guard let paired = shares.pairedUsers, !paired.hasIdenticalLosers else { return words }
    let (newly, noLonger) = (NumberFormat.count(paired.onlyNew), NumberFormat.count(paired.onlyOld))
    let pValue = NumberFormat.probability(shares.adjustedPValue)
    let users =
      switch (paired.isWeighted, paired.coversAllUsers) {
      case (true, true):
        language(
          "of the same users, {0} newly lose an order and {1} no longer do; adjusted p, weighted by"
            + " strata: {2}", newly, noLonger, pValue)
      case (true, false):
        language(
          "of the users that the summaries list, {0} newly lose an order and {1} no longer do;"
            + " adjusted p, weighted by strata: {2}", newly, noLonger, pValue)
      case (false, true):
        language(
          "of the same users, {0} newly lose an order and {1} no longer do; adjusted p {2}", newly,
          noLonger, pValue)
      case (false, false):
        language(
          "of the users that the summaries list, {0} newly lose an order and {1} no longer do;"
            + " adjusted p {2}", newly, noLonger, pValue)
      }
    return language.clauses([words, users])
  }
}

extension Metric {
  fileprivate func words(_ language: Language) -> String {
    switch self {
    case .share(.lost): language("lost orders")
    case .share(.autoRefunded): language("automatic refunds")
    case .share(.autoRefundedAfterDelivery): language("automatic refunds after delivery")
    case .share(.lostSale): language("lost sales")
    case .share(.doubleCharge): language("double charges")
    case .share(.duplicate): language("duplicate deliveries")
    default: language.named(name)
    }
  }
}

extension CaseOutcome {
  fileprivate func words(_ language: Language) -> String {
    let words = chargeWords(language)
    return flags.isEmpty ? words : language("{0} ({1})", words, flagWords(language))
  }
}

extension BaselineComparison.ChangeVerdict {
  func word(_ language: Language) -> String { words(0, language).one }

  /// Count of changes with this verdict; nil for verdicts without a count.
  func counted(_ count: Int, _ language: Language) -> String? { words(count, language).many }

  private func words(_ count: Int, _ language: Language) -> (one: String, many: String?) {
    let count = NumberFormat.count(count)
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
