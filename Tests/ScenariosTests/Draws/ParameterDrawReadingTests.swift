import EventEngine
import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// A scenario with one fault and draws.
private func text(_ draws: String, with members: String = "") -> String {
  """
  { "name": "s", "seed": 7, "users": 50,
    "designs": ["naive", { "name": "own", "extends": "naive", "retry.delays": ["1s", "5s"] }],
    "faults": [{ "fault": "crash", "probability": 0.5 }], \(members)
    "draws": \(draws) }
  """
}

/// The scenarios that sets of values make.
@Suite struct DrawsReadingTests {
  private static let two = """
    { "values": ["faults[0].probability", "behavior.patience"],
      "sets": [[0.25, "31s"], [0.75, { "uniform": { "from": "1s", "to": "3s" } }]] }
    """

  @Test func `draws of a fit that does not explain its table produce a remark`() {
    let poor = Self.two.replacing("\"sets\"", with: "\"explains\": false, \"sets\"")
    let remarks = scenario(text(poor))?.remarks.map(\.description)
    expectEqual(remarks?.count, 1)
    expectEqual(remarks?.first?.contains("come from a fit that does not explain its table"), true)
    expectEqual(scenario(text(Self.two))?.remarks.isEmpty, true)
  }

  @Test func `each set makes the scenario of the file with the values of the set`() throws {
    let read = try #require(scenario(text(Self.two)))
    let draws = try #require(read.draws)
    expectEqual(draws.paths, ["faults[0].probability", "behavior.patience"])
    expectEqual(
      draws.draws.map { $0.scenario.population.faults[0].probability },
      [Probability(0.25), Probability(0.75)])
    expectEqual(
      draws.draws.map(\.scenario.population.conditions.behavior.patience),
      [.constant(.seconds(31)), .uniform(from: .seconds(1), to: .seconds(3))])
    expectEqual(draws.draws[0].values.map(\.line), ["0.25", #""31s""#])
    expectEqual(read.population.faults[0].probability, Probability(0.5))
    #expect(
      draws.draws.allSatisfy { $0.scenario.draws == nil && $0.scenario.designs == read.designs })
  }

  @Test func `a draw has neither the sweep nor the expectations of its file`() throws {
    let read = try #require(
      scenario(
        text(
          Self.two,
          with: """
            "expect": [{ "design": "naive", "metric": "lostRate", "max": 1 }],
            "sweep": { "value": "horizon", "values": ["1d", "2d"] },
            """)))
    let (draws, sweep) = (try #require(read.draws), try #require(read.sweep))
    #expect(draws.draws.allSatisfy { $0.scenario.expectations == [] && $0.scenario.sweep == nil })
    #expect(sweep.points.allSatisfy { $0.scenario.draws == nil })
  }

  @Test func `the values of a draw can be applied as settings, after the given settings`() throws {
    let bytes = Array(text(Self.two).utf8)
    let read = try ScenarioReader.read(
      bytes, file: "s.json", setting: [try Setting("behavior.login=9s")])
    let draw = try #require(read.draws?.draws[1].scenario)
    expectEqual(
      draw.settings.map(\.text),
      [
        "behavior.login=9s", "faults[0].probability=0.75",
        #"behavior.patience={"uniform": {"from": "1s", "to": "3s"}}"#,
      ])
    let again = try ScenarioReader.read(bytes, file: "s.json", setting: draw.settings)
    expectEqual(again.population.faults, draw.population.faults)
    expectEqual(again.population.conditions, draw.population.conditions)
  }

  @Test func `there are at most 24 paths and 400 sets`() {
    let delays = (0..<24).map { #""\#(50 + $0)s""# }
    let own = (0..<25).map { "designs[1].retry.delays[\($0)]" }
    let paths = own.map { "\"\($0)\"" }
    func found(_ paths: [String], sets: Int) -> [String] {
      let set = "[" + delays.prefix(paths.count).joined(separator: ", ") + "]"
      let list = Array(repeating: set, count: sets).joined(separator: ", ")
      let file = """
        { "name": "s", "designs": ["naive", { "name": "own", "extends": "naive", "retry.delays": [
            \((1...25).map { "\"\($0)s\"" }.joined(separator: ", "))] }],
          "draws": { "values": [\(paths.joined(separator: ", "))], "sets": [\(list)] } }
        """
      return problems(file).map { String($0.split(separator: ": ", maxSplits: 1)[1]) }
    }
    expectEqual(found(Array(paths.prefix(24)), sets: 400), [])
    expectEqual(
      found(Array(paths.prefix(1)), sets: 401), ["draws.sets: 401 sets; expected 2 to 400"])
    expectEqual(found(paths, sets: 2).first, "draws.values: 25 paths; expected 1 to 24")
  }

  private static let roots =
    "one of purchasesPerUser, horizon, catalog, device, store, backend, behavior, faults, outages "
    + "or designs"

  @Test(arguments: [
    "[]": ["draws: a list is not allowed here; expected an object"],
    "{}": [
      "draws: 'values' is missing; expected a list of paths",
      "draws: 'sets' is missing; expected a list of sets",
    ],
    #"{ "values": [], "sets": [[], []] }"#: ["draws.values: 0 paths; expected 1 to 24"],
    #"{ "values": "horizon", "sets": [["1d"], ["2d"]] }"#: [
      "draws.values: 'horizon' is not allowed here; expected a list of paths"
    ],
    #"{ "values": ["horizon"], "sets": [["1d"]] }"#: ["draws.sets: 1 set; expected 2 to 400"],
    #"{ "values": ["horizon"], "sets": ["1d", ["1d", "2d"]] }"#: [
      "draws.sets[0]: '1d' is not allowed here; expected a list of values",
      "draws.sets[1]: a set of 2 values; expected one value per path, 1 in total",
    ],
    #"{ "values": ["seed", "faults[1].probability", "a..b"], "sets": [[1], []] }"#: [
      "draws.values[0]: 'seed' cannot be varied by 'draws'; expected \(roots)",
      "draws.values[1]: 'faults' has 1 element; expected [0]",
      "draws.values[2]: 'a..b' is not a path; expected a path such as 'faults[2].probability'",
      "draws.sets[0]: a set of 1 value; expected one value per path, 3 in total",
      "draws.sets[1]: a set of 0 values; expected one value per path, 3 in total",
    ],
    #"{ "values": ["faults[0]", "horizon", "faults[0].probability", "horizon"], "sets": [] }"#: [
      "draws.values[2]: 'faults[0].probability' is part of 'faults[0]'; "
        + "expected paths that do not overlap",
      "draws.values[3]: 'horizon' is already varied; expected another path",
      "draws.sets: 0 sets; expected 2 to 400",
    ],
  ])
  func `invalid draws are rejected`(draws: String, lines: [String]) {
    expectEqual(
      problems(text(draws)).map { String($0.split(separator: ": ", maxSplits: 1)[1]) }, lines)
  }

  @Test func `a set that makes the file invalid is reported with set, path and value`() {
    let found = problems(
      text(
        """
        { "values": ["faults[0].probability", "designs[1].name", "behavior.gap"],
          "sets": [[0.1, "own", "1d"],
                   [1.5, "own", "1d"],
                   [0.1, "other", "1d"], [0.1, "third", "1d"],
                   [0.1, "own", "1s"]] }
        """))
    expectEqual(
      found,
      [
        "s.json:6:13: draws.sets[1][0]: with faults[0].probability at 1.5: "
          + "1.5 is not a probability; expected a number from 0 to 1",
        "s.json:7:12: draws.sets[2]: with these values: the designs get different names; "
          + "expected the names in the file as written",
        "s.json:8:12: draws.sets[4]: with these values: a user would visit the app about "
          + "1209600 times before the horizon; expected at most 1000000 visits; "
          + "use a shorter 'horizon' or a longer 'behavior.gap'",
      ])
  }

  @Test func `a path that is not in the file is reported once`() {
    let found = problems(text(#"{ "values": ["faults[0].probabilty"], "sets": [[0.1], [0.2]] }"#))
    expectOnly(
      found,
      "s.json:4:25: draws.values[0]: faults[0]: unknown key 'probabilty'; expected one of fault, "
        + "probability, at, after or reopens; did you mean 'faults[0].probability'?")
  }

  @Test func `a case cannot have draws`() {
    expectEqual(
      problems(
        """
        { "name": "c", "designs": ["naive"], "plan": [{ "tap": 1 }],
          "draws": { "values": ["horizon"], "sets": [["1d"], ["2d"]] } }
        """),
      ["s.json:2:12: draws: 'draws' is not allowed in a case; expected a plan for one user"])
  }
}
