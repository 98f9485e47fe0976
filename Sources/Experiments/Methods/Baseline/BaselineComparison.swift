import EventEngine
import PurchaseWorld
package import Experiments
package import Scenarios
package import Statistics

/// Changes between two runs of a scenario, design by design.
package struct BaselineComparison: Sendable {
  /// Verdict of a change, the most important first.
  package enum ChangeVerdict: String, CaseIterable, Sendable {
    /// The new run is worse.
    case worse
    /// Something in the old run has no counterpart in the new run.
    case incomparable
    /// The design changed, or a case's outcome changed and is neither worse nor better.
    case changed
    case better
    /// The numbers differ, and the difference may be random.
    case undecided
    case same
  }

  /// Change of one metric of one design.
  package struct Change: Sendable {
    package var design, metric: String, verdict: ChangeVerdict
    /// The values of both runs, or the reason why they cannot be compared.
    package var comparedValues: ComparedValues
    /// Changed axes of the design; only one change of a design lists them.
    package var changedAxes: [Axis] = []
    /// A user with a lost order in the new run, newly lost if one is known; nil if none is known.
    package var losingUser: UInt64?
    /// The command that simulates this user.
    package var replay: String?

    package init(
      _ design: String, _ metric: String, _ verdict: ChangeVerdict, _ found: ComparedValues
    ) {
      (self.design, self.metric, self.verdict) = (design, metric, verdict)
      comparedValues = found
    }

    /// The compared values of the two runs.
    package enum ComparedValues: Hashable, Sendable {
      /// Only one of the runs is a case.
      case kind(isCase: Bool)
      /// Only one of the runs has a shared backend.
      case sharing(isNow: Bool)
      /// The different confidences of the two runs, from 0 to 1.
      case confidence(now: Double, before: Double)
      /// Only the new run has the design.
      case added
      /// Only the old run has the design.
      case gone
      case ending(now: CaseOutcome, before: CaseOutcome)
      /// A metric that at least one of the runs could not measure.
      case unmeasured(Metric, byBoth: Bool)
      /// Too few charges: a loss of all of them could not be distinguished from no loss.
      case tooFew(ShareMetric, charges: Int)
      case share(ShareMetric, Shares)
      /// A metric of a run with a shared backend.
      case replicated(Metric, ReplicatedChange)
    }

    package struct Shares: Hashable, Sendable {
      /// The share in the new run and in the old run, from 0 to 1.
      package var now, before: Double
      package var difference: Interval
      /// The users of the design in both runs; nil if they give no information.
      package var pairedUsers: PairedUsers?
      /// The p-value of their test, adjusted for all comparisons.
      package var adjustedPValue: Double
    }

    /// An axis of the design with a changed value, as written in the format; nil is the default.
    package struct Axis: Hashable, Sendable { package var name: String, now, before: String? }
  }

  package var name: String, changes: [Change]

  /// Whether one of the runs is incomplete, so that only intervals are compared.
  package var hasInterruptedRun: Bool

  package var regressions: [Change] { changes.filter { $0.verdict == .worse } }

  /// - Parameter tests: the tests of all comparisons in one report; nil if there are no others.
  /// - Parameter tolerance: the tolerated increase of a share, from 0 to 1.
  /// - Parameter replay: returns the command that simulates a user under a design.
  package init(
    _ old: BaselineSummary, _ new: BaselineSummary, tolerance: Double = 0, tests: JointTests? = nil,
    replay: (_ design: String, _ user: UInt64) -> String
  ) {
    name = new.name
    hasInterruptedRun = old.isInterrupted || new.isInterrupted
    guard old.isCase == new.isCase else {
      changes = [Change(name, "scenario", .incomparable, .kind(isCase: new.isCase))]
      return
    }
    guard (old.replicationCount > 0) == (new.replicationCount > 0) else {
      let found = Change.ComparedValues.sharing(isNow: new.replicationCount > 0)
      changes = [Change(name, "scenario", .incomparable, found)]
      return
    }
    guard old.isCase || old.confidence == new.confidence else {
      let found = Change.ComparedValues.confidence(now: new.confidence, before: old.confidence)
      changes = [Change(name, "confidence", .incomparable, found)]
      return
    }
    let tests = tests ?? JointTests([(old, new)], tolerance: tolerance)
    changes = new.designs.flatMap { design -> [Change] in
      guard let was = old.designs.first(where: { $0.name == design.name }) else {
        return [Change(design.name, "design", .changed, .added)]
      }
      if new.isCase { return [BaselineComparison.ending(was, design, replay)] }
      if new.replicationCount > 0 {
        let isPaired =
          (old.seed, old.users, old.replicationCount) == (new.seed, new.users, new.replicationCount)
        return BaselineComparison.replicatedChanges(
          was, design, isPaired: isPaired, tolerance, 1 - new.confidence, tests: tests.count)
      }
      return BaselineComparison.rates(
        was, design, tolerance, tests.pairedTest(scenario: new.name, design: design.name),
        1 - new.confidence, tests: tests.count, replay)
    }
    let names = new.designs.map(\.name)
    changes += old.designs.map(\.name).filter { !names.contains($0) }
      .map { Change($0, "design", .incomparable, .gone) }
  }

  private static func ending(
    _ old: BaselineSummary.Design, _ new: BaselineSummary.Design,
    _ replay: (String, UInt64) -> String
  ) -> Change {
    let (was, now) = (old.caseOutcome, new.caseOutcome)
    let more = now.lostOrders - was.lostOrders
    let verdict: ChangeVerdict =
      more > 0 ? .worse : more < 0 ? .better : now == was ? .same : .changed
    var change = Change(new.name, "ending", verdict, .ending(now: now, before: was))
    change.changedAxes = redesigned(old, new)
    if more > 0 { (change.losingUser, change.replay) = (0, replay(new.name, 0)) }
    return change
  }

  /// The shares by which two runs of a design are compared; automatic refunds if either has any
  /// (G10).
  fileprivate static func compared(
    _ old: BaselineSummary.Design, _ new: BaselineSummary.Design
  ) -> [ShareMetric] {
    ShareMetric.criteria.filter { share in
      !share.isOfAutoRefunds || [old, new].contains { $0.rates.keys.contains(share.row.name) }
    }
  }

  /// The changes of every metric of a design. Lost orders of the same users detect smaller changes
  /// than the interval, which treats the runs as independent.
  private static func rates(
    _ old: BaselineSummary.Design, _ new: BaselineSummary.Design, _ tolerance: Double,
    _ test: JointTests.PairedTest?, _ error: Double, tests: Int,
    _ replay: (String, UInt64) -> String
  ) -> [Change] {
    var changes = compared(old, new).map { compared in
      let metric = compared.row.name
      let isLost = compared == .lost
      let isUnknown = old.rates[metric] == nil && new.rates[metric] == nil
      var change = Change(new.name, metric, .same, .unmeasured(.share(compared), byBoth: isUnknown))
      guard let was = old.rates[metric], let now = new.rates[metric] else {
        // Two runs without any charge have no comparable lost rate.
        change.verdict = isUnknown && !isLost ? .same : .incomparable
        return change
      }
      let difference = now.value - was.value
      let interval = BaselineComparison.difference(was, now, among: tests, error: error)
      let lossTest = isLost ? test : nil
      if was != now || lossTest?.users.hasIdenticalLosers == false {
        change.verdict = .undecided
        if let lossTest, lossTest.pValue <= error {
          if lossTest.users.difference > 0, difference > 0 { change.verdict = .worse }
          if lossTest.users.difference < 0, difference < 0 { change.verdict = .better }
        }
        // The same users may lose more orders each.
        if interval.low > tolerance { change.verdict = .worse }
        if interval.high < -tolerance { change.verdict = .better }
      }
      change.comparedValues = .share(
        compared,
        Change.Shares(
          now: now.value, before: was.value, difference: interval, pairedUsers: lossTest?.users,
          adjustedPValue: lossTest?.pValue ?? 1))
      let fewest = min(old.charges, new.charges)
      if isLost, [.same, .undecided].contains(change.verdict), !canDistinguish(fewest, among: tests)
      {
        change.verdict = .incomparable
        change.comparedValues = .tooFew(compared, charges: fewest)
      }
      let loser = test?.users.newLoser ?? new.losingUsers.first
      if isLost, change.verdict == .worse, let loser {
        (change.losingUser, change.replay) = (loser, replay(new.name, loser))
      }
      return change
    }
    // Changed axes belong to the change that readers look at first.
    let place =
      changes.firstIndex { $0.verdict == .worse }
      ?? changes.firstIndex { $0.verdict == .better || $0.verdict == .undecided }
    if let place { changes[place].changedAxes = redesigned(old, new) }
    return changes
  }

  /// Whether a loss of no charge and a loss of all charges could be distinguished.
  private static func canDistinguish(_ charges: Int, among tests: Int) -> Bool {
    guard charges > 0 else { return false }
    let rates = [0, charges].map { Proportion(count: $0, of: charges).estimate }
    return difference(rates[0], rates[1], among: tests).low > 0
  }

  /// The changed axes of a design, in alphabetical order.
  private static func redesigned(
    _ old: BaselineSummary.Design, _ new: BaselineSummary.Design
  ) -> [Change.Axis] {
    Set(old.axes.keys).union(new.axes.keys).sorted().filter { old.axes[$0] != new.axes[$0] }
      .map { Change.Axis(name: $0, now: new.axes[$0], before: old.axes[$0]) }
  }

  /// The interval of a difference of two shares, as if they were independent (R. G. Newcombe,
  /// "Interval estimation for the difference between independent proportions", Statistics in
  /// Medicine 17 (1998) 873–890, method 10). It is conservative, because the same users correlate.
  /// - Parameter tests: the number of differences tested together. The interval is widened for them
  ///   (C. E. Bonferroni) by the ratio of the normal quantiles.
  /// - Parameter error: the error probability of the intervals of both shares.
  package static func difference(
    _ old: Estimate, _ new: Estimate, among tests: Int = 1,
    error: Double = Confidence.standard.error
  ) -> Interval {
    let difference = new.value - old.value
    let below = (new.value - new.interval.low, old.interval.high - old.value)
    let above = (new.interval.high - new.value, old.value - old.interval.low)
    let tail = error / 2
    let wider =
      standardNormalQuantile(1 - tail / Double(max(1, tests))) / standardNormalQuantile(1 - tail)
    return Interval(
      low: max(-1, difference - wider * (below.0 * below.0 + below.1 * below.1).squareRoot()),
      high: min(1, difference + wider * (above.0 * above.0 + above.1 * above.1).squareRoot()))
  }
}

