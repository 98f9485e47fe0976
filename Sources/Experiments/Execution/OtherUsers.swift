import EventEngine
import PurchaseWorld
import Scenarios

/// Users whom a team's own client serves in the same process of the command, between two processes of another user.
///
/// In an app there are no such users: every process of it begins with memory of its own. What they change for the
/// user in between is state that outlives a simulated process: a global variable, a singleton, a file.
final class OtherUsers {
  /// What they do. Both have the user's own random streams, so that keys that the client draws are the same.
  enum Kind: CaseIterable {
    /// Buys once and receives the goods: what the client notes of a purchase is cleared.
    case buys
    /// Cancels once, buys, and crashes at the charge for good: what the client notes of a purchase stays.
    case crashes
  }

  private let design: Design
  private let items: Int
  private var stage: Stage

  init(_ design: Design, in conditions: Conditions) {
    self.design = design
    items = conditions.catalog.items.count
    stage = Stage(conditions: conditions)
  }

  /// Plays one of a kind in the place of a user.
  func play(_ kind: Kind, for user: VirtualUser) {
    var other = VirtualUser(number: user.number, draws: user.draws)
    (other.isGuest, other.starts, other.neverReturns) = (user.isGuest, user.starts, true)
    let wanted = user.intents.first ?? Intent(item: 0, pays: true)
    switch kind {
    case .buys: other.tap(wanted, pays: true, among: items)
    case .crashes:
      other.tap(wanted, pays: false, among: items)
      other.tap(wanted, pays: true, among: items)
      other.plan = [
        PlannedFault(
          .crash(reopens: .seconds(60)), intent: 1, at: .charge, after: .zero, declaration: 0)
      ]
    }
    var outcome = Outcome()
    // What the client does to this life it does to those that are counted, too.
    try? stage.playOut(design, of: other, into: &outcome)
  }
}

extension VirtualUser {
  /// Adds a tap for another item than one that is wanted, if there is another.
  fileprivate mutating func tap(_ wanted: Intent, pays: Bool, among items: Int) {
    var intent = Intent(item: (wanted.item + 1) % items, pays: pays)
    (intent.sheet, intent.processing) = (wanted.sheet, wanted.processing)
    intents.append(intent)
    let number = intents.count - 1
    taps.append(
      PlannedTap(intent: number, visit: 0, after: .seconds(Int64(300 * number)), pays: pays))
  }
}
