import Scenarios

/// Wording for the share by which designs are compared (`Scenario.comparedShare`): lost orders.
/// Where a store refunds automatically, it includes orders refunded before the right goods were
/// delivered (G10).
struct LossTerms {
  /// Whether automatic refunds count as lost orders.
  let includeRefunds: Bool
  private let language: Language

  init(_ share: ShareMetric, _ language: Language) {
    (includeRefunds, self.language) = (share != .lost, language)
  }

  /// The share in a sentence.
  var orders: String {
    includeRefunds ? language("lost or auto-refunded orders") : language("lost orders")
  }

  /// Title of a chart axis.
  var axis: String {
    includeRefunds
      ? language("lost or auto-refunded orders per mille of charges")
      : language("lost orders per mille of charges")
  }

  /// Title of an axis of differences.
  var axisOfDifferences: String {
    includeRefunds
      ? language("difference of lost or auto-refunded orders per mille")
      : language("difference of lost orders per mille of charges")
  }

  /// The same, with the design whose share is subtracted.
  func less(_ design: String) -> String {
    includeRefunds
      ? language("lost or auto-refunded orders per mille, minus those of {0}", design)
      : language("lost orders per mille of charges, minus those of {0}", design)
  }

  /// Head of the column of differences, in text and on a page.
  var difference: (text: String, page: String) {
    includeRefunds
      ? (language("B − A\nlost or\nref. ‰"), language("B − A, lost or auto-refunded ‰"))
      : (language("B − A\nlost\n‰"), language("B − A, lost ‰"))
  }

  /// Title of the designs in a table with a column per product.
  var byProduct: String {
    includeRefunds ? language("lost or auto-refunded\n‰ by product") : language("lost ‰ by product")
  }

  /// Note on what the number includes.
  var note: [String] {
    includeRefunds
      ? [
        language(
          "Lost here includes orders that Play refunded before the right goods were delivered.")
      ] : []
  }

  /// Note on what a chart of lost orders omits.
  var missing: [String] {
    includeRefunds
      ? [
        language(
          "Automatic refunds by Play are not shown here. 'lostorder attribute' shows where these"
            + " orders would have been lost.")
      ] : []
  }

  /// Legend that defines users with a lost order, if that includes refunds.
  var legendOfPairs: [String] {
    includeRefunds
      ? language(
        "Lost here includes auto-refunded orders: Play refunded the user before the right goods were\n"
          + "delivered, so the order is lost. A design with more automatic refunds is no better."
      ).lines : []
  }
}
