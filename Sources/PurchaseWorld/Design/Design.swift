package import EventEngine

/// How an app and its backend sell: one value of every axis of section 5.
///
/// A design is data. One client interprets every design; nothing in the world knows a design by its
/// name. Each stored property is one axis of the scenario format, and its initial value is the
/// default of that axis.
package struct Design: Hashable, Sendable {
  /// The name under which results show the design; the world never reads it.
  package var name: String
  /// The store that sells.
  package var store = StoreKind.storeKit1
  /// When the order is created. [000 A/B]
  package var timing = Timing.purchaseFirst
  /// Whether a purchase-first client asks for the order in a request of its own.
  package var orderRequest = OrderRequest.merged
  /// What the client hands to the store to get back with the transaction.
  package var payload = PayloadContent.none
  /// What the client remembers, where and when.
  package var records = RecordRules()
  /// How a transaction finds its item and its account (C5).
  package var binding = BindingRules()
  /// When the client finishes a transaction (C6, C7).
  package var finish = FinishTime.afterVerification
  /// What the client does with a transaction whose verification was rejected (C7).
  package var onRejection = RejectionResponse.keep
  /// What the client does with a failed transaction (C4).
  package var onFailed = FailureResponse.finish
  /// What the client does with a deferred transaction (C11).
  package var onDeferred = DeferralResponse.end
  /// When the client attaches its observer to the payment queue (S3).
  package var observer = ObserverTime.launch
  /// Whether the client remembers delivered transactions and finishes them without asking. [003]
  package var ledger = false
  /// Whether callbacks of one transaction share a delivery task (C7).
  package var queue = QueueKind.perTransaction
  /// How the client repeats failed tries (C7, C8).
  package var retry = RetryRules()
  /// Whether a modal spinner covers the app from the tap to the end of the delivery (P2).
  package var ui = Interface.nonBlocking
  /// What a tap does while something of that product waits (C1).
  package var repurchase = RepurchaseRule.allow
  /// Whether the client recognises the answer that its token has expired (B2).
  package var recognisesExpiry = true
  /// Whether users can buy before they log in (C10).
  package var guest = GuestRule.requireLogin
  /// What the backend does (section 4).
  package var server = ServerRules()

  /// Makes a design with every axis at its default.
  package init(name: String) { self.name = name }
}

extension Design {
  /// The store that sells.
  package enum StoreKind: String, CaseIterable, Sendable {
    case storeKit1
  }

  /// When the order is created. [000 A/B]
  package enum Timing: String, CaseIterable, Sendable {
    /// Before the payment: no order, no payment (C2).
    case orderFirst
    /// After the payment.
    case purchaseFirst
  }

  /// How a purchase-first client creates its order (C7).
  package enum OrderRequest: String, CaseIterable, Sendable {
    /// In a request of its own before `verify`.
    case separate
    /// As part of `verify`.
    case merged
  }

  /// What is handed to the store with a payment (S8).
  package enum PayloadContent: String, CaseIterable, Sendable {
    case none
    /// The order.
    case order
    /// The account.
    case account
    /// Order or item, and account.
    case intent
  }

  /// When a transaction is finished (C6, C7).
  package enum FinishTime: String, CaseIterable, Sendable {
    /// At the `purchased` callback, after the receipt was read (C6).
    case onCallback
    /// When the backend has accepted the request.
    case afterSubmission
    /// When the backend has verified and delivered.
    case afterVerification
  }

  /// What a rejected verification leads to (C7).
  package enum RejectionResponse: String, CaseIterable, Sendable {
    case finish
    case keep
  }

  /// What a `failed` callback leads to (C4).
  package enum FailureResponse: String, CaseIterable, Sendable {
    case finish
    /// The failed transaction stays in the queue. [I]
    case keep
  }

  /// What a `deferred` callback leads to (C11).
  package enum DeferralResponse: String, CaseIterable, Sendable {
    /// The flow of the tap ends and the spinner closes.
    case end
    /// The spinner goes on. [I]
    case ignore
  }

