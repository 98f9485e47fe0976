import EventEngine
import JSONText
package import PurchaseWorld
import Scenarios

/// The words for everything that can happen: the one place that knows them.
struct StoryWords {
  let language: Language
  let catalog: Catalog
  let wishes: [Intent]
  /// The planned faults of the user: kind, and the fault with its parameters in words.
  let faults: [(kind: FaultKind, words: String)]
  var charges: [Story.Charge] = []
  /// The store that sells: which of its rules decide.
  private(set) var store: Design.StoreKind
  /// What the app is updated to, if it is (M1).
  var next: String?
  /// What a team's own client has printed and stored, and the names of its calls.
  var lines: [String] = []

  /// The words since the app is updated: the rules of another store may decide.
  func updated(to design: Design?) -> StoryWords {
    var words = self
    words.store = design?.store ?? store
    return words
  }

  func event(_ entry: Trace.Entry) -> TraceEvent {
    var event = saying(entry.moment)
    (event.time, event.moment) = (entry.time, entry.moment)
    return event
  }

  func event(_ outage: Outage) -> TraceEvent {
    let lasts = Numerals.exact(outage.lasts)
    let text =
      outage.target == .backend
      ? language("outage of backend, lasts {0}", lasts)
      : language("outage of storeCheck, lasts {0}", lasts)
    return say(.fault, outage.actor, text, at: outage.from)
  }

  /// The charges that are lost by their state at the horizon, which no moment names.
  /// - Parameter told: what happened before.
  func losses(at horizon: Instant, told: [TraceEvent]) -> [TraceEvent] {
    charges.compactMap { charge in
      guard case .lost(_, let point) = charge.outcome.fate,
        !told.contains(where: { $0.moment == .dropped(transaction: charge.transaction, point) })
      else { return nil }
      let text = language(
        "{0} is lost as things stand at the horizon: {1}", name(charge.transaction),
        language.named(point.rawValue))
      return say(.drop, point.actor, text, point.rules, at: horizon)
    }
  }

  /// What is said: of which kind, who acts, what, by which rules.
  private func say(
    _ kind: TraceEvent.Kind, _ actor: Party, _ text: String, _ rules: [String] = [],
    at time: Instant = .start
  ) -> TraceEvent {
    TraceEvent(time: time, actor: actor, text: text, rules: rules.map(store.rule), kind: kind)
  }

  private func say(_ actor: Party, _ text: String, _ rules: String...) -> TraceEvent {
    say(.plain, actor, text, rules)
  }

  private func say(
    _ actor: Party, _ receiver: Party, _ text: String, _ rules: String...
  ) -> TraceEvent {
    var event = say(.plain, actor, text, rules)
    event.receiver = receiver
    return event
  }

  /// Whether a charge is lost where it was dropped, or was until a human helped.
  private func isLost(_ transaction: TransactionID, at point: DropPoint) -> Bool {
    charges.contains {
      guard $0.transaction == transaction else { return false }
      if case .lost(_, let last) = $0.outcome.fate { return last == point }
      return $0.outcome.fate == .rescued
    }
  }

  private func name(_ transaction: TransactionID) -> String { Story.name(of: transaction) }
  private func item(of wish: IntentID) -> String { catalog.items[wishes[wish.place].item].name }
  private func item(_ item: ItemID) -> String { catalog.items[item.place].name }

  /// Accounts are named by letters; a device's is nobody's (C10).
  static func holder(_ account: AccountID, _ language: Language) -> String {
    if account.isDevice { return language("the device") }
    return language("account {0}", String(UnicodeScalar(UInt8(ascii: "A") + UInt8(account.number))))
  }

  private func holder(_ account: AccountID) -> String { StoryWords.holder(account, language) }

