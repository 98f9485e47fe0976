import EventEngine

/// The properties of a kind of fault, without the code of its effect.
package struct FaultProperties: Sendable {
  /// The moments to which a fault can be tied; a step is always possible.
  package enum AllowedAnchors: Sendable {
    /// It can occur at any moment.
    case any
    /// It changes the result of a payment sheet, so it must occur before.
    case sheet
    /// It reverses an earlier charge or delivery.
    case charged
  }

  package var kind: FaultKind
  /// The participant in which it occurs.
  package var target: Participant
  /// The moment to which the fault is tied if `at` is absent.
  package var anchor: FaultAnchor
  package var allowedAnchors = AllowedAnchors.any
  /// The effect, in one sentence for readers.
  package var effect: String
  /// The sources: numbers of articles, `I` for public issue reports; may be empty.
  package var references: String
  /// The parameters besides `fault`, `probability`, `at` and `after`.
  package var parameterKinds: [FaultParameterKind]
  /// Whether it affects one purchase rather than everything in progress.
  package var affectsSinglePurchase = false
  /// Whether it can occur only on a device with several accounts.
  package var needsAccounts = false
  /// Whether it can cause one more charge for a purchase (S7).
  package var canAddCharge = false
  /// The stores in which it can occur; it has no effect on designs with another store.
  package var stores = Design.StoreKind.allCases
  /// Changes default parameters; the second parameter is whether `after` is given.
  private var changeDefaults: @Sendable (inout FaultParameters, Bool) -> Void = { _, _ in }
  /// The variants that an exploration tries, the simplest first.
  package var exploredVariants: @Sendable (ExploredFaultValues) -> [Fault]

  /// Whether the fault can be tied to a moment.
  package func allows(_ anchor: FaultAnchor) -> Bool {
    let isBeforeCharge = anchor == .tap || anchor == .sheet
    if case .step = anchor { return true }
    return switch allowedAnchors {
    case .any: true
    case .sheet: isBeforeCharge
    case .charged: !isBeforeCharge
    }
  }

  /// The default parameters.
  /// - Parameter behavior: the users' behavior, which has the default of `reopens`.
  /// - Parameter isDelayed: whether `after` is given.
  package func defaults(_ behavior: Behavior, isDelayed: Bool = false) -> FaultParameters {
    var parameters = FaultParameters(reopens: behavior.reopeningDelay)
    changeDefaults(&parameters, isDelayed)
    return parameters
  }

  /// Makes a failing replay or signature permanent by default; other faults end by themselves.
  static let lastsForGood: @Sendable (inout FaultParameters, Bool) -> Void = { parameters, _ in
    parameters.lasts = .constant(.seconds(30 * 86_400))
  }

  init(
    _ kind: FaultKind, _ target: Participant, at anchor: FaultAnchor,
    in moments: AllowedAnchors = .any, _ effect: String, sources: String = "",
    _ parameterKinds: [FaultParameterKind] = [],
    isOfPurchase: Bool = false, needsAccounts: Bool = false, canAddCharge: Bool = false,
    knownTo stores: [Design.StoreKind] = Design.StoreKind.allCases,
    defaults: @escaping @Sendable (inout FaultParameters, Bool) -> Void = { _, _ in },
    exploredVariants: @escaping @Sendable (ExploredFaultValues) -> [Fault]
  ) {
    (self.kind, self.target, self.anchor, self.allowedAnchors) = (kind, target, anchor, moments)
    (self.effect, self.references, self.parameterKinds) = (effect, sources, parameterKinds)
    (self.affectsSinglePurchase, self.needsAccounts) = (isOfPurchase, needsAccounts)
    (self.canAddCharge, self.stores, changeDefaults) = (canAddCharge, stores, defaults)
    self.exploredVariants = exploredVariants
  }
}
