import Foundation
import TestSupport
import Testing

/// Commands on scenarios in which some designs have a team's own client.
@Suite struct ClientCommandTests {
  private static let file = Executable.package + "/scenarios/clients/clients.json"

  @Test func `a report has every method, each with the designs that it supports`() throws {
    let scratch = try Scratch()
    let ending = try Executable.runClients(
      "report", Self.file, "--users", "200", "--out", "results", in: scratch.path)
    expectEqual(ending.errors.contains("stopped the process"), false, "\(ending.errors)")
    #expect([0, 1, 2].contains(ending.code))
    let files = try scratch.list("results/clients")
    for file in ["report.html", "attribution.json", "exploration.json", "search.json"] {
      #expect(files.contains(file))
    }
    let search = try scratch.text("results/clients/search.json")
    #expect(search.contains("\"keep-2\"") && !search.contains("\"keep-client\""))
  }

  @Test func `a conclusion does not change the axes of a client`() throws {
    let scratch = try Scratch()
    let text = """
      { "format": 1, "name": "own", "users": 2000, "designs": [
        { "name": "ours", "client": "token", "store": "storeKit2" } ] }
      """
    try scratch.write(text, "own.json")
    let ending = try Executable.runClients("run", "own.json", in: scratch.path)
    #expect(ending.output.contains("conclusion:"), "\(ending.output) \(ending.errors)")
    #expect(!ending.output.contains("timing"))
  }

  @Test func `a loss in an interleaving of tasks can be traced by the printed command`() throws {
    let scratch = try Scratch()
    let explored = try Executable.runClients(
      "explore", Self.file, "--design", "token-client", "--races", "2", "--journey", "one",
      "--kinds", "payloadLoss", in: scratch.path)
    #expect(explored.output.contains("token-client, interleaving 1 loses orders"))
    let command = explored.output.split(separator: "\n").last {
      $0.contains("lostorder-clients trace ")
    }
    let words = try #require(command)
    #expect(words.contains("--design token-client --interleaving 1 --plan "), "\(words)")
    let plan = try #require(words.split(separator: "'").dropFirst().first)
    let traced = try Executable.runClients(
      "trace", Self.file, "--design", "token-client", "--interleaving", "1", "--plan",
      String(plan), in: scratch.path)
    #expect(traced.code == 0 && traced.output.contains("lost, undelivered"), "\(traced.errors)")
    #expect(explored.output.contains("one: "), "\(explored.output)")
    #expect(explored.output.contains(" drawn interleavings of the tasks of token-client"))
    let shrunk = try Executable.runClients(
      "shrink", Self.file, "--design", "token-client", "--interleaving", "1", "--plan",
      String(plan), in: scratch.path)
    #expect(shrunk.code == 0 && shrunk.output.contains("payloadLoss"), "\(shrunk.errors)")
    #expect(shrunk.output.contains(#""interleaving": 1"#))
    let refused = try Executable.runClients(
      "trace", Self.file, "--design", "keep-2", "--interleaving", "1", in: scratch.path)
    #expect(refused.code == 64 && refused.errors.contains("needs a design with a client"))
  }

  @Test func `commands name the running program, and files name the tool`() throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      { "format": 1, "name": "own", "users": 3000, "faults": [{ "fault": "payloadLoss", "probability": 0.2 }],
        "designs": [{ "name": "ours", "client": "token", "store": "storeKit2" }] }
      """, "own.json")
    let folder = scratch.path + "/.build/release"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/Shop-lostorder", withDestinationPath: Executable.path + "-clients")
    let program = { (called: String, arguments: [String]) in
      try Executable.run(list: arguments, in: scratch.path, shell: "exec \(called) \"$@\"")
    }
    let built = try program(folder + "/Shop-lostorder", ["run", "own.json", "--out", "a"])
    #expect(
      built.output.contains("\n  swift run -c release Shop-lostorder trace own.json --design ours"),
      "\(built.output) \(built.errors)")
    let relative = try program(".build/release/Shop-lostorder", ["run", "own.json", "--out", "b"])
    #expect(relative.output.contains("\n  .build/release/Shop-lostorder trace own.json "))
    let own = try Executable.runClients("run", "own.json", "--out", "c", in: scratch.path)
    #expect(own.output.contains("\n  lostorder-clients trace own.json "))
    for file in Scratch.filesOfRun {
      let bytes = try ["a", "b", "c"].map { try scratch.bytes("\($0)/own/\(file)") }
      expectEqual(Set(bytes).count, 1, "\(file)")
    }
    let page = try scratch.text("a/own/report.html")
    #expect(page.contains("lostorder trace own.json ") && !page.contains("Shop-lostorder"))
  }

  @Test func `axes of a client are not compared, and its losses are attributed`() throws {
    let scratch = try Scratch()
    let refused = try Executable.runClients(
      "attribute", Self.file, "--from", "keep-client", "--to", "keep-2", in: scratch.path)
    expectEqual(refused.code, 64)
    #expect(refused.errors.contains("'keep-client' has its own client, which has no axes"))
    let found = try Executable.runClients(
      "attribute", Self.file, "--users", "2000", "--design", "zero-loss-1.0-client",
      in: scratch.path)
    #expect(found.code == 0 && found.output.contains("zero-loss-1.0-client"), "\(found.errors)")
  }
}
