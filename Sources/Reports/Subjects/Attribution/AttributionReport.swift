import JSONText
import PurchaseWorld
import Experiments
import Scenarios
import Statistics
package import LossAttribution

/// Causes of lost orders and effects of axes, as text for people.
package struct AttributionReport {
  private typealias LabelledCount = (words: String, count: Attribution.Count)

  private let found: Attribution
  private let language: Language
  private let replay: (_ design: String) -> String

  private var legend: [String] {
    let lines = language(
      "lost: orders lost or rescued, ‰ of charges. user: the first user with such an order.\n"
        + "causal fault: orders that would not have been lost without this one planned fault, everything else\n"
        + "unchanged. An order that needed several faults counts for each of them. So these rows overlap and do\n"
        + "not add up. The rows of 'exactly' do: each lost order counts once, for the set of faults it needed.\n"
        + "no single fault: without any one of its faults, another one was sufficient. no fault: lost without\n"
        + "any planned fault, by the design, by what users do, or in an outage of the scenario."
    ).lines
    if !isOfRefunds { return lines }
    return lines + [
      language(
        "refunded: by Play itself, before the right goods were delivered; otherwise the order would"
          + " be lost.")
    ]
  }

  /// - Parameter replay: the command that replays a user of a design, without the user.
  package init(
    _ found: Attribution, _ language: Language = .en, replay: @escaping (_ design: String) -> String
  ) { (self.found, self.language, self.replay) = (found, language, replay) }

  /// The full report: an overview, location and causes of each design's losses, effects of axes.
  package var text: String {
    let head = [
      [found.heading, found.subtitle(language)], found.designs.count > 1 ? overview : [],
    ]
    return (head + found.designs.map(block) + [legend, axes]).page
  }

  /// Whether automatic refunds count as lost orders (`Scenario.comparedShare`).
  private var isOfRefunds: Bool { found.scenario.comparedShare != .lost }

  package var shortText: String { [overview, axes].page }
  private var axes: [String] { found.axes.map(lines) ?? [] }

  /// One line per design: its losses, their most frequent drop point and cause.
  private var overview: [String] {
    Table(
      found.designs,
      [.words(language("design"), \.name)] + counted(\.all) + [
        .words(language("most frequent\ndrop point")) { design in
          let points = design.lossOutcomes.map {
            let (kind, point) = $0.lossOutcome.words(language)
            return (point ?? kind, $0.count)
          }
          return first(of: points, design)
        },
        .words(language("most frequent\ncausal fault")) {
          first(of: $0.causes.map { (fault($0.declaration), $0.count) } + others($0), $0)
        },
      ]
    ).lines
  }

  /// The most frequent heading, with its share of the design's losses.
  private func first(of headings: [LabelledCount], _ design: Attribution.DesignLosses) -> String {
    let maximum = headings.map(\.count.orders).max() ?? 0
    let first = headings.first { $0.count.orders == maximum }
    guard maximum > 0, let first else { return "–" }
    let percent = Double(maximum) / Double(design.all.orders) * 100
    return "\(first.words) \(NumberFormat.fixed(percent, digits: 0)) %"
  }

  private func fault(_ declaration: Int) -> String {
    "\(language.named(found.faults[declaration].rawValue)) [\(declaration)]"
  }

  /// Losses that needed no single fault.
  private func others(_ design: Attribution.DesignLosses) -> [LabelledCount] {
    [
      (language("no single fault"), design.noSingleNecessaryFault),
      (language("no fault"), design.noFault),
    ]
  }

  private func counted<Row>(_ count: @escaping (Row) -> Attribution.Count) -> [Column<Row>] {
    let orders = Column<Row>.counts(isOfRefunds ? language("lost or\nrefunded") : language("lost"))
    { count($0).orders }
    if found.isCase { return [orders] }
    return [
      orders, .numbers("‰") { count($0).rate.map { NumberFormat.perMille($0.value) } ?? "" },
      .numbers(language("95 %\ninterval")) {
        guard let interval = count($0).rate?.interval else { return "" }
        return NumberFormat.perMille(interval.low) + "–" + NumberFormat.perMille(interval.high)
      },
    ]
  }

  /// Column of the first user with such a lost order; none for a case.
  private func user<Row>(_ count: @escaping (Row) -> Attribution.Count) -> [Column<Row>] {
    found.isCase
      ? [] : [.numbers(language("user")) { count($0).firstUsers.first.map(String.init) ?? "" }]
  }

  private func block(_ design: Attribution.DesignLosses) -> [String] {
    let (name, charges) = (design.name.escapingControls, NumberFormat.count(design.charges))
    let orders = NumberFormat.count(design.all.orders)
    let lost = isOfRefunds ? language("lost or refunded") : language("lost")
    let head =
      design.charges == 1
      ? language("{0}: {1} of {2} charge {3}", name, orders, charges, lost)
      : language("{0}: {1} of {2} charges {3}", name, orders, charges, lost)
    guard let user = design.all.firstUsers.first else { return [head] }
    let idle = design.causes.filter { $0.count.orders == 0 }.map { fault($0.declaration) }
    var parts = [lossOutcomes(design), causes(design), necessaryFaultSets(design)]
    if !idle.isEmpty {
      parts.append(TextBlock.wrapped(language("faults that no lost order needed:"), idle, language))
    }
    let number = found.isCase ? "" : " --user \(user)"
    let command = language.command(replay(design.name).escapingControls + number)
    parts.append([language("replay: {0}", command)])
    return [head] + parts.flatMap { [""] + $0.map { "  \($0)" } }
  }

  private func lossOutcomes(_ design: Attribution.DesignLosses) -> [String] {
    Table(
      design.lossOutcomes,
      [
        .words(isOfRefunds ? language("lost or refunded as") : language("lost as")) {
          $0.lossOutcome.words(language).kind
        },
        .words(language("drop point")) { $0.lossOutcome.words(language).point ?? "–" },
      ] + counted(\.count) + user(\.count)
    ).lines
  }

  private func causes(_ design: Attribution.DesignLosses) -> [String] {
    let causes = design.causes.filter { $0.count.orders > 0 }
      .sorted { (-$0.count.orders, $0.declaration) < (-$1.count.orders, $1.declaration) }
    return Table(
      causes,
      [.words(language("causal fault")) { fault($0.declaration) }] + counted(\.count) + [
        .counts(language("alone"), \.soleCauseOrders),
        .counts(language("with\nothers")) { $0.count.orders - $0.soleCauseOrders },
      ] + user(\.count)
    ).lines
  }

  private static let maxSets = 8

  private func necessaryFaultSets(_ design: Attribution.DesignLosses) -> [String] {
    let part = { (orders: Int) in
      NumberFormat.fixed(Double(orders) / Double(design.all.orders) * 100, digits: 1) + " %"
    }
    let sets = design.necessaryFaultSets.prefix(AttributionReport.maxSets).map { needs in
      (needs.declarations.map(fault).joined(separator: " + "), needs.count)
    }.filter { $0.1.orders > 0 }
    let others: [LabelledCount] =
      [(language("more than three faults"), design.moreThanThreeFaults)] + others(design)
      + [(language("all"), design.all)]
    var table = Table(
      sets + others.filter { $0.count.orders > 0 },
      [.words(language("exactly"), \.words)] + counted(\.count) + [
        .numbers(isOfRefunds ? language("of\nall") : language("of all\nlost")) {
          part($0.count.orders)
        }
      ] + user(\.count))
    let rest = design.necessaryFaultSets.dropFirst(AttributionReport.maxSets)
    if !rest.isEmpty {
      let orders = rest.reduce(0) { $0 + $1.count.orders }
      let rate = NumberFormat.perMille(Double(orders) / Double(design.charges))
      let user = rest.flatMap(\.count.firstUsers).min().map(String.init) ?? ""
      let words = language("{0} other sets", "\(rest.count)")
      let count = NumberFormat.count(orders)
      let row =
        found.isCase ? [words, count, part(orders)] : [words, count, rate, "", part(orders), user]
      table.rows.insert(row.map(Table.Cell.text), at: sets.count)
    }
    return table.lines
  }
}

