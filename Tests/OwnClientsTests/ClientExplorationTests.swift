import Experiments
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Explorations of a team's own client, before each of its effects too.
@Suite struct ClientExplorationTests {
  private func found(_ design: Design, faults: Int, workers: Int) throws -> Exploration {
    let scenario = try ScenarioReader.read(
      Array(try PackageFiles.text("scenarios/field.json").utf8), file: "field.json")
    return Explorer(design, .one, in: scenario, kinds: FaultKind.allCases)
      .explore(faults: faults, workers: workers)
  }

  @Test(arguments: ["sk2-token", "keep-2", "zero-loss-1.0", "zero-loss-1.2"])
  func `a port loses orders in the ways of its design with one fault`(name: String) throws {
    let (described, written) = try AgreementTests.pair(name)
    let (design, port) = (
      try found(described, faults: 1, workers: 2), try found(written, faults: 1, workers: 2)
    )
    #expect(port.cut == nil && port.steps > design.steps && port.placements > design.placements)
    let ways = { (found: Exploration) in
      Set(
        found.groups.flatMap { group in
          group.losses.ways.map { way -> String in
            // Where an order was dropped the world cannot tell of a client whose records it does not read.
            switch way {
            case .lost(let kind, _), .takenBack(let kind, _): "\(group.kinds) \(kind)"
            case .rescued: "\(group.kinds) rescued"
            }
          }
        })
    }
    #expect(ways(port) == ways(design))
    #expect(try found(written, faults: 1, workers: 1).groups == port.groups)
  }

  @Test func `an order is lost for the same faults under a port and under its design`() throws {
    var scenario = try ScenarioReader.read(
      Array(try PackageFiles.text("scenarios/field.json").utf8), file: "field.json")
    let (described, written) = try AgreementTests.pair("zero-loss-1.0")
    (scenario.designs, scenario.users, scenario.expectations) = ([described, written], 20_000, [])
    let kept: Runner.Kept<LossBooks> = Runner(scenario).keepBooks(workers: 2, progress: nil)
    let (design, port) = (kept.books.designs[0], kept.books.designs[1])
    #expect(kept.cut == nil && design.all.orders > 5)
    #expect(design.causes == port.causes && design.exactly == port.exactly)
  }
}
