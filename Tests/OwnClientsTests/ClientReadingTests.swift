import ExampleClients
import JSONText
import OwnClients
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Designs with a client of a team's own, as scenarios declare them.
@Suite struct ClientReadingTests {
  private static let clients = OwnClients(["token": { TokenClient(device: $0) }])

  private func problems(_ design: String) -> [String] {
    KnownClients.$all.withValue(Self.clients.references) {
      do throws(Problems) {
        _ = try ScenarioReader.read(
          Array(#"{ "name": "s", "designs": [\#(design)] }"#.utf8), file: "s.json")
        return []
      } catch { return error.list.map(\.description) }
    }
  }

  @Test func `a design with a client says of the store and the backend, and is declared as it was`()
    throws
  {
    let text =
      #"{ "name": "s", "designs": [{ "name": "own", "client": "token", "store": "storeKit2", "ui": "blocking", "server.lateOrder": true, "retry.timeout": "20s" }] }"#
    let design = try KnownClients.$all.withValue(Self.clients.references) {
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
    (#"{ "name": "a", "client": "tokn", "store": "storeKit2" }"#, "did you mean 'token'?"),
    (
      #"{ "name": "a", "client": "token", "store": "storeKit2", "finish": "onCallback" }"#,
      "the client decides 'finish' by itself"
    ),
    (
      #"{ "name": "a", "client": "token", "store": "storeKit2", "updates": { "atVisit": 2, "to": "naive" } }"#,
      "an app with a client of its own is not updated"
    ),
  ])
  func `what a client decides by itself is refused`(design: String, words: String) {
    let found = problems(design)
    #expect(found.count == 1 && found[0].contains(words), "\(found)")
  }

  @Test func `no app is updated to one with a client of its own`() {
    let found = problems(
      #"""
      { "name": "old", "extends": "sk2-token", "updates": { "atVisit": 2, "to": "own" } },
      { "name": "own", "client": "token", "store": "storeKit2" }
      """#)
    #expect(
      found.count == 1
        && found[0].contains(
          "design 'own' has a client of its own; expected a design without 'client'"),
      "\(found)")
  }

  @Test func `the order of ready tasks is a client's, and is declared`() throws {
    let text = #"{"name": "own", "client": "token", "scheduling": "seeded", "store": "storeKit2"}"#
    let design = try KnownClients.$all.withValue(Self.clients.references) {
      try ScenarioReader.read(
        Array(#"{ "name": "s", "designs": [\#(text)] }"#.utf8), file: "s.json"
      )
      .designs[0]
    }
    #expect(design.scheduling == .seeded && design.declaration.line == text)
    let numbered = text.replacing("\"seeded\"", with: "\"seeded\", \"interleaving\": 3")
    expectEqual(problems(numbered), [])
    expectEqual(
      problems(numbered.replacing("seeded", with: "inOrder")).first?.contains(
        "only a drawn order of tasks has a number"), true)
    expectEqual(
      problems(#"{ "name": "a", "scheduling": "seeded" }"#).first?.contains(
        "only the tasks of a client of a team's own are scheduled"), true)
    expectEqual(
      problems(#"{ "name": "a", "client": "token", "scheduling": "seded" }"#).first?.contains(
        "did you mean 'seeded'?"), true)
  }

  @Test func `a command without clients says so`() {
    let found = #expect(throws: Problems.self) {
      try ScenarioReader.read(
        Array(#"{ "name": "s", "designs": [{ "name": "a", "client": "token" }] }"#.utf8),
        file: "s.json")
    }
    expectEqual(found?.list.first?.description.contains("was built without clients"), true)
  }
}
