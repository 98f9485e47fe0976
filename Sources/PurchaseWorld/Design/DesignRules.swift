package import EventEngine

/// The client's records of intents: content, place and time (C3).
package struct RecordRules: Hashable, Sendable {
  /// The place of records (D1, D2), and of the ledger.
  package enum Place: String, AxisValue {
    case memory = "in the memory of the process; lost when the process ends (D1)"
    case sandbox = "in the app's sandbox; lost when the app is deleted (D2)"
    case keychain = "in the keychain; lost only on a new device (D2)"
    case server = "on the backend under the account; never lost, but a request can fail (C3, D3)"
  }

  /// The way to find a record (C5).
  package enum Key: String, AxisValue {
    case single = "one slot: a new record overwrites the old one and is used for any product (C5)"
    case product = "by product, among the records not yet linked to a transaction (C5)"
    case payload = "by payload; by product if no payload came back (C5)"
  }

  /// The choice if several records match (C5).
  package enum Match: String, AxisValue {
    case latest = "the newest of them (C5)"
    case oldest = "the oldest of them (C5)"
    case unanimous = "any of them if all have the same item and account, otherwise none (C5)"
  }

  /// The moments at which records are written; the article's positions 4, 2 and 1. [000]
  package struct Moments: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let payment = Moments(rawValue: 1)
    package static let purchasing = Moments(rawValue: 2)
    package static let purchased = Moments(rawValue: 4)
  }

  package var place = Place.memory
  /// The moments at which the client writes a record; empty: no records.
  package var at = Moments()
  package var key = Key.product
  package var match = Match.latest
  /// The codes of a `failed` callback that wipe a record (C4).
  package var clearOn = FailureCodes()
}

/// The routes by which a client receives purchases, except from StoreKit 1 (K3, G3).
package struct Routes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let result = Routes(rawValue: 1)
  package static let updates = Routes(rawValue: 2)
  package static let launchQuery = Routes(rawValue: 4)
  package static let resumeQuery = Routes(rawValue: 8)
  /// The default of a design.
  package static let usual: Routes = [.result, .updates, .launchQuery]

  var haveQuery: Bool { !isDisjoint(with: [.launchQuery, .resumeQuery]) }
}

/// The way in which a transaction gets its item and its account (C5).
package struct BindingRules: Hashable, Sendable {
  /// A source of the item or order.
  package enum ItemSource: String, AxisValue, BitwiseCopyable {
    case payload = "the order or the item in the payload, if it came back (C5, S8)"
    case record = "the order or the item of the matching record (C5)"
    case product = "the product's item, if the product has only one (C5)"
    case latestOrder = "the newest undelivered order of account and product on the backend (C5)"
  }

  /// A source of the account.
  package enum AccountSource: String, AxisValue, BitwiseCopyable {
    case payload = "the account in the payload, if it came back (C5, S8)"
    case record = "the account of the matching record (C5)"
    case order = "the owner of the bound order, from the backend (C5, B7)"
    case session = "the account that is logged in (C5)"
  }

  /// The handling of a bound account that is not the one logged in (C5).
  package enum OtherAccountRule: String, AxisValue {
    case deliver = "the delivery starts anyway, for the bound account (C5)"
    case wait = "the delivery waits until that account logs in (C5)"
  }

  /// The handling of a transaction without an item (C5).
  package enum UnboundRule: String, AxisValue {
    case drop = "the transaction is finished without a delivery (C5)"
    case keep = "the transaction stays unfinished: the next attachment calls it back (C5, S3)"
    case collect = "the transaction stays unfinished and is listed for manual recovery (C5, C9)"
    case submit = "it is sent without an order; the backend may find or create one (C5, B6)"
  }

  /// The sources, in the order in which they are tried.
  package var itemSources: [ItemSource] = []
  package var accountSources: [AccountSource] = []
  /// The maximum age of a record at the charge that it binds; absent: any age.
  package var recordWindow: Delay?
  package var otherAccount = OtherAccountRule.deliver
  package var unbound = UnboundRule.keep
}

