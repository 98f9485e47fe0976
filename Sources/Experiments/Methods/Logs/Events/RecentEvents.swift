/// The most recent events of a log, for the detection of repetitions in bounded memory.
struct RecentEvents: ~Copyable {
  private struct Slot: BitwiseCopyable { var hash: UInt64 = 0, time = Int.min }

  /// The number of stored events: 2²⁰, in 16 MB.
  static let maximum = 1 << 20
  /// The number of slots for the same hash bits.
  private static let ways = 4

  private let slots: UnsafeMutablePointer<Slot>, maximum: Int
  /// The number of events that were dropped while a repetition was still possible.
  private(set) var forgotten = 0
  /// The number of events that may repeat an event dropped after its window: they follow later
  /// events, as in a log that is not sorted.
  private(set) var possibleRepeats = 0
  /// The latest time of these dropped events.
  private var lastDropped = Int.min

  /// - Parameter maximum: a power of 2, at least 4.
  init(maximum: Int = RecentEvents.maximum) {
    self.maximum = maximum
    slots = .allocate(capacity: maximum)
    slots.initialize(repeating: Slot(), count: maximum)
  }

  deinit { slots.deallocate() }

  /// Whether an equal event occurred within a window before or after; if not, stores the event.
  /// - Parameter time: in milliseconds; the same for all events without a time.
  @inline(__always) mutating func isRepeated(_ event: UInt64, at time: Int, window: Int) -> Bool {
    let hash = event == 0 ? 1 : event
    let first = slots + (Int(truncatingIfNeeded: hash) & (maximum - 1) & ~(RecentEvents.ways - 1))
    var oldest = 0
    for way in 0..<RecentEvents.ways {
      if first[way].hash == hash, abs(time - first[way].time) <= window { return true }
      if first[way].time < first[oldest].time { oldest = way }
    }
    if lastDropped > .min, time - window <= lastDropped { possibleRepeats += 1 }
    if first[oldest].hash != 0 {
      if time - first[oldest].time <= window {
        forgotten += 1
      } else {
        lastDropped = max(lastDropped, first[oldest].time)
      }
    }
    first[oldest] = Slot(hash: hash, time: time)
    return false
  }
}
