import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// The designs between two designs.
@Suite struct DesignDifferenceTests {
  private func difference(
    _ from: String, _ to: String, tyingSources: Bool = false
  ) throws -> DesignDifference {
    DesignDifference(
      from: try #require(BuiltInDesign.named(from)).design,
      to: try #require(BuiltInDesign.named(to)).design, tyingSources: tyingSources)
  }

  /// The same design under another name.
  private func renamed(_ design: Design, _ name: String) -> Design {
    var design = design
    design.name = name
    return design
  }

  private func names(_ difference: DesignDifference) -> [[String]] {
    difference.parts.map { $0.axes.map(\.name) }
  }

  @Test func `without any change a hybrid is the first design, with all changes the second`() {
    for from in BuiltInDesign.all.map(\.design) {
      for to in BuiltInDesign.all.map(\.design) {
        let difference = DesignDifference(from: from, to: to)
        let all = (UInt64(1) << UInt64(difference.parts.count)) - 1
        expectEqual(renamed(difference.hybrid(taking: 0), "x"), renamed(from, "x"))
        expectEqual(renamed(difference.hybrid(taking: all), "x"), renamed(to, "x"))
        expectEqual(difference.parts.isEmpty, (renamed(from, "x") == renamed(to, "x")))
      }
    }
  }

  @Test func `every design between two built-in designs can be declared in a file`() {
    let designs = BuiltInDesign.all.map(\.design)
    var count = 0
    for (from, to) in zip(designs, designs.dropFirst() + designs.prefix(1)) {
      let difference = DesignDifference(from: from, to: to)
      // Each part alone, and all parts without each one: all pairs of axes are mixed somewhere.
      let all = (UInt64(1) << UInt64(difference.parts.count)) - 1
      for part in difference.parts.indices {
        for taken in [1 << UInt64(part), all & ~(1 << UInt64(part))] {
          let hybrid = renamed(difference.hybrid(taking: taken), "hybrid")
          let text = #"{ "name": "s", "designs": [\#(hybrid.declaration.line)] }"#
          expectEqual(scenario(text)?.designs, [hybrid])
          count += 1
        }
      }
    }
    #expect(count > 100)
  }

  @Test func `axes are listed with both values, in the order of section 5`() throws {
    let difference = try difference("zero-loss-1.0", "zero-loss-guest")
    expectEqual(
      difference.parts.map { $0.axes.map { [$0.name, $0.from, $0.to] } },
      [
        [["records.clearOn", "cancelled+error", "none"]],
        [["guest", "requireLogin", "deviceAccount"]],
      ])
  }

  @Test func `an order payload and the time of the order change together`() throws {
    #expect(try names(difference("zhangtielei", "bound-sync")).contains(["timing", "payload"]))
    #expect(try names(difference("naive", "leo")).contains(["timing"]))
  }

  @Test func `an asynchronous check and the time of the finish change together`() throws {
    let names = try names(difference("singleton-async", "bound-sync"))
    #expect(names.contains(["finish", "server.verification"]))
    #expect(names.contains(["payload"]) && names.contains(["binding.item"]))
  }

  @Test func `a repeated last delay and the delays change together`() throws {
    #expect(
      try names(difference("naive", "beiliao")).contains(["retry.delays", "retry.repeatLast"]))
  }

  @Test func `on request, the sources of a binding change with the axes that fill them`() throws {
    let plain = try difference("naive", "keep-3")
    #expect(plain.hasUnfilledSources && plain.parts.allSatisfy { $0.axes.count == 1 })
    let tied = try difference("naive", "keep-3", tyingSources: true)
    #expect(!tied.hasUnfilledSources)
    expectEqual(names(tied)[1], ["payload", "records.at", "binding.item"])
    expectEqual(names(tied).filter { $0.count > 1 }.count, 1)
    expectEqual(tied.parts.count, plain.parts.count - 2)
  }

  @Test func `C3: records made at purchased store the bound item, so they fill no source`() throws {
    let tied = try difference("zhangtielei", "zero-loss-1.0", tyingSources: true)
    #expect(names(tied).contains { $0.contains("records.at") && $0.contains("binding.item") })
  }

  @Test func `sources that remain filled tie no axes`() throws {
    let plain = try difference("zero-loss-1.0", "zero-loss-1.2", tyingSources: true)
    #expect(!plain.hasUnfilledSources && plain.parts.count == 1)
  }
}
