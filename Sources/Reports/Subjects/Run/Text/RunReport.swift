import Experiments
package import Methods
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Results of a run, as text for people.
package struct RunReport {
  let findings: RunFindings
  let language: Language
  /// Tables beside those of designs.
  var sheets: [ReportTable<RunFindings>] = RunTables.all
  private let lines: ClaimLines

  package init(_ findings: RunFindings, hasColor: Bool = false, _ language: Language = .en) {
    (self.findings, self.language) = (findings, language)
    lines = ClaimLines(hasColor: hasColor, language: language)
  }

  var losses: LossTerms { LossTerms(findings.scenario.comparedShare, language) }

  /// The full report: heading, conclusion, tables, expectations, verdict.
  package var text: String {
    let head = [findings.heading, findings.subtitle(language)]
    if findings.users == 0 { return [head, [summary]].page }
    let tables = findings.isCase ? [endings + legendOfEndings] : rateTables
    let claims = claimLines
    let decided =
      findings.conclusion.map { ConclusionText($0, language).lines() }
      ?? (findings.countsOnlyPilot
        ? [language("conclusion: none, because only a pilot was simulated")] : [])
    return ([head, decided] + tables + [claims.isEmpty ? [] : [heading] + claims, [summary]]).page
  }

  private var rateTables: [[String]] {
    let hint = language(
      "'{0} compare FILE A B' lists users whose orders differ between two designs.",
      Program.printedName)
    return [rates, legendOfRates, openLines]
      + (findings.comparisons.isEmpty ? [] : [pairs, legendOfPairs + [hint]])
      + sheets.text(of: findings, language) + [money, legendOfMoney, products, outages, sample]
  }

  /// Ranges that the draws leave open; empty without draws.
  private var openLines: [String] {
    findings.parameterDrawFindings.map { ParameterDrawText($0, findings, language).lines } ?? []
  }

  /// Most passed expectations listed.
  private static let maxPassing = 20

  /// Expectations that do not pass, and the first of the others, in their order.
  private var claimLines: [String] {
    // A case's table already shows the expected endings.
    let shown = findings.claims.filter {
      $0.expectation.claim.metric != nil || $0.verdict != .pass
    }
    let holding = shown.indices.filter { shown[$0].verdict == .pass }
    let left = Set(holding.dropFirst(RunReport.maxPassing))
    let listed = shown.indices.filter { !left.contains($0) }.map { lines.line(shown[$0]) }
    if left.isEmpty { return listed }
    let rest = language("{0} more, see summary.json", NumberFormat.count(left.count))
    return listed + ["  " + lines.word(.pass, isPadded: true) + "  " + rest]
  }

  /// One line for the run, and one for each expectation that does not pass.
  package var shortText: String { lines.short(findings.name, findings.verdict, findings.claims) }

  private var heading: String {
    findings.isCase ? language("expectations") : lines.heading(findings.confidence)
  }

  private var summary: String { lines.summary(findings.name, findings.verdict, findings.claims) }

  /// Warnings about the run, one per line, for standard error.
  package var warnings: [String] {
    let text = RunWarningText(
      scenario: findings.scenario, users: findings.users, undecided: precision?.undecided,
      language: language)
    return findings.warnings.map(text.line)
  }

  /// Fraction of purchases affected by the declared outages; empty without outages.
  var outages: [String] {
    guard let least = findings.outageShares.min(), let maximum = findings.outageShares.max() else {
      return []
    }
    let (low, high) = (NumberFormat.percent(ofAll: least), NumberFormat.percent(ofAll: maximum))
    let text =
      if maximum == 0 {
        language(
          "Outages affected no purchase: of the intents whose user wanted to pay, none had a request in an\n"
            + "outage. 'behavior.starts' spreads the users over the run.")
      } else if low == high {
        language(
          "Outages affected {0} of purchases: intents whose user wanted to pay, with a request in"
            + " an outage.", low)
      } else {
        language(
          "Outages affected {0} to {1} of purchases, by design: intents whose user wanted to pay, with a\n"
            + "request in an outage.", low, high)
      }
    return text.lines
  }

  /// Sampling of the users and reason for the end of the run, one per line; empty for plain
  /// sampling with the requested number of users.
  var sample: [String] { strata + precisionLines }

  /// Result of the requested precision; empty without one.
  var precisionLines: [String] { precision?.lines ?? [] }

  private var precision: PrecisionText? {
    findings.precision.map { PrecisionText(found: $0, users: findings.users, language: language) }
  }

  private var strata: [String] {
    guard findings.strata.contains(where: { $0.index != nil }) else { return [] }
    let count = NumberFormat.count(findings.strata.count)
    let pilot =
      findings.countsOnlyPilot
      ? language("in a pilot only")
      : language("after a pilot run of {0} users", NumberFormat.count(findings.pilotUsers))
    let costs = findings.designs.compactMap { $0.totalCounters.equivalentPlainSampleSize(.lost) }
    let least = costs.min().map(RunReport.twoDigits) ?? ""
    let maximum = costs.max().map(RunReport.twoDigits) ?? ""
    let users = NumberFormat.count(findings.users)
    let text =
      if costs.isEmpty {
        language(
          "Users were grouped by their faults into {0} strata, {1}; none paid.", count, pilot)
      } else if least == maximum {
        language(
          "Users were grouped by their faults into {0} strata, which were sampled separately {1}.\n"
            + "Counts are scaled to {2} users sampled without strata; the table of pairs counts the sampled users.\n"
            + "For the same precision of the lost-order rates, a sample without strata would need {3} users.",
          count, pilot, users, least)
      } else {
        language(
          "Users were grouped by their faults into {0} strata, which were sampled separately {1}.\n"
            + "Counts are scaled to {2} users sampled without strata; the table of pairs counts the sampled users.\n"
            + "For the same precision of the lost-order rates, a sample without strata would need {3} to {4} users,\n"
            + "depending on the design.", count, pilot, users, least, maximum)
      }
    return text.lines
  }

  private static func twoDigits(_ users: Double) -> String {
    var unit = 1.0
    while users / unit >= 100 { unit *= 10 }
    return NumberFormat.count(Int((users / unit).rounded() * unit))
  }
}
