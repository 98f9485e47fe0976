import Experiments
import EventEngine

/// The hold model, the classic benchmark of a calendar: remove the next event, draw a delay, insert
/// one event, so the number of pending events stays constant.
///
/// D. W. Jones, "An empirical comparison of priority-queue and event-set implementations",
/// Communications of the ACM 29 (1986) 300–311. Delays are exponential with a mean of one second.
/// Like the world, it is outside the engine's module, so it includes the cost of calls across
/// modules.
package enum HoldModel {
  /// The number of pending events: approximately the maximum for one user.
  package static let pending = 16

  private struct Event { var holder: Int32 }

  /// The final state of a loop: equal for every correct calendar.
  package struct HoldModelResult: Equatable {
    /// A number that depends on all events and their order.
    package var checksum = 0
    /// The time of the last event, in seconds.
    package var time = 0.0
  }

  /// The loop with the engine's calendar.
  @inline(never) package static func run(events: Int, seed: UInt64) -> HoldModelResult {
    var randomStream = RandomStream(seed: seed)
    var calendar = EventCalendar<Event>()
    for number in 0..<pending {
      calendar.schedule(
        Event(holder: Int32(number)), after: randomStream.exponential(mean: .seconds(1)))
    }
    var ending = HoldModelResult()
    for _ in 0..<events {
      guard let event = calendar.next() else { break }
      ending.checksum = ending.checksum &* 31 &+ Int(event.holder)
      calendar.schedule(event, after: randomStream.exponential(mean: .seconds(1)))
    }
    ending.time = (calendar.now - .start).seconds
    return ending
  }

  /// The same with an inlined, unchecked array: the reference for the calendar's speed.
  @inline(never) package static func runReference(events: Int, seed: UInt64) -> HoldModelResult {
    withUnsafeTemporaryAllocation(of: (time: Int64, event: Event).self, capacity: pending) { held in
      guard let entries = held.baseAddress else { return HoldModelResult() }
      var randomStream = RandomStream(seed: seed)
      for number in 0..<pending {
        let time = randomStream.exponential(mean: .seconds(1)).microseconds
        enter((time, Event(holder: Int32(number))), in: entries, count: number)
      }
      var (trace, now) = (0, Int64(0))
      for _ in 0..<events {
        let next = entries[pending - 1]
        now = next.time
        trace = trace &* 31 &+ Int(next.event.holder)
        let time = now + randomStream.exponential(mean: .seconds(1)).microseconds
        enter((time, next.event), in: entries, count: pending - 1)
      }
      return HoldModelResult(checksum: trace, time: Delay(microseconds: now).seconds)
    }
  }

  /// Inserts an event after others of the same time; the array descends, so the next event is last.
  @inline(__always) private static func enter(
    _ entry: (time: Int64, event: Event),
    in entries: UnsafeMutablePointer<(time: Int64, event: Event)>, count: Int
  ) {
    var place = count
    while place != 0, entries[place - 1].time <= entry.time {
      entries[place] = entries[place - 1]
      place -= 1
    }
    entries[place] = entry
  }
}
