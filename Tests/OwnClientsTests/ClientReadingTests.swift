import ExampleClients
import JSONText
import OwnClients
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Designs with a team's own client, as scenarios declare them.
@Suite struct ClientReadingTests {
  private static let clients = OwnClients(["token": { TokenClient(device: $0) }])

  private func problems(_ design: String) -> [String] {
    ClientRegistry.$all.withValue(Self.clients.references) {
      do throws(Problems) {
        _ = try ScenarioReader.read(
          Array(#"{ "name": "s", "designs": [\#(design)] }"#.utf8), file: "s.json")
        return []
      } catch { return error.list.map(\.description) }
    }
  }

  @Test func `a design with a client has axes of store and backend, and reads back`() throws {
    let text =
      #"{ "name": "s", "designs": [{ "name": "own", "client": "token", "store": "storeKit2", "ui": "blocking", "server.lateOrder": true, "retry.timeout": "20s" }] }"#
    let design = try ClientRegistry.$all.withValue(Self.clients.references) {
      try ScenarioReader.read(Array(text.utf8), file: "s.json").designs[0]
    }
    expectEqual(design.client?.name, "token")
    expectEqual(
      design.declaration.line,
      #"{"name": "own", "client": "token", "store": "storeKit2", "retry.timeout": "20s", "ui": "blocking", "server.lateOrder": true}"#
    )
    expectEqual(problems(design.declaration.line), [])
  }

  @Test(arguments: [
    #"{ "name": "a", "client": "tokn", "store": "storeKit2" }"#: "did you mean 'token'?",
    #"{ "name": "a", "client": "token", "store": "storeKit2", "finish": "onCallback" }"#:
      "the client's code decides 'finish'",
    #"{ "name": "a", "client": "token", "store": "storeKit2", "updates": { "atVisit": 2, "to": "naive" } }"#:
      "a design with 'client' cannot have 'updates'",
  ])
  func `an axis that a client decides is rejected`(design: String, words: String) {
    let found = problems(design)
    #expect(found.count == 1 && found[0].contains(words), "\(found)")
  }

  @Test func `no app is updated to a design with its own client`() {
    let found = problems(
      #"""
      { "name": "old", "extends": "sk2-token", "updates": { "atVisit": 2, "to": "own" } },
      { "name": "own", "client": "token", "store": "storeKit2" }
      """#)
    #expect(
      found.count == 1
        && found[0].contains("design 'own' has a 'client'; expected a design without 'client'"),
      "\(found)")
  }

  @Test func `the order of ready tasks is declared with a client`() throws {
    let text = #"{"name": "own", "client": "token", "scheduling": "seeded", "store": "storeKit2"}"#
    let design = try ClientRegistry.$all.withValue(Self.clients.references) {
      try ScenarioReader.read(
        Array(#"{ "name": "s", "designs": [\#(text)] }"#.utf8), file: "s.json"
      ).designs[0]
    }
    #expect(design.scheduling == .seeded && design.declaration.line == text)
    let numbered = text.replacing("\"seeded\"", with: "\"seeded\", \"interleaving\": 3")
    expectEqual(problems(numbered), [])
    expectEqual(
      problems(numbered.replacing("seeded", with: "inOrder")).first?.contains(
        "'interleaving' is only for a random order of tasks"), true)
    expectEqual(
      problems(#"{ "name": "a", "scheduling": "seeded" }"#).first?.contains(
        "'scheduling' is only for a client of your own"), true)
    expectEqual(
      problems(#"{ "name": "a", "client": "token", "scheduling": "seded" }"#).first?.contains(
        "did you mean 'seeded'?"), true)
  }

  @Test func `a command without clients reports that it has none`() {
    let found = #expect(throws: Problems.self) {
      try ScenarioReader.read(
        Array(#"{ "name": "s", "designs": [{ "name": "a", "client": "token" }] }"#.utf8),
        file: "s.json")
    }
    expectEqual(found?.list.first?.description.contains("contains no clients"), true)
  }
}
