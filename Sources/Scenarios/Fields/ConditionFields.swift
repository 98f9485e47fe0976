import EventEngine
import JSONText
package import PurchaseWorld

/// The keys of `device`, `store`, `backend` and `behavior`.
package enum ConditionFields {
  package static let device: [Field<DeviceConditions>] = [
    .distribution("launch", \.launch, "the time from opening the app until it is ready")
  ]

  package static let store: [Field<StoreConditions>] = [
    .distribution(
      "processing", \.processing,
      "the time from the user's confirmation on the payment sheet to the charge (S2)"),
    .distribution(
      "callback", \.callback,
      "the time from a change of a transaction in the store to the callback to the app (S1)"),
    .chance(
      "repurchaseReplays", \.repurchaseReplayProbability,
      "the probability that the store calls a purchase back if it blocks a second one (S5)"),
    .boolean(
      "redeliversOnForeground", \.redeliversOnForeground,
      "whether a return from the background causes the same callbacks as a launch (S3)"),
    .boolean(
      "survivesNewDevice", \.unfinishedSurviveNewDevice,
      "whether unfinished transactions appear on a new device (S3)"),
    .boolean(
      "usesLink", \.confirmationNeedsNetwork,
      "whether a payment fails if the user confirms it while the network is down (D3)"),
    .chance(
      "echo", \.echoProbability,
      "the probability that `updates` repeats a purchase that the purchase call returned (K3)"),
    Field(
      "echoAfter", .duration, \.echoAfter,
      "the time from the end of the purchase call to the repetition by `updates` (K3)"),
    Field(
      "acknowledgeWithin", .durationAboveZero, \.acknowledgeWithin,
      "the time after which Play refunds an unacknowledged, unconsumed purchase (G10)"),
    Field(
      "approvalExpires", .durationAboveZero, \.approvalTimeLimit,
      "the time after which another person can no longer approve a purchase (S9)"),
  ]

  package static let backend: [Field<BackendConditions>] = [
    .distribution(
      "order", \.order, "the round-trip time of a request for an order or for records (B1, C3)"),
    .distribution(
      "verify", \.verify, "the round-trip time of a verification, without the store's check (B3)"),
    .distribution("storeCheck", \.storeCheck, "the time of the store's check of a receipt (B3)"),
    Field(
      "capacity", .capacity, \.capacity,
      "the capacity of a backend that all users share; without it, no user waits for another (B11)"
    ).withoutCases(expecting: "a scenario with many users"),
  ]

  package static let behavior: [Field<Behavior>] = [
    .distribution(
      "starts", \.startDelay, "the time from the start of the run to the first opening of the app"),
    .distribution("browse", \.browse, "the time from when the app is ready to the tap on Buy"),
    Field(
      "between", .distribution, \.between,
      "the time between the taps of two purchases in one visit; without it, each has its own visit"
    ).withoutCases(expecting: plan),
    .distribution(
      "sheet", \.sheet, "the time from when the payment sheet appears to the user's decision (S2)"),
    .chance(
      "cancels", \.cancelProbability, "the probability that a user cancels on the payment sheet"
    ).withoutCases(expecting: plan),
    .chance(
      "reconsiders", \.retapProbability, "the probability that a user who cancelled taps again"
    ).withoutCases(expecting: plan),
    .distribution(
      "patience", \.patience, "how long a user tolerates a spinner before killing the app (P2)"),
    .distribution(
      "reopens", \.reopeningDelay,
      "the time from the end of the app's process until the user reopens the app"),
    .distribution("login", \.login, "how long a login takes (B2)"),
    .distribution("dwell", \.dwell, "how long a visit lasts after its last tap"),
    .distribution(
      "waits", \.deliveryWait,
      "how long a user who has paid waits for the goods before leaving (P4)"),
    // With a gap of 0 the visits would never end.
    Field(
      "gap", .distribution(least: .seconds(1)), \.visitInterval,
      "the time from the start of one visit to the start of the next (P4)"),
    .chance(
      "neverReturns", \.neverReturningShare, "the share of users who never open the app again"),
    .chance(
      "evicted", \.evictionProbability,
      "the probability that the system ends the app's process after a visit"),
    .integer("accounts", 1...10, \.accountCount, "the number of accounts on the device"),
    .chance(
      "guests", \.guestShare, "the share of users who are not logged in at their first visit (C10)"),
    .distribution(
      "guestLogin", \.guestLogin, "the time from a guest's first charge to the login (C10)"),
    .distribution(
      "notices", \.noticeDelay, "the time from the charge until the user notices missing goods (P3)"
    ),
    Field(
      "reacts", .reactions, \.reactions,
      "the reactions of users to missing goods, with their shares (P3)"),
    .integer(
      "reactions", 0...10, \.maxReactions, "the maximum number of reactions per intent (P3)"),
    .chance(
      "usesRecoveryPage", \.recoveryPageProbability,
      "the probability that a user who sees the recovery page retries a delivery there (C9)"),
    .chance(
      "supportResolves", \.supportResolutionProbability,
      "the probability that support delivers the goods after a ticket (P3)"),
    .distribution(
      "supportAfter", \.supportAfter,
      "the time from the ticket to support's delivery; omitted if the goods have arrived (P3)"),
  ]

  /// What a case expects instead: its plan states the taps and the decisions of the user.
  private static let plan: Phrase = "taps and decisions in 'plan'"
}

extension FileValue {
  /// Reads the shares of the reactions: probabilities that add up to 1.
  ///
  /// If `nothing` is missing, it gets the remaining share.
  fileprivate func reactions() -> Reactions? {
    guard let draft = read(ReactionDraft.fields, ReactionDraft()) else { return nil }
    var reactions = Reactions()
    reactions.shares = draft.shares.map { $0 ?? 0 }
    if draft.shares[0] == nil { reactions.shares[0] = max(0, 1 - reactions.shares.reduce(0, +)) }
    let sum = reactions.shares.reduce(0, +)
    if abs(sum - 1) <= 1e-9 { return reactions }
    return reportSemanticProblem(
      "the shares add up to \(sum.words)", expected: "shares that add up to 1")
  }
}

/// The shares of the reactions during reading, in the order of the kinds.
private struct ReactionDraft {
  var shares: [Double?] = Reactions.Kind.allCases.map { _ in nil }

  static let fields: [Field<ReactionDraft>] = Reactions.Kind.allCases.enumerated().map {
    index, kind in
    Field(kind.rawValue, .probability, "the share of this reaction") { value, draft in
      draft.shares[index] = value.chance()?.probability
    }
  }
}

extension ValueFormat<Reactions> {
  static var reactions: ValueFormat {
    ValueFormat(
      .other("an object of shares"),
      shape: .named("reacts", .object(KeySet(ReactionDraft.fields, ReactionDraft()))),
      write: { reactions in
        .object(
          zip(Reactions.Kind.allCases, reactions.shares).map { .init($0.rawValue, .number($1)) })
      }, read: { $0.reactions() })
  }
}
