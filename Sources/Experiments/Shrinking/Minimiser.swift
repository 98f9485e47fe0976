import EventEngine
import PurchaseWorld
import Scenarios

/// Takes out of a written life what its lost order does not need, and makes the rest simple.
///
/// Faults and taps are removed one by one until none can go, as delta debugging does in its last
/// step (A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE
/// Transactions on Software Engineering 28 (2002) 183–200): the plan is then 1-minimal. Plans are
/// so short that its earlier steps, which try to remove many at once, would not pay.
///
/// Every step has an order of its own and takes the first life that loses like before, so the same
/// life always leads to the same plan. No step makes anything longer, so it ends.
struct Minimiser: ~Copyable {
  private var rehearsal: Rehearsal
  private(set) var life: WrittenLife
  /// What must stay as it is. The drop point changes only when nothing else could be removed.
  private(set) var loss: Loss

  /// How many lives were played.
  var plays: Int { rehearsal.plays }

  init(_ life: WrittenLife, losing loss: Loss, rehearsal: consuming Rehearsal) {
    (self.life, self.loss) = (life, loss)
    self.rehearsal = rehearsal
  }

  /// Removes and simplifies until nothing can be removed.
  mutating func minimise() {
    resetWorld()
    repeat {
      var before: WrittenLife
      repeat {
        before = life
        reduce()
        simplify()
      } while life != before
    } while removeKeepingKind()
  }

  /// Takes a life over if it loses an order in the same way; whether it does.
  @discardableResult mutating func accept(_ candidate: WrittenLife) -> Bool {
    guard candidate != life, rehearsal.loss(of: candidate, like: loss) == loss else { return false }
    life = candidate
    return true
  }

  /// Takes over what a change makes of the life if that loses an order in the same way; whether it does.
  @discardableResult mutating func accept(_ change: (inout WrittenLife) -> Void) -> Bool {
    accept(life.changed(change))
  }

  /// What happens in the life as it is now.
  mutating func trace() -> Trace { rehearsal.trace(of: life) }

  /// Removes faults, taps and outages until none can go.
  private mutating func reduce() {
    var before: WrittenLife
    repeat {
      before = life
      for fault in life.faults.indices.reversed() { accept(life.removingFault(fault)) }
      for tap in life.taps.indices.reversed() where life.taps.count > 1 {
        let rest = life.removingTap(tap)
        if !accept(rest) { accept(rest.changed { $0.moveTapsToStart() }) }
      }
      for outage in life.conditions.outages.indices.reversed() {
        accept { $0.conditions.outages.remove(at: outage) }
      }
    } while life != before
  }

  /// Removes one fault or tap without which the order is lost with the same kind, though elsewhere.
  private mutating func removeKeepingKind() -> Bool {
    var candidates = life.faults.indices.reversed().map { life.removingFault($0) }
    if life.taps.count > 1 {
      candidates += life.taps.indices.reversed().map { life.removingTap($0) }
    }
    for candidate in candidates {
      guard let other = rehearsal.loss(of: candidate, like: loss) else { continue }
      (loss, life) = (other, candidate)
      return true
    }
    return false
  }
}

extension WrittenLife {
  /// The life with a change.
  func changed(_ change: (inout WrittenLife) -> Void) -> WrittenLife {
    var life = self
    change(&life)
    return life
  }

  fileprivate func removingFault(_ index: Int) -> WrittenLife {
    changed { $0.changeFaults { $0.remove(at: index) } }
  }

  fileprivate func removingTap(_ index: Int) -> WrittenLife { changed { $0.removeTap(index) } }
}
