package import Experiments
import JSONText
package import PurchaseWorld
import Statistics

/// What placements of faults lead to under one design, as text for people.
package struct ExplorationReport {
  private let scenario: String
  private let journey: Journey
  private let found: Exploration
  private let faults: Int
  /// The number of kinds of faults that were explored.
  private let kinds: Int
  private let words: (Fault) -> String
  private let replay: ([PlannedFault]) -> String

  /// The most groups that are told of one drop point and one number of faults.
  private static let most = 8

  package init(
    _ found: Exploration, of scenario: String, _ journey: Journey, faults: Int, kinds: Int,
    words: @escaping (Fault) -> String, replay: @escaping ([PlannedFault]) -> String
  ) {
    (self.found, self.scenario, self.journey) = (found, scenario, journey)
    (self.faults, self.kinds, self.words, self.replay) = (faults, kinds, words, replay)
  }

  package static let legend = [
    "lost: placements that lose an order, need a human's help, or have Play refund it before the goods.",
    "alike: of all placements, those that were not played, because a state was reached again from which",
    "all had been explored. left out: where the exploration stopped, because some of the faults lose an",
    "order by themselves. A set is minimal if no part of it loses; sets of the same kinds of faults share",
    "an example.",
  ]

  package var text: String {
    let head = [
      "\(scenario.escapingControls): \(found.design.escapingControls) with \(upTo) before any event",
      "\(journey.words): \(found.steps) events without a fault; \(found.choices.count) faults of"
        + " \(kinds) \(kinds == 1 ? "kind" : "kinds")",
    ]
    // The ways to lose an order, those that need the fewest faults first.
    let ways = found.groups.flatMap(\.losses.ways).reduce(into: [LossSet.Way]()) { ways, way in
      if !ways.contains(way) { ways.append(way) }
    }
    return ([head, table.lines] + ways.map(block) + [[verdict]]).page
  }

  private var upTo: String { Numerals.upTo(faults: faults) }

  private var table: Table {
    let sizes = found.sizes.map { size in
      let minimal = found.groups.filter { $0.kinds.count == size.faults }
      let sets = minimal.reduce(0) { $0 + $1.count }
      return ["\(size.faults)"]
        + [size.placements, size.lost, sets, size.alike, size.leftOut].map { Numerals.count($0) }
    }
    let heads = ["faults", "placements", "lost", "minimal\nsets", "alike", "left out"]
    let unharmed = ["0", "1", found.unharmed.isEmpty ? "0" : "1", "", "", ""]
    return Table(heads.map(Table.Head.numbers), [unharmed] + sizes)
  }

  /// Why the exploration says nothing about lost orders; nil if it does.
  package var trouble: String? {
    if found.saysSomething { return nil }
    if !found.hasCharge { return "\(journey.words): nobody was charged, so no order could be lost" }
    let why = found.placements == 0 ? "can strike" : "changes anything"
    return "\(journey.words): none of these faults \(why), so none could lose an order"
  }

  /// One line: whether an order can be lost.
  package var verdict: String {
    let design = found.design.escapingControls
    if let cut = found.cut {
      let gone = found.sizes.count == 1 ? "1 fault" : "\(found.sizes.count) faults"
      let known = found.losesNothing ? "nothing is lost" : "orders are lost"
      return "verdict: cannot tell: \(CutText.line(cut, users: nil, designs: []))"
        + (found.sizes.isEmpty ? "" : "; \(known) with up to \(gone)")
    }
    if !found.unharmed.isEmpty {
      let ways = found.unharmed.ways.map(ExplorationReport.words).joined(separator: ", ")
      let more = found.groups.isEmpty ? "" : "; with faults also otherwise"
      return "verdict: \(design) loses an order without any fault (\(ways))\(more)"
    }
    if let trouble { return "verdict: cannot tell: \(trouble)" }
    if found.losesNothing {
      if faults == 0 { return "verdict: no loss under \(design) without any fault" }
      let these = kinds == 1 ? "this kind" : "these \(kinds) kinds"
      return "verdict: no loss under \(design) with \(upTo) of \(these),"
        + " \(Numerals.count(found.placements)) placements"
    }
    let fewest = found.groups.map(\.kinds.count).min() ?? 0
    let ways = Set(found.groups.flatMap(\.losses.ways)).count
    return "verdict: \(design) loses orders with \(fewest) \(fewest == 1 ? "fault" : "faults");"
      + " \(Numerals.count(found.placements)) placements, \(ways) \(ways == 1 ? "way" : "ways")"
  }

  private static func words(_ way: LossSet.Way) -> String {
    let (kind, point) = way.words
    return point.map { "\(kind), \($0)" } ?? kind
  }

  private func block(_ way: LossSet.Way) -> [String] {
    let groups = found.groups.filter { $0.losses.contains(way) }
    let sets = groups.reduce(0) { $0 + $1.count }
    let count = "\(Numerals.count(sets)) minimal \(sets == 1 ? "set" : "sets")"
    var lines = ["\(ExplorationReport.words(way)): \(count)"]
    for size in found.sizes.map(\.faults) {
      let these = groups.filter { $0.kinds.count == size }
      for group in these.prefix(ExplorationReport.most) { lines += told(group) }
      let rest = these.dropFirst(ExplorationReport.most)
      if !rest.isEmpty { lines.append("  … and \(rest.count) more combinations of \(size) faults") }
    }
    return lines
  }

  private func told(_ group: Exploration.Group) -> [String] {
    let plan = found.plan(group.example)
    let faults = zip(plan, group.example).map { planned, placement in
      "\(words(planned.fault)) at \(Timeline.clock(placement.time)), before \(placement.kind.words)"
    }
    let sets = group.count == 1 ? "" : " (\(Numerals.count(group.count)) sets)"
    return ["  " + faults.joined(separator: "\n   + ") + sets, "    \(replay(plan))"]
  }
}

