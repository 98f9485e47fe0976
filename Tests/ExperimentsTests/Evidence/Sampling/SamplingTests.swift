import EventEngine
import Experiments
import Methods
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@Suite("Stratified sampling and precision") struct SamplingTests {
  /// A scenario in which an order is lost exactly if one of two faults occurs: the user never opens
  /// the app again after a death at the charge.
  ///
  /// - Parameters:
  ///   - probabilities: of the two deaths.
  ///   - neverReturns: the share of users who never open the app again after a death.
  static func scenario(
    _ probabilities: (Double, Double), users: Int, seed: UInt64 = 1, purchases: Int = 1,
    sampling: Sampling? = nil, neverReturns: Double = 1
  ) -> Scenario {
    var scenario = HandMade.scenario(designs: ["a"])
    scenario.designs = BuiltInDesign.all.map(\.design).filter { $0.name == "naive" }
    scenario.population.conditions.behavior.neverReturningShare = Probability(neverReturns)
    scenario.population.purchasesPerUser = purchases
    // Every purchase is made in the first visit, so that none is kept from being made.
    scenario.population.conditions.behavior.between = .constant(.seconds(60))
    scenario.population.faults = [
      (FaultKind.crash, probabilities.0), (.appKill, probabilities.1),
    ].map {
      FaultDeclaration(
        kind: $0, probability: Probability($1), at: .charge, after: .constant(.zero),
        parameters: FaultParameters(reopens: .constant(.seconds(60))))
    }
    scenario.userCount = users
    scenario.seed = seed
    scenario.sampling = sampling
    return scenario
  }

  private func lostRate(_ results: RunResults) -> Estimate? {
    results.designCounters(0).all.rate(.lost)
  }

  @Test("Strata are the default if most users have no fault and there are enough users")
  func sampling() {
    expectEqual(Self.scenario((0.01, 0.02), users: 10_000).effectiveSampling, .stratified)
    expectEqual(Self.scenario((0.01, 0.02), users: 300).effectiveSampling, .plain)
    expectEqual(Self.scenario((0.4, 0.2), users: 10_000).effectiveSampling, .plain)
    expectEqual(Self.scenario((0, 0), users: 10_000).effectiveSampling, .plain)
    let plain = Self.scenario((0.01, 0.02), users: 10_000, sampling: .plain)
    expectEqual(plain.effectiveSampling, .plain)
    let stratified = Self.scenario((0.4, 0.2), users: 10_000, sampling: .stratified)
    expectEqual(stratified.effectiveSampling, .stratified)
  }

  @Test(
    "The estimate is unbiased: its mean over seeds is the closed form 1 − (1 − p)(1 − q)",
    arguments: [(0.01, 0.002), (1e-4, 3e-5), (1e-6, 1e-7)])
  func closedForm(probabilities: (Double, Double)) throws {
    let exact = probabilities.0 + probabilities.1 - probabilities.0 * probabilities.1
    var values: [Double] = []
    for seed in 1...40 {
      let scenario = Self.scenario(
        probabilities, users: 2_000, seed: UInt64(seed), sampling: .stratified)
      let rate = try #require(lostRate(Runner(scenario).run(workers: 2)))
      #expect(rate.interval.low <= exact * (1 + 1e-9) && exact <= rate.interval.high)
      values.append(rate.value)
    }
    // The occurrence of the faults decides everything, so no randomness remains.
    for value in values { #expect(abs(value / exact - 1) < 1e-9) }
  }

  @Test("Stratified and plain sampling agree if outcomes are random and users buy several times")
  func agreesWithPlain() throws {
    func run(_ sampling: Sampling, users: Int, seed: UInt64) throws -> (Double, Double) {
      var scenario = Self.scenario((0.05, 0.03), users: users, seed: seed, purchases: 3)
      // Every second user returns, so half of the affected orders are recovered; a user who never
      // returns makes no later purchase.
      scenario.population.conditions.behavior.neverReturningShare = Probability(0.5)
      scenario.population.conditions.behavior.cancelProbability = Probability(0.3)
      scenario.population.conditions.behavior.retapProbability = Probability(0.5)
      scenario.sampling = sampling
      let results = Runner(scenario).run(workers: 2)
      let all = results.designCounters(0).all
      let rate = try #require(lostRate(results)).value
      return (rate, Double(all.total(.charges)) / Double(users))
    }
    let plain = try run(.plain, users: 60_000, seed: 9)
    let runs = try (1...16).map { try run(.stratified, users: 2_400, seed: UInt64($0)) }
    for (value, all) in [(plain.0, runs.map(\.0)), (plain.1, runs.map(\.1))] {
      let mean = all.reduce(0, +) / Double(all.count)
      let squares = all.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let error = (squares / Double(all.count - 1) / Double(all.count)).squareRoot()
      // The plain run has 50 times the users of one stratified run and its own noise.
      #expect(abs(mean - value) < 4.5 * max(error, 0.006 * value))
    }
  }

  @Test("1, 2 and 5 workers give the same counts in every stratum")
  func workers() {
    let scenario = Self.scenario(
      (0.02, 0.01), users: 5_000, sampling: .stratified, neverReturns: 0.5)
    let one = Runner(scenario).run(workers: 1)
    #expect(one.strata.count > 4 && one.pilotUsers > 0)
    for workers in [2, 5] {
      let other = Runner(scenario).run(workers: workers)
      expectEqual(other.strata, one.strata)
      for (left, right) in zip(one.totals, other.totals) {
        expectEqual(left.countersByDesign, right.countersByDesign)
      }
    }
  }

  @Test(
    "Chunks contain each new user of every part once, in order", arguments: [1, 255, 256, 257, 900])
  func chunks(users: Int) {
    let parts = [0, users, 3].enumerated().map {
      SampledStratum(index: $0.offset, weight: 0.1, users: $0.element, canCharge: true)
    }
    let earlier = [0, users / 2, 3].enumerated().map {
      SampledStratum(index: $0.offset, weight: 0.1, users: $0.element, canCharge: true)
    }
    for (before, first) in [(nil, [0, 0, 0]), (earlier, [0, users / 2, 3])] {
      let chunks = Chunks(parts, after: before)
      var seen: [[UInt64]] = [[], [], []]
      var turn = 0
      for number in 0..<chunks.count {
        let chunk = chunks.chunk(number, searchingFrom: &turn)
        #expect(!chunk.users.isEmpty && chunk.users.count <= Chunks.size)
        seen[chunk.part] += Array(chunk.users)
      }
      for part in 0..<3 {
        let expected = (first[part]..<parts[part].users).map { UserNumber.of(UInt64($0), in: part) }
        expectEqual(seen[part], expected)
      }
    }
  }

  @Test("Users proven to lose nothing keep the rate correct, with any number of workers")
  func safeUsers() throws {
    // Users without the fault lose no order, and users with the fault lose every order: they are
    // charged and never return.
    var scenario = Self.scenario((0.02, 0), users: 4_000, sampling: .stratified)
    scenario.population.conditions.behavior.cancelProbability = Probability(0.3)
    scenario.precision = Precision(.relativeHalfWidth(0.2))
    let exact = 0.02
    let results = Runner(scenario).run(workers: 1)
    let parts = results.strata.filter { $0.drawRestriction != .any }
    #expect(parts.contains { $0.drawRestriction == .safe && $0.users > 0 })
    #expect(abs(results.strata.reduce(0) { $0 + $1.weight } - 1) < 1e-12)
    for part in parts { #expect(part.users <= part.testedUserNumberCount) }
    // These users cannot add to lost orders, and can add to all other counts.
    let all = results.designCounters(0).all
    for (share, counts) in [(ShareMetric.lost, false), (.crossed, false), (.recovered, true)] {
      let safe = all.moments(share).parts.map(\.stratum).filter { $0.drawRestriction == .safe }
      #expect(!safe.isEmpty && safe.allSatisfy { $0.canCharge == counts })
    }
    let rate = try #require(lostRate(results))
    #expect(rate.interval.low <= exact && exact <= rate.interval.high)
    let other = Runner(scenario).run(workers: 3)
    expectEqual(other.strata, results.strata)
    for (left, right) in zip(results.totals, other.totals) {
      expectEqual(left.countersByDesign, right.countersByDesign)
    }
  }

  @Test("The users of the pilot are not in the sample")
  func pilot() {
    let parts = [SampledStratum(index: 3, weight: 1, users: 1_000_000_000, canCharge: true)]
    let sample = Chunks(parts)
    let pilot = Chunks(parts, from: UserNumber.firstPilotIndex)
    var (turn, other) = (0, 0)
    let last = sample.chunk(sample.count - 1, searchingFrom: &turn).users.upperBound
    #expect(last <= pilot.chunk(0, searchingFrom: &other).users.lowerBound)
    let end = pilot.chunk(pilot.count - 1, searchingFrom: &other).users.upperBound
    expectEqual(UserNumber.stratum(of: end - 1), 3)
    let scenario = Self.scenario(
      (0.02, 0.01), users: 5_000, sampling: .stratified, neverReturns: 0.5)
    let results = Runner(scenario).run(workers: 2)
    for (stratum, totals) in zip(results.strata, results.totals) {
      expectEqual(totals.countersByDesign[0].users, stratum.users)
      for point in DropPoint.allCases {
        let named = totals.countersByDesign[0].firstUsers(.undelivered, point).values
        #expect(named.allSatisfy { UserNumber.stratum(of: $0) == stratum.index })
        #expect(named.allSatisfy { $0 & UserNumber.firstPilotIndex == 0 })
      }
    }
  }

  @Test("A run does not end before its first look, even if its intervals are narrow")
  func firstLook() {
    var scenario = Self.scenario((0.1, 0.1), users: 1_000, sampling: .plain)
    scenario.precision = Precision(.halfWidth(0.4))
    let results = Runner(scenario).run(workers: 1)
    #expect(results.look == 1 && results.users > 1_000 && results.users < 1_300)
    scenario.precision?.maxUsers = 1_000
    let only = Runner(scenario).run(workers: 1)
    #expect(only.look == 1 && only.users == 1_000 && only.isPrecise)
  }

  @Test("A quantile from strata agrees with plain sampling, and its interval can be narrower")
  func quantile() throws {
    var scenario = Self.scenario((0.02, 0.01), users: 20_000, sampling: .plain, neverReturns: 0.1)
    scenario.designs = BuiltInDesign.all.map(\.design).filter { $0.name == "keep-3" }
    let plain = Runner(scenario).run(workers: 2).designCounters(0).all
    scenario.sampling = .stratified
    let strata = Runner(scenario).run(workers: 2).designCounters(0).all
    // Users who wait long have a fault, and most users of a stratified sample have one.
    let width = { (found: Quantile) -> Double in
      (found.high?.seconds ?? .infinity) - (found.low?.seconds ?? 0)
    }
    var narrower = 0
    for level in [0.5, 0.97, 0.99] {
      let all = try #require(plain.quantile(level))
      let parts = try #require(strata.quantile(level))
      #expect(parts.low ?? .zero <= all.high ?? .seconds(1_000_000))
      #expect(parts.high ?? .seconds(1_000_000) >= all.low ?? .zero)
      if width(parts) < width(all) { narrower += 1 }
    }
    #expect(narrower > 0)
  }

  @Test("Another look of a run extends the same sample")
  func extends() {
    var scenario = Self.scenario((0.1, 0.1), users: 1_000, sampling: .plain, neverReturns: 0.5)
    scenario.precision = Precision(.halfWidth(0.004))
    let precise = Runner(scenario).run(workers: 2)
    #expect(precise.look >= 1 && precise.users > 1_000 && precise.isPrecise)
    scenario.precision = nil
    scenario.userCount = precise.users
    let once = Runner(scenario).run(workers: 2)
    expectEqual(once.totals[0].countersByDesign, precise.totals[0].countersByDesign)
  }

  @Test("A run ends at the maximum number of users and reports that it is not precise")
  func atMost() {
    var scenario = Self.scenario((0.1, 0.1), users: 1_000, neverReturns: 0.5)
    scenario.precision = Precision(.halfWidth(1e-6))
    scenario.precision?.maxUsers = 3_000
    let results = Runner(scenario).run(workers: 2)
    #expect(results.users == 3_000 && !results.isPrecise)
    let findings = RunFindings(results)
    #expect(findings.warnings == [.notPrecise] && findings.verdict == .inconclusive)
  }

  @Test("A design without charges does not extend the run to the maximum, and is reported")
  func nobodyCharged() {
    var scenario = Self.scenario((0.1, 0.1), users: 1_000)
    scenario.designs.append(scenario.designs[0])
    scenario.designs[1].name = "uncharged"
    // No order is made in time, so no payment is requested (C2).
    scenario.designs[1].timing = .orderFirst
    scenario.designs[1].retry.timeout = .milliseconds(1)
    scenario.precision = Precision(.halfWidth(0.01))
    let results = Runner(scenario).run(workers: 2)
    // A hundred for each stratum, more than a third.
    expectEqual(results.users, 400)
    expectEqual(RunFindings(results).warnings, [.neverCharged(design: "uncharged")])
    expectEqual(RunFindings(results).verdict, .inconclusive)
    let first = scenario.designs[0].name
    scenario.precision?.design = first
    expectEqual(RunFindings(Runner(scenario).run(workers: 2)).warnings, [])
  }

  @Test(
    "Each look has more users than the look before, up to the maximum, despite rounding",
    .timeLimit(.minutes(1)), arguments: [(98, 99), (47, 48), (500, 1_160)])
  func everyLookGrows(users: Int, atMost: Int) {
    var scenario = Self.scenario((0.1, 0.1), users: users, sampling: .plain)
    scenario.precision = Precision(.halfWidth(1e-9))
    scenario.precision?.maxUsers = atMost
    let results = Runner(scenario).run(workers: 1)
    #expect(results.users == atMost && !results.isPrecise)
  }

  @Test("A first look without a lost order does not extend the run to the maximum at once")
  func nothingSeen() {
    var scenario = Self.scenario((0.001, 0.001), users: 20, sampling: .plain)
    scenario.precision = Precision(.relativeHalfWidth(0.5))
    let results = Runner(scenario).run(workers: 1)
    #expect(results.isPrecise && results.users < 200_000)
  }

  @Test("A run with a relative precision ends when the relative interval is narrow enough")
  func goals() {
    var scenario = Self.scenario((0.1, 0.1), users: 1_000, sampling: .plain, neverReturns: 0.5)
    scenario.precision = Precision(.relativeHalfWidth(0.05))
    let relative = Runner(scenario).run(workers: 2)
    #expect(relative.isPrecise && relative.users > 2_000)
    let rate = relative.designCounters(0).all.rate(.lost)
    let width = rate.map { ($0.interval.high - $0.interval.low) / 2 / $0.value } ?? 1
    #expect(width <= 0.05)
  }
}
