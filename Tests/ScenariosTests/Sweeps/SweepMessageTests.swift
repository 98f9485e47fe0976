import Scenarios
import TestSupport
import Testing

/// Error messages about sweeps.
@Suite struct SweepMessageTests {
  /// The problems of a scenario that is valid except for its sweep.
  private func problems(_ sweep: String) -> [String] {
    ScenariosTests.problems(
      """
      { "name": "s", "designs": ["keep-1", { "name": "own", "extends": "naive" }],
        "faults": [{ "fault": "crash", "probability": 0.5 }],
        "sweep": \(sweep) }
      """)
  }

  private static let path = #""value": "faults[0].probability""#
  private static let duration = "a duration such as '5s' (units us, ms, s, m, h, d)"

  @Test(
    arguments: [
      #"[]"#: "12: sweep: a list is not allowed here; expected an object",
      "{ \(path) }":
        "12: sweep: there are no values; expected 'from', 'to' and 'steps', or 'values'",
      "{ \(path), \"from\": 0.1 }":
        "12: sweep: 'to' and 'steps' are missing; expected 'from', 'to' and 'steps'",
      "{ \(path), \"from\": 0.1, \"to\": 0.2 }":
        "12: sweep: 'steps' is missing; expected 'from', 'to' and 'steps'",
      #"{ "values": [0.1, 0.2] }"#: "12: sweep: 'value' is missing; expected a string",
      "{ \(path), \"steps\": 3, \"values\": [0.1, 0.2] }":
        "70: sweep.values: 'values' and 'steps' are both given; expected one of them",
      "{ \(path), \"from\": 0.1, \"to\": \"1s\", \"steps\": 3 }":
        "67: sweep.to: '1s' is not of the same type as 0.1; expected a number",
      "{ \(path), \"from\": \"1s\", \"to\": 5, \"steps\": 3 }":
        "68: sweep.to: 5 is not of the same type as '1s'; expected \(duration)",
      "{ \(path), \"from\": true, \"to\": 5, \"steps\": 3 }":
        "56: sweep.from: true is not allowed here; expected a number or a duration",
      "{ \(path), \"from\": 0.2, \"to\": 0.2, \"steps\": 3 }":
        "67: sweep.to: 0.2 is not above 'from'; expected more than 0.2",
      "{ \(path), \"from\": 0, \"to\": 0.2, \"steps\": 3, \"log\": true }":
        "56: sweep.from: 0 has no logarithm; expected more than 0 with 'log'",
      "{ \(path), \"from\": 0.1, \"to\": 0.2, \"steps\": 101 }":
        "81: sweep.steps: 101 is out of range; expected a whole number from 2 to 100",
      "{ \(path), \"values\": [0.1] }": "58: sweep.values: 1 value; expected 2 to 100",
      "{ \(path), \"values\": [0.2, 0.1] }":
        "64: sweep.values[1]: 0.1 follows 0.2; expected more than the previous value",
      "{ \(path), \"values\": [\"naive\", \"leo\", \"naive\"] }":
        "75: sweep.values[2]: 'naive' appears twice; expected each value once",
      "{ \(path), \"values\": [0, 0.1], \"log\": true }":
        "59: sweep.values[0]: 0 has no logarithm; expected more than 0 with 'log'",
      "{ \(path), \"values\": [0, \"1s\"], \"log\": true }":
        "76: sweep.log: only numbers or durations have a logarithm; expected numbers or durations",
    ] as [String: String])
  func `invalid values of a sweep are rejected`(sweep: String, line: String) {
    expectEqual(problems(sweep), ["s.json:3:" + line])
  }

