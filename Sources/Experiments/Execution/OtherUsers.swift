import EventEngine
package import PurchaseWorld
import Scenarios

/// Users whom a team's own client serves in the same process, between two app processes of a user.
///
/// A real app has no such users, because every process has its own memory. An effect on the
/// surrounding user shows state outside the simulated process: a global variable, a singleton, a
/// file.
package final class OtherUsers {
  /// Behavior of these users. They share the user's random streams, so client keys are equal.
  package enum Kind: CaseIterable {
    /// Buys once and receives the goods, so the client clears its records.
    case buys
    /// Cancels once, buys and crashes for good at the charge, so the client keeps its records.
    case crashes
  }

  private let design: Design
  private let items: Int
  private var simulator: Simulator

  package init(_ design: Design, in conditions: Conditions) {
    self.design = design
    items = conditions.catalog.items.count
    simulator = Simulator(conditions: conditions)
  }

  /// Simulates another user of the given kind with the user's number.
  package func simulate(_ kind: Kind, for user: VirtualUser) {
    var other = VirtualUser(number: user.number, draws: user.draws)
    (other.isGuest, other.startDelay, other.neverReturns) = (user.isGuest, user.startDelay, true)
    let wanted = user.intents.first ?? Intent(item: 0, pays: true)
    switch kind {
    case .buys: other.tap(wanted, pays: true, among: items)
    case .crashes:
      other.tap(wanted, pays: false, among: items)
      other.tap(wanted, pays: true, among: items)
      other.plannedFaults = [
        PlannedFault(
          .crash(reopens: .seconds(60)), intent: 1, at: .charge, after: .zero, declaration: 0)
      ]
    }
    var outcome = UserOutcome()
    // A client error in this simulation occurs for counted users as well, so it is ignored here.
    try? simulator.simulate(design, of: other, into: &outcome)
  }
}

extension VirtualUser {
  /// Adds a tap for a different item than `wanted`, if the catalog has another.
  fileprivate mutating func tap(_ wanted: Intent, pays: Bool, among items: Int) {
    var intent = Intent(item: (wanted.itemIndex + 1) % items, pays: pays)
    (intent.sheetTime, intent.processingTime) = (wanted.sheetTime, wanted.processingTime)
    intents.append(intent)
    let number = intents.count - 1
    taps.append(
      PlannedTap(intent: number, visit: 0, after: .seconds(Int64(300 * number)), pays: pays))
  }
}
