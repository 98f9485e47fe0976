import JSONText
import PurchaseWorld
import TestSupport
import Testing

@testable import Scenarios

@Suite("Mutants of designs") struct DesignMutantsTests {
  private static func mutants(of name: String) throws -> [DesignMutant] {
    DesignMutants(of: try #require(BuiltInDesign.named(name)).design).all
  }

  /// The values of an axis in mutants that change only this axis.
  private static func values(_ axis: String, of mutants: [DesignMutant]) -> [String] {
    mutants.filter { $0.axes[0].name == axis }.map { $0.axes[0].to }
  }

  @Test("a choice and a Boolean take every other value, a set takes every other set")
  func finite() throws {
    let mutants = try DesignMutantsTests.mutants(of: "keep-1")
    let keep = try #require(BuiltInDesign.named("keep-1")).design
    for axis in DesignAxes.all where axis.applies(to: keep.store) {
      let values = DesignMutantsTests.values(axis.name, of: mutants)
      let own = axis.value(in: keep)?.label ?? "none"
      switch axis.kind {
      case .choice(let words):
        expectEqual(Set(values), Set(words).subtracting([own]), "\(axis.name)")
      case .boolean: expectEqual(values.count, 1, "\(axis.name)")
      default: #expect(!values.isEmpty, "\(axis.name)")
      }
      #expect(!values.contains(own), "\(axis.name)")
    }
    expectEqual(DesignMutantsTests.values("records.at", of: mutants).count, 7)
    expectEqual(DesignMutantsTests.values("retry.resumeOn", of: mutants).count, 7)
  }

  @Test("an ordered list loses a source, gains a source, or has two sources exchanged")
  func lists() {
    var design = Design(name: "d")
    design.binding.itemSources = [.payload, .record]
    let values = DesignMutantsTests.values("binding.item", of: DesignMutants(of: design).all)
    expectEqual(
      values,
      [
        "record", "payload", "payload+record+product", "payload+record+latestOrder",
        "record+payload",
      ])
  }

  @Test("C7: an invalid mutant changes another axis of its rule, or is left out and counted")
  func tied() throws {
    let mutants = try DesignMutantsTests.mutants(of: "zero-loss-1.2")
    let asynchronous = try #require(mutants.first { $0.axes[0].to == "asynchronous" })
    expectEqual(
      asynchronous.axes.map { "\($0.name)=\($0.to)" },
      ["server.verification=asynchronous", "finish=onCallback"])
    var design = Design(name: "d")
    (design.store, design.routes) = (.storeKit2, .result)
    let found = DesignMutants(of: design)
    // A design without sources sells nothing, and no other axis except the store could help.
    expectEqual(found.omittedChangeCount, 1)
    let old = try #require(found.all.first { $0.axes[0].to == "storeKit1" })
    #expect(old.design.routes == .usual && old.axes.map(\.name) == ["store", "sources"])
  }

  @Test("mutants are unique, differ from their design, obey the rules and can be declared")
  func declared() throws {
    for (place, builtIn) in BuiltInDesign.all.enumerated() where Nightly.isOn || place % 4 == 0 {
      let mutants = DesignMutants(of: builtIn.design).all
      #expect(mutants.count > 80, "\(builtIn.design.name)")
      expectEqual(Set(mutants.map(\.design)).count, mutants.count)
      #expect(!mutants.contains { $0.design == builtIn.design })
      let designs = mutants.enumerated().map { index, mutant -> JSONOutput in
        var design = mutant.design
        design.name = "m\(index)"
        return design.declaration
      }
      let file: JSONOutput = ["name": "s", "designs": .array(designs)]
      expectEqual(problems(file.text), [])
      let read = try #require(scenario(file.text)).designs
      expectEqual(read.map(\.nonDefaultAxesOutput), mutants.map(\.design.nonDefaultAxesOutput))
    }
  }

  @Test("M1: the update of a mutant can be declared in a file")
  func updates() {
    var old = Design(name: "old")
    (old.records.at, old.records.place) = ([.payment], .keychain)
    old.update = AppUpdate(from: old, at: 2, to: Design(name: "new"))
    var new = old
    new.update = nil
    old.update = AppUpdate(from: old, at: 2, to: new)
    let found = DesignMutants(of: old)
    expectEqual(found.omittedChangeCount, 3)
    #expect(!found.all.contains { $0.design.records.place == .server })
    #expect(
      found.all.allSatisfy { $0.design.store == .storeKit1 && $0.design.update == old.update })
  }
}
