import JSONText
import Experiments
package import ExhaustiveSearch
package import PurchaseWorld

/// Losses by placements of faults under one design, as text for people.
package struct ExplorationReport {
  private let scenario: String
  private let journey: Journey
  private let found: Exploration
  private let faults: Int
  /// Number of kinds of faults explored.
  private let kinds: Int
  private let language: Language
  private let words: (Fault) -> String
  private let replay: ([PlannedFault]) -> String

  /// Most groups printed per drop point and number of faults.
  private static let maximum = 8

  /// - Parameter words: a fault with its parameters, in the language.
  /// - Parameter replay: the command that replays placements.
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
      "lost: placements after which an order is lost, needs a human's help, or is refunded by Play before\n"
        + "its delivery.\n"
        + "alike: placements that were not simulated, because they reach a state that was explored before.\n"
        + "left out: placements that were not explored, because some of their faults alone lose an order.\n"
        + "A set is minimal if no part of it loses an order. Sets of the same kinds of faults share an\n"
        + "example.")
  }

  package var text: String {
    let (steps, choices) = ("\(found.eventCount)", "\(found.exploredFaults.count)")
    let journey = journey.words(language)
    let head = [
      language(
        "{0}: {1} with {2}, injected before each event", scenario.escapingControls,
        found.design.escapingControls, upTo),
      kinds == 1
        ? language(
          "{0}: {1} events without a fault; {2} variants of 1 kind of fault", journey, steps,
          choices)
        : language(
          "{0}: {1} events without a fault; {2} variants of {3} kinds of faults", journey, steps,
          choices, "\(kinds)"),
    ]
    // Kinds of loss, those that need the fewest faults first.
    var outcomes: [LossSet.LossOutcome] = []
    for outcome in found.groups.flatMap(\.losses.allLossOutcomes)
    where !outcomes.contains(outcome) { outcomes.append(outcome) }
    return ([head, table.lines] + outcomes.map(block) + [[verdict]]).page
  }

  private var upTo: String { NumberFormat.upTo(faults: faults, language) }

  private var table: Table {
    let sizes = found.resultsByFaultCount.map { size in
      let minimal = found.groups.filter { $0.kinds.count == size.faultCount }
      let counts = [
        size.placementCount, size.losingPlacementCount, minimal.reduce(0) { $0 + $1.count },
        size.equivalentPlacementCount, size.prunedBranchCount,
      ]
      return ["\(size.faultCount)"] + counts.map(NumberFormat.count)
    }
    let heads = [
      language("faults"), language("placements"), language("lost"), language("minimal\nsets"),
      language("alike"), language("left out"),
    ]
    let faultFree = ["0", "1", found.lossesWithoutFaults.isEmpty ? "0" : "1", "", "", ""]
    return Table(heads.map(Table.Head.numbers), [faultFree] + sizes)
  }

  /// Reason why the exploration has no result; nil if it has one.
  package var warning: String? {
    if found.isInformative { return nil }
    let journey = journey.words(language)
    if !found.hasCharge {
      return language("{0}: no user was charged, so no order could be lost", journey)
    }
    return found.placementCount == 0
      ? language("{0}: none of these faults can occur, so none can lose an order", journey)
      : language("{0}: none of these faults changes anything, so none can lose an order", journey)
  }

  /// One line: whether an order can be lost.
  package var verdict: String { language("verdict: {0}", finding) }

  private var finding: String {
    let design = found.design.escapingControls
    if let interruption = found.interruption { return unknown(interruption) }
    if !found.lossesWithoutFaults.isEmpty {
      let lossOutcomes = language.list(found.lossesWithoutFaults.allLossOutcomes.map(words))
      return found.groups.isEmpty
        ? language("{0} loses an order without any fault ({1})", design, lossOutcomes)
        : language(
          "{0} loses an order without any fault ({1}), and in other ways with faults", design,
          lossOutcomes)
    }
    if let warning { return language("inconclusive: {0}", warning) }
    let placements = NumberFormat.count(found.placementCount)
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
    let lossOutcomes = Set(found.groups.flatMap(\.losses.allLossOutcomes)).count
    return language(
      "{0} loses orders with {1}; {2} placements, {3}", design,
      fewest == 1 ? language("1 fault") : language("{0} faults", "\(fewest)"), placements,
      lossOutcomes == 1
        ? language("1 kind of loss") : language("{0} kinds of loss", "\(lossOutcomes)"))
  }

  /// Result of an incomplete exploration.
  private func unknown(_ interruption: Interruption) -> String {
    let line = language(
      "inconclusive: {0}", InterruptionText.line(interruption, users: nil, designs: [], language))
    if found.resultsByFaultCount.isEmpty { return line }
    let gone = NumberFormat.upTo(faults: found.resultsByFaultCount.count, isExact: false, language)
    let known =
      found.losesNothing
      ? language("no order is lost with {0}", gone) : language("orders are lost with {0}", gone)
    return language.clauses([line, known])
  }

  private func words(_ lossOutcome: LossSet.LossOutcome) -> String {
    let (kind, point) = lossOutcome.words(language)
    return point.map { language.list([kind, $0]) } ?? kind
  }

  private func block(_ lossOutcome: LossSet.LossOutcome) -> [String] {
    let groups = found.groups.filter { $0.losses.contains(lossOutcome) }
    let sets = groups.reduce(0) { $0 + $1.count }
    let count =
      sets == 1 ? language("1 minimal set") : language("{0} minimal sets", NumberFormat.count(sets))
    var lines = [language("{0}: {1}", words(lossOutcome), count)]
    for size in found.resultsByFaultCount.map(\.faultCount) {
      let sized = groups.filter { $0.kinds.count == size }
      lines += sized.prefix(ExplorationReport.maximum).flatMap(exampleLines)
      let rest = "\(sized.count - ExplorationReport.maximum)"
      if sized.count > ExplorationReport.maximum {
        lines.append("  " + language("… and {0} more combinations of {1} faults", rest, "\(size)"))
      }
    }
    return lines
  }

  private func exampleLines(_ group: Exploration.Group) -> [String] {
    let plan = found.plannedFaults(of: group.example)
    let faults = zip(plan, group.example).map { planned, placement in
      language(
        "{0} at {1}, before {2}", words(planned.fault), Timeline.clock(placement.time),
        placement.kind.words(language))
    }
    let sets = group.count == 1 ? "" : language(" ({0} sets)", NumberFormat.count(group.count))
    return [
      "  " + faults.joined(separator: "\n   + ") + sets, "    " + language.command(replay(plan)),
    ]
  }
}

