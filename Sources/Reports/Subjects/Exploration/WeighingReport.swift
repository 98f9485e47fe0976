import Experiments
import JSONText
import Statistics
package import ExhaustiveSearch
package import PurchaseWorld

/// Losses by plans of a few faults, compared with randomly drawn users, as text for people.
package struct WeighingReport {
  private let scenario: String
  private let weighing: LossEnumeration
  private let sample: EnumerationSample
  private let cells: Int
  private let designs: Int
  private let language: Language
  private let replay: (Population.Script) -> String

  private static let maximum = 8

  /// - Parameter cells: number of parts into which random delays are divided.
  /// - Parameter designs: number of designs that are judged together.
  package init(
    _ weighing: LossEnumeration, _ sample: EnumerationSample, of scenario: String, cells: Int,
    among designs: Int = 1, _ language: Language = .en,
    replay: @escaping (Population.Script) -> String
  ) {
    (self.weighing, self.sample, self.scenario) = (weighing, sample, scenario)
    (self.cells, self.designs, self.language, self.replay) = (cells, designs, language, replay)
  }

  package static func legend(_ language: Language) -> String {
    language(
      "lost: orders lost, rescued, or refunded by Play before the right goods were delivered, per mille of\n"
        + "the charges of the users in the row. Weighed: every user and plan was simulated once and is\n"
        + "weighted by its probability. Drawn: --users users at random, with the 95 % interval. Both use the\n"
        + "world of a case: delays outside of faults are medians, and no user reacts to missing goods.\n"
        + "Therefore the rates differ from those of 'run'.")
  }

  package var text: String {
    let design = weighing.design.escapingControls
    let runs = NumberFormat.count(weighing.total.runCount)
    let drawn = NumberFormat.count(sample.userCountsByFaultCount.reduce(0, +))
    let head = [
      language("{0}: {1} weighed with {2} per user", scenario.escapingControls, design, upTo),
      cells == 1
        ? language("{0} timelines weighed, random delays in 1 part; {1} users drawn", runs, drawn)
        : language(
          "{0} timelines weighed, random delays in {1} parts; {2} users drawn", runs, "\(cells)",
          drawn),
    ]
    return [head, table.lines, parts, [verdict]].page
  }

  private var upTo: String {
    NumberFormat.upTo(faults: weighing.resultsByFaultCount.count - 1, isExact: false, language)
  }

  private var table: Table {
    let row = { (name: String, size: LossEnumeration.FaultCountResult, moments: RatioMoments) in
      [
        name, NumberFormat.count(size.runCount),
        NumberFormat.fixed(size.userShare * 100, digits: 3),
        size.rate.map(WeighingReport.rate) ?? "–", drawn(moments),
      ]
    }
    let sizes = weighing.resultsByFaultCount
    let upTo = language("up to {0}", "\(sizes.count - 1)")
    return Table(
      [
        .numbers(language("faults")), .numbers(language("timelines")),
        .numbers(language("% of\nusers")), .numbers(language("lost ‰\nweighed")),
        .words(language("lost ‰\ndrawn")),
      ],
      sizes.map { row("\($0.faultCount)", $0, sample.momentsByFaultCount[$0.faultCount]) }
        + (sizes.count > 1 ? [row(upTo, weighing.total, sample.usersWithFewFaults)] : [])
        + [[language("any"), "", "100.000", "", drawn(sample.allUsers)]])
  }

  /// Rate in per mille with four decimals.
  private static func rate(_ rate: Double) -> String { NumberFormat.fixed(rate * 1_000, digits: 4) }

  private func drawn(_ moments: RatioMoments) -> String {
    Proportion(moments).map { NumberFormat.estimate($0.estimate, language) } ?? "–"
  }

  private var parts: [String] {
    guard !weighing.parts.isEmpty else { return [] }
    let parts = weighing.parts.prefix(WeighingReport.maximum).flatMap { part in
      let share = weighing.total.lost > 0 ? part.lost / weighing.total.lost : 0
      let kinds = part.kinds.map { language.named($0.rawValue) }.joined(separator: " + ")
      let rate = WeighingReport.rate(weighing.rate(of: part))
      let line = "  \(rate)  \(NumberFormat.fixed(share * 100, digits: 1)) %  "
      return [line + (kinds.isEmpty ? language("without a fault") : kinds)]
        + (part.example.map { ["    " + language.command(replay($0))] } ?? [])
    }
    let rest = weighing.parts.count - WeighingReport.maximum
    return [
      language("lost by kinds of faults, per mille of charges and in percent of the lost orders:")
    ] + parts
      + (rest > 0 ? ["  " + language("… and {0} more combinations of kinds", "\(rest)")] : [])
  }

  /// One line: whether the two engines agree.
  package var verdict: String {
    let rate = weighing.total.rate.map(WeighingReport.rate) ?? "–"
    return switch sample.agrees(with: weighing, among: designs) {
    case true?:
      language(
        "verdict: the weighed {0} ‰ is within the interval of the drawn users with {1}", rate, upTo)
    case false?:
      language(
        "verdict: the weighed {0} ‰ is outside the interval of the drawn users with {1}; this"
          + " happens by chance in one run of twenty", rate, upTo)
    case nil: language("verdict: no user was charged, so there is nothing to weigh")
    }
  }
}
