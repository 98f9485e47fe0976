import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

/// What a run with one backend for all users has counted: designs in replications.
package struct SharedResults: OfScenario {
  package let scenario: Scenario
  /// By design, then by replication.
  package let counts: [[SharedCount]]

  package var replications: Int { counts[0].count }

  /// A metric of a design in each replication; nil where one of them has nothing to measure.
  package func values(_ metric: Metric, of design: Int, product: Int? = nil) -> [Double]? {
    let values = counts[design].enumerated().compactMap { number, count -> Double? in
      if case .backend(let metric) = metric { return count.value(metric) }
      let alone = scenario.alone(design, replication: number + 1)
      return Results(scenario: alone, books: count.books, endings: [])
        .estimate(metric, of: 0, product: product)?.value
    }
    return values.count == counts[design].count ? values : nil
  }

  /// A metric of a design over the replications; nil where there is nothing to measure.
  package func estimate(_ metric: Metric, of design: Int, product: Int? = nil) -> Estimate? {
    values(metric, of: design, product: product).map {
      measured($0, metric.unit, most: metric.unit == .share ? 1 : .infinity)
    }
  }

  /// What replications come to: no share is below 0 or above 1, and nothing else below 0; neither t nor ranks know of that.
  private func measured(_ values: [Double], _ unit: Estimate.Unit, most: Double = .infinity)
    -> Estimate
  {
    let found = Estimate(replications: values, unit)
    let (low, high) = (max(0, found.interval.low), min(most, found.interval.high))
    return Estimate(found.value, Interval(low: low, high: max(low, high)), unit)
  }

  /// A metric of one design less that of another, replication by replication.
  /// - Parameter factor: of the metric that is taken away.
  package func difference(
    _ metric: Metric, _ first: Int, _ second: Int, factor: Int = 1, product: Int? = nil
  ) -> Estimate? {
    guard let first = values(metric, of: first, product: product),
      let second = values(metric, of: second, product: product)
    else { return nil }
    let differences = zip(first, second).map { first, second in
      // What never comes in either is no longer in one than in the other.
      first == second && factor == 1 ? 0 : first - Double(factor) * second
    }
    if differences.contains(where: \.isNaN) { return nil }
    return Estimate(replications: differences, metric.unit)
  }

  /// What the requests of one kind come to for a charge.
  package func perCharge(
    _ kind: KeyPath<BackendLoad, BackendLoad.Requests>, of design: Int
  ) -> Estimate? {
    let values = counts[design].compactMap { count -> Double? in
      let charges = count.charges
      return charges == 0 ? nil : Double(count.load[keyPath: kind].arrived) / Double(charges)
    }
    return values.count == replications ? measured(values, .share) : nil
  }

  /// The most requests of a second, over the replications.
  package func peak(of design: Int) -> Estimate {
    measured(counts[design].map { Double($0.load.peak) }, .share)
  }

  package func charges(of design: Int) -> Int { counts[design].reduce(0) { $0 + $1.charges } }

  /// The waits of all replications.
  package func waits(of design: Int) -> WaitHistogram {
    counts[design].reduce(into: WaitHistogram()) { $0 += $1.load.waits }
  }

  /// The load over time, of all replications together.
  package func course(of design: Int) -> LoadCourse {
    counts[design].dropFirst().reduce(into: counts[design][0].load.course) { $0 += $1.load.course }
  }

  /// How the queue came back after each outage of the backend, in each replication.
  package func recoveries(of design: Int) -> [[Recovery]] {
    let outages = counts[design][0].load.recoveries.count
    return (0..<outages).map { outage in counts[design].map { $0.load.recoveries[outage] } }
  }

  /// The claims of the scenario, in their order.
  package var claims: [ClaimFinding] {
    let products = scenario.population.conditions.catalog.products
    return scenario.expectations.map { expectation in
      let (evidence, verdict) = decide(expectation) ?? (.nothing, .inconclusive)
      var finding = ClaimFinding(
        expectation: expectation, product: expectation.product.map { products[$0].name },
        currency: scenario.currency, evidence: evidence, verdict: verdict)
      finding.isOfReplications = true
      if verdict == .inconclusive, case .number(let found) = evidence {
        finding.usersToDecide = found.usersToDecide(expectation.claim.bounds, replications)
      }
      return finding
    }
  }

  private func decide(_ expectation: Expectation) -> (ClaimFinding.Evidence, Verdict)? {
    switch expectation.claim {
    case .range(let metric, let design, let min, let max):
      return estimate(metric, of: index(of: design), product: expectation.product).map {
        (.number($0), Verdict(of: $0.interval, min: min, max: max))
      }
    case .below(let metric, let lower, let upper, let margin):
      let (factor, least) =
        switch margin {
        case .difference(let least): (1, least)
        case .factor(let factor): (factor, 0.0)
        }
      return difference(
        metric, index(of: upper), index(of: lower), factor: factor, product: expectation.product
      ).map { (.number($0), Results.exceeds($0.interval, least)) }
    case .ending: preconditionFailure("many users have no ending")
    }
  }

  private func index(of design: String) -> Int {
    guard let index = scenario.designs.firstIndex(where: { $0.name == design }) else {
      preconditionFailure("a claim names a design of its scenario")
    }
    return index
  }

  /// The worst of the claims; undecided where nobody was charged.
  package var verdict: Verdict {
    let verdicts = claims.map(\.verdict)
    if verdicts.contains(.fail) { return .fail }
    return verdicts.contains(.inconclusive) || !hasCharge ? .inconclusive : .pass
  }

  package var hasCharge: Bool { counts.indices.contains { charges(of: $0) > 0 } }
}

