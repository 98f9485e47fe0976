import Experiments
import JSONText
import Methods
import PurchaseWorld
import Reports
import Scenarios
import Testing

/// Stories of simulated users for tests.
enum Fixture {
  /// A user whose app dies after the charge and is opened again after the horizon.
  static let small = """
    { "name": "small", "horizon": "1m", "designs": ["naive", "zero-loss-1.2"],
      "catalog": [{ "product": "tier.500", "items": ["marathon"] }],
      "plan": [{ "tap": 1 },
               { "fault": "crash", "at": "charge", "after": "100ms", "reopens": "5m" }] }
    """

  /// An interrupted intent; the record of a design is gone when the purchase is completed.
  static let interrupted = """
    { "name": "interrupted", "horizon": "2d", "designs": ["zero-loss-1.0", "zero-loss-1.2"],
      "catalog": [{ "product": "p", "items": ["i1", "i2"] }],
      "plan": [{ "tap": 1, "item": "i2" },
               { "fault": "spuriousCancel", "at": "sheet", "after": "8s", "resolves": "1m" }] }
    """

  /// Hostile names.
  static let hostile = """
    { "name": "hostile", "designs": ["zero-loss-1.2"],
      "catalog": [{ "product": "=p", "items": ["=a;b#c%%{init: {}}%% <b>x</b> & \\"q\\", style:z", "\(wide)"] }],
      "plan": [{ "tap": 1 }, { "tap": 2, "time": "1m", "item": "\(wide)" }] }
    """

  /// A name that is too long everywhere and ends with characters that XML forbids.
  static let wide = String(repeating: "W", count: 99) + "\u{FFFE}"

  /// Reads a scenario from a text.
  static func scenario(_ text: String) throws -> Scenario {
    try ScenarioReader.read(Array(text.utf8), file: "fixture.json")
  }

  /// The findings of a run of a scenario.
  static func findings(_ text: String) throws -> RunFindings {
    RunFindings(Runner(try scenario(text)).run(workers: 1))
  }

  /// The page of a run without its scenario and examples.
  static func page(_ findings: RunFindings) -> String {
    RunPage(findings, source: "", examples: [], run: "") { _, _ in "" }.text
  }

  /// The story of a user of a scenario under one of its designs.
  static func story(
    _ text: String, design: Int = 0, number: UInt64 = 0, _ language: Language = .en
  ) throws -> AnnotatedTrace {
    let scenario = try scenario(text)
    return story(scenario, design: scenario.designs[design], number: number, language)
  }

  /// The stories of the only user under the first two designs.
  static func comparison(_ text: String, _ language: Language = .en) throws -> TraceComparison {
    TraceComparison(try story(text, language), try story(text, design: 1, language))
  }

  static func story(
    _ scenario: Scenario, design: Design, number: UInt64, _ language: Language = .en
  ) -> AnnotatedTrace {
    let conditions = scenario.population.conditions
    let user = scenario.population.user(number, seed: scenario.seed)
    var simulator = Simulator(conditions: conditions)
    var outcome = UserOutcome()
    let trace = simulator.trace(design, of: user, into: &outcome)
    let heading = AnnotatedTrace.Heading(
      scenario: scenario.name, design: design.name,
      user: scenario.isCase ? nil : String(number), seed: scenario.seed)
    return AnnotatedTrace(
      heading, plan: scenario.population.script?.planOutput(conditions) ?? [], of: user,
      in: conditions, trace, outcome, store: design.store, language: language,
      parameters: { FaultCatalog.parameters(of: $0, in: design.store, isRounded: true) })
  }
}
