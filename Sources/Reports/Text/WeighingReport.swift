package import Experiments
import JSONText
package import PurchaseWorld
import Statistics

/// What plans of a few faults lose, and whether drawn users agree, as text for people.
package struct WeighingReport {
  /// The name of the scenario.
  private let scenario: String
  private let weighing: Weighing
  private let sample: WeighedSample
  private let cells: Int
  /// How many designs are judged together.
  private let designs: Int
  /// The command that plays a life again.
  private let replay: (Population.Script) -> String

  /// The most kinds of faults that are told.
  private static let most = 8

  /// - Parameters:
  ///   - cells: how many parts drawn delays have.
  ///   - designs: how many designs are judged together.
  package init(
    _ weighing: Weighing, _ sample: WeighedSample, of scenario: String, cells: Int,
    among designs: Int = 1, replay: @escaping (Population.Script) -> String
  ) {
    (self.weighing, self.sample, self.scenario) = (weighing, sample, scenario)
    (self.cells, self.designs, self.replay) = (cells, designs, replay)
  }

  /// What the columns mean.
  package static let legend = [
    "lost: lost or rescued orders per mille of the charges of these users. Weighed: every user and",
    "plan was played once, and counts as much as it is likely. Drawn: as many users by chance, with",
    "their 95 % interval. All of them live in the world of a case: delays that are not a fault's are",
    "their medians, and nobody reacts to missing goods. So rates differ from those of 'run'.",
  ]

  package var text: String {
    let (design, users) = (weighing.design.escapingControls, sample.users.reduce(0, +))
    let head = [
      "\(scenario.escapingControls): \(design) weighed with \(upTo) a user",
      "\(Numerals.count(weighing.whole.lives)) lives weighed, drawn delays in \(cells)"
        + " \(cells == 1 ? "part" : "parts"); \(Numerals.count(users)) users drawn",
    ]
    return [head, table.lines, parts, [verdict]].page
  }

  private var upTo: String { Numerals.upTo(faults: weighing.sizes.count - 1, isExact: false) }

  private var table: Table {
    let drawn = WeighingReport.drawn
    let row = { (name: String, size: Weighing.Size, moments: RatioMoments) in
      [
        name, Numerals.count(size.lives), Numerals.fixed(size.users * 100, digits: 3),
        size.rate.map(WeighingReport.rate) ?? "–", drawn(moments),
      ]
    }
    // Without the noun: `up to 2`.
    let name = upTo.split(separator: " ").dropLast().joined(separator: " ")
    return Table(
      [
        .numbers("faults"), .numbers("lives"), .numbers("% of\nusers"),
        .numbers("lost ‰\nweighed"), .words("lost ‰\ndrawn"),
      ],
      weighing.sizes.map { row("\($0.faults)", $0, sample.sizes[$0.faults]) }
        + (weighing.sizes.count > 1 ? [row(name, weighing.whole, sample.few)] : [])
        + [["any", "", "100.000", "", drawn(sample.all)]])
  }

  /// A rate in per mille with four digits behind the point.
  private static func rate(_ rate: Double) -> String { Numerals.fixed(rate * 1_000, digits: 4) }

  private static func drawn(_ moments: RatioMoments) -> String {
    Proportion(moments).map { Numerals.estimate($0.estimate) } ?? "–"
  }

  /// What loses orders, the most first.
  private var parts: [String] {
    guard !weighing.parts.isEmpty else { return [] }
    let told = weighing.parts.prefix(WeighingReport.most).flatMap { part in
      let share = weighing.whole.lost > 0 ? part.lost / weighing.whole.lost : 0
      let kinds = part.kinds.map(\.rawValue).joined(separator: " + ")
      let rate = WeighingReport.rate(weighing.rate(of: part))
      let line = "  \(rate)  \(Numerals.fixed(share * 100, digits: 1)) %  "
      return [line + (kinds.isEmpty ? "without a fault" : kinds)]
        + (part.example.map { ["    \(replay($0))"] } ?? [])
    }
    let rest = weighing.parts.count - WeighingReport.most
    return ["of these, per mille of charges and in percent:"] + told
      + (rest > 0 ? ["  … and \(rest) more combinations of kinds"] : [])
  }

  /// One line: whether the two engines agree.
  package var verdict: String {
    let rate = weighing.whole.rate.map(WeighingReport.rate) ?? "–"
    return switch sample.holds(weighing, among: designs) {
    case true?:
      "verdict: the weighed \(rate) ‰ lies in the interval of the drawn users with \(upTo)"
    case false?:
      "verdict: the weighed \(rate) ‰ lies outside the interval of the drawn users with"
        + " \(upTo); so chance wills it in one run of twenty"
    case nil: "verdict: nobody was charged, so there is nothing to weigh"
    }
  }
}
