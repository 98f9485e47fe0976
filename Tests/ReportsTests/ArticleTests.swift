import Experiments
import Foundation
import JSONText
import Methods
import PurchaseWorld
import TestSupport
import Testing

@testable import Reports

/// Checks the articles against the code.
@Suite("Articles of reports") struct ArticleTests {
  static func text(_ name: String) throws -> String {
    try PackageFiles.text("Sources/Reports/Reports.docc/\(name).md")
  }

  /// The names of all members in some data.
  /// - Parameter foreign: the members with values that other code writes.
  static func keys(of output: JSONOutput, without foreign: Set<String> = []) -> Set<String> {
    switch output {
    case .object(let members):
      members.reduce(into: []) { keys, member in
        keys.insert(member.key)
        if foreign.contains(member.key) { return }
        keys.formUnion(self.keys(of: member.value, without: foreign))
      }
    case .array(let elements):
      elements.reduce(into: []) { $0.formUnion(keys(of: $1, without: foreign)) }
    default: []
    }
  }

  @Test("the article on traces explains every member, column, actor and kind")
  func traces() throws {
    let text = try Self.text("TraceFormat")
    let comparison = try Fixture.comparison(Fixture.interrupted)
    var words: Set<String> = []
    func collect(_ output: JSONOutput) {
      // Written by scenarios, or by the stores.
      let foreign = ["plan", "header", "payload", "in_app", "purchase", "productPurchase"]
      words.formUnion(Self.keys(of: output, without: Set(foreign)))
    }
    collect(TraceJSON.output(comparison.first))
    collect(TraceJSON.output(comparison))
    for design in RecordTests.designs {
      collect(TraceJSON.output(try RecordTests.story(design), withRecords: true))
    }
    let header = TraceCSV.text(comparison.first).prefix { $0 != "\r\n" }
    words.formUnion(header.split(separator: ",").map(String.init))
    words.formUnion(Participant.allCases.map(\.rawValue))
    words.formUnion(TraceEvent.Kind.allCases.map(\.rawValue))
    #expect(words.count > 30)
    expectEqual(words.filter { !text.contains("`\($0)`") }, [])
    #expect(text.contains("format version: \(TraceJSON.format)"))
    #expect(text.contains("drawn sequence diagram, 1,100 pixels wide"))
    expectEqual(SequencePage.width, 1_100)
  }

  @Test("the tables of the article on summaries list every member in the order of its declaration")
  func summaries() throws {
    var tables: [[String]] = []
    for line in try Self.text("SummaryFormat").split(separator: "\n") {
      if line == "| member | meaning |" { tables.append([]) }
      guard line.hasPrefix("| `"), let cell = line.split(separator: "|").first else { continue }
      tables[tables.count - 1] += cell.matches(of: /`([A-Za-z]+)`/).map { String($0.1) }
    }
    expectEqual(
      tables,
      [
        SummaryJSON.members.map(\.name), (SummaryJSON.named + SummaryJSON.ofScenario).map(\.name),
        (SummaryJSON.pair + SummaryJSON.comparison).map(\.name), SummaryJSON.draws.map(\.name),
      ])
  }

  @Test("the schema lists every member of a summary and equals the committed schema file")
  func schema() throws {
    #expect(try PackageFiles.text("results/summary.schema.json") == SummaryJSON.schema)
    // A member is a quoted name before a colon.
    let known = Set(SummaryJSON.schema.matches(of: /"([A-Za-z0-9_]+)":/).map { String($0.1) })
    for findings in [HandMade.findings(), HandMade.caseFindings()] {
      let keys = Self.keys(of: SummaryJSON.output(findings))
      expectEqual(keys.subtracting(known), [])
    }
  }

  @Test("the article on mutants explains every member and every outcome")
  func mutants() throws {
    let text = try Self.text("MutationFormat")
    var found = MutationReportTests.found(ineffectiveExpectations: [0])
    found.interruption = .timeUp
    var words = Self.keys(of: MutationJSON.output(found))
    words.formUnion(MutationFindings.MutantStatus.allCases.map(\.rawValue))
    // The members of `expect` are written as in a scenario.
    expectEqual(
      words.subtracting(["metric", "max", "design"]).filter { !text.contains("`\($0)`") }, [])
    #expect(text.contains("format version: \(MutationJSON.format)"))
  }
}
