import PurchaseWorld
import Scenarios
import Statistics

// Scaled counts over the parts of a sample; ``StratifiedCounts`` defines the scaling.

extension Funnel {
  /// The log of the clients of a plain sample of the same size.
  package init(_ parts: StratifiedCounts<Funnel>) {
    self.init(
      counts: ClientLogEvent.allCases.map { event in parts.count { $0.count(event) } },
      abnormalUsers: parts.count(\.abnormalUsers))
  }
}

extension Money {
  /// The money of a plain sample of the same size. Totals are rounded; the classes add up to them.
  package init(_ parts: StratifiedCounts<Money>) {
    self.init()
    for (sums, total) in [(Money.classes, \Money.charged), (Money.debts, \.badDebt)] {
      let counts = sums.map { sum in { (money: Money) in money[keyPath: sum] } }
      let found = parts.counts(counts, makingUp: parts.count { $0[keyPath: total] })
      for (sum, count) in zip(sums, found) { self[keyPath: sum] = count }
    }
    let found = parts.counts(\.autoRefunded, of: \.refunded, makingUp: refunded)
    for kind in autoRefunded.indices { autoRefunded[kind] = found[kind] }
    // Earned bookings, plus the part of the bookings that is bad debt.
    booked = parts.count { $0.booked - $0.badDebt } + badDebt
  }
}

extension StratifiedCounts {
  /// The automatically refunded part of a total, by the state of the charge
  /// (``AutoRefundState/index``).
  func counts(
    _ autoRefunded: @escaping (Part) -> FixedArray<4, Int>, of refunded: @escaping (Part) -> Int,
    makingUp total: Int
  ) -> [Int] {
    let kinds = (0..<4).map { kind in { autoRefunded($0)[kind] } }
    let requested = { part in refunded(part) - kinds.reduce(0) { $0 + $1(part) } }
    return counts(kinds + [requested], makingUp: total).dropLast()
  }
}

extension DeliveryTimes {
  /// The approximate number of charges to which a weighted sample is scaled.
  private static let resolution = Double(1 << 40)

  /// The times of a sample, scaled to so many charges that rounding is negligible.
  init(_ parts: StratifiedCounts<DeliveryTimes>) {
    self.init()
    let total = parts.scaledCount(\.count)
    for (stratum, times) in parts.parts where total > 0 {
      add(times, times: parts.factor(stratum) * DeliveryTimes.resolution / total)
    }
  }
}

extension StratifiedCounts<PairMoments> {
  /// The second design's share minus a multiple of the first; nil if either has nothing to measure.
  func shareDifference(_ factor: Int) -> Estimate? {
    func estimate<ShareMetric>(_ found: ShareDifference<ShareMetric>, _ method: IntervalMethod)
      -> Estimate
    {
      let interval = found.interval(method: method, confidence: intervalSettings.confidence)
      return Estimate(found.value, interval, .share)
    }
    return isPlain
      ? PairedDifference(parts[0].part, factor: factor).map {
        estimate($0, intervalSettings.method)
      }
      : StratifiedDifference(strata, factor: factor).map { estimate($0, .clopperPearson) }
  }

  /// The total amount of the second design minus a multiple of the first.
  /// - Parameter perUser: the range of the amount of one user under either design.
  func totalDifference(_ factor: Int, perUser: ClosedRange<Int>?) -> Estimate? {
    if isPlain {
      let total = TotalDifference(parts[0].part, factor: factor, perUser: perUser)
      return Estimate(total.value, total.interval(confidence: intervalSettings.confidence), .money)
    }
    // The difference of one user is a single amount, whose total is estimated.
    let strata = map { $0.differences(factor) }.strata
    let range = perUser.map { range in
      range.lowerBound - factor * range.upperBound...range.upperBound - factor * range.lowerBound
    }
    guard let total = StratifiedTotal(strata, population: users, perUser: range) else { return nil }
    return Estimate(total.value, total.interval(confidence: intervalSettings.confidence), .money)
  }
}

extension PairMoments {
  /// The sums of the users' differences: the second amount minus a multiple of the first.
  fileprivate func differences(_ factor: Int) -> RatioMoments {
    let times = Int128(factor)
    return RatioMoments(
      numerators: second.numeratorSum - factor * first.numeratorSum,
      numeratorSquares: second.numeratorSquareSum - 2 * times * sumN1N2
        + times * times * first.numeratorSquareSum)
  }
}

extension StratifiedCounts<Counters> {
  /// The sum of an amount of money, scaled to the requested number of users, with its interval.
  func amount(
    _ sum: (Counters) -> Int, _ squares: (Counters) -> Int128, perUser: ClosedRange<Int>?
  ) -> Estimate? {
    if isPlain {
      let (stratum, counters) = parts[0]
      guard stratum.users > 0 else { return nil }
      let total = AmountTotal(
        sum: sum(counters), squares: squares(counters), users: stratum.users, perUser: perUser)
      return Estimate(
        Double(total.sum), total.interval(confidence: intervalSettings.confidence), .money)
    }
    let strata = map { RatioMoments(numerators: sum($0), numeratorSquares: squares($0)) }.strata
    return StratifiedTotal(strata, population: users, perUser: perUser).map {
      Estimate($0.value, $0.interval(confidence: intervalSettings.confidence), .money)
    }
  }
}
