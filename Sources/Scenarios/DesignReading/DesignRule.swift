import EventEngine
import JSONText
package import PurchaseWorld

/// A reason for which axes are taken together from one of two designs.
package struct AxisTie: Sendable {
  /// The axes that the reason speaks of.
  let axes: [String]
  /// Whether a design combines them in the way that speaks against it.
  package let isBroken: @Sendable (Design) -> Bool

  /// The sources of binding (C5): a design none of whose sources is ever fed can be played, but nobody
  /// would build it.
  package static let sources = [
    AxisTie(axes: ["timing", "payload", "records.at", "binding.item"]) { design in
      !design.binding.item.contains { $0.isFed(in: design) }
    },
    AxisTie(axes: ["timing", "payload", "records.at", "binding.account"]) { design in
      !design.binding.account.contains { $0.isFed(in: design) }
    },
  ]
}

/// A combination of axes that makes no sense: what breaks a rule cannot be played.
package struct DesignRule: Sendable {
  package let tie: AxisTie
  /// What a design does that breaks the rule.
  private let what: @Sendable (Design) -> Phrase
  /// What it should do.
  private let expected: Phrase

  package static let all =
    [
      // The backend answers before it has verified, so nothing can wait for the verification.
      DesignRule(
        tie: AxisTie(axes: ["server.verification", "finish"]) {
          $0.server.verification == .asynchronous && $0.finish == .afterVerification
        },
        what: { _ in
          "verifies asynchronously and finishes afterVerification, which the client never learns of"
        }, expected: "finish onCallback or afterSubmission"),
      // A last wait of 0 would be repeated without end at one instant.
      DesignRule(
        tie: AxisTie(axes: ["retry.delays", "retry.repeatLast"]) {
          $0.retry.repeatLast && $0.retry.delays.last ?? .zero == .zero
        },
        what: {
          $0.retry.delays.isEmpty
            ? "repeats its last delay but has none" : "repeats a last delay of 0"
        }, expected: "a last delay above 0"),
      // There is no order yet when a purchase-first client pays.
      DesignRule(
        tie: AxisTie(axes: ["payload", "timing"]) {
          $0.payload == .order && $0.timing == .purchaseFirst
        }, what: { _ in "hands an order to the store before it has one (purchaseFirst)" },
        expected: "timing orderFirst, or another payload"),
      // A backend that fetches charges every moment would do nothing else.
      DesignRule(
        tie: AxisTie(axes: ["server.reconciliation"]) {
          $0.server.reconciliation.map { $0 < .seconds(60) } ?? false
        }, what: { _ in "fetches its charges more often than every minute" },
        expected: "a period of at least 1m, or null"),
      // Whoever hears of nothing sells nothing.
      DesignRule(
        tie: AxisTie(axes: ["sources", "store"]) {
          $0.store != .storeKit1 && $0.sources.isEmpty
        }, what: { _ in "hears of purchases by no route" }, expected: "at least one of the routes"),
      unread("sources", \.sources), unread("unverified", \.unverified),
      unread("acknowledge", \.acknowledge), unread("onAlreadyOwned", \.onAlreadyOwned),
      unread("reconnect", \.reconnect), unread("server.completes", \.server.completes),
      unread("onFailed", \.onFailed),
    ]

  /// An axis that the store of a design does not read is at its default.
  private static func unread(
    _ axis: String, _ place: any KeyPath<Design, some Equatable & Sendable> & Sendable
  ) -> DesignRule {
    let (stores, plain) = (DesignAxes.stores(of: axis), Design(name: "")[keyPath: place])
    return DesignRule(
      tie: AxisTie(axes: [axis, "store"]) {
        $0[keyPath: place] != plain && !stores.contains($0.store)
      }, what: { "has \(axis.quoted), which \($0.store.word) does not read" },
      expected: "no \(axis.quoted), or store \(.alternatives(stores.map(\.word)))")
  }

  /// Adds the problem at the first of the rule's axes, in their order, that the file gives, else at the design.
  func report(_ design: Design, from value: FileValue, _ axes: [GivenAxis]) {
    let given = tie.axes.compactMap { name in axes.first { $0.field.name == name } }
    let place = given.first?.value ?? value
    place.report(meaning: "design \(design.name.quoted) \(what(design))", expected: expected)
  }
}

