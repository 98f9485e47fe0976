#if !DEBUG
  import EventEngine
  import TestSupport
  import Testing

  /// Guards the specialisation of the generic calendar in the module that uses it.
  ///
  /// The test compares a ratio, which is the same on any machine. Without specialisation the
  /// calendar is more than ten times slower. The hand-written loop checks nothing and owns its
  /// array, so it is as fast as possible.
  @Suite(.serialized) struct ReleaseCalendarSpeedTests {
    private static let events = 50_000

    @Test(arguments: [4, 16])
    func `the calendar's loop takes at most 1.3 times as long as a hand-written one`(pending: Int) {
      // The first pair warms up; the best of the others is least disturbed by the machine.
      var best = (calendar: Duration.seconds(1_000), handWritten: Duration.seconds(1_000))
      for _ in 0..<60 {
        let calendar = timed { holdWithCalendar(pending: pending, events: Self.events) }
        let handWritten = timed { holdByHand(pending: pending, events: Self.events) }
        expectEqual(calendar.sum, handWritten.sum)
        best.calendar = min(best.calendar, calendar.time)
        best.handWritten = min(best.handWritten, handWritten.time)
      }
      let ratio = best.calendar / best.handWritten
      #expect(ratio <= 1.3, "\(best.calendar) against \(best.handWritten)")
    }

    private func timed(_ work: () -> Int64) -> (sum: Int64, time: Duration) {
      var sum: Int64 = 0
      let time = ContinuousClock().measure { sum = work() }
      return (sum, time)
    }
  }

  /// An event with a small payload, like those of a model.
  private enum HoldEvent {
    case tapped(UInt32)
    case charged(UInt16, UInt8)
    case launched

    init(_ bits: UInt64) {
      switch bits & 3 {
      case 0: self = .launched
      case 1: self = .charged(UInt16(truncatingIfNeeded: bits), 1)
      default: self = .tapped(UInt32(truncatingIfNeeded: bits))
      }
    }

    var worth: Int64 {
      switch self {
      case .tapped(let number): Int64(number)
      case .charged(let number, let copies): Int64(number) + Int64(copies)
      case .launched: 1
      }
    }
  }

  /// The hold model: each event schedules another, so the number of pending events is constant.
  ///
  /// Returns a sum of all events and their times: the same for every correct calendar.
  @inline(never)
  private func holdWithCalendar(pending: Int, events: Int) -> Int64 {
    var calendar = EventCalendar<HoldEvent>()
    let draws = KeyedDraws(seed: 51, user: 0)
    for number in 0..<UInt32(pending) {
      let bits = draws.bits(site: 0, occurrence: number)
      calendar.schedule(HoldEvent(bits), at: Instant(microseconds: Int64(bits >> 40)))
    }
    var sum: Int64 = 0
    for number in 0..<UInt32(events) {
      guard let event = calendar.next() else { break }
      sum = sum &* 31 &+ event.worth &+ calendar.now.microseconds
      let bits = draws.bits(site: 1, occurrence: number)
      calendar.schedule(HoldEvent(bits), after: Delay(microseconds: Int64(bits >> 40)))
    }
    return sum
  }

  /// The same on a sorted array, with nothing generic and nothing from another module but the draws.
  @inline(never)
  private func holdByHand(pending: Int, events: Int) -> Int64 {
    withUnsafeTemporaryAllocation(of: HoldEntry.self, capacity: pending) { held in
      guard let entries = held.baseAddress else { return 0 }
      let draws = KeyedDraws(seed: 51, user: 0)
      for number in 0..<pending {
        let bits = draws.bits(site: 0, occurrence: UInt32(number))
        enter((Int64(bits >> 40), HoldEvent(bits)), in: entries, count: number)
      }
      var sum: Int64 = 0
      for number in 0..<UInt32(events) {
        let (now, event) = entries[pending - 1]
        sum = sum &* 31 &+ event.worth &+ now
        let bits = draws.bits(site: 1, occurrence: number)
        let time = now + Int64(bits >> 40)
        enter((time, HoldEvent(bits)), in: entries, count: pending - 1)
      }
      return sum
    }
  }

  private typealias HoldEntry = (time: Int64, event: HoldEvent)

  @inline(__always)
  private func enter(_ entry: HoldEntry, in entries: UnsafeMutablePointer<HoldEntry>, count: Int) {
    var place = count
    while place != 0, entries[place - 1].time <= entry.time {
      entries[place] = entries[place - 1]
      place -= 1
    }
    entries[place] = entry
  }
#endif
