package import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Why orders were lost and what each axis buys, as text for people.
package struct AttributionReport {
  private typealias Counted = (words: String, count: Attribution.Count)

  private let found: Attribution
  private let replay: (_ design: String) -> String

  private static let legend = [
    "lost: orders lost or rescued, ‰ of charges; user: the first one to whom it happened.",
    "but for: the orders that would not have been lost without this one planned fault, everything",
    "else left as it was. An order that needed several faults counts for each, so these rows overlap",
    "and do not add up; 'exactly' splits all lost orders by the set of faults they needed, and does.",
    "no single fault: without any one of its faults another was enough. no fault: lost even without",
    "any planned fault, by the design, by what users do, or in an outage of the scenario.",
  ]

  private static let legendOfRefunds = [
    "refunded: by Play itself, before the right goods came, as the order would have been lost else."
  ]

  /// - Parameter replay: the command that plays a user of a design again, without the user.
  package init(_ found: Attribution, replay: @escaping (_ design: String) -> String) {
    (self.found, self.replay) = (found, replay)
  }

  /// The whole report: an overview, where and why each design lost, what each axis buys.
  package var text: String {
    let head = [[found.heading, found.subtitle()], found.designs.count > 1 ? overview : []]
    let refunds = isOfRefunds ? AttributionReport.legendOfRefunds : []
    return (head + found.designs.map(block) + [AttributionReport.legend + refunds, axes]).page
  }

  /// Whether automatic refunds count like lost orders (`Scenario.comparedShare`).
  private var isOfRefunds: Bool { found.scenario.comparedShare != .lost }
  private var lost: String { isOfRefunds ? "lost or refunded" : "lost" }

  package var shortText: String { [overview, axes].page }
  private var axes: [String] { found.axes.map(lines) ?? [] }

  /// A line a design: how much, mostly where, mostly for want of what.
  private var overview: [String] {
    Table(
      found.designs,
      [.words("design", \.name)] + counted(\.all) + [
        .words("mostly at\ndrop point") {
          first(of: $0.ways.map { ($0.way.words.point ?? "rescued", $0.count) }, $0)
        },
        .words("mostly but for\nthis fault") {
          let others = [("no single fault", $0.noSingleFault), ("no fault", $0.noFault)]
          return first(of: $0.causes.map { (fault($0.declaration), $0.count) } + others, $0)
        },
      ]
    ).lines
  }

  /// The first of the most frequent headings, with its share of what a design lost.
  private func first(of headings: [Counted], _ design: Attribution.DesignLosses) -> String {
    let most = headings.map(\.count.orders).max() ?? 0
    let first = headings.first { $0.count.orders == most }
    guard most > 0, let first else { return "–" }
    let percent = Double(most) / Double(design.all.orders) * 100
    return "\(first.words) \(Numerals.fixed(percent, digits: 0)) %"
  }

  private func fault(_ declaration: Int) -> String {
    "\(found.faults[declaration].rawValue) [\(declaration)]"
  }

  private func counted<Row>(_ count: @escaping (Row) -> Attribution.Count) -> [Column<Row>] {
    let orders = Column<Row>.counts(isOfRefunds ? "lost or\nrefunded" : "lost") { count($0).orders }
    if found.isCase { return [orders] }
    return [
      orders, .numbers("‰") { count($0).rate.map { Numerals.perMille($0.value) } ?? "" },
      .numbers("95 %\ninterval") {
        guard let interval = count($0).rate?.interval else { return "" }
        return Numerals.perMille(interval.low) + "–" + Numerals.perMille(interval.high)
      },
    ]
  }

  /// The column of the first user of a number of lost orders; none for a case.
  private func user<Row>(_ count: @escaping (Row) -> Attribution.Count) -> [Column<Row>] {
    found.isCase ? [] : [.numbers("user") { count($0).firstUsers.first.map(String.init) ?? "" }]
  }

  private func block(_ design: Attribution.DesignLosses) -> [String] {
    let charges = Numerals.count(design.charges)
    let head =
      "\(design.name.escapingControls): \(Numerals.count(design.all.orders)) of \(charges)"
      + " \(design.charges == 1 ? "charge" : "charges") \(lost)"
    guard let user = design.all.firstUsers.first else { return [head] }
    let idle = design.causes.filter { $0.count.orders == 0 }.map { fault($0.declaration) }
    let lists = idle.isEmpty ? [] : [TextBlock.wrapped("no lost order needed", idle)]
    let number = found.isCase ? "" : " --user \(user)"
    let parts = [ways(design), causes(design), exactly(design)] + lists
    return [head] + parts.flatMap { [""] + $0.map { "  " + $0 } }
      + ["", "  replay: \(replay(design.name).escapingControls)\(number)"]
  }

  private func ways(_ design: Attribution.DesignLosses) -> [String] {
    Table(
      design.ways,
      [
        .words("\(lost) as") { $0.way.words.kind },
        .words("drop point") { $0.way.words.point ?? "–" },
      ] + counted(\.count) + user(\.count)
    ).lines
  }

  private func causes(_ design: Attribution.DesignLosses) -> [String] {
    let causes = design.causes.filter { $0.count.orders > 0 }
      .sorted { (-$0.count.orders, $0.declaration) < (-$1.count.orders, $1.declaration) }
    return Table(
      causes,
      [.words("but for") { fault($0.declaration) }] + counted(\.count) + [
        .counts("alone", \.alone), .counts("with\nothers") { $0.count.orders - $0.alone },
      ] + user(\.count)
    ).lines
  }

  private static let mostSets = 8

  private func exactly(_ design: Attribution.DesignLosses) -> [String] {
    let part = { (orders: Int) in
      Numerals.fixed(Double(orders) / Double(design.all.orders) * 100, digits: 1) + " %"
    }
    let sets = design.exactly.prefix(AttributionReport.mostSets).map { needs in
      (words: needs.declarations.map(fault).joined(separator: " + "), count: needs.count)
    }.filter { $0.count.orders > 0 }
    let others: [Counted] = [
      ("more than three faults", design.more), ("no single fault", design.noSingleFault),
      ("no fault", design.noFault), ("all", design.all),
    ]
    var table = Table(
      sets + others.filter { $0.count.orders > 0 },
      [.words("exactly", \.words)] + counted(\.count) + [
        .numbers(isOfRefunds ? "of\nall" : "of all\nlost") { part($0.count.orders) }
      ] + user(\.count))
    let rest = design.exactly.dropFirst(AttributionReport.mostSets)
    if !rest.isEmpty {
      let orders = rest.reduce(0) { $0 + $1.count.orders }
      let rate = Numerals.perMille(Double(orders) / Double(design.charges))
      let user = rest.flatMap(\.count.firstUsers).min().map(String.init) ?? ""
      let (words, count) = ("\(rest.count) other sets", Numerals.count(orders))
      let row =
        found.isCase ? [words, count, part(orders)] : [words, count, rate, "", part(orders), user]
      table.rows.insert(row.map(Table.Cell.text), at: sets.count)
    }
    return table.lines
  }
}

