import EventEngine
import PurchaseWorld

/// What is said of each moment.
extension StoryWords {
  /// Every moment has words: the user's, the app's, those of deliveries, of the store, of the backend, and
  /// of the rest.
  func saying(_ moment: Trace.Moment) -> Saying {
    switch moment {
    case .tapped(let id):
      Saying(.user, .app, language("taps Buy (wish {0}: {1})", wish(id), item(of: id)))
    case .left: Saying(.user, .app, language("leaves the app"))
    case .lostPatience:
      Saying(.user, .app, language("loses patience with the spinner and kills the app"), "P2")
    case .noticed(let id): Saying(.user, language("misses the goods of wish {0}", wish(id)), "P3")
    case .retriedByHand: Saying(.user, .app, language("tries again from the recovery page"), "C9")
    case .wroteToSupport: Saying(.user, .backend, language("writes to support"), "P3")
    case .loggedIn: Saying(.user, .app, language("logs in again"), "B2")
    case .accountSwitched(let id): Saying(.user, .app, language("logs in as {0}", holder(id)))
    case .reinstalled: Saying(.user, .app, language("installs the app anew"), "D2")
    case .confirmed(let id): Saying(.user, .store, language("pays on the sheet of {0}", name(id)))
    case .cancelled(let id): Saying(.user, .store, language("cancels the sheet of {0}", name(id)))
    case .completedInStore(let id):
      Saying(.user, .store, language("completes the purchase in the store, as {0}", name(id)), "S7")
    case .launched: Saying(.app, language("is opened: a new process"), "D1")
    case .ready: Saying(.app, language("is ready"))
    case .cameToFront: Saying(.app, language("comes back from the background"), "D5")
    case .evicted: Saying(.app, language("is ended by the system in the background"), "D1")
    case .died: Saying(.app, language("dies, and its memory with it"), "D1")
    case .attached: Saying(.app, .store, language("attaches its observer"), "S3")
    case .spinnerOpened: Saying(.app, .user, language("shows its spinner"))
    case .spinnerClosed: Saying(.app, .user, language("hides its spinner"))
    case .tapIgnored: Saying(.app, .user, language("ignores the tap: the spinner is up"), "C1")
    case .tapRefused: Saying(.app, .user, language("refuses the purchase"), "C1", "B1")
    case .deliveryResumed:
      Saying(.app, language("delivers the waiting purchase instead of a new one"), "C1")
    case .noOrder: Saying(.app, .user, language("gets no order and does not ask for money"), "C2")
    case .recordWritten(let id):
      Saying(.app, language("writes a record of wish {0}", wish(id)), "C3")
    case .recordLost(let id, let point):
      Saying(
        .app,
        language("loses the record of wish {0}: {1}", wish(id), language.named(point.rawValue)),
        rules: point.rules)
    case .recordSent(let id):
      Saying(
        .app, .backend, language("sends the record of wish {0} to the backend", wish(id)), "C3")
    case .wipeSent(let id):
      Saying(
        .app, .backend, language("asks the backend to wipe a record of wish {0}", wish(id)), "C4",
        "C7")
    case .unbound(let id): Saying(.app, language("finds no item for {0}", name(id)), "C5")
    case .waitsForAccount(let id):
      Saying(.app, language("keeps {0} for the account that bought it", name(id)), "C5")
    case .waitsForGuest(let id):
      Saying(.app, language("keeps {0} until somebody logs in", name(id)), "C10")
    case .movedFromDevice(let id):
      Saying(.app, language("moves what the device bought to {0}", holder(id)), "C10")
    case .loginAsked: Saying(.app, .user, language("asks the user to log in"), "B2")
    case .triesUsedUp(let id):
      Saying(.app, language("has used up its tries for {0}", name(id)), "C7")
    case .rejected(let id): Saying(.app, language("takes {0} for rejected", name(id)), "C7")
    case .finished(let id): Saying(.app, .store, language("finishes {0}", name(id)), "S11")
    case .sent(.records, let transaction):
      Saying(
        .app, .backend, language("asks for {0}", request(.records, transaction)),
        transaction == nil ? "C8" : "C5")
    case .sent(let kind, let transaction):
      Saying(.app, .backend, language("asks {0}", request(kind, transaction)))
    case .unreachable(let kind, let transaction):
      Saying(.app, language("has no link to ask {0}", request(kind, transaction)), "D3")
    case .answered(let kind, .timeout, let transaction):
      Saying(.app, language("gets no answer in time: {0}", request(kind, transaction)))
    case .answered(let kind, let reply, let transaction):
      Saying(.backend, .app, answer(reply, request(kind, transaction)))
    case .sheetShown(let id):
      Saying(.store, .user, language("shows the payment sheet of {0}", name(id)), "S1")
    case .blocked(let id, let by):
      Saying(
        .store, .user, language("refuses {0}: {1} is not finished", name(id), name(by)), "S5")
    case .deferred(let id):
      Saying(.store, .user, language("asks somebody to approve {0}", name(id)), "S9")
    case .interrupted(let id, _):
      Saying(.store, .user, language("interrupts {0}: it needs something first", name(id)), "S7")
    case .charged(let id): Saying(.store, language("takes the money for {0}", name(id)), "S2")
    case .refunded(let id):
      Saying(.store, .user, language("gives the money for {0} back", name(id)), "S10")
    case .notified(let id, true):
      Saying(.store, .backend, language("tells the backend of {0}", name(id)), "B8")
    case .notified(let id, false):
      Saying(.store, .backend, language("tells the backend of {0}: no answer", name(id)), "B8")
    case .purchasingCalledBack(let id):
      Saying(.store, .app, language("calls back purchasing for {0}", name(id)))
    case .failedCalledBack(let id, let code):
      Saying(
        .store, .app,
        language("calls back failed ({0}) for {1}", language.named(code.rawValue), name(id)))
    case .deferredCalledBack(let id):
      Saying(.store, .app, language("calls back deferred for {0}", name(id)))
    case .purchasedCalledBack(let id):
      Saying(.store, .app, language("calls back purchased for {0}", name(id)), "S3")
    case .callbackMissed(let id):
      Saying(.store, language("loses the purchased callback of {0}", name(id)))
    case .recordStored(let id):
      Saying(.backend, language("keeps the record of wish {0}", wish(id)), "C3")
    case .recordForgotten(let id):
      Saying(.backend, language("wipes the record of wish {0}", wish(id)), "C7")
    case .orderCreated(let item):
      Saying(.backend, language("creates an order for {0}", self.item(item)), "B1")
    case .goodsDelivered(let id, let item, let account):
      Saying(
        .backend,
        language("delivers {0} to {1} for {2}", self.item(item), holder(account), name(id)),
        "B6", "B7")
    case .deliveredByHand(let id):
      Saying(.backend, language("delivers {0} by the hand of support", name(id)), "P3")
    case .goodsTakenBack(let id):
      Saying(.backend, language("takes the goods of {0} back", name(id)), "B8")
    case .reconciled(true):
      Saying(.backend, .store, language("fetches the customer's charges"), "B9")
    case .reconciled(false): Saying(.backend, .store, language("cannot fetch charges"), "B9")
    case .messageLost(let kind, let transaction):
      Saying(.link, language("loses {0}", request(kind, transaction)), "D3", "D4")
    case .recordChangeLost(let id):
      Saying(
        .link, language("loses what the app sent about the record of wish {0}", wish(id)), "D1",
        "D3", "B2")
    case .linkUp: Saying(.link, language("is up again"))
    case .skipped(let moments):
      Saying(.app, language("goes on: {0} moments are left out here", Numerals.count(Int(moments))))
    case .faultStruck(let planned):
      Saying(faults[planned.place].kind.description.target, faults[planned.place].words)
    case .dropped(let transaction, let point): dropped(transaction, point)
    }
  }

  private func wish(_ intent: IntentID) -> String { "\(intent.number + 1)" }

  private func dropped(_ transaction: TransactionID, _ point: DropPoint) -> Saying {
    let (name, words) = (name(transaction), language.named(point.rawValue))
    let text =
      isLost(transaction, at: point)
      ? language("{0} is lost from here on: {1}", name, words)
      : language("gives up {0}: {1}", name, words)
    return Saying(point.actor, text, rules: point.rules)
  }

  private func answer(_ reply: Answer, _ request: String) -> String {
    switch reply {
    case .order: language("answers order: {0}", request)
    case .notForSale: language("answers notForSale: {0}", request)
    case .unauthorised: language("answers unauthorised: {0}", request)
    case .accepted: language("answers accepted: {0}", request)
    case .delivered: language("answers delivered: {0}", request)
    case .duplicate: language("answers duplicate: {0}", request)
    case .rejected: language("answers rejected: {0}", request)
    case .list: language("answers list: {0}", request)
    case .error: language("answers error: {0}", request)
    case .timeout: preconditionFailure("what comes too late is no answer")
    }
  }
}
