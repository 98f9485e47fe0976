import LossAttribution
import CLibrary
import EventEngine
import Experiments
import OwnClients
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// What is said of clients with which no life can be judged, or repeated.
@Suite(.serialized) struct BadClientTests {
  private static func scenario(_ client: BadClient) throws -> Scenario {
    let text = """
      { "name": "s", "users": 200, "designs": ["sk2-token"],
        "faults": [{ "fault": "crash", "probability": 1, "at": "charge" }] }
      """
    var scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json")
    scenario.designs[0].client = OwnClients([client.rawValue: { client.make($0) }]).references[0]
    scenario.designs[0].sources = [.result, .updates]
    return scenario
  }

  /// Plays a client in a process of its own, which a signal ends where nothing else does: twice the time
  /// after which a loop is found.
  private static func play(_ client: BadClient) throws {
    alarm(60)
    _ = Runner(try scenario(client)).run(workers: 1)
  }

  @Test(arguments: [
    (BadClient.standsStill, ClientMisdeed.standsStill), (.outlivesDeath, .outlivesDeath),
    (.leaksContinuation, .leavesBehind), (.leaksGlobal, .leavesBehind),
    (.tooManyTasks, .tooManyTasks), (.remembers, .diverges), (.ordersBySet, .diverges),
    (.storesKeys, .storesTooMuch), (.storesBytes, .storesTooMuch),
    (.changesDirectory, .changesDirectory), (.sellsWithStoreKit1, .wantsStoreKit1),
    (.sellsWithPlay, .wantsPlayBilling),
  ])
  func `a run with a bad client ends with the life and the cause`(
    client: BadClient, misdeed: ClientMisdeed
  ) throws {
    for workers in [1, 2] {
      let results = Runner(try Self.scenario(client)).run(workers: workers)
      guard case .endless(let life)? = results.cut else {
        Issue.record("it passes")
        return
      }
      #expect(life.misdeed == misdeed && life.user == 0 && results.users == 0)
    }
  }

  @Test(arguments: [
    (BadClient.readsDate, RealUse.clock), (.readsTime, .clock), (.drawsChance, .chance),
    (.makesUUIDs, .chance), (.sleepsOnTheRealClock, .clock), (.blocksItsThreadByC, .sleep),
    (.readsProcess, .process),
  ])
  func `what a client takes from the real world is told, and is the life's`(
    client: BadClient, use: RealUse
  ) throws {
    let scenario = try Self.scenario(client)
    let rehearsal = ClientRehearsal(scenario)
    #expect(rehearsal.cut == nil)
    expectEqual(rehearsal.uses.map(\.use), [use])
    #expect(rehearsal.uses.allSatisfy { $0.user == 0 && $0.times > 0 })
    #expect(Runner(scenario).run(workers: 2).cut == nil)
  }

  @Test func `whatever counts lives looks at the clients first`() throws {
    // All users but one in 64 meet a client once: nothing else would find it here.
    var scenario = try Self.scenario(.ordersBySet)
    scenario.users = 1
    let kept: Runner.Kept<LossBooks> = Runner(scenario).keepBooks(workers: 1, progress: nil)
    #expect(kept.cut == Runner(scenario).run(workers: 1).cut && kept.cut != nil)
    guard case .endless(let life)? = kept.cut else { return }
    #expect(life.misdeed == .diverges && life.divergence != nil)
    let user = scenario.population.user(3, seed: scenario.seed)
    guard case .endless(let third)? = ClientRehearsal(scenario.designs[0], user, in: scenario).cut
    else {
      Issue.record("it passes")
      return
    }
    #expect(third.misdeed == .diverges && third.user == 3)
    #expect(ClientRehearsal(BuiltInDesign.all[0].design, user, in: scenario).cut == nil)
  }

  @Test func `a client that blocks its thread does not wait for the real clock`() throws {
    let scenario = try Self.scenario(.blocksItsThread)
    let rehearsal = ClientRehearsal(scenario)
    // Foundation looks at the clock too, to see how much is left.
    #expect(rehearsal.cut == nil && rehearsal.uses.map(\.use) == [.clock, .sleep])
  }

  @Test func `what a client remembers outside of its storage is found in the midst of a run`()
    throws
  {
    // One that only begins to matter later than any rehearsal.
    let text = #"{ "name": "s", "users": 10000, "designs": ["sk2-token"] }"#
    var scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json")
    scenario.designs[0].client = OwnClients(["late": { Late($0) }]).references[0]
    scenario.designs[0].sources = [.result, .updates]
    guard case .endless(let life)? = Runner(scenario).run(workers: 1).cut else {
      Issue.record("it passes")
      return
    }
    #expect(life.misdeed == .diverges && (life.user ?? 0) > 500)
  }

  @Test func `a client that changes the directory leaves it as it was`() throws {
    let before = getcwd(nil, 0).map { String(cString: $0) }
    _ = Runner(try Self.scenario(.changesDirectory)).run(workers: 1)
    #expect(getcwd(nil, 0).map { String(cString: $0) } == before && before != "/")
  }

  @Test func `a trap names the life that it ends`() async {
    let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent])
    {
      for number in [SIGILL, SIGTRAP] {
        signal(number) { _ in
          OwnClients.tellLife(SIGTRAP)
          _exit(70)
        }
      }
      try BadClientTests.play(.traps)
    }
    let told = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(
      told.contains("lostorder: client 'traps', in the life of user 0, has stopped the process"))
  }

  @Test(arguments: [BadClient.anotherThread, .readsElsewhere, .endsElsewhere])
  func `a device that is used from another thread ends the process with the life`(
    client: BadClient
  ) async {
    let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent])
    { [client] in try BadClientTests.play(client) }
    let told = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(
      told.contains(
        "client '\(client.rawValue)', in the life of user 0, has used its device from a thread"),
      "\(told)")
  }

  /// Half a minute of a whole core.
  @Test(.enabled(if: Nightly.isOn))
  func `a loop without an end ends the process with the life`() async {
    let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent])
    { try BadClientTests.play(.loops) }
    let told = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(
      told.contains("client 'loops', in the life of user 0, did not come back for half a minute"))
  }
}
