package import EventEngine

/// A declared fault: how often it strikes an intent, when, and with which parameters.
package struct FaultRate: Hashable, Sendable {
  package var kind: FaultKind
  /// How often it strikes an intent.
  package var probability: Chance
  package var anchor: Anchor
  package var after: Distribution
  package var parameters: FaultParameters

  package init(
    kind: FaultKind, probability: Chance, at anchor: Anchor, after: Distribution,
    parameters: FaultParameters
  ) {
    self.kind = kind
    self.probability = probability
    self.anchor = anchor
    self.after = after
    self.parameters = parameters
  }
}

/// The parameters of a declared fault; each kind reads its own and ignores the rest.
package struct FaultParameters: Hashable, Sendable {
  /// From a death of the process to the reopening; the default is the user's.
  package var reopens: Distribution
  /// How long the fault goes on.
  package var lasts = Distribution.constant(.seconds(600))
  /// From a switch of accounts to the switch back; absent: never.
  package var returns: Distribution?
  /// How many times longer latencies are, in thousandths.
  package var slowdown = 10_000
  package var of = RequestKinds.verify
  package var completes = Chance.always
  package var resolves = Distribution.constant(.seconds(300))
  package var dropsPayload = Chance.always
  package var kills = Chance.never
  package var from = PayloadLoss.callback
  package var copies = 1
  package var gap = Distribution.constant(.seconds(1))
  package var approves = Chance.always
  package var answers = Distribution.constant(.seconds(10_800))
  package var pays = Chance.never

  package init(reopens: Distribution) { self.reopens = reopens }
}
