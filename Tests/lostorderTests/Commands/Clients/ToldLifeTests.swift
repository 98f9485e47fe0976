import LostOrder
import PurchaseClientKit
import Synchronization
import TestSupport
import Testing

/// What is told of lives with a team's own client.
@Suite struct ToldLifeTests {
  private static func replay(
    _ script: @escaping @Sendable (Device) async -> Void
  ) throws -> LostOrder.Outcome {
    try LostOrder.replay(
      scenario: """
        { "name": "life", "plan": [{ "tap": 1 }],
          "designs": [{ "name": "d", "client": "mine", "store": "storeKit2" }] }
        """, client: { Tapped($0, script) })
  }

  @Test func `the story until a trap is told before it`() async {
    let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent])
    {
      BugReport.install()
      _ = try ToldLifeTests.replay { device in
        device.print("here")
        _ = [Int]()[device.keychain.keys.count]
      }
    }
    let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let end =
      "  app      prints: here\n"
      + "lostorder: client 'mine', in the life of user 0, has stopped"
    #expect(told.contains("  user     taps Buy (wish 1: ") && told.contains(end), "\(told)")
  }

  @Test func `a process of tests ends as it would, and the life is told before`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try ToldLifeTests.replay { device in _ = [Int]()[device.keychain.keys.count] }
    }
    let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(told.contains("client 'mine', in the life of user 0, has stopped"), "\(told)")
    #expect(result?.exitStatus != .exitCode(70))
  }

  @Test func `a replay of another life each time is none`() {
    let problem = #expect(throws: LostOrder.ReplayProblem.self) {
      try ToldLifeTests.replay { device in
        device.print("\(ToldLifeTests.count.add(1, ordering: .relaxed).newValue)")
      }
    }
    expectEqual(
      problem?.description.contains("when it is played again"), true,
      "\(problem?.description ?? "")")
  }

  private static let count = Atomic(0)

  @Test func `a life that is left for what its client does says so`() {
    let problem = #expect(throws: LostOrder.ReplayProblem.self) {
      try ToldLifeTests.replay { _ in while !Task.isCancelled { await Task.yield() } }
    }
    let story = problem?.description ?? ""
    #expect(
      story.hasSuffix(
        """

        cannot tell: the client goes on and on while no time passes; expected it to wait for something

        """), "\(story)")
  }

  @Test func `a call of a team's own is told by its name`() throws {
    let story = try ToldLifeTests.replay { device in _ = try? await device.server.call("config", "")
    }.story
    #expect(story.contains("  app      asks call 'config'\n"), "\(story)")
    #expect(story.contains("  backend  answers: call 'config'\n"), "\(story)")
    #expect(!story.contains("prints: "), "\(story)")
  }
}

/// Does something when its user taps, and sells nothing.
private final class Tapped: PurchaseClient {
  private let device: Device
  private let script: @Sendable (Device) async -> Void

  init(_ device: Device, _ script: @escaping @Sendable (Device) async -> Void) {
    (self.device, self.script) = (device, script)
  }

  func launched() async {}
  func buy(_ item: Item) async -> Shown {
    await script(device)
    return .refused
  }
}
