import ExhaustiveSearch
import JSONText
import PurchaseWorld
import Reports
import Scenarios

extension ExplorationMethod {
  /// The drawn interleavings of a client's tasks that lose orders in another way than the first
  /// one: a line for each design and journey; empty if no interleavings were drawn.
  func races(in explored: Finding) -> String {
    var text = ""
    for base in scenario.designs {
      // Each interleaving is a separate design.
      let drawn = designs.filter { $0.interleaving.map(base.name(interleavedAs:)) == $0.name }
      let all = explored.filter { $0.found.design == base.name }
      for first in all where !drawn.isEmpty {
        let known = lossOutcomes(first.found)
        let found = drawn.filter { order in
          explored.contains {
            $0.found.design == order.name && $0.journey == first.journey
              && !lossOutcomes($0.found).isSubset(of: known)
          }
        }
        let count = "\(drawn.count)"
        let (name, journey) = (base.name.escapingControls, first.journey.rawValue)
        let numbers = language.list(found.compactMap(\.interleaving).map(String.init))
        text +=
          (found.isEmpty
            ? language(
              "{0}: none of {1} drawn interleavings of the tasks of {2} loses an order in another way than the first",
              journey, count, name)
            : language(
              "{0}: of {1} drawn interleavings of the tasks of {2}, {3} lose orders in another way than the first: --interleaving {4}",
              journey, count, name, "\(found.count)", numbers)) + "\n"
      }
    }
    return text
  }

  /// The ways in which orders are lost, each with its faults.
  private func lossOutcomes(_ found: Exploration) -> Set<[String]> {
    let faultFree = found.lossesWithoutFaults.allLossOutcomes.map { ["\($0)"] }
    let withFaults = found.groups.flatMap { group in
      group.losses.allLossOutcomes.map { ["\($0)"] + group.kinds.map(\.rawValue) }
    }
    return Set(faultFree + withFaults)
  }
}
