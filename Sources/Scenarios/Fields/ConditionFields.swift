import EventEngine
import JSONText
package import PurchaseWorld

/// The keys of `device`, `store`, `backend` and `behavior`.
package enum ConditionFields {
  package static let device: [Field<DeviceConditions>] = [
    .distribution("launch", \.launch, "from the opening of the app to its readiness")
  ]

  package static let store: [Field<StoreConditions>] = [
    .distribution(
      "processing", \.processing, "from the confirmation of a sheet to the charge (S2)"),
    .distribution("callback", \.callback, "from a change in the store to the callback (S1)"),
    .chance(
      "repurchaseReplays", \.repurchaseReplays,
      "how often a blocked second purchase calls the old transaction back (S5)"),
    .boolean(
      "redeliversOnForeground", \.redeliversOnForeground,
      "whether a return from the background calls back like a launch (S3)"),
    .boolean(
      "survivesNewDevice", \.survivesNewDevice,
      "whether unfinished transactions appear on a new device (S3)"),
    .boolean("usesLink", \.usesLink, "whether a confirmation needs the user's link (D3)"),
    .chance(
      "echo", \.echo, "how often `updates` speaks of a purchase that its call has returned too (K3)"
    ),
    Field("echoAfter", .duration, \.echoAfter, "from the call's end to that echo (K3)"),
    Field(
      "acknowledgeWithin", .durationAboveZero, \.acknowledgeWithin,
      "after how long Play refunds what was neither acknowledged nor consumed (G10)"),
    Field(
      "approvalExpires", .durationAboveZero, \.approvalExpires,
      "after how long an approval can no longer be given (S9)"),
  ]

  package static let backend: [Field<BackendConditions>] = [
    .distribution(
      "order", \.order, "the round trip of a request for an order or for records (B1, C3)"),
    .distribution("verify", \.verify, "the round trip of a verification, without the check (B3)"),
    .distribution("storeCheck", \.storeCheck, "the store's check of a receipt (B3)"),
    Field(
      "capacity", .capacity, \.capacity,
      "what one backend can do for all users at once; without it nobody waits for another (B11)"
    ).withoutCases(wanting: "many users: one alone waits for nobody"),
  ]

  package static let behavior: [Field<Behavior>] = [
    .distribution("starts", \.starts, "from the start of the run to the first opening of the app"),
    .distribution("browse", \.browse, "from the app's readiness to the tap"),
    Field(
      "between", .distribution, \.between,
      "from one purchase's tap to the next in the same visit; without it each has its own visit"
    ).withoutCases(wanting: plan),
    .distribution("sheet", \.sheet, "from the sheet's appearance to the user's decision (S2)"),
    .chance("cancels", \.cancels, "how often a user cancels on the sheet")
      .withoutCases(wanting: plan),
    .chance("reconsiders", \.reconsiders, "how often a user who cancelled taps again")
      .withoutCases(wanting: plan),
    .distribution("patience", \.patience, "how long a spinner may turn (P2)"),
    .distribution("reopens", \.reopens, "from a death of the process to the reopening"),
    .distribution("login", \.login, "how long a login takes (B2)"),
    .distribution("dwell", \.dwell, "how long a visit lasts after its last tap"),
    .distribution(
      "waits", \.waits, "how long a user who has just paid looks for the goods before leaving (P4)"),
    // Visits that lie no time apart would never end.
    .distribution(
      "gap", least: .seconds(1), \.gap, "from the start of one visit to the start of the next (P4)"),
    .chance("neverReturns", \.neverReturns, "the share of users who never open the app again"),
    .chance("evicted", \.evicted, "how often the system ends the process after a visit"),
    .integer("accounts", 1...10, \.accounts, "the accounts on the device"),
    .chance(
      "guests", \.guests, "the share of users who are not logged in when they first come (C10)"),
    .distribution("guestLogin", \.guestLogin, "from a guest's first charge to the login (C10)"),
    .distribution("notices", \.notices, "from the charge to noticing that goods are missing (P3)"),
    Field("reacts", .reactions, \.reacts, "what a user does about missing goods (P3)"),
    .integer("reactions", 0...10, \.reactions, "how many reactions one intent can have (P3)"),
    .chance(
      "usesRecoveryPage", \.usesRecoveryPage,
      "how often a user who sees the recovery page tries from there (C9)"),
    .chance(
      "supportResolves", \.supportResolves, "how often a ticket ends in a delivery by hand (P3)"),
    .distribution(
      "supportAfter", \.supportAfter,
      "from the ticket to that delivery, which is made if the goods have not come by then (P3)"),
  ]

  /// What a case has instead: its plan says when the user taps and what they decide.
  private static let plan: Phrase = "taps and decisions in 'plan'"
}

extension FileValue {
  /// Reads the shares of the reactions: each is a probability, and together they are 1.
  ///
  /// Without `nothing` it is what the others leave.
  fileprivate func reactions() -> Reactions? {
    var draft = ReactionDraft()
    guard read(ReactionDraft.fields, into: &draft) else { return nil }
    let others = draft.shares.dropFirst().reduce(0) { $0 + ($1 ?? 0) }
    var reactions = Reactions()
    reactions.shares = draft.shares.map { $0 ?? 0 }
    if draft.shares[0] == nil { reactions.shares[0] = max(0, 1 - others) }
    let sum = reactions.shares.reduce(0, +)
    if abs(sum - 1) <= 1e-9 { return reactions }
    return report(meaning: "the shares add up to \(sum.words)", expected: "shares that add up to 1")
  }
}

/// The shares of the reactions while they are read, in the order of the kinds.
private struct ReactionDraft {
  var shares: [Double?] = Reactions.Kind.allCases.map { _ in nil }

  static let fields: [Field<ReactionDraft>] = Reactions.Kind.allCases.enumerated().map {
    index, kind in
    Field(kind.rawValue, .probability, "the share of this reaction") { value, draft in
      draft.shares[index] = value.chance()?.probability
    }
  }
}

extension Form<Reactions> {
  static var reactions: Form {
    Form(
      .other("an object of shares"),
      shape: .named("reacts", .object(KeySet(ReactionDraft.fields, ReactionDraft()))),
      write: { reactions in
        .object(
          zip(Reactions.Kind.allCases, reactions.shares).map { .init($0.rawValue, .number($1)) })
      }, read: { $0.reactions() })
  }
}
