import Experiments
import JSONText
import PurchaseWorld
import Statistics

/// The table of a case: how its user ended under each design, a line a charge.
enum CaseTable {
  static func lines(_ findings: Findings, _ language: Language) -> [String] {
    var table = TextTable([
      .words(language("design")), .words(language("charge")), .words(language("kind")),
      .words(language("drop point")), .words(language("flags")), .words(language("expected")),
    ])
    for design in findings.designs {
      guard let ending = design.ending else { continue }
      let fates = ending.fates.map { cells($0, language) }
      let none = [language("none"), "", ""]
      for (index, cells) in (fates.isEmpty ? [none] : fates).enumerated() {
        let expected = expected(design.name, findings, language)
        table.add(
          index > 0
            ? [""] + cells + ["", ""]
            : [design.name.escapingControls] + cells
              + [ending.flags.joined(separator: ", "), expected])
      }
    }
    return table.lines
  }

  /// What the drop points and flags of the table are called, with an empty line before it; none in
  /// a language whose words they are.
  static func legend(_ findings: Findings, _ language: Language) -> [String] {
    let endings = findings.designs.compactMap(\.ending)
    let lost = endings.flatMap(\.fates).compactMap { fate -> String? in
      guard case .lost(_, let point) = fate else { return nil }
      return point.rawValue
    }
    var told: [String] = []
    for name in lost + endings.flatMap(\.flags) where !told.contains(name) { told.append(name) }
    var table = TextTable([.words(""), .words("")])
    for name in told { if let word = language.name(of: name) { table.add([name, word]) } }
    return table.rows.isEmpty ? [] : table.lines
  }

  private static func cells(_ fate: Fate, _ language: Language) -> [String] {
    guard case .lost(let kind, let point) = fate else {
      return [language.named(fate.name), "", ""]
    }
    return [language.named(fate.name), language.named(kind.rawValue), point.rawValue]
  }

  /// Whether the ending is the expected one; empty when nothing was expected.
  private static func expected(_ name: String, _ findings: Findings, _ language: Language) -> String
  {
    let verdicts = findings.claims.compactMap { claim -> Verdict? in
      guard case .ending(let design, _) = claim.claim, design == name else { return nil }
      return claim.verdict
    }
    if verdicts.isEmpty { return "" }
    return verdicts.contains(.fail) ? language("no") : language("yes")
  }
}
