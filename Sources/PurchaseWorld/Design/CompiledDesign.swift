internal import EventEngine

/// A design compiled for runs: every axis of ``Design``, and its lists. A run takes it over with
/// one reference count and without copying a list.
final class CompiledDesign: Sendable {
  /// The sources of an item or an account, each once, in the order in which they are tried.
  struct Sources<Source: Equatable & Sendable>: Sendable {
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
    /// - Precondition: the index is one of ``indices``.
    subscript(place: Int) -> Source { sources[unchecked: place] }
    func contains(_ source: Source) -> Bool { indices.contains { sources[$0] == source } }
  }

  /// The design without its name and its lists, which are stored separately.
  let axes: Design
  let itemSources: Sources<BindingRules.ItemSource>
  let accountSources: Sources<BindingRules.AccountSource>
  /// The range of its waits between tries in ``World/delays``.
  let waits: Range<Int32>
  /// Whether a record can bind the item (C5).
  let bindsItemByRecord: Bool
  /// Whether records take part in the binding (C5).
  let usesRecords: Bool

  /// The first visit, from 0, whose launches run the next design; out of reach if there is none.
  let updatesAt: Int32
  let update: CompiledUpdate?
  let lastStore: Design.StoreKind
  /// Whether the backend fetches charges, now or after the update (B9).
  let everReconciles: Bool
  /// Whether the app shows a recovery page (C9).
  let hasRecoveryPage: Bool

  let client: ClientReference?
  private let hasClient: Bool
  /// Whether the order of its ready tasks is drawn.
  let isSeeded: Bool
  /// The number of that order, if it is the same in every run.
  let interleaving: Int?

  /// Whether it has a team's own client; marked as rare, to keep the code of other runs together.
  @inline(__always) var isOwn: Bool { _slowPath(hasClient) }

  /// Compiles a design and its update, and adds their waits to those of all designs.
  init(_ design: Design, delays: inout List<Delay>) {
    var axes = design
    (axes.name, axes.retry.delays) = ("", [])
    (axes.binding.itemSources, axes.binding.accountSources) = ([], [])
    (axes.update, axes.client, axes.interleaving) = (nil, nil, nil)
    (client, hasClient) = (design.client, design.client != nil)
    isSeeded = design.scheduling == .seeded
    interleaving = design.interleaving
    if design.store != .storeKit1, axes.records.at.remove(.purchasing) != nil {
      // The newer stores have no `purchasing` callback: records due there are written before.
      axes.records.at.insert(.payment)
    }
    self.axes = axes
    itemSources = Sources(design.binding.itemSources, unused: .payload)
    accountSources = Sources(design.binding.accountSources, unused: .payload)
    let first = Int32(delays.count)
    for delay in design.retry.delays { delays.append(delay) }
    waits = first..<Int32(delays.count)
    bindsItemByRecord = itemSources.contains(.record)
    usesRecords = bindsItemByRecord || accountSources.contains(.record)
    hasRecoveryPage = design.hasRecoveryPage
    updatesAt = design.update.map { Int32($0.visit - 1) } ?? .max
    update = design.update.map { update in
      CompiledUpdate(
        design: CompiledDesign(update.design, delays: &delays), readsRecords: update.readsRecords,
        payloadIsUUID: update.payloadIsUUID)
    }
    lastStore = update?.design.store ?? design.store
    everReconciles =
      design.backend.reconciliation != nil || update?.design.backend.reconciliation != nil
  }

  // Axes that many rules read; rules read the others from `axes`.
  @inline(__always) var store: Design.StoreKind { axes.store }
  @inline(__always) var sources: Routes { axes.routes }
  @inline(__always) var timing: Design.OrderTiming { axes.timing }
  @inline(__always) var orderRequest: Design.OrderRequest { axes.orderRequest }
  @inline(__always) var payload: Design.PayloadContent { axes.payload }
  @inline(__always) var records: RecordRules { axes.records }
  @inline(__always) var binding: BindingRules { axes.binding }
  @inline(__always) var finish: Design.FinishTime { axes.finish }
  @inline(__always) var onRejection: Design.RejectionResponse { axes.onRejection }
  @inline(__always) var onFailed: Design.FailureResponse { axes.onFailed }
  @inline(__always) var onDeferred: Design.DeferralResponse { axes.onDeferred }
  @inline(__always) var unverified: Design.UnverifiedRule { axes.unverified }
  @inline(__always) var acknowledge: Design.AcknowledgementTime { axes.acknowledge }
  @inline(__always) var onAlreadyOwned: Design.AlreadyOwnedResponse { axes.onAlreadyOwned }
  @inline(__always) var reconnect: Design.ReconnectRule { axes.reconnect }
  @inline(__always) var observer: Design.ObserverTime { axes.observer }
  @inline(__always) var ledger: Bool { axes.hasLedger }
  @inline(__always) var queue: Design.DeliveryConcurrency { axes.deliveryConcurrency }
  @inline(__always) var retry: RetryRules { axes.retry }
  @inline(__always) var ui: Design.PurchasePageMode { axes.purchasePage }
  @inline(__always) var repurchase: Design.RepurchaseRule { axes.repurchase }
  @inline(__always) var recognisesExpiry: Bool { axes.recognisesExpiry }
  @inline(__always) var guest: Design.GuestRule { axes.guest }
  @inline(__always) var backend: BackendRules { axes.backend }
}
