import EventEngine
import PurchaseWorld
package import Experiments
package import Scenarios
package import Statistics

/// What changed between two runs of a scenario, design by design.
package struct BaselineComparison: Sendable {
  /// What a change comes to, what matters most first.
  package enum Verdict: String, CaseIterable, Sendable {
    case worse
    /// What was there cannot be compared any more.
    case incomparable
    /// A design, or a case's ending that is neither worse nor better, is not what it was.
    case changed
    case better
    /// The numbers differ, and it cannot be told whether more than chance is behind it.
    case undecided
    case same
  }

  /// One metric of one design.
  package struct Change: Sendable {
    package var design, metric: String
    package var verdict: Verdict
    package var found: Found
    /// What is different about the design itself; only one of its changes tells it.
    package var redesign: [Axis] = []
    /// A user whose order is lost now, newly if such a one is known; nil if none is.
    package var loser: UInt64?
    /// The command that plays that order.
    package var replay: String?

    package init(_ design: String, _ metric: String, _ verdict: Verdict, _ found: Found) {
      (self.design, self.metric, self.verdict, self.found) = (design, metric, verdict, found)
    }

    /// What was found in the two runs.
    package enum Found: Hashable, Sendable {
      /// The new run is a case and the old one was none, or the other way round.
      case kind(isCase: Bool)
      /// Only in one of the runs, the new one or the old, users share a backend.
      case sharing(isNow: Bool)
      /// How sure the intervals of the two runs are, from 0 to 1, which is not the same.
      case confidence(now: Double, before: Double)
      /// Only the new run has the design.
      case added
      /// Only the old run had it.
      case gone
      case ending(now: Ending, before: Ending)
      /// A metric that one of the runs could not measure, or neither.
      case unmeasured(Metric, byBoth: Bool)
      /// So few charges that losing all of them would look like losing none.
      case tooFew(Share, charges: Int)
      case share(Share, Shares)
      /// Of users who share a backend.
      case replicated(Metric, ReplicatedChange)
    }

    package struct Shares: Hashable, Sendable {
      /// From 0 to 1.
      package var now, before: Double
      package var difference: Interval
      /// The users who met the design in both runs; nil if they say nothing.
      package var paired: PairedUsers?
      /// Of their test, adjusted for all that is compared together.
      package var pValue: Double
    }

    /// An axis of the design whose value changed, with the values as the format writes them; nil is the
    /// default.
    package struct Axis: Hashable, Sendable {
      package var name: String
      package var now, before: String?
    }
  }

  package var name: String
  package var changes: [Change]

  /// Whether one of the runs was cut short, so that only intervals are compared.
  package var isOfCut: Bool

  package var regressions: [Change] { changes.filter { $0.verdict == .worse } }

  /// Compares two runs.
  /// - Parameter tests: what is compared together with them; nil: nothing else.
  /// - Parameter tolerance: how much a share may grow, from 0 to 1.
  /// - Parameter replay: the command that plays a user under a design.
  package init(
    _ old: BaselineSummary, _ new: BaselineSummary, tolerance: Double = 0, tests: JointTests? = nil,
    replay: (_ design: String, _ user: UInt64) -> String
  ) {
    name = new.name
    isOfCut = old.isCut || new.isCut
    guard old.isCase == new.isCase else {
      changes = [Change(name, "scenario", .incomparable, .kind(isCase: new.isCase))]
      return
    }
    guard (old.replications > 0) == (new.replications > 0) else {
      let found = Change.Found.sharing(isNow: new.replications > 0)
      changes = [Change(name, "scenario", .incomparable, found)]
      return
    }
    guard old.isCase || old.confidence == new.confidence else {
      let found = Change.Found.confidence(now: new.confidence, before: old.confidence)
      changes = [Change(name, "confidence", .incomparable, found)]
      return
    }
    let tests = tests ?? JointTests([(old, new)], tolerance: tolerance)
    changes = new.designs.flatMap { design -> [Change] in
      guard let was = old.designs.first(where: { $0.name == design.name }) else {
        return [Change(design.name, "design", .changed, .added)]
      }
      if new.isCase { return [BaselineComparison.ending(was, design, replay)] }
      if new.replications > 0 {
        let isPaired =
          (old.seed, old.users, old.replications) == (new.seed, new.users, new.replications)
        return BaselineComparison.replicated(
          was, design, isPaired: isPaired, tolerance, 1 - new.confidence, tests: tests.count)
      }
      return BaselineComparison.rates(
        was, design, tolerance, tests.paired(new.name, design.name), 1 - new.confidence,
        tests: tests.count, replay)
    }
    let names = new.designs.map(\.name)
    changes += old.designs.map(\.name).filter { !names.contains($0) }
      .map { Change($0, "design", .incomparable, .gone) }
  }

  private static func ending(
    _ old: BaselineSummary.Design, _ new: BaselineSummary.Design,
    _ replay: (String, UInt64) -> String
  ) -> Change {
    let (was, now, isSame) = (
      old.ending.lostOrders, new.ending.lostOrders, old.ending == new.ending
    )
    let verdict: Verdict = now > was ? .worse : now < was ? .better : isSame ? .same : .changed
    var change = Change(new.name, "ending", verdict, .ending(now: new.ending, before: old.ending))
    change.redesign = redesigned(old, new)
    if now > was { (change.loser, change.replay) = (0, replay(new.name, 0)) }
    return change
  }

  /// By what two runs of a design are compared: automatic refunds where either has them (G10).
  fileprivate static func compared(
    _ old: BaselineSummary.Design, _ new: BaselineSummary.Design
  ) -> [Share] {
    Share.criteria.filter { share in
      !share.isOfAutoRefunds || [old, new].contains { $0.rates.keys.contains(share.row.name) }
    }
  }

  /// Every metric of a design. Of lost orders the same users are asked too, who see smaller changes than
  /// the interval, which takes the runs for independent.
  private static func rates(
    _ old: BaselineSummary.Design, _ new: BaselineSummary.Design, _ tolerance: Double,
    _ test: JointTests.Paired?, _ error: Double, tests: Int, _ replay: (String, UInt64) -> String
  ) -> [Change] {
    var changes = compared(old, new).map { compared in
      let metric = compared.row.name
      let isLost = compared == .lost
      let isUnknown = old.rates[metric] == nil && new.rates[metric] == nil
      var change = Change(new.name, metric, .same, .unmeasured(.share(compared), byBoth: isUnknown))
      guard let was = old.rates[metric], let now = new.rates[metric] else {
        // Two runs in which nobody was charged agree about nothing.
        change.verdict = isUnknown && !isLost ? .same : .incomparable
        return change
      }
      let difference = now.value - was.value
      let interval = BaselineComparison.difference(was, now, among: tests, error: error)
      let told = isLost ? test : nil
      if was != now || told?.users.isSame == false {
        change.verdict = .undecided
        if let told, told.pValue <= error {
          if told.users.difference > 0, difference > 0 { change.verdict = .worse }
          if told.users.difference < 0, difference < 0 { change.verdict = .better }
        }
        // The same users may lose more orders each.
        if interval.low > tolerance { change.verdict = .worse }
        if interval.high < -tolerance { change.verdict = .better }
      }
      change.found = .share(
        compared,
        Change.Shares(
          now: now.value, before: was.value, difference: interval, paired: told?.users,
          pValue: told?.pValue ?? 1))
      let fewest = min(old.charges, new.charges)
      if isLost, [.same, .undecided].contains(change.verdict), !canTell(fewest, among: tests) {
        change.verdict = .incomparable
        change.found = .tooFew(compared, charges: fewest)
      }
      if isLost, change.verdict == .worse, let user = test?.users.newLoser ?? new.losers.first {
        (change.loser, change.replay) = (user, replay(new.name, user))
      }
      return change
    }
    // What got worse is what people look at first.
    let place =
      changes.firstIndex { $0.verdict == .worse }
      ?? changes.firstIndex { $0.verdict == .better || $0.verdict == .undecided }
    if let place { changes[place].redesign = redesigned(old, new) }
    return changes
  }

  /// Whether two runs of so many charges can be told apart if one loses none and the other all.
  private static func canTell(_ charges: Int, among tests: Int) -> Bool {
    guard charges > 0 else { return false }
    let rates = [0, charges].map { Proportion(count: $0, of: charges).estimate }
    return difference(rates[0], rates[1], among: tests).low > 0
  }

  /// What is different about a design itself, in order of the axes' names.
  private static func redesigned(
    _ old: BaselineSummary.Design, _ new: BaselineSummary.Design
  ) -> [Change.Axis] {
    Set(old.axes.keys).union(new.axes.keys).sorted().filter { old.axes[$0] != new.axes[$0] }
      .map { Change.Axis(name: $0, now: new.axes[$0], before: old.axes[$0]) }
  }

  /// The interval of a difference of two shares, as if they were independent (R. G. Newcombe,
  /// "Interval estimation for the difference between independent proportions", Statistics in
  /// Medicine 17 (1998) 873–890, method 10). The same users lose alike, so it is rather too wide.
  /// - Parameter tests: how many differences are judged together. The interval is widened for them as by
  ///   C. E. Bonferroni: by the ratio of the normal quantiles.
  /// - Parameter error: the probability with which the intervals of both shares are wrong.
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

/// Users who met a design in both runs, by whether they lost an order.
///
/// A list of losers is complete up to its last hash, so of all users of both runs up to the smaller of
/// two last hashes it is known whether they lost an order (see `LossList`).
package struct PairedUsers: Hashable, Sendable {
  /// The users of a part of both runs' population.
  package struct Part: Hashable, Sendable {
    package var stratum: Int
    /// The share of all users who are of this part.
    package var weight: Double
    /// How many of them met the designs of both runs.
    package var users: Int
    /// Whether any of them could lose an order.
    package var canLose: Bool

    package init(stratum: Int, weight: Double, users: Int, canLose: Bool) {
      (self.stratum, self.weight, self.users, self.canLose) = (stratum, weight, users, canLose)
    }
  }

  package var both = 0, onlyOld = 0, onlyNew = 0
  /// Whether these are all users.
  package var all: Bool
  /// The first user who loses only now.
  package var newLoser: UInt64?
  /// How much more lose now; above 0 where more do. Of strata, as these weigh them.
  package var difference: Double
  /// Of the hypothesis that as many lose now as before: by the exact test of McNemar, of strata by that of
  /// the weighted difference.
  package var pValue: Double
  /// Whether users of strata weigh unequally.
  package var isWeighted: Bool

  /// - Parameter parts: of a population that both runs drew by strata; empty: they drew users plainly.
  /// - Parameter didPlay: whether a user met the designs of both runs.
  package init(
    _ old: BaselineSummary.Design, _ new: BaselineSummary.Design, parts: [Part] = [],
    _ didPlay: (UInt64) -> Bool = { _ in true }
  ) {
    let ends = [old, new].compactMap { design in
      design.hasAllLosers ? nil : design.losers.map { LossList.hash($0) }.max()
    }
    let end = ends.min()
    all = end == nil
    func known(_ design: BaselineSummary.Design) -> Set<UInt64> {
      Set(
        design.losers.filter { user in didPlay(user) && end.map { LossList.hash(user) < $0 } ?? true
        })
    }
    let (was, now) = (known(old), known(new))
    both = was.intersection(now).count
    onlyOld = was.count - both
    onlyNew = now.count - both
    newLoser = now.subtracting(was).min()
    isWeighted = !parts.isEmpty
    let counts = McNemar(onlyFirst: onlyOld, onlySecond: onlyNew)
    (difference, pValue) = (Double(onlyNew - onlyOld), counts.pValue)
    guard isWeighted else { return }
    // Hashes are spread evenly, so of each part about this share of the users is known.
    let share = end.map { Double($0) * 0x1p-64 } ?? 1
    let (gone, came) = (was.subtracting(now), now.subtracting(was))
    let strata = parts.map { part in
      let isHere = { (user: UInt64) in part.canLose && UserNumber.stratum(user) == part.stratum }
      let counts = McNemar(
        onlyFirst: gone.count(where: isHere), onlySecond: came.count(where: isHere))
      let users = max(
        Int((share * Double(part.users)).rounded()), counts.onlyFirst + counts.onlySecond)
      return StratumSample(
        weight: part.weight, users: users, moments: counts, canCount: part.canLose)
    }
    let test = StratifiedMcNemar(strata)
    (difference, pValue) = (test?.value ?? 0, test?.pValue ?? 1)
  }

  /// Whether the same users lose.
  package var isSame: Bool { onlyOld == 0 && onlyNew == 0 }
}

extension BaselineSummary {
  /// The parts of the population of two runs with the users who are in both; nil where these are not the
  /// same users: drawn otherwise, or from strata that weigh otherwise; and where a run was cut short.
  package func parts(with other: BaselineSummary) -> [PairedUsers.Part]? {
    if isCut || other.isCut { return nil }
    guard sample.isEmpty == other.sample.isEmpty, parts.count == other.parts.count else {
      return nil
    }
    let pairs = zip(parts, other.parts)
    let isSame = pairs.allSatisfy { own, its in
      own.stratum == its.stratum && own.weight == its.weight && own.canLose == its.canLose
    }
    guard isSame, sample.isEmpty || !parts.isEmpty else { return nil }
    return pairs.map { $0.users <= $1.users ? $0 : $1 }
  }
}

/// What is compared between runs of some scenarios together, so that all of it is wrong with a probability of
/// at most the error.
///
/// Every metric of every design counts as one comparison. Of lost orders the same users are asked besides,
/// where there are such, which is one more. Their p-values are adjusted by Holm among all comparisons, and
/// the intervals are widened for as many.
package struct JointTests: Sendable {
  /// What the same users say of a design's lost orders.
  ///
  /// The p-value is adjusted for all comparisons.
  package typealias Paired = (users: PairedUsers, pValue: Double)

  package let count: Int
  /// By scenario and design.
  private var all: [[String]: Paired] = [:]

  /// - Parameter runs: the old and the new run of each scenario.
  /// - Parameter tolerance: how much a share may grow; the same users say that one grew, not by how much.
  package init(_ runs: [(old: BaselineSummary, new: BaselineSummary)], tolerance: Double) {
    var found: [(place: [String], users: PairedUsers)] = []
    var count = 0
    for (old, new) in runs where !old.isCase && !new.isCase {
      let parts = old.seed == new.seed && tolerance == 0 ? old.parts(with: new) : nil
      for design in new.designs {
        guard let was = old.designs.first(where: { $0.name == design.name }) else { continue }
        if old.replications > 0 || new.replications > 0 {
          count += BaselineComparison.replicatedMetrics(was, design).count
          continue
        }
        count += BaselineComparison.compared(was, design).count
        guard let parts else { continue }
        count += 1
        let users = PairedUsers(was, design, parts: parts) { old.didPlay($0) && new.didPlay($0) }
        found.append(([new.name, design.name], users))
      }
    }
    self.count = count
    let others = Array(repeating: 1.0, count: count - found.count)
    let adjusted = Holm.adjusted(found.map(\.users.pValue) + others)
    for ((place, users), pValue) in zip(found, adjusted) { all[place] = (users, pValue) }
  }

  /// What the same users say of a design of a scenario; nil where there are none.
  package func paired(_ scenario: String, _ design: String) -> Paired? { all[[scenario, design]] }
}
