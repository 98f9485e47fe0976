import EventEngine
import JSONText
package import PurchaseWorld

/// A reason for which axes are exchanged together between two designs.
package struct AxisTie: Sendable {
  /// The axes to which the reason applies.
  let axes: [String]
  /// Whether a design combines the axes in the excluded way.
  package let isBroken: @Sendable (Design) -> Bool

  /// The sources of bindings (C5): a design whose sources are never written is valid, but has no
  /// practical use.
  package static let sources = [
    AxisTie(axes: ["timing", "payload", "records.at", "binding.item"]) { design in
      !design.binding.itemSources.contains { $0.isFed(in: design) }
    },
    AxisTie(axes: ["timing", "payload", "records.at", "binding.account"]) { design in
      !design.binding.accountSources.contains { $0.isFed(in: design) }
    },
  ]
}

/// A combination of axes that is invalid: a design that breaks a rule is not simulated.
package struct InvalidCombination: Sendable {
  package let tie: AxisTie
  /// The way in which a design breaks the rule.
  private let message: @Sendable (Design) -> Phrase
  /// The expectation in the message.
  private let expected: Phrase

  package static let all = [
    // The backend answers before it verifies, so the client cannot wait for the verification.
    InvalidCombination(
      tie: AxisTie(axes: ["server.verification", "finish"]) {
        $0.backend.verification == .asynchronous && $0.finish == .afterVerification
      },
      message: { _ in
        "finishes afterVerification, but with asynchronous verification the client gets no result"
      }, expected: "finish onCallback or afterSubmission"),
    // A last delay of 0 would repeat without end at the same simulated time.
    InvalidCombination(
      tie: AxisTie(axes: ["retry.delays", "retry.repeatLast"]) {
        $0.retry.repeatsLastDelay && $0.retry.delays.last ?? .zero == .zero
      },
      message: {
        $0.retry.delays.isEmpty
          ? "repeats its last delay but has no delays" : "repeats a last delay of 0"
      }, expected: "a last delay above 0"),
    // A purchase-first client has no order yet when it pays.
    InvalidCombination(
      tie: AxisTie(axes: ["payload", "timing"]) {
        $0.payload == .order && $0.timing == .purchaseFirst
      }, message: { _ in "passes an order to the store before it has one (purchaseFirst)" },
      expected: "timing orderFirst, or another payload"),
    // A backend that fetches charges all the time would do nothing else.
    InvalidCombination(
      tie: AxisTie(axes: ["server.reconciliation"]) {
        $0.backend.reconciliation.map { $0 < .seconds(60) } ?? false
      }, message: { _ in "fetches charges more often than once a minute" },
      expected: "a period of at least 1m, or null"),
    // A client without a route receives no purchase.
    InvalidCombination(
      tie: AxisTie(axes: ["sources", "store"]) { $0.store != .storeKit1 && $0.routes.isEmpty },
      message: { _ in "receives purchases by no route" }, expected: "at least one route"),
    unread("sources", \.routes), unread("unverified", \.unverified),
    unread("acknowledge", \.acknowledge), unread("onAlreadyOwned", \.onAlreadyOwned),
    unread("reconnect", \.reconnect), unread("server.completes", \.backend.completion),
    unread("onFailed", \.onFailed),
  ]

  /// The rule that an axis has its default if it does not apply to the store.
  private static func unread(
    _ axis: String, _ place: any KeyPath<Design, some Equatable & Sendable> & Sendable
  ) -> InvalidCombination {
    let (stores, plain) = (DesignAxes.stores(of: axis), Design(name: "")[keyPath: place])
    return InvalidCombination(
      tie: AxisTie(axes: [axis, "store"]) {
        $0[keyPath: place] != plain && !stores.contains($0.store)
      }, message: { "has \(axis.quoted), which does not apply to \($0.store.word)" },
      expected: "no \(axis.quoted), or store \(.alternatives(stores.map(\.word)))")
  }

  /// Reports the problem at the first axis of the rule that the file gives, otherwise at the
  /// design.
  func report(_ design: Design, from value: FileValue, _ axes: [GivenAxis]) {
    let given = tie.axes.compactMap { name in axes.first { $0.field.name == name } }
    (given.first?.value ?? value).reportSemanticProblem(
      "design \(design.name.quoted) \(message(design))", expected: expected)
  }
}

