package import EventEngine
package import PurchaseWorld
package import Scenarios

/// What the ledgers of one scenario have in common.
package struct Shape: Hashable, Sendable {
  package var products: Int
  /// The deadlines whose misses are counted, ascending.
  package var deadlines: [Delay]

  /// The kinds of the declared faults, each once, in the order of the scenario format.
  package private(set) var faultKinds: [FaultKind] = []
  /// The place of each declaration among them. Declarations from 63 on share one bit of
  /// `Outcome.struck`; where there are several of these, nothing can be said of them.
  private(set) var faultPlaces: [Int] = []

  /// What the store takes for each product and what it costs by the list, in minor units.
  private var storePrices, listPrices: [Int]
  /// How many purchases each user makes.
  private var purchases: Int
  /// Whether something is out for all users at once.
  private(set) var hasOutages: Bool

  /// Takes the shape from the conditions of a scenario.
  /// - Parameter purchases: how many purchases each user makes, at least 1.
  package init(_ conditions: Conditions, purchases: Int = 1) {
    let sold = conditions.catalog.products
    (products, deadlines) = (sold.count, conditions.deadlines)
    (storePrices, listPrices) = (sold.map(\.storePrice), sold.map(\.price))
    (self.purchases, hasOutages) = (purchases, !conditions.outages.isEmpty)
  }

  /// What one more user could add to an amount, in minor units: every purchase at the dearest price.
  /// Limits leave room for such a user.
  /// - Parameter metric: an amount: of lost or recovered money, or of bad debt, which is negative where the
  ///   store takes more than the list price.
  /// - Parameter product: the product that counts; nil for all.
  package func perUser(_ metric: Metric, product: Int?) -> ClosedRange<Int> {
    let sold = product.map { $0..<$0 + 1 } ?? 0..<products
    guard metric == .badDebt else { return 0...purchases * (storePrices[sold].max() ?? 0) }
    let gain = sold.map { max(0, storePrices[$0] - listPrices[$0]) }.max() ?? 0
    return -purchases * gain...purchases * (listPrices[sold].max() ?? 0)
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

  /// Whether products are worth a count of their own.
  package var splitsProducts: Bool { products > 1 }
  /// The number of rows that are counted: the shares, then the deadlines.
  package var rows: Int { Share.count + deadlines.count }
  /// What each row counts; deadlines are missed by charges.
  var rowBases: [Base] { Share.bases + deadlines.map { _ in .charges } }

  /// The row that counts what was not delivered within a deadline that is counted.
  package func row(within deadline: Delay) -> Int {
    guard let place = deadlines.firstIndex(of: deadline) else {
      preconditionFailure("a deadline that is claimed is counted")
    }
    return Share.count + place
  }
}

extension Metric {
  /// The row of ``Tally`` that counts the users who add to the metric; nil where no row counts them.
  package func row(in shape: Shape) -> Int? {
    switch self {
    case .share(let share): share.rawValue
    case .lateRate(let limit): shape.row(within: limit)
    case .lostRevenue: Share.lost.rawValue
    case .recoveredRevenue: Share.recovered.rawValue
    case .failedRetryRate, .badDebt, .deliveryP50, .deliveryP95, .deliveryP99, .backend: nil
    }
  }
}

/// A fixed number of values without storage elsewhere: an `InlineArray` that can be compared.
package struct FixedArray<let size: Int, Value: Hashable & Sendable>: Hashable, Sendable {
  private var values: InlineArray<size, Value>

  init(repeating value: Value) { values = InlineArray(repeating: value) }
  /// The places of the values, from 0.
  @inline(__always) package var indices: Range<Int> { 0..<size }

  /// - Precondition: the place is one of ``indices``.
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
  /// The declared faults: the rates of a scenario, or the planned faults of a case.
  package var declaredFaults: [FaultKind] {
    guard let script = population.script else { return population.faults.map(\.kind) }
    return script.plan.sorted { $0.declaration < $1.declaration }.map(\.fault.kind)
  }
}
