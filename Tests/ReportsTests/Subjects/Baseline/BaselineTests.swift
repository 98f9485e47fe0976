import EventEngine
import Experiments
import JSONText
import Methods
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Reports

@Suite("Baseline") struct BaselineTests {
  static func summary(_ text: String) throws -> BaselineSummary {
    let findings = try Fixture.findings(text)
    return try BaselineSummary(Array(SummaryJSON.output(findings).text.utf8), file: "summary.json")
  }

  /// A custom design whose orders are lost by crashes if it finishes at the callback.
  static func scenario(_ finish: String, seed: Int = 1, users: Int = 600) -> String {
    """
    { "name": "small", "seed": \(seed), "users": \(users), "sampling": "plain",
      "designs": [ { "name": "own", "extends": "keep-2", "finish": "\(finish)" }, "keep-2" ],
      "catalog": [ { "product": "p" } ],
      "faults": [ { "fault": "crash", "probability": 0.2, "at": "callback", "after": "100ms" } ] }
    """
  }

  static func comparison(
    _ old: BaselineSummary, _ new: BaselineSummary, tolerance: Double = 0
  ) -> BaselineComparison {
    BaselineComparison(old, new, tolerance: tolerance) { "play \($0) \($1)" }
  }

  @Test("a run compared with itself has no change")
  func same() throws {
    let summary = try Self.summary(Self.scenario("afterVerification"))
    let comparison = Self.comparison(summary, summary)
    expectEqual(comparison.changes.count, 2 * 4)
    #expect(comparison.changes.allSatisfy { $0.verdict == .same })
    let report = BaselineReport([comparison], tolerance: 0)
    #expect(!report.hasRegression)
    expectEqual(
      report.text,
      "baseline: nothing changed in 1 scenario; a rate is worse if the interval of its difference is"
        + " above 0; lost orders also if significantly more of the same users lose one\n")
    #expect(!report.hasGap)
  }

