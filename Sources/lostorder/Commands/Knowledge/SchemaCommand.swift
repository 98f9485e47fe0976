import JSONText
import Reports
import Scenarios

extension Subcommand {
  static let schema = Subcommand(
    "schema", "print the JSON Schema of scenarios, for editors, or of summaries",
    takes: Operands("[summary]", 0...1, .words { SchemaCommand.Form.allCases.map(\.rawValue) }),
    notes: [
      "The schema is JSON Schema, draft 2020-12. An editor that knows it completes keys and shows",
      "what each means; a scenario names the file by \"$schema\": \"schema.json\".",
    ]
  ) { SchemaCommand(console: $0, arguments: $1).run() }
}

/// `lostorder schema`: the JSON Schema of scenarios, or of summaries.
struct SchemaCommand {
  let console: Console
  let arguments: Arguments

  /// What has a schema.
  enum Form: String, CaseIterable {
    case scenario
    case summary
  }

  func run() -> ExitCode {
    guard let name = arguments.operands.first else {
      console.print(ScenarioSchema.text)
      return .holds
    }
    switch Form(rawValue: name) {
    case .scenario: console.print(ScenarioSchema.text)
    case .summary: console.print(SummaryJSON.schema)
    case nil:
      let names = Form.allCases.map(\.rawValue)
      let nearest = NearestName.question(name, among: names)
      return console.refuse("\(name.quoted) has no schema; expected scenario or summary\(nearest)")
    }
    return .holds
  }
}
