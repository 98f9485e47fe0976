import EventEngine
import JSONText
package import PurchaseWorld
import Scenarios

/// Words for all events of a trace; no other place contains them.
struct TraceText {
  let language: Language
  let catalog: Catalog
  let plannedIntents: [Intent]
  /// The user's planned faults: kind, and the fault with its parameters in words.
  let faults: [(kind: FaultKind, words: String)]
  var charges: [AnnotatedTrace.Charge] = []
  /// The store, whose rules apply.
  private(set) var store: Design.StoreKind
  /// Design after the app's update, if there is one (M1).
  var next: String?
  /// Text printed and stored by a team's own client, and the names of its calls.
  var lines: [String] = []

  /// Words after the app's update: the rules of another store may apply.
  func updated(to design: Design?) -> TraceText {
    var words = self
    words.store = design?.store ?? store
    return words
  }

  /// Event of a recorded moment, in words.
  func event(_ entry: Trace.Entry) -> TraceEvent {
    var event = makeEvent(of: entry.occurrence)
    (event.time, event.occurrence) = (entry.time, entry.occurrence)
    return event
  }

  /// Event of a shared outage, in words.
  func event(_ outage: Outage) -> TraceEvent {
    let lasts = NumberFormat.exact(outage.lasts)
    let text =
      outage.target == .backend
      ? language("outage of backend, lasts {0}", lasts)
      : language("outage of storeCheck, lasts {0}", lasts)
    return event(.fault, outage.actor, text, at: outage.start)
  }

  /// Charges that are lost by their state at the horizon, without an event of their own.
  /// - Parameter events: the events before.
  func losses(at horizon: Instant, after events: [TraceEvent]) -> [TraceEvent] {
    charges.compactMap { charge in
      guard case .lost(_, let point) = charge.outcome.status else { return nil }
      let dropped = Trace.Occurrence.dropped(transaction: charge.transaction, point)
      if events.contains(where: { $0.occurrence == dropped }) { return nil }
      let text = language(
        "{0} is lost at the end of the simulated time: {1}", name(charge.transaction),
        language.named(point.rawValue))
      return event(.drop, point.actor, text, point.rules, at: horizon)
    }
  }

  /// Event of a kind: actor, receiver, text and rules.
  private func event(
    _ kind: TraceEvent.Kind, _ actor: Participant, _ text: String, _ rules: [String] = [],
    at time: Instant = .start
  ) -> TraceEvent {
    TraceEvent(time: time, actor: actor, text: text, rules: rules.map(store.rule), kind: kind)
  }

  private func event(_ actor: Participant, _ text: String, _ rules: String...) -> TraceEvent {
    event(.plain, actor, text, rules)
  }

  private func event(
    _ actor: Participant, _ receiver: Participant, _ text: String, _ rules: String...
  ) -> TraceEvent {
    var message = event(.plain, actor, text, rules)
    message.receiver = receiver
    return message
  }

  /// Whether a charge is lost at its drop point, including charges rescued later.
  private func isLost(_ transaction: TransactionID, at point: DropPoint) -> Bool {
    charges.contains {
      guard $0.transaction == transaction else { return false }
      if case .lost(_, let last) = $0.outcome.status { return last == point }
      return $0.outcome.status == .rescued
    }
  }

  private func name(_ transaction: TransactionID) -> String { AnnotatedTrace.name(of: transaction) }
  /// Name of an intent in texts: its number.
  private func name(_ intent: IntentID) -> String { "\(intent.number + 1)" }
  private func item(_ item: ItemID) -> String { catalog.items[item.index].name }

  /// The item of a tap, and its product if the product is sold for several items.
  private func tap(_ intent: IntentID, isRepeated: Bool) -> String {
    let item = catalog.items[plannedIntents[intent.index].itemIndex]
    let (number, name, product) = (name(intent), item.name, catalog.products[item.productIndex])
    return switch (isRepeated, product.itemIndices.count > 1) {
    case (false, false): language("taps Buy (intent {0}: item {1})", number, name)
    case (true, false): language("taps Buy again (intent {0}: item {1})", number, name)
    case (false, true):
      language("taps Buy (intent {0}: item {1} of product {2})", number, name, product.name)
    case (true, true):
      language("taps Buy again (intent {0}: item {1} of product {2})", number, name, product.name)
    }
  }