extension AxisAttribution.Contribution {
  /// Names of the axes that are switched together.
  var name: String { axes.map(\.name).joined(separator: " + ") }
}

/// Effects of axes between two designs.
extension AttributionReport {
  private func lines(_ axes: AxisAttribution) -> [String] {
    let (from, to) = (axes.from.escapingControls, axes.to.escapingControls)
    if axes.contributions.isEmpty {
      return [
        language("effect of each axis from {0} to {1}: the designs differ in no axis", from, to)
      ]
    }
    let idle = axes.contributions.filter(\.hasNoEffect).map(\.name)
    let parts = [
      [language("effect of each axis from {0} to {1}", from, to)], table(axes).lines,
      idle.isEmpty ? [] : TextBlock.wrapped(language("no effect here:"), idle, language),
      legend(axes),
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private func table(_ axes: AxisAttribution) -> Table {
    let rounded = axes.roundedRates(units: 100_000)
    let isSampled = axes.sampledPermutationCount != nil
    let isCertain = found.isCase && !isSampled
    let columns: [(head: Table.Head, isShown: Bool)] = [
      (.words(language("axis")), true),
      (.words(language("from")), true), (.words(language("to")), true),
      (.numbers(isOfRefunds ? language("lost or\nref. ‰") : language("lost\n‰")), true),
      (.numbers("±"), !isCertain), (.numbers(language("sequence\nerror")), isSampled),
      (.numbers(isOfRefunds ? language("their\nrevenue") : language("lost\nrevenue")), true),
      (.numbers("±"), !isCertain),
    ]
    let whole = { (name: String, rate: Int, revenue: Int) in
      [name, "", "", hundredths(rate), "", "", money(revenue), ""]
    }
    let shares = zip(axes.contributions, rounded.shares).filter { !$0.0.hasNoEffect }
      .sorted { $0.0.rateChange.value < $1.0.rateChange.value }
    // Values that would make the table too wide are cut, earlier if sampling has a column.
    let longest = isSampled ? 14 : 20
    let short = { (value: String) in
      value.count <= longest ? value : value.prefix(longest - 1) + "…"
    }
    let rows = shares.flatMap { share, rate in
      let numbers = [
        signed(rate, hundredths),
        half(share.rateChange.interval, maximum: .infinity) {
          NumberFormat.fixed($0 * 1_000, digits: 2)
        },
        NumberFormat.fixed(share.rateSamplingError * 1_000, digits: 2),
        signed(share.lostRevenueChange, money),
        half(share.lostRevenueInterval, maximum: 9e17) { money(Int($0.rounded())) },
      ]
      // Axes that a rule ties are in lines below each other; the first line has their numbers.
      return share.axes.enumerated().map { index, axis in
        [(index == 0 ? "" : "+ ") + axis.name, short(axis.from), short(axis.to)]
          + (index == 0 ? numbers : numbers.map { _ in "" })
      }
    }
    let all =
      [whole(axes.from, rounded.from, axes.lostRevenues.from)] + rows
      + [whole(axes.to, rounded.to, axes.lostRevenues.to)]
    return Table(
      columns.filter(\.isShown).map(\.head),
      all.map { row in zip(columns, row).filter(\.0.isShown).map(\.1) })
  }

  private func legend(_ axes: AxisAttribution) -> [String] {
    let orders =
      axes.sampledPermutationCount.map { language("{0} random sequences", "\($0)") }
      ?? language("all sequences")
    var texts = [
      language(
        "Shapley shares: the mean change when an axis is switched, over {0} of switching.\n"
          + "Below 0, fewer orders are lost. Their sum is exactly the difference. {1} designs simulated.",
        orders, NumberFormat.count(axes.hybridCount))
    ]
    if !found.isCase {
      let unit = NumberFormat.unit(of: found.scenario.currency, language)
      texts.append(language("±: half of the 95 % interval. Revenue in {0}.", unit))
    }
    if axes.sampledPermutationCount != nil {
      texts.append(
        language("sequence error: the standard error of random sequences; ± includes it."))
    }
    if axes.contributions.contains(where: { $0.axes.count > 1 }) {
      texts.append(language("An axis with '+' is switched together with the axis above it."))
    }
    let maximum = max(axes.rates.from, axes.rates.to)
    if axes.hasUnfilledSources,
      axes.contributions.contains(where: { $0.rateChange.value.magnitude > maximum })
    {
      texts.append(
        language(
          "Some hybrid designs bind by a source that no axis fills, and lose nearly all orders. The shares\n"
            + "of these axes are large and cancel each other; --tied switches such axes together."))
    }
    return texts.flatMap(\.lines)
  }

  private func money(_ units: Int) -> String { NumberFormat.money(units, found.scenario.currency) }
  private func hundredths(_ units: Int) -> String {
    NumberFormat.fixed(Double(units) / 100, digits: 2)
  }

  private func signed(_ number: Int, _ text: (Int) -> String) -> String {
    (number > 0 ? "+" : "") + text(number)
  }

  /// Half of an interval; "any" if nothing bounds it.
  private func half(_ interval: Interval, maximum: Double, _ text: (Double) -> String) -> String {
    let half = (interval.high - interval.low) / 2
    return half < maximum ? text(half) : language("any")
  }
}
