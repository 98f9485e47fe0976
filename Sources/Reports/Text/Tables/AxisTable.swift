import Experiments
import JSONText
import Scenarios
import Statistics

/// The table of what each axis buys between two designs.
enum AxisTable {
  /// The lines of the table with their heading and legend.
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

  /// A row: the words of the axis, and its numbers; a row without them belongs to the one above.
  private struct Row {
    var words: [String]
    var rate = ""
    var error = ""
    var ordersError = ""
    var revenue = ""
    var revenueError = ""
  }

  private static func table(_ axes: AxisComparison, _ isCase: Bool) -> Table {
    let rounded = axes.rounded(units: 100_000)
    let whole = { (name: String, rate: Int, revenue: Int) in
      Row(words: [name, "", ""], rate: hundredths(rate), revenue: Numerals.count(revenue))
    }
    let order = axes.shares.indices.filter { !axes.shares[$0].isIdle }
      .sorted { (axes.shares[$0].rate.value, $0) < (axes.shares[$1].rate.value, $1) }
    // Values that would make the table too wide are cut, sooner where sampling has a column of its own.
    let longest = axes.sampledOrders == nil ? 20 : 14
    let short = { (value: String) in
      value.count <= longest ? value : value.prefix(longest - 1) + "…"
    }
    let rows = order.flatMap { place in
      let share = axes.shares[place]
      return share.axes.enumerated().map { index, axis in
        let words = [axis.name, short(axis.from), short(axis.to)]
        // Axes that a rule ties stand below each other; the first line has their numbers.
        guard index == 0 else { return Row(words: ["+ " + words[0]] + words[1...]) }
        return Row(
          words: words, rate: signed(rounded.shares[place], hundredths),
          error: half(share.rate.interval, most: .infinity) {
            Numerals.fixed($0 * 1_000, digits: 2)
          }, ordersError: Numerals.fixed(share.rateOrderError * 1_000, digits: 2),
          revenue: signed(share.revenue, Numerals.count),
          revenueError: half(share.revenueInterval, most: 9e17) {
            Numerals.count(Int($0.rounded()))
          })
      }
    }
    let isCertain = isCase && axes.sampledOrders == nil
    let columns: [Column<Row>?] = [
      .words("axis") { $0.words[0] }, .words("from") { $0.words[1] }, .words("to") { $0.words[2] },
      .numbers("lost\n‰", \.rate), isCertain ? nil : .numbers("±", \.error),
      axes.sampledOrders == nil ? nil : .numbers("orders'\nerror", \.ordersError),
      .numbers("lost\nrevenue", \.revenue), isCertain ? nil : .numbers("±", \.revenueError),
    ]
    return Table(
      [whole(axes.from, rounded.from, axes.revenues.from)] + rows
        + [whole(axes.to, rounded.to, axes.revenues.to)], columns.compactMap(\.self))
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

  /// Half of an interval; any, where nothing bounds it.
  private static func half(
    _ interval: Interval, most: Double, _ text: (Double) -> String
  ) -> String {
    let half = (interval.high - interval.low) / 2
    return half < most ? text(half) : "any"
  }
}
