import EventEngine
package import PurchaseWorld
import Scenarios

/// Plays written lives under one design, and counts how many.
package struct Rehearsal: ~Copyable {
  private let design: Design
  private var stage: Stage
  private var conditions: Conditions
  private var user = VirtualUser(number: 0, draws: Draws(seed: 1, user: 0))
  private var outcome = Outcome()
  /// Asks for the end; then no life is played, and none loses anything.
  let stop: StopSign
  package private(set) var plays = 0

  package init(_ design: Design, in conditions: Conditions, stop: StopSign = StopSign()) {
    (self.design, self.stop, self.conditions) = (design, stop, conditions)
    stage = Stage(conditions: conditions)
  }

  /// Plays a life; its loss that is most like one, nil if it has none of the kind, if no file may ask
  /// for so long a life, or if it is endless.
  mutating func loss(of life: WrittenLife, like loss: Loss) -> Loss? {
    guard stop.cut == nil, life.population.isWithinLimits else { return nil }
    prepare(life)
    do { try stage.playOut(design, of: user, into: &outcome) } catch { return nil }
    return outcome.loss(like: loss)
  }

  /// Plays a life; what became of it.
  ///
  /// - Precondition: it loses an order, so it is not endless.
  mutating func outcome(of life: WrittenLife) -> Outcome {
    prepare(life)
    do { try stage.playOut(design, of: user, into: &outcome) } catch {
      preconditionFailure("a life that lost an order had an end")
    }
    return outcome
  }

  mutating func trace(of life: WrittenLife) -> Trace {
    prepare(life)
    return stage.trace(design, of: user, into: &outcome)
  }

  private mutating func prepare(_ life: WrittenLife) {
    plays += 1
    if conditions != life.conditions {
      conditions = life.conditions
      stage = Stage(conditions: conditions)
    }
    // Nothing in a case is drawn, so the seed does not matter.
    life.population.draw(0, seed: 1, into: &user)
  }
}

/// How and where an order was lost (section 8).
package struct Loss: Hashable, Sendable {
  package var kind: LossKind
  package var dropPoint: DropPoint

  package init(_ kind: LossKind, _ dropPoint: DropPoint) {
    (self.kind, self.dropPoint) = (kind, dropPoint)
  }
}

extension Outcome {
  /// The losses of the lost orders, in the order of charging; rescued ones are none.
  package var losses: [Loss] {
    charges.compactMap { charge in
      if case .lost(let kind, let point) = charge.fate { Loss(kind, point) } else { nil }
    }
  }

  /// The loss that is most like one: the same, else the first of its kind; nil if there is none.
  func loss(like loss: Loss) -> Loss? {
    let alike = losses.filter { $0.kind == loss.kind }
    return alike.contains(loss) ? loss : alike.first
  }
}
