import CLibrary
import Foundation
import LostOrder
import PurchaseClientKit
import TestSupport
import Testing

/// Effects of a team's own client on the process of the command.
@Suite struct ClientProcessTests {
  enum Action: String, CaseIterable, Codable, Sendable {
    case prints, exits, exitsAtOnce, exitsOfC, exitsQuickly, aborts, endsThread
    case exitsElsewhere, exitsAtOnceElsewhere
  }

  /// Runs the command with a misbehaving client, in a process of a test.
  private static func command(_ action: Action, _ words: [String]) -> Never {
    // Without this variable the command would start itself again.
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
    LostOrder.main(words, clients: ["mine": { ActingClient($0, action) }])
  }

  private static func file(in scratch: Scratch) throws -> String {
    try scratch.write(
      """
      { "format": 1, "name": "own", "users": 50,
        "designs": [{ "name": "d", "client": "mine", "store": "storeKit2" }] }
      """, "own.json")
  }

  @Test func `the printed output of a client is not part of a result`() async throws {
    let scratch = try Scratch()
    defer { withExtendedLifetime(scratch) {} }
    let file: String = try Self.file(in: scratch)
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
    ) { [file = file as String] in
      ClientProcessTests.command(.prints, ["trace", file, "--user", "0", "--format", "json"])
    }
    let output = Data(result.standardOutputContent)
    #expect((try? JSONSerialization.jsonObject(with: output)) != nil)
    let text = String(decoding: output, as: UTF8.self)
    let errors = String(decoding: result.standardErrorContent, as: UTF8.self)
    for way in ["print", "puts", "handle", "write"] {
      #expect(errors.contains("by \(way)\n") && !text.contains("by \(way)"), "\(errors)")
    }
  }

  @Test(arguments: [
    (Action.exits, "ended the process with 'exit'"),
    (.exitsAtOnce, "ended the process with '_exit' or 'quick_exit'"),
    (.exitsOfC, "ended the process with '_exit' or 'quick_exit'"),
    (.exitsQuickly, "ended the process with '_exit' or 'quick_exit'"),
    (.endsThread, "ended its thread with 'pthread_exit'"), (.aborts, "stopped the process"),
  ])
  func `a client that ends the process is named`(action: Action, words: String) async throws {
    let scratch = try Scratch()
    defer { withExtendedLifetime(scratch) {} }
    let file: String = try Self.file(in: scratch)
    let result = try await #require(
      processExitsWith: .exitCode(70), observing: [\.standardErrorContent]
    ) { [action = action as Action, file = file as String] in
      ClientProcessTests.command(action, ["run", file])
    }
    let errors = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(errors.contains("lostorder: client 'mine' (user 0) \(words)\n"), "\(errors)")
    expectEqual(errors.components(separatedBy: "client 'mine'").count, 2, "\(errors)")
  }

  @Test(arguments: [
    (Action.exits, "ended the process with 'exit'"),
    (.exitsAtOnce, "ended the process with '_exit' or 'quick_exit'"),
  ])
  func `a client that ends a test process does not pass the test`(
    action: Action, words: String
  ) async throws {
    let result = try await #require(
      processExitsWith: .exitCode(70), observing: [\.standardErrorContent]
    ) { [action = action as Action] in
      _ = try LostOrder.replay(
        scenario: """
          { "name": "s", "plan": [{ "tap": 1 }],
            "designs": [{ "name": "d", "client": "mine", "store": "storeKit2" }] }
          """, client: { ActingClient($0, action) })
    }
    let errors = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(errors.contains("client 'mine' (user 0) \(words)\n"), "\(errors)")
  }

  @Test(arguments: [(Action.exitsElsewhere, "exit"), (.exitsAtOnceElsewhere, "_exit")])
  func `a client that ends the process on another thread is a failure`(
    action: Action, function: String
  ) async throws {
    let scratch = try Scratch()
    defer { withExtendedLifetime(scratch) {} }
    let file: String = try Self.file(in: scratch)
    let result = try await #require(
      processExitsWith: .exitCode(70), observing: [\.standardErrorContent]
    ) { [action = action as Action, file = file as String] in
      ClientProcessTests.command(action, ["run", file])
    }
    let errors = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      errors.contains("a client ended the process with '\(function)' from a thread of its own"),
      "\(errors)")
  }

  @Test(arguments: [
    ("keep", "storeKit1", "storeKit2"), ("keep", "storeKit1", "playBilling"),
    ("token", "storeKit2", "storeKit1"), ("token", "storeKit2", "playBilling"),
    ("play", "playBilling", "storeKit1"), ("play", "playBilling", "storeKit2"),
  ])
  func `a client for another store is rejected by every command`(
    client: String, wanted: String, store: String
  ) throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      { "format": 1, "name": "own", "users": 50,
        "designs": ["keep-2", { "name": "d", "client": "\(client)", "store": "\(store)" }] }
      """, "own.json")
    for command in [["check"], ["run"], ["trace", "--design", "d", "--user", "0"], ["explore"]] {
      let ending = try Executable.runClients(
        command[0], "own.json", list: Array(command.dropFirst()), in: scratch.path)
      expectEqual(ending.code, 65, "\(command) \(ending.code) \(ending.output) \(ending.errors)")
      #expect(
        ending.errors.contains(
          "designs[1].store: client '\(client)' is written for '\(wanted)', not for '\(store)'; expected"
        ), "\(ending.errors)")
    }
    let right = try scratch.write(
      """
      { "format": 1, "name": "own", "users": 50,
        "designs": [{ "name": "d", "client": "\(client)", "store": "\(wanted)" }] }
      """, "right.json")
    #expect(try Executable.runClients("check", right).code == 0)
  }
}

/// Does something to the process when it is launched, and sells nothing.
private final class ActingClient: PurchaseClient {
  private let device: Device, action: ClientProcessTests.Action
  init(_ device: Device, _ action: ClientProcessTests.Action) {
    (self.device, self.action) = (device, action)
  }

  func launched() async { act() }

  private func act() {
    switch action {
    case .prints:
      print("by print")
      puts("by puts")
      FileHandle.standardOutput.write(Data("by handle\n".utf8))
      _ = write(STDOUT_FILENO, "by write\n", 9)
    case .exits: exit(0)
    case .exitsAtOnce: _exit(0)
    case .exitsOfC: _Exit(0)
    case .exitsQuickly: quick_exit(0)
    case .aborts: abort()
    case .endsThread: pthread_exit(nil)
    case .exitsElsewhere: elsewhere { exit(0) }
    case .exitsAtOnceElsewhere: elsewhere { _exit(0) }
    }
  }

  /// Runs a closure on another thread and blocks its own thread until then.
  private func elsewhere(_ body: @escaping @Sendable () -> Void) {
    Thread { body() }.start()
    for _ in 0..<5_000 { poll(nil, 0, 1) }
  }

  func buy(_ item: Item) async -> ShownOutcome { .refused }
}
