#if !DEBUG
  import EventEngine
  import Testing

  /// Guards the specialisation of the generic calendar in the module that uses it.
  ///
  /// A ratio and not a stopwatch, so that it holds on any machine. Without specialisation the
  /// calendar is slower more than ten times.
  @Suite(.serialized) struct ReleaseCalendarSpeedTests {
    private static let events = 200_000

    @Test(arguments: [4, 16])
    func `the calendar's loop takes at most twice the time of a hand-written one`(pending: Int) {
      // The first pair warms up; the best of the others is least disturbed by the machine.
      var best = (calendar: Duration.seconds(1_000), handWritten: Duration.seconds(1_000))
      for _ in 0..<12 {
        let calendar = timed { holdWithCalendar(pending: pending, events: Self.events) }
        let handWritten = timed { holdByHand(pending: pending, events: Self.events) }
        #expect(calendar.sum == handWritten.sum)
        best.calendar = min(best.calendar, calendar.time)
        best.handWritten = min(best.handWritten, handWritten.time)
      }
      let ratio = best.calendar / best.handWritten
      #expect(ratio <= 2, "\(best.calendar) against \(best.handWritten)")
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

  /// The hold model: each event that leaves enters one other, so the number pending stays.
  ///
  /// Returns a sum of all events and their times: the same for every right calendar.
  @inline(never)
  private func holdWithCalendar(pending: Int, events: Int) -> Int64 {
    var calendar = EventCalendar<HoldEvent>()
    let draws = Draws(seed: 51, user: 0)
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
    var entries: [(time: Int64, event: HoldEvent)] = []
    entries.reserveCapacity(32)
    let draws = Draws(seed: 51, user: 0)
    for number in 0..<UInt32(pending) {
      let bits = draws.bits(site: 0, occurrence: number)
      enter(HoldEvent(bits), at: Int64(bits >> 40), in: &entries)
    }
    var sum: Int64 = 0
    for number in 0..<UInt32(events) {
      guard let (now, event) = entries.popLast() else { break }
      sum = sum &* 31 &+ event.worth &+ now
      let bits = draws.bits(site: 1, occurrence: number)
      enter(HoldEvent(bits), at: now + Int64(bits >> 40), in: &entries)
    }
    return sum
  }

  @inline(__always)
  private func enter(
    _ event: HoldEvent, at time: Int64, in entries: inout [(time: Int64, event: HoldEvent)]
  ) {
    entries.append((time, event))
    var place = entries.count - 1
    while place > 0, entries[place - 1].time <= time {
      entries[place] = entries[place - 1]
      place -= 1
    }
    entries[place] = (time, event)
  }
#endif
