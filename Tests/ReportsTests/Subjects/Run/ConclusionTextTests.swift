import Experiments
import Methods
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Reports

@Suite("ConclusionText") struct ConclusionTextTests {
  /// Simulates a scenario, varies the axes, and returns the lines of the conclusion.
  static func text(
    _ designs: String, faults: String, users: Int = 4_000, language: Language = .en,
    isShort: Bool = false
  ) throws -> [String: String] {
    let scenario = try Fixture.scenario(
      """
      { "name": "text", "users": \(users), "sampling": "plain",
        "catalog": [ { "product": "p", "price": 600, "items": ["a", "b"] } ],
        "designs": \(designs), "faults": \(faults) }
      """)
    let findings = RunFindings(Runner(scenario).run(workers: 1))
    var conclusion = try #require(Conclusion(findings))
    if let ablation = AxisAblation(conclusion, of: findings) {
      let tried = ablation.findings(Runner(ablation.scenario).run(workers: 1))
      conclusion = try #require(Conclusion(findings, ablation: tried))
    }
    let text = ConclusionText(conclusion, language)
    let parts = isShort ? text.summaryParts : text.parts
    return Dictionary(uniqueKeysWithValues: parts.map { ($0.label, $0.text) })
  }

  static let crash = #"[ { "fault": "crash", "probability": 0.3, "at": "charge" } ]"#

