package import EventEngine

/// The faults that a scenario can name; ``properties`` describes each.
package enum FaultKind: String, CaseIterable, Sendable {
  case crash, appKill, accountSwitch, networkLoss, weakNetwork, replyLoss, spuriousCancel
  case spuriousFailure, payloadLoss, duplicateCallback, missedCallback, reinstall, newDevice
  case askToBuy, delisting, tokenExpiry, staleReceipt, backendOutage, storeCheckOutage, doubleTap
  case refund, taskCancelled, missedReplay, unverified, serviceDisconnect
  case missedNotification, lateNotification
}

/// A fault with its parameters.
package enum Fault: Hashable, BitwiseCopyable, Sendable {
  /// The process dies; the user reopens the app later.
  case crash(reopens: Delay)
  /// The user or the system ends the process.
  case appKill(reopens: Delay)
  /// Another account logs in, whatever the app does; the first returns after a while, or never.
  case accountSwitch(returns: Delay?)
  /// The link goes down.
  case networkLoss(lasts: Delay)
  /// Latencies grow by a factor, given in thousandths.
  case weakNetwork(lasts: Delay, slowdown: Int)
  /// The next reply to such a request is lost (D4).
  case replyLoss(of: RequestKinds)
  /// The store interrupts the purchase with a request to the user (S7).
  case interruption(StoreInterruption)
  /// The payload comes back empty (S8).
  case payloadLoss(from: PayloadLossStart)
  /// The first `purchased` of the intent is called back again, `copies` times, `gap` apart.
  case duplicateCallback(copies: Int, gap: Delay)
  /// The live `purchased` is not delivered; the next attachment delivers it.
  case missedCallback
  /// Sandbox and process are lost.
  case reinstall(reopens: Delay)
  /// Sandbox, keychain and process are lost.
  case newDevice(reopens: Delay)
  /// Another person must approve the purchase (S9).
  case askToBuy(approves: Bool, answers: Delay)
  /// The backend stops selling the item.
  case delisting
  /// The session's token expires (B2).
  case tokenExpiry(lasts: Delay)
  /// The receipt stays as it was before the charge: that entry and every later one is missing (S6).
  case staleReceipt(lasts: Delay)
  /// Requests to the backend time out.
  case backendOutage(lasts: Delay)
  /// The store's check of receipts fails (B3).
  case storeCheckOutage(lasts: Delay)
  /// A second tap on Buy; its sheet is cancelled unless the user pays.
  case doubleTap(gap: Delay, pays: Bool)
  /// The store refunds the charge; the backend receives only a notification about it (S10).
  case refund
  /// The task that awaits the purchase call is cancelled, and the process keeps running (K2, G3).
  case taskCancelled
  /// Replays omit the intent's transactions; nil: those on which the store's clients rely.
  case missedReplay(of: RedeliveryRoutes?, lasts: Delay)
  /// The device cannot check the signatures of the intent's transactions (K12).
  case unverified(lasts: Delay)
  /// The connection to the service is lost (G12).
  case serviceDisconnect(lasts: Delay)
  /// The next notification of the charge never reaches the backend (B8).
  case missedNotification
  /// The next notification of the charge is delayed (B8).
  case lateNotification(by: Delay)

  /// The kind under which a scenario names it; an interruption has one for each code.
  package var kind: FaultKind {
    switch self {
    case .crash: .crash
    case .appKill: .appKill
    case .accountSwitch: .accountSwitch
    case .networkLoss: .networkLoss
    case .weakNetwork: .weakNetwork
    case .replyLoss: .replyLoss
    case .interruption(let interruption):
      interruption.code == .cancelled ? .spuriousCancel : .spuriousFailure
    case .payloadLoss: .payloadLoss
    case .duplicateCallback: .duplicateCallback
    case .missedCallback: .missedCallback
    case .reinstall: .reinstall
    case .newDevice: .newDevice
    case .askToBuy: .askToBuy
    case .delisting: .delisting
    case .tokenExpiry: .tokenExpiry
    case .staleReceipt: .staleReceipt
    case .backendOutage: .backendOutage
    case .storeCheckOutage: .storeCheckOutage
    case .doubleTap: .doubleTap
    case .refund: .refund
    case .taskCancelled: .taskCancelled
    case .missedReplay: .missedReplay
    case .unverified: .unverified
    case .serviceDisconnect: .serviceDisconnect
    case .missedNotification: .missedNotification
    case .lateNotification: .lateNotification
    }
  }
}

