import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

/// Counts of a run with one backend for all users: a count for each design in each replication.
package struct SharedBackendResults: Evidence {
  package let scenario: Scenario
  /// By design, then by replication.
  package let counts: [[ReplicationCounters]]
  /// The accumulators of all replications together, by design.
  private let pooledBooks: [RunAccumulator]

  package init(scenario: Scenario, counts: [[ReplicationCounters]]) {
    (self.scenario, self.counts) = (scenario, counts)
    pooledBooks = counts.map { design in
      design.dropFirst().reduce(into: design[0].totals) { $0 += $1.totals }
    }
  }

  package var replicationCount: Int { counts[0].count }

  /// The metric of a design in each replication; nil if any replication has nothing to measure.
  package func values(_ metric: Metric, of design: Int, product: Int? = nil) -> [Double]? {
    let values = counts[design].enumerated().compactMap { number, count -> Double? in
      if case .backend(let metric) = metric { return count.value(metric) }
      let alone = scenario.alone(design, replication: number + 1)
      return RunResults(scenario: alone, totals: count.totals, endings: [])
        .estimate(metric, of: 0, product: product)?.value
    }
    return values.count == counts[design].count ? values : nil
  }

  /// The metric of a design over the replications; nil if there is nothing to measure.
  package func estimate(_ metric: Metric, of design: Int, product: Int?) -> Estimate? {
    values(metric, of: design, product: product).map { values in
      measured(
        values, metric.unit, maximum: metric.unit == .share ? 1 : .infinity,
        least: metric == .badDebt ? -.infinity : 0
      ) { support(metric, $0, of: design, product: product) }
    }
  }

  /// The users of all replications of a design.
  private func pooledResults(of design: Int) -> RunResults {
    let alone = scenario.alone(design, replication: 1)
    return RunResults(scenario: alone, totals: pooledBooks[design], endings: [])
  }

  /// The pooled observations of which a metric is a share; nil if there are none.
  private func observations(_ metric: Metric, of design: Int, product: Int?) -> PooledCounts? {
    let counts = counts[design]
    let requests = { (kind: KeyPath<BackendLoad.Requests, Int>) -> PooledCounts? in
      let all = counts.reduce(0) { $0 + $1.load.requests[keyPath: kind] }
      return all == 0 ? nil : PooledCounts(total: Double(all))
    }
    let share: Metric
    switch metric {
    case .backend(.refusedRequestRate): return requests(\.arrived)
    case .backend(.wastedWorkRate): return requests(\.served)
    case .backend(.overloadLostRate): share = .lostRate
    case .backend(.overloadLostSaleRate): share = .share(.lostSale)
    default: share = metric
    }
    return pooledResults(of: design).moments(share, of: 0, product: product)
      .flatMap { PooledCounts($0) }
  }

  /// The limits that the pooled counts of all replications set on a metric; nil if only the
  /// variation between replications is informative.
  private func support(
    _ metric: Metric, _ value: Double, of design: Int, product: Int?
  ) -> Interval? {
    switch metric {
    case .backend(.recoveryTime): return nil
    case .backend(.waitP99):
      let waits = waits(of: design)
      return waits.count == 0 ? nil : waits.interval(0.99)
    case .backend(.workPerCharge):
      let served = counts[design].reduce(0) { $0 + $1.load.requests.served }
      return .some(PooledCounts.poissonInterval(value, of: served))
    case .backend: return observations(metric, of: design, product: product)?.interval(value)
    default:
      // The metric over all replications, as if users were independent.
      var pooled = pooledResults(of: design)
      pooled.method = .clopperPearson
      guard let found = pooled.estimate(metric, of: 0, product: product)?.interval else {
        return nil
      }
      // Sums of money are over all replications.
      let parts = metric.unit == .money ? Double(replicationCount) : 1
      return Interval(low: found.low / parts, high: found.high / parts)
    }
  }

  /// The estimate over replications. A share is limited to 0...1 and other values, except bad debt,
  /// to 0 and above, because t and rank intervals can exceed these limits.
  /// - Parameter support: the limits that pooled counts set on a value.
  private func measured(
    _ values: [Double], _ unit: Estimate.Unit, maximum: Double = .infinity, least: Double = 0,
    support: (Double) -> Interval?
  ) -> Estimate {
    let value = Estimate(replications: values, unit).value
    let found = Estimate(replications: values, unit, supportedBy: support(value))
    let (low, high) = (max(least, found.interval.low), min(maximum, found.interval.high))
    return Estimate(found.value, Interval(low: low, high: max(low, high)), unit)
  }

  /// The metric of one design minus the metric of another, replication by replication.
  /// - Parameter factor: the multiple of the second metric.
  package func difference(
    _ metric: Metric, _ first: Int, _ second: Int, factor: Int = 1, product: Int? = nil,
    _ confidence: Confidence = .standard
  ) -> Estimate? {
    guard let own = values(metric, of: first, product: product),
      let other = values(metric, of: second, product: product)
    else { return nil }
    return difference(
      metric, (first, own), (second, other), factor: factor, product: product, confidence)
  }

  /// The same for two designs, by index, whose values in each replication are known.
  private func difference(
    _ metric: Metric, _ first: (design: Int, values: [Double]),
    _ second: (design: Int, values: [Double]), factor: Int, product: Int?, _ confidence: Confidence
  ) -> Estimate? {
    let differences = zip(first.values, second.values).map { first, second in
      // ∞ − ∞ counts as 0: an event that never occurs is equally late under both.
      first == second && factor == 1 ? 0 : first - Double(factor) * second
    }
    if differences.contains(where: \.isNaN) { return nil }
    let support: Interval?
    switch metric.unit {
    case .share:
      guard let counts = observations(metric, of: first.design, product: product),
        let others = observations(metric, of: second.design, product: product)
      else { return nil }
      support = PooledCounts(counts, others).differenceInterval(
        differences, factor: factor, confidence)
    case .money: support = moneySupport(metric, differences, factor, product, confidence)
    case .time where metric == .backend(.recoveryTime): support = nil
    case .time:
      let own = estimate(metric, of: first.design, product: product)
      let other = estimate(metric, of: second.design, product: product)?.times(factor)
      support = if let own, let other { own.less(other).interval } else { nil }
    }
    return Estimate(replications: differences, metric.unit, supportedBy: support, confidence)
  }

  /// The limits of a mean difference of amounts, from the largest contribution of one user.
  private func moneySupport(
    _ metric: Metric, _ differences: [Double], _ factor: Int, _ product: Int?,
    _ confidence: Confidence
  ) -> Interval {
    let range = CounterLayout(scenario).contributionRange(metric, product: product)
    let counts = PooledCounts(total: Double(users * replicationCount))
    let limits = { (maximum: Int, sign: Double) -> Interval in
      let scale = Double(max(1, maximum)) * Double(self.users)
      let mean = differences.reduce(0) { $0 + max(0, sign * $1) } / Double(differences.count)
      let found = counts.interval(min(1, mean / scale), confidence)
      return Interval(low: scale * found.low, high: scale * found.high)
    }
    let up = limits(range.upperBound - factor * range.lowerBound, 1)
    let down = limits(factor * range.upperBound - range.lowerBound, -1)
    return Interval(low: up.low - down.high, high: up.high - down.low)
  }

  /// The mean number of requests of one kind per charge.
  package func requestsPerCharge(
    _ kind: KeyPath<BackendLoad, BackendLoad.Requests>, of design: Int
  ) -> Estimate? {
    let values = counts[design].compactMap { count -> Double? in
      let charges = count.charges
      return charges == 0 ? nil : Double(count.load[keyPath: kind].arrived) / Double(charges)
    }
    guard values.count == replicationCount else { return nil }
    let arrived = counts[design].reduce(0) { $0 + $1.load[keyPath: kind].arrived }
    return measured(values, .share) { PooledCounts.poissonInterval($0, of: arrived) }
  }

  /// The largest number of requests in a second, over the replications.
  package func peak(of design: Int) -> Estimate {
    let peaks = counts[design].map(\.load.peak)
    return measured(peaks.map(Double.init), .share) {
      PooledCounts.poissonInterval($0, of: peaks.reduce(0, +))
    }
  }

  /// The number of charges of a design over all replications.
  package func charges(of design: Int) -> Int { counts[design].reduce(0) { $0 + $1.charges } }

  /// The waiting times of all replications.
  package func waits(of design: Int) -> WaitHistogram {
    counts[design].reduce(into: WaitHistogram()) { $0 += $1.load.waits }
  }

  /// The load over time, summed over all replications.
  package func loadTimeline(of design: Int) -> LoadTimeline {
    counts[design].dropFirst().reduce(into: counts[design][0].load.loadTimeline) {
      $0 += $1.load.loadTimeline
    }
  }

  /// The queue's recovery after each outage of the backend, in each replication.
  package func recoveries(of design: Int) -> [[QueueRecovery]] {
    let outages = counts[design][0].load.recoveries.count
    return (0..<outages).map { outage in counts[design].map { $0.load.recoveries[outage] } }
  }

  package var usesReplications: Bool { true }
  package var confidence: Confidence { .standard }

  package func counters(of design: Int) -> SampledCounters {
    pooledResults(of: design).designCounters(0).all
  }

  /// Differences over replications. Equal values do not show that the same orders were lost.
  package func designComparer(_ confidence: Confidence) -> (Int, DesignPair) -> DesignComparison? {
    let goals = scenario.objectives
    let values = goals.map { goal in
      scenario.designs.indices.map { self.values(goal.metric, of: $0) }
    }
    return { objective, pair in
      guard let own = values[objective][pair.second], let other = values[objective][pair.first]
      else { return nil }
      return difference(
        goals[objective].metric, (pair.second, own), (pair.first, other), factor: 1, product: nil,
        confidence
      ).map { DesignComparison(difference: $0, hasIdenticalCounts: false) }
    }
  }

  /// The number of paying intents with a request that failed in an outage, over all designs.
  package var outageIntents: Int {
    pooledBooks.reduce(0) { $0 + $1.countersByDesign[0].outageIntents }
  }

  package func caseOutcome(of design: Int) -> CaseOutcome? { nil }

  package func usersToDecide(_ found: Estimate, _ bounds: [Double]) -> Int? {
    found.usersToDecide(bounds, replicationCount)
  }

  package func difference(
    _ metric: Metric, of claim: Int, upper: Int, lower: Int, factor: Int, product: Int?
  ) -> Estimate? { difference(metric, upper, lower, factor: factor, product: product) }

  package var verdict: Verdict { Verdict(of: claims, warnings) }

  /// The ``scenarioWarnings``: no result has further warnings.
  package var warnings: [RunWarning] { scenarioWarnings }

  /// Whether any charge was made under any design, including refunded charges.
  package var hasCharge: Bool {
    pooledBooks.contains { $0.countersByDesign[0].all.chargesIncludingRefunded > 0 }
  }

  /// The declared faults that no user experienced under any design in any replication.
  package var faultsThatNeverOccurred: [(declaration: Int, kind: FaultKind)] {
    RunResults(scenario: scenario, users: users, strata: [.plainSample(users)], totals: pooledBooks)
      .faultsThatNeverOccurred
  }
}