  @Test("the best design, the losses of the others and the decisive axis are named")
  func best() throws {
    let texts = try Self.text(
      """
      [ { "name": "late", "extends": "keep-2", "observer": "purchase" },
        { "name": "early", "extends": "keep-2" } ]
      """, faults: ConclusionTextTests.crash)
    expectEqual(texts["best"]?.hasPrefix("fewest lost orders: early, none ("), true)
    let more = try #require(texts["lose more"])
    #expect(more.hasPrefix("than early: late +"))
    let loss = try #require(more.firstMatch(of: /\+[0-9.]+ ‰/)).0
    expectEqual(texts["effects on lost orders"], "in early: observer: launch → purchase (\(loss))")
    for label in ["idle axes", "undecided", "among the best"] { #expect(texts[label] == nil) }
    expectEqual(texts["Pareto front"], "early; 1 design is dominated")
    expectEqual(
      texts["timing"]?.hasPrefix("early with only timing: orderFirst → purchaseFirst + payload: "),
      true)
  }

  @Test("designs with equal losses are a tie, and no deciding number of users is estimated")
  func tie() throws {
    let texts = try Self.text(
      """
      [ { "name": "one", "extends": "keep-2" },
        { "name": "two", "extends": "keep-2", "ui": "blocking" } ]
      """, faults: ConclusionTextTests.crash)
    expectEqual(
      texts["best"],
      "fewest lost orders: one none, two none; not separated by 4,000 users in 4 joint comparisons")
    #expect(texts["lose more"] == nil)
    expectEqual(texts["undecided"], "one and two lost the same orders")
    expectEqual(
      texts["idle axes"]?.hasPrefix(
        "ui (changed alone, in one or in a step to it: 4,000 users show no significant difference in lost orders or another objective)"
      ), true)
    expectEqual(texts["effects on lost orders"], "in one, no axis alone changes lost orders")
  }

  @Test("an undecided difference has an estimate of the users that would decide it")
  func undecided() throws {
    let texts = try Self.text(
      """
      [ { "name": "late", "extends": "keep-2", "observer": "purchase" },
        { "name": "early", "extends": "keep-2" } ]
      """, faults: ConclusionTextTests.crash, users: 4)
    let open = try #require(texts["undecided"])
    #expect(open.contains(/^about [0-9,]+ users would separate early from late$/), "\(open)")
  }

  @Test("a single design is named without a trade-off or a front, and its timing is varied")
  func alone() throws {
    let texts = try Self.text(#"["naive"]"#, faults: Self.crash)
    expectEqual(texts["best"]?.hasPrefix("fewest lost orders: naive, "), true)
    #expect(texts["trade-off"] == nil && texts["Pareto front"] == nil && texts["lose more"] == nil)
    expectEqual(texts["timing"]?.hasPrefix("naive with only timing: "), true)
  }

  @Test("orders lost under every design because the app is never reopened are unavoidable")
  func unavoidable() throws {
    let texts = try Self.text(
      #"["naive", "keep-2"]"#,
      faults: #"[ { "fault": "crash", "probability": 0.3, "at": "charge" } ]"#)
    expectEqual(
      texts["unavoidable"],
      "charges lost under every design because the app is never reopened: 0 ‰")
  }

  @Test("the best design of each store is named if there are several stores")
  func stores() throws {
    let one = try Self.text(#"["naive", "keep-2"]"#, faults: Self.crash)
    #expect(one["of each store"] == nil)
    let texts = try Self.text(
      #"["naive", "keep-2", "sk2-naive", "sk2-server"]"#, faults: Self.crash)
    expectEqual(
      texts["of each store"]?.hasPrefix("storeKit1: keep-2 none; storeKit2: sk2-server none"), true,
      "\(texts["of each store"] ?? "")")
  }

  @Test("a change of several axes is named by the design that has it, instead of the best design")
  func changedDesign() throws {
    let texts = try Self.text(
      #"""
      [ { "name": "recorded", "timing": "orderFirst", "payload": "none",
          "records": { "in": "keychain", "at": ["payment", "purchased"] },
          "binding": { "item": ["record"], "account": ["order"] },
          "retry": { "delays": ["1s", "2s", "4s", "8s"] } },
        { "name": "carried", "extends": "recorded", "payload": "order",
          "binding": { "item": ["payload"], "account": ["order"] } } ]
      """#, faults: #"[ { "fault": "payloadLoss", "probability": 0.3 } ]"#, isShort: true)
    let effects = try #require(texts["effects on lost orders"])
    #expect(effects.contains("carried instead of recorded, +"), "\(effects)")
  }

  @Test("the drop points of orders that the best design still loses are named")
  func stillLost() throws {
    let texts = try Self.text(#"["naive"]"#, faults: Self.crash)
    let rate = try #require(texts["best"]?.firstMatch(of: /[0-9.]+ ‰/)).0
    expectEqual(
      texts["still lost"],
      "under naive: observerMissing \(rate) (never received by the open app); "
        + "'lostorder explain observerMissing' explains a name")
    let none = try Self.text(#"["keep-2"]"#, faults: Self.crash)
    #expect(none["still lost"] == nil)
  }

  @Test("a single change that reduces the losses of the best design is reported")
  func stillBetter() throws {
    // Each has one half of what is needed against the crash.
    let texts = try Self.text(
      """
      [ { "name": "dies", "extends": "zero-loss-1.2", "records": { "in": "memory" } },
        { "name": "deaf", "extends": "zero-loss-1.2", "observer": "purchase" } ]
      """, faults: ConclusionTextTests.crash)
    let better = try #require(texts["improvements"])
    #expect(
      better.contains(
        /^dies with only records.in: memory → keychain: lost orders -[0-9.]+ ‰, no significant/)
        && better.hasSuffix(" difference in lost sales, double charges, bad debt (4,000 users)"),
      "\(better)")
    expectEqual(texts["effects on lost orders"]?.contains("only in other designs: observer"), true)
  }

  @Test("an improvement is reported even if another value of its axis does more harm")
  func betterBesideWorse() throws {
    let scenario = try Fixture.scenario(
      """
      { "name": "text", "users": 4000, "sampling": "plain", "catalog": [ { "product": "p" } ],
        "designs": [ { "name": "dies", "extends": "zero-loss-1.2", "records": { "in": "memory" } },
          { "name": "deaf", "extends": "zero-loss-1.2", "observer": "purchase" } ],
        "faults": \(Self.crash) }
      """)
    let findings = RunFindings(Runner(scenario).run(workers: 1))
    let first = try #require(Conclusion(findings))
    let plan = try #require(AxisAblation(first, of: findings))
    var ablation = try #require(plan.findings(Runner(plan.scenario).run(workers: 1)))
    let better = try #require(
      ablation.singleChangeEffects.first { $0.designComparisons[0]?.direction == .fewer })
    func improvements() throws -> String? {
      let conclusion = try #require(Conclusion(findings, ablation: ablation))
      return ConclusionText(conclusion).parts.first { $0.label == "improvements" }?.text
    }
    let alone = try #require(try improvements())
    var worse = better
    worse.designComparisons[0]?.difference = Estimate(0.9, Interval(low: 0.8, high: 1), .share)
    ablation.singleChangeEffects.append(worse)
    #expect(try improvements() == alone)
    // Further changes with a benefit are counted.
    for name in ["x", "y", "z"] {
      var other = better
      other.step.axes[0].name = name
      ablation.singleChangeEffects.append(other)
    }
    #expect(try improvements()?.hasSuffix("; 2 others") == true)
  }

  @Test("lines fit the page, and no number is separated from its unit")
  func lines() throws {
    let scenario = try Fixture.scenario(
      """
      { "name": "text", "users": 2000, "catalog": [ { "product": "p" } ],
        "designs": ["naive", "keep-1", "keep-2", "zero-loss-1.0", "zero-loss-1.2", "leo"],
        "faults": \(Self.crash) }
      """)
    let conclusion = try #require(Conclusion(RunFindings(Runner(scenario).run(workers: 1))))
    for language in Language.allCases {
      for columns in [60, 80, 100] {
        let lines = ConclusionText(conclusion, language).lines(columns: columns).dropFirst()
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
        #expect(lines.allSatisfy { !$0.contains(/^ *‰/) })
      }
    }
  }

  @Test("a conclusion has at most twelve lines of 100 columns, also with long names")
  func fewLines() throws {
    let long = String(repeating: "long-name-", count: 5)
    let designs = [
      "naive", "keep-1", "keep-2", "zero-loss-1.0", "zero-loss-1.2", "leo", "sk2-server",
    ]
    let scenario = try Fixture.scenario(
      """
      { "name": "text", "users": 2000, "catalog": [ { "product": "p" } ],
        "designs": [\(designs.map { #"{ "name": "\#(long)\#($0)", "extends": "\#($0)" }"# }
          .joined(separator: ", "))],
        "faults": [ { "fault": "crash", "probability": 0.3, "at": "charge" },
          { "fault": "appKill", "probability": 0.3, "at": "callback" },
          { "fault": "refund", "probability": 0.3 } ] }
      """)
    let findings = RunFindings(Runner(scenario).run(workers: 1))
    let first = try #require(Conclusion(findings))
    let ablation = try #require(AxisAblation(first, of: findings))
    let tried = try #require(ablation.findings(Runner(ablation.scenario).run(workers: 1)))
    let conclusion = try #require(Conclusion(findings, ablation: tried))
    for language in Language.allCases {
      let text = ConclusionText(conclusion, language)
      let lines = text.lines()
      #expect(lines.count <= 12, "\(lines.joined(separator: "\n"))")
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= 100 })
      for part in text.summaryParts { #expect(lines.contains { $0.hasPrefix("  " + part.label) }) }
    }
  }
}
