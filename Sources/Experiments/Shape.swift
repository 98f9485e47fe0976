package import EventEngine
package import PurchaseWorld
package import Scenarios

/// What the ledgers of one scenario have in common.
package struct Shape: Hashable, Sendable {
  /// The number of products.
  package var products: Int
  /// The deadlines whose misses are counted, ascending.
  package var deadlines: [Delay]

  /// The minor units that one more user could lose or have recovered: every purchase at the dearest
  /// price. Limits leave room for such a user.
  package var moneyPerUser: ClosedRange<Int>
  /// The minor units of bad debt that one more user could make; negative where the store takes more
  /// than the list price.
  package var debtPerUser: ClosedRange<Int>

  /// Takes the shape from the conditions of a scenario.
  ///
  /// - Parameter purchases: how many purchases each user makes, at least 1.
  package init(_ conditions: Conditions, purchases: Int = 1) {
    let sold = conditions.catalog.products
    products = sold.count
    deadlines = conditions.deadlines
    moneyPerUser = 0...purchases * (sold.map(\.storePrice).max() ?? 0)
    let gains = sold.map { max(0, $0.storePrice - $0.price) }.max() ?? 0
    debtPerUser = -purchases * gains...purchases * (sold.map(\.price).max() ?? 0)
  }

  /// Takes the shape of a scenario.
  package init(_ scenario: Scenario) {
    self.init(
      scenario.population.conditions, purchases: scenario.population.purchasesPerUser)
  }

  /// Whether products are worth a count of their own.
  package var splitsProducts: Bool { products > 1 }

  /// The number of rows that are counted: the shares, then the deadlines.
  package var rows: Int { Share.count + deadlines.count }

  /// The row that counts what was not delivered within a deadline; nil if it is not counted.
  package func row(within deadline: Delay) -> Int? {
    deadlines.firstIndex(of: deadline).map { Share.count + $0 }
  }
}
