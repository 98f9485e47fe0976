import EventEngine
import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Scenarios without random draws, for cases, explorations and minimal plans.
@Suite("Settled scenarios") struct SettledTests {
  private func deterministic(_ behavior: String) throws -> Scenario {
    let text = """
      { "name": "drawn", "designs": ["naive"], "users": 50,
        "device": { "launch": { "uniform": { "from": "1s", "to": "3s" } } },
        "store": { "processing": { "lognormal": { "median": "2s", "sigma": 1 } },
                   "repurchaseReplays": 0.9 },
        "behavior": \(behavior),
        "faults": [ { "fault": "crash", "probability": 0.1 } ],
        "expect": [ { "design": "naive", "metric": "lostRate", "max": 1 } ] }
      """
    let scenario = try ScenarioReader.read(Array(text.utf8), file: "drawn.json")
    let script = Population.Script(
      intents: [Intent(item: 0, pays: true)],
      taps: [PlannedTap(intent: 0, visit: 0, after: .zero, pays: true)], plan: [])
    return scenario.deterministicCase(script)
  }

  @Test("Random delays become their medians, and probabilities become 0 or 1")
  func constants() throws {
    let conditions = try deterministic(
      """
      { "between": "1m", "cancels": 0.5, "reconsiders": 0.5, "evicted": 0.1, "guests": 1,
        "neverReturns": 0.6, "usesRecoveryPage": 0.5, "supportResolves": 1,
        "reacts": { "nothing": 0.5, "retap": 0.5 } }
      """
    ).population.conditions
    expectEqual(conditions.device.launch, .constant(.seconds(2)))
    expectEqual(conditions.store.processing, .constant(.seconds(2)))
    expectEqual(conditions.store.repurchaseReplayProbability, .never)
    let behavior = conditions.behavior
    #expect(behavior.between == nil && behavior.cancelProbability == .never)
    #expect(behavior.retapProbability == .never && behavior.evictionProbability == .always)
    #expect(behavior.guestShare == .always && behavior.neverReturningShare == .never)
    #expect(
      behavior.recoveryPageProbability == .never && behavior.supportResolutionProbability == .always
    )
    #expect(behavior.reactions.isPassive)
    for field in ConditionFields.behavior {
      if case .object = field.value(in: behavior), field.name != "reacts" {
        Issue.record("\(field.name) is still drawn")
      }
    }
  }

  @Test("Certain behavior of all users is the behavior of the user of the case")
  func certain() throws {
    let behavior = try deterministic(
      #"{ "evicted": 0, "neverReturns": 1, "reacts": { "support": 1 } }"#
    ).population.conditions.behavior
    #expect(behavior.evictionProbability == .never && behavior.neverReturningShare == .always)
    expectEqual(behavior.reactions.share(of: .support), 1)
  }

  @Test("A settled scenario is a case: one user, no declared faults, no expectations")
  func isCase() throws {
    let scenario = try deterministic("{}")
    #expect(scenario.isCase && scenario.userCount == 1)
    #expect(scenario.population.faults.isEmpty && scenario.expectations.isEmpty)
    expectEqual(scenario.designs.map(\.name), ["naive"])
  }
}
