import EventEngine
import ExampleClients
import Experiments
import OwnClients
import PurchaseClientKit
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Clients written like the apps of the designs lose the orders of the same users (C1–C11, K1–K12).
@Suite struct AgreementTests {
  static let clients = OwnClients([
    "sk2-token": { TokenClient(device: $0) }, "keep-2": { KeepClient(device: $0) },
    "play-server-ack": { PlayClient(device: $0) },
    "zero-loss-1.0": { ZeroLossClient(device: $0, wipesOnFailure: true) },
    "zero-loss-1.2": { ZeroLossClient(device: $0, wipesOnFailure: false) },
  ])

  /// A built-in design, and the same design with a client in place of its app.
  static func pair(_ name: String, simulating client: String? = nil) throws -> (Design, Design) {
    let known = BuiltInDesign.all.first { $0.design.name == name }
    let design = try #require(known).design
    var own = design
    own.client = clients.references.first { $0.name == client ?? name }
    #expect(own.client != nil)
    if own.store != .storeKit1 { own.routes = [.result, .updates] }
    return (design, own)
  }

  /// The users whose outcomes differ in a given property.
  static func differing(
    _ designs: (Design, Design), users: some Sequence<UInt64>, _ scenario: Scenario,
    in observed: (UserOutcome) -> [String]
  ) throws -> [UInt64] {
    let (population, seed) = (scenario.population, scenario.seed)
    var simulator = Simulator(conditions: population.conditions)
    var (described, written) = (UserOutcome(), UserOutcome())
    return try users.filter { number in
      let user = population.user(number, seed: seed)
      try simulator.simulate(designs.0, of: user, into: &described)
      try simulator.simulate(designs.1, of: user, into: &written)
      return observed(described) != observed(written)
    }
  }

  /// The shipped scenario of a name.
  static func scenario(_ name: String) throws -> Scenario {
    try ScenarioReader.read(Array(try PackageFiles.text("scenarios/\(name).json").utf8), file: name)
  }

  /// The number of users simulated with a port and its design.
  private static let users: UInt64 = Nightly.isOn ? 1_000_000 : 30_000

  @Test(arguments: ["sk2-token", "keep-2", "zero-loss-1.0", "zero-loss-1.2"])
  func `a port loses the orders of its design, user by user`(name: String) throws {
    let scenario = try Self.scenario("field")
    let pair = try Self.pair(name)
    // A manual try replaces a delivery that waits for its account, and stays manual when it continues; the
    // clients of the main article keep the delivery. So one order in 40,000 is rescued that they recover.
    let different = try Self.differing(pair, users: 0..<Self.users, scenario) { $0.statuses }
    let isOfArticle = name.hasPrefix("zero-loss")
    // Users with equal outcomes have equal losses.
    #expect(try Self.differing(pair, users: different, scenario) { $0.losses } == [])
    expectEqual(different.filter { $0 < 40_000 }, (isOfArticle ? [27_428] : []))
    #expect(
      Double(different.count) <= (isOfArticle ? 1e-4 : 0) * Double(Self.users), "\(different)")
  }

  /// With cancelled tasks, missed replays and signatures that cannot be checked (K3, K12).
  @Test func `a port loses the same orders under the failures of StoreKit 2`() throws {
    let pair = try Self.pair("sk2-token")
    let storekit2 = try Self.scenario("storekit2")
    #expect(try Self.differing(pair, users: 0..<Self.users, storekit2) { $0.losses } == [])
  }

  /// With a lost service, pending purchases and queries that omit a purchase (G1–G12).
  @Test func `a port loses the same orders on Play`() throws {
    let (pair, play) = (try Self.pair("play-server-ack"), try Self.scenario("play"))
    #expect(try Self.differing(pair, users: 0..<Self.users, play) { $0.statuses } == [])
  }

  @Test func `a port of another design loses other orders`() throws {
    let scenario = try Self.scenario("field")
    let pair = try Self.pair("zero-loss-1.2", simulating: "zero-loss-1.0")
    #expect(try Self.differing(pair, users: 0..<10_000, scenario) { $0.losses }.count > 0)
  }
}

extension UserOutcome {
  /// The lost charges with their kinds of loss.
  fileprivate var losses: [String] {
    charges.map { if case .lost(let kind, _) = $0.status { "lost, \(kind)" } else { "" } }
  }

  /// How each charge has ended, without the drop point of a lost charge.
  fileprivate var statuses: [String] {
    charges.map { charge in
      switch charge.status {
      case .lost(let kind, _): "lost, \(kind)"
      case .autoRefunded(.lost(let kind, _)): "taken back, \(kind)"
      default: "\(charge.status), after \(charge.deliveredAfter?.microseconds ?? -1)"
      }
    }
  }
}