  @Test(
    arguments: [
      "faults[0]..probability":
        "'faults[0]..probability' is not a path; expected a path such as 'faults[2].probability'",
      "[0].probability":
        "'[0].probability' is not a path; expected a path such as 'faults[2].probability'",
      "faults[+0].probability":
        "'faults[+0].probability' is not a path; expected a path such as 'faults[2].probability'",
      "faults[-1]": "'faults[-1]' is not a path; expected a path such as 'faults[2].probability'",
      "fault[0].probability":
        "'fault' cannot be varied by 'sweep'; "
        + "expected one of purchasesPerUser, horizon, catalog, device, store, "
        + "backend, behavior, faults, outages or designs; did you mean 'faults[0].probability'?",
      "seed":
        "'seed' cannot be varied by 'sweep'; "
        + "expected one of purchasesPerUser, horizon, catalog, device, store, "
        + "backend, behavior, faults, outages or designs",
      "faults[1].probability": "'faults' has 1 element; expected [0]",
      "designs[2].finish": "'designs' has 2 elements; expected [0] to [1]",
      "designs[0].finish": "'designs[0]' is 'keep-1'; expected an object",
      "faults.probability": "'faults' is a list; expected an object",
      "faults[0].probability[0]": "'faults[0].probability' is 0.5; expected a list",
      "outages[0].lasts": "there is no 'outages'; expected a list that is in the file",
      "designs[1].retry.delays[0]":
        "there is no 'designs[1].retry'; expected a list that is in the file",
      "faults[0].probabilty":
        "faults[0]: unknown key 'probabilty'; expected one of fault, probability, at, after or "
        + "reopens; did you mean 'faults[0].probability'?",
      "behavior.patience.lognormal.median":
        "behavior.patience.lognormal: 'sigma' is missing; expected a number from 0 to 10",
    ] as [String: String])
  func `a path that leads nowhere is rejected once, at its position`(path: String, line: String) {
    expectEqual(
      problems(#"{ "value": "\#(path)", "values": ["1s", "2s"] }"#),
      ["s.json:3:23: sweep.value: " + line])
  }

  @Test func `a value that makes an invalid scenario is reported with its path`() {
    expectEqual(
      problems("{ \(SweepMessageTests.path), \"from\": 0.5, \"to\": 1.5, \"steps\": 5 }"),
      [
        "s.json:3:12: sweep: with faults[0].probability at 1.25: 1.25 is not a probability; "
          + "expected a number from 0 to 1",
        "s.json:3:67: sweep.to: with faults[0].probability at 1.5: 1.5 is not a probability; "
          + "expected a number from 0 to 1",
      ])
    expectEqual(
      problems(#"{ "value": "designs[1].payload", "values": ["none", "order", "ordr"] }"#),
      [
        "s.json:3:64: sweep.values[1]: with designs[1].payload at 'order': "
          + "design 'own' passes an order to the store before it has one (purchaseFirst); "
          + "expected timing orderFirst, or another payload",
        "s.json:3:73: sweep.values[2]: with designs[1].payload at 'ordr': unknown value 'ordr'; "
          + "expected one of none, order, account or intent; did you mean 'order'?",
      ])
  }

  @Test func `a fraction is not rounded for a key with whole numbers`() {
    expectEqual(
      problems(#"{ "value": "behavior.reactions", "from": 0.5, "to": 2.5, "steps": 2 }"#),
      [
        "s.json:3:53: sweep.from: with behavior.reactions at 0.5: 0.5 is not a whole number; "
          + "expected a whole number from 0 to 10",
        "s.json:3:64: sweep.to: with behavior.reactions at 2.5: 2.5 is not a whole number; "
          + "expected a whole number from 0 to 10",
      ])
  }

  @Test func `every value of a sweep keeps the names of the designs`() {
    expectOnly(
      problems(#"{ "value": "designs[0]", "values": ["keep-1", "keep-2"] }"#),
      "s.json:3:58: sweep.values[1]: with designs[0] at 'keep-2': "
        + "the designs get different names; expected the names in the file as written")
  }

  @Test func `all problems of a sweep are listed at once, with those of its file`() {
    expectEqual(
      ScenariosTests.problems(
        #"{ "name": "s", "designs": ["naiv"], "sweep": { "value": "seed", "from": 2, "too": 1 } }"#
      ).map { $0.prefix(40) },
      [
        "s.json:1:28: designs[0]: unknown design ", "s.json:1:57: sweep.value: 'seed' cannot ",
        "s.json:1:76: sweep: unknown key 'too'; e",
      ])
  }

  @Test func `a case cannot have a sweep`() {
    expectEqual(
      ScenariosTests.problems(
        #"{ "name": "s", "designs": ["naive"], "plan": [{ "tap": 1 }], "sweep": {} }"#),
      ["s.json:1:71: sweep: 'sweep' is not allowed in a case; expected a plan for one user"])
  }

  private static let cancels = #""value": "behavior.cancels", "values": [0, 0.5]"#

  @Test(
    arguments: [
      #"{ "value": "faults[0].probability", "values": [0, 1] }"#:
        "88: sweep.and.value: 'faults[0].probability' is already varied; expected another path",
      #"{ "value": "faults[00].probability", "values": [0, 1] }"#:
        "88: sweep.and.value: 'faults[00].probability' is already varied; expected another path",
      #"{ "value": "faults", "values": [[], [{ "fault": "crash", "probability": 1 }]] }"#:
        "88: sweep.and.value: 'faults[0].probability' is part of 'faults'; "
        + "expected a path that does not overlap the first",
      #"{ "value": "faults[0].probability.mean", "values": [0, 1] }"#:
        "88: sweep.and.value: 'faults[0].probability' is 0.5; expected an object",
      #"{ "value": "seed", "values": [0, 1] }"#:
        "88: sweep.and.value: 'seed' cannot be varied by 'sweep'; "
        + "expected one of purchasesPerUser, horizon, "
        + "catalog, device, store, backend, behavior, faults, outages or designs",
      "[]": "77: sweep.and: a list is not allowed here; expected an object",
      "{ }": "77: sweep.and: 'value' is missing; expected a string",
      "{ \(cancels), \"steps\": 2 }":
        "118: sweep.and.values: 'values' and 'steps' are both given; expected one of them",
    ] as [String: String])
  func `a second path that is invalid, equal to the first or part of it is rejected`(
    and: String, line: String
  ) {
    expectEqual(
      problems("{ \(SweepMessageTests.path), \"values\": [0.1, 0.2], \"and\": \(and) }").first,
      "s.json:3:" + line)
  }

  @Test func `a second path that contains the first is rejected`() {
    expectEqual(
      problems(
        #"{ "value": "behavior", "values": [{}, {}], "and": { "value": "behavior.cancels" } }"#
      ).contains { $0.contains("'behavior.cancels' is part of 'behavior'") }, false)
    expectOnly(
      problems(
        #"""
        { "value": "behavior", "values": [{ "cancels": 0 }, { "cancels": 1 }],
          "and": { "value": "behavior.cancels", "values": [0, 1] } }
        """#),
      "s.json:4:21: sweep.and.value: 'behavior.cancels' is part of 'behavior'; "
        + "expected a path that does not overlap the first")
  }

  @Test func `more than four hundred points are rejected before any is read`() {
    let cancels = #""value": "behavior.cancels", "from": 0, "to": 1, "steps": 21"#
    expectEqual(
      problems(
        "{ \(SweepMessageTests.path), \"from\": 0, \"to\": 7, \"steps\": 20, \"and\": { \(cancels) } }"
      ), ["s.json:3:88: sweep.and: 20 values by 21 values make 420 points; expected at most 400"])
  }

  @Test func `an invalid value of two is named once, or both if only the pair is invalid`() {
    let cancels = #""and": { "value": "behavior.cancels", "values": [0, 0.5, 2] }"#
    expectEqual(
      problems("{ \(SweepMessageTests.path), \"values\": [0.1, 2], \(cancels) }").map {
        $0.prefix(while: { $0 != ";" })
      },
      [
        "s.json:3:64: sweep.values[1]: with faults[0].probability at 2: 2 is not a probability",
        "s.json:3:125: sweep.and.values[2]: with behavior.cancels at 2: 2 is not a probability",
      ])
    let timing =
      #""and": { "value": "designs[1].timing", "values": ["orderFirst", "purchaseFirst"] }"#
    expectOnly(
      problems(
        #"{ "value": "designs[1].payload", "values": ["none", "order"], \#(timing) }"#
      ).map { String($0.prefix { $0 != "(" }) },
      "s.json:3:64: sweep.values[1]: with designs[1].payload at 'order' and designs[1].timing at "
        + "'purchaseFirst': design 'own' passes an order to the store before it has one ")
  }
}
