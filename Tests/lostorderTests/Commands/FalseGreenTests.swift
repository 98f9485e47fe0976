import LostOrder
import TestSupport
import Testing

/// A check that cannot fail must not pass: it ends with 2 or 65 and states why.
@Suite("False passes") struct FalseGreenTests {
  private static func run(
    _ scenario: String, _ words: String..., then options: [String] = []
  ) throws -> Ending {
    let (folder, file) = try Scratch.with(scenario, "s.json")
    return try Executable.run(list: words + [file] + options, in: folder.path)
  }

  @Test("a file that is only a schema, alone or beside others, is not a passing scenario")
  func onlySchemas() throws {
    for command in ["check", "run"] {
      let schema = "scenarios/schema.json"
      for files in [[schema], [schema, schema]] {
        let ending = try Command.run(list: [command] + files + ["--quiet"])
        expectEqual(ending.code, 65)
        #expect(
          ending.errors.hasPrefix(
            "scenarios/schema.json: this file is a JSON Schema; expected a scenario file\n"))
      }
    }
  }

  @Test("a scenario that declares itself a schema is not skipped beside another file")
  func dialect() throws {
    let (folder, good) = try Scratch.with(#"{ "name": "a", "designs": ["keep-1"] }"#, "good.json")
    for dialect in [
      "https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#",
    ] {
      let bad = try folder.write(
        #"{ "$schema": "\#(dialect)", "name": "b", "designs": ["keep-1"] }"#, "bad.json")
      for files in [[bad], [good, bad], [bad, good]] {
        let ending = try Command.run(list: ["check"] + files)
        expectEqual(ending.code, 65)
        #expect(ending.errors.hasPrefix("\(bad):1:14: $schema: '\(dialect)' is the dialect of"))
      }
    }
    let place = try Self.run(
      #"{ "$schema": "schema.json", "name": "b", "designs": ["keep-1"] }"#, "check")
    expectEqual(place.code, 0)
  }

  @Test("an exploration without a charge or without a possible fault is inconclusive")
  func explore() throws {
    let scenario = #"{ "name": "g", "designs": ["keep-original"], "horizon": "1us" }"#
    for expected in [["--expect", "none"], ["--expect", "some"], []] {
      let ending = try Self.run(
        scenario, "explore", then: ["--quiet", "--faults", "1", "--kinds", "crash"] + expected)
      expectEqual(ending.code, 2)
      #expect(
        ending.errors.contains("inconclusive: keep-original: one purchase: no user was charged"))
      #expect(!ending.output.contains("no loss"))
    }
    let passed = try Self.run(
      #"{ "name": "g", "designs": ["keep-2"] }"#, "explore",
      then: ["--quiet", "--faults", "1", "--kinds", "payloadLoss", "--journey", "one"])
    #expect(passed.code == 0 && passed.errors == "")
  }

  @Test("an exploration with only impossible or ineffective faults does not report no loss")
  func voidExploration() throws {
    let text = { (changes: String) in
      """
      { "name": "v", "designs": [ { "name": "d", "extends": "keep-2"\(changes) } ],
        "catalog": [ { "product": "p", "items": ["i"] } ] }
      """
    }
    let options = ["--quiet", "--kinds", "payloadLoss", "--journey", "one", "--expect", "none"]
    let read = try Self.run(text(""), "explore", then: options)
    #expect(read.code == 0 && read.errors == "")
    // Without an attached payload, or without a reader of it, the loss of a payload has no effect.
    for changes in [
      #", "payload": "none", "binding": { "item": ["product"] }"#,
      #", "binding": { "item": ["product"], "account": ["session"] }"#,
    ] {
      for faults in ["1", "2"] {
        let void = try Self.run(text(changes), "explore", then: options + ["--faults", faults])
        expectEqual(void.code, 2, "\(void)")
        #expect(
          void.errors.hasSuffix(
            "inconclusive: d: one purchase: none of these faults changes anything, so none can lose an"
              + " order\n"))
        #expect(void.output.hasPrefix("one: verdict: inconclusive: "))
      }
    }
    let none = try Self.run(text(""), "explore", then: options + ["--faults", "0"])
    none.expectErrors(
      "lostorder: --expect none: no fault can be injected; expected --faults of at least 1\n",
      code: 64, output: "")
    let shown = try Self.run(
      text(""), "explore", then: ["--quiet", "--journey", "one", "--faults", "0"])
    expectEqual(shown.code, 0)
    expectEqual(shown.output, "one: verdict: no loss under d without any fault\n")
  }

  @Test(
    "a fault that cannot have an effect is rejected at the value that causes this",
    arguments: [
      (
        #""networkLoss", "lasts": "0s""#,
        "lasts: the fault would end at once; expected a duration above"
      ),
      (#""weakNetwork", "lasts": "0s""#, "lasts: the fault would end at once"),
      (#""tokenExpiry", "lasts": "0s""#, "lasts: the fault would end at once"),
      (#""staleReceipt", "lasts": "0s""#, "lasts: the fault would end at once"),
      (
        #""backendOutage", "lasts": { "uniform": { "from": "0s", "to": "0s" } }"#,
        "lasts: the fault would end"
      ),
      (#""storeCheckOutage", "lasts": "0s""#, "lasts: the fault would end at once"),
      (
        #""weakNetwork", "slowdown": 1"#,
        "slowdown: the latencies would not be longer; expected a number ab"
      ),
      (#""weakNetwork", "slowdown": 1.0001"#, "slowdown: the latencies would not be longer"),
      (#""spuriousCancel", "completes": 0"#, "completes: no user is charged after this fault"),
      (#""spuriousFailure", "completes": 0"#, "completes: no user is charged after this fault"),
      (#""askToBuy", "approves": 0"#, "approves: no user is charged after this fault"),
    ])
  func void(fault: String, message: String) throws {
    let ending = try Self.run(
      """
      { "name": "s", "designs": ["keep-1", "keep-2"],
        "faults": [ { "probability": 1, "fault": \(fault) } ] }
      """, "check")
    #expect(ending.code == 65 && ending.errors.contains("faults[0]." + message), "\(ending.errors)")
  }

  @Test("the plan of a case may state that a purchase is not approved or not completed")
  func planned() throws {
    for fault in [
      #""spuriousCancel", "completes": 0"#, #""askToBuy", "approves": 0"#,
      #""networkLoss", "lasts": "1us""#, #""weakNetwork", "slowdown": 1.001"#,
    ] {
      let ending = try Self.run(
        #"{ "name": "s", "designs": ["keep-1"], "plan": [ { "tap": 1 }, { "fault": \#(fault) } ] }"#,
        "check")
      expectEqual(ending.code, 0, "\(ending.errors)")
    }
  }

  @Test("an outage after the horizon or without a duration does not pass")
  func outages() throws {
    for (from, lasts, code, message) in [
      (
        "20d", "1h", 2,
        "inconclusive: outages[0] begins after the horizon and affects no user; expected"
      ),
      ("14d", "1h", 2, "inconclusive: outages[0] begins after the horizon"),
      ("1h", "0s", 65, "outages[0].lasts: "),
    ] {
      let ending = try Self.run(
        """
        { "name": "s", "designs": ["keep-1"], "horizon": "14d", "users": 100,
          "outages": [ { "of": "backend", "from": "\(from)", "lasts": "\(lasts)" } ] }
        """, "run", then: ["--quiet"])
      #expect(ending.code == Int32(code) && ending.errors.contains(message), "\(ending.errors)")
    }
  }

  @Test("commands that only show charges are inconclusive without a charge")
  func withoutCharge() throws {
    let scenario =
      #"{ "name": "z", "users": 50, "designs": ["keep-1", "keep-2"], "horizon": "1us" }"#
    for words in [["compare"], ["attribute", "--quiet"], ["funnel"], ["funnel", "--by", "day"]] {
      let folder = try Scratch()
      let file = try folder.write(scenario, "z.json")
      let ending = try Executable.run(list: [words[0], file] + words.dropFirst(), in: folder.path)
      expectEqual(ending.code, 2)
      #expect(ending.errors.contains("inconclusive: no user was charged under design keep-1\n"))
    }
    let one = try Self.run(scenario, "funnel", then: ["--by", "day", "--design", "keep-2"])
    #expect(one.code == 2 && !one.errors.contains("keep-1"))
  }

  @Test("baselines without a design, without a charge or with too few charges are not compared")
  func baselines() throws {
    let summary = { (designs: String) in
      """
      {"format": 1, "confidence": 0.95,
       "scenario": {"name": "x", "case": false, "seed": 1, "users": 9}, "designs": [\(designs)]}
      """
    }
    let design = { (charges: Int, lost: String) in
      """
      {"name": "d", "charges": {"total": \(charges)}, "rates": {"lostRate": \(lost),
       "lostSaleRate": null, "doubleChargeRate": null, "duplicateRate": null},
       "losers": {"all": true, "users": []}}
      """
    }
    let folder = try Scratch()
    for (designs, code, message) in [
      ("", 65, "designs: no design ran; expected at least one"),
      (design(0, "null"), 2, "no user was charged"),
      (design(1, "[0, 0, 0.9]"), 2, "1 charges are too few to compare"),
      (design(9, "[0, 0, 0.3]"), 0, "nothing changed"),
    ] {
      let file = try folder.write(summary(designs), "summary.json")
      let ending = try Command.run("diff", file, file)
      expectEqual(ending.code, Int32(code))
      #expect((ending.output + ending.errors).contains(message), "\(ending)")
    }
    try folder.write(summary(design(9, "[0, 0, 0.3]")), "a/summary.json")
    try folder.write(summary(design(9, "[0, 0, 0.3]")), "b/summary.json")
    let twice = try Command.run("diff", folder.path, folder.path)
    #expect(twice.code == 65 && twice.errors.contains("'x' already has a summary"))
  }

  @Test("an expectation that cannot fail has a remark, and others have none")
  func remarks() throws {
    let text = { (claim: String) in
      """
      { "name": "s", "users": 300, "designs": ["keep-1"],
        "expect": [ { "design": "keep-1", \(claim) } ] }
      """
    }
    for claim in [
      #""metric": "lostRate", "min": 0, "max": 1"#, #""metric": "lostRate", "min": 0"#,
      #""metric": "hungRate", "max": 1"#, #""metric": "lostRevenue", "min": 0"#,
      #""metric": "deliveryP50", "min": "0s""#,
    ] {
      let ending = try Self.run(text(claim), "check")
      expectEqual(ending.code, 0)
      #expect(
        ending.errors.contains(":2:15: expect[0]: remark: this expectation cannot fail; expected"))
    }
    #expect(
      try Self.run(text(#""metric": "lostRate", "max": 1"#), "run", then: ["--quiet"])
        .errors.contains("remark: this expectation cannot fail"))
    for claim in [
      #""metric": "lostRate", "max": 0.99"#, #""metric": "lostRate", "min": 0.1, "max": 1"#,
      #""metric": "badDebt", "min": 0"#, #""metric": "deliveryP50", "max": "1s""#,
    ] { #expect(try Self.run(text(claim), "check").errors == "") }
  }

  @Test("an expectation of a design that never charges is inconclusive")
  func neverCharged() throws {
    let ending = try Self.run(
      """
      { "name": "s", "users": 200, "designs": ["keep-1", "zero-loss-1.2"],
        "outages": [ { "of": "backend", "from": "0s", "lasts": "30d" } ],
        "expect": [ { "design": "keep-1", "metric": "lostRate", "max": 0.5 } ] }
      """, "run", then: ["--quiet"])
    expectEqual(ending.code, 2, "\(ending)")
  }
}
