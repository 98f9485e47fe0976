/// An update of the app between two visits, after which it runs another design (M1).
package struct AppUpdate: Hashable, Sendable {
  /// The first visit whose launches run the new client, counted from 1.
  package var visit: Int
  /// Whether the new client finds the old one's data: records, ledger, recovery page (M1).
  package var readsRecords = true
  /// Whether the old client's payload in StoreKit 1 is a UUID, which StoreKit 2 requires (M3).
  package var payloadIsUUID: Bool
  private var target: Target

  /// A design is too large to store another one inline.
  private indirect enum Target: Hashable, Sendable { case design(Design) }

  /// - Parameter visit: the first updated visit, at least 2: a first visit has nothing to update.
  /// - Parameter payloadIsUUID: nil: an order's number is not a UUID, all other payloads are.
  package init(from old: Design, at visit: Int, to design: Design, payloadIsUUID: Bool? = nil) {
    precondition(visit >= 2, "a first visit has nothing to update")
    precondition(design.update == nil, "the design of an update has no update")
    precondition(
      AppUpdate.canChangeStore(from: old.store, to: design.store), "the stores permit it")
    (self.visit, target) = (visit, .design(design))
    self.payloadIsUUID = payloadIsUUID ?? (old.payload != .order)
  }

  /// The design that runs from then on; it has no update.
  package var design: Design {
    switch target {
    case .design(let design): design
    }
  }

  /// Whether an update can change the store: a device keeps its store, and only StoreKit has two.
  package static func canChangeStore(from old: Design.StoreKind, to new: Design.StoreKind) -> Bool {
    old == new || (old == .storeKit1 && new == .storeKit2)
  }
}

extension Design {
  /// The stores whose rules can apply to its users.
  package var stores: [StoreKind] {
    update.map { $0.design.store == store ? [store] : [store, $0.design.store] } ?? [store]
  }

  /// Whether the app runs another design later.
  package var hasUpdate: Bool { update != nil }

  /// Whether the app can ever show a recovery page (C9).
  package var hasRecoveryPage: Bool {
    client != nil || retry.onExhaustion == .recoveryPage || binding.unbound == .collect
  }
}

extension FaultKind {
  /// Whether the fault can occur in a store of a design.
  package func applies(to design: Design) -> Bool { design.stores.contains { applies(to: $0) } }
}