  /// Accounts have letters; the account of a device belongs to no user (C10).
  static func holder(_ account: AccountID, _ language: Language) -> String {
    if account.isDevice { return language("the device") }
    return language("account {0}", String(UnicodeScalar(UInt8(ascii: "A") + UInt8(account.number))))
  }

  private func holder(_ account: AccountID) -> String { TraceText.holder(account, language) }

  /// Name of a request to the backend: for all waiting records, or for a transaction.
  private func request(_ kind: RequestKinds, _ transaction: TransactionID?, _ call: Int32? = nil)
    -> String
  {
    if let call { return language("call '{0}'", lines[Int(call)].escapingControls) }
    let what = language.named(kind == .verify ? "verify" : "createOrder")
    return switch (kind, transaction) {
    case (.records, let id?): language("records to bind {0}", name(id))
    case (.records, nil): language("waiting records")
    case (.calls, _): language("the client's calls")
    case (_, let id?): language("'{0}' for {1}", what, name(id))
    case (_, nil): language("'{0}'", what)
    }
  }

  private func fault(_ planned: (kind: FaultKind, words: String)) -> TraceEvent {
    let (target, words) = (planned.kind.properties.target, planned.words)
    return event(
      .fault, target, target == .link ? language("{0} between app and backend", words) : words)
  }

