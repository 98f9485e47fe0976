import EventEngine
import TestSupport
import Testing

@Suite struct EventCalendarTests {
  @Test func `events leave in order of time and advance the clock`() {
    var calendar = EventCalendar<String>()
    calendar.schedule("charged", at: Instant(microseconds: 30))
    calendar.schedule("tapped", at: Instant(microseconds: 10))
    calendar.schedule("confirmed", at: Instant(microseconds: 20))
    expectEqual(calendar.count, 3)
    expectEqual(calendar.nextTime, Instant(microseconds: 10))
    expectEqual(calendar.now, .start)
    expectEqual(calendar.next(), "tapped")
    expectEqual(calendar.now, Instant(microseconds: 10))
    calendar.schedule("purchasing", after: Delay(microseconds: 5))
    expectEqual(calendar.next(), "purchasing")
    expectEqual(calendar.now, Instant(microseconds: 15))
    expectEqual(calendar.next(), "confirmed")
    expectEqual(calendar.next(), "charged")
    expectEqual(calendar.isEmpty, true)
    #expect(calendar.next() == nil)
    expectEqual(calendar.now, Instant(microseconds: 30))
  }

  @Test func `events after the end stay in the calendar, and time does not advance`() {
    var calendar = EventCalendar<Int>()
    for time in [10, 20, 21] as [Int64] {
      calendar.schedule(Int(time), at: Instant(microseconds: time))
    }
    expectEqual(calendar.next(until: Instant(microseconds: 20)), 10)
    expectEqual(calendar.next(until: Instant(microseconds: 20)), 20)
    #expect(calendar.next(until: Instant(microseconds: 20)) == nil)
    expectEqual(calendar.now, Instant(microseconds: 20))
    expectEqual(calendar.next(until: Instant(microseconds: 21)), 21)
    #expect(calendar.next(until: .distantFuture) == nil)
  }

  @Test func `simultaneous events leave in order of insertion`() {
    var calendar = EventCalendar<Int>()
    for number in 0..<100 { calendar.schedule(number, at: Instant(microseconds: 7)) }
    for number in 0..<50 { expectEqual(calendar.next(), number) }
    for number in 100..<150 { calendar.schedule(number, after: .zero) }
    for number in 50..<150 { expectEqual(calendar.next(), number) }
    expectEqual(calendar.now, Instant(microseconds: 7))
  }

  @Test func `any sequence of operations agrees with a plain list of all events`() {
    for sequence in 0..<4_000 as Range<UInt64> {
      let draws = KeyedDraws(seed: 20, user: sequence)
      var calendar = EventCalendar<Int>(capacity: 0)
      var list = PlainList()
      // A few different delays make ties, many make a long spread.
      let spread: UInt64 = sequence % 2 == 0 ? 4 : 1_000_000
      for turn in 0..<60 as Range<UInt32> {
        let bits = draws.bits(site: 0, occurrence: turn)
        switch bits % 64 {
        case 0:
          calendar.reset()
          list = PlainList()
        case 63:
          calendar.removeAll()
          list.removeAll()
        case 1...(turn < 40 ? 36 : 16):
          let delay = Delay(microseconds: Int64((bits >> 32) % spread))
          calendar.schedule(Int(turn), after: delay)
          list.schedule(Int(turn), at: list.now + delay)
        default: expectEqual(calendar.next(), list.next())
        }
        guard calendar.now == list.now, calendar.count == list.count,
          calendar.nextTime == list.nextTime, calendar.isEmpty == (list.count == 0)
        else {
          Issue.record("sequence \(sequence) parts from the plain list at turn \(turn)")
          return
        }
      }
    }
  }

