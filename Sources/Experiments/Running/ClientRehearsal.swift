import EventEngine
package import PurchaseWorld
package import Scenarios

/// Lets some users meet the teams' own clients of a scenario twice, before any life with them is counted.
///
/// The second time what must not matter is otherwise: the order of sets, addresses, what a client keeps
/// outside of its storage. A life that then is another one shows that a result would not be repeated.
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

  /// How many users meet them.
  private static let most: UInt64 = 500

  package init(_ scenario: Scenario) {
    let own = scenario.designs.filter { $0.client != nil }
    if own.isEmpty { return }
    let users = scenario.isCase ? 1 : min(UInt64(scenario.users), ClientRehearsal.most)
    var stage = Stage(conditions: scenario.population.conditions)
    for design in own {
      for number in 0..<users where cut == nil {
        let user = scenario.population.user(number, seed: scenario.seed)
        meet(design, user, scenario, &stage)
      }
    }
  }

  /// Lets one user meet one design.
  package init(_ design: Design, _ user: VirtualUser, in scenario: Scenario) {
    if design.client == nil { return }
    var stage = Stage(conditions: scenario.population.conditions)
    meet(design, user, scenario, &stage)
  }

  private mutating func meet(
    _ design: Design, _ user: VirtualUser, _ scenario: Scenario, _ stage: inout Stage
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
    stage.disturbOwnClient(true)
    let other = stage.trace(design, of: user, into: &again)
    stage.disturbOwnClient(false)
    if let time = life.parts(from: other) ?? (outcome == again ? nil : life.entries.last?.time) {
      var found = EndlessUser(design, user, in: scenario, misdeed: .diverges)
      found.parts = time
      cut = .endless(found)
    }
  }
}

extension Trace {
  /// When something else happens for the first time than in another life; nil: never.
  fileprivate func parts(from other: Trace) -> Instant? {
    for (one, another) in zip(entries, other.entries) where !isSame(one, another, other) {
      return min(one.time, another.time)
    }
    let (all, others) = (entries.count, other.entries.count)
    return all == others ? nil : (all > others ? entries[others] : other.entries[all]).time
  }

  private func isSame(_ entry: Entry, _ another: Entry, _ other: Trace) -> Bool {
    guard entry.time == another.time, entry.moment == another.moment else { return false }
    switch entry.moment {
    case .clientPrinted(let line), .clientStored(let line), .sent(_, _, let line?),
      .unreachable(_, _, let line?):
      return lines[Int(line)] == other.lines[Int(line)]
    default: return true
    }
  }
}
