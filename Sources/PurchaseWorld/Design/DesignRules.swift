package import EventEngine

/// What the client remembers about intents, where and when (C3).
package struct RecordRules: Hashable, Sendable {
  /// Where records live (D1, D2); the ledger lives there too.
  package enum Place: String, AxisValue {
    case memory = "in the memory of the process, and gone when it dies (D1)"
    case sandbox = "in the app's sandbox, and gone when the app is deleted (D2)"
    case keychain = "in the keychain, and gone only on a new device (D2)"
    case server = "on the backend under the account, never gone; a request can fail (C3, D3)"
  }

  /// How a record is found (C5).
  package enum Key: String, AxisValue {
    case single = "one slot: the newest record takes it, and binds any product (C5)"
    case product = "by product, among the records without a transaction identifier (C5)"
    case payload = "by what the payload names; by product where none came back (C5)"
  }

  /// Which record binds when several fit (C5).
  package enum Match: String, AxisValue {
    case latest = "the newest of them (C5)"
    case oldest = "the oldest of them (C5)"
    case unanimous = "one of them if all name one item and one account, else none (C5)"
  }

  /// The moments at which records are written, `addPayment` and two callbacks: the article's positions
  /// 4, 2 and 1. [000]
  package struct Moments: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let payment = Moments(rawValue: 1)
    package static let purchasing = Moments(rawValue: 2)
    package static let purchased = Moments(rawValue: 4)
  }

  package var place = Place.memory
  package var at = Moments()
  package var key = Key.product
  package var match = Match.latest
  /// The codes of a `failed` callback that wipe a record (C4).
  package var clearOn = FailureCodes()
}

/// The ways by which a client hears of purchases, beside StoreKit 1 (K3, G3).
package struct Routes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let result = Routes(rawValue: 1)
  package static let updates = Routes(rawValue: 2)
  package static let launchQuery = Routes(rawValue: 4)
  package static let resumeQuery = Routes(rawValue: 8)
  /// What a client has unless its design says otherwise.
  package static let usual: Routes = [.result, .updates, .launchQuery]

  /// Whether a client asks at all.
  var haveQuery: Bool { !isDisjoint(with: [.launchQuery, .resumeQuery]) }
}

/// How a transaction finds its item and its account (C5).
package struct BindingRules: Hashable, Sendable {
  /// A source of the item or order.
  package enum ItemSource: String, AxisValue, BitwiseCopyable {
    case payload = "the order or the item in the payload, if it came back (C5, S8)"
    case record = "the order or the item of the record that fits (C5)"
    case product = "the product's item, if it has only one (C5)"
    case latestOrder = "the newest undelivered order of account and product on the backend (C5)"
  }

  /// A source of the account.
  package enum AccountSource: String, AxisValue, BitwiseCopyable {
    case payload = "the account in the payload, if it came back (C5, S8)"
    case record = "the account of the record that fits (C5)"
    case order = "the owner of the bound order, whom the backend knows (C5, B7)"
    case session = "whoever is logged in (C5)"
  }

  /// What happens when the bound account is not the one logged in (C5).
  package enum OtherAccountRule: String, AxisValue {
    case deliver = "the delivery starts all the same, for the bound account (C5)"
    case wait = "the delivery waits until that account logs in (C5)"
  }

  /// What happens to a transaction without an item (C5).
  package enum UnboundRule: String, AxisValue {
    case drop = "the transaction is finished and forgotten (C5)"
    case keep = "the transaction stays unfinished: the next attachment calls it back (C5, S3)"
    case collect = "it stays unfinished, and is listed for manual recovery (C5, C9)"
    case submit = "it is sent without an order; the backend may find or make one (C5, B6)"
  }

  /// The sources, tried in this order.
  package var item: [ItemSource] = []
  package var account: [AccountSource] = []
  /// How long before a charge a record may have been made and still bind; absent: any time.
  package var recordWindow: Delay?
  package var otherAccount = OtherAccountRule.deliver
  package var unbound = UnboundRule.keep
}