extension LossSet.LossOutcome {
  /// Kind of loss and drop point; nil for the drop point of a rescued order.
  func words(_ language: Language) -> (kind: String, point: String?) {
    let named = { (word: String) in language.named(word) }
    return switch self {
    case .lost(let kind, let point): (named(kind.rawValue), named(point.rawValue))
    case .rescued: (named("rescued"), nil)
    case .autoRefunded(let kind, let point):
      (language("auto-refunded, {0}", named(kind.rawValue)), named(point.rawValue))
    }
  }
}

extension Journey {
  /// The user's actions.
  func words(_ language: Language) -> String {
    switch self {
    case .one: language("one purchase")
    case .two: language("two purchases of one product, a minute apart")
    case .cancelled: language("a purchase, then a cancelled one of the same product a minute later")
    case .planned: language("the taps of the plan")
    }
  }
}

extension EventKind {
  /// The next event of a simulation.
  func words(_ language: Language) -> String {
    switch self {
    case .visit: language("a visit begins")
    case .leave: language("the user may leave")
    case .reopen: language("the app is reopened")
    case .ready: language("the app is ready")
    case .tap: language("the user taps Buy")
    case .patience: language("the user's patience ends")
    case .notice: language("the user notices missing goods")
    case .support: language("support resolves a ticket")
    case .loggedIn: language("the user has logged in again")
    case .guestLogin: language("the guest logs in")
    case .decide: language("the user decides on the sheet")
    case .interrupt: language("the store interrupts the sheet")
    case .resolve: language("the user finishes in the store")
    case .charge: language("the store charges the user")
    case .purchasing: language("the store reports 'purchasing'")
    case .purchased: language("the store reports 'purchased'")
    case .purchasedAgain: language("the store reports 'purchased' again")
    case .result: language("the purchase call ends")
    case .update: language("the store reports the purchase again")
    case .echo: language("`updates` reports the purchase again")
    case .lapse: language("the purchase lapses")
    case .serviceUp: language("the service is available again")
    case .notify: language("the store notifies the backend")
    case .reconcile: language("the backend fetches charges")
    case .arrive: language("a request reaches the backend")
    case .checked: language("the receipt check ends")
    case .reply: language("a reply reaches the app")
    case .timeout: language("a request times out")
    case .retry: language("the app tries again")
    case .inject: language("an earlier fault takes effect")
    case .linkUp: language("the network may return")
    case .switchBack: language("the first account logs in again")
    case .effect: language("the client acts")
    }
  }
}