extension RecordRules {
  /// Whether records are written before their intents are charged and bound; those at `purchased`
  /// are written after the binding (C3).
  fileprivate var areMadeUnbound: Bool { !at.isDisjoint(with: [.payment, .purchasing]) }
}

extension BindingRules.ItemSource {
  /// Whether a design supplies this source with an item or an order.
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
  /// Whether a design supplies this source with an account.
  func isFed(in design: Design) -> Bool {
    switch self {
    case .payload: design.payload == .account || design.payload == .intent
    case .record: design.records.areMadeUnbound
    case .order: design.timing == .orderFirst
    case .session: true
    }
  }
}

/// The redundant designs: those with a non-default axis that has no effect.
///
/// With the axis at its default the design behaves the same, so a search need not try it.
package enum RedundantDesign {
  package static func isRedundant(_ design: Design) -> Bool { ways.contains { $0(design) } }

  private static let ways: [@Sendable (Design) -> Bool] = [
    // Only a purchase-first client requests an order after the payment (C7).
    { $0.orderRequest != .merged && $0.timing == .orderFirst },
    // Nothing is stored in the place: neither records nor a ledger (C3, C5).
    { $0.records.place != .memory && $0.records.at.isEmpty && !$0.hasLedger },
    // Nothing is stored under the key, or the payload contains no key (C5).
    { design in
      switch design.records.key {
      case .product: false
      case .single: design.records.at.isEmpty
      case .payload: design.payload == .none || !design.records.areMadeUnbound
      }
    },
    // Only records written before the `purchased` callback have no transaction and are cleared
    // (C4).
    { !$0.records.clearOn.isEmpty && !$0.records.areMadeUnbound },
    // A source of the item or of the account is never supplied (C5).
    { design in
      design.binding.itemSources.contains { !$0.isFed(in: design) }
        || design.binding.accountSources.contains { !$0.isFed(in: design) }
    },
    // No order is bound whose owner could be the account (C5).
    {
      $0.binding.accountSources.contains(.order)
        && $0.binding.itemSources.allSatisfy { $0 == .product }
    },
    // The only source is a record that is written after the binding (C3, C5).
    { $0.binding.itemSources == [.record] && !$0.records.areMadeUnbound },
    // A payload that neither the client nor the backend reads (C5, B8, B9).
    {
      $0.payload != .none && !$0.binding.itemSources.contains(.payload)
        && !$0.binding.accountSources.contains(.payload) && !$0.isNotifiedByStore
        && $0.records.key != .payload
    },
    // A record from the payment that no binding uses (C5).
    {
      $0.records.areMadeUnbound && !$0.binding.itemSources.contains(.record)
        && !$0.binding.accountSources.contains(.record)
    },
    // The newest order is a source, so the axis for unbound transactions has no effect (C5).
    { $0.binding.unbound != .keep && $0.binding.itemSources.contains(.latestOrder) },
    // A late order that no request needs (B6, B8, B9).
    { $0.backend.allowsLateOrder && $0.binding.unbound != .submit && !$0.isNotifiedByStore },
    // No record waits for a trigger (C8).
    {
      $0.retry.resumeOn != .launch && $0.retry.delays.isEmpty && !$0.records.at.contains(.purchased)
    },
    // Only records with a transaction wait, and they are written at `purchased` (C1).
    { [.resume, .resumeOrBlock].contains($0.repurchase) && !$0.records.at.contains(.purchased) },
    // A backend that never receives an order cannot deduplicate by it (B5).
    { $0.backend.dedupe == .order && $0.timing == .purchaseFirst },
  ]
}

extension Design {
  /// Whether the backend receives charges from the store itself.
  fileprivate var isNotifiedByStore: Bool {
    backend.receivesNotifications || backend.reconciliation != nil
  }
}