extension SharedCount {
  package var charges: Int { ledger.all.total(.charges) }

  /// A number of the backend; nil where there is nothing of which it would be one.
  func value(_ metric: BackendMetric) -> Double? {
    func share(_ part: some BinaryInteger, _ whole: some BinaryInteger) -> Double? {
      whole == 0 ? nil : Double(part) / Double(whole)
    }
    let tally = ledger.all
    switch metric {
    case .recoveryTime: return load.recoveries.max()?.seconds
    case .waitP99: return load.waits.quantile(0.99)
    case .refusedRequestRate: return share(load.requests.refused, load.requests.arrived)
    case .wastedWorkRate: return share(load.wasted, load.worked)
    case .workPerCharge: return share(load.worked, charges).map { $0 / 1e6 }
    case .overloadLostRate: return share(overloadLost, charges)
    case .overloadLostSaleRate: return share(overloadLostSales, tally.total(.wishes))
    }
  }
}

extension Recovery {
  /// From the end of the outage until all was normal; nil: that was not watched for long enough.
  fileprivate var seconds: Double? {
    switch self {
    case .after(let time): time.seconds
    case .undecided: nil
    case .overloaded, .metastable: .infinity
    }
  }
}

extension Estimate {
  /// The mean of replications with its interval by Student's t. Where something never comes, the median with the
  /// interval of its ranks, which needs no distribution.
  package init(replications values: [Double], _ unit: Unit) {
    if values.allSatisfy(\.isFinite) {
      let mean = Replicated(values)
      let point = mean.mean ?? 0
      self.init(
        point, mean.interval ?? Interval(low: -.infinity, high: .infinity), unit)
      return
    }
    let sorted = values.sorted()
    let ranks = QuantileRanks(level: 0.5, count: sorted.count, effective: Double(sorted.count))
    self.init(
      sorted[ranks.rank - 1],
      Interval(
        low: ranks.low < 1 ? -.infinity : sorted[ranks.low - 1],
        high: ranks.high > sorted.count ? .infinity : sorted[ranks.high - 1]), unit)
  }
}
