import EventEngine
package import PurchaseWorld
package import Scenarios

/// Check of the teams' own clients: simulates some users repeatedly before anything is counted.
///
/// Every repetition changes something that must have no effect: the order of sets, addresses, or
/// other users between two processes of the app. A different result shows that a client is not
/// repeatable.
package struct ClientCheck {
  /// Access of a client to a real resource that the simulator replaced by a simulated one.
  package struct ResourceAccess: Hashable, Sendable {
    package var design: String
    /// The real resource that the client accessed.
    package var resource: RealResource
    /// The first user with this access, and the number of accesses there.
    package var user: UInt64, accessCount: Int
  }

  /// The reason not to count runs with the client; nil if nothing was found.
  package private(set) var interruption: Interruption?
  /// In the order of the designs, each kind once.
  package private(set) var accesses: [ResourceAccess] = []

  /// The number of users in the check, and of users with an additional simulated process death.
  private static let (maximum, mostAdded): (UInt64, UInt64) = (500, 20)

  /// Checks all own clients of a scenario.
  package init(_ scenario: Scenario) {
    let clientDesigns = scenario.designs.filter { $0.client != nil }
    if clientDesigns.isEmpty { return }
    let users = scenario.isCase ? 1 : min(UInt64(scenario.userCount), ClientCheck.maximum)
    var simulator = Simulator(conditions: scenario.population.conditions)
    for design in clientDesigns {
      let others = OtherUsers(design, in: scenario.population.conditions)
      for number in 0..<users where interruption == nil {
        let user = scenario.population.user(number, seed: scenario.seed)
        check(
          design, user, scenario, &simulator, others, addsDeaths: number < ClientCheck.mostAdded)
      }
    }
  }

  /// Checks the client of one design with one user.
  package init(_ design: Design, _ user: VirtualUser, in scenario: Scenario) {
    if design.client == nil { return }
    let conditions = scenario.population.conditions
    var simulator = Simulator(conditions: conditions)
    check(design, user, scenario, &simulator, OtherUsers(design, in: conditions), addsDeaths: true)
  }

  /// The store for which the client of a design is written, if it differs from the design's store.
  /// - Returns: nil if no tested user shows a difference.
  package static func requiredStore(of design: Design, in scenario: Scenario) -> Design.StoreKind? {
    if design.client == nil { return nil }
    var simulator = Simulator(conditions: scenario.population.conditions)
    var outcome = UserOutcome()
    for number in 0..<(scenario.isCase ? 1 : min(UInt64(scenario.userCount), mostAdded)) {
      let user = scenario.population.user(number, seed: scenario.seed)
      try? simulator.simulate(design, of: user, into: &outcome)
      if let store = simulator.violation?.requiredStore { return store }
    }
    return nil
  }

  private mutating func check(
    _ design: Design, _ user: VirtualUser, _ scenario: Scenario, _ simulator: inout Simulator,
    _ others: OtherUsers, addsDeaths: Bool
  ) {
    check(design, user, scenario, &simulator, others, added: nil)
    guard interruption == nil, addsDeaths, let fault = scenario.population.death(of: user) else {
      return
    }
    var dying = user
    dying.plannedFaults.append(fault)
    check(design, dying, scenario, &simulator, others, added: fault.fault.kind)
  }

  /// Simulates one user repeatedly and compares the traces.
  /// - Parameter added: a fault in the user's plan that was added for the check.
  private mutating func check(
    _ design: Design, _ user: VirtualUser, _ scenario: Scenario, _ simulator: inout Simulator,
    _ others: OtherUsers, added: FaultKind?
  ) {
    var (outcome, again) = (UserOutcome(), UserOutcome())
    let trace = simulator.trace(design, of: user, into: &outcome)
    if let violation = simulator.violation {
      interruption = .runaway(AbortedUser(design, user, in: scenario, violation: violation))
      return
    }
    for (use, times) in simulator.realResourceUses
    where !accesses.contains(where: { $0.design == design.name && $0.resource == use }) {
      accesses.append(
        ResourceAccess(design: design.name, resource: use, user: user.number, accessCount: times))
    }
    for kind in [nil] + OtherUsers.Kind.allCases {
      simulator.varyIrrelevantEnvironment { if let kind { others.simulate(kind, for: user) } }
      let other = simulator.trace(design, of: user, into: &again)
      simulator.varyIrrelevantEnvironment(runningBetweenEvents: nil)
      guard
        var divergence = Divergence(
          trace, other, isSameOutcome: outcome == again, of: user,
          in: scenario.population.conditions, design.store)
      else { continue }
      divergence.addedFault = added
      var found = AbortedUser(
        design, user, in: scenario, violation: kind == nil ? .diverges : .keepsGlobalState)
      found.divergence = divergence
      interruption = .runaway(found)
      return
    }
  }
}

extension Population {
  /// A fault of the scenario that ends the app's process; nil without one, or if the user has one.
  fileprivate func death(of user: VirtualUser) -> PlannedFault? {
    if user.plannedFaults.contains(where: \.fault.endsProcess) { return nil }
    guard let intent = user.intents.firstIndex(where: \.pays) else { return nil }
    return faults.indices.lazy.map { declaration in
      faults[declaration].planned(for: intent, declarationIndex: declaration, by: user.draws)
    }.first(where: \.fault.endsProcess)
  }
}