extension RecordRules {
  /// Whether records are made before anything is bound: at `purchased` one is made of what was bound (C3).
  fileprivate var areMadeUnbound: Bool { at.contains(.payment) || at.contains(.purchasing) }
}

extension BindingRules.ItemSource {
  /// Whether anything in a design puts an item or order where this source looks for it.
  func isFed(in design: Design) -> Bool {
    switch self {
    case .payload: design.payload == .order || design.payload == .intent
    case .record: design.records.areMadeUnbound
    case .product: true
    case .latestOrder: design.timing == .orderFirst
    }
  }
}

extension BindingRules.AccountSource {
  /// Whether anything in a design puts an account where this source looks for it.
  func isFed(in design: Design) -> Bool {
    switch self {
    case .payload: design.payload == .account || design.payload == .intent
    case .record: design.records.areMadeUnbound
    case .order: design.timing == .orderFirst
    case .session: true
    }
  }
}

/// The ways in which a design has an axis away from its default that cannot matter.
///
/// With the axis at its default the design does the same, so a search need not try it.
package enum DesignDouble {
  package static func isMade(by design: Design) -> Bool { ways.contains { $0(design) } }

  private static let ways: [@Sendable (Design) -> Bool] = [
    // Only a purchase-first client asks for an order after the payment (C7).
    { $0.orderRequest != .merged && $0.timing == .orderFirst },
    // Nothing is kept in the place: no records, and no ledger (C3, C5).
    { $0.records.place != .memory && $0.records.at.isEmpty && !$0.ledger },
    // Nothing is kept under the key, or the payload names nothing that could be the key (C5).
    { design in
      switch design.records.key {
      case .product: false
      case .single: design.records.at.isEmpty
      case .payload: design.payload == .none || !design.remembersIntents
      }
    },
    // Only records from before the `purchased` callback have no transaction and are wiped (C4).
    { !$0.records.clearOn.isEmpty && !$0.remembersIntents },
    // A source of the item or the account is never fed (C5).
    { design in
      design.binding.item.contains { !$0.isFed(in: design) }
        || design.binding.account.contains { !$0.isFed(in: design) }
    },
    // No order is ever bound whose owner could be the account (C5).
    { $0.binding.account.contains(.order) && $0.binding.item.allSatisfy { $0 == .product } },
    // The only source is a record that is written when something has bound (C3, C5).
    { $0.binding.item == [.record] && !$0.remembersIntents },
    // A payload that neither the client nor the backend reads (C5, B8, B9).
    {
      $0.payload != .none && !$0.binding.item.contains(.payload)
        && !$0.binding.account.contains(.payload) && !$0.isToldByStore && $0.records.key != .payload
    },
    // A record from the payment by which nothing is bound (C5).
    {
      $0.remembersIntents && !$0.binding.item.contains(.record)
        && !$0.binding.account.contains(.record)
    },
    // The newest order is always bound, whether there is one or not (C5).
    { $0.binding.unbound != .keep && $0.binding.item.contains(.latestOrder) },
    // A late order for which nothing asks (B6, B8, B9).
    { $0.server.lateOrder && $0.binding.unbound != .submit && !$0.isToldByStore },
    // Nothing waits that a trigger could try again (C8).
    {
      $0.retry.resumeOn != .launch && $0.retry.delays.isEmpty && !$0.records.at.contains(.purchased)
    },
    // Only records with a transaction wait, and those are written at `purchased` (C1).
    { [.resume, .resumeOrBlock].contains($0.repurchase) && !$0.records.at.contains(.purchased) },
    // A backend that is never told an order cannot tell deliveries by it (B5).
    { $0.server.dedupe == .order && $0.timing == .purchaseFirst },
  ]
}

extension Design {
  /// Whether records are written while their intents have no charge.
  fileprivate var remembersIntents: Bool {
    records.at.contains(.payment) || records.at.contains(.purchasing)
  }

  /// Whether the backend hears of charges from the store itself.
  fileprivate var isToldByStore: Bool { server.notifications || server.reconciliation != nil }
}
