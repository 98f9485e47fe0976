import Experiments
import Methods
import JSONText
import Scenarios
import Statistics

/// What the page of every run says, whatever its evidence is.
extension HTMLPage.Section {
  /// What the run decides.
  static func conclusion(_ conclusion: Conclusion, _ language: Language) -> HTMLPage.Section {
    let text = ConclusionText(conclusion, language)
    let rows = text.parts.map { part in
      "<dt>\(part.label.escapingMarkup)</dt>\n"
        + part.clauses.map { "<dd>\($0.escapingMarkup)</dd>\n" }.joined()
    }
    return HTMLPage.Section(
      name: "conclusion", title: language("Conclusion"), note: text.certainty ?? "",
      body: "<dl class=\"conclusion\">\n\(rows.joined())</dl>\n")
  }

  /// Every claim with what was found of it.
  /// - Parameter level: the confidence of the intervals.
  /// - Parameter isCase: whether what was found are endings, which need more room than numbers.
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
        .set(.markup, language("verdict")) { claim, _, _ in
          "<b class=\"\(claim.verdict.rawValue)\">\(claim.verdict.word(language))</b>"
        }, .words(language("what"), \.parts.subject), .set(style, language("found"), \.parts.value),
        .set(.line, language("interval"), \.parts.interval),
        .set(style, language("expected"), \.parts.limit),
      ] + hints + [.words(language("where"), \.claim.expectation.path)])
    return HTMLPage.Section(
      name: "expectations", title: language("Expectations"),
      note: claims.isEmpty
        ? language("The scenario expects nothing, so nothing can fail.")
        : language(
          "Decided on the {0} interval of what they bound: inconclusive means that the interval"
            + " holds the bound.", Numerals.percent(level)),
      body: claims.isEmpty ? "" : table.html(language("Expectations of the scenario")))
  }
}

extension HTMLPage {
  /// How many claims hold, and what makes the run say less than it seems to.
  static func sentences(
    _ claims: [ClaimFinding], troubles: [String], _ language: Language
  ) -> [String] {
    let (count, held) = (claims.count, claims.count { $0.verdict == .pass })
    let expectations =
      count == 1
      ? language("{0} of 1 expectation holds.", Numerals.count(held))
      : language("{0} of {1} expectations hold.", Numerals.count(held), Numerals.count(count))
    return (count == 0 ? [] : [expectations]) + troubles.map { language("Cannot tell: {0}.", $0) }
  }
}