  /// Words for every moment of the user, the app, deliveries, the store, the backend, and the rest.
  /// The caller adds the time.
  func makeEvent(of moment: Trace.Occurrence) -> TraceEvent {
    switch moment {
    case .tapped(let id, let isRepeated): event(.user, .app, tap(id, isRepeated: isRepeated))
    case .left: event(.user, .app, language("leaves the app"))
    case .lostPatience:
      event(.user, .app, language("gives up on the spinner and kills the app"), "P2")
    case .noticed(let id):
      event(.user, language("notices that the goods of intent {0} are missing", name(id)), "P3")
    case .retriedByHand: event(.user, .app, language("retries on the recovery page"), "C9")
    case .wroteToSupport: event(.user, .backend, language("contacts support"), "P3")
    case .loggedIn: event(.user, .app, language("logs in again"), "B2")
    case .accountSwitched(let id): event(.user, .app, language("logs in as {0}", holder(id)))
    case .reinstalled: event(.user, .app, language("reinstalls the app"), "D2")
    case .confirmed(let id): event(.user, .store, language("pays on the sheet of {0}", name(id)))
    case .cancelled(let id): event(.user, .store, language("cancels the sheet of {0}", name(id)))
    case .completedInStore(let id):
      event(.user, .store, language("completes the purchase in the store as {0}", name(id)), "S7")
    case .launched: event(.app, language("starts in a new process"), "D1")
    case .updated: event(.app, language("is updated to {0}", next ?? ""), "M1")
    case .ready: event(.app, language("is ready"))
    case .cameToFront: event(.app, language("returns to the foreground"), "D5")
    case .evicted: event(.app, language("is terminated by the system in the background"), "D1")
    case .died: event(.app, language("terminates and loses its memory"), "D1")
    case .attached: event(.app, .store, language("attaches its observer"), "S3")
    case .spinnerOpened: event(.app, .user, language("shows its spinner"))
    case .spinnerClosed: event(.app, .user, language("hides its spinner"))
    case .tapIgnored: event(.app, .user, language("ignores the tap: the spinner is shown"), "C1")
    case .tapRefused: event(.app, .user, language("refuses the purchase"), "C1", "B1")
    case .deliveryResumed:
      event(.app, language("delivers the waiting purchase and starts no new one"), "C1")
    case .noOrder: event(.app, .user, language("gets no order and starts no payment"), "C2")
    case .recordWritten(let id, nil):
      event(.app, language("saves a record of intent {0}", name(id)), "C3")
    case .recordWritten(let id, let transaction?):
      event(
        .app, language("saves a record of intent {0} with {1}", name(id), name(transaction)), "C3")
    case .recordLost(let id, let point):
      event(
        .plain, .app,
        language("loses the record of intent {0}: {1}", name(id), language.named(point.rawValue)),
        point.rules)
    case .recordSent(let id):
      event(
        .app, .backend, language("sends the record of intent {0} to the backend", name(id)), "C3")
    case .wipeSent(let id):
      event(
        .app, .backend, language("asks the backend to delete a record of intent {0}", name(id)),
        "C4", "C7")
    case .unbound(let id):
      event(.app, language("cannot determine which item {0} is for", name(id)), "C5")
    case .waitsForAccount(let id):
      event(.app, language("keeps {0} for the account that bought it", name(id)), "C5")
    case .waitsForGuest(let id):
      event(.app, language("keeps {0} until a user logs in", name(id)), "C10")
    case .movedFromDevice(let id):
      event(.app, language("moves the device's purchases to {0}", holder(id)), "C10")
    case .loginAsked: event(.app, .user, language("asks the user to log in"), "B2")
    case .triesUsedUp(let id): event(.app, language("has no tries left for {0}", name(id)), "C7")
    case .rejected(let id): event(.app, language("treats {0} as rejected", name(id)), "C7")
    case .finished(let id): event(.app, .store, language("finishes {0}", name(id)), "S11")
    case .sent(.records, let transaction, _):
      event(
        .app, .backend, language("queries {0}", request(.records, transaction)),
        transaction == nil ? "C8" : "C5")
    case .sent(let kind, let transaction, let call):
      event(.app, .backend, language("sends {0}", request(kind, transaction, call)))
    case .unreachable(let kind, let transaction, let call):
      event(
        .app,
        language("cannot send {0}: the backend is unreachable", request(kind, transaction, call)),
        "D3")
    case .answered(let kind, let reply, let transaction, let call):
      answer(reply, request(kind, transaction, call)).map { event(.backend, .app, $0) }
        ?? event(.app, language("times out: {0}", request(kind, transaction, call)))
    case .sheetShown(let id):
      event(.store, .user, language("shows the payment sheet of {0}", name(id)), "S1")
    case .blocked(let id, let by):
      event(
        .store, .user,
        language("refuses {0}: {1} of the same product is not finished", name(id), name(by)), "S5")
    case .deferred(let id):
      event(.store, .user, language("asks another person to approve {0}", name(id)), "S9")
    case .interrupted(let id, _):
      event(
        .store, .user, language("interrupts {0}: another step is required first", name(id)), "S7")
    case .charged(let id): event(.store, language("charges the user for {0}", name(id)), "S2")
    case .refunded(let id): event(.store, .user, language("refunds {0}", name(id)), "S10")
    case .notified(let id, true):
      event(.store, .backend, language("notifies the backend of {0}", name(id)), "B8")
    case .notified(let id, false):
      event(.store, .backend, language("notifies the backend of {0}: no answer", name(id)), "B8")
    case .notificationMissed(let id):
      event(.store, .backend, language("loses the notification of {0}", name(id)), "B8")
    case .purchasingCalledBack(let id):
      event(.store, .app, language("reports 'purchasing' for {0}", name(id)))
    case .failedCalledBack(let id, let code):
      event(
        .store, .app,
        language("reports 'failed' ({0}) for {1}", language.named(code.rawValue), name(id)))
    case .deferredCalledBack(let id):
      event(.store, .app, language("reports 'deferred' for {0}", name(id)))
    case .purchasedCalledBack(let id, nil):
      event(.store, .app, language("reports 'purchased' for {0}", name(id)), "S3")
    case .purchasedCalledBack(let id, let route?):
      event(
        .store, .app,
        language("reports 'purchased' for {0}, via {1}", name(id), language.named(route.rawValue)),
        "S3")
    case .answeredWithOwned(let id, let owned):
      event(
        .store, .user,
        language(
          "charges nothing for {0}: the call returns {1}, which is unfinished", name(id),
          name(owned)), "S5")
    case .refusedAsOwned(let id):
      event(
        .store, .user, language("does not sell {0}: the product is owned or pending", name(id)),
        "G5")
    case .acknowledged(let id): event(.app, .store, language("acknowledges {0}", name(id)), "G10")
    case .consumptionFailed(let id):
      event(.app, language("fails to consume {0} and receives no error", name(id)), "G11")
    case .acknowledgedByServer(let id):
      event(.backend, .store, language("acknowledges {0}", name(id)), "B10")
    case .consumedByServer(let id):
      event(.backend, .store, language("consumes {0}", name(id)), "B10")
    case .lapsed(let id):
      event(.store, language("reaches the deadline: {0} was not acknowledged", name(id)), "G10")
    case .serviceLost: event(.store, language("loses its connection to the app"), "G12")
    case .serviceUp: event(.store, language("is reachable by the app again"), "G12")
    case .unverified(let id):
      event(.app, language("cannot verify the signature of {0}", name(id)), "K12")
    case .callbackMissed(let id):
      event(.store, language("loses the purchased callback of {0}", name(id)))
    case .recordStored(let id):
      event(.backend, language("stores the record of intent {0}", name(id)), "C3")
    case .recordForgotten(let id):
      event(.backend, language("deletes the record of intent {0}", name(id)), "C7")
    case .orderCreated(let item):
      event(.backend, language("creates an order for {0}", self.item(item)), "B1")
    case .goodsDelivered(let id, let item, let account):
      event(
        .backend,
        language("delivers {0} to {1} for {2}", self.item(item), holder(account), name(id)), "B6",
        "B7")
    case .deliveredByHand(let id):
      event(.backend, language("delivers {0} manually, through support", name(id)), "P3")
    case .goodsRevoked(let id):
      event(.backend, language("revokes the goods of {0}", name(id)), "B8")
    case .reconciled(true):
      event(.backend, .store, language("fetches the customer's charges"), "B9")
    case .reconciled(false): event(.backend, .store, language("cannot fetch charges"), "B9")
    case .messageLost(let kind, let transaction, let call):
      event(.link, language("loses {0}", request(kind, transaction, call)), "D3", "D4")
    case .waitsForWorker(let kind, let transaction, let wait):
      event(
        .backend,
        language(
          "queues {0} for {1} until a worker is free", request(kind, transaction),
          NumberFormat.time(wait, language)), "B11")
    case .turnedAway(let kind, let transaction):
      event(.backend, language("rejects {0}: its queue is full", request(kind, transaction)), "B12")
    case .recordChangeLost(let id):
      event(
        .link, language("loses the app's change to the record of intent {0}", name(id)), "D1", "D3",
        "B2")
    case .linkUp: event(.link, language("is up again"))
    case .skipped(let moments):
      event(
        .app, language("continues: {0} moments are omitted here", NumberFormat.count(Int(moments))))
    case .faultOccurred(let planned): fault(faults[planned.index])
    case .dropped(let transaction, let point): dropped(transaction, point)
    case .clientPrinted(let line):
      event(.app, language("prints: {0}", lines[Int(line)].escapingControls))
    case .clientStored(let line):
      event(.app, language("stores: {0}", lines[Int(line)].escapingControls))
    }
  }

