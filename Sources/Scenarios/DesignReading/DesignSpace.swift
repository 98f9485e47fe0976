import EventEngine
package import PurchaseWorld

/// The design space of a search, as data.
///
/// All combinations of some axes, the measures, are tried, each with at most one variation. Omitted
/// are designs that break a rule, designs with a binding without a supplied source, and redundant
/// designs (``RedundantDesign``) with an axis that has no effect.
package enum DesignSpace {
  /// A change of a design.
  typealias Change = (inout Design) -> Void

  /// The means of a store: none of them, all routes, and all routes with the most effective option.
  private static func means(of store: Design.StoreKind) -> [[Change]] {
    let all: Routes = [.result, .updates, .launchQuery, .resumeQuery]
    return switch store {
    case .storeKit1: []
    case .storeKit2:
      [[{ _ in }, { $0.routes = all }, { ($0.routes, $0.unverified) = (all, .submit) }]]
    case .playBilling:
      [[{ _ in }, { $0.routes = all }, { ($0.routes, $0.backend.completion) = (all, .consume) }]]
    }
  }

  /// The questions that the articles answer differently: every combination is tried.
  ///
  /// The first element of each list keeps the defaults.
  private static var measures: [[Change]] {
    let moments: [RecordRules.Moments] = [.payment, .purchased, [.payment, .purchased]]
    let items: [[BindingRules.ItemSource]] = [
      [.payload], [.record], [.product], [.latestOrder], [.payload, .record],
    ]
    let accounts: [[BindingRules.AccountSource]] = [
      [.session], [.payload, .session], [.record, .session], [.order, .session],
    ]
    return [
      // [000 A/B]
      [{ _ in }, { $0.timing = .orderFirst }],
      [{ _ in }, { $0.payload = .order }, { $0.payload = .account }, { $0.payload = .intent }],
      // The positions 4 and 1 of [000], in the keychain, as in the final version of its authors.
      [{ _ in }]
        + moments.map { moments in { ($0.records.at, $0.records.place) = (moments, .keychain) } },
      items.map { sources in { $0.binding.itemSources = sources } },
      accounts.map { sources in { $0.binding.accountSources = sources } },
      // A transaction without an item waits, or is sent to a backend that finds or creates the
      // order. [002]
      [{ _ in }, { ($0.binding.unbound, $0.backend.allowsLateOrder) = (.submit, true) }],
      // One try; the growing delays of [002]; one try every 30 s without end, as in [000].
      [
        { _ in }, { $0.retry.delays = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55].map { .seconds($0) } },
        { ($0.retry.delays, $0.retry.repeatsLastDelay) = ([.seconds(30)], true) },
      ],
      // [A]
      [{ _ in }, { $0.backend.receivesNotifications = true }],
      [{ _ in }, { $0.backend.reconciliation = .seconds(86_400) }],
    ]
  }

  /// The axes of a store that are not among its means: one at a time.
  private static func variations(of store: Design.StoreKind) -> [Change] {
    switch store {
    case .storeKit1: []
    case .storeKit2:
      [
        { if $0.routes == .usual { $0.routes = .result } },
        { if $0.unverified == .ignore { $0.unverified = .finish } },
      ]
    case .playBilling:
      [
        { if $0.routes == .usual { $0.routes = .result } }, { $0.acknowledge = .onCallback },
        { $0.onAlreadyOwned = .query }, { $0.reconnect = .never },
        { if $0.backend.completion == .nothing { $0.backend.completion = .acknowledge } },
      ]
    }
  }

  /// The options that most articles agree on, or consider a mistake: one at a time.
  private static var variations: [Change] {
    [
      { _ in }, { $0.orderRequest = .separate }, { $0.records.place = .memory },
      { $0.records.place = .sandbox }, { $0.records.place = .server }, { $0.records.key = .single },
      { $0.records.key = .payload }, { $0.records.clearOn = [.cancelled, .error] },
      { if $0.binding.unbound == .keep { $0.binding.unbound = .drop } },
      { if $0.binding.unbound == .keep { $0.binding.unbound = .collect } },
      { $0.finish = .onCallback },
      { ($0.backend.verification, $0.finish) = (.asynchronous, .afterSubmission) },
      { $0.onRejection = .finish }, { $0.observer = .login }, { $0.observer = .purchase },
      { $0.hasLedger = true }, { $0.retry.resumeOn = [.launch, .foreground, .network] },
      { $0.repurchase = .resumeOrBlock }, { $0.repurchase = .refuse },
      { $0.backend.entry = .first }, { $0.backend.entry = .all }, { $0.backend.dedupe = .none },
      { $0.backend.dedupe = .receipt }, { $0.backend.dedupe = .order },
    ]
  }

  /// The designs in a fixed order, without repetitions: combinations of measures, the first axis
  /// outermost, each followed by its variations. Their names are their numbers, such as `space-1`.
  /// - Parameter store: the store of all designs.
  package static func designs(of store: Design.StoreKind) -> [Design] {
    var designs: [Design] = []
    let variations = variations + variations(of: store)
    for base in combinations(of: store) where !isLeftOut(base) {
      for (number, vary) in variations.enumerated() {
        var design = with(base, vary)
        if number > 0, design == base || isLeftOut(design) { continue }
        design.name = "space-\(designs.count + 1)"
        designs.append(design)
      }
    }
    return designs
  }

  private static func combinations(of store: Design.StoreKind) -> [Design] {
    let start = with(Design(name: "")) { $0.store = store }
    return (measures + means(of: store)).reduce([start]) { designs, changes in
      designs.flatMap { design in changes.map { with(design, $0) } }
    }
  }

  private static let ties = InvalidCombination.all.map(\.tie) + AxisTie.sources

  /// Whether a design is invalid, has a binding without a supplied source, or is redundant.
  private static func isLeftOut(_ design: Design) -> Bool {
    ties.contains { $0.isBroken(design) } || RedundantDesign.isRedundant(design)
  }
}
