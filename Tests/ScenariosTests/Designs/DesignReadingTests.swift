import EventEngine
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// The designs of a scenario with these elements in its list; nil when there are problems.
private func designs(_ list: String) -> [Design]? {
  scenario(#"{ "name": "s", "designs": [\#(list)] }"#)?.designs
}

/// The values that the designs of a file are read to.
@Suite struct DesignReadingTests {
  @Test func `a design without a parent has every axis at its default`() {
    expectEqual(designs(#"{ "name": "x" }"#), [Design(name: "x")])
  }

  @Test func `dotted and nested axes are equivalent`() throws {
    let dotted = designs(
      #"{ "name": "x", "records.in": "keychain", "records.at": ["purchased", "payment"], "#
        + #""binding.item": ["record", "product"], "retry.delays": ["1s", "2s"] }"#)
    let nested = designs(
      #"{ "name": "x", "records": { "at": ["payment", "purchased"], "in": "keychain" }, "#
        + #""binding": { "item": ["record", "product"] }, "retry": { "delays": ["1s", "2s"] } }"#)
    var design = Design(name: "x")
    design.records.place = .keychain
    design.records.at = [.payment, .purchased]
    design.binding.itemSources = [.record, .product]
    design.retry.delays = [.seconds(1), .seconds(2)]
    expectEqual(dotted, [design])
    expectEqual(nested, [design])
  }

  @Test func `a design extends a built-in design or an earlier design of the file`() throws {
    let read = try #require(
      designs(
        #"{ "name": "a", "extends": "keep-1", "finish": "onCallback" }, "#
          + #"{ "name": "b", "extends": "a", "ledger": true }"#))
    var design = try #require(BuiltInDesign.named("keep-1")).design
    design.name = "a"
    design.finish = .onCallback
    expectEqual(read[0], design)
    design.name = "b"
    design.hasLedger = true
    expectEqual(read[1], design)
  }

  @Test func `an inherited record window can be removed with null`() throws {
    let read = try #require(
      designs(#"{ "name": "a", "extends": "leo", "binding.recordWindow": null }"#))
    #expect(read[0].binding.recordWindow == nil)
    expectEqual(read[0].binding.unbound, .collect)
  }

  @Test func `a grid names its members by the varied values, the first axis outermost`() throws {
    let read = try #require(
      designs(
        #"{ "name": "grid", "extends": "zero-loss-1.2", "vary": { "#
          + #""finish": ["onCallback", "afterVerification"], "#
          + #""records.in": ["memory", "sandbox"] } }"#))
    expectEqual(
      read.map(\.name),
      [
        "grid finish=onCallback records.in=memory", "grid finish=onCallback records.in=sandbox",
        "grid finish=afterVerification records.in=memory",
        "grid finish=afterVerification records.in=sandbox",
      ])
    var design = try #require(BuiltInDesign.named("zero-loss-1.2")).design
    design.name = "grid finish=onCallback records.in=sandbox"
    design.finish = .onCallback
    design.records.place = .sandbox
    expectEqual(read[1], design)
  }

  @Test func `lists, durations, numbers and Booleans have names in a grid`() throws {
    let read = try #require(
      designs(
        #"{ "name": "g", "vary": { "records.at": [[], ["purchased", "payment"]], "#
          + #""retry.delays": [["1s", "90s", "1.5s"]], "ledger": [true], "server.attempts": [2], "#
          + #""binding.recordWindow": [null] } }"#))
    expectEqual(
      read.map(\.name),
      [
        "g records.at=none retry.delays=1s+90s+1500ms ledger=true server.attempts=2 "
          + "binding.recordWindow=none",
        "g records.at=payment+purchased retry.delays=1s+90s+1500ms ledger=true server.attempts=2 "
          + "binding.recordWindow=none",
      ])
  }

  @Test func `an expectation can name a member of a grid, and a design can extend it`() throws {
    let read = try #require(
      scenario(
        #"{ "name": "s", "designs": [{ "name": "g", "vary": { "ledger": [true, false] } }, "#
          + #"{ "name": "h", "extends": "g ledger=true" }], "#
          + #""expect": [{ "design": "g ledger=true", "metric": "lostRate", "max": 0.5 }] }"#))
    expectEqual(
      read.expectations[0].claim, .range(.lostRate, design: "g ledger=true", min: nil, max: 0.5))
    #expect(read.designs[2].hasLedger)
  }

  @Test func `a thousand designs are accepted, and one more is rejected`() throws {
    let values = (1...1000).map(String.init).joined(separator: ", ")
    let grid = #"{ "name": "g", "vary": { "server.attempts": [\#(values)] } }"#
    expectEqual(designs(grid)?.count, 1000)
    expectEqual(
      problems(#"{ "name": "s", "designs": [\#(grid), "naive"] }"#),
      ["s.json:1:27: designs: more than 1000 designs; expected fewer"])
  }
}