extension LossSet.Way {
  /// How an order was lost, and its drop point; nil of a rescued one.
  var words: (kind: String, point: String?) {
    switch self {
    case .lost(let kind, let point): (kind.rawValue, point.rawValue)
    case .rescued: ("rescued", nil)
    case .takenBack(let kind, let point): ("auto-refunded, \(kind.rawValue)", point.rawValue)
    }
  }
}

extension StepKind {
  package var words: String {
    switch self {
    case .visit: "a visit begins"
    case .leave: "the user may leave"
    case .reopen: "the app is reopened"
    case .ready: "the app is ready"
    case .tap: "the user taps Buy"
    case .patience: "the user's patience ends"
    case .notice: "the user misses the goods"
    case .loggedIn: "the user has logged in again"
    case .guestLogin: "the guest logs in"
    case .decide: "the user decides on the sheet"
    case .interrupt: "the store interrupts the sheet"
    case .resolve: "the user is done in the store"
    case .charge: "the store takes the money"
    case .purchasing: "the store calls back purchasing"
    case .purchased: "the store calls back purchased"
    case .purchasedAgain: "the store calls back purchased again"
    case .result: "the purchase call ends"
    case .update: "the store speaks of the purchase again"
    case .lapse: "the purchase lapses"
    case .serviceUp: "the service is there again"
    case .notify: "the store tells the backend"
    case .reconcile: "the backend fetches charges"
    case .arrive: "a request reaches the backend"
    case .checked: "the check of the receipt ends"
    case .reply: "a reply reaches the app"
    case .timeout: "a request times out"
    case .retry: "the app tries again"
    case .strike: "an earlier fault acts"
    case .linkUp: "the link may come up"
    case .switchBack: "the first account logs in again"
    }
  }
}

