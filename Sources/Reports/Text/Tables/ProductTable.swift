import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// The table of lost orders by product, for catalogs with several.
enum ProductTable {
  /// The lines of the table; none when there is only one product.
  static func lines(_ findings: Findings, _ language: Language) -> [String] {
    let products = findings.catalog.products
    guard products.count > 1 else { return [] }
    var table = TextTable(
      [.words(language("lost ‰ by product"))]
        + products.map { .numbers($0.name.escapingControls, mapping($0, language)) })
    for design in findings.designs {
      let cells = products.indices.map { cell(design.ledger.tally(product: $0), language) }
      table.add([design.name.escapingControls] + cells)
    }
    return table.lines
  }

  /// Whether a product stands for one item or for several.
  private static func mapping(_ product: Catalog.Product, _ language: Language) -> String {
    product.items.count == 1 ? language("one-to-one") : language("many-to-one")
  }

  private static func cell(_ tally: SampledTally, _ language: Language) -> String {
    guard let lost = tally.rate(.lost) else { return "–" }
    return Numerals.perMille(lost.value) + " (" + Numerals.interval(lost, language) + ")"
  }
}
