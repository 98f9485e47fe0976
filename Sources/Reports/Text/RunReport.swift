package import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// What a run has found, as text for people.
package struct RunReport {
  private let findings: Findings
  private let palette: Palette
  private let language: Language

  package init(_ findings: Findings, _ palette: Palette, _ language: Language = .en) {
    (self.findings, self.palette, self.language) = (findings, palette, language)
  }

  /// The whole report: what ran, the tables, every claim, the verdict.
  package var text: String {
    let head = [findings.heading, findings.subtitle(language)]
    let claims = shownClaims.map { claim($0) }
    let tables = findings.users == 0 ? [] : findings.isCase ? caseTables : rateTables
    let shown = findings.users == 0 || claims.isEmpty ? [] : [heading] + claims
    return ([head] + tables + [shown, [summary]]).page
  }

  private var caseTables: [[String]] {
    [CaseTable.lines(findings, language) + CaseTable.legend(findings, language)]
  }

  private var rateTables: [[String]] {
    let pairs = [
      PairTable.lines(findings, language),
      PairTable.legend(findings, language)
        + [language("'lostorder compare FILE A B' lists users who tell two designs apart.")],
    ]
    return [ComparisonTable.lines(findings, language), ComparisonTable.legend(language)]
      + (findings.comparisons.isEmpty ? [] : pairs) + [
        MoneyTable.lines(findings, language), MoneyTable.legend(language),
        ProductTable.lines(findings, language), SampleText.lines(findings, language),
      ]
  }

  /// The report in one line, and a line for each claim that does not hold.
  package var shortText: String {
    let claims = findings.claims.filter { $0.verdict != .pass }
    return ([summary] + claims.map { claim($0) }).joined(separator: "\n") + "\n"
  }

  /// The table of a case shows the endings that were as expected.
  private var shownClaims: [ClaimFinding] {
    findings.claims.filter { $0.expectation.claim.metric != nil || $0.verdict != .pass }
  }

  private var heading: String {
    if findings.isCase { return language("expectations") }
    return language(
      "expectations (values with their {0} intervals)", SampleText.percent(findings.level))
  }

  private func claim(_ finding: ClaimFinding) -> String {
    "  " + palette.text(finding.verdict, padded: true, language) + "  "
      + ClaimText(finding, language).line
  }

  /// The verdict with how many claims came to which.
  private var summary: String {
    let counts = [Verdict.pass, .fail, .inconclusive].compactMap { verdict -> String? in
      let count = findings.claims.count { $0.verdict == verdict }
      return count == 0 ? nil : words(count, of: verdict)
    }
    return language(
      "{0}: {1} ({2})", findings.name.escapingControls, palette.text(findings.verdict, language),
      counts.isEmpty ? language("no expectations") : language.list(counts))
  }

  private func words(_ count: Int, of verdict: Verdict) -> String {
    switch verdict {
    case .pass: language("{0} as expected", Numerals.count(count))
    case .fail: language("{0} not as expected", Numerals.count(count))
    case .inconclusive: language("{0} undecided", Numerals.count(count))
    }
  }

  /// What makes the run say less than it seems to, a line each, for the reader of errors.
  package var troubles: [String] {
    findings.troubles.map { trouble in
      switch trouble {
      case .cut(let cut):
        CutText.line(cut, users: findings.users, designs: findings.designs.map(\.name), language)
      case .noCharge:
        language("no design charged any user, so the run says nothing about lost orders")
      case .neverStruck(let declaration, let kind):
        findings.isCase
          ? language(
            "fault '{0}' (number {1} of the plan) struck no user under any design;"
              + " expected at least one strike", kind.rawValue, "\(declaration + 1)")
          : language(
            "fault '{0}' (faults[{1}]) struck no user under any design;"
              + " expected at least one strike", kind.rawValue, "\(declaration)")
      case .neverBegan(let outage):
        language(
          "outages[{0}] begins behind the horizon and meets nobody; expected an earlier 'from'",
          "\(outage)")
      case .notPrecise:
        language(
          "the precision that was asked for is not reached with {0} users;"
            + " expected a larger 'atMost', or less precision", "\(findings.users)")
      case .neverCharged(let design):
        language(
          "the precision that was asked for is not reached: none of {0} users was charged under '{1}';"
            + " expected more 'users', or the precision of another 'design'",
          "\(findings.users)", design.escapingControls)
      }
    }
  }
}
