import Experiments
package import Methods
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// A conclusion in words for terminals, pages and pull requests: labels with texts.
///
/// Every part is derived from the results, so it cannot contradict them.
package struct ConclusionText {
  /// Answer to one question.
  package struct Part: Hashable, Sendable {
    package var label: String
    /// Text by clauses.
    package var clauses: [String]
    /// The clauses in one text.
    package var text: String

    init(label: String, text: String) { (self.label, self.text, clauses) = (label, text, [text]) }

    init(label: String, _ clauses: [String], _ language: Language) {
      (self.label, self.clauses, text) = (label, clauses, language.clauses(clauses))
    }
  }

  let conclusion: Conclusion, language: Language

  /// Most names or changes listed; the rest is counted.
  static let maxNames = 6, maxChanges = 4, maxRivals = 2

  package init(_ conclusion: Conclusion, _ language: Language = .en) {
    (self.conclusion, self.language) = (conclusion, language)
  }

  /// Joint confidence of all statements; nil if nothing is compared.
  package var jointConfidence: String? {
    let level = NumberFormat.percent(conclusion.confidence)
    let differences =
      conclusion.comparisonCount == 0
      ? nil
      : language(
        "With {0} confidence, all stated differences between designs are true ({1} comparisons)",
        level, NumberFormat.count(conclusion.comparisonCount))
    let effects = conclusion.ablation.map { ablation in
      let comparisons = NumberFormat.count(ablation.comparisonCount)
      let users = NumberFormat.count(ablation.users)
      return differences == nil
        ? language(
          "With {0} confidence, all stated effects of axes are true ({1} comparisons, in a simulation of {2} users)",
          level, comparisons, users)
        : language(
          "separately, with {0} confidence, all stated effects of axes are true ({1} comparisons, in another simulation of {2} users)",
          level, comparisons, users)
    }
    let clauses = [differences, effects].compactMap(\.self)
    if clauses.isEmpty { return nil }
    return language(
      "{0}. All of this assumes the fault probabilities of the scenario.", language.clauses(clauses)
    )
  }

  /// The parts in reading order.
  package var parts: [Part] {
    [
      best, leftOpen, ties, stores, others, tradeOff, better, timing, floor, decisive, costly, idle,
      rest, open, paretoFront,
    ].compactMap(\.self)
  }

  func name(_ place: Int) -> String { conclusion.standings[place].name.escapingControls }
  var leadingDesign: String { name(conclusion.leadingDesign) }

  func rate(_ place: Int) -> String { share(conclusion.lostOrderRate(of: place)) }

  /// A design with its lost-order rate.
  func rated(_ place: Int) -> String { language("{0} {1}", name(place), rate(place)) }

  /// Share in per mille; "none" for zero.
  func share(_ share: Double) -> String {
    share == 0 ? language("none") : NumberFormat.perMille(share) + " ‰"
  }

  func some(_ all: [String], maximum: Int) -> String { language.some(all, maximum: maximum) }

  /// The interval of the leading design's lost orders, without the unit.
  var leadingInterval: String {
    let rate = conclusion.standings[conclusion.leadingDesign].values[0]
    return rate.map { NumberFormat.interval($0, language) } ?? "–"
  }

  /// Number of independent observations: replications with a shared backend, otherwise users.
  var sampleSize: String { NumberFormat.count(conclusion.replicationCount ?? conclusion.users) }

  private var best: Part {
    let fewest = language("fewest {0}", orders)
    let names = some(conclusion.best.map(rated), maximum: Self.maxNames)
    let comparisons = NumberFormat.count(conclusion.comparisonCount)
    let text =
      if conclusion.best.count < 2 {
        language(
          "{0}: {1}, {2} ({3} ‰)", fewest, leadingDesign, rate(conclusion.leadingDesign),
          leadingInterval)
      } else if conclusion.replicationCount != nil {
        language(
          "{0}: {1}; not separated by {2} replications in {3} joint comparisons", fewest, names,
          sampleSize, comparisons)
      } else {
        language(
          "{0}: {1}; not separated by {2} users in {3} joint comparisons", fewest, names,
          sampleSize, comparisons)
      }
    return Part(label: language("best"), text: text)
  }

  /// The best designs of each store, if there are several stores.
  var stores: Part? {
    let clauses = conclusion.bestDesignsByStore.map { kind, places in
      language("{0}: {1}", kind.word, some(places.map(rated), maximum: Self.maxRivals))
    }
    return clauses.isEmpty ? nil : Part(label: language("of each store"), clauses, language)
  }

  /// The objective by which designs are ranked.
  var orders: String { words(conclusion.objectives[0]) }

  /// What an objective counts.
  func words(_ objective: Objective) -> String {
    switch objective {
    case .lostOrders(let share): LossTerms(share, language).orders
    case .lostSales: language("lost sales")
    case .doubleCharges: language("double charges")
    case .badDebt: language("bad debt")
    case .refundsAfterDelivery: language("refunds after delivery")
    }
  }

  /// Whether an objective is a count ("fewer") instead of an amount ("less").
  private func isCount(_ objective: Objective) -> Bool { objective != .badDebt }

  /// Difference with its sign; money is per thousand users.
  /// - Parameter users: number of users behind the difference.
  func signed(_ difference: Estimate, over users: Int) -> String {
    let sign = difference.value < 0 ? "-" : "+"
    if difference.unit != .money {
      return sign + NumberFormat.perMille(difference.value.magnitude) + " ‰"
    }
    let amount = (difference.value.magnitude * 1_000 / Double(max(1, users))).rounded()
    let money = sign + NumberFormat.amount(Int(amount), conclusion.currency)
    return conclusion.currency == nil
      ? language("{0} minor units per 1,000 users", money) : language("{0} per 1,000 users", money)
  }

  func signed(_ difference: Estimate) -> String { signed(difference, over: conclusion.users) }

  /// Differences among designs whose lost orders do not separate them.
  private var ties: Part? {
    let clauses = conclusion.objectives.indices.dropFirst().compactMap { objective -> String? in
      let more = conclusion.best.dropFirst().compactMap { place -> (place: Int, by: Estimate)? in
        guard let comparison = comparison(objective, with: place), comparison.direction == .more
        else { return nil }
        return (place, comparison.difference)
      }
      if more.isEmpty { return nil }
      // Sorting is stable.
      let items = more.sorted { $0.by.value < $1.by.value }.map {
        language("{0} {1}", name($0.place), signed($0.by))
      }
      return language(
        "more {0} than {1}: {2}", words(conclusion.objectives[objective]), leadingDesign,
        upToLast(items, maximum: Self.maxRivals))
    }
    return clauses.isEmpty ? nil : Part(label: language("among the best"), clauses, language)
  }

  /// The designs that lose significantly more than the lowest, each with its difference.
  var losingMore: [String] {
    conclusion.others.compactMap { place in
      conclusion.designComparison(0, from: conclusion.lowest, to: place).map {
        language("{0} {1}", name(place), signed($0.difference))
      }
    }
  }

  private var others: Part? {
    if losingMore.isEmpty { return nil }
    let names = upToLast(losingMore, maximum: Self.maxNames)
    return Part(
      label: language("lose more"), text: language("than {0}: {1}", name(conclusion.lowest), names))
  }

  /// Comparison of a design with the leading one by an objective.
  private func comparison(_ objective: Int, with place: Int) -> DesignComparison? {
    conclusion.designComparison(objective, from: conclusion.leadingDesign, to: place)
  }

  /// Whether a design is better than the leading one in an objective.
  private func isBetter(_ place: Int, in objective: Int) -> Bool {
    comparison(objective, with: place)?.direction == .fewer
  }

  /// The first items of a sorted list, and the last.
  func upToLast(_ items: [String], maximum: Int) -> String {
    guard let last = items.last, items.count > maximum + 1 else { return language.list(items) }
    return language("{0}, and at worst {1}", some(Array(items.dropLast()), maximum: maximum), last)
  }

  /// Objectives in which other designs are better than the leading one, and what they cost.
  private var tradeOff: Part? {
    guard conclusion.standings.count > 1 else { return nil }
    var (clauses, none): ([String], [String]) = ([], [])
    for (place, objective) in conclusion.objectives.enumerated().dropFirst() {
      let (what, rivals) = (words(objective), rivals(place))
      let designs = some(rivals.map { rival(place, $0) }, maximum: Self.maxRivals)
      if rivals.isEmpty {
        none.append(what)
      } else if isCount(objective) {
        clauses.append(language("fewer {0} than {1}: {2}", what, leadingDesign, designs))
      } else {
        clauses.append(language("less {0} than {1}: {2}", what, leadingDesign, designs))
      }
    }
    if !none.isEmpty {
      let list = language.list(none, ofWords: true)
      clauses.append(language("no design improves on {0} in: {1}", leadingDesign, list))
    }
    return Part(label: language("trade-off"), clauses, language)
  }

  /// Designs better than the leading one in an objective: non-dominated ones first, then by lost
  /// orders.
  func rivals(_ objective: Int) -> [Int] {
    let rank = { (place: Int) in
      let isDominated = conclusion.standings[place].dominatedBy != nil
      return (isDominated ? 1 : 0, conclusion.lostOrderRate(of: place), place)
    }
    return conclusion.standings.indices.filter { isBetter($0, in: objective) }
      .sorted { rank($0) < rank($1) }
  }

  /// A design with its advantage, and with its additional lost orders if it has any.
  func rival(_ objective: Int, _ place: Int) -> String {
    guard let gain = comparison(objective, with: place) else { return name(place) }
    let less = language("{0} {1}", name(place), signed(gain.difference))
    guard let paid = comparison(0, with: place), paid.direction == .more else { return less }
    return language("{0} (but {1} {2})", less, signed(paid.difference), orders)
  }

  /// A design, with the objectives in which it is better than the leading one.
  private func nameWithAdvantages(_ place: Int) -> String {
    let less = conclusion.objectives.indices.filter { isBetter(place, in: $0) }
      .map { conclusion.objectives[$0] }
    if less.isEmpty { return name(place) }
    let what = language.list(less.map(words), ofWords: true)
    return less.allSatisfy(isCount)
      ? language("{0} (fewer {1})", name(place), what)
      : language("{0} (less {1})", name(place), what)
  }

  private var paretoFront: Part? {
    guard conclusion.standings.count > 1 else { return nil }
    let names = some(conclusion.paretoFront.map(nameWithAdvantages), maximum: Self.maxNames)
    let text =
      switch conclusion.standings.count(where: { $0.dominatedBy != nil }) {
      case 0: names
      case 1: language("{0}; 1 design is dominated", names)
      case let beaten: language("{0}; {1} designs are dominated", names, NumberFormat.count(beaten))
      }
    return Part(label: language("Pareto front"), text: text)
  }

  var floor: Part? {
    let text =
      conclusion.floor == 0
      ? language("charges lost under every design because the app is never reopened: 0 ‰")
      : language(
        "charges lost under every design because the app is never reopened: at least {0} ‰",
        NumberFormat.perMille(conclusion.floor))
    return Part(label: language("unavoidable"), text: text)
  }

  /// Drop points of the leading design, with their shares.
  var dropPoints: [String] {
    conclusion.dropPointRates.map {
      let known = language("{0} {1}", language.named($0.point.rawValue), share($0.rate))
      return language == .en ? "\(known) (\($0.point.title))" : known
    }
  }

  private var rest: Part? {
    guard let first = conclusion.dropPointRates.first else { return nil }
    let command = language.command("lostorder explain \(first.point.rawValue)")
    return Part(
      label: language("still lost"),
      text: language(
        "under {0}: {1}; '{2}' explains a name", leadingDesign,
        some(dropPoints, maximum: Self.maxChanges), command))
  }

  /// Undecided pairs, and the number of users that would decide them.
  private var open: Part? {
    let texts = conclusion.best.dropFirst().compactMap { place -> String? in
      guard let comparison = comparison(0, with: place) else { return nil }
      let name = name(place)
      if comparison.hasIdenticalCounts {
        return language("{0} and {1} lost the same orders", leadingDesign, name)
      }
      let size = comparison.usersToDecide(conclusion.replicationCount ?? conclusion.users)
      guard let more = size.map(NumberFormat.count) else {
        return language("{0} and {1} cannot be separated", leadingDesign, name)
      }
      return conclusion.replicationCount == nil
        ? language("about {0} users would separate {1} from {2}", more, leadingDesign, name)
        : language("about {0} replications would separate {1} from {2}", more, leadingDesign, name)
    }
    guard !texts.isEmpty else { return nil }
    return Part(label: language("undecided"), text: some(texts, maximum: Self.maxRivals))
  }
}

extension Array where Element: Equatable {
  /// The elements without repetitions, in order of first occurrence.
  var uniqued: [Element] { indices.filter { !self[..<$0].contains(self[$0]) }.map { self[$0] } }
}