extension ReplicationCounters {
  package var charges: Int { designCounters.all.total(.charges) }

  /// The value of a backend metric; nil if its denominator is 0 or the simulation ended too early.
  func value(_ metric: BackendMetric) -> Double? {
    func share(_ part: some BinaryInteger, _ whole: some BinaryInteger) -> Double? {
      whole == 0 ? nil : Double(part) / Double(whole)
    }
    let counters = designCounters.all
    switch metric {
    case .recoveryTime: return load.recoveries.max()?.seconds
    case .waitP99: return load.waits.quantile(0.99)
    case .refusedRequestRate: return share(load.requests.refused, load.requests.arrived)
    case .wastedWorkRate: return share(load.wasted, load.workingTime)
    case .workPerCharge: return share(load.workingTime, charges).map { $0 / 1e6 }
    case .overloadLostRate: return share(overloadLost, charges)
    case .overloadLostSaleRate: return share(overloadLostSales, counters.total(.payingIntents))
    }
  }
}

extension QueueRecovery {
  /// The time from the end of the outage to normal operation; nil if the simulation ended too
  /// early, so no claim uses the estimate of a queue that is still draining.
  fileprivate var seconds: Double? {
    switch self {
    case .after(let time): time.seconds
    case .undecided, .draining: nil
    case .overloaded, .metastable: .infinity
    }
  }
}