/// How the client repeats failed tries (C7, C8).
package struct RetryRules: Hashable, Sendable {
  /// The events that make waiting records try again (C8).
  package struct Triggers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let launch = Triggers(rawValue: 1)
    package static let foreground = Triggers(rawValue: 2)
    package static let network = Triggers(rawValue: 4)
  }

  /// What happens when the tries are used up (C7, C9).
  package enum Ending: String, AxisValue {
    case wait = "nothing, until the next trigger or callback (C7, C8)"
    case recoveryPage = "the user is told, and can try by hand from the recovery page (C9)"
    case drop = "the transaction is finished and its record wiped (C7)"
  }

  /// How much of a wait is left to luck (C7): the terms are those of M. Brooker, "Exponential Backoff And
  /// Jitter", AWS Architecture Blog, 2015.
  package enum Jitter: String, AxisValue {
    case none = "nothing: every wait is as long as `retry.delays` says (C7)"
    case full = "all of it: a wait is anything up to its delay, all alike (C7)"
    case equal = "half of it: a wait is half its delay, and anything up to the other half (C7)"

    /// A wait, at a place between its shortest and its longest, from 0 to 1.
    func wait(_ delay: Delay, at place: Double) -> Delay {
      let (least, most) = (shortest(of: delay).microseconds, delay.microseconds)
      return Delay(microseconds: least + Int64((Double(most - least) * place).rounded()))
    }

    /// The shortest wait that a delay can come to.
    package func shortest(of delay: Delay) -> Delay {
      switch self {
      case .none: delay
      case .full: Delay(microseconds: 0)
      case .equal: Delay(microseconds: delay.microseconds / 2)
      }
    }
  }

  /// What a client does that a full backend has refused (B12). An HTTP backend says it with 503 or 429.
  package enum RefusalRule: String, AxisValue {
    case retry = "the same as after an error: the next wait (C7)"
    case longest = "the longest wait of `retry.delays`, whichever is next (C7, B12)"
    case wait = "no more tries: the same as when they are used up (C7, B12)"
  }

  /// The waits between tries: n delays are n + 1 tries.
  package var delays: [Delay] = []
  package var jitter = Jitter.none
  /// Whether the last delay is repeated for ever; it is then above 0.
  package var repeatLast = false
  /// How long the client waits for a reply.
  package var timeout = Delay.seconds(15)
  /// How much of a token a success gives back, of which each failed try takes one, from 0 to 1; nil: any may follow.
  ///
  /// A bucket of ``bucket`` tokens for each process, as gRPC's retry throttling (gRFC A6) has it: a failed try takes one,
  /// a success adds the share, and nothing is tried again unless more than half are there.
  package var budget: Double?
  package var afterRefusal = RefusalRule.retry
  package var resumeOn: Triggers = .launch
  package var ending = Ending.wait

  /// The tokens of a full bucket: `maxTokens` of the example in gRFC A6.
  static let bucket = 10
}

/// What the backend does with a receipt (section 4).
package struct ServerRules: Hashable, Sendable {
  /// Whether `verify` answers before or after the store's check (B3).
  package enum Verification: String, AxisValue {
    case synchronous = "after the check: the client hears the result (B3)"
    case asynchronous = "before it, with `accepted`: the client never hears the result (B3)"
  }

  /// What an unanswered check is to the backend (B3). Some take it for a rejection. [I]
  package enum CheckErrorRule: String, AxisValue {
    case error = "an error: `retry` decides when the client tries again (B3, C7)"
    case rejected = "a rejection: `onRejection` decides, however good the receipt is (B3, C7)"
  }

  /// Which receipt entry counts (B4).
  package enum EntryRule: String, AxisValue {
    case first = "the newest, whichever transaction the request names (B4)"
    case matching = "that of the transaction that the request names (B4)"
    case all = "that one, and beside it every other that is not delivered yet (B4)"
  }

  /// What makes two requests the same delivery (B5).
  package enum DedupeKey: String, AxisValue {
    case none = "nothing: whatever is verified is delivered again (B5)"
    case receipt = "the receipt, whichever transaction the request names (B5)"
    case order = "the order; a request without one is never a duplicate (B5)"
    case transaction = "the transaction (B5)"
  }

  /// What the backend does with a purchase of Play when it delivers (B10).
  package enum Completion: String, AxisValue {
    case nothing = "nothing: the client has to finish the purchase (G11)"
    case acknowledge = "the backend acknowledges it, so that it is not refunded (B10, G10)"
    case consume = "the backend consumes it: the client need not (B10, G11)"
  }

  package var verification = Verification.synchronous
  /// How often an asynchronous check is tried, at least once.
  package var attempts = 1
  /// The time between asynchronous checks.
  package var attemptInterval = Delay.seconds(60)
  package var onCheckError = CheckErrorRule.error
  package var entry = EntryRule.matching
  /// Whether an entry of another product than the one asked for is rejected.
  package var checksProduct = true
  package var dedupe = DedupeKey.transaction
  /// Whether an order is looked up, or made, for a request that names none (B6). [002]
  package var lateOrder = false
  /// Whether the store tells the backend of every charge (B8), and of refunds (S10). [A]
  package var notifications = false
  /// How often the backend fetches the charges of the customers it knows; absent: never (B9). [A]
  package var reconciliation: Delay?
  package var completes = Completion.nothing
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
