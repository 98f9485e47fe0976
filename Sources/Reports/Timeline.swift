internal import EventEngine
package import PurchaseWorld

/// A trace as a text timeline: when, who, what, and the rule that decides.
package struct Timeline {
  /// Who acts.
  private enum Actor: String {
    case user
    case app
    case store
    case link
    case backend
    case fault
    case loss
  }

  private let trace: Trace
  private let catalog: Catalog
  private let user: VirtualUser

  /// Makes the timeline of one life.
  ///
  /// - Parameters:
  ///   - trace: what happened.
  ///   - catalog: the names of what was bought.
  ///   - user: whose life it is; names the planned faults.
  package init(_ trace: Trace, catalog: Catalog, user: VirtualUser) {
    self.trace = trace
    self.catalog = catalog
    self.user = user
  }

  /// The lines: time since the first opening of the app, actor, text.
  ///
  /// Visits in which the same happens as in the visit before are counted instead of told.
  package func lines() -> [String] {
    var lines: [String] = []
    var before: [String] = []
    var repeats = 0
    for visit in visits() {
      let texts = visit.map { text(of: $0.moment) }
      if texts == before {
        repeats += 1
        continue
      }
      if repeats > 0 { lines.append(Timeline.folded(repeats)) }
      repeats = 0
      before = texts
      for (entry, text) in zip(visit, texts) {
        lines.append(Timeline.stamp(entry.time) + "  " + text)
      }
    }
    if repeats > 0 { lines.append(Timeline.folded(repeats)) }
    return lines
  }

  /// The entries, parted where the app is opened or comes back.
  private func visits() -> [[Trace.Entry]] {
    var visits: [[Trace.Entry]] = []
    for entry in trace.entries {
      switch entry.moment {
      case .launched, .cameToFront: visits.append([entry])
      default:
        if visits.isEmpty { visits.append([]) }
        visits[visits.count - 1].append(entry)
      }
    }
    return visits
  }

  /// What stands for visits in which nothing new happens.
  private static func folded(_ repeats: Int) -> String {
    let visits = repeats == 1 ? "visit" : "visits"
    return "                  … and the same in \(repeats) more \(visits)"
  }

  private func text(of moment: Trace.Moment) -> String {
    let (actor, text) = describe(moment)
    switch actor {
    case .fault: return Timeline.padded("", to: 9) + "⚡ " + text
    case .loss: return Timeline.padded("", to: 9) + "✗ " + text
    default: return Timeline.padded(actor.rawValue, to: 9) + text
    }
  }

  /// Pads with spaces at the end.
  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// A time as days, hours, minutes, seconds and milliseconds.
  static func stamp(_ time: Instant) -> String {
    let milliseconds = time.microseconds / 1_000
    let days = milliseconds / 86_400_000
    let day = days > 0 ? "\(days)d " : ""
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let thousandths = milliseconds % 1_000
    let fraction = String(repeating: "0", count: 3 - "\(thousandths)".count) + "\(thousandths)"
    let clock =
      two(milliseconds / 3_600_000 % 24) + ":" + two(milliseconds / 60_000 % 60) + ":"
      + two(milliseconds / 1_000 % 60) + "." + fraction
    return String(repeating: " ", count: max(0, 4 - day.count)) + day + clock
  }

  private func describe(_ moment: Trace.Moment) -> (Actor, String) {
    describeUser(moment) ?? describeApp(moment) ?? describeStore(moment)
      ?? describeRest(moment)
  }

  private func describeUser(_ moment: Trace.Moment) -> (Actor, String)? {
    switch moment {
    case .tapped(let intent): (.user, "taps Buy (wish \(intent + 1))")
    case .left: (.user, "leaves the app")
    case .lostPatience: (.user, "loses patience with the spinner and kills the app (P2)")
    case .noticed(let intent): (.user, "misses the goods of wish \(intent + 1) (P3)")
    case .retriedByHand: (.user, "tries again from the recovery page (C9)")
    case .wroteToSupport: (.user, "writes to support (P3)")
    case .loggedIn: (.user, "logs in again (B2)")
    case .accountSwitched(let account): (.user, "logs in as \(holder(account))")
    case .reinstalled: (.user, "installs the app anew (D2)")
    case .confirmed(let transaction): (.user, "pays on the sheet of \(name(of: transaction))")
    case .cancelled(let transaction): (.user, "cancels the sheet of \(name(of: transaction))")
    case .completedInStore(let transaction):
      (.user, "completes the purchase in the store, as \(name(of: transaction)) (S7)")
    default: nil
    }
  }

  private func describeApp(_ moment: Trace.Moment) -> (Actor, String)? {
    switch moment {
    case .launched: (.app, "is opened: a new process (D1)")
    case .ready: (.app, "is ready")
    case .cameToFront: (.app, "comes back from the background (D5)")
    case .evicted: (.app, "is ended by the system in the background (D1)")
    case .died: (.app, "dies, and its memory with it (D1)")
    case .attached: (.app, "attaches its observer (S3)")
    case .spinnerOpened: (.app, "shows its spinner")
    case .spinnerClosed: (.app, "hides its spinner")
    case .tapIgnored: (.app, "ignores the tap: the spinner is up (C1)")
    case .tapRefused: (.app, "refuses the purchase (C1, B1)")
    case .deliveryResumed: (.app, "delivers the waiting purchase instead of a new one (C1)")
    case .noOrder: (.app, "gets no order and does not ask for money (C2)")
    case .recordWritten(let intent): (.app, "writes a record of wish \(intent + 1) (C3)")
    case .recordLost(let intent, let point):
      (.app, "loses the record of wish \(intent + 1): \(point.rawValue) (\(Timeline.rule(point)))")
    case .recordSent(let intent):
      (.app, "sends the record of wish \(intent + 1) to the backend (C3)")
    case .wipeSent(let intent):
      (.app, "asks the backend to wipe a record of wish \(intent + 1) (C4, C7)")
    case .unbound(let transaction): (.app, "finds no item for \(name(of: transaction)) (C5)")
    case .waitsForAccount(let transaction):
      (.app, "keeps \(name(of: transaction)) for the account that bought it (C5)")
    case .waitsForGuest(let transaction):
      (.app, "keeps \(name(of: transaction)) until somebody logs in (C10)")
    case .movedFromDevice(let account):
      (.app, "moves what the device bought to \(holder(account)) (C10)")
    case .loginAsked: (.app, "asks the user to log in (B2)")
    case .sent(.records, let transaction):
      (.app, "asks for \(request(.records, transaction)) (\(transaction < 0 ? "C8" : "C5"))")
    case .sent(let kind, let transaction): (.app, "asks \(request(kind, transaction))")
    case .answered(let kind, let reply, let transaction):
      (.app, "is told \(reply.rawValue): \(request(kind, transaction))")
    case .triesUsedUp(let transaction):
      (.app, "has used up its tries for \(name(of: transaction)) (C7)")
    case .rejected(let transaction): (.app, "takes \(name(of: transaction)) for rejected (C7)")
    case .finished(let transaction): (.app, "finishes \(name(of: transaction)) (S11)")
    default: nil
    }
  }

  private func describeStore(_ moment: Trace.Moment) -> (Actor, String)? {
    switch moment {
    case .sheetShown(let transaction):
      (.store, "shows the payment sheet of \(name(of: transaction)) (S1)")
    case .blocked(let transaction, let by):
      (.store, "refuses \(name(of: transaction)): \(name(of: by)) is not finished (S5)")
    case .deferred(let transaction):
      (.store, "asks somebody to approve \(name(of: transaction)) (S9)")
    case .interrupted(let transaction, _):
      (.store, "interrupts \(name(of: transaction)): it needs something first (S7)")
    case .charged(let transaction): (.store, "takes the money for \(name(of: transaction)) (S2)")
    case .refunded(let transaction):
      (.store, "gives the money for \(name(of: transaction)) back (S10)")
    case .notified(let transaction, let answered):
      (
        .store,
        "tells the backend of \(name(of: transaction)) (B8)" + (answered ? "" : ": no answer")
      )
    case .purchasingCalledBack(let transaction):
      (.store, "calls back purchasing for \(name(of: transaction))")
    case .failedCalledBack(let transaction, let code):
      (.store, "calls back failed (\(code.rawValue)) for \(name(of: transaction))")
    case .deferredCalledBack(let transaction):
      (.store, "calls back deferred for \(name(of: transaction))")
    case .purchasedCalledBack(let transaction):
      (.store, "calls back purchased for \(name(of: transaction)) (S3)")
    case .callbackMissed(let transaction):
      (.store, "loses the purchased callback of \(name(of: transaction))")
    default: nil
    }
  }

  private func describeRest(_ moment: Trace.Moment) -> (Actor, String) {
    switch moment {
    case .messageLost(let kind, let transaction):
      (.link, "loses \(request(kind, transaction)) (D3, D4)")
    case .recordChangeLost(let intent):
      (.link, "loses what the app sent about the record of wish \(intent + 1) (D1, D3, B2)")
    case .linkUp: (.link, "is up again")
    case .recordStored(let intent): (.backend, "keeps the record of wish \(intent + 1) (C3)")
    case .recordForgotten(let intent):
      (.backend, "wipes the record of wish \(intent + 1) (C7)")
    case .orderCreated(let item):
      (.backend, "creates an order for \(catalog.items[Int(item)].name) (B1)")
    case .goodsDelivered(let transaction, let item, let account):
      (
        .backend,
        "delivers \(catalog.items[Int(item)].name) to \(holder(account)) "
          + "for \(name(of: transaction)) (B6, B7)"
      )
    case .deliveredByHand(let transaction):
      (.backend, "delivers \(name(of: transaction)) by the hand of support (P3)")
    case .goodsTakenBack(let transaction):
      (.backend, "takes the goods of \(name(of: transaction)) back (B8)")
    case .reconciled(let fetched):
      (.backend, fetched ? "fetches the customer's charges (B9)" : "cannot fetch charges (B9)")
    case .faultStruck(let planned): (.fault, Timeline.name(user.plan[Int(planned)].fault))
    case .dropped(let transaction, let point):
      (.loss, "\(name(of: transaction)) is lost from here on: \(point.rawValue)")
    default: preconditionFailure("every moment has words")
    }
  }

  /// Transactions are named in the order of their making.
  private func name(of transaction: Int32) -> String { "T\(transaction + 1)" }

  /// Accounts are named by letters; a device's is nobody's (C10).
  private func holder(_ account: Int32) -> String {
    if Account.isDevice(account) { return "the device" }
    return "account " + String(UnicodeScalar(UInt8(ascii: "A") + UInt8(account)))
  }

  private func request(_ kind: RequestKinds, _ transaction: Int32) -> String {
    if kind == .records {
      return transaction < 0 ? "waiting records" : "records to bind \(name(of: transaction))"
    }
    let what = kind == .verify ? "verify" : "createOrder"
    return transaction < 0 ? what : "\(what) for \(name(of: transaction))"
  }

  private static func rule(_ point: DropPoint) -> String {
    switch point {
    case .recordCleared: "C4"
    case .recordDied: "D1"
    case .recordWiped: "D2"
    default: "C5"
    }
  }

  /// What a planned fault is called.
  private static func name(_ fault: Fault) -> String {
    switch fault {
    case .crash: "crash"
    case .appKill: "appKill"
    case .accountSwitch: "accountSwitch"
    case .networkLoss(let lasts): "networkLoss for \(lasts.seconds) s"
    case .weakNetwork(let lasts, _): "weakNetwork for \(lasts.seconds) s"
    case .replyLoss: "replyLoss"
    case .interruption(let interruption):
      interruption.code == .cancelled ? "spuriousCancel" : "spuriousFailure"
    case .payloadLoss: "payloadLoss"
    case .duplicateCallback: "duplicateCallback"
    case .missedCallback: "missedCallback"
    case .reinstall: "reinstall"
    case .newDevice: "newDevice"
    case .askToBuy: "askToBuy"
    case .delisting: "delisting"
    case .tokenExpiry: "tokenExpiry"
    case .staleReceipt(let lasts): "staleReceipt for \(lasts.seconds) s"
    case .backendOutage(let lasts): "backendOutage for \(lasts.seconds) s"
    case .storeCheckOutage(let lasts): "storeCheckOutage for \(lasts.seconds) s"
    case .doubleTap: "doubleTap"
    case .refund: "refund"
    }
  }
}
