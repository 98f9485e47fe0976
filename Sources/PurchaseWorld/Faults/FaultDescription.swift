import EventEngine

/// What there is to know of a kind of fault beside its effect, which is code (section 7).
package struct FaultDescription: Sendable {
  /// To which moments a fault can be tied; to a step always.
  package enum Moments: Sendable {
    /// It strikes whatever is going on then.
    case any
    /// It changes what a payment sheet leads to, so it must strike before.
    case sheet
    /// It gives back what was taken or delivered before.
    case charged
  }

  package var kind: FaultKind
  /// The party that it strikes.
  package var target: Party
  /// The moment to which the fault is tied when `at` is absent.
  package var anchor: Anchor
  package var moments = Moments.any
  /// What it does, in one sentence for people.
  package var effect: String
  /// Where it comes from: numbers of articles, `I` for public issue reports; may be empty.
  package var sources: String
  /// What it takes beside `fault`, `probability`, `at` and `after`.
  package var takes: [FaultParameter]
  /// Whether it strikes one purchase, as opposed to all that is going on.
  package var isOfPurchase = false
  /// Whether it can happen only on a device with several accounts.
  package var needsAccounts = false
  /// Whether a purchase can be charged once more because of it (S7).
  package var canAddCharge = false
  /// The stores that can do it; a fault strikes only the designs whose store knows it.
  package var stores = Design.StoreKind.allCases
  /// Changes what its parameters are by default, where they are others than those of most faults. The second
  /// parameter is whether `after` is given.
  private var changeDefaults: @Sendable (inout FaultParameters, Bool) -> Void = { _, _ in }
  /// Those that an exploration tries, the simplest first.
  package var tried: @Sendable (FaultValues) -> [Fault]

  /// Whether the fault can be tied to a moment.
  package func allows(_ anchor: Anchor) -> Bool {
    let isBeforeCharge = anchor == .tap || anchor == .sheet
    if case .step = anchor { return true }
    return switch moments {
    case .any: true
    case .sheet: isBeforeCharge
    case .charged: !isBeforeCharge
    }
  }

  /// What the parameters are when they are not given.
  /// - Parameter behavior: the users, from whom the default of `reopens` comes.
  /// - Parameter isDelayed: whether `after` is given.
  package func defaults(_ behavior: Behavior, isDelayed: Bool = false) -> FaultParameters {
    var parameters = FaultParameters(reopens: behavior.reopens)
    changeDefaults(&parameters, isDelayed)
    return parameters
  }

  /// A replay or a signature that fails does so for good; whatever else goes on ends by itself.
  static let lastsForGood: @Sendable (inout FaultParameters, Bool) -> Void = { parameters, _ in
    parameters.lasts = .constant(.seconds(30 * 86_400))
  }

  init(
    _ kind: FaultKind, _ target: Party, at anchor: Anchor, in moments: Moments = .any,
    _ effect: String, sources: String, _ takes: [FaultParameter] = [], isOfPurchase: Bool = false,
    needsAccounts: Bool = false, canAddCharge: Bool = false,
    knownTo stores: [Design.StoreKind] = Design.StoreKind.allCases,
    defaults: @escaping @Sendable (inout FaultParameters, Bool) -> Void = { _, _ in },
    tried: @escaping @Sendable (FaultValues) -> [Fault]
  ) {
    (self.kind, self.target, self.anchor, self.moments) = (kind, target, anchor, moments)
    (self.effect, self.sources, self.takes) = (effect, sources, takes)
    (self.isOfPurchase, self.needsAccounts, self.tried) = (isOfPurchase, needsAccounts, tried)
    (self.canAddCharge, self.stores, changeDefaults) = (canAddCharge, stores, defaults)
  }
}
