import JSONText
import PurchaseWorld
import Reports
import Scenarios

extension Subcommand {
  static let designs = Subcommand(
    "designs", "list the built-in designs, or print one with every default",
    takes: Operands("[NAME]", 0...1, .designs), run: Call.designs)

  package static let faults = Subcommand(
    "faults", "list the faults with their parameters and sources", run: Call.faults)

  package static let explain = Subcommand(
    "explain", "tell what a key, fault, axis, drop point, rule or word means",
    takes: Operands("[KEY]", 0...Int.max, .explained), options: [.language],
    notes: [
      "A KEY is the path of a key of a scenario (behavior.patience) or its last part, a fault or one",
      "of its parameters (crash.reopens), an axis (retry.delays) or one of its values (onCallback),",
      "a built-in design, a metric, how a charge ends, a drop point, a distribution, or a word of the",
      "glossary. It may be one word of a term (sale), its name in StoreKit (finishTransaction), or in",
      "Chinese as in the articles (掉单). Without a KEY all of them are listed.",
    ], run: Call.explain)

  static let schema = Subcommand(
    "schema", "print the JSON Schema of scenarios, for editors, or of summaries",
    takes: Operands("[summary]", 0...1, .words { SchemaForm.allCases.map(\.rawValue) }),
    notes: [
      "The schema is JSON Schema, draft 2020-12. An editor that knows it completes keys and shows",
      "what each means; a scenario names the file by \"$schema\": \"schema.json\".",
    ], run: Call.schema)
}

/// What has a schema.
private enum SchemaForm: String, CaseIterable { case scenario, summary }

extension Call {
  fileprivate func designs() throws(Refusal) -> ExitCode {
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

  fileprivate func faults() -> ExitCode {
    console.show(
      "Every fault takes 'probability', 'at' (a moment) and 'after' (a duration) besides.\n\n"
        + FaultCatalog.all.map(\.help).joined(separator: "\n"))
  }

  fileprivate func explain() throws(Refusal) -> ExitCode {
    if arguments.operands.isEmpty {
      let lists = Explanation.Group.allCases.map { language.list(of: $0) }
      return console.show(lists.joined(separator: "\n"))
    }
    let word = arguments.operands.joined(separator: " ")
    // Whoever knows the Chinese word may ask for it in any language.
    let found = Explanation.of(word, called: Language.names(of:))
    if !found.isEmpty {
      return console.show(found.map { language.text(of: $0) }.joined(separator: "\n"))
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

  fileprivate func schema() throws(Refusal) -> ExitCode {
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