extension FaultKind {
  /// The properties of each kind, in one table.
  private var row: FaultProperties {
    switch self {
    case .crash:
      FaultProperties(
        self, .app, at: .charge, "the app crashes; the user reopens it later",
        sources: "000–003", [.reopens], exploredVariants: { $0.reopenings.map(Fault.crash) })
    case .appKill:
      FaultProperties(
        self, .app, at: .sheet,
        "the user or the system ends the app's process; the user reopens the app later",
        sources: "000, 003", [.reopens], exploredVariants: { $0.reopenings.map(Fault.appKill) })
    case .accountSwitch:
      FaultProperties(
        self, .user, at: .sheet, "the user logs in to another account, and can switch back later",
        sources: "000, I", [.returns], needsAccounts: true,
        exploredVariants: { [$0.minutes, $0.day, nil].map(Fault.accountSwitch) })
    case .networkLoss:
      FaultProperties(
        self, .link, at: .callback, "the network connection is lost", sources: "000–003", [.lasts],
        exploredVariants: { $0.lengths.map(Fault.networkLoss) })
    case .weakNetwork:
      FaultProperties(
        self, .link, at: .tap, "network latencies grow", sources: "000", [.lasts, .slowdown],
        exploredVariants: { $0.lengths.map { .weakNetwork(lasts: $0, slowdown: 10_000) } })
    case .replyLoss:
      FaultProperties(
        self, .link, at: .callback,
        "the next reply to a request (`of`) is lost; the backend has processed the request (D4)",
        [.of], exploredVariants: { _ in [.verify, .createOrder, .records].map(Fault.replyLoss) })
    case .spuriousCancel:
      FaultProperties(
        self, .store, at: .sheet, in: .sheet,
        "the store interrupts the purchase and reports a cancel (S7)", sources: "000",
        [.completes, .resolves, .dropsPayload, .kills, .reopens], isOfPurchase: true,
        canAddCharge: true, exploredVariants: { $0.interruptions(.cancelled) })
    case .spuriousFailure:
      FaultProperties(
        self, .store, at: .sheet, in: .sheet,
        "the store interrupts the purchase and reports an error (S7)", sources: "000, 002",
        [.completes, .resolves, .dropsPayload, .kills, .reopens], isOfPurchase: true,
        canAddCharge: true, exploredVariants: { $0.interruptions(.error) })
    case .payloadLoss:
      FaultProperties(
        self, .store, at: .charge, "the payload comes back empty (S8)", sources: "000–003",
        [.from], isOfPurchase: true, exploredVariants: { $0.payloadLosses.map(Fault.payloadLoss) })
    case .duplicateCallback:
      FaultProperties(
        self, .store, at: .callback, "the store repeats the callback of the purchase",
        sources: "001", [.copies, .gap], isOfPurchase: true,
        exploredVariants: {
          [.seconds(1), $0.minutes].map { .duplicateCallback(copies: 1, gap: $0) }
        })
    case .missedCallback:
      FaultProperties(
        self, .store, at: .charge,
        "the callback is lost; the store repeats it when the app attaches its observer again",
        sources: "I", isOfPurchase: true, exploredVariants: { _ in [.missedCallback] })
    case .reinstall:
      FaultProperties(
        self, .user, at: .callback,
        "the user deletes and reinstalls the app: the sandbox is lost", sources: "000, 001",
        [.reopens], exploredVariants: { [.reinstall(reopens: $0.reopeningDelay)] })
    case .newDevice:
      FaultProperties(
        self, .user, at: .callback, "the user moves to a new device: sandbox and keychain are lost",
        sources: "002", [.reopens], exploredVariants: { [.newDevice(reopens: $0.reopeningDelay)] })
    case .askToBuy:
      FaultProperties(
        self, .store, at: .sheet, in: .sheet, "another person must approve the purchase (S9)",
        sources: "001", [.approves, .answers], isOfPurchase: true,
        exploredVariants: {
          [(true, $0.minutes), (true, $0.day), (false, $0.minutes)].map(Fault.askToBuy)
        })
    case .delisting:
      FaultProperties(
        self, .backend, at: .tap, "the backend stops selling the item (B1)", sources: "000",
        isOfPurchase: true, exploredVariants: { _ in [.delisting] })
    case .tokenExpiry:
      FaultProperties(
        self, .backend, at: .callback, "the session's token expires (B2)", sources: "000",
        [.lasts], exploredVariants: { $0.lengths.map(Fault.tokenExpiry) })
    case .staleReceipt:
      FaultProperties(
        self, .store, at: .charge, "the receipt stays as it was before the charge (S6)",
        sources: "I", [.lasts], knownTo: [.storeKit1],
        exploredVariants: { $0.lengths.map(Fault.staleReceipt) })
    case .backendOutage:
      FaultProperties(
        self, .backend, at: .callback, "requests to the backend time out",
        sources: "002, 003", [.lasts], exploredVariants: { $0.lengths.map(Fault.backendOutage) })
    case .storeCheckOutage:
      FaultProperties(
        self, .store, at: .callback, "the store's check of receipts fails (B3)",
        sources: "001, 003, I", [.lasts],
        exploredVariants: { $0.lengths.map(Fault.storeCheckOutage) })
    case .doubleTap:
      FaultProperties(
        self, .user, at: .tap,
        "the user taps Buy twice; the second sheet is cancelled unless the user pays",
        sources: "000", [.secondTap, .pays], isOfPurchase: true, canAddCharge: true,
        // A delay replaces the default gap of the second tap.
        defaults: { $0.gap = .constant($1 ? .zero : .milliseconds(200)) },
        exploredVariants: { values in
          [.milliseconds(200), values.minutes].flatMap { gap in
            [false, true].map { .doubleTap(gap: gap, pays: $0) }
          }
        })
    case .refund:
      FaultProperties(
        self, .store, at: .delivery, in: .charged,
        "the store refunds the charge and does not notify the app (S10, B8)", sources: "000",
        isOfPurchase: true, exploredVariants: { _ in [.refund] })
    case .taskCancelled:
      FaultProperties(
        self, .app, at: .sheet,
        "the app cancels the task that awaits the purchase, so no callback comes by `result` (K2,"
          + " G3)",
        isOfPurchase: true, knownTo: [.storeKit2, .playBilling],
        exploredVariants: { _ in [.taskCancelled] })
    case .missedReplay:
      FaultProperties(
        self, .store, at: .charge,
        "an update or a query for unfinished purchases omits this purchase (K3, G3)",
        sources: "I", [.replays, .lasts], isOfPurchase: true,
        knownTo: [.storeKit2, .playBilling], defaults: FaultProperties.lastsForGood,
        exploredVariants: { values in
          values.replays.flatMap { of in
            [values.day, values.forever].map { .missedReplay(of: of, lasts: $0) }
          }
        })
    case .unverified:
      FaultProperties(
        self, .store, at: .charge, "the device cannot check the purchase's signature (K12)",
        sources: "D, C", [.lasts], isOfPurchase: true, knownTo: [.storeKit2],
        defaults: FaultProperties.lastsForGood,
        exploredVariants: { [$0.day, $0.forever].map(Fault.unverified) })
    case .serviceDisconnect:
      FaultProperties(
        self, .store, at: .callback, "the app loses the connection to the billing service (G12)",
        sources: "D", [.lasts], knownTo: [.playBilling],
        exploredVariants: { $0.lengths.map(Fault.serviceDisconnect) })
    case .missedNotification:
      FaultProperties(
        self, .store, at: .charge, "the store's next notification of the charge is lost (B8)",
        isOfPurchase: true, exploredVariants: { _ in [.missedNotification] })
    case .lateNotification:
      FaultProperties(
        self, .store, at: .charge, "the store's next notification of the charge is late (B8)",
        [.by], isOfPurchase: true,
        exploredVariants: { [$0.hours, $0.day].map(Fault.lateNotification) })
    }
  }

