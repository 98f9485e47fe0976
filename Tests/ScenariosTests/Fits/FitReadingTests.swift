import EventEngine
import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

private func file(_ fit: String) -> String {
  """
  { "name": "s", "designs": ["naive", { "name": "own", "extends": "naive" }],
    "behavior": { "patience": "20s" },
    "faults": [{ "fault": "crash", "probability": 0.004 }],
    "fit": \(fit) }
  """
}

private func problems(of fit: String) -> [String] {
  do {
    _ = try ScenarioReader.read(Array(file(fit).utf8), file: "s.json")
    return []
  } catch { return error.list.map(\.words) }
}

/// The free values of a scenario.
@Suite struct FitReadingTests {
  @Test func `free values have a path, a range and the start value of the file`() throws {
    let text = file(
      """
      { "design": "own", "free": [
        { "path": "faults[0].probability", "from": 0, "to": 0.05 },
        { "path": "behavior.patience", "from": "5s", "to": "2m", "log": true,
          "prior": { "median": "30s", "sigma": 0.5 } },
        { "path": "behavior.cancels", "from": 0.2, "to": 0.8 }] }
      """)
    let fit = try #require(try ScenarioReader.read(Array(text.utf8), file: "s.json").fit)
    expectEqual(fit.designIndex, 1)
    expectEqual(fit.parameters.map(\.valueInFile), [0.004, 20, nil])
    expectEqual(fit.parameters.map(\.isDuration), [false, true, false])
    #expect(fit.parameters[1].range == 5...120 && fit.parameters[1].isLogarithmic)
    #expect(fit.parameters[1].prior?.median == 30 && fit.parameters[1].prior?.sigma == 0.5)
    let simulated = try fit.scenario(at: [0.01, 45, 0.3])
    expectEqual(simulated.designs.map(\.name), ["own"])
    expectEqual(simulated.population.faults[0].probability.probability, 0.01)
    expectEqual(simulated.population.conditions.behavior.patience.median.seconds, 45)
    expectEqual(fit.output(45.5, of: fit.parameters[1]).line, #""45500ms""#)
    let fitted = fit.file(named: "s-fitted", at: [0.01, 45, 0.3], adding: [])
    let read = try ScenarioReader.read(Array(fitted.text.utf8), file: "fitted.json")
    #expect(read.name == "s-fitted" && read.fit == nil && read.designs.count == 2)
    expectEqual(read.population.faults[0].probability.probability, 0.01)
  }

  @Test func `problems of free values are reported together with problems elsewhere`() throws {
    let text = """
      { "name": "s", "designs": ["nave"], "fit": { "design": "naive", "free": [
        { "path": "nowhere", "from": 0, "to": 1, "prior": {} }, { "path": 1, "from": 0, "to": 1 },
        { "path": "behavior.cancels", "from": [0], "to": 1, "prior": { "median": 1, "sigma": 99 } }] } }
      """
    let problems = #expect(throws: Problems.self) {
      try ScenarioReader.read(Array(text.utf8), file: "s.json")
    }
    let places = problems?.list.map(\.path) ?? []
    for place in [
      "designs[0]", "fit.free[0].prior", "fit.free[1].path", "fit.free[2].from",
      "fit.free[2].prior.sigma",
    ] { #expect(places.contains { $0.hasPrefix(place) }, "\(place): \(places)") }
  }

  private static func free(_ free: String) -> String { #"{ "design": "own", "free": [\#(free)] }"# }

  @Test(
    arguments: [
      #"{ "free": [] }"#: "fit: 'design' is missing; expected a string",
      #"{ "design": "onw", "free": [{ "path": "behavior.cancels", "from": 0, "to": 1 }] }"#:
        "fit.design: 'onw' is not a design of this file; expected one of naive or own; did you mean 'own'?",
      free(""): "fit.free: 0 values to estimate; expected 1 to 24",
      free(#"{ "path": "seed", "from": 0, "to": 1 }"#): "fit.free[0].path: 'seed' cannot be fitted",
      free(#"{ "path": "behaviour.cancels", "from": 0, "to": 1 }"#):
        "fit.free[0].path: 'behaviour' cannot be fitted; expected one of purchasesPerUser, horizon, catalog,"
        + " device, store, backend, behavior, faults, outages or designs; did you mean 'behavior.cancels'?",
      free(#"{ "path": "behavior.cancel", "from": 0, "to": 1 }"#):
        "fit.free[0].path: behavior: unknown key 'cancel'; expected one of starts, ",
      free(#"{ "path": "faults[0].probabilty", "from": 0, "to": 1 }"#):
        "fit.free[0].path: faults[0]: unknown key 'probabilty'; expected one of fault, probability, at, after"
        + " or reopens; did you mean 'faults[0].probability'?",
      free(#"{ "path": "faults[1].probability", "from": 0, "to": 1 }"#):
        "fit.free[0].path: 'faults' has 1 element; expected [0]",
      free(#"{ "path": "behavior.cancels", "from": 0.5, "to": 0.5 }"#):
        "fit.free[0].to: 0.5 is not above 'from'; expected more than 0.5",
      free(#"{ "path": "behavior.cancels", "from": 0, "to": 1, "log": true }"#):
        "fit.free[0].from: 0 has no logarithm; expected more than 0 with 'log'",
      free(#"{ "path": "behavior.cancels", "from": 0, "to": "1s" }"#):
        "fit.free[0].to: '1s' is not of the same type as 0; expected a number",
      free(#"{ "path": "behavior.cancels", "from": 0, "to": 1.5 }"#):
        "fit.free[0]: with behavior.cancels at 1.5: 1.5 is not a probability; expected a number from 0 to 1",
      free(#"{ "path": "purchasesPerUser", "from": 1, "to": 5 }"#):
        "fit.free[0]: with purchasesPerUser at 2.527864: 2.527864 is not a whole number",
      free(
        #"{ "path": "behavior.cancels", "from": 0, "to": 1 }, { "path": "behavior.cancels", "from": 0, "to": 1 }"#
      ): "fit.free[1].path: 'behavior.cancels' is already varied; expected another path",
      free(
        #"{ "path": "behavior.cancels", "from": 0, "to": 1, "prior": { "median": "1s", "sigma": 1 } }"#
      ):
        "fit.free[0].prior.median: '1s' is not a possible median of the value; "
        + "expected a number above 0",
      free(#"{ "path": "behavior.cancels", "form": 0, "to": 1 }"#):
        "fit.free[0]: unknown key 'form'; expected one of path, from, to, log or prior; did you mean 'from'?",
    ] as [String: String])
  func `a problem has its position and the expected value`(fit: String, message: String) {
    let messages = problems(of: fit)
    #expect(messages.contains { $0.hasPrefix(message) }, "\(messages)")
  }

  @Test func `a wrong path is reported once, with the nearest valid path`() {
    let messages = problems(of: Self.free(#"{ "path": "behavior.cancel", "from": 0, "to": 1 }"#))
    #expect(messages.count == 1 && messages[0].hasSuffix("; did you mean 'behavior.cancels'?"))
  }

  @Test func `a case cannot have a fit`() {
    let text = """
      { "name": "c", "designs": ["naive"], "plan": [{ "tap": 1 }],
        "fit": { "design": "naive", "free": [{ "path": "behavior.cancels", "from": 0, "to": 1 }] } }
      """
    #expect(throws: Problems.self) { try ScenarioReader.read(Array(text.utf8), file: "c.json") }
  }
}
