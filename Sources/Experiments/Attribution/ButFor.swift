import PurchaseWorld
import Scenarios
import Synchronization

/// Which of the planned faults a lost order needed.
package enum OrderCause: Hashable, Sendable {
  /// Without any one of these, by declaration and in order, it would not have been lost; a
  /// declaration stands there once for each of its strikes that was necessary.
  case needs([Int])
  /// Without all faults it would not have been lost, but without any single one it would.
  case noSingleFault
  /// It would have been lost without any fault.
  case noFault
}

/// Plays users who lost an order again, each time without one of their planned faults.
///
/// A fault is a cause of a loss if the order would not have been lost but for it: the test of the
/// *condicio sine qua non*. Draws are keyed by name, so everything else about the user stays as it
/// was. The test misses causes of which each alone would have been enough (J. Y. Halpern and J. Pearl,
/// "Causes and explanations: a structural-model approach. Part I: Causes", British Journal for the
/// Philosophy of Science 56 (2005) 843–887); orders lost that way are told apart.
///
/// A class, because a stage cannot be copied and books can. Every worker has its own.
final class ButFor: Sendable {
  private let scenario: Scenario
  private let rehearsal: Mutex<StagedUser>

  init(_ scenario: Scenario) {
    self.scenario = scenario
    rehearsal = Mutex(StagedUser(scenario.population, seed: scenario.seed))
  }

  /// The causes of a user's lost orders, intent by intent.
  ///
  /// A fault whose absence saves only some orders of an intent counts as a cause of the first ones.
  ///
  /// - Throws: if the life without some fault is endless.
  func causes(
    of outcome: Outcome, _ design: Design, user number: UInt64
  ) throws(EndlessLife) -> [OrderCause] {
    try rehearsal.withLock { rehearsal throws(EndlessLife) in
      scenario.population.draw(number, seed: scenario.seed, into: &rehearsal.user)
      let lost = outcome.lostByWish(of: rehearsal.user.intents.count)
      return try rehearsal.causes(of: lost, design)
    }
  }
}

extension StagedUser {
  /// The causes of lost orders; the user has been drawn.
  fileprivate mutating func causes(
    of lost: [Int], _ design: Design
  ) throws(EndlessLife) -> [OrderCause] {
    let plan = user.plan
    var needs: [[[Int]]] = lost.map { Array(repeating: [], count: $0) }
    for (index, planned) in plan.enumerated() {
      user.plan = plan
      user.plan.remove(at: index)
      let left = try lostAgain(design)
      for intent in lost.indices {
        for order in 0..<max(0, lost[intent] - left[intent]) {
          needs[intent][order].append(planned.declaration)
        }
      }
    }
    user.plan = []
    let byItself = try lostAgain(design)
    return lost.indices.flatMap { intent in
      var rest = byItself[intent]
      return needs[intent].map { needed -> OrderCause in
        if !needed.isEmpty { return .needs(needed.sorted()) }
        rest -= 1
        return rest >= 0 ? .noFault : .noSingleFault
      }
    }
  }

  private mutating func lostAgain(_ design: Design) throws(EndlessLife) -> [Int] {
    try stage.playOut(design, of: user, into: &outcome)
    return outcome.lostByWish(of: user.intents.count)
  }
}

extension Outcome {
  /// How many charges of each wish were lost or rescued; lives can differ in which wishes arise.
  fileprivate func lostByWish(of wishes: Int) -> [Int] {
    var lost = Array(repeating: 0, count: wishes)
    for charge in charges where charge.fate.countsAsLost { lost[intents[charge.intent].wish] += 1 }
    return lost
  }
}
