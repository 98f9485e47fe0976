import EventEngine
import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// The sweep of a scenario with one fault, one own design and other members.
private func sweep(_ sweep: String, with members: String = "") -> Sweep? {
  scenario(
    """
    { "name": "s", "seed": 7, "users": 50, "horizon": "3d",
      "designs": ["naive", { "name": "own", "extends": "naive", "retry.delays": ["1s", "5s"] }],
      "faults": [{ "fault": "crash", "probability": 0.5 }], \(members) "sweep": \(sweep) }
    """)?.sweep
}

/// The values of a dimension as its file would give them.
private func values(_ sweep: Sweep?, in dimension: Int = 0) -> String {
  JSONOutput.array(sweep?.dimensions[dimension].values.map(\.json) ?? []).line
}

/// The values of a sweep and the paths to which they are written.
@Suite struct SweepReadingTests {
  @Test func `values between two ends are equally spaced`() throws {
    let found = try #require(
      sweep(#"{ "value": "faults[0].probability", "from": 0.1, "to": 0.5, "steps": 5 }"#))
    expectEqual(values(found), "[0.1, 0.2, 0.3, 0.4, 0.5]")
    expectEqual(found.dimensions[0].path, "faults[0].probability")
    #expect(found.dimensions[0].scale == .numbers && !found.dimensions[0].isLogarithmic)
    expectEqual(
      found.points.map { $0.scenario.population.faults[0].probability },
      [0.1, 0.2, 0.3, 0.4, 0.5].map { Probability($0) })
    expectEqual(found.dimensions[0].values.map(\.scalePosition), [0.1, 0.2, 0.3, 0.4, 0.5])
  }

  @Test func `logarithmic values are spaced by a factor and have few digits`() throws {
    let found = try #require(
      sweep(
        #"{ "value": "faults[0].probability", "from": 0.0001, "to": 0.1, "steps": 7, "log": true }"#
      ))
    // 10⁻⁴ times half powers of 10: √10 is 3.16228.
    expectEqual(values(found), "[0.0001, 0.0003162, 0.001, 0.003162, 0.01, 0.03162, 0.1]")
    #expect(found.dimensions[0].isLogarithmic)
  }

