import JSONText
package import Scenarios

/// The columns of tables, by what stands over them, without the unit. Those that are called like an ending
/// of a charge are explained by that.
extension Explanation {
  /// Everything that can be explained, by group: the columns of tables, too.
  package static let everything: [Explanation] = Group.allCases.flatMap { group in
    (all + columns).filter { $0.group == group }
  }

  static let columns: [Explanation] =
    (ofMetrics.map { ($0, $1) } + named(Share.columns)).map { name, metric in
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

  /// Those that tell a metric.
  private static let ofMetrics: KeyValuePairs<String, String> = [
    "auto-refunded": "autoRefundedRate", "after goods": "autoRefundedAfterDeliveryRate",
    "mis-delivered": "misdeliveredRate", "dupli-cates": "duplicateRate",
    "lost sales": "lostSaleRate",
    "double charges": "doubleChargeRate", "median time": "deliveryP50", "p99 time": "deliveryP99",
    "bad debt": "badDebt", "lost revenue": "lostRevenue",
  ]

  /// The metrics of shares whose column is called like the metric, and like nothing else that is explained.
  static func named(_ shares: [Share]) -> [(String, String)] {
    shares.map(\.row).filter { row in
      !ofMetrics.contains { $0.value == row.name } && !all.contains { $0.name == row.words }
    }.map { ($0.words, $0.name) }
  }

  /// The others, each with its meaning.
  private static let others: KeyValuePairs<String, String> = [
    "charges": "how many charges were made, of which most columns tell a share",
    "interval": "where a share lies: of so many such intervals, 95 of 100, hold it",
    "open":
      "where a share lies over the draws of a scenario, which all agree with the data: 95 of 100",
    "±": "half the width of the interval",
    "B − A": "the share of design B less that of design A, over the same users",
    "both": "users who lost an order under both designs",
    "only A": "users who lost an order under design A alone",
    "only B": "users who lost an order under design B alone",
    "neither": "users who lost an order under neither design",
    "p": "how often chance alone would make counts of users so uneven, or more (McNemar)",
    "p (Holm)": "the same, adjusted for all pairs of the run",
    "fewer lose under": "the design under which fewer users lose an order, where that is decided",
    "charged": "what the store took, in minor units",
    "refunded by itself": "what the store gave back by itself, in minor units (G10)",
    "one-to-one": "the product stands for one item",
    "expected": "whether the case ended as it says",
    "logged": "a moment that clients log, by its name in the articles",
    "abnormal users":
      "users who logged a failure, a retry, a transaction without an item or a ticket",
    "recovered that day": "minor units of the orders that a retry or a later launch brought back",
    "published": "the ladder of retries that somebody published",
    "axes": "on how many axes the design is away from the defaults",
    "same": "how many other designs have the same numbers",
    "least": "whether the users cannot tell its lost orders from the fewest",
    "replay": "the command that plays the user again",
  ]
}
