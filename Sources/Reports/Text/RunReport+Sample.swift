import Experiments
import Scenarios
import Statistics

/// How the users of a run were drawn and why it ended, in words.
extension RunReport {
  /// A line each; none for users who were all drawn alike, as many as were asked for.
  var sample: [String] { strata + precision }

  private var strata: [String] {
    guard findings.strata.contains(where: { $0.index != nil }) else { return [] }
    let count = Numerals.count(findings.strata.count)
    let pilot =
      findings.isOfPilot
      ? language("in what was to be a pilot")
      : language("after a pilot of {0}", Numerals.count(findings.pilot))
    let costs = findings.designs.compactMap { $0.tally.plainUsers(.lost) }
    let least = costs.min().map(RunReport.twoDigits) ?? ""
    let most = costs.max().map(RunReport.twoDigits) ?? ""
    let users = Numerals.count(findings.users)
    let text =
      if costs.isEmpty {
        language(
          "Users were drawn from {0} strata by the faults that strike them, {1}; none paid.", count,
          pilot)
      } else if least == most {
        language(
          "Users were drawn from {0} strata by the faults that strike them, {1};\n"
            + "counts are scaled to {2} users drawn plainly, rounded. Lost rates as\n"
            + "sure as these would have cost {3} users drawn plainly.", count, pilot, users, least)
      } else {
        language(
          "Users were drawn from {0} strata by the faults that strike them, {1};\n"
            + "counts are scaled to {2} users drawn plainly, rounded. Lost rates as\n"
            + "sure as these would have cost {3} to {4} users drawn plainly, by design.", count,
          pilot, users, least, most)
      }
    return text.lines
  }

  /// A number of users with two digits that count.
  private static func twoDigits(_ users: Double) -> String {
    var unit = 1.0
    while users / unit >= 100 { unit *= 10 }
    return Numerals.count(Int((users / unit).rounded() * unit))
  }

  private var precision: [String] {
    guard let precision = findings.precision else { return [] }
    let (look, users) = ("\(precision.look)", Numerals.count(findings.users))
    let goal = goal(precision.asked)
    let sure = Numerals.percent(precision.asked.confidence)
    let text =
      if precision.isMet {
        language(
          "Precise at look {0}, after {1} users:\n{2};\n"
            + "the intervals hold at all looks together with {3}.", look, users, goal, sure)
      } else if findings.users < precision.asked.atMost {
        language(
          "Not precise at look {0}, after {1} users, of whom not every design charged one;\n{2} is"
            + " not reached;\nthe intervals hold at all looks together with {3}.", look, users,
          goal, sure)
      } else {
        language(
          "Not precise at look {0}, after {1} users, the most allowed;\n{2} is not reached;\n"
            + "the intervals hold at all looks together with {3}.", look, users, goal, sure)
      }
    return text.lines
  }

  private func goal(_ precision: Precision) -> String {
    switch (precision.goal, precision.design) {
    case (.halfWidth(let most), let design?):
      language("the lost rate of {0} within ±{1} ‰", design, Numerals.short(most * 1_000))
    case (.halfWidth(let most), nil):
      language("every lost rate within ±{0} ‰", Numerals.short(most * 1_000))
    case (.relativeHalfWidth(let most), let design?):
      language("the lost rate of {0} within ±{1} % of it", design, Numerals.short(most * 100))
    case (.relativeHalfWidth(let most), nil):
      language("every lost rate within ±{0} % of it", Numerals.short(most * 100))
    case (.decided, _): language("every expectation and the ranking decided")
    }
  }
}