  @Test func `close values have enough digits to be distinct`() {
    let found = sweep(
      #"{ "value": "faults[0].probability", "from": 0.5, "to": 0.50002, "steps": 3 }"#)
    expectEqual(values(found), "[0.5, 0.50001, 0.50002]")
  }

  @Test func `durations stay durations and are placed in seconds`() throws {
    let found = try #require(
      sweep(
        """
        { "value": "behavior.patience.lognormal.median", "from": "1s", "to": "1h", "steps": 4,
          "log": true }
        """,
        with: #""behavior": { "patience": { "lognormal": { "median": "1s", "sigma": 0.5 } } },"#))
    // 3600 to the power of 1/3 is 15.326, of 2/3 234.89.
    expectEqual(values(found), #"["1s", "15.33s", "234.9s", "1h"]"#)
    expectEqual(found.dimensions[0].scale, .durations)
    expectEqual(found.dimensions[0].values.map(\.scalePosition), [1, 15.33, 234.9, 3_600])
    expectEqual(
      found.points[1].scenario.population.conditions.behavior.patience,
      .lognormal(median: .milliseconds(15_330), sigma: 0.5))
  }

  @Test func `values of a key with whole numbers are whole, each once`() throws {
    let reactions = try #require(
      sweep(#"{ "value": "behavior.reactions", "from": 0, "to": 3, "steps": 7 }"#))
    expectEqual(values(reactions), "[0, 1, 2, 3]")
    expectEqual(
      reactions.points.map { $0.scenario.population.conditions.behavior.maxReactions },
      [0, 1, 2, 3])
    expectEqual(
      values(sweep(#"{ "value": "faults[0].probability", "from": 0, "to": 1, "steps": 3 }"#)),
      "[0, 0.5, 1]")
  }

  @Test func `listed values are used unchanged, of any kind`() throws {
    let numbers = sweep(#"{ "value": "faults[0].probability", "values": [0, 0.25, 1] }"#)
    #expect(values(numbers) == "[0, 0.25, 1]" && numbers?.dimensions[0].scale == .numbers)
    let durations = sweep(#"{ "value": "horizon", "values": ["24h", "3d"], "log": true }"#)
    expectEqual(values(durations), #"["24h", "3d"]"#)
    #expect(
      durations?.dimensions[0].scale == .durations && durations?.dimensions[0].isLogarithmic == true
    )
    let choices = try #require(
      sweep(#"{ "value": "designs[1].records.in", "values": ["memory", "sandbox", "keychain"] }"#))
    #expect(
      choices.dimensions[0].scale == .choices
        && choices.dimensions[0].values.map(\.scalePosition) == [0, 1, 2])
    expectEqual(
      choices.points.map { $0.scenario.designs[1].records.place }, [.memory, .sandbox, .keychain])
    let objects = sweep(
      #"{ "value": "behavior.notices", "values": ["1m", { "exponential": { "mean": "1m" } }] }"#)
    expectEqual(
      objects?.points[1].scenario.population.conditions.behavior.noticeDelay,
      .exponential(mean: .seconds(60)))
  }

  @Test func `a path leads through lists, dotted keys and absent keys`() throws {
    let delays = try #require(
      sweep(#"{ "value": "designs[1].retry.delays[1]", "from": "1s", "to": "3s", "steps": 3 }"#))
    expectEqual(
      delays.points.map { $0.scenario.designs[1].retry.delays[1] },
      [.seconds(1), .seconds(2), .seconds(3)])
    #expect(delays.points.allSatisfy { $0.scenario.designs[1].retry.delays[0] == .seconds(1) })
    let made = sweep(#"{ "value": "designs[1].server.attempts", "values": [1, 9] }"#)
    expectEqual(made?.points.map { $0.scenario.designs[1].backend.attemptCount }, [1, 9])
    let link = sweep(#"{ "value": "store.usesLink", "values": [false, true] }"#)
    expectEqual(
      link?.points.map { $0.scenario.population.conditions.store.confirmationNeedsNetwork },
      [false, true])
  }

  @Test func `a sweep leaves its scenario unchanged, and its points have no expectations`() throws {
    let written = try #require(
      scenario(
        """
        { "name": "s", "seed": 7, "users": 50, "designs": ["naive"],
          "faults": [{ "fault": "crash", "probability": 0.5 }],
          "sweep": { "value": "horizon", "values": ["1h", "1d"] },
          "publishedLadder": [2, 1],
          "expect": [{ "design": "naive", "within": "2h", "max": 0.5 }] }
        """))
    expectEqual(written.population.conditions.horizon, .seconds(14 * 86_400))
    expectEqual(written.expectations.count, 1)
    // The deadline is after the first horizon, but a sweep judges no expectation.
    let points = try #require(written.sweep?.points)
    expectEqual(
      points.map(\.scenario.population.conditions.horizon), [.seconds(3_600), .seconds(86_400)])
    #expect(points.allSatisfy { $0.scenario.expectations.isEmpty && $0.scenario.sweep == nil })
    #expect(points.allSatisfy { $0.scenario.seed == 7 && $0.scenario.userCount == 50 })
    #expect(points.allSatisfy { $0.scenario.publishedLadder.isEmpty })
  }

  @Test func `two values combine to points, and the second value changes first`() throws {
    let found = try #require(
      sweep(
        """
        { "value": "faults[0].probability", "from": 0, "to": 1, "steps": 3,
          "and": { "value": "designs[1].retry.delays[1]", "values": ["2s", "4s"] } }
        """))
    expectEqual(
      found.dimensions.map(\.path), ["faults[0].probability", "designs[1].retry.delays[1]"])
    #expect(values(found) == "[0, 0.5, 1]" && values(found, in: 1) == #"["2s", "4s"]"#)
    expectEqual(found.dimensions.map(\.scale), [.numbers, .durations])
    expectEqual(
      found.points.map(\.valueIndices), [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1]])
    expectEqual(
      found.points.map { $0.scenario.population.faults[0].probability },
      [0, 0, 0.5, 0.5, 1, 1].map { Probability($0) })
    expectEqual(
      found.points.map { $0.scenario.designs[1].retry.delays[1] },
      [2, 4, 2, 4, 2, 4].map { .seconds($0) })
  }

  @Test func `the second value has its own scale and its own rounding to whole numbers`() {
    let found = sweep(
      """
      { "value": "designs[1].records.in", "values": ["memory", "keychain"],
        "and": { "value": "behavior.reactions", "from": 0, "to": 3, "steps": 7 } }
      """)
    expectEqual(found?.dimensions.map(\.scale), [.choices, .numbers])
    #expect(values(found, in: 1) == "[0, 1, 2, 3]" && found?.points.count == 8)
  }

  @Test func `four hundred points are accepted`() {
    let found = sweep(
      """
      { "value": "faults[0].probability", "from": 0, "to": 1, "steps": 100,
        "and": { "value": "behavior.cancels", "from": 0, "to": 0.3, "steps": 4 } }
      """)
    expectEqual(found?.points.count, 400)
  }
}