  @Test("a design that finishes too early is worse, with its axis and a newly lost order")
  func worse() throws {
    let old = try Self.summary(Self.scenario("afterVerification"))
    let new = try Self.summary(Self.scenario("onCallback"))
    let regression = try #require(Self.comparison(old, new).regressions.first)
    #expect(regression.design == "own" && regression.metric == "lostRate")
    #expect(
      regression.line.hasSuffix("; design changed: finish is \"onCallback\", was the default"))
    let user = try #require(regression.replay?.split(separator: " ").last.flatMap { UInt64($0) })
    #expect(new.designs[0].losingUsers.contains(user) && !old.designs[0].losingUsers.contains(user))
    let back = Self.comparison(new, old)
    #expect(back.regressions.isEmpty && back.changes[0].verdict == .better)
    let tolerant = Self.comparison(old, new, tolerance: 0.5)
    #expect(tolerant.regressions.isEmpty && tolerant.changes[0].verdict == .undecided)
    #expect(!tolerant.changes[0].line.contains("users"))
    // For other users only the intervals decide, which takes more users.
    let others = try Self.summary(Self.scenario("onCallback", seed: 2))
    #expect(!Self.comparison(old, others).changes[0].line.contains("users"))
    expectEqual(Self.comparison(old, others).regressions.count, 1)
  }

  @Test("a difference has the interval of Newcombe's method 10")
  func newcombe() throws {
    // R. G. Newcombe 1998, table II, (a): 56/70 against 48/80 gives 0.0524 to 0.3339.
    let rate = { (count: Double, total: Double) -> Estimate in
      // Wilson's limits at 1.96, as in that paper.
      let (share, z) = (count / total, 1.959_964)
      let middle = (share + z * z / (2 * total)) / (1 + z * z / total)
      let half =
        z / (1 + z * z / total)
        * (share * (1 - share) / total + z * z / (4 * total * total)).squareRoot()
      return Estimate(share, Interval(low: middle - half, high: middle + half), .share)
    }
    let interval = BaselineComparison.difference(rate(48, 80), rate(56, 70))
    #expect(abs(interval.low - 0.0524) < 6e-5 && abs(interval.high - 0.3339) < 6e-5)
  }

  @Test("runs with different confidence levels are not compared")
  func confidence() throws {
    let old = try Self.summary(Self.scenario("afterVerification"))
    var new = old
    new.confidence = 0.9
    let changes = Self.comparison(old, new).changes
    expectEqual(changes.map(\.verdict), [.incomparable])
    expectEqual(
      changes[0].line,
      "small: the confidence level of intervals is 90 %, was 95 %; nothing is compared")
  }

  @Test("a changed design is reported once, with its regression if it has one")
  func redesigned() {
    let design = { (lost: Double, duplicates: Double, finish: String) -> BaselineSummary.Design in
      var design = BaselineSummary.Design(name: "own", axes: ["finish": finish, "ui": "x"])
      for (name, share) in [("lostRate", lost), ("duplicateRate", duplicates)] {
        design.rates[name] = Estimate(
          share, Interval(low: share - 0.001, high: share + 0.001), .share)
      }
      design.hasAllLosers = false
      return design
    }
    let changes = { (lost: Double, duplicates: Double, finish: String) in
      Self.comparison(
        BaselineSummary(name: "s", seed: 1, users: 9, designs: [design(0.1, 0.1, "a")]),
        BaselineSummary(name: "s", seed: 2, users: 9, designs: [design(lost, duplicates, finish)])
      ).changes
    }
    let namesChange = { (changes: [BaselineComparison.Change]) in
      changes.map { $0.line.hasSuffix("; design changed: finish is b, was a") }
    }
    expectEqual(namesChange(changes(0.2, 0.2, "b")), [true, false, false, false])
    expectEqual(namesChange(changes(0.05, 0.2, "b")), [false, false, false, true])
    expectEqual(namesChange(changes(0.1, 0.05, "b")), [false, false, false, true])
    expectEqual(namesChange(changes(0.1, 0.1, "b")), [false, false, false, false])
    expectEqual(namesChange(changes(0.2, 0.2, "a")), [false, false, false, false])
  }

  @Test("changes are reported in Chinese, and files for programs stay English")
  func chinese() throws {
    var old = try Self.summary(Self.scenario("afterVerification"))
    var new = try Self.summary(Self.scenario("onCallback"))
    old.designs.append(old.designs[1])
    old.designs[2].name = "gone"
    new.designs.append(new.designs[1])
    new.designs[2].name = "new"
    new.designs[1].rates["lostSaleRate"] = nil
    let comparison = Self.comparison(old, new)
    let text = BaselineReport([comparison], added: ["a"], missing: ["b"], tolerance: 0, .zh).text
    expectEqual(
      text,
      """
      small
        变差  own：掉单 210.00 ‰，此前 0.00 ‰；变化 165.46 至 259.24 ‰；摘要所列的掉单用户中，\
      新增 99 名、消失 0 名；校正后 p <0.0001；方案有改动：finish 为 "onCallback"（原为默认值）
          play own 5 --language zh
        无法比较  keep-2：有一次运行测不出未成交
        无法比较  gone 已不在
        有变化  new 是新增的
      a：基线中没有
      b：基线中有，新的结果中没有

      与基线相比，1 个场景：1 项变差，2 项无法比较，1 项有变化；比率之差的区间整个高于 0，才算变差；同一批用户里掉单的人显著增多，掉单也算变差

      """)
    #expect(comparison.regressions[0].line.hasPrefix("own: lost orders "))
    #expect(
      BaselineReport([comparison], tolerance: 0.001, .zh).text.hasSuffix("；比率之差的区间整个高于 1 ‰，才算变差\n"))
    expectEqual(BaselineReport([], tolerance: 0, .zh).text, "与基线相比：没有可以比较的\n")
  }

  @Test("a change of a case is reported in Chinese with the names of its identifiers")
  func chineseCase() throws {
    var old = try Self.summary(Fixture.small)
    old.designs[0].caseOutcome = CaseOutcome([CaseChargeResult(.delivered)], [.hung])
    let new = try Self.summary(Fixture.small)
    let comparison = Self.comparison(old, new)
    expectEqual(
      comparison.changes[0].line, "naive: lost undelivered neverReopened, was delivered (hung)")
    expectEqual(
      comparison.changes[0].line(.zh),
      "naive：lost 掉单 undelivered 未发货 neverReopened 再没有打开 App，此前 delivered 正常发货（hung loading 卡住）")
    let same = Self.comparison(new, new)
    expectEqual(
      BaselineReport([same, same], tolerance: 0, .zh).text,
      "与基线相比，2 个场景：没有变化；比率之差的区间整个高于 0，才算变差；同一批用户里掉单的人显著增多，掉单也算变差\n")
    var scenario = new
    scenario.isCase = false
    expectEqual(Self.comparison(scenario, new).changes[0].line(.zh), "small 此前是场景，现在是单用户用例")
  }

  @Test("a case is worse when it loses more orders")
  func caseEnding() throws {
    let old = try Self.summary(Fixture.small.replacing("\"zero-loss-1.2\"", with: "\"keep-2\""))
    var new = old
    new.designs[0].caseOutcome = CaseOutcome([CaseChargeResult(.delivered)], [])
    expectEqual(Self.comparison(old, new).changes[0].verdict, .better)
    let worse = Self.comparison(new, old).regressions
    #expect(worse.count == 1 && worse[0].replay == "play naive 0")
    #expect(
      worse[0].line.hasPrefix("naive: lost undelivered ")
        && worse[0].line.hasSuffix(", was delivered"))
  }

  @Test("scenarios and designs that are missing in one run are reported")
  func missing() throws {
    let old = try Self.summary(Self.scenario("afterVerification"))
    var new = old
    new.designs[1].name = "another"
    let changes = Self.comparison(old, new).changes
    expectEqual(changes.filter { $0.verdict == .changed }.map(\.line), ["another is new"])
    expectEqual(changes.filter { $0.verdict == .incomparable }.map(\.line), ["keep-2 is gone"])
    #expect(BaselineReport([Self.comparison(old, new)], tolerance: 0).hasGap)
    let report = BaselineReport([], added: ["a"], missing: ["b"], tolerance: 0.001)
    #expect(!report.hasRegression && report.hasGap)
    expectEqual(
      report.text,
      """
      a: not in the baseline
      b: in the baseline, but not in the new results

      baseline: nothing could be compared

      """)
    var written = old
    written.isCase = true
    let kinds = Self.comparison(old, written).changes
    expectEqual(kinds.map(\.verdict), [.incomparable])
    expectEqual(kinds[0].line, "small was a scenario and is a case now")
  }

  @Test("an invalid summary is rejected with its position and the expected value")
  func refusals() throws {
    let scenario = try Fixture.scenario(Self.scenario("onCallback", users: 20))
    let text = SummaryJSON.output(RunFindings(Runner(scenario).run(workers: 1))).text
    for (wrong, message) in [
      (
        text.replacing("\"format\": 1", with: "\"format\": 9"),
        "2:13: format: 9 is out of range; expected 1"
      ),
      (
        text.replacing("\"seed\"", with: "\"sead\""),
        "6:15: scenario: 'seed' is missing; expected a whole number from 0 to"
      ),
      (
        text.replacing("\"lostRate\": [", with: "\"lostRate\": [\"a\", "),
        "rates.lostRate: 4 numbers; expected a share with both limits"
      ),
      (text.replacing("\"total\": ", with: "\"total\": 9000"), "expected at most 128 per user"),
      ("{", "1:2: the text ends here; expected a key in double quotes"),
    ] {
      do {
        _ = try BaselineSummary(Array(wrong.utf8), file: "old.json")
        Issue.record("\(message) was read")
      } catch {
        #expect("\(error)".hasPrefix("old.json:") && "\(error)".contains(message), "\(error)")
      }
    }
  }
}

