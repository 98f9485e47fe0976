import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Designs that can be extended and are not simulated.
@Suite struct AbstractDesignTests {
  private static let designs = #"""
    { "name": "team", "abstract": true, "payload": "order", "ledger": true },
    { "name": "teams", "extends": "team", "timing": "orderFirst" },
    { "name": "other", "extends": "team", "payload": "account" }
    """#

  private func text(_ designs: String = designs, _ more: String = "") -> String {
    #"{ "name": "s", "designs": [\#(designs)]\#(more) }"#
  }

  /// The problems of the designs and some members, without the file and the line.
  private func wrong(_ designs: String = designs, _ more: String = "") -> [String] {
    problems(text(designs, more)).map {
      String($0.replacing(#/^s\.json:[0-9]+:[0-9]+: /#, with: ""))
    }
  }

  @Test func `an abstract design can be extended and is not simulated`() throws {
    let read = try #require(scenario(text()))
    expectEqual(read.designs.map(\.name), ["teams", "other"])
    expectEqual(read.designs.map(\.hasLedger), [true, true])
    #expect(read.designs[0].payload == .order && read.designs[1].payload == .account)
    expectEqual(read.pairs, [DesignPair(0, 1)])
  }

  @Test func `a design that is not abstract is simulated, also with 'abstract' false`() throws {
    let read = try #require(scenario(text(#"{ "name": "a", "abstract": false }, "naive""#)))
    expectEqual(read.designs.map(\.name), ["a", "naive"])
    expectEqual(read.designs[0], Design(name: "a"))
  }

  @Test func `an abstract design may be incomplete, but a design that extends it may not`() {
    // An order as payload needs an order before the payment.
    let half = #"{ "name": "half", "abstract": true, "payload": "order" }"#
    expectOnly(
      wrong(half + #", { "name": "whole", "extends": "half" }"#),
      "designs[1]: design 'whole' passes an order to the store before it has one "
        + "(purchaseFirst); expected timing orderFirst, or another payload")
  }

  @Test func `every member of an abstract grid can be extended`() throws {
    let grid =
      #"{ "name": "g", "abstract": true, "vary": { "records.in": ["memory", "sandbox"] } }"#
    let read = try #require(
      scenario(text(grid + #", { "name": "a", "extends": "g records.in=sandbox" }"#)))
    expectEqual(read.designs.map(\.name), ["a"])
    expectEqual(read.designs[0].records.place, .sandbox)
  }

  @Test func `a value of an abstract parent can be swept`() throws {
    let sweep = #", "sweep": { "value": "designs[0].ledger", "values": [true, false] }"#
    let points = try #require(scenario(text(AbstractDesignTests.designs, sweep))?.sweep?.points)
    expectEqual(
      points.map { $0.scenario.designs.map(\.hasLedger) }, [[true, true], [false, false]])
  }

  @Test(arguments: [
    (#""reference": "team""#, "reference"), (#""compare": [["team", "other"]]"#, "compare[0][0]"),
    (#""expect": [{ "design": "team", "metric": "lostRate", "max": 0.5 }]"#, "expect[0].design"),
    (#""precision": { "halfWidth": 0.1, "design": "team" }"#, "precision.design"),
  ])
  func `the name of an abstract design is rejected with the nearest simulated design`(
    members: String, path: String
  ) {
    expectOnly(
      wrong(AbstractDesignTests.designs, ", " + members),
      "\(path): design 'team' is abstract, so it is not simulated; "
        + "expected one of teams or other; did you mean 'teams'?")
  }

  @Test func `no app is updated from or to an abstract design`() {
    let from = #"{ "name": "a", "abstract": true, "updates": { "atVisit": 2, "to": "naive" } }"#
    expectOnly(
      wrong(from + #", "leo""#),
      "designs[0].updates: an abstract design is not simulated, so it cannot be updated; "
        + "expected 'updates' in the designs that extend it")
    let to = #"{ "name": "b", "updates": { "atVisit": 2, "to": "team" } }"#
    expectOnly(
      wrong(AbstractDesignTests.designs + ", " + to),
      "designs[3].updates.to: design 'team' is abstract, so it is not simulated; "
        + "expected a built-in design or a design of this file; did you mean 'teams'?")
  }

  @Test func `at least one design is simulated, and the names of abstract designs are taken`() {
    expectEqual(
      wrong(#"{ "name": "a", "abstract": true }"#),
      ["designs: every design is abstract; expected at least one that is simulated"])
    expectEqual(
      wrong(#"{ "name": "a", "abstract": true }, { "name": "a" }, "naive""#).first,
      "designs[1]: design 'a' appears twice; expected each design once")
    expectEqual(
      wrong(#"{ "name": "a", "abstract": 1 }, "naive""#),
      ["designs[0].abstract: 1 is not true or false; expected true or false"])
  }

  @Test func `the key 'abstract' is explained`() throws {
    let found = try #require(Explanation.of("abstract").first)
    #expect(found.name == "designs.abstract" && found.group == .key)
  }
}
