import Experiments
import EventEngine

/// The hold model, the classic test of a calendar: take the next event out, draw a delay, enter one
/// event; so the number of pending events stays.
///
/// D. W. Jones, "An empirical comparison of priority-queue and event-set implementations",
/// Communications of the ACM 29 (1986) 300–311. Delays are exponential with a mean of one second.
/// It lies outside the engine, as the world does: what the calendar costs across a module is what counts.
package enum HoldModel {
  /// How many events are pending: about the most that one user has.
  package static let pending = 16

  private struct Event { var holder: Int32 }

  /// Where a loop ended: the same for every right calendar.
  package struct Ending: Equatable {
    /// A number that depends on every event in its order.
    package var trace = 0
    /// The time of the last event, in seconds.
    package var time = 0.0
  }

  /// The engine's loop.
  @inline(never) package static func run(events: Int, seed: UInt64) -> Ending {
    var luck = RandomStream(seed: seed)
    var calendar = EventCalendar<Event>()
    for number in 0..<pending {
      calendar.schedule(Event(holder: Int32(number)), after: luck.exponential(mean: .seconds(1)))
    }
    var ending = Ending()
    for _ in 0..<events {
      guard let event = calendar.next() else { break }
      ending.trace = ending.trace &* 31 &+ Int(event.holder)
      calendar.schedule(event, after: luck.exponential(mean: .seconds(1)))
    }
    ending.time = (calendar.now - .start).seconds
    return ending
  }

  /// The same with the array in the loop, neither generic nor checked: what the calendar is held to.
  @inline(never) package static func runByHand(events: Int, seed: UInt64) -> Ending {
    withUnsafeTemporaryAllocation(of: (time: Int64, event: Event).self, capacity: pending) { held in
      guard let entries = held.baseAddress else { return Ending() }
      var luck = RandomStream(seed: seed)
      for number in 0..<pending {
        let time = luck.exponential(mean: .seconds(1)).microseconds
        enter((time, Event(holder: Int32(number))), in: entries, count: number)
      }
      var (trace, now) = (0, Int64(0))
      for _ in 0..<events {
        let next = entries[pending - 1]
        now = next.time
        trace = trace &* 31 &+ Int(next.event.holder)
        let time = now + luck.exponential(mean: .seconds(1)).microseconds
        enter((time, next.event), in: entries, count: pending - 1)
      }
      return Ending(trace: trace, time: Delay(microseconds: now).seconds)
    }
  }

  /// Enters an event behind all others of the same time; the next event is the last.
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
