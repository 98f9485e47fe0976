import Scenarios

/// `lostorder schema`: the JSON Schema of scenarios.
struct SchemaCommand {
  let console: Console

  func run() -> ExitCode {
    console.print(ScenarioSchema.text)
    return .holds
  }
}