extension Estimate {
  /// The mean over replications with its interval by Student's t, joined with `support`: all
  /// verdicts, pairs and ties with a shared backend use this interval.
  ///
  /// If a value is infinite, the estimate is the median with its rank interval, which needs no
  /// distribution. Equal values show that replications are not normal; without `support`, the
  /// interval then also contains the rank interval.
  /// - Parameter support: the limits that the pooled counts of all replications set
  ///   (``PooledCounts``); the interval contains them. Nil if only the variation between
  ///   replications is informative.
  package init(
    replications values: [Double], _ unit: Unit, supportedBy support: Interval? = nil,
    _ confidence: Confidence = .standard
  ) {
    let sorted = values.sorted()
    let ranks = QuantileRanks(
      level: 0.5, count: sorted.count, effective: Double(sorted.count), confidence: confidence)
    let median = Interval(
      low: ranks.low < 1 ? -.infinity : sorted[ranks.low - 1],
      high: ranks.high > sorted.count ? .infinity : sorted[ranks.high - 1])
    if values.allSatisfy(\.isFinite) {
      let mean = ReplicatedMean(values, confidence)
      let found = mean.interval ?? Interval(low: -.infinity, high: .infinity)
      let areAlike = zip(sorted, sorted.dropFirst()).contains { $0 == $1 }
      let holds = support ?? (areAlike ? median : found)
      self.init(mean.mean ?? 0, found.joined(with: holds), unit)
    } else {
      self.init(sorted[ranks.rank - 1], support.map(median.joined) ?? median, unit)
    }
  }

  /// The difference of two numbers treated as independent: too wide if they are positively
  /// correlated (R. G. Newcombe, Statistics in Medicine 17 (1998) 2635–2650).
  func less(_ other: Estimate) -> Estimate {
    let limits = [self, other].flatMap { [$0.value, $0.interval.low, $0.interval.high] }
    guard limits.allSatisfy(\.isFinite) else { return minus(other) }
    let join = { (own: Double, other: Double) in (own * own + other * other).squareRoot() }
    let found = value - other.value
    let below = join(value - interval.low, other.interval.high - other.value)
    let above = join(interval.high - value, other.value - other.interval.low)
    return Estimate(found, Interval(low: found - below, high: found + above), unit)
  }
}
