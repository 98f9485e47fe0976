package import Experiments
import JSONText

/// The pairs of designs that a run has compared, as text for people, with users who tell them
/// apart.
package struct PairReport {
  private let findings: Findings
  private let language: Language

  package init(_ findings: Findings, _ language: Language = .en) {
    self.findings = findings
    self.language = language
  }

  /// The table of pairs, then the users of each pair.
  ///
  /// - Parameters:
  ///   - most: how many users are listed each way, at least 1.
  ///   - replay: the command that plays a user again under the design of a name.
  package func text(most: Int, replay: (_ design: String, UInt64) -> String) -> String {
    let comparisons = findings.comparisons
    var lines =
      [findings.heading, findings.subtitle(language), ""] + PairTable.lines(findings, language)
    lines += [""] + PairTable.legend(findings, language)
    for comparison in comparisons {
      lines += [""] + FlipText.lines(comparison, most: most, language, replay: replay)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
