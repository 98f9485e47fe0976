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

  /// Makes the report of a weighing.
  ///
  /// - Parameters:
  ///   - cells: how many parts drawn delays have.
  ///   - designs: how many designs are judged together.
  package init(
    _ weighing: Weighing, _ sample: WeighedSample, of scenario: String, cells: Int,
    among designs: Int = 1, replay: @escaping (Population.Script) -> String
  ) {
    self.weighing = weighing
    self.sample = sample
    self.scenario = scenario
    self.cells = cells
    self.designs = designs
    self.replay = replay
  }

  /// What the columns mean.
  package static let legend = [
    "lost: lost or rescued orders per mille of the charges of these users. Weighed: every user and",
    "plan was played once, and counts as much as it is likely. Drawn: as many users by chance, with",
    "their 95 % interval. All of them live in the world of a case: delays that are not a fault's are",
    "their medians, and nobody reacts to missing goods. So rates differ from those of 'run'.",
  ]

  package var text: String {
    var lines = [heading, subtitle, ""] + table.lines
    if !weighing.parts.isEmpty { lines += [""] + parts }
    lines += ["", verdict]
    return lines.joined(separator: "\n") + "\n"
  }

  private var heading: String {
    "\(scenario.escapingControls): \(weighing.design.escapingControls) weighed with \(upTo)"
      + " a user"
  }

  private var upTo: String {
    let faults = weighing.sizes.count - 1
    switch faults {
    case 0: return "no fault"
    case 1: return "up to 1 fault"
    default: return "up to \(faults) faults"
    }
  }

  private var subtitle: String {
    "\(Numerals.count(weighing.whole.lives)) lives weighed, drawn delays in \(cells)"
      + " \(cells == 1 ? "part" : "parts"); \(Numerals.count(sample.users.reduce(0, +))) users drawn"
  }

  private var table: TextTable {
    var table = TextTable([
      .numbers("faults"), .numbers("lives"), .numbers("% of", "users"),
      .numbers("lost ‰", "weighed"), .words("lost ‰", "drawn"),
    ])
    for size in weighing.sizes { table.add(row("\(size.faults)", size, sample.sizes[size.faults])) }
    if weighing.sizes.count > 1 { table.add(row(upTo.short, weighing.whole, sample.few)) }
    table.add(["any", "", "100.000", "", WeighingReport.drawn(sample.all)])
    return table
  }

  private func row(_ name: String, _ size: Weighing.Size, _ drawn: RatioMoments) -> [String] {
    [
      name, Numerals.count(size.lives), Numerals.fixed(size.users * 100, digits: 3),
      size.rate.map { Numerals.fixed($0 * 1_000, digits: 4) } ?? "–", WeighingReport.drawn(drawn),
    ]
  }

  private static func drawn(_ moments: RatioMoments) -> String {
    guard let estimate = Proportion(moments)?.estimate else { return "–" }
    return "\(Numerals.perMille(estimate.value)) (\(Numerals.interval(estimate)))"
  }

  /// What loses orders, the most first.
  private var parts: [String] {
    let told = weighing.parts.prefix(WeighingReport.most)
    var lines = ["of these, per mille of charges and in percent:"]
    for part in told {
      let rate = weighing.rate(of: part)
      let share = weighing.whole.lost > 0 ? part.lost / weighing.whole.lost : 0
      let kinds =
        part.kinds.isEmpty ? "without a fault" : part.kinds.map(\.rawValue).joined(separator: " + ")
      lines.append(
        "  \(Numerals.fixed(rate * 1_000, digits: 4))  \(Numerals.fixed(share * 100, digits: 1)) %"
          + "  \(kinds)")
      if let example = part.example { lines.append("    \(replay(example))") }
    }
    let rest = weighing.parts.count - told.count
    if rest > 0 { lines.append("  … and \(rest) more combinations of kinds") }
    return lines
  }

  /// One line: whether the two engines agree.
  package var verdict: String {
    let rate = weighing.whole.rate.map { Numerals.fixed($0 * 1_000, digits: 4) } ?? "–"
    switch sample.holds(weighing, among: designs) {
    case true?:
      return "verdict: the weighed \(rate) ‰ lies in the interval of the drawn users with \(upTo)"
    case false?:
      return "verdict: the weighed \(rate) ‰ lies outside the interval of the drawn users with"
        + " \(upTo); so chance wills it in one run of twenty"
    case nil: return "verdict: nobody was charged, so there is nothing to weigh"
    }
  }
}

extension String {
  /// Without the noun: `up to 2`.
  fileprivate var short: String { split(separator: " ").dropLast().joined(separator: " ") }
}
