package import Experiments
import JSONText
import Methods
import PurchaseWorld
import Scenarios
import Statistics

/// Tables of a run with a shared backend on every surface, beside that of designs.
package enum SharedBackendTables {
  static let all: [ReportTable<SharedBackendResults>] = [comparisons]

  /// Names of their files.
  package static let fileNames = all.fileNames()
  package static func fileContents(for results: SharedBackendResults) -> [String] {
    all.files(of: results)
  }

  private typealias Pair = (results: SharedBackendResults, found: SharedBackendComparison)

  /// The compared pairs, replication by replication.
  static let comparisons: ReportTable<SharedBackendResults> = ReportTable(
    "comparisons", { language in language("Paired differences") }, "pairs of designs",
    rows: { results in results.comparisons.map { (results, $0) } },
    legend: { results, language in
      language(
        "B compared with A for the same users: mean differences over the replications with their intervals.\n"
          + "A design is named if its interval decides it when widened so that all pairs hold jointly."
      ).lines + LossTerms(results.scenario.comparedShare, language).legendOfPairs
    },
    columns: [
      name("first", \.first) { language in language("design A") },
      name("second", \.second) { language in language("design B") },
      difference(\.difference, [.lost, .lostOrAutoRefunded]) {
        LossTerms($0.scenario.comparedShare, $1).difference.text
      },
      difference(\.lostSalesDifference, [.lostSale]) { _, language in
        language("lost sales\nB − A ‰")
      },
      ReportTableColumn<SharedBackendResults, Pair>([]) { _, language in
        [
          .counts(language("replications\nin which B\nloses fewer"), \.found.lowerReplicationCount),
          .counts(language("in which\nB loses\nmore"), \.found.more),
          .words(language("fewer\nlost under")) { pair in
            pair.found.lowerDesign.map { pair.results.scenario.designs[$0].name }
              ?? language("undecided")
          },
        ]
      },
    ])

  private static func name(
    _ key: String, _ place: any KeyPath<DesignPair, Int> & Sendable,
    _ head: @escaping @Sendable (Language) -> String
  ) -> ReportTableColumn<SharedBackendResults, Pair> {
    let name = { @Sendable (pair: Pair) in
      pair.results.scenario.designs[pair.found.pair[keyPath: place]].name
    }
    return ReportTableColumn([.text(key) { name($0) }]) { _, language in
      [.words(head(language), name)]
    }
  }

  /// The second design minus the first; of the lost-order shares, the one by which designs are
  /// compared.
  private static func difference(
    _ difference: any KeyPath<SharedBackendComparison, Estimate?> & Sendable,
    _ shares: [ShareMetric],
    _ head: @escaping @Sendable (SharedBackendResults, Language) -> String
  ) -> ReportTableColumn<SharedBackendResults, Pair> {
    let members = shares.map { share in
      let member = Member<Pair, Never>(
        share.row.name, .orNull(.interval(.extendedNumber)), "of the second minus that of the first"
      ) { pair in
        guard shares.count == 1 || share == pair.results.scenario.comparedShare else { return nil }
        return SharedBackendJSON.estimate(pair.found[keyPath: difference])
      }
      return shares.count == 1 ? member : member.optional
    }
    return ReportTableColumn(members) { results, language in
      [
        .numbers(head(results, language)) { pair in
          pair.found[keyPath: difference].map { NumberFormat.signedEstimate($0, language) } ?? "–"
        }
      ]
    }
  }
}
