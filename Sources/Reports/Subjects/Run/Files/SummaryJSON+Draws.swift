import Methods
import Experiments
import JSONText
import Scenarios
import Statistics

/// What the draws of a scenario leave open.
extension SummaryJSON {
  static let draws: [Member<DrawsFindings, Never>] = [
    .count("sets", "how many the scenario has") { $0.sets },
    .count("played", "how many of them were") { $0.played },
    .count("users", "who met every design in each draw") { $0.users },
    Member("cut", .words(Cut.names.sorted()), "why not all were played") {
      $0.cut.map { .string($0.name) }
    }.optional,
    .list("designs", of: openDesign, "in the order of the scenario") { draws in
      draws.designs.map { ($0, draws.shares) }
    },
    .list("pairs", of: openPair, "those that are compared") { $0.pairs },
  ]

  private typealias OpenDesign = (design: DrawsFindings.DesignFindings, shares: [Share])

  private static let openDesign: [Member<OpenDesign, Never>] =
    [.text("name") { $0.design.name }]
    + [Share.lostOrAutoRefunded, .lost, .lostSale, .doubleCharge].map { share in
      Member(share.row.name, .orNull(open(.share).form())) { source in
        source.shares.firstIndex(of: share).map { place in
          .some(source.design.open[place]) { open(.share).written(of: $0) }
        }
      }.optional
    }

  private static let openPair: [Member<DrawsFindings.PairFindings, Never>] = [
    .text("first") { $0.first }, .text("second") { $0.second },
    .count("fewer", "draws in which the second loses fewer") { $0.fewer },
    .count("more", "draws in which it loses more") { $0.more },
    Member(
      "difference", .orNull(open(.difference).form()), "of the second minus that of the first"
    ) { pair in .some(pair.difference) { open(.difference).written(of: $0) } },
  ]

  /// What the draws say of a number: of a share, or of one less another.
  private static func open(_ number: Form) -> [Member<DrawsFindings.Open, Never>] {
    [
      Member("low", number, "of the middle 95 of 100 draws, without their luck") {
        .share($0.range.low)
      }, Member("high", number) { .share($0.range.high) },
      Member("mean", number, "over the draws") {
        .share($0.values.reduce(0, +) / Double($0.values.count))
      },
      Member("deviation", .number, "the standard deviation between draws, without their luck") {
        .share($0.deviation)
      },
      Member("luck", .number, "that of the luck of a draw, which is taken off") { .share($0.luck) },
    ]
  }
}
