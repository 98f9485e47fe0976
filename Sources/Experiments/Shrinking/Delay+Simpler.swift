import EventEngine

extension Delay {
  /// Lengths that people think in: 1 s, 1 min, 1 h, 1 day, and ten of the shorter ones.
  private static let plain: [Delay] = [1, 10, 60, 600, 3_600, 36_000, 86_400].map { .seconds($0) }

  /// The lengths of the units in which durations are written, the longest first, in microseconds.
  private static let units: [Int64] = [
    86_400_000_000, 3_600_000_000, 60_000_000, 1_000_000, 1_000, 1,
  ]

  /// How much there is to read in a duration: 0 for a plain one, else the digits that count in the
  /// longest unit of which it is a multiple.
  var digits: Int {
    if Delay.plain.contains(self) || self == .zero { return 1 }
    let unit = Delay.units.first { microseconds % $0 == 0 } ?? 1
    var count = microseconds / unit
    while count % 10 == 0 { count /= 10 }
    return 1 + String(count).count
  }

  /// Durations with less to read, the simplest first, among equally simple ones the nearest first.
  var simpler: [Delay] {
    var found = Delay.plain
    for unit in Delay.units where unit <= microseconds {
      var step = unit
      while step <= microseconds { step *= 10 }
      // Two digits of the unit at most, rounded down and up.
      for step in [step / 10, step / 100] where step >= unit {
        let below = microseconds / step * step
        for rounded in [below, below + step]
        where rounded > 0 && rounded <= Delay.longest.microseconds {
          found.append(Delay(microseconds: rounded))
        }
      }
    }
    let own = digits
    let ratio = { (delay: Delay) in
      max(delay.seconds, self.seconds) / min(delay.seconds, self.seconds)
    }
    let better = found.enumerated().filter { index, delay in
      delay.digits < own && found.firstIndex(of: delay) == index
    }
    return better.sorted { left, right in
      (left.element.digits, ratio(left.element), left.offset)
        < (right.element.digits, ratio(right.element), right.offset)
    }.map(\.element)
  }
}
