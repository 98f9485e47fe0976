import JSONText
package import Scenarios

/// Table columns, by their head without the unit. A column named like an ending of a charge is
/// explained by that ending.
extension Explanation {
  /// Everything that `explain` covers, by group, table columns included.
  package static let allWithColumns: [Explanation] = Group.allCases.flatMap { group in
    (all + columns).filter { $0.group == group }
  }

  static let columns: [Explanation] =
    (ofMetrics.map { ($0, $1) } + named(ShareMetric.columns)).map { name, metric in
      let row = Metric.rows.first { $0.name == metric }
      return column(name, row?.meaning ?? metric, [("metric", .verbatim(metric))])
    } + others.map { column($0, $1, []) }

  private static func column(
    _ name: String, _ meaning: String, _ facts: [(name: Phrase, text: Phrase?)]
  ) -> Explanation {
    var explanation = Explanation(name, .column, meaning, facts, otherwise: .verbatim("Reports"))
    explanation.aliases = [name, "the same " + name]
    return explanation
  }

  /// Columns that show a metric.
  private static let ofMetrics: KeyValuePairs<String, String> = [
    "auto-refunded": "autoRefundedRate", "after goods": "autoRefundedAfterDeliveryRate",
    "mis-delivered": "misdeliveredRate", "duplicate deliveries": "duplicateRate",
    "lost sales": "lostSaleRate",
    "double charges": "doubleChargeRate", "median time": "deliveryP50", "p99 time": "deliveryP99",
    "bad debt": "badDebt", "lost revenue": "lostRevenue",
  ]

  /// Names of share metrics whose column has the metric's name and no other explanation.
  static func named(_ shares: [ShareMetric]) -> [(String, String)] {
    shares.map(\.row).filter { row in
      !ofMetrics.contains { $0.value == row.name } && !all.contains { $0.name == row.words }
    }.map { ($0.words, $0.name) }
  }

  /// All other columns, each with its meaning.
  private static let others: KeyValuePairs<String, String> = [
    "charges": "number of charges; most columns are shares of it",
    "interval":
      "confidence interval of a share: about 95 of 100 such intervals contain the true share",
    "open":
      "range of a share over 95 of 100 draws of the scenario; every draw agrees with the data",
    "±": "half of the interval's width",
    "B − A": "share of design B minus the share of design A, for the same users",
    "both": "users who lost an order under both designs",
    "only A": "users who lost an order only under design A",
    "only B": "users who lost an order only under design B",
    "neither": "users who lost no order under either design",
    "p": "probability that chance alone makes the counts of users at least this uneven (McNemar)",
    "p (Holm)": "the same probability, adjusted for all pairs of the run",
    "fewer losses under": "design under which fewer users lose an order, if the sample decides it",
    "charged": "amount that the store charged, in minor units",
    "refunded by itself": "amount that the store refunded automatically, in minor units (G10)",
    "one item": "the product stands for one item",
    "expected": "whether the case ended as expected",
    "logged": "moment that clients log, named as in the articles",
    "abnormal users":
      "users with a logged failure, retry, transaction without an item, or ticket",
    "recovered that day": "amount of orders delivered by a retry or a later launch, in minor units",
    "published": "published success rate of each retry",
    "axes": "number of axes on which the design differs from the defaults",
    "same": "number of other designs with the same results",
    "least": "whether its lost orders are too close to the fewest to be distinguished",
    "replay": "command that replays the user",
  ]
}
