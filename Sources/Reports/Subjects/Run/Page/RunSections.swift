import Experiments
import Methods
import JSONText
import Scenarios
import Statistics

/// Sections of every run's page.
extension HTMLPage.Section {
  /// The conclusion of the run.
  static func conclusion(_ conclusion: Conclusion, _ language: Language) -> HTMLPage.Section {
    let text = ConclusionText(conclusion, language)
    let rows = text.parts.map { part in
      "<dt>\(part.label.escapingMarkup)</dt>\n"
        + part.clauses.map { "<dd>\($0.escapingMarkup)</dd>\n" }.joined()
    }
    return HTMLPage.Section(
      name: "conclusion", title: language("Conclusion"), note: text.jointConfidence ?? "",
      body: "<dl class=\"conclusion\">\n\(rows.joined())</dl>\n")
  }

  /// All expectations with their results.
  /// - Parameter level: confidence level of the intervals.
  /// - Parameter isCase: whether the results are endings, which need more space than numbers.
  static func expectations(
    _ claims: [ClaimFinding], level: Double, isCase: Bool, _ language: Language
  ) -> HTMLPage.Section {
    let style = isCase ? Table.Style.words : .line
    let rows = claims.map { claim in
      let text = ClaimText(claim, language)
      return (claim: claim, parts: text.parts, hint: text.hint ?? "")
    }
    let hints: [Column<(claim: ClaimFinding, parts: ClaimText.Parts, hint: String)>] =
      rows.allSatisfy(\.hint.isEmpty) ? [] : [.words(language("what would decide it"), \.hint)]
    let table = Table(
      rows,
      [
        .styled(.markup, language("verdict")) { claim, _, _ in
          "<b class=\"\(claim.verdict.rawValue)\">\(claim.verdict.word(language))</b>"
        }, .words(language("expectation"), \.parts.subject),
        .styled(style, language("measured"), \.parts.value),
        .styled(.line, language("interval"), \.parts.interval),
        .styled(style, language("expected"), \.parts.limit),
      ] + hints + [.words(language("path"), \.claim.expectation.path)])
    return HTMLPage.Section(
      name: "expectations", title: language("Expectations"),
      note: claims.isEmpty
        ? language("The scenario has no expectations, so nothing can fail.")
        : language(
          "Each expectation is checked against the {0} interval of its metric. It is inconclusive"
            + " if the interval contains the bound.", NumberFormat.percent(level)),
      body: claims.isEmpty ? "" : table.html(language("Expectations of the scenario")))
  }
}

extension HTMLPage {
  /// Number of expectations that hold, and the warnings about the run.
  static func sentences(
    _ claims: [ClaimFinding], warnings: [String], _ language: Language
  ) -> [String] {
    let (count, held) = (claims.count, claims.count { $0.verdict == .pass })
    let expectations =
      count == 1
      ? language("{0} of 1 expectation holds.", NumberFormat.count(held))
      : language(
        "{0} of {1} expectations hold.", NumberFormat.count(held), NumberFormat.count(count))
    return (count == 0 ? [] : [expectations]) + warnings.map { language("Inconclusive: {0}.", $0) }
  }
}
