package import EventEngine

/// One misfortune with its parameters (section 7).
package enum Fault: Hashable, BitwiseCopyable, Sendable {
  /// The process dies; the user reopens the app later.
  case crash(reopens: Delay)
  /// The process dies by the user's or the system's hand.
  case appKill(reopens: Delay)
  /// Another account logs in, whatever the app does; the first returns after a while, or never.
  case accountSwitch(returns: Delay?)
  /// The link goes down.
  case networkLoss(lasts: Delay)
  /// Latencies grow by a factor, given in thousandths.
  case weakNetwork(lasts: Delay, slowdown: Int)
  /// The next such reply is lost (D4).
  case replyLoss(of: RequestKinds)
  /// The store interrupts the purchase and asks for something first (S7).
  case interruption(Interruption)
  /// The payload comes back empty (S8).
  case payloadLoss(from: PayloadLoss)
  /// The first `purchased` of the intent is called back again, `copies` times, `gap` apart.
  case duplicateCallback(copies: Int, gap: Delay)
  /// The live `purchased` is not delivered; the next attachment is.
  case missedCallback
  /// Sandbox and process are gone.
  case reinstall(reopens: Delay)
  /// Sandbox, keychain and process are gone.
  case newDevice(reopens: Delay)
  /// Somebody else must approve the purchase (S9).
  case askToBuy(approves: Bool, answers: Delay)
  /// The item leaves the backend's shelf.
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
  /// The store gives the money back; the backend hears of it by notifications alone (S10).
  case refund

  /// Whether a purchase can be charged once more because of it (S7).
  var canAddCharge: Bool {
    switch self {
    case .interruption, .doubleTap: true
    default: false
    }
  }
}

/// What the store does when it needs something before the purchase (S7).
package struct Interruption: Hashable, BitwiseCopyable, Sendable {
  /// The code that the app is told.
  package var code: FailureCode
  /// Whether the user completes the purchase in the store.
  package var completes: Bool
  /// From the interruption to its completion or abandonment.
  package var resolves: Delay
  /// Whether the second transaction has no payload.
  package var dropsPayload: Bool
  /// Whether the app is killed meanwhile.
  package var kills: Bool
  /// From the kill to the reopening.
  package var reopens: Delay

  package init(
    code: FailureCode, completes: Bool, resolves: Delay, dropsPayload: Bool, kills: Bool,
    reopens: Delay
  ) {
    self.code = code
    self.completes = completes
    self.resolves = resolves
    self.dropsPayload = dropsPayload
    self.kills = kills
    self.reopens = reopens
  }
}

/// From when on a payload is lost (S8).
package enum PayloadLoss: String, CaseIterable, BitwiseCopyable, Sendable {
  /// In every callback from now on.
  case callback
  /// In every callback after the process has died.
  case relaunch
}

/// A set of requests to the backend.
package struct RequestKinds: OptionSet, Hashable, BitwiseCopyable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let verify = RequestKinds(rawValue: 1)
  package static let createOrder = RequestKinds(rawValue: 2)
  /// Records that are kept on the backend are read.
  package static let records = RequestKinds(rawValue: 4)
  package static let any: RequestKinds = [.verify, .createOrder, .records]
}
