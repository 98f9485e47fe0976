package import EventEngine
import PurchaseWorld

extension Delay {
  /// Common durations: 1 s, 1 min, 1 h, 1 day, and ten times the shorter ones.
  private static let plain: [Delay] = [1, 10, 60, 600, 3_600, 36_000, 86_400].map { .seconds($0) }

  /// The units in which durations are written, in microseconds, the longest first.
  private static let units: [Int64] = [
    86_400_000_000, 3_600_000_000, 60_000_000, 1_000_000, 1_000, 1,
  ]

  /// The complexity of a duration: 1 for 0 and common durations, else 1 plus its significant digits
  /// in the longest unit of which it is a multiple.
  package var complexity: Int {
    if Delay.plain.contains(self) || self == .zero { return 1 }
    let unit = Delay.units.first { microseconds % $0 == 0 } ?? 1
    var count = microseconds / unit
    while count % 10 == 0 { count /= 10 }
    return 1 + String(count).count
  }

  /// Simpler durations, the simplest first, then the nearest first.
  package var simpler: [Delay] {
    var found = Delay.plain
    for unit in Delay.units where unit <= microseconds {
      var step = unit
      while step <= microseconds { step *= 10 }
      // At most two digits of the unit, rounded down and up.
      for step in [step / 10, step / 100] where step >= unit {
        let below = microseconds / step * step
        for rounded in [below, below + step]
        where rounded > 0 && rounded <= Delay.longest.microseconds {
          found.append(Delay(microseconds: rounded))
        }
      }
    }
    let (limit, seconds) = (complexity, seconds)
    let ratio = { (delay: Delay) in max(delay.seconds, seconds) / min(delay.seconds, seconds) }
    let better = found.enumerated().filter { index, delay in
      delay.complexity < limit && found.firstIndex(of: delay) == index
    }
    return better.sorted { left, right in
      (left.element.complexity, ratio(left.element), left.offset)
        < (right.element.complexity, ratio(right.element), right.offset)
    }.map(\.element)
  }
}

extension PlannedFault {
  /// The moments of a purchase, in order.
  private static let moments: [FaultAnchor] = [.tap, .sheet, .charge, .callback, .delivery]

  /// The same fault at simpler places, in the order of trial: at a moment without delay (its own,
  /// then the nearest, later ones first; first intent before its own), then after a rounder delay.
  var simplerPlaces: [PlannedFault] {
    let description = fault.properties
    let place = PlannedFault.moments.firstIndex(of: anchor) ?? 0
    let moments = PlannedFault.moments.enumerated().sorted { left, right in
      (abs(left.offset - place), -left.offset) < (abs(right.offset - place), -right.offset)
    }.map(\.element).filter { description.allows($0) }
    let intents = intentIndex == 0 ? [0] : [0, intentIndex]
    var places = intents.flatMap { index in moments.map { moved(to: $0, of: index, after: .zero) } }
    for index in intents {
      places += ([after] + after.simpler).map { moved(to: anchor, of: index, after: $0) }
    }
    let cost = self.cost
    return places.filter { $0.cost < cost }
  }

  /// The complexity of the fault's place; an accepted move reduces it.
  private var cost: Int {
    var cost = after == .zero ? 0 : 4 * after.complexity
    if intentIndex > 0 { cost += 2 }
    if case .step = anchor { cost += 3 }
    return cost
  }

  private func moved(to moment: FaultAnchor, of index: Int, after delay: Delay) -> PlannedFault {
    var fault = self
    (fault.anchor, fault.intentIndex, fault.after) = (moment, index, delay)
    return fault
  }
}
