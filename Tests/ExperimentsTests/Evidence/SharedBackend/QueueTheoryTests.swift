import EventEngine
import Statistics
import TestSupport
import Testing

@testable import Experiments
@testable import PurchaseWorld

/// Results of queueing theory for independent requests: one of each user, without latencies.
///
/// Formulas: L. Kleinrock, Queueing Systems I (1975), 3.2 to 3.8 and 5.6; Erlang's of A. K. Erlang (1917).
@Suite("queueing theory: the queue of the backend (B11, B12)") struct QueueTheoryTests {
  static let service = Delay.milliseconds(100)
  /// The tested loads; a load close to the capacity needs many users to reach its steady state.
  static let tried = [0.3, 0.7] + (Nightly.isOn ? [0.95] : [])
  /// The number of users of a replication, except for loads close to the capacity.
  static let users = Nightly.isOn ? 20_000 : 6_000

  /// Users with one request at their start, uniformly distributed: given their number, a Poisson process.
  static func population(
    _ users: Int, load: Double, workers: Int, places: Int = 1_000_000, _ service: Distribution
  ) -> Population {
    let product = Catalog.Product(name: "p", type: .consumable, price: 1, items: [0])
    var conditions = Conditions(
      catalog: Catalog(products: [product], items: [Catalog.Item(name: "i", product: 0)]))
    let length = Double(users) * Self.service.seconds / load / Double(workers)
    let end = Delay(microseconds: Int64(length * 1e6))
    conditions.horizon = end + .seconds(100_000)
    conditions.device.launch = .constant(.zero)
    conditions.store.processing = .constant(.zero)
    conditions.store.callback = .constant(.zero)
    conditions.backend.verify = .constant(.zero)
    conditions.backend.storeCheck = .constant(.zero)
    conditions.behavior.startDelay = .uniform(from: .zero, to: end)
    conditions.behavior.browse = .constant(.zero)
    conditions.behavior.sheet = .constant(.zero)
    conditions.behavior.neverReturningShare = .always
    var capacity = Capacity()
    (capacity.workerCount, capacity.maxQueueLength, capacity.serviceTimes.verify) = (
      workers, places, service
    )
    conditions.backend.capacity = capacity
    return Population(conditions: conditions)
  }

  static let design: Design = {
    var design = Design(name: "one request")
    design.binding.itemSources = [.product]
    design.binding.accountSources = [.session]
    design.retry.resumeOn = []
    design.retry.timeout = .seconds(10 * 86_400)
    return design
  }()

  /// The loads of some replications.
  static func loads(_ population: Population, _ users: Int, _ replications: Int = 20) throws
    -> [BackendLoad]
  {
    try (0..<replications).map { number in
      let simulator = SharedBackendSimulator(
        population, design: design, seed: UInt64(1_000 + number))
      let load = try simulator.simulate(users) { _, _ throws(AbortedSimulation) in }
      return try #require(load)
    }
  }

  static func holds(_ values: [Double], _ theory: Double) -> Bool {
    guard let interval = ReplicatedMean(values, Confidence(level: 0.999)).interval else {
      return false
    }
    if interval.low <= theory && theory <= interval.high { return true }
    Issue.record("theory \(theory), found \(interval)")
    return false
  }

  /// Erlang B: the probability that all workers are busy, if no request waits.
  static func erlangB(_ workers: Int, _ offered: Double) -> Double {
    (1...workers).reduce(1) { blocked, n in offered * blocked / (Double(n) + offered * blocked) }
  }

  /// Erlang C: the probability that a request has to wait.
  static func erlangC(_ workers: Int, _ load: Double) -> Double {
    let blocked = erlangB(workers, load * Double(workers))
    return blocked / (1 - load * (1 - blocked))
  }

  @Test("waits of M/M/1 and M/M/8 match Erlang C", arguments: [1, 8], tried)
  func erlangC(workers: Int, load: Double) throws {
    let users = load > 0.9 ? 60_000 : Self.users
    let loads = try Self.loads(
      Self.population(users, load: load, workers: workers, .exponential(mean: Self.service)), users)
    let waits = Self.erlangC(workers, load)
    let mean = waits * Self.service.seconds / Double(workers) / (1 - load)
    #expect(Self.holds(loads.map { $0.waits.mean ?? 0 }, mean))
    #expect(
      Self.holds(loads.map { Double($0.waits.positiveCount) / Double($0.waits.count) }, waits))
    #expect(loads.allSatisfy { $0.requests.arrived == users && $0.requests.refused == 0 })
  }

  @Test("waits of M/D/1 and M/G/1 match Pollaczek and Khinchine", arguments: tried)
  func pollaczekKhinchine(load: Double) throws {
    let users = load > 0.9 ? 60_000 : Self.users
    // A uniform time from 0 to twice the mean has a squared coefficient of variation of 1/3.
    let services: [(Distribution, Double)] = [
      (.constant(Self.service), 0), (.uniform(from: .zero, to: .milliseconds(200)), 1.0 / 3),
    ]
    for (service, variation) in services {
      let loads = try Self.loads(Self.population(users, load: load, workers: 1, service), users)
      let mean = load / (1 - load) * Self.service.seconds * (1 + variation) / 2
      #expect(Self.holds(loads.map { $0.waits.mean ?? 0 }, mean))
    }
  }

  @Test("refusals without a queue match Erlang B for any service time", arguments: tried)
  func erlangB(load: Double) throws {
    let users = Self.users
    for service in [Distribution.exponential(mean: Self.service), .constant(Self.service)] {
      let loads = try Self.loads(
        Self.population(users, load: load, workers: 8, places: 0, service), users)
      let refused = loads.map { Double($0.requests.refused) / Double($0.requests.arrived) }
      #expect(Self.holds(refused, Self.erlangB(8, 8 * load)))
      #expect(loads.allSatisfy { $0.waits.sum == 0 })
    }
  }

  @Test("refusals and waits of M/M/c/K match its birth-death process", arguments: tried)
  func finite(load: Double) throws {
    let (users, workers, places) = (Self.users, 4, 6)
    let loads = try Self.loads(
      Self.population(
        users, load: load, workers: workers, places: places, .exponential(mean: Self.service)),
      users)
    var weights = [1.0]
    for n in 1...workers + places {
      weights.append(weights[n - 1] * load * Double(workers) / Double(min(n, workers)))
    }
    let all = weights.reduce(0, +)
    let shares = weights.map { $0 / all }
    let refused = shares[workers + places]
    #expect(
      Self.holds(loads.map { Double($0.requests.refused) / Double($0.requests.arrived) }, refused))
    // Little's law for waiting requests.
    let waiting = shares.enumerated().reduce(0) {
      $0 + Double(max(0, $1.offset - workers)) * $1.element
    }
    let rate = load * Double(workers) / Self.service.seconds * (1 - refused)
    #expect(Self.holds(loads.map { $0.waits.mean ?? 0 }, waiting / rate))
  }
}
