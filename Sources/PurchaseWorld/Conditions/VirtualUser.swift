package import EventEngine

/// One simulated user with the planned faults: the same for every design.
package struct VirtualUser: Sendable {
  /// The number of this user in results.
  package var number: UInt64
  /// The random draws of this user, by key.
  package var draws: KeyedDraws
  /// The intents of this user, in the order in which they arise.
  package var intents: [Intent] = []
  /// The planned taps, in order of time.
  package var taps: [PlannedTap] = []
  /// The planned faults, in order of intent and declaration.
  package var plannedFaults: [PlannedFault] = []
  /// Whether the app stays closed after the first death or visit.
  package var neverReturns = false
  /// Whether the user is not logged in when the app is first opened (C10).
  package var isGuest = false
  /// The delay from the start of the run to the first opening of the app.
  package var startDelay = Delay.zero
  /// The faults of intents that are still to be added, while a user of a stratum is drawn.
  package internal(set) var pendingFaultCounts: [(intent: Int, faultCount: Int)] = []
  package init(number: UInt64, draws: KeyedDraws) { (self.number, self.draws) = (number, draws) }

  /// Adds a paying tap after a cancelled intent, for the same item or as a new intent for another.
  mutating func reconsider(_ intent: Int, for item: Int) {
    let isSame = item == intents[intent].itemIndex
    intents[intent].retapIntentIndex = isSame ? intent : intents.count
    if !isSame { intents.append(Intent(item: item, pays: true)) }
  }
}

/// One intent of one user to buy one item.
package struct Intent: Hashable, BitwiseCopyable, Sendable {
  /// The index of the item in the catalog.
  package var itemIndex: Int
  /// Whether the user pays on the sheet rather than cancelling.
  package var pays: Bool
  /// The index of the intent that a tap after a cancel serves: this or another one; nil: no tap.
  package var retapIntentIndex: Int?
  /// The time that the user looks at the first sheet; drawn here because every design uses it.
  package var sheetTime = Delay.zero
  /// The processing time of a payment confirmed there; drawn likewise.
  package var processingTime = Delay.zero
  package init(item: Int, pays: Bool) { (self.itemIndex, self.pays) = (item, pays) }
}

/// A tap on Buy that the user plans to make.
package struct PlannedTap: Hashable, Sendable {
  /// The index of the intent.
  package var intentIndex: Int
  /// The number of the visit, from 0.
  package var visitIndex: Int
  /// The delay from the first tap of that visit.
  package var after: Delay
  /// Whether the user pays on this tap's sheet.
  package var pays: Bool

  package init(intent: Int, visit: Int, after: Delay, pays: Bool) {
    (self.intentIndex, self.visitIndex, self.after, self.pays) = (intent, visit, after, pays)
  }
}
