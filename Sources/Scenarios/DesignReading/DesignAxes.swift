package import JSONText
package import PurchaseWorld

/// The axes of a design, each declared once: path, values, meaning; defaults are those of `Design`.
package enum DesignAxes {
  /// The axes in the order of section 5.
  package static let all: [Field<Design>] = client + records + binding + delivery + server

  /// The groups whose axes can be given nested, such as `records`.
  static let groups: [(name: String, summary: String)] = [
    ("records", "what the client remembers"),
    ("binding", "how a transaction finds its item and its account"),
    ("retry", "how failed deliveries are tried again"), ("server", "what the backend does"),
  ]

  private static let client: [Field<Design>] = [
    .word("store", \.store, "the store that sells"),
    .set(
      "sources", \.sources,
      [
        ("result", .result, "what the awaited purchase call, or the flow, comes to (K2, G3)"),
        (
          "updates", .updates, "what the store tells by itself of purchases from elsewhere (K3, G3)"
        ),
        ("launchQuery", .launchQuery, "what is unfinished, asked at every attachment (K3, G3)"),
        (
          "resumeQuery", .resumeQuery,
          "the same, asked at every return from the background too, and when a sheet closes (K3, G2)"
        ),
      ], "the routes by which the client hears of purchases (K3, G3)"),
    .word("timing", \.timing, "when the order is created: before the payment or after it"),
    .word(
      "orderRequest", \.orderRequest,
      "purchase-first: an order request of its own, or part of the verification (C7)"),
    .word(
      "payload", \.payload, "what is handed to the store to get back; 'order' needs order-first"),
  ]

  private static let records: [Field<Design>] = [
    .word(
      "records.in", \.records.place,
      "where records live; on the 'server' each write and read is a request (D1, D2, C3)"),
    .set(
      "records.at", \.records.at,
      [
        ("payment", .payment, "at `addPayment`, before the sheet is shown (C3, S1)"),
        ("purchasing", .purchasing, "at the `purchasing` callback, in the process of the tap (C3)"),
        ("purchased", .purchased, "at the `purchased` callback, with what was bound (C3)"),
      ], "when records are written (C3)"),
    .word(
      "records.key", \.records.key,
      "one slot for everything, or found by product, or by the payload (C5)"),
    .word("records.match", \.records.match, "which record binds when several fit (C5)"),
    .set(
      "records.clearOn", \.records.clearOn,
      [
        ("cancelled", .cancelled, "a cancel, or an interruption that looks like one (C4, S7)"),
        ("error", .error, "an error, or an interruption that looks like one (C4, S7)"),
      ], "the codes of a failure that wipe a record (C4)"),
  ]

  private static let binding: [Field<Design>] = [
    .words("binding.item", \.binding.item, "where the item comes from, in this order (C5)"),
    .words("binding.account", \.binding.account, "where the account comes from (C5)"),
    Field(
      "binding.recordWindow", .orNull(.duration), \.binding.recordWindow,
      "how long before a charge a record may have been made; null for any time (C5)"),
    .word(
      "binding.otherAccount", \.binding.otherAccount,
      "what happens when the bound account is not logged in (C5)"),
    .word("binding.unbound", \.binding.unbound, "what happens without an item (C5)"),
  ]

  private static let delivery: [Field<Design>] = [
    .word(
      "finish", \.finish,
      "when a transaction is finished (C6, C7); 'asynchronous' excludes 'afterVerification'"),
    .word("onRejection", \.onRejection, "what a rejected verification leads to (C7)"),
    .word("onFailed", \.onFailed, "what a failed purchase leads to (C4)"),
    .word("onDeferred", \.onDeferred, "what a deferred purchase leads to (C11)"),
    .word(
      "unverified", \.unverified,
      "what is done with a purchase whose signature the device cannot check (K12)"),
    .word("acknowledge", \.acknowledge, "when the client acknowledges a purchase (G10)"),
    .word(
      "onAlreadyOwned", \.onAlreadyOwned, "what it leads to that a product is owned already (G5)"),
    .word("reconnect", \.reconnect, "what a lost connection to the service leads to (G12)"),
    .word("observer", \.observer, "when the observer is attached to the store (S3)"),
    .boolean("ledger", \.ledger, "whether the client remembers delivered transactions (C5)"),
    .word("queue", \.queue, "one delivery task a transaction, or one a callback (C7)"),
    Field(
      "retry.delays", .list(of: .duration), \.retry.delays,
      "the waits between tries: n are n + 1 tries (C7)"),
    .word(
      "retry.jitter", \.retry.jitter,
      "how much of each wait is left to luck, so that clients do not all come back at once (C7)"),
    .boolean(
      "retry.repeatLast", \.retry.repeatLast,
      "whether the last wait, then above 0, is repeated for ever (C7)"),
    Field(
      "retry.budget", .orNull(.number(0...1)), \.retry.budget,
      "the most retries that each success allows, beyond the first four of a process, by a bucket of"
        + " ten tokens; null for any (C7)"),
    .word(
      "retry.afterRefusal", \.retry.afterRefusal,
      "what a client does that a full backend has refused (B12)"),
    Field(
      "retry.timeout", .durationAboveZero, \.retry.timeout, "how long a reply is waited for (C7)"),
    .set(
      "retry.resumeOn", \.retry.resumeOn,
      [
        ("launch", .launch, "at every launch, after the callbacks of the attachment (C8)"),
        ("foreground", .foreground, "when the app comes back from the background (C8)"),
        ("network", .network, "when the link comes up again (C8)"),
      ], "when waiting records are tried again (C8)"),
    .word("retry.then", \.retry.ending, "what happens when the tries are used up (C7, C9)"),
    .word("ui", \.ui, "whether a spinner covers the app until the delivery (P2)"),
    .word("repurchase", \.repurchase, "what a tap does while something of its product waits (C1)"),
    .boolean(
      "recognisesExpiry", \.recognisesExpiry,
      "whether the client knows the answer that its token has expired (B2)"),
    .word("guest", \.guest, "whether users can buy before they log in (C10)"),
  ]

  private static let server: [Field<Design>] = [
    .word(
      "server.verification", \.server.verification,
      "whether the backend answers after the store's check or before it (B3)"),
    .integer(
      "server.attempts", 1...1_000, \.server.attempts,
      "how often an asynchronous check is tried (B3)"),
    Field(
      "server.attemptInterval", .duration, \.server.attemptInterval,
      "the time between asynchronous checks (B3)"),
    .word(
      "server.onCheckError", \.server.onCheckError, "what a check that fails is taken for (B3)"),
    .word("server.entry", \.server.entry, "which entry of the receipt counts (B4)"),
    .boolean(
      "server.checksProduct", \.server.checksProduct,
      "whether an entry of another product is rejected (B4)"),
    .word("server.dedupe", \.server.dedupe, "what makes two requests the same delivery (B5)"),
    .boolean(
      "server.lateOrder", \.server.lateOrder,
      "whether an order is looked up or made for a request without one (B6)"),
    .boolean(
      "server.notifications", \.server.notifications,
      "whether the store tells the backend of every charge and refund (B8, S10)"),
    Field(
      "server.reconciliation", .orNull(.durationAboveZero), \.server.reconciliation,
      "how often the backend fetches the charges it has not delivered; null for never (B9)"),
    .word(
      "server.completes", \.server.completes,
      "what the backend does with a purchase when it delivers (B10)"),
  ]

  /// The stores that read an axis.
  static func stores(of axis: String) -> [Design.StoreKind] {
    switch axis {
    case "sources": [.storeKit2, .playBilling]
    case "unverified": [.storeKit2]
    case "acknowledge", "onAlreadyOwned", "reconnect", "server.completes": [.playBilling]
    case "onFailed": [.storeKit1]
    default: Design.StoreKind.allCases
    }
  }
}

