internal import EventEngine

/// The first openings of the app in a declared outage or just before it.
///
/// The first opening is a monotone function of one uniform draw of 52 bits, so the draws for an
/// outage are ranges of integers, found by bisection: their share is exact.
struct StartWindows: Sendable {
  /// The time before an outage that counts as inside: a first purchase takes minutes.
  static let before = Delay.seconds(600)
  /// The ranges of draws, disjoint and ascending.
  private let ranges: [Range<UInt64>]
  private let inside: UInt64

  init(_ conditions: Conditions) {
    let starts = conditions.behavior.startDelay
    if case .constant = starts {
      (ranges, inside) = ([], 0)
      return
    }
    let windows = conditions.outages.map { outage in
      let from = outage.start.microseconds - StartWindows.before.microseconds
      let until = outage.start.microseconds + outage.lasts.microseconds
      return StartWindows.first(starts, from)..<StartWindows.first(starts, until)
    }
    var merged: [Range<UInt64>] = []
    for window in windows.sorted(by: { $0.lowerBound < $1.lowerBound }) where !window.isEmpty {
      if let last = merged.last, window.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, window.upperBound)
      } else {
        merged.append(window)
      }
    }
    ranges = merged
    inside = merged.reduce(0) { $0 + UInt64($1.count) }
  }

  /// The share of all users whose first opening is in a window.
  var share: Double { Double(inside) / Double(DrawBox.draws) }

  /// The first draw for a time or a later one.
  private static func first(_ starts: Distribution, _ microseconds: Int64) -> UInt64 {
    DrawBox.firstDraw { DrawBox.delay(starts, at: $0).microseconds >= microseconds }
  }

  /// Whether the first opening for 64 random bits is in a window.
  func contains(_ bits: UInt64) -> Bool { ranges.contains { $0.contains(bits >> 12) } }

  /// Maps 64 random bits to bits whose first opening is inside a window, or outside all.
  func bits(_ bits: UInt64, inside wantsInside: Bool) -> UInt64 {
    let count = wantsInside ? inside : DrawBox.draws - inside
    var draw = bits.multipliedFullWidth(by: count).high
    for range in ranges {
      if wantsInside {
        if draw < UInt64(range.count) { return (range.lowerBound + draw) << 12 }
        draw -= UInt64(range.count)
      } else if draw >= range.lowerBound {
        draw += UInt64(range.count)
      }
    }
    return draw << 12
  }
}
