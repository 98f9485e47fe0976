import Experiments
import Foundation
import Methods
import PurchaseWorld
import Reports
import Scenarios
import Statistics

/// The statements of a conclusion about the draws of its scenario.
extension ConclusionReader {
  /// The draws, with every user simulated again: in how many the leading design loses fewer than each
  /// other design.
  mutating func checkDraws(_ plan: ParameterDrawPlan?) throws {
    let label = "left open"
    guard let plan else { return check(text(label) == nil, label, "there are no draws") }
    let rates = try plan.draws.draws.indices.map { draw -> [Double] in
      let drawn = plan.scenario(of: draw)
      let designs = conclusion.standings.compactMap { standing in
        drawn.designs.first { $0.name == standing.name }
      }
      return try notes(designs, drawn).map { notes in
        // Without a charge there is no rate.
        notes[0].contains { $0.whole > 0 } ? value(notes[0], conclusion.objectives[0]) : .nan
      }
    }
    if rates.joined().contains(where: \.isNaN) { return }
    let clauses = parts.first { $0.label == label }?.clauses ?? []
    let leadingDesign = conclusion.leadingDesign
    for place in conclusion.standings.indices where place != leadingDesign {
      let name = conclusion.standings[place].name
      let (loses, wins) = (
        rates.count { $0[leadingDesign] < $0[place] }, rates.count { $0[place] < $0[leadingDesign] }
      )
      let beaten = names(behind: "fewer in every draw than ", of: clauses)
      let winning = names(
        behind: "the order changes: in some draws, other designs have fewer: ", of: clauses)
      let equal = names(behind: "never more, and fewer than ", of: clauses)
      let count = "\(name) in \(wins > 0 ? wins : loses) of \(rates.count)"
      check(
        isListed(beaten, name, loses == rates.count, maximum: 6), label,
        "\(name) loses \(loses), wins \(wins): \(clauses)")
      check(isListed(winning, count, wins > 0, maximum: 4), label, "\(count), fewer: \(clauses)")
      check(
        isListed(equal, count, wins == 0 && loses < rates.count, maximum: 4), label,
        "\(count), never more: \(clauses)")
    }
    if let open = conclusion.parameterDrawFindings?.variation(
      conclusion.standings[leadingDesign].name)
    {
      let range = " \(perMille(open.range.low)) to \(perMille(open.range.high)) ‰ "
      let isStated = clauses.first?.contains(range) ?? false
      check(isStated || open.range.high == 0, label, "without \(range)")
    }
  }

  /// The list that follows some words.
  private func names(behind words: String, of clauses: [String]) -> [String] {
    let clause = clauses.first { $0.hasPrefix(words) }
    return clause?.dropFirst(words.count).components(separatedBy: ", ") ?? []
  }

  /// Whether the list contains a name if and only if a condition holds, up to the maximum of names.
  private func isListed(_ listed: [String], _ name: String, _ holds: Bool, maximum: Int) -> Bool {
    listed.contains { $0 == name || $0.hasPrefix(name + " ") }
      ? holds : !holds || listed.count >= maximum
  }
}
