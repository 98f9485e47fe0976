import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// The designs of the search space.
@Suite struct DesignSpaceTests {
  private static let designs = DesignSpace.designs(of: .storeKit1)

  /// A design under no name, so that only its axes are compared.
  private func unnamed(_ design: Design) -> Design {
    var design = design
    design.name = ""
    return design
  }

  /// The designs for which every rule is checked: all in the nightly run, otherwise one of 31.
  private func sample(_ designs: [Design]) -> [Design] {
    stride(from: 0, to: designs.count, by: Nightly.isOn ? 1 : 31).map { designs[$0] }
  }

  @Test func `the space has tens of thousands of designs, each once and in a fixed order`() {
    let designs = DesignSpaceTests.designs
    #expect((20_000...80_000).contains(designs.count))
    expectEqual(Set(designs.map(unnamed)).count, designs.count)
    #expect(designs.enumerated().allSatisfy { $1.name == "space-\($0 + 1)" })
    expectEqual(designs, DesignSpace.designs(of: .storeKit1))
  }

  @Test func `no design breaks a rule, has an unfilled source, or duplicates another`() {
    let designs = DesignSpaceTests.designs
    for design in sample(designs) {
      #expect(!InvalidCombination.all.contains { $0.tie.isBroken(design) }, "\(design.name)")
      #expect(!AxisTie.sources.contains { $0.isBroken(design) }, "\(design.name)")
      #expect(!RedundantDesign.isRedundant(design), "\(design.name)")
    }
  }

  @Test(.enabled(if: Nightly.isOn), arguments: [Design.StoreKind.playBilling, .storeKit2])
  func `the space of a store has designs of that store only, each once`(store: Design.StoreKind) {
    let designs = DesignSpace.designs(of: store)
    #expect(designs.allSatisfy { $0.store == store })
    #expect(designs.count > DesignSpaceTests.designs.count)
    expectEqual(Set(designs.map(unnamed)).count, designs.count)
    let wrong = sample(designs).first { design in
      InvalidCombination.all.contains { $0.tie.isBroken(design) }
        || RedundantDesign.isRedundant(design)
    }
    #expect(wrong == nil)
    for routes in [Routes.result, .usual, [.result, .updates, .launchQuery, .resumeQuery]] {
      #expect(designs.contains { $0.routes == routes })
    }
    for rule in Design.UnverifiedRule.allCases where store == .storeKit2 {
      #expect(designs.contains { $0.unverified == rule })
    }
    for rule in BackendRules.Completion.allCases where store == .playBilling {
      #expect(designs.contains { $0.backend.completion == rule })
    }
  }

  @Test func `every value that the articles discuss occurs in a design`() {
    let designs = DesignSpaceTests.designs
    func tries<Value: CaseIterable & Equatable>(_ value: (Design) -> Value, but left: [Value] = [])
    {
      for wanted in Value.allCases where !left.contains(wanted) {
        #expect(designs.contains { value($0) == wanted }, "\(wanted)")
      }
      for wanted in left { #expect(!designs.contains { value($0) == wanted }, "\(wanted)") }
    }
    tries(\.timing)
    tries(\.orderRequest)
    tries(\.payload)
    tries(\.records.place)
    tries(\.records.key)
    tries(\.binding.unbound)
    tries(\.finish)
    tries(\.onRejection)
    tries(\.observer)
    tries(\.repurchase, but: [.resume, .finishPending])
    tries(\.backend.verification)
    tries(\.backend.entry)
    tries(\.backend.dedupe)
  }

  @Test func `a design of an article is in the space, except for fixed axes`() throws {
    var design = try #require(BuiltInDesign.named("keep-2")).design
    design.name = ""
    #expect(DesignSpaceTests.designs.contains { unnamed($0) == design })
    design.backend.receivesNotifications = true
    #expect(DesignSpaceTests.designs.contains { unnamed($0) == design })
  }

  @Test func `a declaration reads back, with one axis per step from the defaults`() throws {
    let designs = DesignSpaceTests.designs
    for index in stride(from: 0, to: designs.count, by: 997) {
      let design = designs[index]
      let text = #"{ "name": "s", "designs": [\#(design.declaration.line)] }"#
      expectEqual(scenario(text)?.designs, [design])
      guard case .object(let axes) = design.nonDefaultAxesOutput else {
        Issue.record("axes are an object")
        continue
      }
      expectEqual(axes.count, design.nonDefaultAxisCount)
      let difference = DesignDifference(from: Design(name: ""), to: design)
      expectEqual(difference.parts.flatMap(\.axes).count, design.nonDefaultAxisCount)
    }
    expectEqual(Design(name: "plain").nonDefaultAxisCount, 0)
    expectEqual(Design(name: "plain").declaration.line, #"{"name": "plain"}"#)
  }
}
