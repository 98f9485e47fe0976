import Experiments
import Statistics

/// How the users of a run were drawn and why it ended, in words.
enum SampleText {
  /// A line each; none for users who were all drawn alike, as many as were asked for.
  static func lines(_ findings: Findings) -> [String] {
    strata(findings) + precision(findings)
  }

  private static func strata(_ findings: Findings) -> [String] {
    guard findings.strata.contains(where: { $0.index != nil }) else { return [] }
    let drawn =
      "Users were drawn from \(Numerals.count(findings.strata.count)) strata by the faults that"
      + " strike them, after a pilot of \(Numerals.count(findings.pilot));"
    let costs = findings.designs.compactMap { $0.ledger.all.plainUsers(.lost) }
    guard let least = costs.min(), let most = costs.max() else { return [drawn + " none paid."] }
    let plain =
      millions(least) == millions(most)
      ? "\(millions(least)) users drawn plainly"
      : "\(millions(least)) to \(millions(most)) users drawn plainly, by design"
    let users = Numerals.count(findings.users)
    return [
      drawn, "counts are scaled to \(users) users drawn plainly. Lost rates as sure as these",
      "would have cost \(plain).",
    ]
  }

  /// A number of users with two digits that count.
  private static func millions(_ users: Double) -> String {
    var unit = 1.0
    while users / unit >= 100 { unit *= 10 }
    return Numerals.count(Int((users / unit).rounded() * unit))
  }

  private static func precision(_ findings: Findings) -> [String] {
    guard let precision = findings.precision else { return [] }
    let look = "look \(precision.look), after \(Numerals.count(findings.users)) users"
    let sure = "the intervals hold at all looks together with \(percent(precision.confidence))"
    if !precision.isMet {
      let most = "Not precise at \(look), the most allowed;"
      return [most, "\(goal(precision)) is not reached;", "\(sure)."]
    }
    return ["Precise at \(look):", "\(goal(precision));", "\(sure)."]
  }

  private static func goal(_ precision: PrecisionFinding) -> String {
    let rates = precision.design.map { "the lost rate of \($0)" } ?? "every lost rate"
    switch precision.goal {
    case .halfWidth(let most): return "\(rates) within ±\(Numerals.short(most * 1_000)) ‰"
    case .relativeHalfWidth(let most):
      return "\(rates) within ±\(Numerals.short(most * 100)) % of it"
    case .decided: return "every expectation and the ranking decided"
    }
  }

  /// A confidence, as long as it is.
  static func percent(_ confidence: Double) -> String { Numerals.short(confidence * 100) + " %" }
}
