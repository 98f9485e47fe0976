import LostOrder
import PurchaseClientKit
import Synchronization
import TestSupport
import Testing

/// The output of simulations with a team's own client.
@Suite struct ClientOutputTests {
  private static func replay(
    _ script: @escaping @Sendable (Device) async -> Void
  ) throws -> LostOrder.ReplayResult {
    try LostOrder.replay(
      scenario: """
        { "name": "s", "plan": [{ "tap": 1 }],
          "designs": [{ "name": "d", "client": "mine", "store": "storeKit2" }] }
        """, client: { Tapped($0, script) })
  }

  @Test func `the trace up to a trap is printed before the error`() async {
    let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent])
    {
      BugReport.install()
      _ = try ClientOutputTests.replay { device in
        device.print("here")
        _ = [Int]()[device.keychain.keys.count]
      }
    }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let end = "  app      prints: here\n" + "lostorder: client 'mine' (user 0) stopped"
    #expect(errors.contains("  user     taps Buy (intent 1: item "), "\(errors)")
    #expect(errors.contains(end), "\(errors)")
  }

  @Test func `a test process ends as usual after the trace is printed`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try ClientOutputTests.replay { device in _ = [Int]()[device.keychain.keys.count] }
    }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(errors.contains("client 'mine' (user 0) stopped"), "\(errors)")
    #expect(result?.exitStatus != .exitCode(70))
  }

  @Test func `a replay that differs when it is repeated is an error`() {
    let problem = #expect(throws: LostOrder.ReplayProblem.self) {
      try Self.replay { device in
        device.print("\(Self.count.add(1, ordering: .relaxed).newValue)")
      }
    }
    expectEqual(
      problem?.description.contains("when the simulation is repeated"), true,
      "\(problem?.description ?? "")")
  }

  private static let count = Atomic(0)

  @Test func `a replay that stops because of its client states the cause`() {
    let problem = #expect(throws: LostOrder.ReplayProblem.self) {
      try Self.replay { _ in while !Task.isCancelled { await Task.yield() } }
    }
    let story = problem?.description ?? ""
    #expect(
      story.hasSuffix(
        """

        unknown: the client keeps running while no simulated time passes; expected it to wait for something

        """), "\(story)")
  }

  @Test func `a custom call is shown with its name`() throws {
    let story = try Self.replay { _ = try? await $0.backend.call("config", "") }.story
    #expect(story.contains("  app      sends call 'config'\n"), "\(story)")
    #expect(story.contains("  backend  replies to call 'config'\n"), "\(story)")
    #expect(!story.contains("prints: "), "\(story)")
  }
}

/// Runs a closure when its user taps, and sells nothing.
private final class Tapped: PurchaseClient {
  private let device: Device
  private let script: @Sendable (Device) async -> Void

  init(_ device: Device, _ script: @escaping @Sendable (Device) async -> Void) {
    (self.device, self.script) = (device, script)
  }

  func launched() async {}
  func buy(_ item: Item) async -> ShownOutcome {
    await script(device)
    return .refused
  }
}
