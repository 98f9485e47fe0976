import EventEngine
import PurchaseWorld

extension PlannedFault {
  /// The moments of a purchase, in its order.
  private static let moments: [Anchor] = [.tap, .sheet, .charge, .callback, .delivery]

  /// The same fault at simpler places, in the order in which they are tried.
  ///
  /// First it strikes at a moment without delay: at its own, then at the nearest, later ones first,
  /// of the first wish before its own. Then after a rounder delay.
  var simplerPlaces: [PlannedFault] {
    let description = fault.description
    let own = PlannedFault.moments.firstIndex(of: anchor) ?? 0
    let moments = PlannedFault.moments.enumerated().sorted { left, right in
      (abs(left.offset - own), -left.offset) < (abs(right.offset - own), -right.offset)
    }.map(\.element).filter { description.allows($0) }
    let wishes = intent == 0 ? [0] : [0, intent]
    var places = wishes.flatMap { wish in
      moments.map { moved(to: $0, of: wish, after: .zero) }
    }
    for wish in wishes {
      places += ([after] + after.simpler).map { moved(to: anchor, of: wish, after: $0) }
    }
    let cost = self.cost
    return places.filter { $0.cost < cost }
  }

  /// How much there is to read in the place of the fault: an accepted move makes it less.
  private var cost: Int {
    var cost = after == .zero ? 0 : 4 * after.digits
    if intent > 0 { cost += 2 }
    if case .step = anchor { cost += 3 }
    return cost
  }

  private func moved(to moment: Anchor, of wish: Int, after delay: Delay) -> PlannedFault {
    var fault = self
    fault.anchor = moment
    fault.intent = wish
    fault.after = delay
    return fault
  }
}
