import EventEngine
import PurchaseWorld

/// What is said of each moment.
extension StoryWords {
  /// Every moment has words: the user's, the app's, those of deliveries, of the store, of the backend, and
  /// of the rest.
  func saying(_ moment: Trace.Moment) -> Saying {
    switch moment {
    case .tapped(let intent):
      Saying(
        .user, to: .app,
        language("taps Buy (wish {0}: {1})", "\(intent.number + 1)", item(of: intent)))
    case .left: Saying(.user, to: .app, language("leaves the app"))
    case .lostPatience:
      Saying(.user, to: .app, language("loses patience with the spinner and kills the app"), "P2")
    case .noticed(let intent):
      Saying(.user, language("misses the goods of wish {0}", "\(intent.number + 1)"), "P3")
    case .retriedByHand:
      Saying(.user, to: .app, language("tries again from the recovery page"), "C9")
    case .wroteToSupport: Saying(.user, to: .backend, language("writes to support"), "P3")
    case .loggedIn: Saying(.user, to: .app, language("logs in again"), "B2")
    case .accountSwitched(let account):
      Saying(.user, to: .app, language("logs in as {0}", holder(account)))
    case .reinstalled: Saying(.user, to: .app, language("installs the app anew"), "D2")
    case .confirmed(let transaction):
      Saying(.user, to: .store, language("pays on the sheet of {0}", name(of: transaction)))
    case .cancelled(let transaction):
      Saying(.user, to: .store, language("cancels the sheet of {0}", name(of: transaction)))
    case .completedInStore(let transaction):
      Saying(
        .user, to: .store,
        language("completes the purchase in the store, as {0}", name(of: transaction)), "S7")
    case .launched: Saying(.app, language("is opened: a new process"), "D1")
    case .ready: Saying(.app, language("is ready"))
    case .cameToFront: Saying(.app, language("comes back from the background"), "D5")
    case .evicted: Saying(.app, language("is ended by the system in the background"), "D1")
    case .died: Saying(.app, language("dies, and its memory with it"), "D1")
    case .attached: Saying(.app, to: .store, language("attaches its observer"), "S3")
    case .spinnerOpened: Saying(.app, to: .user, language("shows its spinner"))
    case .spinnerClosed: Saying(.app, to: .user, language("hides its spinner"))
    case .tapIgnored: Saying(.app, to: .user, language("ignores the tap: the spinner is up"), "C1")
    case .tapRefused: Saying(.app, to: .user, language("refuses the purchase"), "C1", "B1")
    case .deliveryResumed:
      Saying(.app, language("delivers the waiting purchase instead of a new one"), "C1")
    case .noOrder:
      Saying(.app, to: .user, language("gets no order and does not ask for money"), "C2")
    case .recordWritten(let intent):
      Saying(.app, language("writes a record of wish {0}", "\(intent.number + 1)"), "C3")
    case .recordLost(let intent, let point): lost(intent, point)
    case .recordSent(let intent):
      Saying(
        .app, to: .backend,
        language("sends the record of wish {0} to the backend", "\(intent.number + 1)"), "C3")
    case .wipeSent(let intent):
      Saying(
        .app, to: .backend,
        language("asks the backend to wipe a record of wish {0}", "\(intent.number + 1)"), "C4",
        "C7")
    case .unbound(let transaction):
      Saying(.app, language("finds no item for {0}", name(of: transaction)), "C5")
    case .waitsForAccount(let transaction):
      Saying(
        .app, language("keeps {0} for the account that bought it", name(of: transaction)), "C5")
    case .waitsForGuest(let transaction):
      Saying(.app, language("keeps {0} until somebody logs in", name(of: transaction)), "C10")
    case .movedFromDevice(let account):
      Saying(.app, language("moves what the device bought to {0}", holder(account)), "C10")
    case .loginAsked: Saying(.app, to: .user, language("asks the user to log in"), "B2")
    case .triesUsedUp(let transaction):
      Saying(.app, language("has used up its tries for {0}", name(of: transaction)), "C7")
    case .rejected(let transaction):
      Saying(.app, language("takes {0} for rejected", name(of: transaction)), "C7")
    case .finished(let transaction):
      Saying(.app, to: .store, language("finishes {0}", name(of: transaction)), "S11")
    case .sent(.records, let transaction):
      Saying(
        .app, to: .backend, language("asks for {0}", request(.records, transaction)),
        transaction == nil ? "C8" : "C5")
    case .sent(let kind, let transaction):
      Saying(.app, to: .backend, language("asks {0}", request(kind, transaction)))
    case .unreachable(let kind, let transaction):
      Saying(.app, language("has no link to ask {0}", request(kind, transaction)), "D3")
    case .answered(let kind, .timeout, let transaction):
      Saying(.app, language("gets no answer in time: {0}", request(kind, transaction)))
    case .answered(let kind, let reply, let transaction):
      Saying(.backend, to: .app, answer(reply, request(kind, transaction)))
    case .sheetShown(let transaction):
      Saying(
        .store, to: .user, language("shows the payment sheet of {0}", name(of: transaction)), "S1")
    case .blocked(let transaction, let by):
      Saying(
        .store, to: .user,
        language("refuses {0}: {1} is not finished", name(of: transaction), name(of: by)), "S5")
    case .deferred(let transaction):
      Saying(
        .store, to: .user, language("asks somebody to approve {0}", name(of: transaction)), "S9")
    case .interrupted(let transaction, _):
      Saying(
        .store, to: .user,
        language("interrupts {0}: it needs something first", name(of: transaction)), "S7")
    case .charged(let transaction):
      Saying(.store, language("takes the money for {0}", name(of: transaction)), "S2")
    case .refunded(let transaction):
      Saying(
        .store, to: .user, language("gives the money for {0} back", name(of: transaction)), "S10")
    case .notified(let transaction, true):
      Saying(
        .store, to: .backend, language("tells the backend of {0}", name(of: transaction)), "B8")
    case .notified(let transaction, false):
      Saying(
        .store, to: .backend,
        language("tells the backend of {0}: no answer", name(of: transaction)), "B8")
    case .purchasingCalledBack(let transaction):
      Saying(.store, to: .app, language("calls back purchasing for {0}", name(of: transaction)))
    case .failedCalledBack(let transaction, let code):
      Saying(
        .store, to: .app,
        language(
          "calls back failed ({0}) for {1}", language.named(code.rawValue), name(of: transaction)))
    case .deferredCalledBack(let transaction):
      Saying(.store, to: .app, language("calls back deferred for {0}", name(of: transaction)))
    case .purchasedCalledBack(let transaction):
      Saying(
        .store, to: .app, language("calls back purchased for {0}", name(of: transaction)), "S3")
    case .callbackMissed(let transaction):
      Saying(.store, language("loses the purchased callback of {0}", name(of: transaction)))
    case .recordStored(let intent):
      Saying(.backend, language("keeps the record of wish {0}", "\(intent.number + 1)"), "C3")
    case .recordForgotten(let intent):
      Saying(.backend, language("wipes the record of wish {0}", "\(intent.number + 1)"), "C7")
    case .orderCreated(let item):
      Saying(.backend, language("creates an order for {0}", catalog.items[item.place].name), "B1")
    case .goodsDelivered(let transaction, let item, let account):
      Saying(
        .backend,
        language(
          "delivers {0} to {1} for {2}", catalog.items[item.place].name, holder(account),
          name(of: transaction)), "B6", "B7")
    case .deliveredByHand(let transaction):
      Saying(.backend, language("delivers {0} by the hand of support", name(of: transaction)), "P3")
    case .goodsTakenBack(let transaction):
      Saying(.backend, language("takes the goods of {0} back", name(of: transaction)), "B8")
    case .reconciled(fetched: true):
      Saying(.backend, to: .store, language("fetches the customer's charges"), "B9")
    case .reconciled(fetched: false):
      Saying(.backend, to: .store, language("cannot fetch charges"), "B9")
    case .messageLost(let kind, let transaction):
      Saying(.link, language("loses {0}", request(kind, transaction)), "D3", "D4")
    case .recordChangeLost(let intent):
      Saying(
        .link,
        language("loses what the app sent about the record of wish {0}", "\(intent.number + 1)"),
        "D1", "D3", "B2")
    case .linkUp: Saying(.link, language("is up again"))
    case .skipped(let moments):
      Saying(.app, language("goes on: {0} moments are left out here", Numerals.count(Int(moments))))
    case .faultStruck(let planned):
      Saying(faults[planned.place].kind.description.target, faults[planned.place].words)
    case .dropped(let transaction, let point): dropped(transaction, point)
    }
  }

  private func lost(_ intent: IntentID, _ point: DropPoint) -> Saying {
    var saying = Saying(
      .app,
      language(
        "loses the record of wish {0}: {1}", "\(intent.number + 1)", language.named(point.rawValue))
    )
    saying.rules = point.rules
    return saying
  }

  private func dropped(_ transaction: TransactionID, _ point: DropPoint) -> Saying {
    let (name, words) = (name(of: transaction), language.named(point.rawValue))
    var saying = Saying(
      point.actor,
      isLost(transaction, at: point)
        ? language("{0} is lost from here on: {1}", name, words)
        : language("gives up {0}: {1}", name, words))
    saying.rules = point.rules
    return saying
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
