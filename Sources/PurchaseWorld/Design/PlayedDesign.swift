internal import EventEngine

/// A design as a life reads it: every axis of ``Design``, in one place and without references.
///
/// A life begins by taking a design over. To copy a ``Design`` would count a reference for each of
/// its lists, in memory that other threads may read.
struct PlayedDesign {
  /// The sources of an item or an account, each once, in the order in which they are tried.
  struct Sources<Source: Equatable> {
    private var sources: InlineArray<4, Source>
    private var count: Int32 = 0

    /// - Precondition: there are at most four different sources.
    init(_ list: [Source], unused: Source) {
      sources = InlineArray(repeating: unused)
      for source in list where !contains(source) {
        sources[Int(count)] = source
        count += 1
      }
    }

    var indices: Range<Int> { Range(uncheckedBounds: (0, Int(count))) }
    /// - Precondition: the place is one of ``indices``.
    subscript(place: Int) -> Source { sources[unchecked: place] }
    func contains(_ source: Source) -> Bool { indices.contains { sources[$0] == source } }
  }

  /// ``BindingRules`` with lists in place.
  struct Binding {
    let item: Sources<BindingRules.ItemSource>
    let account: Sources<BindingRules.AccountSource>
    let recordWindow: Delay?
    let otherAccount: BindingRules.OtherAccountRule
    let unbound: BindingRules.UnboundRule
  }

  /// ``RetryRules`` with the place of its list.
  struct Retry {
    /// Where its waits stand among those of all designs (``World/delays``).
    let delays: Range<Int32>
    let repeatLast: Bool
    let timeout: Delay
    let resumeOn: RetryRules.Triggers
    let ending: RetryRules.Ending
  }

  let store: Design.StoreKind
  let timing: Design.Timing
  let orderRequest: Design.OrderRequest
  let payload: Design.PayloadContent
  let records: RecordRules
  let binding: Binding
  let finish: Design.FinishTime
  let onRejection: Design.RejectionResponse
  let onFailed: Design.FailureResponse
  let onDeferred: Design.DeferralResponse
  let observer: Design.ObserverTime
  let ledger: Bool
  let queue: Design.QueueKind
  let retry: Retry
  let ui: Design.Interface
  let repurchase: Design.RepurchaseRule
  let recognisesExpiry: Bool
  let guest: Design.GuestRule
  let server: ServerRules

  /// Whether a record can bind the item (C5).
  let bindsItemByRecord: Bool
  /// Whether records take part in the binding (C5).
  let usesRecords: Bool

  /// Takes over every axis of a design, and adds its waits to those of all designs.
  init(_ design: Design, delays: inout List<Delay>) {
    (store, timing, orderRequest) = (design.store, design.timing, design.orderRequest)
    payload = design.payload
    (records, server, guest) = (design.records, design.server, design.guest)
    (observer, finish, queue) = (design.observer, design.finish, design.queue)
    (onRejection, onFailed, onDeferred) = (design.onRejection, design.onFailed, design.onDeferred)
    (ledger, ui, repurchase) = (design.ledger, design.ui, design.repurchase)
    recognisesExpiry = design.recognisesExpiry
    binding = Binding(
      item: Sources(design.binding.item, unused: .payload),
      account: Sources(design.binding.account, unused: .payload),
      recordWindow: design.binding.recordWindow, otherAccount: design.binding.otherAccount,
      unbound: design.binding.unbound)
    let first = Int32(delays.count)
    for delay in design.retry.delays { delays.append(delay) }
    retry = Retry(
      delays: first..<Int32(delays.count), repeatLast: design.retry.repeatLast,
      timeout: design.retry.timeout, resumeOn: design.retry.resumeOn, ending: design.retry.ending)
    bindsItemByRecord = binding.item.contains(.record)
    usesRecords = bindsItemByRecord || binding.account.contains(.record)
  }
}
