package import Experiments
import JSONText
import PurchaseWorld
import Statistics

/// What a run has found, as text for people.
package struct RunReport {
  private let findings: Findings
  private let palette: Palette

  /// Makes the report of a run.
  package init(_ findings: Findings, _ palette: Palette) {
    self.findings = findings
    self.palette = palette
  }

  /// The whole report: what ran, the tables, every claim, the verdict.
  package var text: String {
    var lines = [findings.heading, findings.subtitle, ""]
    if findings.isCase {
      lines += CaseTable.lines(findings)
    } else {
      lines += ComparisonTable.lines(findings) + [""] + ComparisonTable.legend
      lines += pairs
      lines += [""] + MoneyTable.lines(findings) + [""] + MoneyTable.legend
      let products = ProductTable.lines(findings)
      if !products.isEmpty { lines += [""] + products }
      let sample = SampleText.lines(findings)
      if !sample.isEmpty { lines += [""] + sample }
    }
    let claims = shownClaims
    if !claims.isEmpty { lines += ["", heading] + claims.map { claim($0) } }
    lines += ["", summary]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The designs in pairs, if there are any.
  private var pairs: [String] {
    if findings.comparisons.isEmpty { return [] }
    return [""] + PairTable.lines(findings) + [""] + PairTable.legend(findings)
      + ["'lostorder compare FILE A B' lists users who tell two designs apart."]
  }

  /// The report in one line, and a line for each claim that does not hold.
  package var shortText: String {
    let claims = findings.claims.filter { $0.verdict != .pass }
    return ([summary] + claims.map { claim($0) }).joined(separator: "\n") + "\n"
  }

  /// The table of a case shows the endings that were as expected.
  private var shownClaims: [ClaimFinding] {
    findings.claims.filter { finding in
      if case .ending = finding.claim { finding.verdict != .pass } else { true }
    }
  }

  private var heading: String {
    findings.isCase
      ? "expectations"
      : "expectations (values with their \(SampleText.percent(findings.level)) intervals)"
  }

  private func claim(_ finding: ClaimFinding) -> String {
    "  " + palette.text(finding.verdict, padded: true) + "  " + ClaimText.line(finding)
  }

  /// The verdict with how many claims came to which.
  private var summary: String {
    let counts = [
      (Verdict.pass, "as expected"), (.fail, "not as expected"), (.inconclusive, "undecided"),
    ].compactMap { verdict, word -> String? in
      let count = findings.claims.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(Numerals.count(count)) \(word)"
    }
    let claims = counts.isEmpty ? "no expectations" : counts.joined(separator: ", ")
    return "\(findings.name.escapingControls): \(palette.text(findings.verdict)) (\(claims))"
  }

  /// What makes the run say less than it seems to, a line each, for the reader of errors.
  package var troubles: [String] {
    findings.troubles.map { trouble in
      switch trouble {
      case .noCharge:
        "no design charged any user, so the run says nothing about lost orders"
      case .neverStruck(let declaration, let kind):
        "fault '\(kind.rawValue)' (\(place(declaration))) struck no user under any design;"
          + " expected at least one strike"
      case .notPrecise:
        "the precision that was asked for is not reached with \(findings.users) users;"
          + " expected a larger 'atMost', or less precision"
      }
    }
  }

  private func place(_ declaration: Int) -> String {
    findings.isCase ? "number \(declaration + 1) of the plan" : "faults[\(declaration)]"
  }
}
