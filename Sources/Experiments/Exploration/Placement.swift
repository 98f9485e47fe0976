package import EventEngine
package import PurchaseWorld

/// A fault just before one event of a life.
package struct Placement: Hashable, Sendable {
  /// The index among the faults that are explored.
  package var choice: Int
  /// The number of the event in the life with the faults before this one, from 1.
  package var step: Int
  /// What the event is about.
  package var kind: StepKind
  /// Which event about this it is in that life, from 0.
  package var occurrence: Int
  /// When it happens.
  package var time: Instant

  /// What the placement is called in lives with other faults: the number of the event depends on them,
  /// what it is about does not.
  var key: UInt64 {
    UInt64(choice) << 32 | UInt64(kind.rawValue) << 24 | UInt64(min(occurrence, 0xFF_FFFF))
  }
}

/// A fault with fixed parameters that an exploration lets strike.
package struct FaultChoice: Hashable, Sendable {
  package var fault: Fault
  /// The index of the intent that it strikes.
  package var intent: Int

  package init(_ fault: Fault, intent: Int = 0) {
    self.fault = fault
    self.intent = intent
  }

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