  /// When the observer is attached (S3).
  package enum ObserverTime: String, CaseIterable, Sendable {
    /// At every launch.
    case launch
    /// While a session exists.
    case login
    /// At the first tap of a process.
    case purchase
  }

  /// How many delivery tasks a transaction can have at once (C7).
  package enum QueueKind: String, CaseIterable, Sendable {
    case perTransaction
    case perCallback
  }

  /// Whether the user can leave the purchase page (P2).
  package enum Interface: String, CaseIterable, Sendable {
    case blocking
    case nonBlocking
  }

  /// What a tap does while something of that product waits (C1).
  package enum RepurchaseRule: String, CaseIterable, Sendable {
    case allow
    /// Restarts the delivery of a waiting record of the same product, item and account.
    case resume
    /// Like `resume`; refuses while any other record of the product waits.
    case resumeOrBlock
    /// Refuses while any transaction of the product is in the queue.
    case refuse
    /// Finishes whatever is charged or failed first. [I]
    case finishPending
  }

  /// Whether users can buy before they log in (C10).
  package enum GuestRule: String, CaseIterable, Sendable {
    case requireLogin
    case deviceAccount
  }
}

/// What the client remembers about intents, where and when (C3).
package struct RecordRules: Hashable, Sendable {
  /// Where records live (D1, D2); the ledger lives there too.
  package enum Place: String, CaseIterable, Sendable {
    /// Dies with the process.
    case memory
    /// Dies with the installation.
    case sandbox
    /// Dies with the device.
    case keychain
    /// Lives on the backend under the account that wrote it; each write and read is a request.
    case server
  }

  /// How a record is found (C5).
  package enum Key: String, CaseIterable, Sendable {
    /// One slot for everything.
    case single
    /// By product.
    case product
    /// By what the payload names, and by product where there is none.
    case payload
  }

  /// Which record binds when several fit (C5).
  package enum Match: String, CaseIterable, Sendable {
    case latest
    case oldest
    /// Any, if all that fit name one item and one account; else none.
    case unanimous
  }

  /// The moments at which records are written: the article's positions 4, 2 and 1. [000]
  package struct Moments: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// At `addPayment`.
    package static let payment = Moments(rawValue: 1)
    /// At the `purchasing` callback.
    package static let purchasing = Moments(rawValue: 2)
    /// At the `purchased` callback.
    package static let purchased = Moments(rawValue: 4)
  }

  /// Where records live.
  package var place = Place.memory
  /// When records are written.
  package var at = Moments()
  /// How a record is found.
  package var key = Key.product
  /// Which record binds when several fit.
  package var match = Match.latest
  /// The codes of a `failed` callback that wipe a record (C4).
  package var clearOn = FailureCodes()

  /// Makes the default rules: no records at all.
  package init() {}
}

/// How a transaction finds its item and its account (C5).
package struct BindingRules: Hashable, Sendable {
  /// A source of the item or order.
  package enum ItemSource: String, CaseIterable, BitwiseCopyable, Sendable {
    case payload
    case record
    /// The product's only item.
    case product
    /// The backend's newest undelivered order of account and product.
    case latestOrder
  }

  /// A source of the account.
  package enum AccountSource: String, CaseIterable, BitwiseCopyable, Sendable {
    case payload
    case record
    /// The owner of the bound order, known to the backend alone.
    case order
    /// Whoever is logged in.
    case session
  }

  /// What happens when the bound account is not the one logged in (C5).
  package enum OtherAccountRule: String, CaseIterable, Sendable {
    case deliver
    case wait
  }

  /// What happens to a transaction without an item (C5).
  package enum UnboundRule: String, CaseIterable, Sendable {
    /// Finish and forget.
    case drop
    /// Leave it unfinished.
    case keep
    /// Leave it and list it for manual recovery.
    case collect
    /// Send it without an order.
    case submit
  }

  /// The sources of the item, tried in this order.
  package var item: [ItemSource] = []
  /// The sources of the account, tried in this order.
  package var account: [AccountSource] = []
  /// How long before a charge a record may have been made and still bind; absent: any time.
  package var recordWindow: Delay?
  /// What happens when the bound account is not logged in.
  package var otherAccount = OtherAccountRule.deliver
  /// What happens without an item.
  package var unbound = UnboundRule.keep

  /// Makes the default rules: nothing binds.
  package init() {}
}

