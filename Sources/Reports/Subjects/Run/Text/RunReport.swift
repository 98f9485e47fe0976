import Experiments
package import Methods
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// What a run has found, as text for people.
package struct RunReport {
  let findings: Findings
  let language: Language
  /// The tables beside those of designs.
  var sheets: [Sheet<Findings>] = RunSheets.all
  private let lines: ClaimLines

  package init(_ findings: Findings, hasColor: Bool = false, _ language: Language = .en) {
    (self.findings, self.language) = (findings, language)
    lines = ClaimLines(hasColor: hasColor, language: language)
  }

  var losses: LossWords { LossWords(findings.scenario.comparedShare, language) }

  /// The whole report: what ran, what it decides, the tables, every claim, the verdict.
  package var text: String {
    let head = [findings.heading, findings.subtitle(language)]
    if findings.users == 0 { return [head, [summary]].page }
    let tables = findings.isCase ? [endings + legendOfEndings] : rateTables
    let claims = claimLines
    let decided =
      findings.conclusion.map { ConclusionText($0, language).lines() }
      ?? (findings.isOfPilot ? [language("conclusion: none, for only a pilot was played")] : [])
    return ([head, decided] + tables + [claims.isEmpty ? [] : [heading] + claims, [summary]]).page
  }

  private var rateTables: [[String]] {
    let hint = language(
      "'{0} compare FILE A B' lists users who tell two designs apart.", Program.call)
    return [rates, legendOfRates, openLines]
      + (findings.comparisons.isEmpty ? [] : [pairs, legendOfPairs + [hint]])
      + sheets.text(of: findings, language) + [
        money, legendOfMoney, products, outages, sample,
      ]
  }

  /// What the draws of the scenario leave open; none without draws.
  private var openLines: [String] {
    findings.draws.map { DrawsText($0, findings, language).lines } ?? []
  }

  /// How many claims that hold are listed.
  private static let mostHolding = 20

  /// Every claim that does not hold, and the first of the others, in their order.
  private var claimLines: [String] {
    let shown = shownClaims
    let holding = shown.indices.filter { shown[$0].verdict == .pass }
    let left = Set(holding.dropFirst(RunReport.mostHolding))
    let listed = shown.indices.filter { !left.contains($0) }.map { lines.line(shown[$0]) }
    if left.isEmpty { return listed }
    let rest = language("{0} more, see summary.json", Numerals.count(left.count))
    return listed + ["  " + lines.word(.pass, isPadded: true) + "  " + rest]
  }

  /// The report in one line, and a line for each claim that does not hold.
  package var shortText: String { lines.short(findings.name, findings.verdict, findings.claims) }

  /// The table of a case shows the endings that were as expected.
  private var shownClaims: [ClaimFinding] {
    findings.claims.filter { $0.expectation.claim.metric != nil || $0.verdict != .pass }
  }

  private var heading: String {
    findings.isCase ? language("expectations") : lines.heading(findings.level)
  }

  private var summary: String { lines.summary(findings.name, findings.verdict, findings.claims) }

  /// What makes the run say less than it seems to, a line each, for the reader of errors.
  package var troubles: [String] {
    let text = TroubleText(
      scenario: findings.scenario, users: findings.users, undecided: precision?.undecided,
      language: language)
    return findings.troubles.map(text.line)
  }

  /// How much of what was bought met the declared outages; none where there are none.
  var outages: [String] {
    guard let least = findings.metOutages.min(), let most = findings.metOutages.max() else {
      return []
    }
    let (low, high) = (Numerals.percent(ofAll: least), Numerals.percent(ofAll: most))
    let text =
      if most == 0 {
        language(
          "Outages met no purchase: of no intent that wanted to pay did a request fail by one.\n"
            + "'behavior.starts' spreads the users over the run.")
      } else if low == high {
        language(
          "Outages met {0} of purchases: of so many intents that wanted to pay a request failed by one.",
          low)
      } else {
        language(
          "Outages met {0} to {1} of purchases, by design: of so many intents that wanted to pay a\n"
            + "request failed by one.", low, high)
      }
    return text.lines
  }

  /// How the users were drawn and why the run ended, a line each; none for users who were all drawn alike, as many as were asked for.
  var sample: [String] { strata + precisionLines }

  /// What came of the precision that was asked for; none without one.
  var precisionLines: [String] { precision?.lines ?? [] }

  private var precision: PrecisionText? {
    findings.precision.map { PrecisionText($0, users: findings.users, language) }
  }

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

  private static func twoDigits(_ users: Double) -> String {
    var unit = 1.0
    while users / unit >= 100 { unit *= 10 }
    return Numerals.count(Int((users / unit).rounded() * unit))
  }
}
