package import Experiments
import JSONText
import Scenarios
import Statistics

/// A conclusion in words: a label and what is said under it, for terminals, pages and pull requests.
///
/// Every part is put together from what the conclusion has found, so it cannot say anything else.
package struct ConclusionText {
  /// What is said of one question.
  package struct Part: Hashable, Sendable { package var label: String, text: String }

  private let conclusion: Conclusion, language: Language

  /// How many names or changes are listed before the rest is counted.
  private static let mostNames = 6, mostChanges = 4, mostRivals = 2

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
      let count = (trials.effects.count + 1) * conclusion.objectives.count
      return language("those of axes do, too ({0} comparisons)", Numerals.count(count))
    }
    return language(
      "{0}, if faults are as likely as the scenario says.",
      language.clauses([designs] + [axes].compactMap(\.self)))
  }

  /// The parts, in the order in which they are read.
  package var parts: [Part] {
    [best, ties, others, tradeOff, timing, decisive, idle, floor, open, front, costly].compactMap(
      \.self)
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

  /// A text in lines, with no number apart from its unit.
  private func broken(_ text: String, _ columns: Int) -> [String] {
    LineBreaking.lines(of: text.replacing(" ‰", with: "\u{A0}‰"), atMost: columns)
      .map { $0.replacing("\u{A0}‰", with: " ‰") }
  }

  private func name(_ place: Int) -> String { conclusion.standings[place].name.escapingControls }
  private var lead: String { name(conclusion.lead) }

  private func rate(_ place: Int) -> String { Numerals.perMille(conclusion.rate(place)) + " ‰" }

  private func some(_ all: [String], most: Int) -> String { language.some(all, most: most) }

  /// Some names, each once.
  private func each(_ names: [String]) -> [String] {
    names.indices.filter { !names[..<$0].contains(names[$0]) }.map { names[$0] }
  }

  private var best: Part? {
    let places = conclusion.best
    let fewest = language("fewest {0}", orders)
    guard places.count > 1 else {
      let rate = conclusion.standings[conclusion.lead].values[0]
      let interval = rate.map { Numerals.interval($0, language) } ?? "–"
      let text = language("{0}: {1}, {2} ({3})", fewest, lead, self.rate(conclusion.lead), interval)
      return Part(label: language("best"), text: text)
    }
    let rated = places.map { language("{0} {1}", name($0), rate($0)) }
    return Part(
      label: language("best"),
      text: language(
        "{0}: {1}; {2} users cannot tell them apart", fewest,
        some(rated, most: ConclusionText.mostNames), Numerals.count(conclusion.users)))
  }

  /// What designs are ranked by.
  private var orders: String { words(conclusion.objectives[0]) }

  /// What an objective counts.
  private func words(_ objective: Objective) -> String {
    switch objective {
    case .lostOrders(.lostOrAutoRefunded): language("lost or auto-refunded orders")
    case .lostOrders: language("lost orders")
    case .lostSales: language("lost sales")
    case .doubleCharges: language("double charges")
    case .badDebt: language("bad debt")
    case .refundsAfterDelivery: language("refunds after the goods")
    }
  }

  /// Whether an objective is a number of things, of which there are fewer, and not an amount.
  private func isCount(_ objective: Objective) -> Bool { objective != .badDebt }

  /// What an objective counts in the trials: of a sum it is told over how many users it is.
  private func tried(_ objective: Objective) -> String {
    guard objective == .badDebt, let users = conclusion.trials?.users else {
      return words(objective)
    }
    return language("{0} of {1} users", words(objective), Numerals.count(users))
  }

  /// How much a difference is, without its sign.
  private func size(_ difference: Estimate) -> String {
    difference.unit == .money
      ? Numerals.amount(Int(difference.value.magnitude.rounded()), conclusion.currency)
      : Numerals.perMille(difference.value.magnitude) + " ‰"
  }

  /// A difference with its sign.
  private func signed(_ difference: Estimate) -> String {
    (difference.value < 0 ? "-" : "+") + size(difference)
  }

  /// What those that cannot be told apart by lost orders differ in.
  private var ties: Part? {
    let clauses = conclusion.objectives.indices.dropFirst().compactMap { objective -> String? in
      let told = conclusion.best.dropFirst().compactMap { place -> String? in
        let relation = conclusion.relation(objective, from: conclusion.lead, to: place)
        guard let relation, relation.order == .more else { return nil }
        return language("{0} {1}", name(place), signed(relation.difference))
      }
      if told.isEmpty { return nil }
      return language(
        "more {0} than {1}: {2}", words(conclusion.objectives[objective]), lead,
        some(told, most: ConclusionText.mostRivals))
    }
    return clauses.isEmpty
      ? nil : Part(label: language("of these"), text: language.clauses(clauses))
  }

  private var others: Part? {
    let places = conclusion.others
    guard !places.isEmpty else { return nil }
    let told = places.compactMap { place in
      conclusion.relation(0, from: conclusion.lowest, to: place).map {
        language("{0} {1}", name(place), signed($0.difference))
      }
    }
    let (most, last) = (ConclusionText.mostNames, told.last ?? "")
    let text =
      told.count > most + 1
      ? language("{0} … {1}", some(Array(told.dropLast()), most: most), last)
      : language.list(told)
    return Part(
      label: language("lose more"),
      text: language("than {0}: {1}", name(conclusion.lowest), text))
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
    return Part(label: language("trade-off"), text: language.clauses(clauses))
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
    return language(
      "{0} (for {1} {2})", less, signed(paid.difference), orders)
  }

  private var front: Part? {
    let (front, all) = (conclusion.front, conclusion.standings)
    guard all.count > 1 else { return nil }
    let names = some(front.map(name), most: ConclusionText.mostNames)
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

  /// The axes of which some step moved the lost orders, each with its largest step.
  private var decisive: Part? {
    guard let trials = conclusion.trials, !trials.effects.isEmpty else { return nil }
    let moving = moving(0)
    let shown = moving.prefix(ConclusionText.mostChanges)
    let named = shown.flatMap { $0.effect.step.axes.map(\.name) }
    let small = each(
      moving.flatMap { $0.effect.step.axes.map(\.name) }.filter { !named.contains($0) })
    let less = small.isEmpty ? [] : [language("smaller: {0}", language.list(small))]
    let text =
      moving.isEmpty
      ? language("none moves {0} by itself", orders)
      : language.clauses([language.list(shown.map { told($0.effect, $0.difference) })] + less)
    let left =
      trials.left.isEmpty
      ? []
      : [
        language(
          "not looked at, for it would take more than {0} designs: {1}",
          Numerals.count(AxisTrials.mostDesigns),
          some(trials.left.map(\.escapingControls), most: ConclusionText.mostNames))
      ]
    return Part(label: language("axes that count"), text: language.clauses([text] + left))
  }

  /// The axes that move anything else, each objective with its largest steps.
  private var costly: Part? {
    let clauses = conclusion.objectives.indices.dropFirst().compactMap { objective -> String? in
      let steps = moving(objective).prefix(ConclusionText.mostRivals)
      if steps.isEmpty { return nil }
      return language(
        "{0}: {1}", tried(conclusion.objectives[objective]),
        language.list(steps.map { told($0.effect, $0.difference) }))
    }
    return clauses.isEmpty
      ? nil : Part(label: language("for the rest"), text: language.clauses(clauses))
  }

  private func told(_ effect: AxisTrials.Findings.Effect, _ difference: Estimate) -> String {
    let axes = effect.step.axes.map { "\($0.name) \($0.from) → \($0.to)" }
    return language(
      "{0} {1} (from {2})", axes.joined(separator: " + ").escapingControls, signed(difference),
      effect.step.from.escapingControls)
  }

  /// The largest decided step of each group of axes by an objective, the largest first.
  private func moving(
    _ objective: Int
  ) -> [(effect: AxisTrials.Findings.Effect, difference: Estimate)] {
    var largest: [(effect: AxisTrials.Findings.Effect, difference: Estimate)] = []
    for effect in conclusion.trials?.effects ?? [] {
      guard let found = effect.relations[objective], found.order != .undecided else { continue }
      let names = effect.step.axes.map(\.name)
      let place = largest.firstIndex { $0.effect.step.axes.map(\.name) == names }
      guard let place else {
        largest.append((effect, found.difference))
        continue
      }
      if found.difference.value.magnitude > largest[place].difference.value.magnitude {
        largest[place] = (effect, found.difference)
      }
    }
    return largest.sorted { $0.difference.value.magnitude > $1.difference.value.magnitude }
  }

  /// The axes of which no step moved anything.
  private var idle: Part? {
    guard let trials = conclusion.trials else { return nil }
    let moved = conclusion.objectives.indices.flatMap { objective in
      moving(objective).flatMap { $0.effect.step.axes.map(\.name) }
    }
    let names = each(trials.effects.flatMap { $0.step.axes.map(\.name) })
      .filter { !moved.contains($0) }
    guard !names.isEmpty else { return nil }
    return Part(
      label: language("axes that do not"),
      text: language(
        "{0} (as far as {1} users show)", some(names, most: 2 * ConclusionText.mostNames),
        Numerals.count(trials.users)))
  }

  /// What it does to create the order of the leading design at the other time.
  private var timing: Part? {
    guard let trials = conclusion.trials else { return nil }
    let (step, users) = (trials.timing.step, Numerals.count(trials.users))
    let change = step.axes.map { "\($0.name) \($0.to)" }.joined(separator: " + ")
    let told = language("{0} with {1}", lead, change.escapingControls)
    let found = zip(conclusion.objectives, trials.timing.relations).enumerated().compactMap {
      index, pair -> String? in
      let (words, relation) = (tried(pair.0), pair.1)
      if let relation, relation.order != .undecided {
        return language("{0} {1}", words, signed(relation.difference))
      }
      guard index == 0 else { return nil }
      return relation == nil
        ? language("nobody is charged")
        : language("no difference in {0} that {1} users show", words, users)
    }
    return Part(label: "timing", text: language("{0}: {1}", told, language.list(found)))
  }

  private var floor: Part? {
    let text =
      conclusion.floor == 0
      ? language("no order: none is lost under all designs because the app is never opened again")
      : language(
        "{0} ‰ of charges: at least so many are lost under all designs because the app is never"
          + " opened again",
        Numerals.perMille(conclusion.floor))
    return Part(label: language("unavoidable"), text: text)
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
      guard let users = relation.usersToDecide(conclusion.users) else {
        return language("nothing tells {0} from {1}", lead, name(place))
      }
      return language(
        "about {0} users would tell {1} from {2}", Numerals.count(users), lead, name(place))
    }
    guard !told.isEmpty else { return nil }
    return Part(
      label: language("undecided"), text: some(told, most: ConclusionText.mostRivals))
  }
}
