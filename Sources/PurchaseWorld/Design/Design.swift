/// The design of an app and its backend: one value of every axis (<doc:DesignAxes>).
///
/// A design is data: one client interprets every design, and no rule reads its name. Each property
/// is an axis of the scenario format, or a group of axes; its initial value is the default.
package struct Design: Hashable, Sendable {
  /// The name in results; the world never reads it.
  package var name: String
  package var store = StoreKind.storeKit1
  /// The routes by which the client receives purchases (K3, G3); StoreKit 1 has no choice.
  package var routes: Routes = .usual
  package var timing = OrderTiming.purchaseFirst
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
  /// Whether the client stores delivered transactions and finishes them without a request. [003]
  package var hasLedger = false
  package var deliveryConcurrency = DeliveryConcurrency.perTransaction
  package var retry = RetryRules()
  package var purchasePage = PurchasePageMode.nonBlocking
  package var repurchase = RepurchaseRule.allow
  /// Whether the client recognises the answer that its token has expired (B2).
  package var recognisesExpiry = true
  package var guest = GuestRule.requireLogin
  package var backend = BackendRules()
  /// The design after an update of the app; no axis (M1).
  package var update: AppUpdate?
  /// The team's own client that replaces the client's axes; no axis.
  package var client: ClientReference?
  /// The order in which that client's ready tasks continue; no axis.
  package var scheduling = Scheduling.inOrder
  /// The number of a drawn order of ready tasks, from 1; nil: each run draws its own; no axis.
  package var interleaving: Int?
  package init(name: String) { self.name = name }

  /// The store that sells.
  package enum StoreKind: String, AxisValue {
    case storeKit1 = "the payment queue of StoreKit 1, with an observer and a receipt (S1, S3, S6)"
    case storeKit2 = "StoreKit 2: a purchase call, updates, signed transactions (K1, K3, K6)"
    case playBilling = "Play Billing: a flow, a service, automatic refunds (G1, G12, G10)"
  }

  /// The time at which the order is created. [000 A/B]
  package enum OrderTiming: String, AxisValue {
    case orderFirst = "before the payment: without an order nothing is sold (C2)"
    case purchaseFirst = "after the payment: in the verification, or just before it (C7)"
  }

  /// The way in which a purchase-first client creates its order (C7).
  package enum OrderRequest: String, AxisValue {
    case separate = "`createOrder`, and `verify` after its answer (C7)"
    case merged = "part of `verify`: the backend makes the order when it delivers (B6)"
  }

  /// The data that the client attaches to a payment (S8).
  package enum PayloadContent: String, AxisValue {
    case none = "nothing: the transaction names only its product (C5)"
    case order = "the order, for which the backend has the item and the owner (C5, B7)"
    case account = "the account, but neither the order nor the item (C5)"
    case intent = "the account, and the order or, without one, the item (C5)"
  }

  /// The time at which a transaction is finished (C6, C7).
  package enum FinishTime: String, AxisValue {
    case onCallback =
      "at the `purchased` callback; retries resend the receipt of that callback (C6)"
    case afterSubmission =
      "when the backend accepted the request, even before it verified it (C7, B3)"
    case afterVerification = "when the backend has verified and delivered (C7)"
  }

  /// The consequence of a rejected verification (C7).
  package enum RejectionResponse: String, AxisValue {
    case finish = "the transaction is finished, without another try (C7)"
    case keep = "it stays unfinished; a trigger or a callback starts another try (C7, C8)"
  }

  /// The consequence of a `failed` callback (C4). Some clients keep the transaction queued. [I]
  package enum FailureResponse: String, AxisValue {
    case finish = "the failed transaction leaves the queue (C4)"
    case keep =
      "the failed transaction stays in the queue; with `repurchase=refuse` it blocks taps (C4, C1)"
  }

  /// The consequence of a `deferred` callback (C11). Some clients ignore it. [I]
  package enum DeferralResponse: String, AxisValue {
    case end = "the flow of the tap ends: the spinner closes, the record stays (C11)"
    case ignore = "nothing: the spinner stays (C11)"
  }

  /// The client's handling of a signature that the device cannot check (K12).
  package enum UnverifiedRule: String, AxisValue {
    case ignore = "nothing: it stays unfinished, and a later callback can be verified (K12, C5)"
    case finish = "it is finished without a delivery (K12, C5)"
    case submit = "it is delivered as if verified; the backend makes its own check (K12, B3)"
  }

  /// The time at which the client acknowledges a purchase; consuming always does (G10, G11).
  package enum AcknowledgementTime: String, AxisValue {
    case withFinish = "with the finish, which consumes it (G11)"
    case onCallback = "at every callback, before anything is delivered (C5, G10)"
  }

  /// The client's reaction if the store reports that the product is owned (G5).
  package enum AlreadyOwnedResponse: String, AxisValue {
    case fail = "nothing more than after any other failure (G5, C4)"
    case query = "the client at once queries the owned purchases and receives them (G5, G3)"
  }

  /// The client's reaction if the connection to the service is lost (G12).
  package enum ReconnectRule: String, AxisValue {
    case auto = "the client reconnects as soon as the service is available, and queries (G12)"
    case never = "the process has no service until the next launch (G12)"
  }

  /// The time at which the observer is attached (S3).
  package enum ObserverTime: String, AxisValue {
    case launch = "at every launch (S3)"
    case login = "at a launch with a session, and at a login (S3, C10)"
    case purchase = "at the first tap of a process; unfinished purchases wait until then (S3, C1)"
  }

  /// The number of delivery tasks that a transaction can have at once (C7).
  package enum DeliveryConcurrency: String, AxisValue {
    case perTransaction = "one per transaction: while it runs, another callback starts no task (C7)"
    case perCallback = "one per callback: two tasks can deliver the same transaction at once (C7)"
  }

  /// Whether the user can leave the purchase page (P2).
  package enum PurchasePageMode: String, AxisValue {
    case blocking = "a spinner covers the app from the tap to the end of the delivery (P2)"
    case nonBlocking = "the user can use the app during the delivery (P2)"
  }

  /// The effect of a tap while its product has waiting data (C1). Some clients finish it first. [I]
  package enum RepurchaseRule: String, AxisValue {
    case allow = "the purchase continues in any case (C1)"
    case resume = "the undelivered item of a matching waiting record is delivered instead (C1)"
    case resumeOrBlock = "as `resume`; any other waiting record of the product refuses the tap (C1)"
    case refuse = "the tap is refused if any transaction of the product is in the queue (C1)"
    case finishPending = "charged and failed transactions are finished first, delivered or not (C1)"
  }

  /// Whether users can buy before they log in (C10).
  package enum GuestRule: String, AxisValue {
    case requireLogin = "a guest's tap asks for a login and continues after it (C10)"
    case deviceAccount = "a guest buys as the device; the delivery waits for the login (C10)"
  }
}

/// A word as the value of an axis; the name of its case.
///
/// The raw value describes, in one phrase with its rules, a design with this value.
package protocol AxisValue: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

extension AxisValue {
  /// The word in scenarios.
  package var word: String { "\(self)" }
  /// The description of a design with this value, in one phrase with its rules.
  package var meaning: String { rawValue }
}
