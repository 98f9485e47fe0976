import PurchaseWorld

/// A way in which a design has an axis away from its default that cannot matter.
///
/// With the axis at its default the design does the same, so a search need not try it.
enum DesignDouble: CaseIterable {
  /// Only a purchase-first client asks for an order after the payment (C7).
  case orderRequestOfOrderFirst
  /// Nothing is kept in the place: no records, and no ledger (C3, C5).
  case placeOfNothing
  /// Nothing is kept under the key, or the payload names nothing that could be the key (C5).
  case keyOfNothing
  /// Only records from before the `purchased` callback have no transaction and are wiped (C4).
  case nothingToClear
  /// A source of the item or the account is never fed (C5).
  case sourceOfNothing
  /// No order is ever bound whose owner could be the account (C5).
  case ownerOfNoOrder
  /// The only source is a record that is written when something has bound (C3, C5).
  case recordOfTheBinding
  /// A payload that neither the client nor the backend reads (C5, B8, B9).
  case payloadUnread
  /// A record from the payment by which nothing is bound (C5).
  case recordUnread
  /// The newest order is always bound, whether there is one or not (C5).
  case neverUnbound
  /// A late order for which nothing asks (B6, B8, B9).
  case lateOrderUnasked
  /// Nothing waits that a trigger could try again (C8).
  case nothingToResume
  /// Only records with a transaction wait, and those are written at `purchased` (C1).
  case nothingToRestart
  /// A backend that is never told an order cannot tell deliveries by it (B5).
  case dedupeWithoutOrder

  /// Whether a design is a double in this way.
  func isMade(by design: Design) -> Bool {
    let records = design.records
    let binding = design.binding
    switch self {
    case .orderRequestOfOrderFirst:
      return design.orderRequest != .merged && design.timing == .orderFirst
    case .placeOfNothing: return records.place != .memory && records.at.isEmpty && !design.ledger
    case .keyOfNothing:
      switch records.key {
      case .product: return false
      case .single: return records.at.isEmpty
      case .payload: return design.payload == .none || !design.remembersIntents
      }
    case .nothingToClear: return !records.clearOn.isEmpty && !design.remembersIntents
    case .sourceOfNothing:
      return binding.item.contains { !$0.isFed(in: design) }
        || binding.account.contains { !$0.isFed(in: design) }
    case .ownerOfNoOrder:
      return binding.account.contains(.order) && binding.item.allSatisfy { $0 == .product }
    case .recordOfTheBinding: return binding.item == [.record] && !design.remembersIntents
    case .payloadUnread:
      return design.payload != .none && !binding.item.contains(.payload)
        && !binding.account.contains(.payload) && !design.isToldByStore && records.key != .payload
    case .recordUnread:
      return design.remembersIntents && !binding.item.contains(.record)
        && !binding.account.contains(.record)
    case .neverUnbound: return binding.unbound != .keep && binding.item.contains(.latestOrder)
    case .lateOrderUnasked:
      return design.server.lateOrder && binding.unbound != .submit && !design.isToldByStore
    case .nothingToResume:
      return design.retry.resumeOn != .launch && design.retry.delays.isEmpty
        && !records.at.contains(.purchased)
    case .nothingToRestart:
      return [.resume, .resumeOrBlock].contains(design.repurchase)
        && !records.at.contains(.purchased)
    case .dedupeWithoutOrder:
      return design.server.dedupe == .order && design.timing == .purchaseFirst
    }
  }
}

extension Design {
  /// Whether records are written while their intents have no charge.
  fileprivate var remembersIntents: Bool {
    records.at.contains(.payment) || records.at.contains(.purchasing)
  }

  /// Whether the backend hears of charges from the store itself.
  fileprivate var isToldByStore: Bool { server.notifications || server.reconciliation != nil }
}
