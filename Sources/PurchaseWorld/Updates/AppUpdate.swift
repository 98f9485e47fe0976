/// An update of the app between two visits: from one of them on it runs another design (M1).
package struct AppUpdate: Hashable, Sendable {
  /// The first visit whose launches run the new client, counted from 1.
  package var visit: Int
  /// Whether the new client finds what the old one remembers: records, ledger, recovery page (M1).
  package var readsRecords = true
  /// Whether what the old client handed to StoreKit 1 is a UUID, which alone StoreKit 2 keeps (M3).
  package var payloadIsUUID: Bool
  private var target: Target

  /// A design is too large a value to hold another one in place.
  private indirect enum Target: Hashable, Sendable { case design(Design) }

  /// - Parameter visit: from which on, at least 2, because a first visit has nothing to update.
  /// - Parameter payloadIsUUID: nil: an order's number is none, whatever else is handed over is.
  package init(from old: Design, at visit: Int, to design: Design, payloadIsUUID: Bool? = nil) {
    precondition(visit >= 2, "a first visit has nothing to update")
    precondition(design.update == nil, "what an app is updated to does not update")
    precondition(AppUpdate.leads(from: old.store, to: design.store), "the stores fit")
    (self.visit, target) = (visit, .design(design))
    self.payloadIsUUID = payloadIsUUID ?? AppUpdate.isUUID(old.payload)
  }

  /// The design that runs from then on; it does not update.
  package var design: Design {
    switch target {
    case .design(let design): design
    }
  }

  /// Whether a client of one store can be updated to one of another: a device keeps its store, and only
  /// StoreKit has two.
  package static func leads(from old: Design.StoreKind, to new: Design.StoreKind) -> Bool {
    old == new || (old == .storeKit1 && new == .storeKit2)
  }

  /// Whether what a design hands to the store is a UUID unless it says otherwise (M3).
  package static func isUUID(_ payload: Design.PayloadContent) -> Bool { payload != .order }
}

extension Design {
  /// The stores whose rules its users may meet.
  package var stores: [StoreKind] {
    update.map { $0.design.store == store ? [store] : [store, $0.design.store] } ?? [store]
  }

  /// Whether the app runs another design later.
  package var updates: Bool { update != nil }

  /// Whether the app ever tells the user of a recovery page (C9).
  package var hasRecoveryPage: Bool {
    client != nil || retry.ending == .recoveryPage || binding.unbound == .collect
  }
}

extension FaultKind {
  /// Whether a store that the users of a design meet can do it.
  package func isKnown(to design: Design) -> Bool { design.stores.contains { isKnown(to: $0) } }
}
