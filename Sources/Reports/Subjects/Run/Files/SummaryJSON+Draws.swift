import Methods
import Experiments
import JSONText
import Scenarios
import Statistics

/// Ranges that the draws of a scenario leave open.
extension SummaryJSON {
  static let draws: [Member<ParameterDrawFindings, Never>] = [
    .count("sets", "number of draws in the scenario") { $0.declaredDraws },
    .count("played", "number of simulated draws") { $0.simulatedDraws },
    .count("users", "users simulated under every design, in each draw") { $0.users },
    Member("cut", .words(Interruption.names.sorted()), "why not all draws were simulated") {
      $0.interruption.map { .string($0.name) }
    }.optional,
    .list("designs", of: openDesign, "in scenario order") { draws in
      draws.designs.map { ($0, draws.shares) }
    },
    .list("pairs", of: openPair, "compared pairs") { $0.pairs },
  ]

  private typealias OpenDesign = (
    design: ParameterDrawFindings.DesignFindings, shares: [ShareMetric]
  )

  private static let openDesign: [Member<OpenDesign, Never>] =
    [.text("name") { $0.design.name }]
    + [ShareMetric.lostOrAutoRefunded, .lost, .lostSale, .doubleCharge].map { share in
      Member(share.row.name, .orNull(open(.share).form())) { source in
        source.shares.firstIndex(of: share).map { place in
          .some(source.design.variations[place]) { open(.share).output(of: $0) }
        }
      }.optional
    }

  private static let openPair: [Member<ParameterDrawFindings.PairFindings, Never>] = [
    .text("first") { $0.first }, .text("second") { $0.second },
    .count("fewer", "draws in which the second loses fewer") { $0.fewer },
    .count("more", "draws in which the second loses more") { $0.more },
    Member("difference", .orNull(open(.difference).form()), "of the second minus that of the first")
    { pair in .some(pair.difference) { open(.difference).output(of: $0) } },
  ]

  /// A number over the draws: a share, or a difference of shares.
  private static func open(_ number: MemberSchema) -> [Member<
    ParameterDrawFindings.ParameterDrawVariation, Never
  >] {
    [
      Member("low", number, "of the middle 95 of 100 draws, without sampling error") {
        .share($0.range.low)
      }, Member("high", number) { .share($0.range.high) },
      Member("mean", number, "over the draws") {
        .share($0.values.reduce(0, +) / Double($0.values.count))
      },
      Member("deviation", .number, "the standard deviation between draws, without sampling error") {
        .share($0.deviation)
      },
      Member(
        "luck", .number, "the standard deviation of the sampling error, which is removed"
      ) { .share($0.noise) },
    ]
  }
}
