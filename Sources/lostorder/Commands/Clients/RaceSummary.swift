import ExhaustiveSearch
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// The drawn interleavings of a client's tasks that lose orders in another way than the first one.
struct RaceSummary {
  /// A line for each design and journey; empty if no interleavings were drawn.
  private(set) var lines: [String] = []

  /// - Parameter orders: the explored designs; each interleaving is a separate design.
  init(
    _ explored: [ExplorationJSON.JourneyExploration], of scenario: Scenario, orders: [Design],
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
        let known = RaceSummary.lossOutcomes(first.found)
        let found = drawn.filter { order in
          explored.contains {
            $0.found.design == order.name && $0.journey == first.journey
              && !RaceSummary.lossOutcomes($0.found).isSubset(of: known)
          }
        }
        let count = "\(drawn.count)"
        let (name, journey) = (base.name.escapingControls, first.journey.rawValue)
        let numbers = language.list(found.map { "\($0.number)" })
        lines.append(
          (found.isEmpty
            ? language(
              "{0}: none of {1} drawn interleavings of the tasks of {2} loses an order in another way than the first",
              journey, count, name)
            : language(
              "{0}: of {1} drawn interleavings of the tasks of {2}, {3} lose orders in another way than the first: --interleaving {4}",
              journey, count, name, "\(found.count)", numbers)) + "\n")
      }
    }
  }

  /// The ways in which orders are lost, each with its faults.
  private static func lossOutcomes(_ found: Exploration) -> Set<[String]> {
    let faultFree = found.lossesWithoutFaults.allLossOutcomes.map { ["\($0)"] }
    let withFaults = found.groups.flatMap { group in
      group.losses.allLossOutcomes.map { ["\($0)"] + group.kinds.map(\.rawValue) }
    }
    return Set(faultFree + withFaults)
  }
}
