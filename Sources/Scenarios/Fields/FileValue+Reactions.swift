import EventEngine
import JSONText
import PurchaseWorld

extension FileValue {
  /// Reads the shares of the reactions: each is a probability, and together they are 1.
  ///
  /// Without `nothing` it is what the others leave.
  func reactions() -> Reactions? {
    var draft = ReactionDraft()
    guard read(ReactionDraft.fields, into: &draft) else { return nil }
    let others = draft.shares.dropFirst().reduce(0) { $0 + ($1 ?? 0) }
    var reactions = Reactions()
    reactions.shares = draft.shares.map { $0 ?? 0 }
    if draft.shares[0] == nil { reactions.shares[0] = max(0, 1 - others) }
    let sum = reactions.shares.reduce(0, +)
    if abs(sum - 1) <= 1e-9 { return reactions }
    report(meaning: "the shares add up to \(sum.words)", expected: "shares that add up to 1")
    return nil
  }
}

/// The shares of the reactions while they are read, in the order of the kinds.
struct ReactionDraft {
  var shares: [Double?] = Reactions.Kind.allCases.map { _ in nil }

  static let fields: [Field<ReactionDraft>] = Reactions.Kind.allCases.enumerated().map {
    index, kind in
    Field(kind.rawValue, .probability, "the share of this reaction") { value, draft in
      draft.shares[index] = value.chance()?.probability
    }
  }
}

extension Reactions {
  /// The shares as the format writes them.
  var output: JSONOutput {
    .object(zip(Kind.allCases, shares).map { .init($0.rawValue, .number($1)) })
  }
}
