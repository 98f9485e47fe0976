internal import EventEngine

/// A design as one life reads it: every axis of ``Design``, in storage without references.
///
/// A life begins by taking a design over. To copy a ``Design`` would count a reference for each of
/// its lists, in memory that two threads may share.
struct PlayedDesign: ~Copyable {
  /// ``BindingRules`` without its lists.
  struct Binding {
    var recordWindow: Delay?
    var otherAccount = BindingRules.OtherAccountRule.deliver
    var unbound = BindingRules.UnboundRule.keep
  }

  /// ``RetryRules`` without its list.
  struct Retry {
    var repeatLast = false
    var timeout = Delay.zero
    var resumeOn = RetryRules.Triggers()
    var ending = RetryRules.Ending.wait
  }

  private(set) var timing = Design.Timing.purchaseFirst
  private(set) var orderRequest = Design.OrderRequest.merged
  private(set) var payload = Design.PayloadContent.none
  private(set) var records = RecordRules()
  private(set) var binding = Binding()
  /// The sources of the item, tried in this order.
  private(set) var itemSources = Table<BindingRules.ItemSource>()
  /// The sources of the account, tried in this order.
  private(set) var accountSources = Table<BindingRules.AccountSource>()
  private(set) var finish = Design.FinishTime.afterVerification
  private(set) var onRejection = Design.RejectionResponse.keep
  private(set) var onFailed = Design.FailureResponse.finish
  private(set) var onDeferred = Design.DeferralResponse.end
  private(set) var observer = Design.ObserverTime.launch
  private(set) var ledger = false
  private(set) var queue = Design.QueueKind.perTransaction
  private(set) var retry = Retry()
  /// The waits between tries: n delays are n + 1 tries.
  private(set) var delays = Table<Delay>(capacity: 16)
  private(set) var ui = Design.Interface.nonBlocking
  private(set) var repurchase = Design.RepurchaseRule.allow
  private(set) var recognisesExpiry = true
  private(set) var guest = Design.GuestRule.requireLogin
  private(set) var server = ServerRules()

  /// Whether a record can bind the item (C5).
  private(set) var bindsItemByRecord = false
  /// Whether records take part in the binding (C5).
  private(set) var usesRecords = false

  /// Takes over every axis of a design.
  mutating func take(_ design: borrowing Design) {
    timing = design.timing
    orderRequest = design.orderRequest
    payload = design.payload
    records = design.records
    finish = design.finish
    onRejection = design.onRejection
    onFailed = design.onFailed
    onDeferred = design.onDeferred
    observer = design.observer
    ledger = design.ledger
    queue = design.queue
    ui = design.ui
    repurchase = design.repurchase
    recognisesExpiry = design.recognisesExpiry
    guest = design.guest
    server = design.server
    take(design.binding)
    take(design.retry)
  }

  private mutating func take(_ rules: BindingRules) {
    binding = Binding(
      recordWindow: rules.recordWindow, otherAccount: rules.otherAccount, unbound: rules.unbound)
    itemSources.replaceAll(with: rules.item)
    accountSources.replaceAll(with: rules.account)
    bindsItemByRecord = rules.item.contains(.record)
    usesRecords = bindsItemByRecord || rules.account.contains(.record)
  }

  private mutating func take(_ rules: RetryRules) {
    retry = Retry(
      repeatLast: rules.repeatLast, timeout: rules.timeout, resumeOn: rules.resumeOn,
      ending: rules.ending)
    delays.replaceAll(with: rules.delays)
  }
}
