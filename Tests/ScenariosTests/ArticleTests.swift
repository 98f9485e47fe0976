import Foundation
import JSONText
import PurchaseWorld
import TestSupport
import Testing

@testable import Scenarios

/// The row of a key in a table of the article: name, kind, default, meaning.
private func row<Target>(_ field: Field<Target>, _ defaults: Target) -> String {
  let value = field.value(in: defaults).map { "`\($0.line)`" }
  let standard = field.isRequired ? "required" : value ?? "–"
  return "| `\(field.name)` | \(column(field.kind)) | \(standard) | \(field.summary) |"
}

private func column(_ kind: ValueKind) -> String {
  switch kind {
  case .name: "name"
  case .text, .line, .label: "text"
  case .boolean: "true or false"
  case .duration: "duration"
  case .distribution: "distribution"
  case .probability: "probability"
  case .integer(let range):
    range.lowerBound == range.upperBound ? "\(range.lowerBound)" : bounds(range)
  case .number(let range): "\(range.lowerBound) to \(range.upperBound)"
  case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
  case .list(.choice(let words)): "any of " + words.map { "`\($0)`" }.joined(separator: ", ")
  case .list(let kind): "list of " + column(kind) + "s"
  case .other(let phrase): phrase.english
  }
}

private func bounds(_ range: ClosedRange<Int>) -> String {
  "whole, \(range.lowerBound) to " + (range.upperBound == .max ? "2⁶³ − 1" : "\(range.upperBound)")
}

/// The article about the format agrees with the declarations from which files are read.
@Suite struct ArticleTests {
  private static let article: String? = try? String(
    contentsOfFile: Shipped.root + "/Sources/Scenarios/Scenarios.docc/ScenarioFormat.md",
    encoding: .utf8)

  private func expectRows<Target>(_ fields: [Field<Target>], _ defaults: Target) throws {
    let lines = try #require(ArticleTests.article).split(separator: "\n").map(String.init)
    for field in fields { #expect(lines.contains(row(field, defaults))) }
  }

  @Test func `the article on outcomes has the meaning of every class and flag`() throws {
    let path = Shipped.root + "/Sources/PurchaseWorld/PurchaseWorld.docc/Outcomes.md"
    let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    for outcome in CaseChargeResult.Outcome.allCases {
      #expect(rows.contains("| `\(outcome.rawValue)` | \(outcome.meaning) |"))
    }
    for flag in CaseFlag.allCases {
      let kinds = ["charge", "intent"].map { "| `\(flag.rawValue)` | \($0) | \(flag.meaning) |" }
      #expect(kinds.contains { rows.contains(Substring($0)) }, "\(flag)")
    }
  }

  @Test func `the articles on tables and logs have the meaning of every event`() throws {
    let events = ClientLogEvent.allCases.map { ($0.name, $0.meaning) }
    let servers = BackendEvent.allCases.map { ($0.rawValue, $0.meaning) }
    for (article, meanings) in [
      ("Scenarios/Scenarios.docc/Observations.md", events),
      ("Reports/Reports.docc/Logs.md", servers),
    ] {
      let text = try String(contentsOfFile: Shipped.root + "/Sources/" + article, encoding: .utf8)
      let rows = text.split(separator: "\n")
      for (name, meaning) in meanings {
        #expect(rows.contains("| `\(name)` | \(meaning) |"), "\(name)")
      }
    }
  }

  @Test func `the article lists every key with its kind, default and meaning`() throws {
    let draft = ScenarioDraft()
    try expectRows(ScenarioDraft.fields, draft)
    try expectRows(ConditionFields.device, draft.conditions.device)
    try expectRows(ConditionFields.store, draft.conditions.store)
    try expectRows(ConditionFields.backend, draft.conditions.backend)
    try expectRows(ConditionFields.behavior, draft.conditions.behavior)
    try expectRows(SweepDraft.fields, SweepDraft())
    try expectRows(ParameterDrawDraft.fields, ParameterDrawDraft())
    try expectRows(DesignAxes.all, Design(name: ""))
    try expectRows(PrecisionDraft.fields, PrecisionDraft())
    try expectRows(Precision.Decision.fields, Precision.Decision())
    try expectRows(
      [UpdateDraft.field] + DesignHead.fields.filter { $0.name == "abstract" }, DesignHead())
    try expectRows(ItemDraft.fields, ItemDraft())
    try expectRows(UpdateDraft.fields, UpdateDraft())
  }

  @Test func `the article lists every fault with its moment, effect and parameters`() throws {
    let article = try #require(ArticleTests.article)
    for fault in FaultCatalog.all {
      let parameters = fault.parameters.map { "`\($0.name)`" }.joined(separator: ", ")
      let row =
        "| `\(fault.kind.rawValue)` | `\(fault.anchor)` | \(parameters.isEmpty ? "–" : parameters) "
        + "| \(fault.effect) | \(fault.references.isEmpty ? "–" : fault.references) |"
      #expect(article.contains(row + "\n"))
      try expectRows(fault.parameters, fault.defaults(Behavior()))
    }
  }

  @Test func `the article lists every built-in design with its title`() throws {
    let article = try #require(ArticleTests.article)
    for builtIn in BuiltInDesign.all {
      let sources = builtIn.references.joined(separator: ", ")
      #expect(article.contains("| `\(builtIn.design.name)` | \(sources) | \(builtIn.title) |\n"))
    }
  }

  @Test func `every example of the article is valid`() throws {
    let article = try #require(ArticleTests.article)
    let blocks = article.components(separatedBy: "```json\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count >= 3)
    for block in blocks { expectEqual(problems(block), []) }
  }
}
