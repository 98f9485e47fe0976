import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// A design that is updated to another between two visits (M1).
@Suite struct UpdateReadingTests {
  private static func text(_ update: String, _ more: String = "") -> String {
    """
    { "name": "s", "designs": [
      { "name": "old", "updates": \(update) }\(more)
    ] }
    """
  }

  /// The problems of an update of a plain design of StoreKit 1, without the file and the line.
  private func updateProblems(_ update: String, _ more: String = "") -> [String] {
    problems(UpdateReadingTests.text(update, more)).map {
      String($0.replacing(#/^s\.json:[0-9]+:[0-9]+: /#, with: ""))
    }
  }

  private func read(_ text: String) throws -> [Design] { try #require(scenario(text)).designs }

  @Test func `an update names a visit and a design, and has defaults`() throws {
    let designs = try read(
      UpdateReadingTests.text(#"{ "atVisit": 3, "to": "new" }"#, #", { "name": "new" }"#))
    let update = try #require(designs[0].update)
    #expect(update.visit == 3 && update.design == designs[1])
    #expect(update.readsRecords && update.payloadIsUUID)
    #expect(designs[1].update == nil)
  }

  @Test func `an update can name a built-in design, and every grid member is updated`() throws {
    let designs = try read(
      """
      { "name": "s", "designs": [
        { "name": "old", "vary": { "payload": ["account", "order"], "timing": ["orderFirst"] },
          "updates": { "atVisit": 2, "to": "sk2-token", "readsRecords": false } } ] }
      """)
    expectEqual(designs.map { $0.update?.design.name }, ["sk2-token", "sk2-token"])
    // The number of an order is not a UUID by default.
    expectEqual(designs.map { $0.update?.payloadIsUUID }, [true, false])
    #expect(designs.allSatisfy { $0.update?.readsRecords == false })
  }

  @Test func `a design does not inherit the update of the design that it extends`() throws {
    let designs = try read(
      UpdateReadingTests.text(
        #"{ "atVisit": 3, "to": "naive" }"#, #", { "name": "other", "extends": "old" }"#))
    #expect(designs[0].hasUpdate && !designs[1].hasUpdate)
  }

  @Test(
    arguments: [
      #"5"#: "designs[0].updates: 5 is not allowed here; expected an object",
      #"{ "to": "naive" }"#:
        "designs[0].updates: 'atVisit' is missing; expected a whole number from 2 to 1000000",
      #"{ "atVisit": 2 }"#: "designs[0].updates: 'to' is missing; expected a string",
      #"{ "atVisit": 1, "to": "naive" }"#:
        "designs[0].updates.atVisit: 1 is out of range; expected a whole number from 2 to 1000000",
      #"{ "atVisit": 2.5, "to": "naive" }"#:
        "designs[0].updates.atVisit: 2.5 is not a whole number; "
        + "expected a whole number from 2 to 1000000",
      #"{ "atVisit": 2, "to": "naiv" }"#:
        "designs[0].updates.to: unknown design 'naiv'; "
        + "expected a built-in design or a design of this file; did you mean 'naive'?",
      #"{ "atVisit": 2, "to": "old" }"#:
        "designs[0].updates.to: design 'old' has 'updates' itself; "
        + "expected a design without 'updates'",
      #"{ "atVisit": 2, "to": "play-naive" }"#:
        "designs[0].updates.to: design 'old' uses storeKit1, but 'play-naive' uses playBilling; "
        + "expected an update within one store, or from storeKit1 to storeKit2",
      #"{ "atVisit": 2, "to": "naive", "payloadIsUUID": true }"#:
        "designs[0].updates.payloadIsUUID: an update within storeKit1 keeps every payload; "
        + "expected no 'payloadIsUUID', or an update from storeKit1 to storeKit2",
      #"{ "atVisit": 2, "to": "naive", "readsRecord": true }"#:
        "designs[0].updates: unknown key 'readsRecord'; "
        + "expected one of atVisit, to, readsRecords or payloadIsUUID; "
        + "did you mean 'readsRecords'?",
      #"{ "atVisit": 2, "to": "naive", "readsRecords": 1 }"#:
        "designs[0].updates.readsRecords: 1 is not true or false; expected true or false",
    ] as [String: String])
  func `an invalid update is reported at its position`(update: String, line: String) {
    expectEqual(updateProblems(update), [line])
  }

  @Test func `the position of a problem is the position of the value`() {
    expectEqual(
      problems(UpdateReadingTests.text(#"{ "atVisit": 2, "to": "play-naive" }"#)).first?
        .hasPrefix("s.json:2:53: "), true)
  }

  @Test func `no app is updated from StoreKit 2 to StoreKit 1`() {
    expectEqual(
      problems(
        #"{ "name": "s", "designs": [{ "name": "a", "store": "storeKit2", "#
          + #""updates": { "atVisit": 2, "to": "naive" } }] }"#
      ).first?.contains("design 'a' uses storeKit2, but 'naive' uses storeKit1"), true)
  }

  @Test func `a design with an update cannot be the target of an update`() {
    expectOnly(
      updateProblems(
        #"{ "atVisit": 2, "to": "b" }"#,
        #", { "name": "b", "updates": { "atVisit": 2, "to": "naive" } }"#),
      "designs[0].updates.to: design 'b' has 'updates' itself; expected a design without 'updates'")
  }

  @Test func `an invalid design is not reported as unknown`() {
    expectEqual(
      updateProblems(
        #"{ "atVisit": 2, "to": "b" }"#, #", { "name": "b", "finish": "x" }"#
      ).map { $0.contains("updates") }, [false])
  }

  @Test func `an update cannot read local records if the new design has records on the server`() {
    let server = #", { "name": "b", "records": { "in": "server", "at": ["payment"] } }"#
    let old = #"{ "name": "s", "designs": [{ "name": "a", "records.at": ["payment"], "updates": "#
    let found = problems(old + #"{ "atVisit": 2, "to": "b" } }\#(server)] }"#)
    expectOnly(
      found.map { $0.replacing(#/^s\.json:[0-9]+:[0-9]+: /#, with: "") },
      "designs[0].updates.to: only design 'b' has its records on the server; "
        + "expected 'readsRecords' false, or both designs with records on the server, or neither")
    let forgets = #"{ "atVisit": 2, "to": "b", "readsRecords": false } }\#(server)] }"#
    expectEqual(problems(old + forgets), [])
    // A design without records has nothing to read.
    expectEqual(updateProblems(#"{ "atVisit": 2, "to": "b" }"#, server), [])
  }

  @Test func `a design is written with every default of its update and reads back`() throws {
    let designs = try read(
      """
      { "name": "s", "designs": [
        { "name": "old", "payload": "account", "updates": { "atVisit": 3, "to": "sk2-sample" } },
        { "name": "same", "updates": { "atVisit": 2, "to": "naive" } } ] }
      """)
    expectEqual(
      designs[0].declaration.line,
      #"{"name": "old", "payload": "account", "updates": "#
        + #"{"atVisit": 3, "to": "sk2-sample", "readsRecords": true, "payloadIsUUID": true}}"#)
    expectEqual(
      designs[1].declaration.line,
      #"{"name": "same", "updates": {"atVisit": 2, "to": "naive", "readsRecords": true}}"#)
    let lines = designs.map(\.declaration.line).joined(separator: ", ")
    #expect(try read(#"{ "name": "s", "designs": [\#(lines)] }"#) == designs)
  }

  @Test func `a case has the new design beside the updated design`() throws {
    let text = """
      { "name": "s", "horizon": "3d", "designs": [
        { "name": "old", "extends": "keep-1", "updates": { "atVisit": 2, "to": "new" } },
        { "name": "new", "extends": "sk2-token", "ui": "blocking" } ],
        "plan": [{ "tap": 1 }] }
      """
    var case1 = try #require(scenario(text))
    case1.designs = case1.designs[0].selfAndUpdateTarget
    expectEqual(case1.designs.map(\.name), ["old", "new"])
    let again = try #require(scenario(case1.caseText))
    expectEqual(again.designs, case1.designs)
    expectEqual(again.caseText, case1.caseText)
  }

  @Test func `the keys and the rules of updates are explained`() {
    for name in ["updates", "atVisit", "readsRecords", "payloadIsUUID", "M1", "M2", "M3"] {
      #expect(!Explanation.of(name).isEmpty, "\(name)")
    }
    let key = Explanation.of("readsRecords").first
    expectEqual(key?.name, "designs.updates.readsRecords")
    expectEqual(key?.facts.last?.text.english, "rule M1 (Migration)")
  }
}
