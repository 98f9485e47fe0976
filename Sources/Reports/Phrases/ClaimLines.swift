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
    language(
      "expectations (values with their {0} intervals; '{1}' explains a metric)",
      NumberFormat.percent(level), language.command("lostorder explain METRIC"))
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
    let (name, word) = (name.escapingControls, word(verdict))
    return claims.isEmpty
      ? language("{0}: {1} (no expectations)", name, word)
      : language(
        "{0}: {1} (expectations: {2})", name, word, Verdict.counts(claims.map(\.verdict), language))
  }
}
