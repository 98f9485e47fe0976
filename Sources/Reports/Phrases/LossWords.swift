import Scenarios

/// What the share by which designs are compared is called (`Scenario.comparedShare`): lost orders; where a
/// store refunds by itself, orders that it refunded before the right goods came too (G10).
struct LossWords {
  /// Whether automatic refunds count like lost orders.
  let includeRefunds: Bool
  private let language: Language

  init(_ share: Share, _ language: Language) {
    (includeRefunds, self.language) = (share != .lost, language)
  }

  /// What reports call it in a sentence.
  var orders: String {
    includeRefunds ? language("lost or auto-refunded orders") : language("lost orders")
  }

  /// Over an axis of a chart.
  var axis: String {
    includeRefunds
      ? language("lost or auto-refunded orders per mille of charges")
      : language("lost orders per mille of charges")
  }

  /// Over an axis of differences.
  var axisOfDifferences: String {
    includeRefunds
      ? language("difference of lost or auto-refunded orders per mille")
      : language("difference of lost orders per mille of charges")
  }

  /// The same, with the design whose share is subtracted.
  func less(_ design: String) -> String {
    includeRefunds
      ? language("lost or auto-refunded per mille, less those of {0}", design)
      : language("lost orders per mille of charges, less those of {0}", design)
  }

  /// Over the column of differences, in text and on a page.
  var difference: (text: String, page: String) {
    includeRefunds
      ? (language("B − A\nlost or\nref. ‰"), language("B − A, lost or auto-refunded ‰"))
      : (language("B − A\nlost\n‰"), language("B − A, lost ‰"))
  }

  /// Over the designs of a table that has a column for each product.
  var byProduct: String {
    includeRefunds ? language("lost or auto-refunded\n‰ by product") : language("lost ‰ by product")
  }

  /// What a number is, where it includes refunds.
  var note: [String] {
    includeRefunds
      ? [language("Lost here includes orders that Play refunded before the right goods came.")] : []
  }

  /// What a picture of lost orders alone leaves out.
  var missing: [String] {
    includeRefunds
      ? [
        language(
          "What Play refunded by itself is not here; 'lostorder attribute' tells where those orders would"
            + " have been lost.")
      ] : []
  }

  /// What a user who lost an order is, where that includes refunds.
  var legendOfPairs: [String] {
    includeRefunds
      ? language(
        "Lost here includes auto-refunded: a user whose money Play gave back before the right goods"
          + " came has\n"
          + "lost the order too, and a design under which more of them are refunded is no better."
      ).lines : []
  }
}
