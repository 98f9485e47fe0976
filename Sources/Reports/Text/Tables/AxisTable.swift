import Experiments
import JSONText
import Scenarios
import Statistics

/// The table of what each axis buys between two designs.
enum AxisTable {
  static func lines(_ axes: AxisComparison, isCase: Bool) -> [String] {
    let names = "from \(axes.from.escapingControls) to \(axes.to.escapingControls)"
    if axes.shares.isEmpty { return ["what each axis buys \(names): they differ in no axis"] }
    let idle = axes.shares.filter(\.isIdle).map { $0.axes.map(\.name).joined(separator: " + ") }
    let parts = [
      ["what each axis buys \(names)"], table(axes, isCase).lines,
      idle.isEmpty ? [] : TextBlock.wrapped("changes nothing here", idle), legend(axes, isCase),
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private static func table(_ axes: AxisComparison, _ isCase: Bool) -> Table {
    let rounded = axes.rounded(units: 100_000)
    let isSampled = axes.sampledOrders != nil
    let isCertain = isCase && !isSampled
    let columns: [(head: Table.Head, isShown: Bool)] = [
      (.words("axis"), true), (.words("from"), true), (.words("to"), true),
      (.numbers("lost\n‰"), true), (.numbers("±"), !isCertain),
      (.numbers("orders'\nerror"), isSampled), (.numbers("lost\nrevenue"), true),
      (.numbers("±"), !isCertain),
    ]
    let whole = { (name: String, rate: Int, revenue: Int) in
      [name, "", "", hundredths(rate), "", "", Numerals.count(revenue), ""]
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
        signed(share.revenue, Numerals.count),
        half(share.revenueInterval, most: 9e17) { Numerals.count(Int($0.rounded())) },
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

  private static func hundredths(_ units: Int) -> String {
    Numerals.fixed(Double(units) / 100, digits: 2)
  }

  private static func signed(_ number: Int, _ text: (Int) -> String) -> String {
    (number > 0 ? "+" : "") + text(number)
  }

  /// Half of an interval; any, where nothing bounds it.
  private static func half(_ interval: Interval, most: Double, _ text: (Double) -> String) -> String
  {
    let half = (interval.high - interval.low) / 2
    return half < most ? text(half) : "any"
  }
}
