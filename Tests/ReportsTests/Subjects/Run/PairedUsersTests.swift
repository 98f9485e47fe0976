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

/// The losses of the same users in two runs of a scenario.
@Suite("Paired users") struct PairedUsersTests {
  @Test("truncated lists of losers are paired only for users known in both runs")
  func paired() {
    let users = (0..<300 as Range<UInt64>).sorted {
      LossSample.samplingRank($0) < LossSample.samplingRank($1)
    }
    var old = BaselineSummary.Design(name: "d", charges: 10_000)
    var new = old
    old.losingUsers = Array(users.prefix(100))
    old.hasAllLosers = false
    new.losingUsers = Array(
      users.enumerated().filter { $0.offset % 2 == 0 }.map(\.element).prefix(80))
    let pair = PairedUsers(old, new)
    // The old list is complete up to its last user, who is left out.
    #expect(!pair.coversAllUsers && pair.both == 50 && pair.onlyOld == 49 && pair.onlyNew == 0)
    #expect(pair.newLoser == nil && !pair.hasIdenticalLosers && pair.pValue < 1e-6)
    new.losingUsers.append(users[99])
    old.hasAllLosers = true
    let whole = PairedUsers(old, new)
    #expect(whole.coversAllUsers && whole.onlyNew == 30 && whole.both == 51)
  }

  @Test("random changes are called worse as rarely as the intervals promise")
  func chance() throws {
    // Two designs with equal losses and their own draws per user: every difference is random.
    var called = 0
    let rounds = 400
    for round in 0..<rounds {
      let design = { (which: UInt32) -> BaselineSummary.Design in
        var list: [UInt64] = []
        for user in 0..<2_000 as Range<UInt64> {
          let draws = KeyedDraws(seed: UInt64(round), user: user)
          // A quarter of the users can lose, each with probability one half under each design.
          let isWeak = draws.bits(site: 1, occurrence: 0) % 4 == 0
          if isWeak && draws.bits(site: 2, occurrence: which) % 2 == 0 { list.append(user) }
        }
        list.sort { LossSample.samplingRank($0) < LossSample.samplingRank($1) }
        var design = BaselineSummary.Design(name: "d", charges: 10_000)
        design.hasAllLosers = list.count <= 100
        design.losingUsers = Array(list.prefix(100))
        let share = Proportion(count: list.count, of: 2_000)
        design.rates["lostRate"] = Estimate(share.value, share.interval, .share)
        return design
      }
      let change = BaselineTests.comparison(
        BaselineSummary(name: "s", seed: 1, users: 2_000, designs: [design(1)]),
        BaselineSummary(name: "s", seed: 1, users: 2_000, designs: [design(2)])
      ).changes.first { $0.metric == "lostRate" }
      if change?.verdict == .worse || change?.verdict == .better { called += 1 }
    }
    #expect(called <= rounds / 20, "\(called) of \(rounds)")
  }

