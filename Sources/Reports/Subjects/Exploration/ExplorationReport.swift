import JSONText
import Experiments
package import ExhaustiveSearch
package import PurchaseWorld

/// What placements of faults lead to under one design, as text for people.
package struct ExplorationReport {
  private let scenario: String
  private let journey: Journey
  private let found: Exploration
  private let faults: Int
  /// The number of kinds of faults that were explored.
  private let kinds: Int
  private let language: Language
  private let words: (Fault) -> String
  private let replay: ([PlannedFault]) -> String

  /// The most groups that are told of one drop point and one number of faults.
  private static let most = 8

  /// - Parameter words: a fault with its parameters, in the language.
  /// - Parameter replay: the command that plays placements again.
  package init(
    _ found: Exploration, of scenario: String, _ journey: Journey, faults: Int, kinds: Int,
    _ language: Language = .en, words: @escaping (Fault) -> String,
    replay: @escaping ([PlannedFault]) -> String
  ) {
    (self.found, self.scenario, self.journey) = (found, scenario, journey)
    (self.faults, self.kinds, self.language) = (faults, kinds, language)
    (self.words, self.replay) = (words, replay)
  }

  package static func legend(_ language: Language) -> String {
    language(
      "lost: placements that lose an order, need a human's help, or have Play refund it before the goods.\n"
        + "alike: of all placements, those that were not played, because a state was reached again from which\n"
        + "all had been explored. left out: where the exploration stopped, because some of the faults lose an\n"
        + "order by themselves. A set is minimal if no part of it loses; sets of the same kinds of faults share\n"
        + "an example.")
  }

  package var text: String {
    let (steps, choices) = ("\(found.steps)", "\(found.choices.count)")
    let head = [
      language(
        "{0}: {1} with {2} before any event", scenario.escapingControls,
        found.design.escapingControls, upTo),
      kinds == 1
        ? language(
          "{0}: {1} events without a fault; {2} faults of 1 kind", journey.words(language), steps,
          choices)
        : language(
          "{0}: {1} events without a fault; {2} faults of {3} kinds", journey.words(language),
          steps, choices, "\(kinds)"),
    ]
    // The ways to lose an order, those that need the fewest faults first.
    let ways = found.groups.flatMap(\.losses.ways).reduce(into: [LossSet.Way]()) { ways, way in
      if !ways.contains(way) { ways.append(way) }
    }
    return ([head, table.lines] + ways.map(block) + [[verdict]]).page
  }

  private var upTo: String { Numerals.upTo(faults: faults, language) }

  private var table: Table {
    let sizes = found.sizes.map { size in
      let minimal = found.groups.filter { $0.kinds.count == size.faults }
      let sets = minimal.reduce(0) { $0 + $1.count }
      return ["\(size.faults)"]
        + [size.placements, size.lost, sets, size.alike, size.leftOut].map { Numerals.count($0) }
    }
    let heads = [
      language("faults"), language("placements"), language("lost"), language("minimal\nsets"),
      language("alike"), language("left out"),
    ]
    let unharmed = ["0", "1", found.unharmed.isEmpty ? "0" : "1", "", "", ""]
    return Table(heads.map(Table.Head.numbers), [unharmed] + sizes)
  }

  /// Why the exploration says nothing about lost orders; nil if it does.
  package var trouble: String? {
    if found.saysSomething { return nil }
    let journey = journey.words(language)
    if !found.hasCharge {
      return language("{0}: nobody was charged, so no order could be lost", journey)
    }
    return found.placements == 0
      ? language("{0}: none of these faults can strike, so none could lose an order", journey)
      : language("{0}: none of these faults changes anything, so none could lose an order", journey)
  }

  /// One line: whether an order can be lost.
  package var verdict: String { language("verdict: {0}", finding) }

  private var finding: String {
    let design = found.design.escapingControls
    if let cut = found.cut { return unknown(cut) }
    if !found.unharmed.isEmpty {
      let ways = language.list(found.unharmed.ways.map(words))
      return found.groups.isEmpty
        ? language("{0} loses an order without any fault ({1})", design, ways)
        : language(
          "{0} loses an order without any fault ({1}); with faults also otherwise", design, ways)
    }
    if let trouble { return language("cannot tell: {0}", trouble) }
    let placements = Numerals.count(found.placements)
    if found.losesNothing {
      if faults == 0 { return language("no loss under {0} without any fault", design) }
      return kinds == 1
        ? language(
          "no loss under {0} with {1} of this kind, {2} placements", design, upTo, placements)
        : language(
          "no loss under {0} with {1} of these {2} kinds, {3} placements", design, upTo,
          "\(kinds)", placements)
    }
    let fewest = found.groups.map(\.kinds.count).min() ?? 0
    let ways = Set(found.groups.flatMap(\.losses.ways)).count
    return language(
      "{0} loses orders with {1}; {2} placements, {3}", design,
      fewest == 1 ? language("1 fault") : language("{0} faults", "\(fewest)"), placements,
      ways == 1 ? language("1 way") : language("{0} ways", "\(ways)"))
  }

  /// What is known of an exploration that was cut short.
  private func unknown(_ cut: Cut) -> String {
    let line = language("cannot tell: {0}", CutText.line(cut, users: nil, designs: [], language))
    if found.sizes.isEmpty { return line }
    let gone = Numerals.upTo(faults: found.sizes.count, isExact: false, language)
    let known =
      found.losesNothing
      ? language("nothing is lost with {0}", gone) : language("orders are lost with {0}", gone)
    return language.clauses([line, known])
  }

  private func words(_ way: LossSet.Way) -> String {
    let (kind, point) = way.words(language)
    return point.map { language.list([kind, $0]) } ?? kind
  }

  private func block(_ way: LossSet.Way) -> [String] {
    let groups = found.groups.filter { $0.losses.contains(way) }
    let sets = groups.reduce(0) { $0 + $1.count }
    let count =
      sets == 1 ? language("1 minimal set") : language("{0} minimal sets", Numerals.count(sets))
    var lines = [language("{0}: {1}", words(way), count)]
    for size in found.sizes.map(\.faults) {
      let these = groups.filter { $0.kinds.count == size }
      for group in these.prefix(ExplorationReport.most) { lines += told(group) }
      let rest = these.dropFirst(ExplorationReport.most)
      if !rest.isEmpty {
        lines.append(
          "  " + language("… and {0} more combinations of {1} faults", "\(rest.count)", "\(size)"))
      }
    }
    return lines
  }

  private func told(_ group: Exploration.Group) -> [String] {
    let plan = found.plan(group.example)
    let faults = zip(plan, group.example).map { planned, placement in
      language(
        "{0} at {1}, before {2}", words(planned.fault), Timeline.clock(placement.time),
        placement.kind.words(language))
    }
    let sets = group.count == 1 ? "" : language(" ({0} sets)", Numerals.count(group.count))
    return [
      "  " + faults.joined(separator: "\n   + ") + sets, "    " + language.command(replay(plan)),
    ]
  }
}

