import JSONText
import Reports
import Scenarios

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
    case .summary: console.print(SummarySchema.text)
    case nil:
      let names = Form.allCases.map(\.rawValue)
      let nearest = NearestName.of(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
      console.complain(
        "lostorder: \(name.quoted) has no schema; expected scenario or summary\(nearest)\n")
      return .usage
    }
    return .holds
  }
}