enum TextBlock {
  /// A heading and words after it, with commas between them, in lines of up to 96 characters.
  static func wrapped(_ heading: String, _ words: [String]) -> [String] {
    let pieces = words.enumerated().map { $1 + ($0 + 1 < words.count ? "," : "") }
    return wrapped(heading + ":", pieces, most: 96, indentation: " ")
  }

  /// Words after a heading in lines of so many characters, the second and later ones indented.
  static func wrapped(
    _ heading: String, _ words: [String], most: Int, indentation: String
  ) -> [String] {
    words.reduce(into: [heading]) { lines, word in
      if lines[lines.count - 1].count + 1 + word.count > most { lines.append(indentation) }
      lines[lines.count - 1] += " " + word
    }
  }
}

/// What each axis buys between two designs.
extension AttributionReport {
  private func lines(_ axes: AxisComparison) -> [String] {
    let names = "from \(axes.from.escapingControls) to \(axes.to.escapingControls)"
    if axes.shares.isEmpty { return ["what each axis buys \(names): they differ in no axis"] }
    let idle = axes.shares.filter(\.isIdle).map { $0.axes.map(\.name).joined(separator: " + ") }
    let parts = [
      ["what each axis buys \(names)"], table(axes).lines,
      idle.isEmpty ? [] : TextBlock.wrapped("changes nothing here", idle), legend(axes),
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private func table(_ axes: AxisComparison) -> Table {
    let rounded = axes.rounded(units: 100_000)
    let isSampled = axes.sampledOrders != nil
    let isCertain = found.isCase && !isSampled
    let columns: [(head: Table.Head, isShown: Bool)] = [
      (.words("axis"), true), (.words("from"), true), (.words("to"), true),
      (.numbers(isOfRefunds ? "lost or\nref. ‰" : "lost\n‰"), true), (.numbers("±"), !isCertain),
      (.numbers("orders'\nerror"), isSampled),
      (.numbers(isOfRefunds ? "revenue\nof these" : "lost\nrevenue"), true),
      (.numbers("±"), !isCertain),
    ]
    let whole = { (name: String, rate: Int, revenue: Int) in
      [name, "", "", hundredths(rate), "", "", money(revenue), ""]
    }
    let order = axes.shares.indices.filter { !axes.shares[$0].isIdle }
      .sorted { (axes.shares[$0].rate.value, $0) < (axes.shares[$1].rate.value, $1) }
    // Values that would make the table too wide are cut, sooner where sampling has a column of its own.
    let longest = isSampled ? 14 : 20
    let short = { (value: String) in
      value.count <= longest ? value : value.prefix(longest - 1) + "…"
    }
    let rows = order.flatMap { place in
      let share = axes.shares[place]
      let numbers = [
        signed(rounded.shares[place], hundredths),
        half(share.rate.interval, most: .infinity) { Numerals.fixed($0 * 1_000, digits: 2) },
        Numerals.fixed(share.rateOrderError * 1_000, digits: 2),
        signed(share.revenue, money),
        half(share.revenueInterval, most: 9e17) { money(Int($0.rounded())) },
      ]
      // Axes that a rule ties stand below each other; the first line has their numbers.
      return share.axes.enumerated().map { index, axis in
        [(index == 0 ? "" : "+ ") + axis.name, short(axis.from), short(axis.to)]
          + (index == 0 ? numbers : numbers.map { _ in "" })
      }
    }
    let all =
      [whole(axes.from, rounded.from, axes.revenues.from)] + rows
      + [whole(axes.to, rounded.to, axes.revenues.to)]
    return Table(
      columns.filter(\.isShown).map(\.head),
      all.map { row in zip(columns, row).filter(\.0.isShown).map(\.1) })
  }

  private func legend(_ axes: AxisComparison) -> [String] {
    let orders = axes.sampledOrders.map { "\($0) random orders" } ?? "all orders"
    var lines = [
      "Shapley shares: the mean change when an axis is switched, over \(orders) of switching;",
      "below 0 less is lost. They add up to the difference, to the last unit."
        + " \(Numerals.count(axes.hybrids)) designs played.",
    ]
    let unit = Numerals.unit(of: found.scenario.currency)
    if !found.isCase { lines.append("±: half of the 95 % interval. Revenue in \(unit).") }
    if axes.sampledOrders != nil {
      lines.append("orders' error: the standard error that random orders leave; ± has it in it.")
    }
    if axes.shares.contains(where: { $0.axes.count > 1 }) {
      lines.append("An axis with '+' is switched together with the one above it.")
    }
    let most = max(axes.rates.from, axes.rates.to)
    if axes.hasUnfedSources, axes.shares.contains(where: { $0.rate.value.magnitude > most }) {
      lines += [
        "Some of the designs bind by sources that nothing feeds and lose nearly everything, so the",
        "shares of those axes swing far and cancel; --tied switches such axes together.",
      ]
    }
    return lines
  }

  private func money(_ units: Int) -> String { Numerals.money(units, found.scenario.currency) }
  private func hundredths(_ units: Int) -> String { Numerals.fixed(Double(units) / 100, digits: 2) }

  private func signed(_ number: Int, _ text: (Int) -> String) -> String {
    (number > 0 ? "+" : "") + text(number)
  }

  /// Half of an interval; any, where nothing bounds it.
  private func half(_ interval: Interval, most: Double, _ text: (Double) -> String) -> String {
    let half = (interval.high - interval.low) / 2
    return half < most ? text(half) : "any"
  }
}
