import Experiments
package import JSONText
package import LossAttribution
import PurchaseWorld
import Scenarios
import Statistics

/// An attribution as JSON: `results/<name>/attribution.json`.
///
/// The article <doc:AttributionFormat> explains every member.
package enum AttributionJSON {
  package static func output(_ found: Attribution) -> JSONOutput { members.output(of: found) }

  package static var schema: String { members.schema("An attribution of lostorder") }

  private static let members: [Member<Attribution, Never>] =
    Member.versions(1) + [
      .interruption { $0.interruption }, .confidence,
      .scenario({ $0.scenario }, isCase: { $0.isCase }), .words("faults") { $0.faults },
      .list("designs", of: design) { found in found.designs.map { ($0, found.isCase) } },
      Member("axes", .orNull(axes.form()), "between two designs") { found in
        .some(found.axes) { axes.output(of: Axes($0, found.scenario.comparedShare)) }
      },
    ]

  private typealias CountContext = (count: Attribution.Count, isCase: Bool)

  /// Number of orders, their rate unless the user's timeline was written by hand, and the first
  /// users.
  private static let counted: [Member<CountContext, Never>] = [
    .count("orders") { $0.count.orders },
    .estimate("rate") { $0.count.rate?.estimate }.where { !$0.isCase },
    .counts("firstUsers") { $0.count.firstUsers.map { Int(clamping: $0) } }.where { !$0.isCase },
  ]

  private static func counted<Part>(
    _ count: @escaping @Sendable (Part) -> Attribution.Count
  ) -> [Member<(part: Part, isCase: Bool), Never>] {
    counted.map { member in member.of { (count($0.part), $0.isCase) } }
  }

  private static let design: [Member<(of: Attribution.DesignLosses, isCase: Bool), Never>] = [
    .text("name") { $0.of.name }, .count("charges") { $0.of.charges },
    .object("lost", counted) { ($0.of.all, $0.isCase) },
    .list("ways", of: lossOutcome) { design in design.of.lossOutcomes.map { ($0, design.isCase) } },
    .list("butFor", of: cause) { design in design.of.causes.map { ($0, design.isCase) } },
    .list("exactly", of: set) { design in design.of.necessaryFaultSets.map { ($0, design.isCase) }
    },
    .object("moreThanThree", counted) { ($0.of.moreThanThreeFaults, $0.isCase) },
    .object("noSingleFault", counted) { ($0.of.noSingleNecessaryFault, $0.isCase) },
    .object("noFault", counted) { ($0.of.noFault, $0.isCase) },
  ]

  private static let lossOutcome:
    [Member<(part: Attribution.LossOutcomeCount, isCase: Bool), Never>] =
      LossSet.LossOutcome.members.map { member in member.of { $0.part.lossOutcome } }
      + counted { $0.count }

  private static let cause: [Member<(part: Attribution.LossCause, isCase: Bool), Never>] =
    [.count("declaration") { $0.part.declaration }] + counted { $0.count } + [
      .count("alone") { $0.part.soleCauseOrders }
    ]

  private static let set:
    [Member<(part: Attribution.NecessaryFaultSetCount, isCase: Bool), Never>] =
      [.counts("declarations") { $0.part.declarations }] + counted { $0.count }

  /// Units of a share per whole: nine decimals.
  private static let units = 1e9

  /// Effects of axes, with shares in whole ``units`` that add up.
  private struct Axes {
    let axes: AxisAttribution, share: ShareMetric
    let rounded: (from: Int, to: Int, shares: [Int])

    init(_ axes: AxisAttribution, _ share: ShareMetric) {
      (self.axes, self.share, rounded) = (axes, share, axes.roundedRates(units: units))
    }
  }

  private static let axes: [Member<Axes, Never>] =
    [
      .text("from") { $0.axes.from }, .text("to") { $0.axes.to },
      .count("hybrids") { $0.axes.hybridCount },
      Member("orders", .either(.count, .constant("all"))) { axes in
        axes.axes.sampledPermutationCount.map { .integer($0) } ?? "all"
      },
    ] + Member.compared({ $0.share }, rates.form()) { rates.output(of: $0) } + [
      .object("lostRevenue", revenues) { $0.axes },
      .list("shares", of: share) { axes in
        zip(axes.axes.contributions, axes.rounded.shares).map { (axes, $0, $1) }
      },
    ]

  private static let rates: [Member<Axes, Never>] = [
    Member("from", .share) { rate($0.rounded.from) }, Member("to", .share) { rate($0.rounded.to) },
    Member("difference", limited) {
      rate($0.rounded.to - $0.rounded.from, $0.axes.rateDifference.interval)
    },
  ]

  private static let revenues: [Member<AxisAttribution, Never>] = [
    Member("from", .money) { .integer($0.lostRevenues.from) },
    Member("to", .money) { .integer($0.lostRevenues.to) },
    Member("difference", limited) { revenue($0.lostRevenueDifference, $0.lostRevenueInterval) },
  ]

  private static let share:
    [Member<(of: Axes, part: AxisAttribution.Contribution, units: Int), Never>] =
      [.list("axes", of: AxisJSON.members) { $0.part.axes }]
      + Member.compared({ $0.of.share }, limited) { rate($0.units, $0.part.rateChange.interval) }
      + [
        Member("lostRevenue", limited) {
          revenue($0.part.lostRevenueChange, $0.part.lostRevenueInterval)
        }
      ]
      + Member.compared({ $0.of.share }, .number, suffix: "OrderError", "of sampled orders") {
        $0.of.axes.sampledPermutationCount == nil ? nil : .share($0.part.rateSamplingError)
      } + [
        .number("lostRevenueOrderError") { $0.part.lostRevenueSamplingError.rounded() }
          .where { $0.of.axes.sampledPermutationCount != nil }
      ]

  /// A value with the limits of its interval, some of which are open.
  private static let limited = MemberSchema.interval(.orNull(.number))

  /// A share in ``units``.
  private static func rate(_ units: Int) -> JSONOutput { .number(Double(units) / self.units) }

  /// A share in ``units`` and its interval.
  private static func rate(_ units: Int, _ interval: Interval) -> JSONOutput {
    .array([rate(units)] + ends(interval, JSONOutput.share))
  }

  private static func revenue(_ amount: Int, _ interval: Interval) -> JSONOutput {
    .array([.integer(amount)] + ends(interval) { .number($0.rounded()) })
  }

  private static func ends(_ interval: Interval, _ number: (Double) -> JSONOutput) -> [JSONOutput] {
    [interval.low, interval.high].map { $0.isFinite ? number($0) : .null }
  }
}
