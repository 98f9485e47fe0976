import EventEngine
import PurchaseWorld

extension Design {
  /// The same design after a change.
  func with(_ change: (inout Design) -> Void) -> Design {
    var changed = self
    change(&changed)
    return changed
  }

  /// Only the callback: the product's only item, for the account that is logged in.
  static let plain = Design(name: "plain").with {
    $0.binding.itemSources = [.product]
    $0.binding.accountSources = [.session]
  }

  /// Records in the keychain from the payment on (`zero-loss-1.2`).
  static let recordKeeper = Design(name: "record keeper").with {
    $0.records.place = .keychain
    $0.records.at = [.payment, .purchased]
    $0.binding.itemSources = [.record]
    $0.binding.accountSources = [.record]
    $0.binding.otherAccount = .wait
    $0.retry.delays = [0, 0, 0]
    $0.retry.onExhaustion = .recoveryPage
    $0.purchasePage = .blocking
    $0.repurchase = .resumeOrBlock
  }

  /// The record keeper without its spinner and its refusals.
  static let nonBlocking = recordKeeper.with {
    $0.name = "non-blocking"
    $0.retry.onExhaustion = .wait
    $0.purchasePage = .nonBlocking
    $0.repurchase = .allow
  }

  /// An order before the payment, passed through the store (`keep-1`).
  static let orderCarrier = Design(name: "order carrier").with {
    $0.timing = .orderFirst
    $0.payload = .order
    $0.binding.itemSources = [.payload]
    $0.binding.accountSources = [.order]
    $0.binding.unbound = .drop
    $0.retry.delays = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55]
  }

  /// Memory, an observer from the first tap on, finish at the callback (`naive`).
  static let naive = Design(name: "naive").with {
    $0.records.at = .payment
    $0.binding.itemSources = [.record]
    $0.binding.accountSources = [.session]
    $0.binding.unbound = .drop
    $0.finish = .onCallback
    $0.observer = .purchase
  }

  /// Records and a ledger in the sandbox, every entry of the receipt (`ledger`).
  static let ledgerKeeper = Design(name: "ledger keeper").with {
    $0.records.place = .sandbox
    $0.records.at = .purchased
    $0.binding.itemSources = [.product]
    $0.binding.accountSources = [.record, .session]
    $0.retry.delays = [5, 5, 5]
    $0.hasLedger = true
    $0.backend.entry = .all
  }

  /// An order of its own after the payment (`beiliao`).
  static let separateOrder = Design(name: "separate order").with {
    $0.orderRequest = .separate
    $0.records.place = .keychain
    $0.records.at = .purchased
    $0.binding.itemSources = [.product]
    $0.binding.accountSources = [.session]
    $0.observer = .login
    $0.retry.delays = [10, 20, 30, 40, 50, 60]
    $0.retry.repeatsLastDelay = true
    $0.retry.resumeOn = [.launch, .foreground, .network]
    $0.onRejection = .finish
  }

  /// One slot in memory, an asynchronous check of the newest entry (`singleton-async`).
  static let singletonAsync = Design(name: "singleton async").with {
    $0.timing = .orderFirst
    $0.records.at = .payment
    $0.records.key = .single
    $0.binding.itemSources = [.record]
    $0.binding.accountSources = [.order]
    $0.binding.unbound = .drop
    $0.finish = .afterSubmission
    $0.deliveryConcurrency = .perCallback
    $0.backend.verification = .asynchronous
    $0.backend.entry = .first
    $0.backend.dedupe = .none
  }
}

extension Design {
  /// The same design on another store.
  func on(_ store: StoreKind) -> Design { with { $0.store = store } }

  /// The design with a blocking spinner.
  var blocking: Design { with { $0.purchasePage = .blocking } }
}
