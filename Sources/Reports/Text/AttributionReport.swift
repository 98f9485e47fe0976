package import Experiments
import JSONText
import PurchaseWorld
import Statistics

/// Why orders were lost and what each axis buys, as text for people.
package struct AttributionReport {
  private let found: Attribution
  /// The command that plays a user of a design again, up to the number of the user.
  private let replay: (_ design: String) -> String

  private static let legend = [
    "lost: orders lost or rescued, ‰ of charges; user: the first one to whom it happened.",
    "but for: the orders that would not have been lost without this one planned fault, everything",
    "else left as it was. An order that needed several faults counts for each, so these rows overlap",
    "and do not add up; 'exactly' splits all lost orders by the set of faults they needed, and does.",
    "no single fault: without any one of its faults another was enough. no fault: lost even without",
    "any planned fault, by the design, by what users do, or in an outage of the scenario.",
  ]

  /// Makes the report of an attribution.
  ///
  /// - Parameter replay: the command that plays a user of a design again, without the user.
  package init(_ found: Attribution, replay: @escaping (_ design: String) -> String) {
    self.found = found
    self.replay = replay
  }

  /// The whole report: an overview, where and why each design lost, what each axis buys.
  package var text: String {
    var lines = [found.heading, found.subtitle]
    if found.designs.count > 1 { lines += [""] + overview }
    for design in found.designs { lines += [""] + block(design) }
    lines += [""] + AttributionReport.legend
    if let axes = found.axes { lines += [""] + AxisTable.lines(axes, isCase: found.isCase) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The overview alone, and what each axis buys.
  package var shortText: String {
    var lines = overview
    if let axes = found.axes { lines += [""] + AxisTable.lines(axes, isCase: found.isCase) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A line a design: how much, mostly where, mostly for want of what.
  private var overview: [String] {
    var table = TextTable(
      [.words("design")] + LossCells.columns(found.isCase)
        + [.words("mostly at", "drop point"), .words("mostly but for", "this fault")])
    for design in found.designs {
      var causes = design.causes.map { (fault($0.declaration), $0.count) }
      causes += [("no single fault", design.noSingleFault), ("no fault", design.noFault)]
      let ways = design.ways.map { ($0.drop?.dropPoint.rawValue ?? "rescued", $0.count) }
      table.add(
        [design.name.escapingControls] + LossCells.cells(design.all, found.isCase)
          + [first(of: ways, design), first(of: causes, design)])
    }
    return table.lines
  }

  /// The first of the most frequent headings, with its share of what a design lost.
  private func first(
    of headings: [(words: String, count: Attribution.Count)], _ design: Attribution.DesignLosses
  ) -> String {
    let most = headings.map(\.count.orders).max() ?? 0
    guard most > 0, let first = headings.first(where: { $0.count.orders == most }) else {
      return "–"
    }
    let percent = Double(most) / Double(design.all.orders) * 100
    return "\(first.words) \(Numerals.fixed(percent, digits: 0)) %"
  }

  private func fault(_ declaration: Int) -> String {
    "\(found.faults[declaration].rawValue) [\(declaration)]"
  }

  /// Where and why one design lost.
  private func block(_ design: Attribution.DesignLosses) -> [String] {
    let charges = Numerals.count(design.charges)
    let head =
      "\(design.name.escapingControls): \(Numerals.count(design.all.orders)) of \(charges)"
      + (design.charges == 1 ? " charge lost" : " charges lost")
    guard let user = design.all.firstUsers.first else { return [head] }
    let tables = [ways(design), causes(design), exactly(design)].map(\.lines)
    var lines = [head]
    for table in tables { lines += [""] + table.map { "  " + $0 } }
    let idle = design.causes.filter { $0.count.orders == 0 }.map { fault($0.declaration) }
    if !idle.isEmpty {
      lines += [""] + TextBlock.wrapped("no lost order needed", idle).map { "  " + $0 }
    }
    let number = found.isCase ? "" : " --user \(user)"
    return lines + ["", "  replay: \(replay(design.name).escapingControls)\(number)"]
  }

  private func ways(_ design: Attribution.DesignLosses) -> TextTable {
    var table = TextTable(
      [.words("lost as"), .words("drop point")] + LossCells.columns(found.isCase)
        + LossCells.user(found.isCase))
    for way in design.ways {
      table.add(
        [way.drop?.kind.rawValue ?? "rescued", way.drop?.dropPoint.rawValue ?? "–"]
          + LossCells.cells(way.count, found.isCase) + LossCells.user(way.count, found.isCase))
    }
    return table
  }

  private func causes(_ design: Attribution.DesignLosses) -> TextTable {
    var table = TextTable(
      [.words("but for")] + LossCells.columns(found.isCase)
        + [.numbers("alone"), .numbers("with", "others")] + LossCells.user(found.isCase))
    let causes = design.causes.filter { $0.count.orders > 0 }.sorted { left, right in
      left.count.orders == right.count.orders
        ? left.declaration < right.declaration : left.count.orders > right.count.orders
    }
    for cause in causes {
      table.add(
        [fault(cause.declaration)] + LossCells.cells(cause.count, found.isCase)
          + [Numerals.count(cause.alone), Numerals.count(cause.count.orders - cause.alone)]
          + LossCells.user(cause.count, found.isCase))
    }
    return table
  }

  /// The most sets of faults that are shown one by one.
  private static let mostSets = 8

  private func exactly(_ design: Attribution.DesignLosses) -> TextTable {
    var table = TextTable(
      [.words("exactly")] + LossCells.columns(found.isCase) + [.numbers("of all", "lost")]
        + LossCells.user(found.isCase))
    let part = { (orders: Int) in
      Numerals.fixed(Double(orders) / Double(design.all.orders) * 100, digits: 1) + " %"
    }
    let add = { (words: String, count: Attribution.Count) in
      guard count.orders > 0 else { return }
      table.add(
        [words] + LossCells.cells(count, found.isCase) + [part(count.orders)]
          + LossCells.user(count, found.isCase))
    }
    for needs in design.exactly.prefix(AttributionReport.mostSets) {
      add(needs.declarations.map { fault($0) }.joined(separator: " + "), needs.count)
    }
    let rest = design.exactly.dropFirst(AttributionReport.mostSets)
    if !rest.isEmpty {
      let orders = rest.reduce(0) { $0 + $1.count.orders }
      let rate = Numerals.perMille(Double(orders) / Double(design.charges))
      let user = rest.flatMap(\.count.firstUsers).min().map { String($0) } ?? ""
      table.add(
        ["\(rest.count) other sets", Numerals.count(orders)] + (found.isCase ? [] : [rate, ""])
          + [part(orders)] + (found.isCase ? [] : [user]))
    }
    add("more than three faults", design.more)
    add("no single fault", design.noSingleFault)
    add("no fault", design.noFault)
    add("all", design.all)
    return table
  }
}

/// The cells of a number of lost orders.
enum LossCells {
  static func columns(_ isCase: Bool) -> [TextTable.Column] {
    isCase ? [.numbers("lost")] : [.numbers("lost"), .numbers("‰"), .numbers("95 %", "interval")]
  }

  static func cells(_ count: Attribution.Count, _ isCase: Bool) -> [String] {
    let orders = Numerals.count(count.orders)
    if isCase { return [orders] }
    guard let rate = count.rate else { return [orders, "", ""] }
    let interval = rate.interval
    return [
      orders, Numerals.perMille(rate.value),
      Numerals.perMille(interval.low) + "–" + Numerals.perMille(interval.high),
    ]
  }

  static func user(_ isCase: Bool) -> [TextTable.Column] { isCase ? [] : [.numbers("user")] }

  static func user(_ count: Attribution.Count, _ isCase: Bool) -> [String] {
    isCase ? [] : [count.firstUsers.first.map { String($0) } ?? ""]
  }
}

/// Lists of words in lines.
enum TextBlock {
  /// A heading and words after it, in lines of up to 96 characters.
  static func wrapped(_ heading: String, _ words: [String]) -> [String] {
    var lines = [heading + ":"]
    for (index, word) in words.enumerated() {
      let piece = " " + word + (index + 1 < words.count ? "," : "")
      if lines[lines.count - 1].count + piece.count > 96 { lines.append(" ") }
      lines[lines.count - 1] += piece
    }
    return lines
  }
}
