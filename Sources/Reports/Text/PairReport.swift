package import Experiments
import JSONText

/// The pairs of designs that a run has compared, as text for people, with users who tell them
/// apart.
package struct PairReport {
  private let findings: Findings
  private let language: Language

  package init(_ findings: Findings, _ language: Language = .en) {
    (self.findings, self.language) = (findings, language)
  }

  /// The table of pairs, then the users of each pair.
  ///
  /// - Parameters:
  ///   - most: how many users are listed each way, at least 1.
  ///   - replay: the command that plays a user again under the design of a name.
  package func text(most: Int, replay: (_ design: String, UInt64) -> String) -> String {
    ([
      [findings.heading, findings.subtitle(language)], PairTable.lines(findings, language),
      PairTable.legend(findings, language),
    ]
      + findings.comparisons.map { FlipText.lines($0, most: most, language, replay: replay) }).page
  }
}
