import Experiments
import JSONText
import PurchaseWorld
import Statistics

/// The pairs of designs that are compared as parts of a summary.
enum PairJSON {
  /// One pair.
  static func output(_ comparison: ComparisonFinding) -> JSONOutput {
    let users = comparison.users
    var members: [JSONOutput.Member] = [
      .init("first", .string(comparison.first)), .init("second", .string(comparison.second)),
      .init("lostRate", TallyJSON.interval(comparison.difference)),
      .init(
        "users",
        [
          "both": .integer(users.both), "onlyFirst": .integer(users.onlyFirst),
          "onlySecond": .integer(users.onlySecond), "neither": .integer(users.neither),
        ]),
    ]
    if let losers = comparison.losers {
      members.append(
        .init(
          "drawn",
          .array(
            comparison.drawn.map { drawn in
              .array([drawn.both, drawn.onlyFirst, drawn.onlySecond].map { .integer($0) })
            })))
      members.append(.init("losers", TallyJSON.interval(losers)))
    }
    return .object(
      members + [
        .init("p", TallyJSON.share(comparison.pValue)),
        .init("adjustedP", TallyJSON.share(comparison.adjustedPValue)),
        .init("fewer", comparison.fewer.map { .string($0) } ?? .null),
        .init(
          "flips",
          [
            "onlyFirst": flips(comparison.flipsOfFirst),
            "onlySecond": flips(comparison.flipsOfSecond),
          ]),
      ])
  }

  /// The users by how their first lost charge ended, in the order in which these ways first occur.
  private static func flips(_ flips: [Flip]) -> JSONOutput {
    var fates: [Fate] = []
    for flip in flips where !fates.contains(flip.fate) { fates.append(flip.fate) }
    return .array(
      fates.map { fate in
        let users = flips.filter { $0.fate == fate }.map { TallyJSON.user($0.user) }
        return .object(members(fate) + [.init("users", .array(users))])
      })
  }

  private static func members(_ fate: Fate) -> [JSONOutput.Member] {
    let outcome = [JSONOutput.Member("outcome", .string(fate.name))]
    guard case .lost(let kind, let point) = fate else { return outcome }
    return outcome + [
      .init("kind", .string(kind.rawValue)), .init("dropPoint", .string(point.rawValue)),
    ]
  }
}
