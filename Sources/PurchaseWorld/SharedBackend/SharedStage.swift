internal import EventEngine

/// The stage on which all users of a design live at once, before one backend (B11).
///
/// Users meet nowhere but in the backend's queue, and there the fate of a request is known when it arrives. So only
/// arrivals have an order among all: each life goes on alone until its next request is about to arrive, waits in a heap
/// by (instant, user), and goes on when no other can arrive before. This is the conservative synchronisation of K. M.
/// Chandy and J. Misra, "Distributed simulation", IEEE Transactions on Software Engineering 5 (1979) 440–452, on one
/// thread. A life that waits for its turn is bytes (``LifeStore``); who has not begun, or has ended, takes no memory.
///
/// What comes out is a pure function of population, design, seed and number of users.
package struct SharedStage: ~Copyable {
  private let population: Population
  private var world: World
  private var user: VirtualUser
  private var outcome = Outcome()
  private var bytes = StateBytes()
  private var lives = LifeStore(), arrivals = ArrivalHeap()
  private var shared: SharedBackend
  private let seed: UInt64
  /// The user whose life is told, and what was told so far.
  private var told: UInt64?
  private var trace: Trace?

  /// - Precondition: the conditions have a capacity, and the client of the design is no team's own.
  package init(_ population: Population, design: Design, seed: UInt64) {
    guard let capacity = population.conditions.backend.capacity else {
      preconditionFailure("a backend that is shared has a capacity")
    }
    precondition(design.client == nil, "a client of one's own cannot be set aside")
    (self.population, self.seed) = (population, seed)
    world = World(conditions: population.conditions)
    world.take(world.read(design))
    user = VirtualUser(number: 0, draws: Draws(seed: seed, user: 0))
    shared = SharedBackend(population.conditions, capacity)
  }

  /// Lets so many users live, each until nothing can change for them.
  /// - Parameter isCut: asked now and then whether to stop.
  /// - Parameter body: told what became of each, in the order in which they end.
  /// - Returns: what the backend has met; nil if it was cut.
  /// - Throws: if a life is endless, with the number of its user.
  package consuming func play(
    _ users: Int, isCut: () -> Bool = { false },
    _ body: (UInt64, Outcome) throws(EndlessLife) -> Void
  ) throws(EndlessSharedLife) -> BackendLoad? {
    let begins = population.begins(users, seed: seed)
    // A late user in a hundred does not keep a queue waiting.
    if !begins.isEmpty {
      let most = (begins.count * 99 + 99) / 100
      shared.watch.arrivalsEnd = Instant(microseconds: begins[most - 1].instant)
    }
    var next = 0, turns = 0
    while true {
      turns += 1
      if turns & 0xFFF == 0, isCut() { return nil }
      let first = arrivals.first
      if next < users, first.map({ begins[next].instant <= $0.instant }) ?? true {
        begin(UInt64(begins[next].user))
        next += 1
      } else if first != nil {
        resume()
      } else {
        break
      }
      let limit = next < users ? begins[next].instant : .max
      do { try live(until: limit, body) } catch { throw EndlessSharedLife(user: world.userNumber) }
    }
    shared.watch.end()
    shared.load.recoveries = shared.watch.recoveries
    shared.load.mostAlive = arrivals.most
    return shared.load
  }

  /// Lets users live until one of them has ended, and tells that life.
  package consuming func trace(_ number: UInt64, of users: Int) -> (trace: Trace, outcome: Outcome)
  {
    precondition(number < UInt64(users), "who is told of is one of the users")
    told = number
    let begins = population.begins(users, seed: seed)
    var next = 0
    while true {
      let first = arrivals.first
      if next < users, first.map({ begins[next].instant <= $0.instant }) ?? true {
        begin(UInt64(begins[next].user))
        next += 1
      } else {
        resume()
      }
      let limit = next < users ? begins[next].instant : .max
      try? live(until: limit) { _, _ in }
      if world.userNumber == number, world.trace != nil { break }
    }
    if world.isEndless {
      outcome = Outcome()
      world.trace?.isEndless = true
    } else {
      let books = world.booked(refunds: world.trace?.refunds ?? [:])
      world.trace?.books = books
    }
    world.trace?.end()
    return (world.trace ?? Trace(), outcome)
  }

  private mutating func begin(_ number: UInt64) {
    population.draw(number, seed: seed, into: &user)
    world.takeUpdateBack()
    world.begin(user)
    world.trace = number == told ? Trace() : nil
  }

  /// The life whose request arrives first among all goes on with that.
  private mutating func resume() {
    let arrival = arrivals.removeFirst()
    bytes.beginReading(arrival.address)
    world.carry(by: &bytes)
    var request = RequestID(0)
    bytes.carry(&request)
    lives.giveBack(LifeStore.Block(address: arrival.address, steps: arrival.steps))
    world.userNumber = UInt64(arrival.user)
    world.luck.turn(to: Draws(seed: seed, user: UInt64(arrival.user)))
    world.trace = nil
    if world.userNumber == told { swap(&world.trace, &trace) }
    arriving = request
  }

  /// The request with which the life of the moment goes on.
  private var arriving: RequestID?

  /// The life of the moment goes on until it ends, or until somebody else's request may arrive before its next.
  private mutating func live(
    until limit: Int64, _ body: (UInt64, Outcome) throws(EndlessLife) -> Void
  ) throws(EndlessLife) {
    if let request = arriving {
      arriving = nil
      guard world.meet(&shared, with: request) else { return try end(body) }
    }
    while let request = world.runToArrival() {
      let isNext: Bool
      let now = world.now.microseconds
      if let first = arrivals.first {
        isNext = (now, world.userNumber) < (first.instant, UInt64(first.user))
      } else {
        isNext = true
      }
      guard isNext, now < limit else { return setAside(request) }
      guard world.meet(&shared, with: request) else { break }
    }
    try end(body)
  }

  private mutating func setAside(_ request: RequestID) {
    bytes.beginWriting()
    world.carry(by: &bytes)
    var request = request
    bytes.carry(&request)
    let block = lives.keep(bytes.written)
    arrivals.add(
      ArrivalHeap.Arrival(
        instant: world.now.microseconds, user: UInt32(world.userNumber), steps: block.steps,
        address: block.address))
    if world.userNumber == told { swap(&world.trace, &trace) }
  }

  private mutating func end(
    _ body: (UInt64, Outcome) throws(EndlessLife) -> Void
  ) throws(EndlessLife) {
    if world.isEndless { throw world.endlessLife }
    shared.load.events += world.events
    world.tell(&outcome)
    try body(world.userNumber, outcome)
  }
}

/// A life among others was endless.
package struct EndlessSharedLife: Error { package let user: UInt64 }

extension Population {
  /// When each of some users begins, in the order of time and then of number.
  fileprivate func begins(_ users: Int, seed: UInt64) -> [(instant: Int64, user: UInt32)] {
    precondition(users <= UInt32.max, "users among others are counted in 32 bits")
    let starts = conditions.behavior.starts
    var begins = (0..<users).map { number -> (instant: Int64, user: UInt32) in
      let draws = Draws(seed: seed, user: UInt64(number))
      return (draws.delay(starts, .starts, 0).microseconds, UInt32(number))
    }
    if case .constant = starts { return begins }
    begins.sort { ($0.0, $0.1) < ($1.0, $1.1) }
    return begins
  }
}
