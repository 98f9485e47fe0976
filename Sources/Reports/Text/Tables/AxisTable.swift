import Experiments
import JSONText
import Scenarios
import Statistics

/// The table of what each axis buys between two designs.
enum AxisTable {
  /// The longest value of an axis that is shown in full: less where sampling has a column of its own.
  private static func longest(_ axes: AxisComparison) -> Int { axes.sampledOrders == nil ? 20 : 14 }

  /// The lines of the table with their heading and legend.
  static func lines(_ axes: AxisComparison, isCase: Bool) -> [String] {
    let names = "from \(axes.from.escapingControls) to \(axes.to.escapingControls)"
    if axes.shares.isEmpty { return ["what each axis buys \(names): they differ in no axis"] }
    let idle = axes.shares.filter(\.isIdle).map { $0.axes.map(\.name).joined(separator: " + ") }
    var lines = ["what each axis buys \(names)", ""] + table(axes, isCase).lines
    if !idle.isEmpty { lines += [""] + TextBlock.wrapped("changes nothing here", idle) }
    return lines + [""] + legend(axes, isCase)
  }

  private static func table(_ axes: AxisComparison, _ isCase: Bool) -> TextTable {
    let error: [TextTable.Column] = isCase && axes.sampledOrders == nil ? [] : [.numbers("±")]
    let sampled: [TextTable.Column] =
      axes.sampledOrders == nil ? [] : [.numbers("orders'", "error")]
    var table = TextTable(
      [.words("axis"), .words("from"), .words("to"), .numbers("lost", "‰")] + error + sampled
        + [.numbers("lost", "revenue")] + error)
    let rounded = axes.rounded(units: 100_000)
    let whole = { (name: String, rate: Int, revenue: Int) in
      [name.escapingControls, "", "", hundredths(rate)] + error.map { _ in "" }
        + sampled.map { _ in "" } + [Numerals.count(revenue)] + error.map { _ in "" }
    }
    table.add(whole(axes.from, rounded.from, axes.revenues.from))
    let order = axes.shares.indices.filter { !axes.shares[$0].isIdle }.sorted {
      let (left, right) = (axes.shares[$0].rate.value, axes.shares[$1].rate.value)
      return left == right ? $0 < $1 : left < right
    }
    let longest = longest(axes)
    for place in order {
      let share = axes.shares[place]
      let cells =
        [signed(rounded.shares[place], hundredths)] + error.map { _ in half(share.rate.interval) }
        + sampled.map { _ in Numerals.fixed(share.rateOrderError * 1_000, digits: 2) } + [
          signed(share.revenue) { Numerals.count($0) }
        ] + error.map { _ in amount(share.revenueInterval) }
      for (index, axis) in share.axes.enumerated() {
        // Axes that a rule ties stand below each other; the first line has their numbers.
        let name = index == 0 ? axis.name : "+ " + axis.name
        table.add(
          [name, short(axis.from, longest), short(axis.to, longest)]
            + (index == 0 ? cells : cells.map { _ in "" }))
      }
    }
    table.add(whole(axes.to, rounded.to, axes.revenues.to))
    return table
  }

  private static func legend(_ axes: AxisComparison, _ isCase: Bool) -> [String] {
    let orders = axes.sampledOrders.map { "\($0) random orders" } ?? "all orders"
    var lines = [
      "Shapley shares: the mean change when an axis is switched, over \(orders) of switching;",
      "below 0 less is lost. They add up to the difference, to the last unit."
        + " \(Numerals.count(axes.hybrids)) designs played.",
    ]
    if !isCase { lines.append("±: half of the 95 % interval. Revenue in minor units.") }
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

  /// A number of hundredths with two digits behind the point.
  private static func hundredths(_ units: Int) -> String {
    Numerals.fixed(Double(units) / 100, digits: 2)
  }

  private static func signed(_ number: Int, _ text: (Int) -> String) -> String {
    (number > 0 ? "+" : "") + text(number)
  }

  private static func half(_ interval: Interval) -> String {
    let half = (interval.high - interval.low) / 2
    return half < .infinity ? Numerals.fixed(half * 1_000, digits: 2) : "any"
  }

  private static func amount(_ interval: Interval) -> String {
    let half = (interval.high - interval.low) / 2
    return half < 9e17 ? Numerals.count(Int(half.rounded())) : "any"
  }

  /// A value of an axis, cut where it would make the table too wide.
  private static func short(_ value: String, _ longest: Int) -> String {
    value.count <= longest ? value : value.prefix(longest - 1) + "…"
  }
}