  @Test func `nothing can be scheduled in the past`() async {
    await #expect(processExitsWith: .failure) {
      var calendar = EventCalendar<Int>()
      calendar.schedule(1, at: Instant(microseconds: 10))
      _ = calendar.next()
      calendar.schedule(2, at: Instant(microseconds: 9))
    }
    await #expect(processExitsWith: .success) {
      var calendar = EventCalendar<Int>()
      calendar.schedule(1, at: Instant(microseconds: 10))
      _ = calendar.next()
      calendar.schedule(2, at: Instant(microseconds: 10))
    }
  }

  #if DEBUG
    @Test func `a trap states the violated rule`() async throws {
      let result = try #require(
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          var calendar = EventCalendar<Int>()
          calendar.schedule(1, at: Instant(microseconds: 10))
          _ = calendar.next()
          calendar.schedule(2, at: .start)
        })
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.contains("an event cannot be scheduled in the past"))
    }
  #endif

  @Test func `a reset calendar is like a new one and keeps its storage`() {
    var calendar = EventCalendar<Int>(capacity: 0)
    for number in 0..<200 { calendar.schedule(number, at: Instant(microseconds: 200)) }
    let capacity = calendar.capacity
    #expect(capacity >= 200)
    _ = calendar.next()
    calendar.reset()
    expectEqual(calendar.isEmpty, true)
    expectEqual(calendar.now, .start)
    #expect(calendar.nextTime == nil)
    #expect(calendar.next() == nil)
    expectEqual(calendar.capacity, capacity)
    for number in 0..<200 { calendar.schedule(number, at: .start) }
    for number in 0..<200 { expectEqual(calendar.next(), number) }
    expectEqual(calendar.capacity, capacity)
  }

  @Test func `a new calendar has the requested capacity`() {
    #expect(EventCalendar<Int>(capacity: 100).capacity >= 100)
    #expect(EventCalendar<Int>().capacity >= 32)
  }

  @Test func `cancelling all pending events does not change the time`() {
    var calendar = EventCalendar<Int>()
    for number in 0..<5 { calendar.schedule(number, at: Instant(microseconds: Int64(number))) }
    _ = calendar.next()
    _ = calendar.next()
    calendar.removeAll()
    #expect(calendar.isEmpty && calendar.next() == nil)
    expectEqual(calendar.now, Instant(microseconds: 1))
    calendar.schedule(7, after: Delay(microseconds: 1))
    expectEqual(calendar.next(), 7)
    expectEqual(calendar.now, Instant(microseconds: 2))
  }

  @Test func `a calendar releases events that left, were cancelled, or ended with it`() {
    final class Token {}
    var watched: [() -> Token?] = []
    func token() -> Token {
      let token = Token()
      watched.append { [weak token] in token }
      return token
    }
    func alive() -> [Int] { watched.indices.filter { watched[$0]() != nil } }
    do {
      var calendar = EventCalendar<Token>(capacity: 0)
      for time in [3, 1, 2] as [Int64] {
        calendar.schedule(token(), at: Instant(microseconds: time))
      }
      expectEqual(alive(), [0, 1, 2])
      _ = calendar.next()
      expectEqual(alive(), [0, 2])
      calendar.removeAll()
      expectEqual(alive(), [])
      for _ in 0..<20 { calendar.schedule(token(), after: .zero) }
      calendar.reset()
      expectEqual(alive(), [])
      for _ in 0..<3 { calendar.schedule(token(), after: .zero) }
      expectEqual(alive(), [23, 24, 25])
    }
    expectEqual(alive(), [])
  }

  @Test func `a capacity below 0 traps`() async {
    await #expect(processExitsWith: .failure) { _ = EventCalendar<Int>(capacity: -1).count }
  }
}

/// The simplest implementation of a calendar: it searches the whole list for the next event.
private struct PlainList {
  private var pending: [(time: Instant, arrival: Int, event: Int)] = []
  private var arrivals = 0
  private(set) var now = Instant.start

  var count: Int { pending.count }

  var nextTime: Instant? { pending.map(\.time).min() }

  mutating func schedule(_ event: Int, at time: Instant) {
    pending.append((time, arrivals, event))
    arrivals += 1
  }

  mutating func removeAll() { pending = [] }

  mutating func next() -> Int? {
    let order = pending.indices.min {
      (pending[$0].time, pending[$0].arrival) < (pending[$1].time, pending[$1].arrival)
    }
    guard let first = order else { return nil }
    now = pending[first].time
    return pending.remove(at: first).event
  }
}