  /// Event of a drop point: the charge is lost, or the app gives up and the charge is rescued
  /// later.
  private func dropped(_ transaction: TransactionID, _ point: DropPoint) -> TraceEvent {
    let (name, words) = (name(transaction), language.named(point.rawValue))
    return isLost(transaction, at: point)
      ? event(.drop, point.actor, language("{0} is now lost: {1}", name, words), point.rules)
      : event(.plain, point.actor, language("gives up {0}: {1}", name, words), point.rules)
  }

  /// The backend's answer; nil if none arrived in time.
  private func answer(_ reply: BackendAnswer, _ request: String) -> String? {
    switch reply {
    case .order: language("answers {0}: order", request)
    case .notForSale: language("answers {0}: notForSale", request)
    case .unauthorised: language("answers {0}: unauthorised", request)
    case .accepted: language("answers {0}: accepted", request)
    case .delivered: language("answers {0}: delivered", request)
    case .duplicate: language("answers {0}: duplicate", request)
    case .rejected: language("answers {0}: rejected", request)
    case .list: language("answers {0}: list", request)
    case .called: language("replies to {0}", request)
    case .error: language("answers {0}: error", request)
    case .refused: language("answers {0}: refused", request)
    case .timeout: nil
    }
  }
}

extension Outage { var actor: Participant { target == .backend ? .backend : .store } }

extension AnnotatedTrace {
  /// Name of a transaction in texts: its number in order of creation.
  package static func name(of transaction: TransactionID) -> String { "T\(transaction.number + 1)" }
}

extension TraceText {
  /// Words for a run whose charges are not known so far.
  /// - Parameter parameters: the printed parameters of a fault.
  init(
    of user: VirtualUser, in conditions: Conditions, _ store: Design.StoreKind,
    _ language: Language, _ parameters: (Fault) -> [(name: String, value: String?)]
  ) {
    let faults = user.plannedFaults.map(\.fault).map {
      ($0.kind, language.words($0.kind, parameters($0)))
    }
    self.init(
      language: language, catalog: conditions.catalog, plannedIntents: user.intents, faults: faults,
      store: store)
  }
}
