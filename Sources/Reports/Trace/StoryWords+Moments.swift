import EventEngine
import PurchaseWorld

/// What is said of each moment.
extension StoryWords {
  func user(_ moment: Trace.Moment) -> Saying? {
    switch moment {
    case .tapped(let intent):
      Saying(.user, to: .app, "taps Buy (wish \(intent + 1): \(item(of: intent)))")
    case .left: Saying(.user, to: .app, "leaves the app")
    case .lostPatience:
      Saying(.user, to: .app, "loses patience with the spinner and kills the app", "P2")
    case .noticed(let intent): Saying(.user, "misses the goods of wish \(intent + 1)", "P3")
    case .retriedByHand: Saying(.user, to: .app, "tries again from the recovery page", "C9")
    case .wroteToSupport: Saying(.user, to: .backend, "writes to support", "P3")
    case .loggedIn: Saying(.user, to: .app, "logs in again", "B2")
    case .accountSwitched(let account):
      Saying(.user, to: .app, "logs in as \(holder(account))")
    case .reinstalled: Saying(.user, to: .app, "installs the app anew", "D2")
    case .confirmed(let transaction):
      Saying(.user, to: .store, "pays on the sheet of \(name(of: transaction))")
    case .cancelled(let transaction):
      Saying(.user, to: .store, "cancels the sheet of \(name(of: transaction))")
    case .completedInStore(let transaction):
      Saying(
        .user, to: .store, "completes the purchase in the store, as \(name(of: transaction))",
        "S7")
    default: nil
    }
  }

  func app(_ moment: Trace.Moment) -> Saying? {
    switch moment {
    case .launched: Saying(.app, "is opened: a new process", "D1")
    case .ready: Saying(.app, "is ready")
    case .cameToFront: Saying(.app, "comes back from the background", "D5")
    case .evicted: Saying(.app, "is ended by the system in the background", "D1")
    case .died: Saying(.app, "dies, and its memory with it", "D1")
    case .attached: Saying(.app, to: .store, "attaches its observer", "S3")
    case .spinnerOpened: Saying(.app, to: .user, "shows its spinner")
    case .spinnerClosed: Saying(.app, to: .user, "hides its spinner")
    case .tapIgnored: Saying(.app, to: .user, "ignores the tap: the spinner is up", "C1")
    case .tapRefused: Saying(.app, to: .user, "refuses the purchase", "C1", "B1")
    case .deliveryResumed:
      Saying(.app, "delivers the waiting purchase instead of a new one", "C1")
    case .noOrder: Saying(.app, to: .user, "gets no order and does not ask for money", "C2")
    case .recordWritten(let intent): Saying(.app, "writes a record of wish \(intent + 1)", "C3")
    case .recordLost(let intent, let point):
      lost(intent, point)
    case .recordSent(let intent):
      Saying(.app, to: .backend, "sends the record of wish \(intent + 1) to the backend", "C3")
    case .wipeSent(let intent):
      Saying(
        .app, to: .backend, "asks the backend to wipe a record of wish \(intent + 1)", "C4", "C7")
    default: nil
    }
  }

  private func lost(_ intent: Int32, _ point: DropPoint) -> Saying {
    var saying = Saying(.app, "loses the record of wish \(intent + 1): \(point.rawValue)")
    saying.rules = point.rules
    return saying
  }

  func delivery(_ moment: Trace.Moment) -> Saying? {
    switch moment {
    case .unbound(let transaction):
      Saying(.app, "finds no item for \(name(of: transaction))", "C5")
    case .waitsForAccount(let transaction):
      Saying(.app, "keeps \(name(of: transaction)) for the account that bought it", "C5")
    case .waitsForGuest(let transaction):
      Saying(.app, "keeps \(name(of: transaction)) until somebody logs in", "C10")
    case .movedFromDevice(let account):
      Saying(.app, "moves what the device bought to \(holder(account))", "C10")
    case .loginAsked: Saying(.app, to: .user, "asks the user to log in", "B2")
    case .sent(.records, let transaction):
      Saying(
        .app, to: .backend, "asks for \(request(.records, transaction))",
        transaction < 0 ? "C8" : "C5")
    case .sent(let kind, let transaction):
      Saying(.app, to: .backend, "asks \(request(kind, transaction))")
    case .unreachable(let kind, let transaction):
      Saying(.app, "has no link to ask \(request(kind, transaction))", "D3")
    case .answered(let kind, .timeout, let transaction):
      Saying(.app, "gets no answer in time: \(request(kind, transaction))")
    case .answered(let kind, let reply, let transaction):
      Saying(.backend, to: .app, "answers \(reply.rawValue): \(request(kind, transaction))")
    case .triesUsedUp(let transaction):
      Saying(.app, "has used up its tries for \(name(of: transaction))", "C7")
    case .rejected(let transaction):
      Saying(.app, "takes \(name(of: transaction)) for rejected", "C7")
    case .finished(let transaction):
      Saying(.app, to: .store, "finishes \(name(of: transaction))", "S11")
    default: nil
    }
  }