  /// Made once, because runs read it often.
  private static let rows = allCases.map { $0.row }

  /// The properties of the kind.
  package var properties: FaultProperties { FaultKind.rows[Int(number)] }

  private var number: UInt32 { UInt32(unsafeBitCast(self, to: UInt8.self)) }

  /// The kinds with a property, one bit each, because runs query it often.
  private static func bits(where holds: (FaultProperties) -> Bool) -> UInt32 {
    rows.reduce(0) { holds($1) ? $0 | 1 << $1.kind.number : $0 }
  }

  private static let adding = bits { $0.canAddCharge }
  private static let known = Design.StoreKind.allCases.map { store in
    bits { $0.stores.contains(store) }
  }

  /// Whether it can cause one more charge for a purchase (S7).
  var canAddCharge: Bool { FaultKind.adding >> number & 1 == 1 }

  /// Whether it can occur in a store; it has no effect on designs with another store.
  package func applies(to store: Design.StoreKind) -> Bool {
    FaultKind.known[Int(unsafeBitCast(store, to: UInt8.self))] >> number & 1 == 1
  }
}

// From the parameters of a declaration to a fault, and back.
extension FaultParameters {
  func fault<Answers: FaultAnswers>(of kind: FaultKind, by answers: inout Answers) -> Fault {
    switch kind {
    case .crash: .crash(reopens: answers.delay(reopeningDelay, .reopens))
    case .appKill: .appKill(reopens: answers.delay(reopeningDelay, .reopens))
    case .accountSwitch: .accountSwitch(returns: returnDelay.map { answers.delay($0, .returns) })
    case .networkLoss: .networkLoss(lasts: answers.delay(lasts, .lasts))
    case .weakNetwork: .weakNetwork(lasts: answers.delay(lasts, .lasts), slowdown: slowdown)
    case .replyLoss: .replyLoss(of: lostReplies)
    case .spuriousCancel: .interruption(interruption(.cancelled, by: &answers))
    case .spuriousFailure: .interruption(interruption(.error, by: &answers))
    case .payloadLoss: .payloadLoss(from: from)
    case .duplicateCallback: .duplicateCallback(copies: copyCount, gap: answers.delay(gap, .gap))
    case .missedCallback: .missedCallback
    case .reinstall: .reinstall(reopens: answers.delay(reopeningDelay, .reopens))
    case .newDevice: .newDevice(reopens: answers.delay(reopeningDelay, .reopens))
    case .askToBuy:
      .askToBuy(
        approves: answers.happens(approves, .approves),
        answers: answers.delay(self.answerDelay, .answers))
    case .delisting: .delisting
    case .tokenExpiry: .tokenExpiry(lasts: answers.delay(lasts, .lasts))
    case .staleReceipt: .staleReceipt(lasts: answers.delay(lasts, .lasts))
    case .backendOutage: .backendOutage(lasts: answers.delay(lasts, .lasts))
    case .storeCheckOutage: .storeCheckOutage(lasts: answers.delay(lasts, .lasts))
    case .doubleTap: .doubleTap(gap: answers.delay(gap, .gap), pays: answers.happens(pays, .pays))
    case .refund: .refund
    case .taskCancelled: .taskCancelled
    case .missedReplay: .missedReplay(of: omittingRoutes, lasts: answers.delay(lasts, .lasts))
    case .unverified: .unverified(lasts: answers.delay(lasts, .lasts))
    case .serviceDisconnect: .serviceDisconnect(lasts: answers.delay(lasts, .lasts))
    case .missedNotification: .missedNotification
    case .lateNotification: .lateNotification(by: answers.delay(extraDelay, .by))
    }
  }

