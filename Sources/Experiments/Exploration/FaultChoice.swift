package import PurchaseWorld

/// A fault with fixed parameters that an exploration lets strike.
package struct FaultChoice: Hashable, Sendable {
  package var fault: Fault
  /// The index of the intent that it strikes.
  package var intent: Int

  package init(_ fault: Fault, intent: Int = 0) {
    self.fault = fault
    self.intent = intent
  }
}

extension FaultChoice {
  /// What can strike a user, in the order of kinds: with every value, and every intent that it can
  /// tell apart.
  ///
  /// - Parameters:
  ///   - kinds: those that are explored.
  ///   - script: the taps of the user.
  package static func all(
    of kinds: [FaultKind], _ values: FaultValues, _ script: Population.Script,
    _ conditions: Conditions
  ) -> [FaultChoice] {
    let kinds = kinds.map(\.description).filter {
      // The world tells the two deaths of a process apart by name alone.
      !($0.kind == .appKill && kinds.contains(.crash))
        && !($0.needsAccounts && conditions.behavior.accounts < 2)
    }
    return script.intents.indices.flatMap { intent in
      kinds.filter { intent == 0 || $0.isOfPurchase }.flatMap { kind in
        kind.tried(values).map { FaultChoice($0, intent: intent) }
      }
    }
  }
}
