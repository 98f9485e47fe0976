package import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

/// The counts of one design over all parts of a sample.
package typealias SampledLedger = Sampled<Ledger>

extension SampledLedger {
  /// The number of events that were handled.
  package var events: Int { sum(\.events) }
  /// The counts over all products, and of each; empty when the catalog has only one.
  package var all: SampledTally { map(\.all) }
  package var products: [SampledTally] { parts[0].part.products.indices.map { tally(product: $0) } }
  /// What clients logged.
  package var funnel: Funnel { isPlain ? parts[0].part.funnel : Funnel(map(\.funnel)) }
  /// The failed tries of deliveries.
  package var ladder: Sampled<RetryLadder> { map(\.ladder) }
  /// A sample of the lost orders.
  package var losses: LossList { parts.reduce(into: LossList()) { $0 += $1.part.losses } }

  /// The charges of the users whom a kind of fault struck, by its place in ``Shape/faultKinds``.
  package func struckCharges(_ place: Int) -> Int {
    count { $0.struckUsers.rows[place].moments.denominators }
  }

  /// The lost-order rate of the users whom a kind of fault struck; nil without charges.
  package func struckRate(_ place: Int) -> Estimate? {
    map { $0.struckUsers.rows[place].moments }.share
  }

  /// The lowest number of a user who lost an order and whom a kind of fault struck.
  package func firstStruckLoser(_ place: Int) -> UInt64? {
    parts.compactMap { $0.part.struckUsers.rows[place].firstUser }.min()
  }

  /// The tally of a product, or of all.
  package func tally(product: Int?) -> SampledTally { map { $0.tally(product: product) } }

  /// The first users, by number, who lost an order in one way.
  package func firstUsers(_ kind: LossKind, _ point: DropPoint) -> [UInt64] {
    parts.reduce(into: FirstUsers()) { $0 += $1.part.firstUsers(kind, point) }.values
  }
}

extension Sampled<RetryLadder> {
  /// The number of failed tries: first ones, then those of each retry up to the last that failed.
  package var failures: [Int] {
    let rungs = parts.map(\.part.failures.count).max() ?? 0
    return (0..<rungs).map { rung in count { rung < $0.failures.count ? $0.failures[rung] : 0 } }
  }

  /// The share of deliveries with a failed first try whose retry, from 1, failed too; nil without any.
  package func rate(retry: Int) -> Estimate? { map { $0.moments(retry: retry) }.share }
}

extension Sampled<RatioMoments> {
  /// A share with its interval; nil where there is nothing of which it could be a share.
  package var share: Estimate? {
    func estimate(_ share: some EstimatedShare) -> Estimate {
      let interval = share.interval(method: certainty.method, confidence: certainty.confidence)
      return Estimate(share.value, interval, .share)
    }
    return isPlain
      ? Proportion(parts[0].part).map { estimate($0) } : stratified.map { estimate($0) }
  }

  /// The estimator of a stratified sample; nil where there is nothing to estimate.
  package var stratified: StratifiedRatio? { StratifiedRatio(strata) }
}

/// The counts of one design over all parts of a sample, over all products or over one.
package typealias SampledTally = Sampled<Tally>

extension SampledTally {
  /// The number of charges, of intents, or of intents that wanted to pay.
  package func total(_ base: Base) -> Int { count { $0.total(base) } }

  /// How many charges or intents a share counts.
  package func count(_ share: Share) -> Int {
    if share == .recovered { return classes[1] }
    if share == .lost { return classes[2] }
    if let kind = SampledTally.lossKinds.firstIndex(of: share) {
      let losses = SampledTally.lossKinds.map { kind in { (tally: Tally) in tally.count(kind) } }
      return counts(losses, makingUp: classes[2])[kind]
    }
    return count { $0.count(share) }
  }

  /// The charges that were delivered at once: by the first request, in the tap's process.
  package var deliveredAtOnce: Int { total(.charges) - count(.lost) - count(.recovered) }

  /// The charges delivered at once, recovered and lost: all charges.
  private var classes: [Int] {
    counts(
      [\.deliveredAtOnce, { $0.count(.recovered) }, { $0.count(.lost) }], makingUp: total(.charges))
  }

  /// What makes up the lost charges.
  private static var lossKinds: [Share] { [.rescued, .undelivered, .crossed, .misdelivered] }
  /// The number of charges that the store gave back; they are in no other count (section 8).
  package var refunded: Int { count(\.refunded) }

  /// What of them was given back by itself, by what had come of the charge (``TakenBack/place``).
  package var autoRefunded: [Int] {
    let kinds = (0..<4).map { kind in { (tally: Tally) in tally.autoRefunded[kind] } }
    let asked = { (tally: Tally) in tally.refunded - kinds.reduce(0) { $0 + $1(tally) } }
    return counts(kinds + [asked], makingUp: refunded).dropLast()
  }