  /// What the backend is asked for: of all that waits, or of a transaction.
  private func request(
    _ kind: RequestKinds, _ transaction: TransactionID?, _ call: Int32? = nil
  ) -> String {
    if let call { return language("call '{0}'", lines[Int(call)].escapingControls) }
    let what = language.named(kind == .verify ? "verify" : "createOrder")
    return switch (kind, transaction) {
    case (.records, let id?): language("records to bind {0}", name(id))
    case (.records, nil): language("waiting records")
    case (.calls, _): language("what the client calls")
    case (_, let id?): language("{0} for {1}", what, name(id))
    case (_, nil): what
    }
  }

  /// Every moment has words: the user's, the app's, those of deliveries, of the store, of the backend, and
  /// of the rest. Whoever asks knows the time.
  func saying(_ moment: Trace.Moment) -> TraceEvent {
    switch moment {
    case .tapped(let id):
      say(.user, .app, language("taps Buy (wish {0}: {1})", wish(id), item(of: id)))
    case .left: say(.user, .app, language("leaves the app"))
    case .lostPatience:
      say(.user, .app, language("loses patience with the spinner and kills the app"), "P2")
    case .noticed(let id): say(.user, language("misses the goods of wish {0}", wish(id)), "P3")
    case .retriedByHand: say(.user, .app, language("tries again from the recovery page"), "C9")
    case .wroteToSupport: say(.user, .backend, language("writes to support"), "P3")
    case .loggedIn: say(.user, .app, language("logs in again"), "B2")
    case .accountSwitched(let id): say(.user, .app, language("logs in as {0}", holder(id)))
    case .reinstalled: say(.user, .app, language("installs the app anew"), "D2")
    case .confirmed(let id): say(.user, .store, language("pays on the sheet of {0}", name(id)))
    case .cancelled(let id): say(.user, .store, language("cancels the sheet of {0}", name(id)))
    case .completedInStore(let id):
      say(.user, .store, language("completes the purchase in the store, as {0}", name(id)), "S7")
    case .launched: say(.app, language("is opened: a new process"), "D1")
    case .updated: say(.app, language("is updated: {0}", next ?? ""), "M1")
    case .ready: say(.app, language("is ready"))
    case .cameToFront: say(.app, language("comes back from the background"), "D5")
    case .evicted: say(.app, language("is ended by the system in the background"), "D1")
    case .died: say(.app, language("dies, and its memory with it"), "D1")
    case .attached: say(.app, .store, language("attaches its observer"), "S3")
    case .spinnerOpened: say(.app, .user, language("shows its spinner"))
    case .spinnerClosed: say(.app, .user, language("hides its spinner"))
    case .tapIgnored: say(.app, .user, language("ignores the tap: the spinner is up"), "C1")
    case .tapRefused: say(.app, .user, language("refuses the purchase"), "C1", "B1")
    case .deliveryResumed:
      say(.app, language("delivers the waiting purchase instead of a new one"), "C1")
    case .noOrder: say(.app, .user, language("gets no order and does not ask for money"), "C2")
    case .recordWritten(let id): say(.app, language("writes a record of wish {0}", wish(id)), "C3")
    case .recordLost(let id, let point):
      say(
        .plain, .app,
        language("loses the record of wish {0}: {1}", wish(id), language.named(point.rawValue)),
        point.rules)
    case .recordSent(let id):
      say(.app, .backend, language("sends the record of wish {0} to the backend", wish(id)), "C3")
    case .wipeSent(let id):
      say(
        .app, .backend, language("asks the backend to wipe a record of wish {0}", wish(id)), "C4",
        "C7")
    case .unbound(let id): say(.app, language("finds no item for {0}", name(id)), "C5")
    case .waitsForAccount(let id):
      say(.app, language("keeps {0} for the account that bought it", name(id)), "C5")
    case .waitsForGuest(let id):
      say(.app, language("keeps {0} until somebody logs in", name(id)), "C10")
    case .movedFromDevice(let id):
      say(.app, language("moves what the device bought to {0}", holder(id)), "C10")
    case .loginAsked: say(.app, .user, language("asks the user to log in"), "B2")
    case .triesUsedUp(let id): say(.app, language("has used up its tries for {0}", name(id)), "C7")
    case .rejected(let id): say(.app, language("takes {0} for rejected", name(id)), "C7")
    case .finished(let id): say(.app, .store, language("finishes {0}", name(id)), "S11")
    case .sent(.records, let transaction, _):
      say(
        .app, .backend, language("asks for {0}", request(.records, transaction)),
        transaction == nil ? "C8" : "C5")
    case .sent(let kind, let transaction, let call):
      say(.app, .backend, language("asks {0}", request(kind, transaction, call)))
    case .unreachable(let kind, let transaction, let call):
      say(.app, language("has no link to ask {0}", request(kind, transaction, call)), "D3")
    case .answered(let kind, let reply, let transaction, let call):
      answer(reply, request(kind, transaction, call)).map { say(.backend, .app, $0) }
        ?? say(.app, language("gets no answer in time: {0}", request(kind, transaction, call)))
    case .sheetShown(let id):
      say(.store, .user, language("shows the payment sheet of {0}", name(id)), "S1")
    case .blocked(let id, let by):
      say(.store, .user, language("refuses {0}: {1} is not finished", name(id), name(by)), "S5")
    case .deferred(let id):
      say(.store, .user, language("asks somebody to approve {0}", name(id)), "S9")
    case .interrupted(let id, _):
      say(.store, .user, language("interrupts {0}: it needs something first", name(id)), "S7")
    case .charged(let id): say(.store, language("takes the money for {0}", name(id)), "S2")
    case .refunded(let id):
      say(.store, .user, language("gives the money for {0} back", name(id)), "S10")
    case .notified(let id, true):
      say(.store, .backend, language("tells the backend of {0}", name(id)), "B8")
    case .notified(let id, false):
      say(.store, .backend, language("tells the backend of {0}: no answer", name(id)), "B8")
    case .notificationMissed(let id):
      say(.store, .backend, language("loses its notification of {0}", name(id)), "B8")
    case .purchasingCalledBack(let id):
      say(.store, .app, language("calls back purchasing for {0}", name(id)))
    case .failedCalledBack(let id, let code):
      say(
        .store, .app,
        language("calls back failed ({0}) for {1}", language.named(code.rawValue), name(id)))
    case .deferredCalledBack(let id):
      say(.store, .app, language("calls back deferred for {0}", name(id)))
    case .purchasedCalledBack(let id, nil):
      say(.store, .app, language("calls back purchased for {0}", name(id)), "S3")
    case .purchasedCalledBack(let id, let route?):
      say(
        .store, .app,
        language("calls back purchased for {0}, by {1}", name(id), language.named(route.rawValue)),
        "S3")
    case .answeredWithOwned(let id, let owned):
      say(
        .store, .user,
        language(
          "charges nothing for {0}: {1} is unfinished and answers the call", name(id), name(owned)),
        "S5")
    case .refusedAsOwned(let id):
      say(
        .store, .user,
        language("does not sell {0}: the product is owned or pending", name(id)), "G5")
    case .acknowledged(let id): say(.app, .store, language("acknowledges {0}", name(id)), "G10")
    case .consumptionFailed(let id):
      say(.app, language("fails to consume {0}, and does not learn of it", name(id)), "G11")
    case .acknowledgedByServer(let id):
      say(.backend, .store, language("acknowledges {0}", name(id)), "B10")
    case .consumedByServer(let id): say(.backend, .store, language("consumes {0}", name(id)), "B10")
    case .lapsed(let id):
      say(.store, language("has waited long enough: nobody acknowledged {0}", name(id)), "G10")
    case .serviceLost: say(.store, language("loses its connection to the app"), "G12")
    case .serviceUp: say(.store, language("can be reached by the app again"), "G12")
    case .unverified(let id):
      say(.app, language("cannot check the signature of {0}", name(id)), "K12")
    case .callbackMissed(let id):
      say(.store, language("loses the purchased callback of {0}", name(id)))
    case .recordStored(let id):
      say(.backend, language("keeps the record of wish {0}", wish(id)), "C3")
    case .recordForgotten(let id):
      say(.backend, language("wipes the record of wish {0}", wish(id)), "C7")
    case .orderCreated(let item):
      say(.backend, language("creates an order for {0}", self.item(item)), "B1")
    case .goodsDelivered(let id, let item, let account):
      say(
        .backend,
        language("delivers {0} to {1} for {2}", self.item(item), holder(account), name(id)), "B6",
        "B7")
    case .deliveredByHand(let id):
      say(.backend, language("delivers {0} by the hand of support", name(id)), "P3")
    case .goodsTakenBack(let id):
      say(.backend, language("takes the goods of {0} back", name(id)), "B8")
    case .reconciled(true): say(.backend, .store, language("fetches the customer's charges"), "B9")
    case .reconciled(false): say(.backend, .store, language("cannot fetch charges"), "B9")
    case .messageLost(let kind, let transaction, let call):
      say(.link, language("loses {0}", request(kind, transaction, call)), "D3", "D4")
    case .waitsForWorker(let kind, let transaction, let wait):
      say(
        .backend,
        language(
          "lets {0} wait {1} for a worker", request(kind, transaction),
          Numerals.time(wait, language)), "B11")
    case .turnedAway(let kind, let transaction):
      say(
        .backend, language("has no place in its queue for {0}", request(kind, transaction)), "B12")
    case .recordChangeLost(let id):
      say(
        .link, language("loses what the app sent about the record of wish {0}", wish(id)), "D1",
        "D3", "B2")
    case .linkUp: say(.link, language("is up again"))
    case .skipped(let moments):
      say(.app, language("goes on: {0} moments are left out here", Numerals.count(Int(moments))))
    case .faultStruck(let planned):
      say(.fault, faults[planned.place].kind.description.target, faults[planned.place].words)
    case .dropped(let transaction, let point): dropped(transaction, point)
    case .clientPrinted(let line):
      say(.app, language("prints: {0}", lines[Int(line)].escapingControls))
    case .clientStored(let line):
      say(.app, language("stores: {0}", lines[Int(line)].escapingControls))
    }
  }