extension LossSet.Way {
  /// How an order was lost, and its drop point; nil of a rescued one.
  func words(_ language: Language) -> (kind: String, point: String?) {
    let named = { (word: String) in language.named(word) }
    return switch self {
    case .lost(let kind, let point): (named(kind.rawValue), named(point.rawValue))
    case .rescued: (named("rescued"), nil)
    case .takenBack(let kind, let point):
      (language("auto-refunded, {0}", named(kind.rawValue)), named(point.rawValue))
    }
  }
}

extension Journey {
  /// What the user does.
  func words(_ language: Language) -> String {
    switch self {
    case .one: language("one purchase")
    case .two: language("two purchases of one product, a minute apart")
    case .cancelled:
      language("a purchase, and a minute later another of the same product that is cancelled")
    case .planned: language("the taps of the plan")
    }
  }
}

extension StepKind {
  /// What comes next in a life.
  func words(_ language: Language) -> String {
    switch self {
    case .visit: language("a visit begins")
    case .leave: language("the user may leave")
    case .reopen: language("the app is reopened")
    case .ready: language("the app is ready")
    case .tap: language("the user taps Buy")
    case .patience: language("the user's patience ends")
    case .notice: language("the user misses the goods")
    case .support: language("support resolves a ticket")
    case .loggedIn: language("the user has logged in again")
    case .guestLogin: language("the guest logs in")
    case .decide: language("the user decides on the sheet")
    case .interrupt: language("the store interrupts the sheet")
    case .resolve: language("the user is done in the store")
    case .charge: language("the store takes the money")
    case .purchasing: language("the store calls back purchasing")
    case .purchased: language("the store calls back purchased")
    case .purchasedAgain: language("the store calls back purchased again")
    case .result: language("the purchase call ends")
    case .update: language("the store speaks of the purchase again")
    case .echo: language("`updates` reports the purchase again")
    case .lapse: language("the purchase lapses")
    case .serviceUp: language("the service is there again")
    case .notify: language("the store tells the backend")
    case .reconcile: language("the backend fetches charges")
    case .arrive: language("a request reaches the backend")
    case .checked: language("the check of the receipt ends")
    case .reply: language("a reply reaches the app")
    case .timeout: language("a request times out")
    case .retry: language("the app tries again")
    case .strike: language("an earlier fault acts")
    case .linkUp: language("the link may come up")
    case .switchBack: language("the first account logs in again")
    case .effect: language("the client has an effect")
    }
  }
}
