import EventEngine
package import PurchaseWorld

/// One kind of fault with everything that is known about it (section 7).
package struct FaultDescription: Sendable {
  package var kind: FaultKind
  /// The keys that the kind takes beside `fault`, `probability`, `at` and `after`.
  package var parameters: [Field<FaultParameters>]
  /// The moment to which the fault is tied when `at` is absent.
  package var anchor: Anchor
  /// What it does, in one sentence for people.
  package var effect: String
  /// Where it comes from: numbers of articles, `I` for public issue reports; may be empty.
  package var sources: String

  init(
    _ kind: FaultKind, at anchor: Anchor, _ effect: String, sources: String = "",
    _ parameters: [Field<FaultParameters>] = []
  ) {
    self.kind = kind
    self.parameters = parameters
    self.anchor = anchor
    self.effect = effect
    self.sources = sources
  }

  /// Whether the fault changes what a payment sheet leads to, so that it must strike before.
  package var actsOnSheet: Bool {
    kind == .spuriousCancel || kind == .spuriousFailure || kind == .askToBuy
  }

  /// Whether the fault can be tied to a moment, a step apart.
  package func allows(_ anchor: Anchor) -> Bool {
    if actsOnSheet { return anchor == .tap || anchor == .sheet }
    if kind == .refund { return anchor != .tap && anchor != .sheet }
    return true
  }

  /// What the parameters are when they are not given.
  ///
  /// - Parameters:
  ///   - behavior: the users, from whom the default of `reopens` comes.
  ///   - isDelayed: whether `after` is given; it then says when a second tap comes.
  package func defaults(_ behavior: Behavior, isDelayed: Bool = false) -> FaultParameters {
    var parameters = FaultParameters(reopens: behavior.reopens)
    if kind == .doubleTap { parameters.gap = .constant(isDelayed ? .zero : .milliseconds(200)) }
    return parameters
  }
}
