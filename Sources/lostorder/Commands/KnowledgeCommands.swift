import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// What has a schema.
enum SchemaForm: String, CaseIterable { case scenario, summary }

extension Call {
  func designs() throws(Refusal) -> ExitCode {
    guard let name = arguments.operands.first else {
      let rows = BuiltInDesign.all.map { design in
        (design.design.name, design.title + " [" + design.sources.joined(separator: ", ") + "]")
      }
      return console.show(Help.table(rows) + "\n")
    }
    if let design = BuiltInDesign.named(name) { return console.show(design.output.text) }
    let nearest = NearestName.question(name, among: BuiltInDesign.all.map(\.design.name))
    throw Refusal(
      "there is no built-in design \(name.quoted); 'lostorder designs' lists them\(nearest)")
  }

  func faults() -> ExitCode {
    console.show(
      "Every fault takes 'probability', 'at' (a moment) and 'after' (a duration) besides.\n\n"
        + FaultCatalog.all.map(\.help).joined(separator: "\n"))
  }

  func explain() throws(Refusal) -> ExitCode {
    let report = ExplanationReport(language)
    if arguments.operands.isEmpty {
      let lists = Explanation.Group.allCases.map { report.list(of: $0) }
      return console.show(lists.joined(separator: "\n"))
    }
    let word = arguments.operands.joined(separator: " ")
    // Whoever knows the Chinese word may ask for it in any language.
    let found = Explanation.of(word, called: Language.names(of:))
    if !found.isEmpty {
      return console.show(found.map { report.text(of: $0) }.joined(separator: "\n"))
    }
    let near = Explanation.near(word, called: Language.names(of:)).map { "'\($0)'" }
    guard let last = near.last else {
      throw Refusal(
        language(
          "there is nothing to explain about {0}; 'lostorder explain' lists everything",
          word.quoted))
    }
    let others = near.dropLast().joined(separator: ", ")
    throw Refusal(
      language(
        "there is nothing to explain about {0}; 'lostorder explain' lists everything;"
          + " did you mean {1}?", word.quoted,
        others.isEmpty ? last : language("{0} or {1}", others, last)))
  }

  func schema() throws(Refusal) -> ExitCode {
    let name = arguments.operands.first ?? SchemaForm.scenario.rawValue
    switch SchemaForm(rawValue: name) {
    case .scenario: return console.show(ScenarioSchema.text)
    case .summary: return console.show(SummaryJSON.schema)
    case nil:
      let nearest = NearestName.question(name, among: SchemaForm.allCases.map(\.rawValue))
      throw Refusal("\(name.quoted) has no schema; expected scenario or summary\(nearest)")
    }
  }
}

extension FaultDescription {
  fileprivate var help: String {
    let sources = sources.isEmpty ? "" : " [\(sources)]"
    let defaults = defaults(Behavior())
    let rows = [("at", "the moment to which it is tied, by default \"\(anchor)\"")]
    let parameters = parameters.map { field in
      let value = field.value(in: defaults).map { ", by default " + $0.line } ?? ""
      return (field.name, field.summary + value)
    }
    return "\(kind.rawValue): \(effect)\(sources)\n" + Help.table(rows + parameters) + "\n"
  }
}
