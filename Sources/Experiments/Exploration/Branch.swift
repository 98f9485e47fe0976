import PurchaseWorld

/// A life on the way, and which of its events is next.
///
/// A class, because lives cannot be copied and an exploration has one for each depth.
final class Branch {
  var life: Life
  /// What the next event is about.
  private(set) var kind = StepKind.visit
  /// How many events about each kind there were, the next one not counted.
  private var counts = InlineArray<32, Int32>(repeating: 0)
  /// Whether the first event has been reached.
  private var hasBegun = false

  init(_ life: consuming Life) { self.life = life }

  /// Which event about its kind the next one is, from 0.
  var occurrence: Int { Int(counts[Int(kind.rawValue)]) }

  /// Goes on to the next event; false when the life is over.
  func advance() throws(EndlessLife) -> Bool {
    if hasBegun { counts[Int(kind.rawValue)] += 1 }
    hasBegun = true
    guard let next = try life.advance() else { return false }
    kind = next
    return true
  }

  /// Goes on in a life that has been lived to its end before; false when it is over.
  func advanceUnharmed() -> Bool {
    do { return try advance() } catch { preconditionFailure("a life that had an end has it again") }
  }

  /// Becomes another branch, up to the same moment.
  func become(_ other: Branch) {
    life.become(other.life)
    kind = other.kind
    counts = other.counts
    hasBegun = other.hasBegun
  }

  /// Becomes another branch, struck by a fault before its next event.
  func become(_ other: Branch, struckBy choice: FaultChoice, number: Int) {
    become(other)
    life.strike(choice.fault, intent: choice.intent, number: number)
  }

  /// Becomes another life, struck by a fault, and lives it to its end.
  func finish(_ other: Branch, struckBy choice: FaultChoice, number: Int)
    throws(EndlessLife) -> LossSet
  {
    life.become(other.life)
    life.strike(choice.fault, intent: choice.intent, number: number)
    return try life.finish()
  }

  func placement(of choice: Int) -> Placement {
    Placement(
      choice: choice, step: life.steps + 1, kind: kind, occurrence: occurrence, time: life.time)
  }
}
