package import EventEngine
package import PurchaseWorld

/// What the ledgers of one scenario have in common.
package struct Shape: Hashable, Sendable {
  /// The number of products.
  package var products: Int
  /// The deadlines whose misses are counted, ascending.
  package var deadlines: [Delay]

  /// Takes the shape from the conditions of a scenario.
  package init(_ conditions: Conditions) {
    products = conditions.catalog.products.count
    deadlines = conditions.deadlines
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
