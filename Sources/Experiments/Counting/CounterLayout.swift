package import EventEngine
package import PurchaseWorld
package import Scenarios

/// Layout that all counters of one scenario share.
package struct CounterLayout: Hashable, Sendable {
  /// The number of products in the catalog.
  package var productCount: Int
  /// The deadlines whose misses are counted, ascending.
  package var deadlines: [Delay]

  /// The kinds of the declared faults without repetition, in the order of the scenario format.
  package private(set) var faultKinds: [FaultKind] = []
  /// The index of each declaration's kind in ``faultKinds``. Declarations from 63 on share one bit
  /// of `UserOutcome.occurredFaults`; if several share it, they have no entry here.
  private(set) var faultPlaces: [Int] = []

  /// The store's price and the list price of each product, in minor units.
  private var storePrices, listPrices: [Int]
  /// The number of purchases per user.
  private var purchases: Int
  /// Whether the scenario declares an outage, which affects all users at once.
  private(set) var hasOutages: Bool

  /// Creates the layout for the conditions of a scenario.
  /// - Parameter purchases: the number of purchases per user, at least 1.
  package init(_ conditions: Conditions, purchases: Int = 1) {
    let sold = conditions.catalog.products
    (productCount, deadlines) = (sold.count, conditions.deadlines)
    (storePrices, listPrices) = (sold.map(\.storePrice), sold.map(\.price))
    (self.purchases, hasOutages) = (purchases, !conditions.outages.isEmpty)
  }

  /// The range of the amount that one more user can contribute, in minor units, with every purchase
  /// at the highest price. Confidence limits leave room for one such user.
  /// - Parameter metric: an amount: lost or recovered money, or bad debt, which is negative if the
  ///   store takes more than the list price.
  /// - Parameter product: the product that counts; nil for all products.
  package func contributionRange(_ metric: Metric, product: Int?) -> ClosedRange<Int> {
    let sold = product.map { $0..<$0 + 1 } ?? 0..<productCount
    guard metric == .badDebt else { return 0...purchases * (storePrices[sold].max() ?? 0) }
    let gain = sold.map { max(0, storePrices[$0] - listPrices[$0]) }.max() ?? 0
    return -purchases * gain...purchases * (listPrices[sold].max() ?? 0)
  }

  /// Whether a metric is an amount that is 0 for every user, because all prices are 0.
  func isAlwaysZero(_ metric: Metric, product: Int?) -> Bool {
    metric.unit == .money && contributionRange(metric, product: product) == 0...0
  }

  package init(_ scenario: Scenario) {
    self.init(scenario.population.conditions, purchases: scenario.population.purchasesPerUser)
    let declared = scenario.declaredFaults
    let kinds = FaultKind.allCases.filter { declared.contains($0) }
    faultKinds = kinds
    faultPlaces = declared.prefix(declared.count > 64 ? 63 : 64).compactMap {
      kinds.firstIndex(of: $0)
    }
  }

  /// Whether products are counted separately.
  package var splitsProducts: Bool { productCount > 1 }
  /// The number of counted rows: the shares, then the deadlines.
  package var rowCount: Int { ShareMetric.count + deadlines.count }
  /// The denominator of each row; a deadline is a share of charges.
  var rowBases: [Denominator] { ShareMetric.denominators + deadlines.map { _ in .charges } }

  /// The row that counts the charges without delivery within a deadline.
  /// - Precondition: the deadline is one of ``deadlines``.
  package func row(missing deadline: Delay) -> Int {
    guard let place = deadlines.firstIndex(of: deadline) else {
      preconditionFailure("the deadline of a claim is counted")
    }
    return ShareMetric.count + place
  }
}

extension Metric {
  /// The row of ``Counters`` whose first user contributes to the metric; nil if no row counts it.
  package func row(in counterLayout: CounterLayout) -> Int? {
    switch self {
    case .share(let share): share.rawValue
    case .lateRate(let limit): counterLayout.row(missing: limit)
    case .lostRevenue: ShareMetric.lost.rawValue
    case .recoveredRevenue: ShareMetric.recovered.rawValue
    case .failedRetryRate, .badDebt, .deliveryP50, .deliveryP95, .deliveryP99, .backend: nil
    }
  }
}

/// A fixed number of values without heap storage: an `InlineArray` with `Hashable` conformance.
package struct FixedArray<let size: Int, Value: Hashable & Sendable>: Hashable, Sendable {
  private var values: InlineArray<size, Value>

  init(repeating value: Value) { values = InlineArray(repeating: value) }
  /// The indices of the values, from 0.
  @inline(__always) package var indices: Range<Int> { 0..<size }

  /// - Precondition: the index is one of ``indices``.
  @inline(__always) package subscript(place: Int) -> Value {
    get { values[place] }
    set { values[place] = newValue }
  }

  package static func == (left: FixedArray, right: FixedArray) -> Bool {
    left.indices.allSatisfy { left.values[$0] == right.values[$0] }
  }

  package func hash(into hasher: inout Hasher) {
    for place in indices { hasher.combine(values[place]) }
  }
}

extension Scenario {
  /// The declared faults: the fault rates of a scenario, or the planned faults of a case.
  package var declaredFaults: [FaultKind] {
    guard let script = population.script else { return population.faults.map(\.kind) }
    return script.plannedFaults.sorted { $0.declarationIndex < $1.declarationIndex }.map(
      \.fault.kind)
  }
}
