import CLibrary
import LostOrder
import PurchaseClientKit
import TestSupport
import Testing

/// Messages about a team's own client that ends the process.
@Suite struct TrapTests {
  private static func end(_ client: @escaping LostOrder.ClientMaker) throws {
    BugReport.install()
    BugReport.prepare(
      reproducedBy: "lostorder run x.json",
      clients: [
        ("other", "lostorder trace y.json --user "),
        ("mine", "lostorder trace x.json --design d --user "),
      ])
    _ = try LostOrder.replay(
      scenario: """
        { "name": "s", "designs": [{ "name": "d", "client": "mine" }], "plan": [{ "tap": 1 }] }
        """, client: client)
  }

  @Test func `a trap report names the client, the user and how to see the cause`() async {
    let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent])
    { try TrapTests.end { _ in Trapping() } }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      errors.hasSuffix(
        """
        lostorder: client 'mine' (user 0) stopped the process
        lostorder: a debug build prints the cause and its source line: lostorder trace x.json --design d --user 0

        """), "\(errors)")
  }

  @Test func `a client with infinite recursion is named with its user`() async {
    let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent])
    { try TrapTests.end { Overflowing($0) } }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      errors.contains("lostorder: client 'mine' (user 0) used memory that does not exist"),
      "\(errors)")
  }

  @Test func `a client that exits the process does not pass the run`() async {
    let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent])
    { try TrapTests.end { _ in Leaving() } }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(errors.contains("client 'mine' (user 0) ended the process with 'exit'\n"), "\(errors)")
  }

  @Test func `a client for another store is a replay problem that names the key`() {
    let problem = #expect(throws: LostOrder.ReplayProblem.self) {
      _ = try LostOrder.replay(
        scenario: """
          { "name": "s", "designs": [{ "name": "d", "client": "mine" }], "plan": [{ "tap": 1 }] }
          """, client: { Selling($0) })
    }
    expectEqual(
      problem?.description.contains(
        #"the client is written for storeKit2, but its design sells with another store; expected that store as 'store' beside its 'client' (a design without 'store' sells with storeKit1)"#
      ), true, "\(problem?.description ?? "")")
  }
}

private final class Trapping: PurchaseClient {
  func launched() async {}
  func buy(_ item: Item) async -> ShownOutcome { fatalError("a trap") }
}

private final class Overflowing: PurchaseClient {
  let device: Device
  init(_ device: Device) { self.device = device }
  func launched() async { device.print("\(depth(device.keychain.keys.count))") }
  func buy(_ item: Item) async -> ShownOutcome { .refused }
  private func depth(_ number: Int) -> Int { number < 0 ? number : depth(number + 1) + number }
}

private final class Leaving: PurchaseClient {
  func launched() async { exit(0) }
  func buy(_ item: Item) async -> ShownOutcome { .refused }
}

private final class Selling: PurchaseClient {
  let store: any StoreKit2
  init(_ device: Device) { store = device.store.storeKit2 }
  func launched() async {}
  func buy(_ item: Item) async -> ShownOutcome { .refused }
}
