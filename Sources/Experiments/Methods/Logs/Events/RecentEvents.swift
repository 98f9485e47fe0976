/// The last events of a log, by which repetitions are known, in bounded memory.
struct RecentEvents: ~Copyable {
  private struct Slot: BitwiseCopyable {
    var hash: UInt64 = 0
    var time = Int.min
  }

  /// The events that are remembered: 2²⁰, in 16 MB.
  static let most = 1 << 20
  /// How many places an event can have.
  private static let ways = 4

  private let slots: UnsafeMutablePointer<Slot>
  private let most: Int
  /// How many events were forgotten although a repetition of theirs could still have come.
  private(set) var forgotten = 0
  /// How many events may be repetitions of one that was forgotten because it was older than a window: those
  /// that come after younger ones, as in a log that is not in order.
  private(set) var unsure = 0
  /// The youngest of those.
  private var lastDropped = Int.min

  /// - Parameter most: a power of 2, at least 4.
  init(most: Int = RecentEvents.most) {
    self.most = most
    slots = .allocate(capacity: most)
    slots.initialize(repeating: Slot(), count: most)
  }

  deinit { slots.deallocate() }

  /// Whether an event with the same hash came at most a window before or after; remembers it otherwise.
  /// - Parameter time: in milliseconds; where events have none, the same for all.
  @inline(__always) mutating func isRepeated(_ event: UInt64, at time: Int, window: Int) -> Bool {
    let hash = event == 0 ? 1 : event
    let first = slots + (Int(truncatingIfNeeded: hash) & (most - 1) & ~(RecentEvents.ways - 1))
    var oldest = 0
    for way in 0..<RecentEvents.ways {
      if first[way].hash == hash, abs(time - first[way].time) <= window { return true }
      if first[way].time < first[oldest].time { oldest = way }
    }
    if lastDropped > .min, time - window <= lastDropped { unsure += 1 }
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
