import JSONText
import Reports
import Scenarios

/// What has a schema.
private enum SchemaForm: String, CaseIterable { case scenario, summary }

extension Subcommand {
  /// `lostorder schema`: the JSON Schema of scenarios, or of summaries.
  static let schema = Subcommand(
    "schema", "print the JSON Schema of scenarios, for editors, or of summaries",
    takes: Operands("[summary]", 0...1, .words { SchemaForm.allCases.map(\.rawValue) }),
    notes: [
      "The schema is JSON Schema, draft 2020-12. An editor that knows it completes keys and shows",
      "what each means; a scenario names the file by \"$schema\": \"schema.json\".",
    ]
  ) { console, arguments in
    let name = arguments.operands.first ?? SchemaForm.scenario.rawValue
    switch SchemaForm(rawValue: name) {
    case .scenario: console.print(ScenarioSchema.text)
    case .summary: console.print(SummaryJSON.schema)
    case nil:
      let nearest = NearestName.question(name, among: SchemaForm.allCases.map(\.rawValue))
      return console.refuse("\(name.quoted) has no schema; expected scenario or summary\(nearest)")
    }
    return .holds
  }
}
