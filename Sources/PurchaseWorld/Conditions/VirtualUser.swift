package import EventEngine

/// One simulated person and the misfortunes that await them: the same for every design.
package struct VirtualUser: Sendable {
  /// The number by which results name this user.
  package var number: UInt64
  /// The luck of this user, by name.
  package var draws: Draws
  /// The wishes of this user, in the order in which they arise.
  package var intents: [Intent] = []
  /// The planned taps, in order of time.
  package var taps: [PlannedTap] = []
  /// The faults that will strike, in order of intent and declaration.
  package var plan: [PlannedFault] = []
  /// Whether the app stays closed after the first death or visit.
  package var neverReturns = false
  /// Whether the user is not logged in when the app is first opened (C10).
  package var isGuest = false
  /// From the start of the run to the first opening of the app.
  package var starts = Delay.zero
  /// While a user of a stratum is drawn: the strikes on the wishes still to be entered.
  package internal(set) var strikesLeft: [(intent: Int, strikes: Int)] = []
  package init(number: UInt64, draws: Draws) { (self.number, self.draws) = (number, draws) }

  /// Lets a cancelled wish lead to a tap that pays, for the same item or as a new wish for another.
  mutating func reconsider(_ intent: Int, for item: Int) {
    let isSame = item == intents[intent].item
    intents[intent].secondThought = isSame ? intent : intents.count
    if !isSame { intents.append(Intent(item: item, pays: true)) }
  }
}

/// One wish of one user for one item.
package struct Intent: Hashable, BitwiseCopyable, Sendable {
  /// The index of the item in the catalog.
  package var item: Int
  /// Whether the user pays on the sheet, as opposed to cancelling.
  package var pays: Bool
  /// The index of the wish for which the user taps again after a genuine cancel: this one, another
  /// one of the product, or nil for never.
  package var secondThought: Int?
  /// How long the user looks at the first sheet; drawn with the user, because every design asks.
  package var sheet = Delay.zero
  /// How long the store works on a payment that is confirmed there; drawn likewise.
  package var processing = Delay.zero
  package init(item: Int, pays: Bool) { (self.item, self.pays) = (item, pays) }
}

/// A tap on Buy that the user means to make.
package struct PlannedTap: Hashable, Sendable {
  /// The index of the intent.
  package var intent: Int
  /// The number of the visit, from 0.
  package var visit: Int
  /// From the first tap of that visit to this one.
  package var after: Delay
  /// Whether the user pays on this tap's sheet.
  package var pays: Bool

  package init(intent: Int, visit: Int, after: Delay, pays: Bool) {
    (self.intent, self.visit, self.after, self.pays) = (intent, visit, after, pays)
  }
}
