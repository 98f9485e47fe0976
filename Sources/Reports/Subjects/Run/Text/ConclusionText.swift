import Experiments
package import Methods
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// A conclusion in words: a label and what is said under it, for terminals, pages and pull requests.
///
/// Every part is put together from what the conclusion has found, so it cannot say anything else.
package struct ConclusionText {
  /// What is said of one question.
  package struct Part: Hashable, Sendable {
    package var label: String
    /// What is said, clause by clause.
    package var clauses: [String]
    /// The clauses in one text.
    package var text: String

    init(label: String, text: String) { (self.label, self.text, clauses) = (label, text, [text]) }

    init(label: String, _ clauses: [String], _ language: Language) {
      (self.label, self.clauses, text) = (label, clauses, language.clauses(clauses))
    }
  }

  let conclusion: Conclusion, language: Language

  /// How many names or changes are listed before the rest is counted.
  static let mostNames = 6, mostChanges = 4, mostRivals = 2

  package init(_ conclusion: Conclusion, _ language: Language = .en) {
    (self.conclusion, self.language) = (conclusion, language)
  }

  /// How sure all of it is together; nil where nothing is compared.
  package var certainty: String? {
    guard conclusion.comparisons > 0 else { return nil }
    let level = Numerals.percent(conclusion.level)
    let designs = language(
      "All named differences of designs hold together with {0} ({1} comparisons)", level,
      Numerals.count(conclusion.comparisons))
    let axes = conclusion.trials.map { trials in
      language(
        "those of axes do, too ({0} comparisons, {1} of the users)",
        Numerals.count(trials.comparisons), Numerals.count(trials.users))
    }
    return language(
      "{0}, if faults are as likely as the scenario says.",
      language.clauses([designs] + [axes].compactMap(\.self)))
  }

  /// The parts, in the order in which they are read.
  package var parts: [Part] {
    [
      best, leftOpen, ties, stores, others, tradeOff, better, timing, floor, decisive, costly, idle,
      rest, open, front,
    ].compactMap(\.self)
  }

  /// The conclusion in lines of a terminal.
  package func lines(columns: Int = 100) -> [String] {
    let width = parts.map { DisplayWidth.of($0.label) }.max() ?? 0
    return [language.sentences([language("conclusion:")] + [certainty].compactMap(\.self))]
      + parts.flatMap { part in
        broken(part.text, columns - width - 4).enumerated().map { number, line in
          "  " + DisplayWidth.padded(number == 0 ? part.label : "", to: width) + "  " + line
        }
      }
  }

  /// The conclusion for a pull request.
  package var markdown: [String] {
    let parts = parts.map { part in
      "- **\(part.label.escapingMarkdown)**: \(part.text.escapingMarkdown)"
    }
    return (certainty.map { [$0.escapingMarkdown, ""] } ?? []) + parts + [""]
  }

  /// A text in lines, with no number apart from its unit.
  private func broken(_ text: String, _ columns: Int) -> [String] {
    LineBreaking.lines(of: text.replacing(" ‰", with: "\u{A0}‰"), atMost: columns)
      .map { $0.replacing("\u{A0}‰", with: " ‰") }
  }

  func name(_ place: Int) -> String { conclusion.standings[place].name.escapingControls }
  var lead: String { name(conclusion.lead) }

  private func rate(_ place: Int) -> String { share(conclusion.rate(place)) }

  /// A share in per mille; of nothing the word.
  private func share(_ share: Double) -> String {
    share == 0 ? language("none") : Numerals.perMille(share) + " ‰"
  }

  func some(_ all: [String], most: Int) -> String { language.some(all, most: most) }

  /// Some names, each once.
  func each(_ names: [String]) -> [String] {
    names.indices.filter { !names[..<$0].contains(names[$0]) }.map { names[$0] }
  }

  private var best: Part? {
    let places = conclusion.best
    let fewest = language("fewest {0}", orders)
    guard places.count > 1 else {
      let rate = conclusion.standings[conclusion.lead].values[0]
      let interval = rate.map { Numerals.interval($0, language) } ?? "–"
      let text = language(
        "{0}: {1}, {2} ({3} ‰)", fewest, lead, self.rate(conclusion.lead), interval)
      return Part(label: language("best"), text: text)
    }
    let rated = places.map { language("{0} {1}", name($0), rate($0)) }
    let names = some(rated, most: ConclusionText.mostNames)
    let comparisons = Numerals.count(conclusion.comparisons)
    let text =
      conclusion.replications.map { replications in
        language(
          "{0}: {1}; {2} replications cannot tell them apart, with {3} comparisons at once", fewest,
          names, Numerals.count(replications), comparisons)
      }
      ?? language(
        "{0}: {1}; {2} users cannot tell them apart, with {3} comparisons at once", fewest,
        names, Numerals.count(conclusion.users), comparisons)
    return Part(label: language("best"), text: text)
  }

  /// The best of each store where there are several.
  private var stores: Part? {
    let told = conclusion.stores.map { kind, places in
      language(
        "{0}: {1}", kind.word,
        some(
          places.map { language("{0} {1}", name($0), rate($0)) }, most: ConclusionText.mostRivals))
    }
    return told.isEmpty ? nil : Part(label: language("of each store"), told, language)
  }

  /// What designs are ranked by.
  var orders: String { words(conclusion.objectives[0]) }

  /// What an objective counts.
  func words(_ objective: Objective) -> String {
    switch objective {
    case .lostOrders(let share): LossWords(share, language).orders
    case .lostSales: language("lost sales")
    case .doubleCharges: language("double charges")
    case .badDebt: language("bad debt")
    case .refundsAfterDelivery: language("refunds after the goods")
    }
  }

  /// Whether an objective is a number of things, of which there are fewer, and not an amount.
  private func isCount(_ objective: Objective) -> Bool { objective != .badDebt }

  /// A difference with its sign; of money for each thousand users.
  /// - Parameter users: how many it was counted over.
  func signed(_ difference: Estimate, over users: Int) -> String {
    let sign = difference.value < 0 ? "-" : "+"
    if difference.unit != .money {
      return sign + Numerals.perMille(difference.value.magnitude) + " ‰"
    }
    let amount = (difference.value.magnitude * 1_000 / Double(max(1, users))).rounded()
    let money = sign + Numerals.amount(Int(amount), conclusion.currency)
    return conclusion.currency == nil
      ? language("{0} minor units per 1,000 users", money) : language("{0} per 1,000 users", money)
  }

  private func signed(_ difference: Estimate) -> String {
    signed(difference, over: conclusion.users)
  }

  /// What those that cannot be told apart by lost orders differ in.
  private var ties: Part? {
    let clauses = conclusion.objectives.indices.dropFirst().compactMap { objective -> String? in
      let more = conclusion.best.dropFirst().compactMap { place -> (place: Int, by: Estimate)? in
        let relation = conclusion.relation(objective, from: conclusion.lead, to: place)
        guard let relation, relation.order == .more else { return nil }
        return (place, relation.difference)
      }
      if more.isEmpty { return nil }
      // Sorting is stable.
      let told = more.sorted { $0.by.value < $1.by.value }.map {
        language("{0} {1}", name($0.place), signed($0.by))
      }
      return language(
        "more {0} than {1}: {2}", words(conclusion.objectives[objective]), lead,
        upToLast(told, most: ConclusionText.mostRivals))
    }
    return clauses.isEmpty ? nil : Part(label: language("of these"), clauses, language)
  }

  private var others: Part? {
    let places = conclusion.others
    guard !places.isEmpty else { return nil }
    let told = places.compactMap { place in
      conclusion.relation(0, from: conclusion.lowest, to: place).map {
        language("{0} {1}", name(place), signed($0.difference))
      }
    }
    if told.isEmpty { return nil }
    return Part(
      label: language("lose more"),
      text: language(
        "than {0}: {1}", name(conclusion.lowest), upToLast(told, most: ConclusionText.mostNames)))
  }

  /// The first of some that are sorted, and the last.
  private func upToLast(_ told: [String], most: Int) -> String {
    guard let last = told.last, told.count > most + 1 else { return language.list(told) }
    return language("{0} … {1}", some(Array(told.dropLast()), most: most), last)
  }

  /// What other designs have less of than the leading one, and what they pay for it.
  private var tradeOff: Part? {
    guard conclusion.standings.count > 1 else { return nil }
    var (clauses, none): ([String], [Objective]) = ([], [])
    for (place, objective) in conclusion.objectives.enumerated().dropFirst() {
      let rivals = rivals(place)
      if rivals.isEmpty {
        none.append(objective)
        continue
      }
      let told = some(rivals.map { rival(place, $0) }, most: ConclusionText.mostRivals)
      clauses.append(
        isCount(objective)
          ? language("fewer {0} than {1}: {2}", words(objective), lead, told)
          : language("less {0} than {1}: {2}", words(objective), lead, told))
    }
    if !none.isEmpty {
      let list = language.list(none.map(words))
      clauses.append(
        none.allSatisfy(isCount)
          ? language("no design has fewer than {0} of: {1}", lead, list)
          : language("no design has less than {0} of: {1}", lead, list))
    }
    return Part(label: language("trade-off"), clauses, language)
  }

  /// The designs that have less of an objective than the leading one: those that are not beaten first, and
  /// of these those that lose fewest orders.
  private func rivals(_ objective: Int) -> [Int] {
    let all = conclusion.standings.indices.filter {
      conclusion.relation(objective, from: conclusion.lead, to: $0)?.order == .fewer
    }
    let rank = { (place: Int) in
      (conclusion.standings[place].beatenBy == nil ? 0 : 1, conclusion.rate(place), place)
    }
    return all.sorted { rank($0) < rank($1) }
  }

  private func rival(_ objective: Int, _ place: Int) -> String {
    guard let own = conclusion.relation(objective, from: conclusion.lead, to: place) else {
      return name(place)
    }
    let less = language("{0} {1}", name(place), signed(own.difference))
    guard let paid = conclusion.relation(0, from: conclusion.lead, to: place), paid.order == .more
    else { return less }
    return language("{0} (but {1} {2})", less, signed(paid.difference), orders)
  }

  /// A design with what it has less of than the leading one.
  private func praised(_ place: Int) -> String {
    let less = conclusion.objectives.indices.filter {
      conclusion.relation($0, from: conclusion.lead, to: place)?.order == .fewer
    }
    if less.isEmpty { return name(place) }
    let what = language.list(less.map { words(conclusion.objectives[$0]) })
    return less.allSatisfy { isCount(conclusion.objectives[$0]) }
      ? language("{0} (fewer {1})", name(place), what)
      : language("{0} (less {1})", name(place), what)
  }

  private var front: Part? {
    let (front, all) = (conclusion.front, conclusion.standings)
    guard all.count > 1 else { return nil }
    let names = some(front.map(praised), most: ConclusionText.mostNames)
    let beaten = all.count { $0.beatenBy != nil }
    let text =
      switch beaten {
      case 0: names
      case 1:
        language("{0}; 1 design is beaten in something and better in nothing", names)
      default:
        language(
          "{0}; {1} designs are beaten in something and better in nothing", names,
          Numerals.count(beaten))
      }
    return Part(label: language("Pareto front"), text: text)
  }

  private var floor: Part? {
    let text =
      conclusion.floor == 0
      ? language("nothing: at least one design loses no order to an app that is never opened again")
      : language(
        "{0} ‰ of charges: at least so many are lost under all designs because the app is never"
          + " opened again", Numerals.perMille(conclusion.floor))
    return Part(label: language("unavoidable"), text: text)
  }

  /// Where the leading design still loses orders.
  private var rest: Part? {
    let told = conclusion.drops.map { drop in
      language("{0} {1}", language.named(drop.point.rawValue), share(drop.rate))
    }
    guard let first = conclusion.drops.first else { return nil }
    return Part(
      label: language("still lost"),
      text: language(
        "under {0}: {1}; '{2}' tells what a name means", lead,
        some(told, most: ConclusionText.mostChanges),
        language.command("lostorder explain \(first.point.rawValue)")))
  }

  /// What the users do not tell, and how many would.
  private var open: Part? {
    let pairs = conclusion.best.dropFirst().compactMap { place in
      conclusion.relation(0, from: conclusion.lead, to: place).map { (place, $0) }
    }
    let told = pairs.map { place, relation -> String in
      if relation.isSame {
        return language("{0} and {1} lost the very same orders", lead, name(place))
      }
      guard let more = relation.usersToDecide(conclusion.replications ?? conclusion.users) else {
        return language("nothing tells {0} from {1}", lead, name(place))
      }
      return conclusion.replications == nil
        ? language(
          "about {0} users would tell {1} from {2}", Numerals.count(more), lead, name(place))
        : language(
          "about {0} replications would tell {1} from {2}", Numerals.count(more), lead, name(place))
    }
    guard !told.isEmpty else { return nil }
    return Part(label: language("undecided"), text: some(told, most: ConclusionText.mostRivals))
  }
}
