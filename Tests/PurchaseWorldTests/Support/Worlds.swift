import EventEngine

@testable import PurchaseWorld

extension Catalog {
  /// Two products of one item each.
  static let oneToOne = Catalog(
    products: [
      Product(name: "p1", type: .consumable, price: 600, items: [0]),
      Product(name: "p2", type: .consumable, price: 1_200, items: [1]),
    ],
    items: [Item(name: "i1", product: 0), Item(name: "i2", product: 1)])

  /// One product that stands for both items.
  static let manyToOne = Catalog(
    products: [Product(name: "p1", type: .consumable, price: 600, items: [0, 1])],
    items: [Item(name: "i1", product: 0), Item(name: "i2", product: 0)])
}

extension Conditions {
  /// The constants of the cases: ready at 1 s, first tap at 21 s, visits every 8 h, each evicted.
  static let cases = Conditions(catalog: .oneToOne).asInCases

  /// The same with a product that stands for two items.
  static let many = Conditions(catalog: .manyToOne).asInCases

  /// The same, but the system never ends the process of an app that was left.
  static let background = Conditions.cases.with { $0.behavior.evictionProbability = .never }

  private var asInCases: Conditions {
    with {
      $0.horizon = .seconds(7 * 86_400)
      $0.store.processing = 2
      $0.behavior.sheet = 8
      $0.behavior.patience = 30
      $0.behavior.reopeningDelay = 60
      $0.behavior.visitInterval = .constant(.seconds(8 * hour))
      $0.behavior.evictionProbability = .always
      $0.behavior.recoveryPageProbability = .never
    }
  }

  /// The same conditions after a change.
  func with(_ change: (inout Conditions) -> Void) -> Conditions {
    var changed = self
    change(&changed)
    return changed
  }
}

extension Fault {
  /// An interruption that is completed after a minute, with or without payload as its store does.
  static func interruptionOfStore(_ code: FailureCode) -> Fault {
    .interruption(
      StoreInterruption(
        code: code, completes: true, resolutionDelay: 60, dropsPayload: nil, kills: false,
        reopeningDelay: 180))
  }

  /// An interruption that is completed after a minute, by default without payload.
  static func interruption(
    _ code: FailureCode, resolves: Delay = 60, completes: Bool = true, dropsPayload: Bool = true,
    kills: Bool = false, reopens: Delay = 180
  ) -> Fault {
    .interruption(
      StoreInterruption(
        code: code, completes: completes, resolutionDelay: resolves, dropsPayload: dropsPayload,
        kills: kills, reopeningDelay: reopens))
  }
}

/// The conditions of cases with users who notice missing goods after a minute.
/// - Parameter shares: those of the reactions, in the order of their kinds.
func reacting(_ shares: [Double], reactions: Int = 3) -> Conditions {
  .cases.with {
    $0.behavior.reactions.shares = shares
    $0.behavior.maxReactions = reactions
    $0.behavior.noticeDelay = 60
  }
}