/// What plans of a few faults lose, and whether drawn users agree, as text for people.
package struct WeighingReport {
  private let scenario: String
  private let weighing: Weighing
  private let sample: WeighedSample
  private let cells: Int
  private let designs: Int
  private let replay: (Population.Script) -> String

  private static let most = 8

  /// - Parameter cells: how many parts drawn delays have.
  /// - Parameter designs: how many designs are judged together.
  package init(
    _ weighing: Weighing, _ sample: WeighedSample, of scenario: String, cells: Int,
    among designs: Int = 1, replay: @escaping (Population.Script) -> String
  ) {
    (self.weighing, self.sample, self.scenario) = (weighing, sample, scenario)
    (self.cells, self.designs, self.replay) = (cells, designs, replay)
  }

  package static let legend = [
    "lost: orders lost, rescued, or refunded by Play before the right goods came, per mille of the",
    "charges of these users. Weighed: every user and plan was played once, and counts as much as it",
    "is likely. Drawn: as many users by chance, with their 95 % interval. All of them live in the",
    "world of a case: delays that are not a fault's are their medians, and nobody reacts to missing",
    "goods. So rates differ from those of 'run'.",
  ]

  package var text: String {
    let (design, users) = (weighing.design.escapingControls, sample.users.reduce(0, +))
    let head = [
      "\(scenario.escapingControls): \(design) weighed with \(upTo) a user",
      "\(Numerals.count(weighing.whole.lives)) lives weighed, drawn delays in \(cells)"
        + " \(cells == 1 ? "part" : "parts"); \(Numerals.count(users)) users drawn",
    ]
    return [head, table.lines, parts, [verdict]].page
  }

  private var upTo: String { Numerals.upTo(faults: weighing.sizes.count - 1, isExact: false) }

  private var table: Table {
    let drawn = WeighingReport.drawn
    let row = { (name: String, size: Weighing.Size, moments: RatioMoments) in
      [
        name, Numerals.count(size.lives), Numerals.fixed(size.users * 100, digits: 3),
        size.rate.map(WeighingReport.rate) ?? "–", drawn(moments),
      ]
    }
    // Without the noun: `up to 2`.
    let name = upTo.split(separator: " ").dropLast().joined(separator: " ")
    return Table(
      [
        .numbers("faults"), .numbers("lives"), .numbers("% of\nusers"),
        .numbers("lost ‰\nweighed"), .words("lost ‰\ndrawn"),
      ],
      weighing.sizes.map { row("\($0.faults)", $0, sample.sizes[$0.faults]) }
        + (weighing.sizes.count > 1 ? [row(name, weighing.whole, sample.few)] : [])
        + [["any", "", "100.000", "", drawn(sample.all)]])
  }

  /// A rate in per mille with four digits behind the point.
  private static func rate(_ rate: Double) -> String { Numerals.fixed(rate * 1_000, digits: 4) }

  private static func drawn(_ moments: RatioMoments) -> String {
    Proportion(moments).map { Numerals.estimate($0.estimate) } ?? "–"
  }

  private var parts: [String] {
    guard !weighing.parts.isEmpty else { return [] }
    let told = weighing.parts.prefix(WeighingReport.most).flatMap { part in
      let share = weighing.whole.lost > 0 ? part.lost / weighing.whole.lost : 0
      let kinds = part.kinds.map(\.rawValue).joined(separator: " + ")
      let rate = WeighingReport.rate(weighing.rate(of: part))
      let line = "  \(rate)  \(Numerals.fixed(share * 100, digits: 1)) %  "
      return [line + (kinds.isEmpty ? "without a fault" : kinds)]
        + (part.example.map { ["    \(replay($0))"] } ?? [])
    }
    let rest = weighing.parts.count - WeighingReport.most
    return ["of these, per mille of charges and in percent:"] + told
      + (rest > 0 ? ["  … and \(rest) more combinations of kinds"] : [])
  }

  /// One line: whether the two engines agree.
  package var verdict: String {
    let rate = weighing.whole.rate.map(WeighingReport.rate) ?? "–"
    return switch sample.holds(weighing, among: designs) {
    case true?:
      "verdict: the weighed \(rate) ‰ lies in the interval of the drawn users with \(upTo)"
    case false?:
      "verdict: the weighed \(rate) ‰ lies outside the interval of the drawn users with"
        + " \(upTo); so chance wills it in one run of twenty"
    case nil: "verdict: nobody was charged, so there is nothing to weigh"
    }
  }
}
