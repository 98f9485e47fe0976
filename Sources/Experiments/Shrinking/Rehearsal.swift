import EventEngine
import PurchaseWorld
import Scenarios

/// Plays written lives under one design, and counts how many.
struct Rehearsal: ~Copyable {
  private let design: Design
  private var stage: Stage
  private var conditions: Conditions
  private var user = VirtualUser(number: 0, draws: Draws(seed: 1, user: 0))
  private var outcome = Outcome()
  /// How many lives were played.
  private(set) var plays = 0

  init(_ design: Design, in conditions: Conditions) {
    self.design = design
    self.conditions = conditions
    stage = Stage(conditions: conditions)
  }

  /// Plays a life; its loss that is most like one, nil if it has none of the kind, or if no file
  /// may ask for so long a life.
  mutating func loss(of life: WrittenLife, like loss: Loss) -> Loss? {
    guard life.population.isWithinLimits else { return nil }
    prepare(life)
    stage.playOut(design, of: user, into: &outcome)
    return outcome.loss(like: loss)
  }

  /// Plays a life; what became of it.
  mutating func outcome(of life: WrittenLife) -> Outcome {
    prepare(life)
    stage.playOut(design, of: user, into: &outcome)
    return outcome
  }

  /// Plays a life and writes down what happens.
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
