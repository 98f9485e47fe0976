import EventEngine
package import PurchaseWorld
package import Scenarios

/// Lets some users meet the teams' own clients of a scenario several times, before any life with them is counted.
///
/// After the first time what must not matter is otherwise: the order of sets, addresses, and then who was served
/// between two processes of the app. A life that then is another one shows that a result would not be repeated.
package struct ClientRehearsal {
  /// What a client takes from the real world, of which it is given the life's own.
  package struct Use: Hashable, Sendable {
    package var design: String
    package var use: RealUse
    /// The first user in whose life, and how often there.
    package var user: UInt64, times: Int
  }

  /// Why no life can be counted; nil: nothing was found.
  package private(set) var cut: Cut?
  /// In the order of the designs, each of a kind once.
  package private(set) var uses: [Use] = []

  /// How many users meet them, and how many of those with a death of their process that was not drawn, too.
  private static let (most, mostAdded): (UInt64, UInt64) = (500, 20)

  package init(_ scenario: Scenario) {
    let own = scenario.designs.filter { $0.client != nil }
    if own.isEmpty { return }
    let users = scenario.isCase ? 1 : min(UInt64(scenario.users), ClientRehearsal.most)
    var stage = Stage(conditions: scenario.population.conditions)
    for design in own {
      let others = OtherUsers(design, in: scenario.population.conditions)
      for number in 0..<users where cut == nil {
        let user = scenario.population.user(number, seed: scenario.seed)
        meet(design, user, scenario, &stage, others, addsDeaths: number < ClientRehearsal.mostAdded)
      }
    }
  }

  /// Lets one user meet one design.
  package init(_ design: Design, _ user: VirtualUser, in scenario: Scenario) {
    if design.client == nil { return }
    let conditions = scenario.population.conditions
    var stage = Stage(conditions: conditions)
    meet(design, user, scenario, &stage, OtherUsers(design, in: conditions), addsDeaths: true)
  }

  /// Finds whether the client of a design is written for another store than the design sells with.
  /// - Returns: that store; nil where some users do not meet it.
  package static func wantedStore(of design: Design, in scenario: Scenario) -> Design.StoreKind? {
    if design.client == nil { return nil }
    var stage = Stage(conditions: scenario.population.conditions)
    var outcome = Outcome()
    for number in 0..<(scenario.isCase ? 1 : min(UInt64(scenario.users), mostAdded)) {
      let user = scenario.population.user(number, seed: scenario.seed)
      try? stage.playOut(design, of: user, into: &outcome)
      if let store = stage.misdeed?.wantedStore { return store }
    }
    return nil
  }

  private mutating func meet(
    _ design: Design, _ user: VirtualUser, _ scenario: Scenario, _ stage: inout Stage,
    _ others: OtherUsers, addsDeaths: Bool
  ) {
    meet(design, user, scenario, &stage, others, added: nil)
    guard cut == nil, addsDeaths, let fault = scenario.population.death(of: user) else { return }
    var dying = user
    dying.plan.append(fault)
    meet(design, dying, scenario, &stage, others, added: fault.fault.kind)
  }

  /// - Parameter added: a fault that is in the plan of the user and was not drawn.
  private mutating func meet(
    _ design: Design, _ user: VirtualUser, _ scenario: Scenario, _ stage: inout Stage,
    _ others: OtherUsers, added: FaultKind?
  ) {
    var (outcome, again) = (Outcome(), Outcome())
    let life = stage.trace(design, of: user, into: &outcome)
    if let misdeed = stage.misdeed {
      cut = .endless(EndlessUser(design, user, in: scenario, misdeed: misdeed))
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
      var found = EndlessUser(
        design, user, in: scenario, misdeed: kind == nil ? .diverges : .keepsGlobalState)
      found.divergence = divergence
      cut = .endless(found)
      return
    }
  }
}

extension Population {
  /// A fault of the scenario of which the process of a user dies; nil where no fault does that, or one that was drawn
  /// for the user does.
  fileprivate func death(of user: VirtualUser) -> PlannedFault? {
    if user.plan.contains(where: \.fault.endsProcess) { return nil }
    guard let intent = user.intents.firstIndex(where: \.pays) else { return nil }
    return faults.indices.lazy.map { declaration in
      faults[declaration].planned(for: intent, declaration: declaration, by: user.draws)
    }.first(where: \.fault.endsProcess)
  }
}
