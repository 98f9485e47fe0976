import Reports
import Scenarios
import TestSupport
import Testing

/// Checks that `lostorder explain` explains the headings of reports.
@Suite struct ExplainedHeadingTests {
  /// The names and aliases of all explanations, in lower case.
  private static let names = Set(
    Explanation.allWithColumns.flatMap { [$0.name] + $0.aliases }.map { $0.lowercased() })

  @Test func `every column heading of one line of a run's tables is explained`() throws {
    let source = try PackageFiles.text("Sources/Reports/Subjects/Run/Text/RunReport+Tables.swift")
    let cells = ["none", "no", "yes", "no user", "1 user", "1 pair"]
    let headings = LanguageTests.calls(in: source, "").compactMap(\.phrase).filter { phrase in
      !phrase.contains { "{.\n".contains($0) } && !phrase.hasPrefix("refunded by the store")
        && !cells.contains(phrase)
    }
    #expect(headings.count > 12)
    let missing = headings.filter {
      Explanation.of($0, among: Explanation.allWithColumns, called: Language.names(of:)).isEmpty
    }
    expectEqual(missing, [])
  }

  @Test func `every heading of a section of a run's page contains an explained name`() throws {
    let files = try ["Subjects/Run", "Subjects/SharedBackend", "Renderers"].flatMap {
      try PackageFiles.list(below: "Sources/Reports/\($0)", ending: ".swift")
    }
    let headings = try files.flatMap { file in
      try PackageFiles.text(file).matches(of: /\btitle(?: =|:) language\("([^"\{]+)"\)/)
        .map { String($0.1) }
    }
    // A heading without a term, and titles of the axes of charts.
    let others = ["How to reproduce", "minutes", "share still failing"]
    #expect(headings.count > 20)
    let missing = headings.filter { heading in
      !others.contains(heading) && !Self.parts(of: heading).contains { Self.names.contains($0) }
    }
    expectEqual(missing, [])
  }

  /// The sequences of one to three words in a heading, in lower case, and their singulars.
  private static func parts(of heading: String) -> [String] {
    let words = heading.lowercased().split(separator: " ")
    return words.indices.flatMap { start in
      (1...3).filter { start + $0 <= words.count }.flatMap { count -> [String] in
        let part = words[start..<start + count].joined(separator: " ")
        return part.hasSuffix("s") ? [part, String(part.dropLast())] : [part]
      }
    }
  }
}
