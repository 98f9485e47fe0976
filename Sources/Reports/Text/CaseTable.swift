import Experiments
import JSONText
import PurchaseWorld
import Statistics

/// The table of a case: how its user ended under each design, a line a charge.
enum CaseTable {
  /// The lines of the table.
  static func lines(_ findings: Findings) -> [String] {
    var table = TextTable([
      .words("design"), .words("charge"), .words("kind"), .words("drop point"), .words("flags"),
      .words("expected"),
    ])
    for design in findings.designs {
      guard let ending = design.ending else { continue }
      let fates = ending.fates.map { cells($0) }
      for (index, cells) in (fates.isEmpty ? [["none", "", ""]] : fates).enumerated() {
        table.add(
          index > 0
            ? [""] + cells + ["", ""]
            : [design.name.escapingControls] + cells
              + [ending.flags.joined(separator: ", "), expected(design.name, findings)])
      }
    }
    return table.lines
  }

  private static func cells(_ fate: Fate) -> [String] {
    guard case .lost(let kind, let point) = fate else { return [fate.name, "", ""] }
    return [fate.name, kind.rawValue, point.rawValue]
  }

  /// Whether the ending is the expected one; empty when nothing was expected.
  private static func expected(_ name: String, _ findings: Findings) -> String {
    let verdicts = findings.claims.compactMap { claim -> Verdict? in
      guard case .ending(let design, _) = claim.claim, design == name else { return nil }
      return claim.verdict
    }
    if verdicts.isEmpty { return "" }
    return verdicts.contains(.fail) ? "no" : "yes"
  }
}