  private func wish(_ intent: IntentID) -> String { "\(intent.number + 1)" }

  private func dropped(_ transaction: TransactionID, _ point: DropPoint) -> TraceEvent {
    let (name, words) = (name(transaction), language.named(point.rawValue))
    return isLost(transaction, at: point)
      ? say(.drop, point.actor, language("{0} is lost from here on: {1}", name, words), point.rules)
      : say(.plain, point.actor, language("gives up {0}: {1}", name, words), point.rules)
  }

  /// What the backend says; nil if nothing came in time.
  private func answer(_ reply: Answer, _ request: String) -> String? {
    switch reply {
    case .order: language("answers order: {0}", request)
    case .notForSale: language("answers notForSale: {0}", request)
    case .unauthorised: language("answers unauthorised: {0}", request)
    case .accepted: language("answers accepted: {0}", request)
    case .delivered: language("answers delivered: {0}", request)
    case .duplicate: language("answers duplicate: {0}", request)
    case .rejected: language("answers rejected: {0}", request)
    case .list: language("answers list: {0}", request)
    case .called: language("answers: {0}", request)
    case .error: language("answers error: {0}", request)
    case .refused: language("answers refused: {0}", request)
    case .timeout: nil
    }
  }
}

extension Outage { var actor: Party { target == .backend ? .backend : .store } }

extension Story {
  /// Transactions are named in the order of their making.
  package static func name(of transaction: TransactionID) -> String { "T\(transaction.number + 1)" }
}

extension StoryWords {
  /// The words for a life of which no charge is known yet.
  /// - Parameter parameters: those of a fault that people are told.
  init(
    of user: VirtualUser, in conditions: Conditions, _ store: Design.StoreKind,
    _ language: Language, _ parameters: (Fault) -> [(name: String, value: String?)]
  ) {
    let faults = user.plan.map { planned in
      let kind = planned.fault.kind
      return (kind, language.words(kind, parameters(planned.fault)))
    }
    self.init(
      language: language, catalog: conditions.catalog, wishes: user.intents, faults: faults,
      charges: [], store: store)
  }
}
