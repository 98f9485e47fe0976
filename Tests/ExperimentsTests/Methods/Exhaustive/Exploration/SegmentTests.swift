import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@testable import ExhaustiveSearch
@testable import Experiments

/// The placements after one fault can be explored in segments, so that pieces of a deep search are small.
@Suite struct SegmentTests {
  private static func explorer(_ name: String, _ kinds: [FaultKind], replays: Bool) throws
    -> Explorer
  {
    let scenario = try Explored.read("field")
    let script = Journey.one.script(in: scenario)
    let deterministic = scenario.deterministicCase(script).population
    let design = try Explored.design(name)
    let choices = ExploredFault.all(
      of: kinds, ExploredFaultValues(design, deterministic.conditions), script,
      deterministic.conditions)
    return Explorer(
      design, of: deterministic.user(0, seed: scenario.seed), deterministic.conditions, choices,
      replays: replays)
  }

  @Test(
    arguments: [("keep-1", false), ("keep-2", true)]
      + (Nightly.isOn ? [("zero-loss-1.2", false)] : []), [false, true])
  func `all segments together give the result of one exploration`(
    work: (name: String, replays: Bool), prunes: Bool
  ) throws {
    let kinds: [FaultKind] = work.replays ? [.crash] : [.crash, .spuriousFailure]
    var explorer = try Self.explorer(work.name, kinds, replays: work.replays)
    explorer.segments = 1
    let whole = explorer.explore(faults: 3, prunes: prunes)
    #expect(
      whole.interruption == nil && whole.resultsByFaultCount.count == 3
        && whole.placementCount > 1_000)
    for segments in Nightly.isOn ? [2, 5, 64, 1_000] : [7] {
      explorer.segments = segments
      let found = explorer.explore(faults: 3, prunes: prunes, workers: 2)
      #expect(
        found.resultsByFaultCount == whole.resultsByFaultCount && found.groups == whole.groups)
      #expect(
        found.lossesWithoutFaults == whole.lossesWithoutFaults
          && found.eventCount == whole.eventCount)
    }
  }

  @Test(arguments: [0, 1, 3, 64, 1_000])
  func `every place belongs to one segment, in order`(places: Int) {
    for count in [1, 2, 7, 64] {
      let ranges = (0..<count).map { Segment(number: $0, of: count).places(of: places) }
      expectEqual(ranges.flatMap { Array($0) }, Array(0..<places))
      #expect(ranges.allSatisfy { $0.count <= places / count + 1 })
    }
  }
}