/// Baselines with many random changes.
@Suite struct UndecidedBaselineTests {
  /// Runs with many designs: the first got worse, the second better, and the others may have
  /// changed at random, later designs more.
  private func comparison(designs: Int, redesigned: Int = 0) -> BaselineComparison {
    let summary = { (isNew: Bool) -> BaselineSummary in
      var summary = BaselineSummary(name: "s", seed: isNew ? 2 : 1, users: 9)
      summary.designs = (0..<designs).map { index in
        var design = BaselineSummary.Design(name: "d\(index)")
        let moved =
          [0.3, -0.3].indices.contains(index) ? [0.3, -0.3][index] : -0.0001 * Double(index)
        let share = 0.5 + (isNew ? moved : 0)
        design.rates["lostRate"] = Estimate(
          share, Interval(low: share - 0.01, high: share + 0.01), .share)
        design.charges = 1_000_000
        if isNew, index >= 2, index < 2 + redesigned { design.axes = ["finish": "x"] }
        return design
      }
      return summary
    }
    return BaselineTests.comparison(summary(false), summary(true))
  }

  @Test func `many undecided changes share one line; regressions and improvements are listed`() {
    let text = BaselineReport([comparison(designs: 28)], tolerance: 0).text
    let lines = text.split(separator: "\n")
    expectEqual(lines.count, 5)
    #expect(lines[1].hasPrefix("  worse  d0: lost orders 800.00 ‰, was 500.00 ‰"))
    #expect(lines[2].hasPrefix("  better  d1: lost orders 200.00 ‰"))
    expectEqual(
      lines[3],
      "  undecided  26 rates, the largest changes: lost orders of d27 -2.70 ‰,"
        + " lost orders of d26 -2.60 ‰, lost orders of d25 -2.50 ‰, 23 others")
    #expect(lines[4].hasPrefix("baseline: 1 worse, 1 better, 26 undecided in 1 scenario"))
  }

