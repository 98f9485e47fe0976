package import EventEngine
package import PurchaseWorld

/// A fault just before one event of a life.
package struct Placement: Hashable, Sendable {
  /// The index among the faults that are explored.
  package var choice: Int
  /// The number of the event in the life with the faults before this one, from 1.
  package var step: Int
  /// What the event is about, and which about this it is in that life, from 0.
  package var kind: StepKind
  package var occurrence: Int, time: Instant

  /// What the placement is called in lives with other faults, on which the event's number depends.
  var key: UInt64 {
    UInt64(choice) << 32 | UInt64(kind.rawValue) << 24 | UInt64(min(occurrence, 0xFF_FFFF))
  }
}

/// A fault with fixed parameters that an exploration lets strike.
package struct FaultChoice: Hashable, Sendable {
  package var fault: Fault
  /// The index of the intent that it strikes.
  package var intent: Int

  package init(_ fault: Fault, intent: Int = 0) { (self.fault, self.intent) = (fault, intent) }

  /// The fault as a plan has it.
  /// - Parameter step: the number of the step before which it strikes.
  /// - Parameter number: what names it among those that may strike.
  func planned(before step: Int, number: Int) -> PlannedFault {
    PlannedFault(fault, intent: intent, at: .step(step), after: .zero, declaration: number)
  }

  /// What can strike a user with such taps, by kind: with each value, and each intent it tells apart.
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

/// A life on the way, and which of its events is next.
///
/// A class, because lives cannot be copied and an exploration has one for each depth.
package final class Branch {
  // One walk works on it, and never on two of its lives in one call.
  @exclusivity(unchecked) package var life: Life
  /// What the next event is about.
  private(set) var kind = StepKind.visit
  /// How many events about each kind there were, the next one not counted.
  private var counts = InlineArray<32, Int32>(repeating: 0)
  /// Whether the first event has been reached.
  private var hasBegun = false

  package init(_ life: consuming Life) { self.life = life }
  /// Which event about its kind the next one is, from 0.
  var occurrence: Int { Int(counts[Int(kind.rawValue)]) }

  /// Goes on to the next event; false when the life is over.
  package func advance() throws(EndlessLife) -> Bool {
    if hasBegun { counts[Int(kind.rawValue)] += 1 }
    hasBegun = true
    guard let next = try life.advance() else { return false }
    kind = next
    return true
  }

  /// Goes on in a life that has been lived to its end before; false when it is over.
  package func advanceUnharmed() -> Bool {
    do { return try advance() } catch { preconditionFailure("a life that had an end has it again") }
  }

  /// Becomes another branch, up to the same moment.
  package func become(_ other: Branch) {
    life.become(other.life)
    kind = other.kind
    counts = other.counts
    hasBegun = other.hasBegun
  }

  /// Becomes another branch, struck by a fault before its next event.
  package func become(_ other: Branch, struckBy choice: FaultChoice, number: Int) {
    become(other)
    life.strike(choice.fault, intent: choice.intent, number: number)
  }

  /// Becomes another life, struck by a fault, and lives it to its end.
  package func finish(_ other: Branch, struckBy choice: FaultChoice, number: Int)
    throws(EndlessLife) -> LossSet
  {
    life.become(other.life)
    life.strike(choice.fault, intent: choice.intent, number: number)
    return try life.finish()
  }

  package func placement(of choice: Int) -> Placement {
    Placement(
      choice: choice, step: life.steps + 1, kind: kind, occurrence: occurrence, time: life.time)
  }
}