/// Users of a design in both runs, by whether they lost an order.
///
/// A list of losers is complete up to its last hash. Up to the smaller last hash of both lists, it
/// is therefore known of every user in both runs whether the user lost an order (see `LossSample`).
package struct PairedUsers: Hashable, Sendable {
  /// The users of a part of both runs' population.
  package struct Stratum: Hashable, Sendable {
    package var stratum: Int
    /// The share of all users who belong to this part.
    package var weight: Double
    /// The number of its users in both runs.
    package var users: Int
    /// Whether any of them could lose an order.
    package var canLose: Bool

    package init(stratum: Int, weight: Double, users: Int, canLose: Bool) {
      (self.stratum, self.weight, self.users, self.canLose) = (stratum, weight, users, canLose)
    }
  }

  /// Numbers of users who lost an order in both runs, only in the old run, and only in the new run.
  package var both = 0, onlyOld = 0, onlyNew = 0
  /// Whether these are all users.
  package var coversAllUsers: Bool
  /// The first user who lost an order only in the new run.
  package var newLoser: UInt64?
  /// The increase of losing users, above 0 if more users lose an order; weighted for strata.
  package var difference: Double
  /// The p-value of the hypothesis that equally many users lose an order in both runs: McNemar's
  /// exact test, or the test of the weighted difference for strata.
  package var pValue: Double
  /// Whether users are weighted by strata.
  package var isWeighted: Bool

  /// Compares the losers of two runs.
  /// - Parameter parts: the parts of a population that both runs stratified; empty if plain.
  /// - Parameter didSimulate: whether a user was simulated in both runs.
  package init(
    _ old: BaselineSummary.Design, _ new: BaselineSummary.Design, parts: [Stratum] = [],
    _ didSimulate: (UInt64) -> Bool = { _ in true }
  ) {
    let ends = [old, new].compactMap { design in
      design.hasAllLosers ? nil : design.losingUsers.map { LossSample.samplingRank($0) }.max()
    }
    let end = ends.min()
    coversAllUsers = end == nil
    func known(_ design: BaselineSummary.Design) -> Set<UInt64> {
      Set(
        design.losingUsers.filter { user in
          didSimulate(user) && end.map { LossSample.samplingRank(user) < $0 } ?? true
        })
    }
    let (was, now) = (known(old), known(new))
    both = was.intersection(now).count
    onlyOld = was.count - both
    onlyNew = now.count - both
    newLoser = now.subtracting(was).min()
    isWeighted = !parts.isEmpty
    let counts = McNemarTest(onlyFirst: onlyOld, onlySecond: onlyNew)
    (difference, pValue) = (Double(onlyNew - onlyOld), counts.pValue)
    guard isWeighted else { return }
    // Hashes are uniform, so the lists cover approximately this fraction of each part.
    let share = end.map { Double($0) * 0x1p-64 } ?? 1
    let (gone, came) = (was.subtracting(now), now.subtracting(was))
    let strata = parts.map { part in
      let isHere = { part.canLose && UserNumber.stratum(of: $0) == part.stratum }
      let counts = McNemarTest(
        onlyFirst: gone.count(where: isHere), onlySecond: came.count(where: isHere))
      let users = max(
        Int((share * Double(part.users)).rounded()), counts.onlyFirst + counts.onlySecond)
      return StratumSample(
        weight: part.weight, users: users, moments: counts, canCount: part.canLose)
    }
    let test = StratifiedMcNemarTest(strata)
    (difference, pValue) = (test?.value ?? 0, test?.pValue ?? 1)
  }

  /// Whether the same users lose an order in both runs.
  package var hasIdenticalLosers: Bool { onlyOld == 0 && onlyNew == 0 }
}