/// How the client repeats failed tries (C7, C8).
package struct RetryRules: Hashable, Sendable {
  /// The events that make waiting records try again (C8).
  package struct Triggers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The app was launched.
    package static let launch = Triggers(rawValue: 1)
    /// The app came back from the background.
    package static let foreground = Triggers(rawValue: 2)
    /// The link came up.
    package static let network = Triggers(rawValue: 4)
  }

  /// What happens when the tries are used up (C7, C9).
  package enum Ending: String, CaseIterable, Sendable {
    /// Wait for a trigger or the next callback.
    case wait
    /// Tell the user, who can try by hand (C9).
    case recoveryPage
    /// Finish the transaction.
    case drop
  }

  /// The waits between tries: n delays are n + 1 tries.
  package var delays: [Delay] = []
  /// Whether the last delay is repeated for ever; it is then above 0.
  package var repeatLast = false
  /// How long the client waits for a reply.
  package var timeout = Delay.seconds(15)
  /// When waiting records are tried again.
  package var resumeOn: Triggers = .launch
  /// What happens when the tries are used up.
  package var ending = Ending.wait

  /// Makes the default rules: one try, again at launch.
  package init() {}
}

/// What the backend does with a receipt (section 4).
package struct ServerRules: Hashable, Sendable {
  /// Whether `verify` answers before or after the store's check (B3).
  package enum Verification: String, CaseIterable, Sendable {
    case synchronous
    case asynchronous
  }

  /// What an unanswered check is to the backend (B3).
  package enum CheckErrorRule: String, CaseIterable, Sendable {
    case error
    /// The error is taken for a rejection. [I]
    case rejected
  }

  /// Which receipt entry counts (B4).
  package enum EntryRule: String, CaseIterable, Sendable {
    /// The newest.
    case first
    /// The transaction that the request names.
    case matching
    /// The named one and every other entry not yet delivered.
    case all
  }

  /// What makes two requests the same delivery (B5).
  package enum DedupeKey: String, CaseIterable, Sendable {
    case none
    case receipt
    case order
    case transaction
  }

  /// Whether `verify` waits for the store's check.
  package var verification = Verification.synchronous
  /// How often an asynchronous check is tried, at least once.
  package var attempts = 1
  /// The time between asynchronous checks.
  package var attemptInterval = Delay.seconds(60)
  /// What an unanswered check is to the backend.
  package var onCheckError = CheckErrorRule.error
  /// Which receipt entry counts.
  package var entry = EntryRule.matching
  /// Whether an entry of another product than the one asked for is rejected.
  package var checksProduct = true
  /// What makes two requests the same delivery.
  package var dedupe = DedupeKey.transaction
  /// Whether an order is looked up, or made, for a request that names none (B6). [002]
  package var lateOrder = false
  /// Whether the store tells the backend of every charge (B8), and of refunds (S10). [A]
  package var notifications = false
  /// How often the backend fetches the charges of the customers it knows; absent: never (B9). [A]
  package var reconciliation: Delay?

  /// Makes the default backend.
  package init() {}
}

/// Why a purchase failed, as the app is told (S2, S7).
package enum FailureCode: String, CaseIterable, BitwiseCopyable, Sendable {
  case cancelled
  case error
}

/// A set of failure codes (C4).
package struct FailureCodes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let cancelled = FailureCodes(rawValue: 1)
  package static let error = FailureCodes(rawValue: 2)

  /// Whether the set holds a code.
  package func contains(code: FailureCode) -> Bool {
    contains(code == .cancelled ? .cancelled : .error)
  }
}
