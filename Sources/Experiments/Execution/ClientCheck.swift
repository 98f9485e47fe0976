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
  package struct Use: Hashable, Sendable {
    package var design: String
    package var use: RealResource
    /// The first user with this access, and the number of accesses there.
    package var user: UInt64, times: Int
  }

  /// The reason not to count runs with the client; nil if nothing was found.
  package private(set) var cut: Interruption?
  /// In the order of the designs, each kind once.
  package private(set) var uses: [Use] = []

  /// The number of users in the check, and of users with an additional simulated process death.
  private static let (most, mostAdded): (UInt64, UInt64) = (500, 20)

  /// Checks all own clients of a scenario.
  package init(_ scenario: Scenario) {
    let own = scenario.designs.filter { $0.client != nil }
    if own.isEmpty { return }
    let users = scenario.isCase ? 1 : min(UInt64(scenario.users), ClientCheck.most)
    var stage = Simulator(conditions: scenario.population.conditions)
    for design in own {
      let others = OtherUsers(design, in: scenario.population.conditions)
      for number in 0..<users where cut == nil {
        let user = scenario.population.user(number, seed: scenario.seed)
        meet(design, user, scenario, &stage, others, addsDeaths: number < ClientCheck.mostAdded)
      }
    }
  }

  /// Checks the client of one design with one user.
  package init(_ design: Design, _ user: VirtualUser, in scenario: Scenario) {
    if design.client == nil { return }
    let conditions = scenario.population.conditions
    var stage = Simulator(conditions: conditions)
    meet(design, user, scenario, &stage, OtherUsers(design, in: conditions), addsDeaths: true)
  }

  /// The store for which the client of a design is written, if it differs from the design's store.
  /// - Returns: nil if no tested user shows a difference.
  package static func wantedStore(of design: Design, in scenario: Scenario) -> Design.StoreKind? {
    if design.client == nil { return nil }
    var stage = Simulator(conditions: scenario.population.conditions)
    var outcome = Outcome()
    for number in 0..<(scenario.isCase ? 1 : min(UInt64(scenario.users), mostAdded)) {
      let user = scenario.population.user(number, seed: scenario.seed)
      try? stage.simulate(design, of: user, into: &outcome)
      if let store = stage.misdeed?.wantedStore { return store }
    }
    return nil
  }

  private mutating func meet(
    _ design: Design, _ user: VirtualUser, _ scenario: Scenario, _ stage: inout Simulator,
    _ others: OtherUsers, addsDeaths: Bool
  ) {
    meet(design, user, scenario, &stage, others, added: nil)
    guard cut == nil, addsDeaths, let fault = scenario.population.death(of: user) else { return }
    var dying = user
    dying.plan.append(fault)
    meet(design, dying, scenario, &stage, others, added: fault.fault.kind)
  }

  /// Simulates one user repeatedly and compares the traces.
  /// - Parameter added: a fault in the user's plan that was added for the check.
  private mutating func meet(
    _ design: Design, _ user: VirtualUser, _ scenario: Scenario, _ stage: inout Simulator,
    _ others: OtherUsers, added: FaultKind?
  ) {
    var (outcome, again) = (Outcome(), Outcome())
    let life = stage.trace(design, of: user, into: &outcome)
    if let misdeed = stage.misdeed {
      cut = .endless(RunawayUser(design, user, in: scenario, misdeed: misdeed))
      return
    }
    for (use, times) in stage.realUses
    where !uses.contains(where: { $0.design == design.name && $0.use == use }) {
      uses.append(Use(design: design.name, use: use, user: user.number, times: times))
    }
    for kind in [nil] + OtherUsers.Kind.allCases {
      stage.disturbOwnClient { if let kind { others.play(kind, for: user) } }
      let other = stage.trace(design, of: user, into: &again)
      stage.disturbOwnClient(nil)
      guard
        var divergence = Divergence(
          life, other, isSameOutcome: outcome == again, of: user,
          in: scenario.population.conditions, design.store)
      else { continue }
      divergence.addedFault = added
      var found = RunawayUser(
        design, user, in: scenario, misdeed: kind == nil ? .diverges : .keepsGlobalState)
      found.divergence = divergence
      cut = .endless(found)
      return
    }
  }
}

extension Population {
  /// A fault of the scenario that ends the app's process; nil without one, or if the user has one.
  fileprivate func death(of user: VirtualUser) -> PlannedFault? {
    if user.plan.contains(where: \.fault.endsProcess) { return nil }
    guard let intent = user.intents.firstIndex(where: \.pays) else { return nil }
    return faults.indices.lazy.map { declaration in
      faults[declaration].planned(for: intent, declaration: declaration, by: user.draws)
    }.first(where: \.fault.endsProcess)
  }
}