extension BaselineSummary {
  /// The parts of the population of two runs, with the number of users in both; nil if the runs do
  /// not have the same users: another kind of sample, other strata or weights, or an incomplete
  /// run.
  package func sharedStrata(with other: BaselineSummary) -> [PairedUsers.Stratum]? {
    if isInterrupted || other.isInterrupted { return nil }
    let isSame = strata.elementsEqual(other.strata) {
      ($0.stratum, $0.weight, $0.canLose) == ($1.stratum, $1.weight, $1.canLose)
    }
    guard isSame, userCountsByStratum.isEmpty == other.userCountsByStratum.isEmpty,
      userCountsByStratum.isEmpty || !strata.isEmpty
    else { return nil }
    return zip(strata, other.strata).map { $0.users <= $1.users ? $0 : $1 }
  }
}

/// The tests of all comparisons in one report, adjusted so that the probability of any wrong
/// decision is at most the error.
///
/// Every metric of every design is one comparison. The test of the same users' lost orders, where
/// possible, is one more. Its p-values are adjusted by Holm among all comparisons, and the
/// intervals are widened for their number.
package struct JointTests: Sendable {
  /// The users of a design in both runs, and the p-value after the adjustment for all comparisons.
  package typealias PairedTest = (users: PairedUsers, pValue: Double)

  package let count: Int
  /// By scenario and design.
  private var all: [[String]: PairedTest] = [:]

  /// - Parameter runs: the old and the new run of each scenario.
  /// - Parameter tolerance: the tolerated increase of a share; the test of the same users shows an
  ///   increase, but not its size, so it needs a tolerance of 0.
  package init(_ runs: [(old: BaselineSummary, new: BaselineSummary)], tolerance: Double) {
    var found: [(place: [String], users: PairedUsers)] = []
    var count = 0
    for (old, new) in runs where !old.isCase && !new.isCase {
      let parts = old.seed == new.seed && tolerance == 0 ? old.sharedStrata(with: new) : nil
      for design in new.designs {
        guard let was = old.designs.first(where: { $0.name == design.name }) else { continue }
        if old.replicationCount > 0 || new.replicationCount > 0 {
          count += BaselineComparison.availableReplicatedMetrics(was, design).count
          continue
        }
        count += BaselineComparison.compared(was, design).count
        guard let parts else { continue }
        count += 1
        let users = PairedUsers(was, design, parts: parts) {
          old.didSimulate($0) && new.didSimulate($0)
        }
        found.append(([new.name, design.name], users))
      }
    }
    self.count = count
    let others = Array(repeating: 1.0, count: count - found.count)
    let adjusted = HolmAdjustment.adjusted(found.map(\.users.pValue) + others)
    for ((place, users), pValue) in zip(found, adjusted) { all[place] = (users, pValue) }
  }

  /// The test of the same users for a design of a scenario; nil if there is none.
  package func pairedTest(scenario: String, design: String) -> PairedTest? {
    all[[scenario, design]]
  }
}