extension Field<Design> {
  /// The stores that read the axis; whatever the others sell, it says nothing.
  package var stores: [Design.StoreKind] { DesignAxes.stores(of: name) }

  package func isRead(by store: Design.StoreKind) -> Bool { stores.contains(store) }

  /// An axis that holds one word.
  fileprivate static func word<Value: AxisValue>(
    _ name: String, _ place: Place<Design, Value>, _ summary: String
  ) -> Field {
    Field(name, .word(\.word), place, summary).meaning(Value.allCases.map { ($0.word, $0.meaning) })
  }

  /// An axis that holds words in an order that matters.
  fileprivate static func words<Value: AxisValue>(
    _ name: String, _ place: Place<Design, [Value]>, _ summary: String
  ) -> Field {
    Field(name, .list(of: .word, eachOnce: ""), place, summary)
      .meaning(Value.allCases.map { ($0.word, $0.meaning) })
  }

  /// An axis that holds any of some members, in an order that does not matter.
  fileprivate static func set<Choices: SetAlgebra & Sendable>(
    _ name: String, _ place: Place<Design, Choices>,
    _ members: [(name: String, Choices, meaning: String)], _ summary: String
  ) -> Field where Choices.Element == Choices {
    let words = Form<[String]>.list(of: .choice(members.map(\.name)), eachOnce: "")
    let form = words.map(
      { words in Choices(members.filter { words.contains($0.name) }.map(\.1)) },
      back: { choices in members.filter { choices.contains($0.1) }.map(\.name) })
    return Field(name, form, place, summary).meaning(members.map { ($0.name, $0.meaning) })
  }
}

extension Design {
  /// The design as a scenario can declare it: its name, and the axes away from the defaults.
  package var declaration: JSONOutput {
    .object([JSONOutput.Member("name", .string(name))] + differing)
  }

  /// The axes on which the design is away from the defaults, under their dotted names.
  package var axesOutput: JSONOutput { .object(differing) }
  /// On how many axes the design is away from the defaults: 0 is as plain as can be.
  package var axesAway: Int { differing.count }

  /// The axes on which the design is away from the defaults, with their values, and its update.
  package var differing: [JSONOutput.Member] {
    if let client {
      let free = DesignAxes.all.filter { ClientDraft.isFree($0.name) }
      let order = scheduling == .inOrder ? nil : scheduling.rawValue
      return [.init("client", .string(client.name))]
        + (order.map { [.init("scheduling", .string($0))] } ?? [])
        + (interleaving.map { [.init("interleaving", .integer($0))] } ?? [])
        + free.members(of: self, unlike: Design(name: ""))
    }
    return DesignAxes.all.members(of: self, unlike: Design(name: ""))
      + (updateOutput.map { [.init("updates", $0)] } ?? [])
  }

  /// The axes on which the design is not like another.
  func axes(unlike other: Design) -> [Field<Design>] {
    DesignAxes.all.filter { $0.value(in: self) != $0.value(in: other) }
  }
}