  @Test func `the short report lists only decided changes, without commands`() {
    let compared = comparison(designs: 28)
    let lines = BaselineReport([compared], tolerance: 0).shortText.split(separator: "\n")
    #expect(lines.count == 4 && lines[1].hasPrefix("  worse  d0: "))
    #expect(lines[2].hasPrefix("  better  d1: "))
    #expect(lines[3].hasPrefix("baseline: 1 worse, 1 better, 26 undecided"))
  }

  @Test func `a few undecided changes are listed one by one`() {
    let lines = comparison(designs: 5).lines()
    expectEqual(lines.map(\.verdict), [.worse, .better, .undecided, .undecided, .undecided])
    #expect(lines[2].words.hasPrefix("d2: lost orders 499.80 ‰"))
  }

  @Test func `redesigned designs are listed one by one, up to a limit`() {
    let lines = comparison(designs: 28, redesigned: 5).lines()
    expectEqual(lines.count, 6)
    #expect(lines[2].words.hasSuffix("; design changed: finish is x, was the default"))
    #expect(lines[5].words.hasPrefix("23 rates, the largest changes: lost orders of d27"))
  }

  @Test func `pull requests and CI services summarize undecided changes as well`() throws {
    var record = RunRecord(HandMade.findings(), path: "s.json") { "play \($0) \($1)" }
    record.baselineComparison = comparison(designs: 28)
    let report = MarkdownReport.text([(record, [])])
    expectEqual(report.ranges(of: "- undecided: ").count, 1)
    #expect(report.contains("- undecided: 26 rates, the largest changes: lost orders of d27"))
    #expect(report.contains("- **worse**: d0: lost orders") && report.contains("- better: d1"))
    #expect(
      JUnitXML.text([record]).contains(
        #"<property name="baseline" value="1 worse, 1 better, 26 undecided"/>"#))
  }
}
