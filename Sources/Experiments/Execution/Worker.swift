import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

/// What a run keeps of its users: sums, which merge exactly and in any order.
package protocol Bookkeeping: Packable, Sendable {
  /// Whether the logs of clients tell the days of simulated time apart.
  static var isDaily: Bool { get }

  init(_ scenario: Scenario)

  /// The lost orders of each design among its charges; empty where books do not count them.
  var lost: [RatioMoments] { get }

  /// Adds what became of the current user under one design.
  /// - Throws: if for that another life is played, and is endless.
  mutating func add(_ outcome: Outcome, design: Int, of user: UInt64) throws(EndlessLife)

  /// Ends the current user, whom every design has met.
  mutating func endUser()

  static func += (left: inout Self, right: Self)
}

extension Bookkeeping {
  package static var isDaily: Bool { false }
  package var lost: [RatioMoments] { [] }
  package mutating func endUser() {}
}

/// A stage, the user who comes upon it and what becomes of them, in storage that is used again.
package struct StagedUser: ~Copyable {
  private let population: Population
  package var stage: Stage, user: VirtualUser
  package var outcome = Outcome()

  package init(_ population: Population, _ designs: [Design] = [], seed: UInt64) {
    self.population = population
    stage = Stage(conditions: population.conditions, designs: designs)
    user = VirtualUser(number: 0, draws: Draws(seed: seed, user: 0))
  }

  /// Draws the user with a number.
  package mutating func draw(_ number: UInt64, seed: UInt64) {
    population.draw(number, seed: seed, into: &user)
  }
}

/// What one thread needs to run users.
struct Worker<Kept: Bookkeeping>: ~Copyable {
  struct Played {
    /// How many numbers were looked at, and how many were users with the luck that was asked for.
    var numbers = 0, users = 0
  }

  private let scenario: Scenario
  /// Held here, because each read of the scenario's population copies it.
  private let population: Population, safeLuck: SafeLuck?
  private var stage: Stage, user: VirtualUser
  /// For each design with a client of a team's own, once they are needed.
  private var others: [OtherUsers?]
  var books: Kept

  init(_ scenario: Scenario) {
    self.scenario = scenario
    population = scenario.population
    safeLuck = population.safeLuck
    stage = Stage(
      conditions: population.conditions, designs: scenario.designs, logsByDay: Kept.isDaily)
    user = VirtualUser(number: 0, draws: Draws(seed: scenario.seed, user: 0))
    others = scenario.designs.map { _ in nil }
    books = Kept(scenario)
  }

  /// Plays the users with such luck among some, until it is asked to stop. Whoever has begun is
  /// counted: were users left out who take long, the others would not be like all.
  mutating func run(
    _ numbers: Range<UInt64>, _ luck: SampledStratum.Luck, _ stop: StopSign
  ) throws(OverlongLife) -> Played {
    // In a place of its own: an outcome that lies beside the books is copied to be lent to them.
    var outcome = Outcome()
    var played = Played()
    for number in numbers {
      if stop.cut != nil { break }
      played.numbers += 1
      if luck != .any, isSafe(number) != (luck == .safe) { continue }
      played.users += 1
      population.draw(number, seed: scenario.seed, into: &user)
      stage.receive(user)
      for design in scenario.designs.indices { try play(design, &outcome) }
      books.endUser()
    }
    return played
  }

  /// Lets the user who came last meet a design.
  @inline(__always)
  private mutating func play(_ design: Int, _ outcome: inout Outcome) throws(OverlongLife) {
    do {
      try stage.playOut(design, into: &outcome)
      if scenario.designs[design].client != nil { try playAgain(design, outcome) }
      try books.add(outcome, design: design, of: user.number)
    } catch { throw OverlongLife(user: user.number, design: design, misdeed: error.misdeed) }
  }

  /// Lets some of the users meet a team's own client once more, which must not come to anything else.
  private mutating func playAgain(_ design: Int, _ outcome: Outcome) throws(EndlessLife) {
    guard user.number % playedAgain == 0 else { return }
    var again = Outcome()
    try stage.playOut(design, into: &again)
    if again != outcome { throw EndlessLife(by: .diverges) }
    if others[design] == nil {
      others[design] = OtherUsers(scenario.designs[design], in: population.conditions)
    }
    let kinds = OtherUsers.Kind.allCases
    let kind = kinds[Int(user.number / playedAgain % UInt64(kinds.count))]
    stage.disturbOwnClient { [others, user] in others[design]?.play(kind, for: user) }
    defer { stage.disturbOwnClient(nil) }
    try stage.playOut(design, into: &again)
    if again != outcome { throw EndlessLife(by: .keepsGlobalState) }
  }

  /// Whether a user is known to lose no order.
  private func isSafe(_ number: UInt64) -> Bool {
    safeLuck?.holds(number, seed: scenario.seed) ?? false
  }

  /// Plays the one user of a case; what became of them under each design.
  mutating func runScript() throws(OverlongLife) -> [Outcome] {
    population.draw(0, seed: scenario.seed, into: &user)
    stage.receive(user)
    var endings: [Outcome] = []
    for design in scenario.designs.indices {
      endings.append(Outcome())
      try play(design, &endings[design])
    }
    books.endUser()
    return endings
  }
}

/// One of so many users meets a team's own client twice.
private let playedAgain: UInt64 = 64

struct OverlongLife: Error { var user: UInt64, design: Int, misdeed: ClientMisdeed? }

extension Scenario {
  /// The same scenario in storage of its own. Threads that use the same arrays count references to
  /// them in the same place, and every count takes it away from the other thread; Swift counts when
  /// it passes arrays on.
  package func unshared() -> Scenario {
    var own = self
    own.designs = designs.map { $0.unshared() }
    own.population.faults = population.faults.map { $0 }
    var conditions = population.conditions
    conditions.catalog = Catalog(
      products: conditions.catalog.products.map { product in
        var own = product
        own.items = product.items.map { $0 }
        return own
      }, items: conditions.catalog.items.map { $0 })
    conditions.outages = conditions.outages.map { $0 }
    conditions.deadlines = conditions.deadlines.map { $0 }
    conditions.behavior.reacts.shares = conditions.behavior.reacts.shares.map { $0 }
    own.population.conditions = conditions
    return own
  }
}

extension Design {
  fileprivate func unshared() -> Design {
    var own = self
    own.binding.item = binding.item.map { $0 }
    own.binding.account = binding.account.map { $0 }
    own.retry.delays = retry.delays.map { $0 }
    return own
  }
}

extension Population {
  /// One of the users.
  package func user(_ number: UInt64, seed: UInt64) -> VirtualUser {
    var user = VirtualUser(number: number, draws: Draws(seed: seed, user: number))
    draw(number, seed: seed, into: &user)
    return user
  }
}