  func store(_ moment: Trace.Moment) -> Saying? {
    switch moment {
    case .sheetShown(let transaction):
      Saying(.store, to: .user, "shows the payment sheet of \(name(of: transaction))", "S1")
    case .blocked(let transaction, let by):
      Saying(
        .store, to: .user, "refuses \(name(of: transaction)): \(name(of: by)) is not finished",
        "S5")
    case .deferred(let transaction):
      Saying(.store, to: .user, "asks somebody to approve \(name(of: transaction))", "S9")
    case .interrupted(let transaction, _):
      Saying(
        .store, to: .user, "interrupts \(name(of: transaction)): it needs something first", "S7")
    case .charged(let transaction):
      Saying(.store, "takes the money for \(name(of: transaction))", "S2")
    case .refunded(let transaction):
      Saying(.store, to: .user, "gives the money for \(name(of: transaction)) back", "S10")
    case .notified(let transaction, let answered):
      Saying(
        .store, to: .backend,
        "tells the backend of \(name(of: transaction))" + (answered ? "" : ": no answer"), "B8")
    case .purchasingCalledBack(let transaction):
      Saying(.store, to: .app, "calls back purchasing for \(name(of: transaction))")
    case .failedCalledBack(let transaction, let code):
      Saying(.store, to: .app, "calls back failed (\(code.rawValue)) for \(name(of: transaction))")
    case .deferredCalledBack(let transaction):
      Saying(.store, to: .app, "calls back deferred for \(name(of: transaction))")
    case .purchasedCalledBack(let transaction):
      Saying(.store, to: .app, "calls back purchased for \(name(of: transaction))", "S3")
    case .callbackMissed(let transaction):
      Saying(.store, "loses the purchased callback of \(name(of: transaction))")
    default: nil
    }
  }

  func backend(_ moment: Trace.Moment) -> Saying? {
    switch moment {
    case .recordStored(let intent):
      Saying(.backend, "keeps the record of wish \(intent + 1)", "C3")
    case .recordForgotten(let intent):
      Saying(.backend, "wipes the record of wish \(intent + 1)", "C7")
    case .orderCreated(let item):
      Saying(.backend, "creates an order for \(catalog.items[Int(item)].name)", "B1")
    case .goodsDelivered(let transaction, let item, let account):
      Saying(
        .backend,
        "delivers \(catalog.items[Int(item)].name) to \(holder(account)) "
          + "for \(name(of: transaction))", "B6", "B7")
    case .deliveredByHand(let transaction):
      Saying(.backend, "delivers \(name(of: transaction)) by the hand of support", "P3")
    case .goodsTakenBack(let transaction):
      Saying(.backend, "takes the goods of \(name(of: transaction)) back", "B8")
    case .reconciled(let fetched):
      Saying(
        .backend, to: .store,
        fetched ? "fetches the customer's charges" : "cannot fetch charges", "B9")
    default: nil
    }
  }

  func rest(_ moment: Trace.Moment) -> Saying {
    switch moment {
    case .messageLost(let kind, let transaction):
      return Saying(.link, "loses \(request(kind, transaction))", "D3", "D4")
    case .recordChangeLost(let intent):
      return Saying(
        .link, "loses what the app sent about the record of wish \(intent + 1)", "D1", "D3", "B2")
    case .linkUp: return Saying(.link, "is up again")
    case .faultStruck(let planned):
      let fault = faults[Int(planned)]
      return Saying(StoryWords.actor(of: fault.kind), fault.words)
    case .dropped(let transaction, let point):
      let name = name(of: transaction)
      var saying = Saying(
        StoryWords.actor(of: point),
        isLost(transaction)
          ? "\(name) is lost from here on: \(point.rawValue)"
          : "gives up \(name): \(point.rawValue)")
      saying.rules = point.rules
      return saying
    default: preconditionFailure("every moment has words")
    }
  }
}
