package import JSONText
package import PurchaseWorld

/// The axes of a design, each declared once: path, values, meaning. The defaults are those of
/// `Design`.
package enum DesignAxes {
  /// The axes in the order of section 5.
  package static let all: [Field<Design>] = client + records + binding + delivery + server

  /// The groups whose axes can be nested, such as `records`.
  static let groups: [(name: String, summary: String)] = [
    ("records", "what the client stores about an intent"),
    ("binding", "how the client binds a transaction to an item and an account"),
    ("retry", "how the client retries failed deliveries"),
    ("server", "how the backend verifies charges and delivers goods"),
  ]

  private static let client: [Field<Design>] = [
    .word("store", \.store, "the store that sells the products"),
    .set(
      "sources", \.routes, "the routes by which the client receives purchases (K3, G3)",
      ("result", .result, "the result of the awaited purchase call or of the flow (K2, G3)"),
      (
        "updates", .updates,
        "the purchases from elsewhere that the store reports on its own (K3, G3)"
      ),
      (
        "launchQuery", .launchQuery,
        "a query for unfinished purchases at every attachment (K3, G3)"
      ),
      (
        "resumeQuery", .resumeQuery,
        "the same query, also at each return from the background and when a sheet closes (K3, G2)"
      )),
    .word("timing", \.timing, "whether the client creates the order before or after the payment"),
    .word(
      "orderRequest", \.orderRequest,
      "purchase-first: whether the order is a separate request or part of the verification (C7)"),
    .word(
      "payload", \.payload,
      "what the client passes to the store and gets back; 'order' needs order-first"),
  ]

  private static let records: [Field<Design>] = [
    .word(
      "records.in", \.records.place,
      "where records are stored; on the 'server' each write and read is a request (D1, D2, C3)"),
    .set(
      "records.at", \.records.at, "when records are written (C3)",
      ("payment", .payment, "at `addPayment`, before the sheet is shown (C3, S1)"),
      (
        "purchasing", .purchasing,
        "at the `purchasing` callback, unless the app process has died since the tap (C3)"
      ),
      (
        "purchased", .purchased,
        "at the `purchased` callback, with the item and account found (C3)"
      )),
    .word(
      "records.key", \.records.key,
      "how a record is found: in a single slot, by product, or by payload (C5)"),
    .word(
      "records.match", \.records.match, "which record identifies the item if several match (C5)"),
    .set(
      "records.clearOn", \.records.clearOn, "the failure codes that clear a record (C4)",
      (
        "cancelled", .cancelled,
        "a cancel, or an interruption that is reported as a cancel (C4, S7)"
      ),
      ("error", .error, "an error, or an interruption that is reported as an error (C4, S7)")),
  ]

  private static let binding: [Field<Design>] = [
    .words(
      "binding.item", \.binding.itemSources, "the sources of the item, tried in this sequence (C5)"),
    .words(
      "binding.account", \.binding.accountSources,
      "the sources of the account, tried in this sequence (C5)"),
    Field(
      "binding.recordWindow", .orNull(.duration), \.binding.recordWindow,
      "the maximum age of a record at the charge; null for no limit (C5)"),
    .word(
      "binding.otherAccount", \.binding.otherAccount,
      "what happens if the account of the transaction is not logged in (C5)"),
    .word(
      "binding.unbound", \.binding.unbound, "what happens to a transaction without an item (C5)"),
  ]

  private static let delivery: [Field<Design>] = [
    .word(
      "finish", \.finish,
      "when a transaction is finished (C6, C7); 'afterVerification' is not allowed if 'server.verification' is"
        + " 'asynchronous'"),
    .word("onRejection", \.onRejection, "what the client does after a rejected verification (C7)"),
    .word("onFailed", \.onFailed, "what the client does after a failed purchase (C4)"),
    .word("onDeferred", \.onDeferred, "what the client does after a deferred purchase (C11)"),
    .word(
      "unverified", \.unverified,
      "what the client does with a purchase whose signature the device cannot check (K12)"),
    .word("acknowledge", \.acknowledge, "when the client acknowledges a purchase (G10)"),
    .word(
      "onAlreadyOwned", \.onAlreadyOwned,
      "what the client does if the product is already owned (G5)"),
    .word(
      "reconnect", \.reconnect,
      "what the client does after it loses the connection to the billing service (G12)"),
    .word("observer", \.observer, "when the client attaches its observer to the store (S3)"),
    .boolean(
      "ledger", \.hasLedger, "whether the client keeps a list of delivered transactions (C5)"),
    .word(
      "queue", \.deliveryConcurrency,
      "whether each transaction or each callback has its own delivery task (C7)"),
    Field(
      "retry.delays", .list(of: .duration), \.retry.delays,
      "the delays between tries; n delays allow n + 1 tries (C7)"),
    .word(
      "retry.jitter", \.retry.jitter,
      "the random part of each delay, so that clients do not all retry at once (C7)"),
    .boolean(
      "retry.repeatLast", \.retry.repeatsLastDelay,
      "whether the last delay, which must be above 0, is repeated without end (C7)"),
    Field(
      "retry.budget", .orNull(.number(0...1)), \.retry.budgetRefill,
      "the retries that each success adds to a process's initial four; null for no limit (C7)"),
    .word(
      "retry.afterRefusal", \.retry.afterRefusal,
      "what the client does after an overloaded backend has refused a request (B12)"),
    Field(
      "retry.timeout", .durationAboveZero, \.retry.timeout,
      "how long the client waits for a reply (C7)"),
    .set(
      "retry.resumeOn", \.retry.resumeOn, "the events that trigger a retry of waiting records (C8)",
      ("launch", .launch, "at every launch, after the callbacks of the attachment (C8)"),
      ("foreground", .foreground, "when the app returns from the background (C8)"),
      ("network", .network, "when the link is up again (C8)")),
    .word("retry.then", \.retry.onExhaustion, "what happens when the tries are used up (C7, C9)"),
    .word(
      "ui", \.purchasePage, "whether a spinner covers the app until the end of the delivery (P2)"),
    .word(
      "repurchase", \.repurchase,
      "what a tap does while an earlier purchase of its product is unfinished (C1)"),
    .boolean(
      "recognisesExpiry", \.recognisesExpiry,
      "whether the client recognises the answer that its token has expired (B2)"),
    .word("guest", \.guest, "whether users can buy before they log in (C10)"),
  ]

  private static let server: [Field<Design>] = [
    .word(
      "server.verification", \.backend.verification,
      "whether the backend answers after the store's check or before it (B3)"),
    .integer(
      "server.attempts", 1...1_000, \.backend.attemptCount,
      "the maximum number of asynchronous checks (B3)"),
    Field(
      "server.attemptInterval", .duration, \.backend.attemptInterval,
      "the time between asynchronous checks (B3)"),
    .word(
      "server.onCheckError", \.backend.onCheckError, "how the backend treats a failed check (B3)"),
    .word("server.entry", \.backend.entry, "which entry of the receipt the backend uses (B4)"),
    .boolean(
      "server.checksProduct", \.backend.checksProduct,
      "whether the backend rejects an entry of another product (B4)"),
    .word(
      "server.dedupe", \.backend.dedupe,
      "the key of deduplication: what makes two requests the same delivery (B5)"),
    .boolean(
      "server.lateOrder", \.backend.allowsLateOrder,
      "whether the backend finds or creates an order for a request without one (B6)"),
    .boolean(
      "server.notifications", \.backend.receivesNotifications,
      "whether the store notifies the backend of every charge and refund (B8, S10)"),
    Field(
      "server.reconciliation", .orNull(.durationAboveZero), \.backend.reconciliation,
      "the period at which the backend fetches undelivered charges; null for never (B9)"),
    .word(
      "server.completes", \.backend.completion,
      "what the backend does with a purchase when it delivers the goods (B10)"),
  ]

  /// The stores to which an axis applies.
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
  /// The stores to which the axis applies; for other stores it has no effect.
  package var stores: [Design.StoreKind] { DesignAxes.stores(of: name) }

  package func applies(to store: Design.StoreKind) -> Bool { stores.contains(store) }

  /// An axis that holds one word.
  fileprivate static func word<Value: AxisValue>(
    _ name: String, _ place: FieldKeyPath<Design, Value>, _ summary: String
  ) -> Field {
    Field(name, .word(\.word), place, summary).meaning(Value.allCases.map { ($0.word, $0.meaning) })
  }

  /// An axis that holds words in a significant order.
  fileprivate static func words<Value: AxisValue>(
    _ name: String, _ place: FieldKeyPath<Design, [Value]>, _ summary: String
  ) -> Field {
    Field(name, .list(of: .word, eachOnce: ""), place, summary)
      .meaning(Value.allCases.map { ($0.word, $0.meaning) })
  }

  /// An axis that holds a set of words, in any order.
  fileprivate static func set<Choices: SetAlgebra & Sendable>(
    _ name: String, _ place: FieldKeyPath<Design, Choices>, _ summary: String,
    _ members: (name: String, Choices, meaning: String)...
  ) -> Field where Choices.Element == Choices {
    let words = ValueFormat<[String]>.list(of: .choice(members.map(\.name)), eachOnce: "")
    let form = words.map(
      { words in Choices(members.filter { words.contains($0.name) }.map(\.1)) },
      back: { choices in members.filter { choices.contains($0.1) }.map(\.name) })
    return Field(name, form, place, summary).meaning(members.map { ($0.name, $0.meaning) })
  }
}

extension Design {
  /// The design as a scenario can declare it: its name, and the axes that differ from the defaults.
  package var declaration: JSONOutput {
    .object([JSONOutput.Member("name", .string(name))] + nonDefaultAxes)
  }

  /// The axes that differ from the defaults, with their dotted names.
  package var nonDefaultAxesOutput: JSONOutput { .object(nonDefaultAxes) }
  /// The number of axes that differ from the defaults; 0 is the simplest design.
  package var nonDefaultAxisCount: Int { nonDefaultAxes.count }

  /// The axes that differ from the defaults, with their values, and the update.
  package var nonDefaultAxes: [JSONOutput.Member] {
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

  /// The axes whose values differ between two designs.
  func axes(unlike other: Design) -> [Field<Design>] {
    DesignAxes.all.filter { $0.value(in: self) != $0.value(in: other) }
  }
}
