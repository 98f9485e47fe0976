/// How an app and its backend sell: one value of every axis of section 5.
///
/// A design is data. One client interprets every design; nothing in the world knows a design by its
/// name. Each stored property is one axis of the scenario format, or a group of them, told with its
/// type; its initial value is the default of that axis.
package struct Design: Hashable, Sendable {
  /// The name under which results show the design; the world never reads it.
  package var name: String
  package var store = StoreKind.storeKit1
  /// The routes by which the client hears of purchases (K3, G3); StoreKit 1 has none to choose from.
  package var sources: Routes = .usual
  package var timing = Timing.purchaseFirst
  package var orderRequest = OrderRequest.merged
  package var payload = PayloadContent.none
  package var records = RecordRules()
  package var binding = BindingRules()
  package var finish = FinishTime.afterVerification
  package var onRejection = RejectionResponse.keep
  package var onFailed = FailureResponse.finish
  package var onDeferred = DeferralResponse.end
  package var unverified = UnverifiedRule.ignore
  package var acknowledge = AcknowledgementTime.withFinish
  package var onAlreadyOwned = AlreadyOwnedResponse.fail
  package var reconnect = ReconnectRule.auto
  package var observer = ObserverTime.launch
  /// Whether the client remembers delivered transactions and finishes them without asking. [003]
  package var ledger = false
  package var queue = QueueKind.perTransaction
  package var retry = RetryRules()
  package var ui = Interface.nonBlocking
  package var repurchase = RepurchaseRule.allow
  /// Whether the client recognises the answer that its token has expired (B2).
  package var recognisesExpiry = true
  package var guest = GuestRule.requireLogin
  package var server = ServerRules()
  /// The design that the app runs later, if it is updated; no axis (M1).
  package var update: AppUpdate?
  /// The team's own client that is played in the place of the client's axes; no axis.
  package var client: ClientReference?
  /// In which order that client's ready tasks go on; no axis.
  package var scheduling = Scheduling.inOrder
  /// The number of the order in which they go on in every life, if it is drawn, from 1; nil: luck draws one for
  /// each life; no axis.
  package var interleaving: Int?
  package init(name: String) { self.name = name }

  /// The store that sells.
  package enum StoreKind: String, AxisValue {
    case storeKit1 = "the payment queue of StoreKit 1, with an observer and a receipt (S1, S3, S6)"
    case storeKit2 = "StoreKit 2: a purchase call, updates, signed transactions (K1, K3, K6)"
    case playBilling = "Play Billing: a flow, a service, automatic refunds (G1, G12, G10)"
  }

  /// When the order is created. [000 A/B]
  package enum Timing: String, AxisValue {
    case orderFirst = "before the payment: without an order nothing is sold (C2)"
    case purchaseFirst = "after the payment: in the verification, or just before it (C7)"
  }

  /// How a purchase-first client creates its order (C7).
  package enum OrderRequest: String, AxisValue {
    case separate = "a `createOrder` of its own, and `verify` when it has answered (C7)"
    case merged = "part of `verify`: the backend makes the order when it delivers (B6)"
  }

  /// What is handed to the store with a payment (S8).
  package enum PayloadContent: String, AxisValue {
    case none = "nothing: the transaction itself names no more than its product (C5)"
    case order = "the order: the backend knows its item and its owner (C5, B7)"
    case account = "the account, but neither the order nor the item (C5)"
    case intent = "the account, and the order or, without one, the item (C5)"
  }

  /// When a transaction is finished (C6, C7).
  package enum FinishTime: String, AxisValue {
    case onCallback = "at the `purchased` callback; every try sends the receipt read there (C6)"
    case afterSubmission = "when the backend has accepted the request, checked or not (C7, B3)"
    case afterVerification = "when the backend has verified and delivered (C7)"
  }

  /// What a rejected verification leads to (C7).
  package enum RejectionResponse: String, AxisValue {
    case finish = "the transaction is finished: nothing tries again (C7)"
    case keep = "the transaction stays unfinished: a trigger or a callback tries again (C7, C8)"
  }

  /// What a `failed` callback leads to (C4). Some clients keep the transaction in the queue. [I]
  package enum FailureResponse: String, AxisValue {
    case finish = "the failed transaction leaves the queue (C4)"
    case keep = "the failed transaction stays in the queue, where `refuse` meets it (C4, C1)"
  }

  /// What a `deferred` callback leads to (C11). Some clients ignore it. [I]
  package enum DeferralResponse: String, AxisValue {
    case end = "the flow of the tap ends: the spinner closes, the record stays (C11)"
    case ignore = "nothing: the spinner goes on (C11)"
  }

  /// What the client does with a transaction whose signature the device cannot check (K12).
  package enum UnverifiedRule: String, AxisValue {
    case ignore = "nothing: it stays unfinished, and a later callback may be verified (K12, C5)"
    case finish = "it is finished and forgotten (K12, C5)"
    case submit = "it is delivered as if verified: the backend checks for itself (K12, B3)"
  }

  /// When the client acknowledges a purchase; consuming it always does (G10, G11).
  package enum AcknowledgementTime: String, AxisValue {
    case withFinish = "with the finish, which consumes it (G11)"
    case onCallback = "at every callback, before anything is delivered (C5, G10)"
  }

  /// What the client does when the store says that the product is owned already (G5).
  package enum AlreadyOwnedResponse: String, AxisValue {
    case fail = "nothing more than any failure leads to (G5, C4)"
    case query = "the client asks at once for what it owns, and hears of it (G5, G3)"
  }

  /// What the client does when the connection to the service is lost (G12).
  package enum ReconnectRule: String, AxisValue {
    case auto = "the client connects as soon as the service is there again, and asks (G12)"
    case never = "the process stays without the service until the next launch (G12)"
  }

  /// When the observer is attached (S3).
  package enum ObserverTime: String, AxisValue {
    case launch = "at every launch (S3)"
    case login = "while a session exists: at a launch with one, and at a login (S3, C10)"
    case purchase = "at the first tap of a process; what is unfinished waits until then (S3, C1)"
  }

  /// How many delivery tasks a transaction can have at once (C7).
  package enum QueueKind: String, AxisValue {
    case perTransaction = "one a transaction: while it runs, another callback starts none (C7)"
    case perCallback = "one a callback: two can deliver the same transaction at once (C7)"
  }

  /// Whether the user can leave the purchase page (P2).
  package enum Interface: String, AxisValue {
    case blocking = "a spinner covers the app from the tap to the end of the delivery (P2)"
    case nonBlocking = "the app can be used while the delivery goes on (P2)"
  }

  /// What a tap does while something of that product waits (C1). Some clients finish it first. [I]
  package enum RepurchaseRule: String, AxisValue {
    case allow = "the purchase goes on as if nothing waited (C1)"
    case resume = "a waiting record of the same item and account is delivered instead (C1)"
    case resumeOrBlock = "as `resume`; any other waiting record of the product refuses the tap (C1)"
    case refuse = "the tap is refused if any transaction of the product is in the queue (C1)"
    case finishPending = "whatever is charged or failed is finished first, delivered or not (C1)"
  }

  /// Whether users can buy before they log in (C10).
  package enum GuestRule: String, AxisValue {
    case requireLogin = "a guest's tap asks for a login, and goes on after it (C10)"
    case deviceAccount = "a guest buys as the device; the delivery waits for the login (C10)"
  }
}

/// A value of an axis that is a word: the name of its case.
///
/// Its raw value is what a design does that has it, in one phrase, with the rules that say so.
package protocol AxisValue: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

extension AxisValue {
  /// The word by which scenarios name it.
  package var word: String { "\(self)" }
  /// What a design does that has it, in one phrase, with the rules that say so.
  package var meaning: String { rawValue }
}