  private func interruption<Answers: FaultAnswers>(
    _ code: FailureCode, by answers: inout Answers
  ) -> StoreInterruption {
    StoreInterruption(
      code: code, completes: answers.happens(completes, .completes),
      resolutionDelay: answers.delay(resolutionDelay, .resolves),
      dropsPayload: payloadDropProbability.map { answers.happens($0, .dropsPayload) },
      kills: answers.happens(kills, .kills), reopeningDelay: answers.delay(reopeningDelay, .reopens)
    )
  }

  /// Takes over the parameters that a fault has; the others stay.
  package mutating func update(from fault: Fault) {
    func chance(_ happens: Bool) -> Probability { happens ? .always : .never }
    switch fault {
    case .crash(let delay), .appKill(let delay), .reinstall(let delay), .newDevice(let delay):
      reopeningDelay = .constant(delay)
    case .accountSwitch(let delay): returnDelay = delay.map { .constant($0) }
    case .networkLoss(let delay), .tokenExpiry(let delay), .staleReceipt(let delay),
      .backendOutage(let delay), .storeCheckOutage(let delay), .unverified(let delay),
      .serviceDisconnect(let delay):
      lasts = .constant(delay)
    case .weakNetwork(let delay, let factor): (lasts, slowdown) = (.constant(delay), factor)
    case .replyLoss(let kinds): lostReplies = kinds
    case .interruption(let interruption):
      (completes, kills) = (chance(interruption.completes), chance(interruption.kills))
      payloadDropProbability = interruption.dropsPayload.map(chance)
      resolutionDelay = .constant(interruption.resolutionDelay)
      reopeningDelay = .constant(interruption.reopeningDelay)
    case .payloadLoss(let moment): from = moment
    case .duplicateCallback(let count, let delay): (copyCount, gap) = (count, .constant(delay))
    case .askToBuy(let isApproved, let delay):
      (approves, answerDelay) = (chance(isApproved), .constant(delay))
    case .doubleTap(let delay, let isPaid): (gap, pays) = (.constant(delay), chance(isPaid))
    case .missedReplay(let set, let delay): (omittingRoutes, lasts) = (set, .constant(delay))
    case .lateNotification(let delay): extraDelay = .constant(delay)
    case .missedCallback, .delisting, .refund, .taskCancelled, .missedNotification: break
    }
  }
}
