package import Experiments
import JSONText
package import PurchaseWorld
import Scenarios

/// What a search found, as text for people.
package struct SearchReport {
  private let found: SearchFindings
  /// Whether the candidates were the whole design space, and not the designs of the file.
  private let isSpace: Bool
  /// A fault in a few words.
  private let words: (Fault) -> String
  /// The command that explores a design of the file.
  private let explore: (Design) -> String

  /// The most points that the table has; the rest stands in the data.
  private static let most = 20
  /// The most faults that are told one by one.
  private static let mostFaults = 12

  package init(
    _ found: SearchFindings, isSpace: Bool, words: @escaping (Fault) -> String,
    explore: @escaping (Design) -> String
  ) {
    self.found = found
    self.isSpace = isSpace
    self.words = words
    self.explore = explore
  }

  package var text: String {
    var lines = [heading, subtitle, ""] + funnel.lines
    if found.cut == nil, found.survivors == 0 { lines += ["", nobody] }
    lines += inevitable
    guard let plainest = found.plainest else { return lines.joined(separator: "\n") + "\n" }
    lines += ["", paretoHeading, ""] + table.lines
    if found.points.count > SearchReport.most {
      lines.append("… and \(found.points.count - SearchReport.most) more in search.json")
    }
    lines += [""] + axes + [""] + SearchReport.legend + [""] + answer(plainest)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The outcome in one line.
  package var verdict: String {
    let count = Numerals.count(found.search.candidates.count)
    guard let plainest = found.plainest.map({ found.points[$0] }) else {
      return "\(found.search.scenario.name.escapingControls)\(CutText.mark(found.cut, .en)):"
        + " \(Numerals.count(found.survivors)) of \(count) designs are not known to lose an order\n"
    }
    return
      "\(found.search.scenario.name.escapingControls): \(Numerals.count(found.survivors)) of \(count) designs lose"
      + " nothing with \(upTo)\(found.inevitable.isEmpty ? "" : " but the inevitable"); the plainest of the Pareto set is"
      + " \(plainest.design.name.escapingControls), \(SearchReport.away(plainest.axes.count))\n"
  }

  private static let legend = [
    "Lost orders and duplicate deliveries per mille of charges; lost sales per mille of intents that",
    "wanted to pay; double charges per mille of intents. No design of the set is better than another",
    "in all four. axes: how many are away from their defaults. same: other designs with the same four",
    "numbers. least: lost orders that the users cannot tell from those of the first (McNemar, Holm).",
  ]

  private var heading: String {
    let scenario = found.search.scenario
    return (scenario.title.isEmpty ? scenario.name : scenario.name + ": " + scenario.title)
      .escapingControls
  }

  private var subtitle: String {
    let search = found.search
    let kinds = search.kinds.count == 1 ? "1 kind" : "\(search.kinds.count) kinds"
    let journeys = search.journeys.map(\.rawValue).joined(separator: ", ")
    return "lostorder \(Version.current), seed \(search.scenario.seed); \(upTo) of \(kinds) before"
      + " any event of \(search.journeys.count == 1 ? "journey" : "journeys") \(journeys)"
      + CutText.mark(found.cut, .en)
  }

  private var upTo: String { Numerals.upTo(faults: found.search.faults) }

  /// From all candidates to the Pareto set.
  private var funnel: TextTable {
    var table = TextTable([.words(""), .numbers("designs")])
    let add = { (table: inout TextTable, words: String, count: Int) in
      table.add([words, Numerals.count(count)])
    }
    add(
      &table, isSpace ? "the design space" : "the designs of the file",
      found.search.candidates.count)
    for (faults, count) in found.losing.enumerated() {
      let with = faults == 0 ? "without any fault" : faults == 1 ? "with 1 fault" : "with \(faults)"
      add(&table, "lose an order \(with)", count)
    }
    let isExplored = found.losing.count > found.search.faults
    add(&table, isExplored ? "survive" : "not known to lose one", found.survivors)
    for round in found.rounds {
      add(&table, "met \(Numerals.count(round.users)) users (seed \(round.seed))", round.designs)
    }
    if found.points.isEmpty { return table }
    add(&table, "Pareto set", found.points.reduce(0) { $0 + 1 + $1.others.count })
    return table
  }

  private var nobody: String { "no design survives; those that come nearest were sampled" }

  /// The faults that nobody survives.
  private var inevitable: [String] {
    guard !found.inevitable.isEmpty else { return [] }
    let designs = found.search.candidates.count - (found.losing.first ?? 0)
    let which = designs == 1 ? "the only design" : "all \(Numerals.count(designs)) designs"
    let lines = [
      "",
      "inevitable: faults with which \(which) lose an order that lose none without a fault",
    ]
    let hint = isSpace ? [] : ["  another design may survive them: --space tries many"]
    return lines + told(found.inevitable) + hint
  }

  /// Faults in a line each: those of a kind together if they are many.
  private func told(_ faults: [FaultScreen.LosingFault]) -> [String] {
    guard faults.count > SearchReport.mostFaults else {
      return faults.map { fault in
        let purchase = fault.intent == 0 ? "" : ", of purchase \(fault.intent + 1)"
        let text =
          fault.outlastsRetries
          ? fault.fault.kind.rawValue + ", longer than the retries" : words(fault.fault)
        return "  " + text + purchase
          + SearchReport.among(fault.journeys, of: found.search.journeys)
      }
    }
    let kinds = found.search.kinds.filter { kind in faults.contains { $0.fault.kind == kind } }
    return kinds.map { kind in
      let these = faults.filter { $0.fault.kind == kind }
      let journeys = found.search.journeys.filter { journey in
        these.contains { $0.journeys.contains(journey) }
      }
      let count = these.count == 1 ? "" : ", in \(these.count) ways"
      return "  " + kind.rawValue + count + SearchReport.among(journeys, of: found.search.journeys)
    }
  }

  /// Names journeys, unless they are all.
  private static func among(_ journeys: [Journey], of all: [Journey]) -> String {
    journeys == all ? "" : " (\(journeys.map(\.rawValue).joined(separator: ", ")))"
  }

  private var paretoHeading: String {
    let count = found.points.count
    return "Pareto set: \(count) \(count == 1 ? "point" : "points")"
  }

  private var table: TextTable {
    var table = TextTable([
      .words("design"), .numbers("axes"), .numbers("lost", "‰"), .words("95 %", "interval"),
      .numbers("lost", "sales", "‰"), .words("95 %", "interval"),
      .numbers("double", "charges", "‰"),
      .words("95 %", "interval"), .numbers("dupli-", "cates", "‰"), .words("95 %", "interval"),
      .numbers("same"), .words("least"),
    ])
    for point in found.points.prefix(SearchReport.most) {
      let shares = point.estimates.flatMap { estimate in
        estimate.map { [Numerals.perMille($0.value), Numerals.interval($0)] } ?? ["–", "–"]
      }
      table.add(
        [point.design.name.escapingControls, "\(point.axes.count)"] + shares
          + [point.others.isEmpty ? "" : "\(point.others.count)", point.losesMore ? "" : "yes"])
    }
    return table
  }

  /// What tells the designs of the table from the defaults.
  private var axes: [String] {
    found.points.prefix(SearchReport.most).flatMap { point in
      SearchReport.wrapped(
        point.design.name.escapingControls + ":", point.axes.map { "\($0.name)=\($0.to)" })
    }
  }

  /// Words in lines of at most 98 columns, the second and later ones indented.
  private static func wrapped(_ first: String, _ words: [String]) -> [String] {
    var lines = [first]
    for word in words {
      if lines[lines.count - 1].count + 1 + word.count > 98 { lines.append("   ") }
      lines[lines.count - 1] += " " + word
    }
    return lines
  }

  private static func away(_ axes: Int) -> String {
    "\(axes) \(axes == 1 ? "axis" : "axes") away from the defaults"
  }

  /// The plainest design, and how to go on with it.
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
