import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios
import TestSupport
import Testing

/// What a tester is told to do, and with which tools.
@Suite struct TesterScriptTests {
  /// A case with a fault of a kind, and its script.
  private func script(
    _ kind: FaultKind, _ store: String, _ language: Language
  ) throws -> String? {
    let text = """
      { "name": "life", "catalog": [{ "product": "tier.500", "items": ["a", "b"] }],
        "designs": [{ "name": "d", "extends": "keep-2", "store": "\(store)" }],
        "plan": [{ "tap": 1, "item": "a" }, { "fault": "\(kind.rawValue)" }] }
      """
    guard let scenario = try? ScenarioReader.read(Array(text.utf8), file: "s.json") else {
      return nil
    }
    let design = scenario.designs[0]
    let user = scenario.population.user(0, seed: scenario.seed)
    var stage = Stage(conditions: scenario.population.conditions)
    var outcome = Outcome()
    let trace = stage.trace(design, of: user, into: &outcome)
    let story = Story(
      Story.Heading(scenario: "life", design: "d", user: nil, seed: 1), plan: .array([]), of: user,
      in: scenario.population.conditions, trace, outcome, store: design.store, language: language,
      parameters: { FaultCatalog.parameters(of: $0, in: design.store) })
    return TesterScript(story, of: scenario, store: design.store, language).text
  }

  @Test(arguments: ["storeKit1", "storeKit2", "playBilling"])
  func `every fault of a store has a tool, or is said to have none`(store: String) throws {
    var told = 0
    for kind in FaultKind.allCases {
      guard let text = try script(kind, store, .en) else { continue }
      told += 1
      let steps = text.split(separator: "\n").count { $0.contains(/^ *\d+\. \w/) }
      #expect(steps >= 3, "\(kind): \(text)")
      #expect(text.contains("      with: ") || text.contains("      no tool makes this"), "\(text)")
      let chinese = try #require(try script(kind, store, .zh))
      let names = ["license tester", "Play Billing", "Google Play"]
      #expect(EnglishRuns.all(in: chinese, but: names) == [], "\(chinese)")
      #expect(chinese.count { $0 == "\n" } == text.count { $0 == "\n" })
    }
    #expect(told > 15)
  }

  @Test func `a fault without a tool says so`() throws {
    let text = try #require(try script(.payloadLoss, "storeKit2", .en))
    #expect(text.contains("\n      no tool makes this; instead: a build for the test that does so"))
  }
}
