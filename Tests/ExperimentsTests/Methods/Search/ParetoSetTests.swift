import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import DesignSearch
@testable import ExhaustiveSearch
@testable import Experiments

@Suite("Pareto sets") struct ParetoSetTests {
  @Test("a point is dominated if another point is better in one coordinate and worse in none")
  func dominated() {
    expectEqual(ParetoSet.indices(of: [[1, 1], [1, 2], [2, 1], [0, 3]]), [0, 3])
    expectEqual(ParetoSet.indices(of: [[2, 2], [1, 3], [3, 1]]), [0, 1, 2])
    expectEqual(ParetoSet.indices(of: [[0, 0, 1], [0, 0, 0], [0, 1, 0]]), [1])
    expectEqual(ParetoSet.indices(of: []), [])
  }

  @Test("equal points are all in the set or all out of it")
  func equalPoints() {
    expectEqual(ParetoSet.indices(of: [[1, 2], [2, 1], [1, 2]]), [0, 1, 2])
    expectEqual(ParetoSet.indices(of: [[1, 2], [0, 2], [1, 2]]), [1])
    #expect(!ParetoSet.dominates([1, 2], [1, 2]))
  }

  @Test("the set equals the result of comparing every pair of points")
  func allPairs() {
    var random = TestRandom(seed: 5)
    for _ in 0..<200 {
      let points = (0..<30).map { _ in (0..<4).map { _ in Double(random.next(4)) } }
      let kept = points.indices.filter { index in
        !points.contains { ParetoSet.dominates($0, points[index]) }
      }
      expectEqual(ParetoSet.indices(of: points), kept)
    }
  }

  private func point(_ name: String, away: Int, _ values: [Double]) -> DesignEstimates {
    var design = Design(name: name)
    if away > 0 { design.hasLedger = true }
    if away > 1 { design.timing = .orderFirst }
    return DesignEstimates(
      design: design, estimates: values.map { Estimate($0, Interval(low: $0, high: $0), .share) })
  }

  @Test("designs with the same rates are listed under the simplest design, ties under the first")
  func simplest() {
    let points = SearchFindings.points(of: [
      point("far", away: 2, [0, 1, 0, 0]), point("near", away: 1, [0, 1, 0, 0]),
      point("later", away: 1, [0, 1, 0, 0]), point("worse", away: 0, [0, 1, 0, 1]),
      point("other", away: 0, [1, 0, 0, 0]),
    ])
    expectEqual(points.map(\.design.name), ["near", "other"])
    expectEqual(points.map(\.others), [["later", "far"], []])
    expectEqual(points.map(\.axes.count), [1, 0])
  }

  @Test("G10: a design whose orders are refunded instead of lost is not listed first")
  func refunds() {
    let points = SearchFindings.points(of: [
      point("refunded", away: 0, [0, 0.5, 0, 0]), point("lost", away: 1, [0.2, 0.1, 0, 0]),
    ])
    expectEqual(points.map(\.design.name), ["lost", "refunded"])
  }
}
