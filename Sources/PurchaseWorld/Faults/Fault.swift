package import EventEngine

/// The faults that a scenario can name (section 7); ``description`` tells all of each but its effect.
package enum FaultKind: String, CaseIterable, Sendable {
  case crash, appKill, accountSwitch, networkLoss, weakNetwork, replyLoss, spuriousCancel
  case spuriousFailure, payloadLoss, duplicateCallback, missedCallback, reinstall, newDevice
  case askToBuy, delisting, tokenExpiry, staleReceipt, backendOutage, storeCheckOutage, doubleTap
  case refund
}

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
    (self.code, self.completes, self.resolves) = (code, completes, resolves)
    (self.dropsPayload, self.kills, self.reopens) = (dropsPayload, kills, reopens)
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
  /// Whichever comes next, as one set: a single reply gets lost (D4).
  package static let any: RequestKinds = [.verify, .createOrder, .records]
}

/// The parameters of a declared fault; each kind reads its own and ignores the rest.
package struct FaultParameters: Hashable, Sendable {
  /// The default is the user's (``Behavior``).
  package var reopens: Distribution
  package var lasts = Distribution.constant(.seconds(600))
  /// Absent: never.
  package var returns: Distribution?
  /// In thousandths.
  package var slowdown = 10_000
  package var of = RequestKinds.verify
  /// Whether the user completes an interrupted purchase in the store (S7).
  package var completes = Chance.always
  /// From an interruption to its end (S7).
  package var resolves = Distribution.constant(.seconds(300))
  /// Whether what is completed there comes without payload (S7, S8).
  package var dropsPayload = Chance.always
  /// Whether the app is killed while the user is in the store.
  package var kills = Chance.never
  package var from = PayloadLoss.callback
  package var copies = 1
  /// Between callbacks, or between two taps.
  package var gap = Distribution.constant(.seconds(1))
  package var approves = Chance.always
  /// From the confirmation to the answer of Ask to Buy (S9).
  package var answers = Distribution.constant(.seconds(10_800))
  package var pays = Chance.never

  package init(reopens: Distribution) { self.reopens = reopens }
}

/// One parameter of faults: the key under which the format has it, and what it means.
package struct FaultParameter: Sendable {
  /// Where a parameter stands among those of a declaration.
  package typealias Place<Value> = any WritableKeyPath<FaultParameters, Value> & Sendable

  /// What it holds.
  package enum Value: Sendable {
    case delay(Place<Distribution>)
    /// How long the fault goes on: above 0.
    case length(Place<Distribution>)
    /// How long it goes on until somebody ends it.
    case course(Place<Distribution>)
    case optionalDelay(Place<Distribution?>)
    case chance(Place<Chance>)
    /// How often the user is charged after all; who never is could lose no order.
    case chanceOfCharge(Place<Chance>)
    case count(ClosedRange<Int>, Place<Int>)
    /// A factor above 1, in thousandths.
    case factor(ClosedRange<Double>, Place<Int>)
    case requests(Place<RequestKinds>)
    case payloadLoss(Place<PayloadLoss>)
  }

  /// The key in scenarios and cases.
  package let name: String
  package let value: Value
  /// What it means, in one phrase for people.
  package let summary: String
  /// What holds without the key where that is no constant.
  package let fallback: String?

  private init(_ name: String, _ value: Value, _ summary: String, otherwise: String? = nil) {
    (self.name, self.value, self.summary, fallback) = (name, value, summary, otherwise)
  }

  /// How long the fault goes on, if that is what it says.
  var course: Place<Distribution>? {
    switch value {
    case .length(let place), .course(let place): place
    case .delay, .optionalDelay, .chance, .chanceOfCharge, .count, .factor, .requests, .payloadLoss:
      nil
    }
  }

  package static let reopens = FaultParameter(
    "reopens", .delay(\.reopens), "from the death to the reopening; without it, as in 'behavior'",
    otherwise: "as in 'behavior'")
  package static let lasts = FaultParameter("lasts", .length(\.lasts), "how long it goes on")
  package static let returns = FaultParameter(
    "returns", .optionalDelay(\.returns), "from the switch to the switch back; without it, never")
  package static let slowdown = FaultParameter(
    "slowdown", .factor(1...1000, \.slowdown), "how many times longer latencies are")
  package static let of = FaultParameter("of", .requests(\.of), "which reply is lost")
  package static let completes = FaultParameter(
    "completes", .chanceOfCharge(\.completes),
    "how often the user completes the purchase in the store")
  package static let resolves = FaultParameter(
    "resolves", .course(\.resolves), "from the interruption to its end")
  package static let dropsPayload = FaultParameter(
    "dropsPayload", .chance(\.dropsPayload), "how often the new transaction has no payload")
  package static let kills = FaultParameter(
    "kills", .chance(\.kills), "how often the app is killed meanwhile")
  package static let from = FaultParameter(
    "from", .payloadLoss(\.from), "in every callback from now on, or after the process has died")
  package static let copies = FaultParameter(
    "copies", .count(1...100, \.copies), "how often it is called back again")
  package static let gap = FaultParameter("gap", .delay(\.gap), "the time between the callbacks")
  package static let secondTap = FaultParameter(
    "gap", .delay(\.gap), "from the first tap to the second; 0s when 'after' is given",
    otherwise: "\"200ms\", or \"0s\" when 'after' is given")
  package static let approves = FaultParameter(
    "approves", .chanceOfCharge(\.approves), "how often the purchase is approved")
  package static let answers = FaultParameter(
    "answers", .course(\.answers), "from the confirmation to the answer")
  package static let pays = FaultParameter(
    "pays", .chance(\.pays), "how often the user pays on the second sheet too")
}
