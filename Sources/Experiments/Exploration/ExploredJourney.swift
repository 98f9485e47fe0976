import EventEngine
import PurchaseWorld
import Scenarios

/// A journey as every design is explored in it, with nothing left to chance.
struct ExploredJourney: Sendable {
  let journey: Journey
  private let script: Population.Script
  private let conditions: Conditions
  private let user: VirtualUser
  private let kinds: [FaultKind]
  private let stop: StopSign

  init(_ journey: Journey, in scenario: Scenario, kinds: [FaultKind], _ stop: StopSign) {
    self.journey = journey
    self.stop = stop
    self.kinds = kinds
    script = journey.script(in: scenario)
    let population = scenario.settled(script).population
    conditions = population.conditions
    user = population.user(0, seed: scenario.seed)
  }

  /// The faults that can strike, position by position the same for every design.
  ///
  /// - Parameter isLonger: whether what outlasts the retries lasts longer than it does.
  func choices(of design: Design, isLonger: Bool = false) -> [FaultChoice] {
    var values = FaultValues(design, conditions)
    if isLonger { values.long = Delay(microseconds: values.long.microseconds + 1) }
    return FaultChoice.all(of: kinds, values, script, conditions)
  }

  /// - Parameter excluded: the positions of the faults that do not strike.
  func explorer(of design: Design, without excluded: Set<Int> = []) -> Explorer {
    let choices = choices(of: design).enumerated().filter { !excluded.contains($0.offset) }
    return Explorer(design, of: user, conditions, choices.map(\.element), stop: stop)
  }
}

extension Population {
  /// One of the users.
  func user(_ number: UInt64, seed: UInt64) -> VirtualUser {
    var user = VirtualUser(number: number, draws: Draws(seed: seed, user: number))
    draw(number, seed: seed, into: &user)
    return user
  }
}
