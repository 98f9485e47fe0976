import Experiments
package import JSONText
package import Methods
import PurchaseWorld
import Scenarios
import Statistics

/// Summary of a sweep as JSON: `results/<name>/sweep.json`.
///
/// The article <doc:SweepFormat> explains every member. Like a summary, it contains only what
/// scenario, seed and version determine.
package enum SweepJSON {
  package static func output(_ found: SweepFindings) -> JSONOutput { members.output(of: found) }

  package static var schema: String { members.schema("A sweep of lostorder") }

  private static let members: [Member<SweepFindings, Never>] =
    Member.versions(1) + [
      .confidence, .scenario { $0.scenario }, .object("sweep", sweep, "what is varied") { $0 },
      .list("troubles", of: warning) { $0.warnings },
      .list("points", of: point) { found in found.points.map { (found, $0) } },
      .list("comparisons", of: comparison) { found in
        found.comparisons.indices.map { (found, $0) }
      },
    ]

  private static let dimension: [Member<Sweep.Dimension, Never>] = [
    .text("value") { $0.path }, .word("scale") { $0.scale.word },
    .boolean("log") { $0.isLogarithmic },
  ]

  private static let sweep: [Member<SweepFindings, Never>] =
    dimension.map { member in member.of { $0.dimensions[0] } } + [
      .object("and", dimension, "second value of a map") {
        $0.hasTwoDimensions ? $0.dimensions[1] : nil
      }.optional
    ]

  private static let warning: [Member<SweepFindings.SweepWarning, Never>] = [
    Member("trouble", .words(["noCharge", "neverStruck"] + Interruption.names.sorted())) {
      warning in
      switch warning {
      case .interruption(let interruption): .string(interruption.name)
      case .noCharge: "noCharge"
      case .neverOccurred: "neverStruck"
      }
    },
    .count("point") { if case .noCharge(let point) = $0 { point } else { nil } }.optional,
    .word("fault") { if case .neverOccurred(_, let kind) = $0 { kind } else { nil } }.optional,
    .count("declaration") {
      if case .neverOccurred(let declaration, _) = $0 { declaration } else { nil }
    }.optional,
  ]

  private typealias PointContext = (findings: SweepFindings, point: SweepFindings.Point)

  private static let point: [Member<PointContext, Never>] = [
    Member("value", .anything) { $0.findings.value(of: $0.point).json },
    Member("and", .anything, "of a map") { $0.findings.value(of: $0.point, in: 1).json }
      .where { $0.findings.hasTwoDimensions },
    .list("designs", of: design) { context in
      zip(context.findings.designNames, context.point.designs).map {
        (context.findings.comparedShare, $0, $1)
      }
    },
    .texts("least", "designs with the fewest losses, not separated from each other") { context in
      context.point.leastLosingDesignIndices.map { context.findings.designNames[$0] }
    },
  ]

  private typealias DesignSource = (
    share: ShareMetric, name: String, found: SweepFindings.DesignFindings
  )

  private static let design: [Member<DesignSource, Never>] =
    [.text("name") { $0.name }, .count("charges") { $0.found.chargeCount }]
    + Member.compared({ $0.share }, .orNull(.interval(.share))) {
      .estimate($0.found.comparedEstimate)
    } + [
      .estimate(ShareMetric.lostSale.row.name) { $0.found.lostSales },
      .estimate(ShareMetric.doubleCharge.row.name) { $0.found.doubleCharges },
      Member("recoveries", .list(SharedBackendJSON.recoveryForm), "of a shared backend") {
        .list($0.found.recoveries, SharedBackendJSON.recovery)
      }.where { !$0.found.recoveries.isEmpty },
    ]

  private typealias Pair = (findings: SweepFindings, index: Int)

  private static func name(_ pair: Pair, _ design: KeyPath<DesignPair, Int>) -> String {
    pair.findings.designNames[pair.findings.comparisons[pair.index].pair[keyPath: design]]
  }

  private static let comparison: [Member<Pair, Never>] = [
    .text("first") { name($0, \.first) }, .text("second") { name($0, \.second) },
    Member("differences", .list(.orNull(.interval(.number))), "at each point") { pair in
      .list(pair.findings.points) { .estimate($0.differences[pair.index]) }
    },
    Member("fewer", .list(.orNull(.text)), "design that loses fewer orders at each point") { pair in
      .list(pair.findings.comparisons[pair.index].lowerDesigns) { fewer($0, of: pair) }
    },
    .list("breakEvens", of: breakEven, "for one varied value") { crossings(of: $0) }.optional,
  ]

  private static func fewer(_ lowerDesign: DifferenceCurve.LowerDesign, of pair: Pair) -> JSONOutput
  {
    switch lowerDesign {
    case .first: .string(name(pair, \.first))
    case .second: .string(name(pair, \.second))
    default: .null
    }
  }

  /// Break-evens of a pair, with the better design on each side; nil without a curve.
  private static func crossings(of pair: Pair) -> [Crossing]? {
    let (first, second) = (name(pair, \.first), name(pair, \.second))
    return pair.findings.comparisons[pair.index].curve?.breakEvens.map {
      $0.firstIsBetterBelow ? ($0, first, second) : ($0, second, first)
    }
  }

  private typealias Crossing = (at: BreakEven, below: String, above: String)

  private static let breakEven: [Member<Crossing, Never>] = [
    .number("value", digits: 6) { $0.at.value },
    place("low") { $0.at.low }, place("high") { $0.at.high },
    Member("fewerBelow", .orNull(.text)) { $0.at.low == nil ? .null : .string($0.below) },
    Member("fewerAbove", .orNull(.text)) { $0.at.high == nil ? .null : .string($0.above) },
  ]

  /// A place with six significant digits.
  private static func place(
    _ name: String, _ value: @escaping @Sendable (Crossing) -> Double?
  ) -> Member<Crossing, Never> {
    Member(name, .orNull(.number)) { .some(value($0)) { .number($0.rounded(digits: 6)) } }
  }
}

extension Sweep.Scale {
  fileprivate enum Word: String, CaseIterable { case number, seconds, choice }

  /// Kind of the values in the form.
  fileprivate var word: Word {
    switch self {
    case .numbers: .number
    case .durations: .seconds
    case .choices: .choice
    }
  }
}
