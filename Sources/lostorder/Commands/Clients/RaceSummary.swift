import ExhaustiveSearch
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// Which drawn orders of a client's ready tasks lose an order in a way in which the first order does not.
struct RaceSummary {
  /// A line for each design and journey; none where no orders were drawn.
  private(set) var lines: [String] = []

  /// - Parameter orders: the designs that were explored, each order of tasks as a design of its own.
  init(
    _ explored: [ExplorationJSON.Explored], of scenario: Scenario, orders: [Design],
    _ language: Language
  ) {
    for base in scenario.designs {
      let drawn = orders.compactMap { order -> (number: Int, name: String)? in
        guard let number = order.interleaving, order.name == base.name(interleavedAs: number) else {
          return nil
        }
        return (number, order.name)
      }
      let all = explored.filter { $0.found.design == base.name }
      for first in all where !drawn.isEmpty {
        let known = RaceSummary.ways(first.found)
        let found = drawn.filter { order in
          explored.contains {
            $0.found.design == order.name && $0.journey == first.journey
              && !RaceSummary.ways($0.found).isSubset(of: known)
          }
        }
        let count = "\(drawn.count)"
        let (name, journey) = (base.name.escapingControls, first.journey.rawValue)
        let numbers = language.list(found.map { "\($0.number)" })
        lines.append(
          (found.isEmpty
            ? language(
              "{0}: none of {1} drawn orders of the tasks of {2} loses an order otherwise than the first",
              journey, count, name)
            : language(
              "{0}: of {1} drawn orders of the tasks of {2}, {3} lose orders otherwise than the first: --interleaving {4}",
              journey, count, name, "\(found.count)", numbers)) + "\n")
      }
    }
  }

  /// How orders are lost, and of which faults.
  private static func ways(_ found: Exploration) -> Set<[String]> {
    let unharmed = found.unharmed.ways.map { ["\($0)"] }
    let harmed = found.groups.flatMap { group in
      group.losses.ways.map { ["\($0)"] + group.kinds.map(\.rawValue) }
    }
    return Set(unharmed + harmed)
  }
}
