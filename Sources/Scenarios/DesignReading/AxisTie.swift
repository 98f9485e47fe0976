import PurchaseWorld

/// A reason for which axes are taken together from one of two designs.
struct AxisTie: Sendable {
  /// The axes that the reason speaks of.
  let axes: [String]
  /// Whether a design combines them in the way that speaks against it.
  let isBroken: @Sendable (Design) -> Bool

  /// The rules of designs: what breaks them cannot be played.
  static var rules: [AxisTie] {
    DesignRule.allCases.map { rule in AxisTie(axes: rule.axes) { rule.isBroken(by: $0) } }
  }

  /// The sources of binding (C5): a design none of whose sources is ever fed can be played, but nobody
  /// would build it.
  static let sources = [
    AxisTie(axes: ["timing", "payload", "records.at", "binding.item"]) { design in
      !design.binding.item.contains { $0.isFed(in: design) }
    },
    AxisTie(axes: ["timing", "payload", "records.at", "binding.account"]) { design in
      !design.binding.account.contains { $0.isFed(in: design) }
    },
  ]
}

extension BindingRules.ItemSource {
  /// Whether anything in a design puts an item or order where this source looks for it.
  func isFed(in design: Design) -> Bool {
    switch self {
    case .payload: design.payload == .order || design.payload == .intent
    case .record: design.records.at != []
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
    case .record: design.records.at != []
    case .order: design.timing == .orderFirst
    case .session: true
    }
  }
}
