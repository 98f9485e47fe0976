import EventEngine

/// The classic test of a calendar: take the next event out, draw a delay, enter one event.
///
/// It compares the engine's calendar, which is generic and in another module, with the same loop
/// written out by hand here. A calendar that is not specialised any more is ten times slower.
enum HoldModel {
  private static let pending = 8
  private static let events = 2_000_000

  /// An event like those of the world: a few cases with a small payload.
  private enum Event {
    case request(Int32)
    case reply(Int32)
    case timer(Int32)

    /// The event that follows this one.
    var successor: Event {
      switch self {
      case .request(let number): .reply(number)
      case .reply(let number): .timer(number)
      case .timer(let number): .request(number &+ 1)
      }
    }

    /// A number that depends on every event, so that no loop can be left out.
    var trace: Int {
      switch self {
      case .request(let number): Int(number)
      case .reply(let number): Int(number) &* 3
      case .timer(let number): Int(number) &* 7
      }
    }
  }

  /// How many times as long the engine's loop takes; the best of five turns.
  static func ratio() -> Double {
    var engine = Double.infinity
    var byHand = Double.infinity
    for _ in 0..<5 {
      let start = ContinuousClock.now
      let first = runEngine()
      let middle = ContinuousClock.now
      let second = runByHand()
      let end = ContinuousClock.now
      precondition(first == second, "both loops handle the same events")
      engine = min(engine, seconds(middle - start))
      byHand = min(byHand, seconds(end - middle))
    }
    return engine / byHand
  }

  /// A delay of up to about a second, in microseconds.
  @inline(__always)
  private static func delay(_ draws: Draws, _ turn: Int) -> Int64 {
    Int64(draws.bits(site: 0, occurrence: UInt32(truncatingIfNeeded: turn)) >> 44)
  }

  private static func runEngine() -> Int {
    let draws = Draws(seed: 1, user: 1)
    var calendar = EventCalendar<Event>()
    for number in 0..<pending {
      calendar.schedule(
        .request(Int32(number)), at: Instant(microseconds: delay(draws, number)))
    }
    var sum = 0
    for turn in pending..<pending + events {
      guard let event = calendar.next() else { break }
      sum = sum &* 31 &+ event.trace
      calendar.schedule(event.successor, after: Delay(microseconds: delay(draws, turn)))
    }
    return sum
  }

  private static func runByHand() -> Int {
    let draws = Draws(seed: 1, user: 1)
    var times: [Int64] = []
    var waiting: [Event] = []
    times.reserveCapacity(32)
    waiting.reserveCapacity(32)
    for number in 0..<pending {
      enter(.request(Int32(number)), at: delay(draws, number), &times, &waiting)
    }
    var sum = 0
    for turn in pending..<pending + events {
      guard let event = waiting.popLast(), let now = times.popLast() else { break }
      sum = sum &* 31 &+ event.trace
      enter(event.successor, at: now + delay(draws, turn), &times, &waiting)
    }
    return sum
  }

  /// Enters an event behind all others of the same time; the arrays have the next event last.
  @inline(__always)
  private static func enter(
    _ event: Event, at time: Int64, _ times: inout [Int64], _ waiting: inout [Event]
  ) {
    times.append(time)
    waiting.append(event)
    var place = times.count - 1
    while place > 0, times[place - 1] <= time {
      times[place] = times[place - 1]
      waiting[place] = waiting[place - 1]
      place -= 1
    }
    times[place] = time
    waiting[place] = event
  }
}