/// The client's retries after failed tries (C7, C8).
package struct RetryRules: Hashable, Sendable {
  /// The events after which waiting records are tried again (C8).
  package struct Triggers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let launch = Triggers(rawValue: 1)
    package static let foreground = Triggers(rawValue: 2)
    package static let network = Triggers(rawValue: 4)
  }

  /// The consequence when the tries are used up (C7, C9).
  package enum ExhaustionRule: String, AxisValue {
    case wait = "nothing, until the next trigger or callback (C7, C8)"
    case recoveryPage = "the app informs the user, who can retry from the recovery page (C9)"
    case drop = "the transaction is finished and its record deleted (C7)"
  }

  /// The random part of a wait (C7), as in M. Brooker, "Exponential Backoff And Jitter", AWS, 2015.
  package enum Jitter: String, AxisValue {
    case none = "nothing: every delay is exactly as in `retry.delays` (C7)"
    case full = "all: each wait is uniform between 0 and its delay (C7)"
    case equal = "half: each wait is half its delay plus a uniform part of the other half (C7)"

    /// A wait, at a level between its shortest and its longest, from 0 to 1.
    func wait(_ delay: Delay, at place: Double) -> Delay {
      let (least, maximum) = (shortestWait(for: delay).microseconds, delay.microseconds)
      return Delay(microseconds: least + Int64((Double(maximum - least) * place).rounded()))
    }

    /// The shortest wait for a delay.
    package func shortestWait(for delay: Delay) -> Delay {
      switch self {
      case .none: delay
      case .full: Delay(microseconds: 0)
      case .equal: Delay(microseconds: delay.microseconds / 2)
      }
    }
  }

  /// The client's reaction to a refusal by a full backend (B12): 503 or 429 in HTTP.
  package enum RefusalRule: String, AxisValue {
    case retry = "the same as after an error: the next delay (C7)"
    case longest = "the longest delay of `retry.delays`, not the next one (C7, B12)"
    case wait = "no more tries: the same as when the tries are used up (C7, B12)"
  }

  /// The waits between tries: n delays make n + 1 tries.
  package var delays: [Delay] = []
  package var jitter = Jitter.none
  /// Whether the last delay is repeated for ever; it is then above 0.
  package var repeatsLastDelay = false
  /// The maximum wait for a reply.
  package var timeout = Delay.seconds(15)
  /// The part of a token that a success returns, from 0 to 1; nil: no budget.
  ///
  /// Each process has ``bucket`` tokens, as in gRPC's retry throttling (gRFC A6): a failed try
  /// takes one token, a success returns this part, and a retry requires that more than half remain.
  package var budgetRefill: Double?
  package var afterRefusal = RefusalRule.retry
  package var resumeOn: Triggers = .launch
  package var onExhaustion = ExhaustionRule.wait

  /// The tokens of a full bucket: `maxTokens` of the example in gRFC A6.
  static let bucket = 10
}

/// The backend's handling of receipts (B3–B10).
package struct BackendRules: Hashable, Sendable {
  /// Whether `verify` answers before or after the store's check (B3).
  package enum Verification: String, AxisValue {
    case synchronous = "after the check: the client receives the result (B3)"
    case asynchronous = "before the check, with `accepted`: the client never gets the result (B3)"
  }

  /// The backend's reaction to an unanswered check (B3). Some treat it as a rejection. [I]
  package enum CheckErrorRule: String, AxisValue {
    case error = "an error: `retry` decides when the client tries again (B3, C7)"
    case rejected = "a rejection: `onRejection` decides, even if the receipt is valid (B3, C7)"
  }

  /// The receipt entry that counts (B4).
  package enum EntryRule: String, AxisValue {
    case first = "the first (newest), even if the request names another transaction (B4)"
    case matching = "the entry of the transaction that the request names (B4)"
    case all = "that entry, and every other entry that is not delivered yet (B4)"
  }

  /// The key by which two requests are the same delivery (B5).
  package enum DedupeKey: String, AxisValue {
    case none = "nothing: every verified request is delivered again (B5)"
    case receipt = "the receipt, even if the request names another transaction (B5)"
    case order = "the order; a request without one is never a duplicate (B5)"
    case transaction = "the transaction (B5)"
  }

  /// The backend's completion of a Play purchase at the delivery (B10).
  package enum Completion: String, AxisValue {
    case nothing = "nothing: the client must finish the purchase (G11)"
    case acknowledge = "the backend acknowledges it, so that it is not refunded (B10, G10)"
    case consume = "the backend consumes it, so that the client need not (B10, G11)"
  }

  package var verification = Verification.synchronous
  /// The number of tries of an asynchronous check, at least one.
  package var attemptCount = 1
  /// The time between asynchronous checks.
  package var attemptInterval = Delay.seconds(60)
  package var onCheckError = CheckErrorRule.error
  package var entry = EntryRule.matching
  /// Whether an entry of another product than the requested one is rejected.
  package var checksProduct = true
  package var dedupe = DedupeKey.transaction
  /// Whether an order is found or created for a request that names none (B6). [002]
  package var allowsLateOrder = false
  /// Whether the store notifies the backend of every charge (B8), and of refunds (S10). [A]
  package var receivesNotifications = false
  /// The period of the backend's fetches of known customers' charges; absent: never (B9). [A]
  package var reconciliation: Delay?
  package var completion = Completion.nothing
}

/// The reason of a failed purchase that the app receives (S2, S7).
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

  /// Whether the set contains a code.
  package func contains(code: FailureCode) -> Bool {
    contains(code == .cancelled ? .cancelled : .error)
  }
}