  @Test("with strata, changed users are counted by the weights of the strata")
  func weights() throws {
    let summary = { (light: Range<UInt64>, heavy: Range<UInt64>) -> BaselineSummary in
      var design = BaselineSummary.Design(name: "d", charges: 10_000)
      design.losingUsers =
        light.map { UserNumber.of($0, in: 2) } + heavy.map { UserNumber.of($0, in: 3) }
      let share = (0.1 * Double(light.count) + 0.9 * Double(heavy.count)) / 10_000
      design.rates["lostRate"] = Estimate(share, Interval(low: share / 2, high: share * 2), .share)
      var summary = BaselineSummary(name: "s", seed: 1, users: 10_000, designs: [design])
      summary.userCountsByStratum = [2: 10_000, 3: 10_000]
      summary.strata = [2, 3].map { stratum in
        PairedUsers.Stratum(
          stratum: stratum, weight: stratum == 2 ? 0.1 : 0.9, users: 10_000, canLose: true)
      }
      return summary
    }
    let change = { (light: Range<UInt64>, heavy: Range<UInt64>) in
      BaselineTests.comparison(summary(0..<42, 0..<40), summary(light, heavy)).changes[0]
    }
    // Many users of small weight newly lose, and as many of large weight no longer lose.
    let even = change(0..<96, 6..<40)
    #expect(
      even.line.contains(
        " 54 newly lose an order and 6 no longer do; adjusted p, weighted by strata: "))
    #expect(even.verdict == .undecided && McNemarTest(onlyFirst: 6, onlySecond: 54).pValue < 1e-9)
    expectEqual(change(0..<42, 1..<80).verdict, .worse)
    expectEqual(change(0..<96, 22..<40).verdict, .better)
    // Users of other weights are not judged.
    var other = summary(0..<42, 1..<80)
    other.strata[0].weight = 0.2
    let unlike = BaselineTests.comparison(summary(0..<42, 0..<40), other).changes[0]
    #expect(unlike.line.hasSuffix(" ‰ more"))
  }

  @Test("joint comparisons are adjusted together and keep their error probability")
  func together() {
    let summary = { (name: Int, losingUsers: Range<UInt64>) -> BaselineSummary in
      var design = BaselineSummary.Design(name: "d", charges: 10_000)
      design.losingUsers = Array(losingUsers)
      let share = Double(losingUsers.count) / 10_000
      design.rates["lostRate"] = Estimate(share, Interval(low: share / 2, high: share * 2), .share)
      return BaselineSummary(name: "s\(name)", seed: 1, users: 10_000, designs: [design])
    }
    // All ten changed users newly lose: p = 2/1024, or 10/1024 for four metrics and this test.
    let runs = (0..<8).map { (old: summary($0, 0..<9), new: summary($0, 0..<($0 == 0 ? 19 : 9))) }
    let verdicts = [1, 5, 6].map { count -> BaselineComparison.ChangeVerdict in
      let tests = JointTests(Array(runs.prefix(count)), tolerance: 0)
      expectEqual(tests.count, 5 * count)
      return BaselineComparison(runs[0].old, runs[0].new, tests: tests) { "play \($0) \($1)" }
        .changes[0].verdict
    }
    expectEqual(verdicts, [.worse, .worse, .undecided])
  }

  @Test("more lost orders of the same users are a regression, even without new losers")
  func sameUsers() throws {
    let text = { (probability: Double) in
      """
      { "name": "often", "users": 2000, "purchasesPerUser": 10, "sampling": "plain",
        "catalog": [{ "product": "p" }], "designs": ["keep-1"],
        "faults": [{ "fault": "payloadLoss", "probability": \(probability) }] }
      """
    }
    let (old, new) = try (BaselineTests.summary(text(0.8)), BaselineTests.summary(text(0.95)))
    let change = BaselineTests.comparison(old, new).changes[0]
    guard case .share(_, let shares) = change.comparedValues, let paired = shares.pairedUsers else {
      return #expect(Bool(false), "the same users are asked")
    }
    #expect(paired.pValue > 0.05 && shares.difference.low > 0.1)
    expectEqual(change.verdict, .worse)
    expectEqual(BaselineTests.comparison(new, old).changes[0].verdict, .better)
  }

  @Test("an interrupted run is compared by its intervals only")
  func interruption() throws {
    let text = """
      { "name": "c", "users": 3000, "designs": ["keep-1", "keep-2"], "sampling": "stratified",
        "faults": [{ "fault": "crash", "probability": 0.05 }] }
      """
    let whole = try BaselineTests.summary(text)
    let stop = CancellationToken()
    let results = Runner(try Fixture.scenario(text), stop: stop).run(workers: 1) { progress in
      // When users of every part of the sample have been simulated.
      if progress.phase == .users, 2 * progress.done > progress.users { stop.cancel() }
    }
    let written = SummaryJSON.output(RunFindings(results)).text
    #expect(written.contains("\"trouble\": \"interrupted\""))
    let interruption = try BaselineSummary(Array(written.utf8), file: "summary.json")
    #expect(
      interruption.isInterrupted && !whole.isInterrupted && interruption.userCountsByStratum.isEmpty
    )
    for comparison in [
      BaselineTests.comparison(whole, interruption), BaselineTests.comparison(interruption, whole),
    ] {
      #expect(!comparison.changes.contains { $0.verdict == .worse || $0.verdict == .better })
      #expect(!comparison.changes.contains { $0.line.contains("newly") })
      #expect(
        BaselineReport([comparison], tolerance: 0).text.contains(
          "  one of the runs is incomplete, so the two runs have different users\n"))
    }
  }

  @Test("users that one of the runs did not simulate do not count")
  func notSimulated() {
    let summary = { (users: Int, losingUsers: [UInt64]) -> BaselineSummary in
      var design = BaselineSummary.Design(name: "d", charges: 10_000)
      design.losingUsers = losingUsers
      design.rates["lostRate"] = Estimate(
        Double(losingUsers.count) / Double(users), Interval(low: 0, high: 0.2), .share)
      return BaselineSummary(name: "s", seed: 1, users: users, designs: [design])
    }
    let few = summary(1_000, Array(0..<20))
    let many = summary(3_000, Array(0..<20) + Array(1_000..<1_040))
    for change in [
      BaselineTests.comparison(few, many), BaselineTests.comparison(many, few),
    ].map({ $0.changes[0] }) {
      #expect(change.line.hasSuffix(" ‰ more"), "\(change.line)")
      #expect(change.verdict != .worse && change.verdict != .better)
    }
  }

  @Test("with strata, users that only one of the runs simulated do not count")
  func strata() throws {
    let text = BaselineTests.scenario("afterVerification").replacing(
      "\"plain\"", with: "\"stratified\"")
    let old = try BaselineTests.summary(text)
    #expect(old.userCountsByStratum.count > 1)
    // The same designs with a third one, for which the strata have other numbers of users.
    let more = text.replacing("\"keep-2\" ]", with: "\"keep-2\", \"naive\" ]")
    let new = try BaselineTests.summary(more)
    #expect(old.userCountsByStratum != new.userCountsByStratum)
    for comparison in [BaselineTests.comparison(old, new), BaselineTests.comparison(new, old)] {
      for change in comparison.changes where change.metric == "lostRate" {
        #expect(change.verdict == .undecided || change.verdict == .same, "\(change.line)")
        #expect(change.line.hasSuffix(" ‰ more"), "\(change.line)")
      }
    }
  }
}
