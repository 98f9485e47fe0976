import Methods
import Experiments
import JSONText
import Scenarios
import Statistics

/// Results as Markdown for a pull request: `report.md`.
package enum MarkdownReport {
  /// The trace of a lost order: a title and the timeline.
  package typealias Example = (title: String, text: String)

  /// All scenarios that ran. Failures, or the only scenario, are shown in full; the others have a
  /// line each, so that the text fits into a comment of a pull request.
  /// - Parameter records: each with collapsed traces.
  /// - Parameter language: language of the conclusions; the rest is English.
  package static func text(
    _ records: [(any ReportedRun, [Example])], _ language: Language = .en
  ) -> String {
    let held = records.count { $0.0.isGood }
    let title =
      "# lostorder: \(held) of \(records.count) \(records.count == 1 ? "scenario" : "scenarios")"
      + " as expected\n"
    let full = records.count == 1 ? records : records.filter { !$0.0.isGood }
    let short = records.count == 1 ? [] : records.filter { $0.0.isGood }
    return ([title] + full.map { section($0, $1, language) } + list(short.map(\.0))).joined(
      separator: "\n")
  }

  private static func list(_ records: [any ReportedRun]) -> [String] {
    guard !records.isEmpty else { return [] }
    let rows = records.map { record in
      let best = record.lostRates.min { $0.rate.value < $1.rate.value }
      let least = best.map { "\($0.design), \(NumberFormat.perMille($0.rate.value)) ‰" } ?? "–"
      let changed = record.baselineComparison.map { "\($0.changes.count { $0.verdict != .same })" }
      return [
        record.name, "\(record.scenario.designs.count)", "\(record.claims.count)", least,
        changed ?? "–",
      ]
    }
    return ["<details><summary>\(records.count) as expected</summary>\n"]
      + Table(
        [
          .words("scenario"), .numbers("designs"), .numbers("expectations"), .words("least lost"),
          .numbers("changes"),
        ], rows
      ).markdown + ["\n</details>\n"]
  }

  private static func section(
    _ record: any ReportedRun, _ examples: [Example], _ language: Language
  ) -> String {
    var lines = ["## \(record.name.escapingMarkdown): \(record.verdict.rawValue)", ""]
    if !record.title.isEmpty { lines += [record.title.escapingMarkdown, ""] }
    for warning in record.warnings { lines += ["Inconclusive: \(warning).".escapingMarkdown, ""] }
    lines += record.conclusion(language)
    if let changes = record.baselineComparison { lines += changed(changes) }
    lines += claims(record)
    for (title, table) in record.tables {
      lines += title.isEmpty ? [] : ["**\(title.escapingMarkdown)**", ""]
      lines += table.markdown + [""]
    }
    for remark in record.remarks { lines += [remark.escapingMarkdown, ""] }
    for example in examples {
      lines += [
        "<details><summary>\(example.title.escapingMarkup)</summary>", "",
        example.text.markdownBlock, "", "</details>", "",
      ]
    }
    return lines.joined(separator: "\n")
  }

  private static func changed(_ changes: BaselineComparison) -> [String] {
    let lines = changes.lines()
    guard !lines.isEmpty else { return ["No change from the baseline.", ""] }
    return ["Changes from the baseline:", ""]
      + lines.map { line in
        let replay = line.replay.map { "\n  \($0.markdownCode)" } ?? ""
        return "- \(line.verdict == .worse ? "**worse**" : line.verdict.rawValue):"
          + " \(line.words.escapingMarkdown)\(replay)"
      } + [""]
  }

  /// Table of the expectations that do not pass, with what would decide them.
  private static func claims(_ record: any ReportedRun) -> [String] {
    let rows = record.claims.filter { $0.verdict != .pass }.map { claim in
      let text = ClaimText(claim)
      let parts = text.parts
      let place = "\(record.path):\(claim.expectation.line) \(parts.subject)"
      let hint = text.hint.map { ": " + $0.escapingMarkdown } ?? ""
      return [place, parts.value, parts.interval, parts.limit] + [
        "**\(claim.verdict.rawValue)**" + hint
      ]
    }
    let heads = ["expectation", "measured", "interval", "expected"].map(Table.Head.words)
    let verdict = Table.Head(title: "verdict", style: .markup)
    return rows.isEmpty ? [] : Table(heads + [verdict], rows).markdown + [""]
  }
}

extension Table {
  /// The table as Markdown, one line per row.
  fileprivate var markdown: [String] {
    let titles = heads.map(\.line)
    let rules = heads.map { $0.style == .numbers ? "--:" : "---" }
    let lines = rows.map { row in
      zip(heads, row).map { $0.style == .markup ? $1.text : $1.text.escapingMarkdown }
    }
    return ["| \(titles.joined(separator: " | ")) |", "|\(rules.joined(separator: "|"))|"]
      + lines.map { "| \($0.joined(separator: " | ")) |" }
  }
}
