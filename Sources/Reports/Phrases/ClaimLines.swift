import Experiments
import JSONText
import Scenarios
import Statistics

/// Expectations and verdicts as text, for every run.
struct ClaimLines {
  let hasColor: Bool
  let language: Language

  /// One line for the run, and one for each expectation that does not pass.
  func short(_ name: String, _ verdict: Verdict, _ claims: [ClaimFinding]) -> String {
    ([summary(name, verdict, claims)] + claims.filter { $0.verdict != .pass }.map(line))
      .joined(separator: "\n") + "\n"
  }

  /// Heading of the expectations, with the confidence level of their intervals.
  func heading(_ level: Double) -> String {
    language("expectations (values with their {0} intervals)", NumberFormat.percent(level))
  }

  /// An expectation with its verdict; an inconclusive one adds what would decide it.
  func line(_ finding: ClaimFinding) -> String {
    let text = ClaimText(finding, language)
    let hint = text.hint.map { "\n" + String(repeating: " ", count: widestWord + 4) + $0 } ?? ""
    return "  " + word(finding.verdict, isPadded: true) + "  " + text.words + hint
  }

  private var widestWord: Int {
    Verdict.allCases.map { DisplayWidth.of($0.word(language)) }.max() ?? 0
  }

  /// The word of a verdict in green, yellow or red.
  func word(_ verdict: Verdict, isPadded: Bool = false) -> String {
    let word = verdict.word(language)
    let space = String(repeating: " ", count: isPadded ? widestWord - DisplayWidth.of(word) : 0)
    let color = verdict == .pass ? 32 : verdict == .inconclusive ? 33 : 31
    return (hasColor ? "\u{1B}[\(color)m\(word)\u{1B}[0m" : word) + space
  }

  /// The verdict of a run, with the number of expectations per verdict.
  func summary(_ name: String, _ verdict: Verdict, _ claims: [ClaimFinding]) -> String {
    let counts = [Verdict.pass, .fail, .inconclusive].compactMap { counted($0, claims) }
    return language(
      "{0}: {1} ({2})", name.escapingControls, word(verdict),
      counts.isEmpty ? language("no expectations") : language.list(counts))
  }

  /// Number of expectations with a verdict; nil if zero.
  private func counted(_ verdict: Verdict, _ claims: [ClaimFinding]) -> String? {
    let claims = claims.count { $0.verdict == verdict }
    let count = NumberFormat.count(claims)
    return switch verdict {
    case _ where claims == 0: nil
    case .pass: language("{0} as expected", count)
    case .fail: language("{0} not as expected", count)
    case .inconclusive: language("{0} undecided", count)
    }
  }
}
