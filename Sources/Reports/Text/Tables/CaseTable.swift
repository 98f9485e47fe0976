import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// The table of a case: how its user ended under each design, a line a charge.
enum CaseTable {
  static func lines(_ findings: Findings, _ language: Language) -> [String] {
    let rows = findings.designs.flatMap { design -> [[String]] in
      guard let ending = design.ending else { return [] }
      let charges = ending.charges.map { charge in
        let words = charge.words
        return words.prefix(2).map(language.named) + words.dropFirst(2)
          + Array(repeating: "", count: 3 - words.count)
      }
      return (charges.isEmpty ? [[language("none"), "", ""]] : charges).enumerated().map {
        index, cells in
        guard index == 0 else { return [""] + cells + ["", ""] }
        let expected = expected(design.name, findings, language)
        return [design.name] + cells + [
          ending.flags.map(\.rawValue).joined(separator: ", "), expected,
        ]
      }
    }
    return Table(
      [
        .words(language("design")), .words(language("charge")), .words(language("kind")),
        .words(language("drop point")), .words(language("flags")), .words(language("expected")),
      ], rows
    ).lines
  }

  /// What the drop points and flags of the table are called, with an empty line before it; none in
  /// a language whose words they are.
  static func legend(_ findings: Findings, _ language: Language) -> [String] {
    let endings = findings.designs.compactMap(\.ending)
    let lost = endings.flatMap(\.charges).flatMap { $0.words.dropFirst(2) }
    var told: [String] = []
    for name in lost + endings.flatMap(\.flags).map(\.rawValue) where !told.contains(name) {
      told.append(name)
    }
    let rows = told.compactMap { name in language.name(of: name).map { [name, $0] } }
    return rows.isEmpty ? [] : Table([.words(""), .words("")], rows).lines
  }

  /// Whether the ending is the expected one; empty when nothing was expected.
  private static func expected(_ name: String, _ findings: Findings, _ language: Language) -> String
  {
    let verdicts = findings.claims.compactMap { claim -> Verdict? in
      let claimed = claim.expectation.claim
      guard claimed.metric == nil, claimed.designs == [name] else { return nil }
      return claim.verdict
    }
    if verdicts.isEmpty { return "" }
    return verdicts.contains(.fail) ? language("no") : language("yes")
  }
}
