package import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

/// Counters of one design over all parts of a sample.
package typealias SampledDesignCounters = StratifiedCounts<DesignCounters>

extension SampledDesignCounters {
  /// The number of simulated events.
  package var events: Int { sum(\.events) }
  /// The counters over all products.
  package var all: SampledCounters { map(\.all) }
  /// The counters of each product; empty if the catalog has one product.
  package var products: [SampledCounters] {
    parts[0].part.products.indices.map { counters(product: $0) }
  }
  /// The events that clients logged.
  package var funnel: Funnel { isPlain ? parts[0].part.funnel : Funnel(map(\.funnel)) }
  /// Failed delivery tries.
  package var retryFailures: StratifiedCounts<RetryLadder> { map(\.retryFailures) }
  /// A sample of the lost orders.
  package var lossSample: LossSample {
    parts.reduce(into: LossSample()) { $0 += $1.part.lossSample }
  }

  /// The charges of users who experienced a kind of fault, by index in
  /// ``CounterLayout/faultKinds``.
  package func charges(withFaultAt place: Int) -> Int {
    count { $0.faultedUsers.rows[place].moments.denominatorSum }
  }

  /// The lost-order rate of the users who experienced a kind of fault; nil without charges.
  package func lossRate(withFaultAt place: Int) -> Estimate? {
    map { $0.faultedUsers.rows[place].moments }.share
  }

  /// The lowest number of a user with a kind of fault and a lost order; nil if there is none.
  package func firstLoser(withFaultAt place: Int) -> UInt64? {
    parts.compactMap { $0.part.faultedUsers.rows[place].firstUser }.min()
  }

  /// The counters of one product, or of all products if nil.
  package func counters(product: Int?) -> SampledCounters { map { $0.counters(product: product) } }

  /// The first users, by number, who lost an order in this way at this drop point.
  package func firstUsers(_ kind: LossKind, _ point: DropPoint) -> [UInt64] {
    parts.reduce(into: FirstUsers()) { $0 += $1.part.firstUsers(kind, point) }.values
  }
}

extension StratifiedCounts<RetryLadder> {
  /// The number of failed first tries, then of each retry up to the last retry that failed.
  package var failures: [Int] {
    let rungs = parts.map(\.part.failures.count).max() ?? 0
    return (0..<rungs).map { rung in count { rung < $0.failures.count ? $0.failures[rung] : 0 } }
  }

  /// The share of deliveries with a failed first try whose retry, from 1, failed; nil without any.
  package func rate(retry: Int) -> Estimate? { map { $0.moments(retry: retry) }.share }
}

extension StratifiedCounts<RatioMoments> {
  /// The share with its interval; nil if the denominator is 0.
  package var share: Estimate? {
    let share: (any EstimatedShare)? = isPlain ? Proportion(parts[0].part) : stratifiedRatio
    return share.map { share in
      let interval = share.interval(
        method: intervalSettings.method, confidence: intervalSettings.confidence)
      return Estimate(share.value, interval, .share)
    }
  }

  /// The estimator of a stratified sample; nil if there is nothing to estimate.
  package var stratifiedRatio: StratifiedRatio? { StratifiedRatio(strata) }
}

/// Counters over all parts of a sample for one design, over all products or over one product.
package typealias SampledCounters = StratifiedCounts<Counters>

extension SampledCounters {
  /// The total of a denominator over all users.
  package func total(_ base: Denominator) -> Int { count { $0.total(base) } }

  /// The number of charges or intents that a share counts.
  package func count(_ share: ShareMetric) -> Int {
    if share == .recovered { return classes[1] }
    if share == .lost { return classes[2] }
    if let kind = SampledCounters.lossKinds.firstIndex(of: share) {
      let losses = SampledCounters.lossKinds.map { kind in
        { (counters: Counters) in counters.count(kind) }
      }
      return counts(losses, makingUp: classes[2])[kind]
    }
    return count { $0.count(share) }
  }

  /// The number of charges that were delivered at once: by the first request, in the tap's process.
  package var deliveredAtOnce: Int { total(.charges) - count(.lost) - count(.recovered) }

  /// The charges delivered at once, recovered and lost; their sum is all charges.
  private var classes: [Int] {
    counts(
      [\.deliveredAtOnce, { $0.count(.recovered) }, { $0.count(.lost) }], makingUp: total(.charges))
  }

  /// The classes of lost charges; their sum is the lost charges.
  private static var lossKinds: [ShareMetric] { [.rescued, .undelivered, .crossed, .misdelivered] }
  /// The number of refunded charges; no other counter includes them (section 8).
  package var refunded: Int { count(\.refunded) }

  /// The automatically refunded part, by the state of the charge (``AutoRefundState/index``).
  package var autoRefunded: [Int] { counts(\.autoRefunded, of: \.refunded, makingUp: refunded) }

