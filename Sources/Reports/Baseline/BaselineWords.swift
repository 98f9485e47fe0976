import Experiments
import Scenarios
import Statistics

/// What is said of changes between two runs.
extension BaselineComparison.Change {
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
    case .unmeasured(let compared, byBoth: false):
      language("{0}: {1} cannot be measured in one of the runs", design, compared.name(language))
    case .unmeasured(let compared, byBoth: true):
      language(
        "{0}: {1} cannot be measured in either run: nobody was charged", design,
        compared.name(language))
    case .tooFew(let compared, let charges):
      language(
        "{0}: {1} of {2} charges say nothing: losing all would look like losing none", design,
        compared.name(language), Numerals.count(charges))
    case .share(let compared, let shares): words(compared.name(language), shares, language)
    }
  }

  private func words(_ name: String, _ shares: Shares, _ language: Language) -> String {
    let (now, before) = (Numerals.perMille(shares.now), Numerals.perMille(shares.before))
    let low = Numerals.signedPerMille(shares.difference.low)
    let high = Numerals.signedPerMille(shares.difference.high)
    let words = language(
      "{0}: {1} {2} ‰, before {3} ‰; {4} to {5} ‰ more", design, name, now, before, low,
      high)
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

extension Share.Compared {
  fileprivate func name(_ language: Language) -> String {
    switch self {
    case .lost: language("lost orders")
    case .lostSale: language("lost sales")
    case .doubleCharge: language("double charges")
    case .duplicate: language("duplicate deliveries")
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
