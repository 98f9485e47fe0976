import CLibrary
import EventEngine
import Experiments
import LossAttribution
import OwnClients
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Messages about clients whose simulation cannot be judged or repeated.
@Suite(.serialized) struct BadClientTests {
  private static func scenario(_ client: BadClient) throws -> Scenario {
    let text = """
      { "name": "s", "users": 200, "designs": ["sk2-token"],
        "faults": [{ "fault": "crash", "probability": 1, "at": "charge" }] }
      """
    var scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json")
    scenario.designs[0].client = OwnClients([client.rawValue: { client.make($0) }]).references[0]
    scenario.designs[0].routes = [.result, .updates]
    return scenario
  }

  /// Runs a client in a separate process. After twice the time in which an endless loop is found, a
  /// signal ends the process.
  private static func simulate(_ client: BadClient) throws {
    alarm(60)
    _ = Runner(try scenario(client)).run(workers: 1)
  }

  @Test(arguments: [
    (BadClient.standsStill, ClientViolation.standsStill), (.outlivesDeath, .outlivesDeath),
    (.leaksContinuation, .leavesBehind), (.leaksGlobal, .leavesBehind),
    (.tooManyTasks, .tooManyTasks), (.remembers, .diverges), (.ordersBySet, .diverges),
    (.storesKeys, .storesTooMuch), (.storesBytes, .storesTooMuch),
    (.changesDirectory, .changesDirectory), (.sellsWithStoreKit1, .wantsStoreKit1),
    (.sellsWithPlay, .wantsPlayBilling),
  ])
  func `a run with a faulty client ends with the user and the cause`(
    client: BadClient, violation: ClientViolation
  ) throws {
    for workers in [1, 2] {
      let results = Runner(try Self.scenario(client)).run(workers: workers)
      let runaway = try #require(results.interruption?.abortedUser, "it passes")
      #expect(runaway.violation == violation && runaway.user == 0 && results.users == 0)
    }
  }

  @Test(arguments: [
    (BadClient.readsDate, RealResource.clock), (.readsTime, .clock), (.drawsChance, .chance),
    (.makesUUIDs, .chance), (.sleepsOnTheRealClock, .clock), (.blocksItsThreadByC, .sleep),
    (.readsProcess, .process),
  ])
  func `use of the real world by a client is reported with its user`(
    client: BadClient, use: RealResource
  ) throws {
    let scenario = try Self.scenario(client)
    let clientCheck = ClientCheck(scenario)
    #expect(clientCheck.interruption == nil)
    expectEqual(clientCheck.accesses.map(\.resource), [use])
    #expect(clientCheck.accesses.allSatisfy { $0.user == 0 && $0.accessCount > 0 })
    #expect(Runner(scenario).run(workers: 2).interruption == nil)
  }

  @Test func `every command that counts losses checks the clients first`() throws {
    // Only one user in 64 is simulated twice with a client, so only the check finds it here.
    var scenario = try Self.scenario(.ordersBySet)
    scenario.userCount = 1
    let kept: Runner.AccumulationResult<LossAccumulator> = Runner(scenario).accumulate(
      workers: 1, progress: nil)
    expectEqual(kept.interruption, Runner(scenario).run(workers: 1).interruption)
    let runaway = try #require(kept.interruption?.abortedUser)
    #expect(runaway.violation == .diverges && runaway.divergence != nil)
    let user = scenario.population.user(3, seed: scenario.seed)
    let third = try #require(
      ClientCheck(scenario.designs[0], user, in: scenario).interruption?.abortedUser, "it passes")
    #expect(third.violation == .diverges && third.user == 3)
    #expect(ClientCheck(BuiltInDesign.all[0].design, user, in: scenario).interruption == nil)
  }

  @Test func `a client that blocks its thread does not wait for the real clock`() throws {
    let scenario = try Self.scenario(.blocksItsThread)
    let clientCheck = ClientCheck(scenario)
    // Foundation also reads the clock, to compute the remaining time.
    #expect(
      clientCheck.interruption == nil && clientCheck.accesses.map(\.resource) == [.clock, .sleep])
  }

  @Test func `state that a client keeps outside of its storage is found during a run`() throws {
    // A client whose state has an effect only after the users of the client check.
    let text = #"{ "name": "s", "users": 10000, "designs": ["sk2-token"] }"#
    var scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json")
    scenario.designs[0].client = OwnClients(["late": { Late($0) }]).references[0]
    scenario.designs[0].routes = [.result, .updates]
    let runaway = try #require(
      Runner(scenario).run(workers: 1).interruption?.abortedUser, "it passes")
    #expect(runaway.violation == .diverges && (runaway.user ?? 0) > 500)
  }

  @Test func `a client that changes the directory does not change it for others`() throws {
    let before = getcwd(nil, 0).map { String(cString: $0) }
    _ = Runner(try Self.scenario(.changesDirectory)).run(workers: 1)
    #expect(getcwd(nil, 0).map { String(cString: $0) } == before && before != "/")
  }

  @Test func `a trap names the user whose simulation it ends`() async {
    let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent])
    {
      for number in [SIGILL, SIGTRAP] {
        signal(number) { _ in
          OwnClients.writeRunContext(SIGTRAP)
          _exit(70)
        }
      }
      try BadClientTests.simulate(.traps)
    }
    let errors = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(errors.contains("lostorder: client 'traps' (user 0) stopped the process"))
  }

  @Test(arguments: [BadClient.anotherThread, .readsElsewhere, .endsElsewhere])
  func `a device that is used from another thread ends the process and names the user`(
    client: BadClient
  ) async {
    let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent])
    { [client] in try BadClientTests.simulate(client) }
    let errors = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(
      errors.contains("client '\(client.rawValue)' (user 0) used its device from a thread"),
      "\(errors)")
  }

  /// Uses a whole core for half a minute.
  @Test(.enabled(if: Nightly.isOn))
  func `an endless loop ends the process and names the user`() async {
    let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent])
    { try BadClientTests.simulate(.loops) }
    let errors = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(errors.contains("client 'loops' (user 0) did not return for half a minute"))
  }
}