  /// The number of charges with a kind of loss, by drop point in their order.
  package func counts(_ kind: LossKind) -> [Int] {
    countsByPoint(makingUp: count(ShareMetric(kind))) { $0.count(kind, $1) }
  }

  /// The number of rescued charges, by the drop point at which they would have been lost.
  package var rescuesByPoint: [Int] {
    countsByPoint(makingUp: count(.rescued)) { $0.rescued(from: $1) }
  }

  private func countsByPoint(
    makingUp total: Int, _ count: @escaping (Counters, DropPoint) -> Int
  ) -> [Int] {
    let points = DropPoint.allCases
    if total == 0 { return points.map { _ in 0 } }
    return counts(points.map { point in { count($0, point) } }, makingUp: total)
  }

  /// Amounts in minor units, by the class in which charges ended.
  package var money: Money { Money(map(\.money)) }

  /// The moments of a row, such as the row of a deadline.
  package func moments(row: Int, of base: Denominator) -> StratifiedCounts<RatioMoments> {
    map { $0.moments(row: row, of: base) }
  }

  /// The lowest number of a user who counts in a row; nil if no user does.
  package func firstUser(row: Int) -> UInt64? {
    parts.compactMap { $0.part.firstUser(row: row) }.min()
  }

  package func moments(_ share: ShareMetric) -> StratifiedCounts<RatioMoments> {
    let moments = map { $0.moments(share) }
    return share.row.isLoss ? moments.ofLosses : moments
  }

  /// A share with its interval; nil if the denominator is 0.
  package func rate(_ share: ShareMetric) -> Estimate? { moments(share).share }

  /// The size of a plain sample with the same precision; nil if there is nothing to measure.
  package func equivalentPlainSampleSize(_ share: ShareMetric) -> Double? {
    let moments = moments(share)
    return moments.isPlain
      ? Double(moments.users)
      : moments.stratifiedRatio?.plainUserCountForSamePrecision(
        confidence: intervalSettings.confidence)
  }

  /// A quantile of the time to delivery with its interval; nil without a charge.
  package func quantile(_ level: Double, exact: Bool = false) -> Quantile? {
    let times = times
    guard times.count > 0 else { return nil }
    let confidence = intervalSettings.confidence
    if exact { return Quantile(level, of: times, effective: nil, confidence) }
    if isPlain {
      // Kish 1965, section 5.4: all charges of a user may end in the same way.
      let moments = parts[0].part.moments(.lost)
      let total = Double(moments.denominatorSum)
      let effective = total * total / Double(moments.denominatorSquareSum)
      return Quantile(level, of: times, effective: effective, confidence)
    }
    let time = Quantile(level, of: times, effective: nil).high
    let strata = parts.map { stratum, counters in
      let moments = counters.moments(.lost)
      return QuantileStratum(
        weight: stratum.weight, users: stratum.users, charges: moments.denominatorSum,
        squares: moments.denominatorSquareSum,
        below: time.map { counters.times.count(upTo: $0) } ?? counters.times.delivered)
    }
    let effective = QuantileStratum.effectiveTotal(level: level, strata)
    return Quantile(level, of: times, effective: min(effective, Double(times.count)), confidence)
  }

  /// The share of charges that are not delivered after each delay; nil without a charge.
  /// - Parameter delays: in ascending order.
  package func undeliveredShares(after delays: [Delay]) -> [Double]? {
    let times = times
    guard times.count > 0 else { return nil }
    return delays.map { 1 - Double(times.count(upTo: $0)) / Double(times.count) }
  }

  private var times: DeliveryTimes { isPlain ? parts[0].part.times : DeliveryTimes(map(\.times)) }

  /// A metric with its interval; nil if there is nothing to measure.
  /// - Parameter product: the product of these counters; nil for all products.
  /// - Parameter counterLayout: the layout, with the counted deadlines.
  /// - Parameter exact: whether nothing was random, so that the number has no uncertainty.
  package func estimate(
    _ metric: Metric, of product: Int?, counterLayout: CounterLayout, exact: Bool
  ) -> Estimate? {
    let perUser = counterLayout.contributionRange(metric, product: product)
    switch metric {
    case .deliveryP50: return quantile(0.50, exact: exact)?.estimate
    case .deliveryP95: return quantile(0.95, exact: exact)?.estimate
    case .deliveryP99: return quantile(0.99, exact: exact)?.estimate
    case .lostRevenue: return amount(\.money.lost, \.lostSquares, perUser: perUser)
    case .recoveredRevenue: return amount(\.money.recovered, \.recoveredSquares, perUser: perUser)
    case .badDebt: return amount(\.money.badDebt, \.badDebtSquares, perUser: perUser)
    case .lateRate(let limit):
      return moments(row: counterLayout.row(missing: limit), of: .charges).share
    case .share(let share): return rate(share)
    case .failedRetryRate: preconditionFailure("retries are counted by RetryLadder")
    case .backend: preconditionFailure("only a shared backend has its metrics")
    }
  }
}
