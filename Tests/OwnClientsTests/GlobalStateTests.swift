import EventEngine
import Experiments
import OwnClients
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

extension Interruption {
  /// The user whose simulation was aborted, if that is the reason.
  var abortedUser: AbortedUser? { if case .runaway(let user) = self { user } else { nil } }
}

/// State of a client that survives its process; the state of an app would be lost.
@Suite(.serialized) struct GlobalStateTests {
  private static func scenario(
    _ place: NotePlace, users: Int = 500, kills probability: Double = 0.3
  ) throws -> Scenario {
    let text = """
      { "name": "s", "users": \(users), "designs": ["sk2-token"],
        "faults": [{ "fault": "appKill", "probability": \(probability), "at": "charge" }] }
      """
    var scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json")
    scenario.designs[0].client =
      OwnClients([place.rawValue: { NotingClient($0, place) }]).references[0]
    scenario.designs[0].routes = [.result, .updates]
    NotePlace.clear()
    return scenario
  }

  /// The reason for the end of a run: state that all users share differs at once.
  private static func violations(of place: NotePlace) -> [ClientViolation] {
    switch place {
    case .globalDelivered, .globalCounter: [.diverges, .keepsGlobalState]
    default: [.keepsGlobalState]
    }
  }

  @Test(arguments: NotePlace.global, [0.3, 0.001])
  func `a note that survives the process ends a run with the difference`(
    place: NotePlace, probability: Double
  ) throws {
    for workers in [1, 2] {
      let scenario = try Self.scenario(place, kills: probability)
      let results = Runner(scenario).run(workers: workers)
      let runaway = try #require(results.interruption?.abortedUser, "it passes")
      let violation = try #require(runaway.violation)
      #expect(Self.violations(of: place).contains(violation) && results.users == 0)
      let divergence = try #require(runaway.divergence)
      #expect(divergence.first != divergence.second || place == .globalCounter)
    }
  }

  @Test func `a reported client can be checked again for its user alone`() throws {
    let scenario = try Self.scenario(.singleton, kills: 0.001)
    let runaway = try #require(ClientCheck(scenario).interruption?.abortedUser, "it passes")
    #expect(runaway.violation == .keepsGlobalState && runaway.divergence?.addedFault == .appKill)
    let user = scenario.population.user(try #require(runaway.user), seed: scenario.seed)
    let again = ClientCheck(scenario.designs[0], user, in: scenario)
    expectEqual(again.interruption, .runaway(runaway))
  }

  @Test(arguments: NotePlace.honest)
  func `a note that is lost with the process does not end a run`(place: NotePlace) throws {
    let results = Runner(try Self.scenario(place, users: 3_000)).run(workers: 2)
    #expect(results.interruption == nil && results.users == 3_000)
  }

  @Test func `a note in the client is lost with its process`() throws {
    let lost = try [NotePlace.client, .keychain].map { place in
      let scenario = try Self.scenario(place)
      var simulator = Simulator(conditions: scenario.population.conditions)
      var (outcome, lost) = (UserOutcome(), 0)
      for number in 0..<UInt64(500) {
        let user = scenario.population.user(number, seed: scenario.seed)
        try simulator.simulate(scenario.designs[0], of: user, into: &outcome)
        lost += outcome.charges.count { if case .lost = $0.status { true } else { false } }
      }
      return lost
    }
    #expect(lost[0] > 50 && lost[1] == 0, "\(lost)")
  }
}
