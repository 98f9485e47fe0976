package import Experiments
import JSONText
package import PurchaseWorld
import Scenarios

/// What a search found, as text for people.
package struct SearchReport {
  private let found: SearchFindings
  /// Whether the candidates were the whole design space, and not the designs of the file.
  private let isSpace: Bool
  private let words: (Fault) -> String
  private let explore: (Design) -> String

  /// The most points that the table has; the rest stands in the data.
  private static let most = 20
  private static let mostFaults = 12

  package init(
    _ found: SearchFindings, isSpace: Bool, words: @escaping (Fault) -> String,
    explore: @escaping (Design) -> String
  ) { (self.found, self.isSpace, self.words, self.explore) = (found, isSpace, words, explore) }

  package var text: String {
    let scenario = found.search.scenario
    let nobody =
      found.cut == nil && found.survivors == 0
      ? ["no design survives; those that come nearest were sampled"] : []
    let heading = Heading.title(scenario.name, scenario.title)
    let head = [[heading, subtitle], funnel.lines, nobody, inevitable]
    guard let plainest = found.plainest else { return head.page }
    let more = found.points.count - SearchReport.most
    let rest = more > 0 ? ["… and \(more) more in search.json"] : []
    let points = "\(found.points.count) \(found.points.count == 1 ? "point" : "points")"
    let set = [["Pareto set: \(points)"], table.lines + rest, axes]
    let legend = SearchReport.legend + (haveAutoRefunds ? SearchReport.legendOfRefunds : [])
    return (head + set + [legend, answer(plainest)]).page
  }

  package var verdict: String {
    let name = found.search.scenario.name.escapingControls
    let count = Numerals.count(found.search.candidates.count)
    let survivors = "\(Numerals.count(found.survivors)) of \(count) designs"
    guard let plainest = found.plainest.map({ found.points[$0] }) else {
      return "\(name)\(CutText.mark(found.cut, .en)): \(survivors) are not known to lose an order\n"
    }
    let but = found.inevitable.isEmpty ? "" : " but the inevitable"
    return
      "\(name): \(survivors) lose nothing with \(upTo)\(but); the plainest of the Pareto set is"
      + " \(plainest.design.name.escapingControls), \(SearchReport.away(plainest.axes.count))\n"
  }

  private static let legendOfRefunds = [
    "Auto-refunded: by Play before the right goods came, and the same after them, per mille of all",
    "charges; those before count as lost where it is told who loses least.",
  ]

  private static let legend = [
    "Lost orders and duplicate deliveries per mille of charges; lost sales per mille of intents that",
    "wanted to pay; double charges per mille of intents. No design of the set is better than another",
    "in all of them. axes: how many are away from their defaults. same: other designs with the same",
    "numbers. least: lost orders that the users cannot tell from those of the first (McNemar, Holm).",
  ]

  private var subtitle: String {
    let search = found.search
    let kinds = search.kinds.count == 1 ? "1 kind" : "\(search.kinds.count) kinds"
    let journeys = search.journeys.map(\.rawValue).joined(separator: ", ")
    return "lostorder \(Version.current), seed \(search.scenario.seed); \(upTo) of \(kinds) before"
      + " any event of \(search.journeys.count == 1 ? "journey" : "journeys") \(journeys)"
      + Heading.settings(search.scenario.settings) + CutText.mark(found.cut, .en)
  }

  private var upTo: String { Numerals.upTo(faults: found.search.faults) }

  private var funnel: Table {
    let candidates = isSpace ? "the design space" : "the designs of the file"
    let losing = found.losing.enumerated().map { faults, count in
      let with = faults == 0 ? "without any fault" : faults == 1 ? "with 1 fault" : "with \(faults)"
      return ("lose an order \(with)", count)
    }
    let isExplored = found.losing.count > found.search.faults
    let rounds = found.rounds.map { round in
      ("met \(Numerals.count(round.users)) users (seed \(round.seed))", round.designs)
    }
    let points = ("Pareto set", found.points.reduce(0) { $0 + 1 + $1.others.count })
    let survivors = (isExplored ? "survive" : "not known to lose one", found.survivors)
    let explored = [(candidates, found.search.candidates.count)] + losing + [survivors]
    return Table(
      explored + rounds + (found.points.isEmpty ? [] : [points]),
      [.words("", \.0), .counts("designs", \.1)])
  }

  private var inevitable: [String] {
    guard !found.inevitable.isEmpty else { return [] }
    let designs = found.search.candidates.count - (found.losing.first ?? 0)
    let which = designs == 1 ? "the only design" : "all \(Numerals.count(designs)) designs"
    let hint = isSpace ? [] : ["  another design may survive them: --space tries many"]
    return ["inevitable: faults with which \(which) lose an order that lose none without a fault"]
      + told(found.inevitable) + hint
  }

  /// Faults in a line each: those of a kind together if they are many.
  private func told(_ faults: [FaultScreen.LosingFault]) -> [String] {
    guard faults.count > SearchReport.mostFaults else {
      return faults.map { fault in
        let text =
          fault.outlastsRetries
          ? fault.fault.kind.rawValue + ", longer than the retries" : words(fault.fault)
        let purchase = fault.intent == 0 ? "" : ", of purchase \(fault.intent + 1)"
        return "  " + text + purchase + among(fault.journeys)
      }
    }
    let kinds = found.search.kinds.filter { kind in faults.contains { $0.fault.kind == kind } }
    return kinds.map { kind in
      let these = faults.filter { $0.fault.kind == kind }
      let journeys = found.search.journeys.filter { journey in
        these.contains { $0.journeys.contains(journey) }
      }
      let count = these.count == 1 ? "" : ", in \(these.count) ways"
      return "  " + kind.rawValue + count + among(journeys)
    }
  }

  private func among(_ journeys: [Journey]) -> String {
    journeys == found.search.journeys
      ? "" : " (\(journeys.map(\.rawValue).joined(separator: ", ")))"
  }

  private var haveAutoRefunds: Bool {
    found.points.contains(where: \.design.store.refundsItself)
  }

  private var table: Table {
    let estimates = Share.Compared.allCases.enumerated().flatMap { index, share in
      let title =
        switch share {
        case .lost: "lost\n‰"
        case .autoRefunded: "auto-\nrefunded\n‰"
        case .autoRefundedAfterDelivery: "the same\nafter\ngoods ‰"
        case .lostSale: "lost\nsales\n‰"
        case .doubleCharge: "double\ncharges\n‰"
        case .duplicate: "dupli-\ncates\n‰"
        }
      let columns: [Column<SearchFindings.Point>] = [
        .cells(title) { .share($0.estimates[index]?.value) },
        .words("95 %\ninterval") { $0.estimates[index].map { Numerals.interval($0) } ?? "–" },
      ]
      return share.isOfAutoRefunds && !haveAutoRefunds ? [] : columns
    }
    return Table(
      found.points.prefix(SearchReport.most),
      [.words("design", \.design.name), .counts("axes", \.axes.count)] + estimates + [
        .numbers("same") { $0.others.isEmpty ? "" : "\($0.others.count)" },
        .words("least") { $0.losesMore ? "" : "yes" },
      ])
  }

  /// What tells the designs of the table from the defaults.
  private var axes: [String] {
    found.points.prefix(SearchReport.most).flatMap { point in
      TextBlock.wrapped(
        point.design.name.escapingControls + ":", point.axes.map { "\($0.name)=\($0.to)" },
        most: 98, indentation: "   ")
    }
  }

  private static func away(_ axes: Int) -> String {
    "\(axes) \(axes == 1 ? "axis" : "axes") away from the defaults"
  }

  private func answer(_ index: Int) -> [String] {
    let plainest = found.points[index]
    let name = plainest.design.name.escapingControls
    let first = "plainest: \(name), \(SearchReport.away(plainest.axes.count))"
    let next =
      isSpace
      ? [first + "; as a scenario declares it:", "  \(plainest.design.declaration.line)"]
      : [first + "; to see what loses its orders:", "  \(explore(plainest.design))"]
    if plainest.losesWith.isEmpty { return next }
    return next + ["it loses an order with one of these, which other designs survive"]
      + told(plainest.losesWith)
  }
}