  /// The number of charges that were lost in one way, by drop point in their order.
  package func counts(_ kind: LossKind) -> [Int] {
    let (points, total) = (DropPoint.allCases, count(Share(kind)))
    if total == 0 { return points.map { _ in 0 } }
    return counts(
      points.map { point in { (tally: Tally) in tally.count(kind, point) } }, makingUp: total)
  }

  /// The number of charges that a human set right, by the drop point at which they would have been lost.
  package var rescuesByPoint: [Int] {
    let (points, total) = (DropPoint.allCases, count(.rescued))
    if total == 0 { return points.map { _ in 0 } }
    return counts(
      points.map { point in { (tally: Tally) in tally.rescued(from: point) } }, makingUp: total)
  }

  /// Minor units by the class in which charges ended.
  package var money: Money { Money(map(\.money)) }

  /// The sums of a row, such as a deadline's.
  package func moments(row: Int, of base: Base) -> Sampled<RatioMoments> {
    map { $0.moments(row: row, of: base) }
  }

  /// The lowest number of a user who counts in a row; nil if none does.
  package func firstUser(row: Int) -> UInt64? {
    parts.compactMap { $0.part.firstUser(row: row) }.min()
  }

  package func moments(_ share: Share) -> Sampled<RatioMoments> {
    let moments = map { $0.moments(share) }
    return share.row.isLoss ? moments.ofLosses : moments
  }

  /// A share with its interval; nil when there is nothing of which it could be a share.
  package func rate(_ share: Share) -> Estimate? { moments(share).share }

  /// How many plainly drawn users would say as much of a share; nil if there is nothing to measure.
  package func plainUsers(_ share: Share) -> Double? {
    let moments = moments(share)
    return moments.isPlain
      ? Double(moments.users)
      : moments.stratified?.plainUsersForSamePrecision(confidence: certainty.confidence)
  }

  /// A quantile of the time to delivery with its interval; nil without a charge.
  package func quantile(_ level: Double, exact: Bool = false) -> Quantile? {
    let times = times
    guard times.count > 0 else { return nil }
    let confidence = certainty.confidence
    if exact { return Quantile(level, of: times, effective: nil, confidence) }
    if isPlain {
      // Kish 1965, section 5.4: the charges of one user may all share their fate.
      let moments = parts[0].part.moments(.lost)
      let total = Double(moments.denominators)
      let effective = total * total / Double(moments.denominatorSquares)
      return Quantile(level, of: times, effective: effective, confidence)
    }
    let time = Quantile(level, of: times, effective: nil).high
    let strata = parts.map { stratum, tally in
      let moments = tally.moments(.lost)
      return QuantileStratum(
        weight: stratum.weight, users: stratum.users, charges: moments.denominators,
        squares: moments.denominatorSquares,
        below: time.map { tally.times.count(upTo: $0) } ?? tally.times.delivered)
    }
    let effective = QuantileStratum.effectiveTotal(level: level, strata)
    return Quantile(level, of: times, effective: min(effective, Double(times.count)), confidence)
  }

  /// The share of charges not delivered at some times after the charge; nil without a charge.
  /// - Parameter delays: ascending.
  package func undelivered(after delays: [Delay]) -> [Double]? {
    let times = times
    guard times.count > 0 else { return nil }
    return delays.map { 1 - Double(times.count(upTo: $0)) / Double(times.count) }
  }

  private var times: DeliveryTimes { isPlain ? parts[0].part.times : DeliveryTimes(map(\.times)) }

  /// A metric with its interval; nil when there is nothing to measure.
  /// - Parameter product: the product of this tally; nil for all.
  /// - Parameter shape: the deadlines that were counted.
  /// - Parameter exact: whether nothing was random, so that the number is known without doubt.
  package func estimate(_ metric: Metric, of product: Int?, shape: Shape, exact: Bool) -> Estimate?
  {
    let perUser = shape.perUser(metric, product: product)
    switch metric {
    case .deliveryP50: return quantile(0.50, exact: exact)?.estimate
    case .deliveryP95: return quantile(0.95, exact: exact)?.estimate
    case .deliveryP99: return quantile(0.99, exact: exact)?.estimate
    case .lostRevenue: return amount(\.money.lost, \.lostSquares, perUser: perUser)
    case .recoveredRevenue: return amount(\.money.recovered, \.recoveredSquares, perUser: perUser)
    case .badDebt: return amount(\.money.badDebt, \.badDebtSquares, perUser: perUser)
    case .lateRate(let limit): return moments(row: shape.row(within: limit), of: .charges).share
    case .share(let share): return rate(share)
    case .failedRetryRate: preconditionFailure("the ladder tells of retries")
    case .backend: preconditionFailure("only a shared backend tells of itself")
    }
  }
}
