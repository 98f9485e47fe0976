import EventEngine

/// The hold model, the classic test of a calendar: take the next event out, draw a delay, enter one
/// event; so the number of pending events stays.
///
/// D. W. Jones, "An empirical comparison of priority-queue and event-set implementations",
/// Communications of the ACM 29 (1986) 300–311. Delays are exponential with a mean of one second.
package enum HoldModel {
  /// How many events are pending: about the most that one user has.
  static let pending = 16

  private struct Event { var holder: Int32 }

  /// Where a loop ended: the same for every right calendar.
  package struct Ending: Equatable {
    /// A number that depends on every event in its order.
    var trace = 0
    /// The time of the last event, in seconds.
    package var time = 0.0
  }

  /// How many times as long the engine's loop takes as one written by hand; the best of 60 turns.
  ///
  /// Turns are short, a millisecond or two, so that a busy machine leaves some of them alone.
  static func ratio() -> Double {
    var (engine, byHand) = (Double.infinity, Double.infinity)
    for _ in 0..<60 {
      let first = measure { run(events: 50_000, seed: 1) }
      let second = measure { runByHand(events: 50_000, seed: 1) }
      precondition(first.found == second.found, "both loops handle the same events")
      (engine, byHand) = (min(engine, first.seconds), min(byHand, second.seconds))
    }
    return engine / byHand
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

/// The micro-journey: one purchase in its plainest form, to compare engines by.
///
/// A user taps. A request for an order is lost with 2 % and repeated after 1, 1, 2, 3, 5, 8 s; else
/// it is answered. The user confirms on the payment sheet and is charged; the purchase is called
/// back; a request for verification, lost and repeated alike, ends in the delivery. One user in a
/// hundred has a crash coming. It cancels whatever is pending: a user who was charged gets the
/// callback again when they come back, any other is gone.
package struct MicroJourney: ~Copyable {
  enum Event { case tapped, repeated, ordered, charged, purchased, delivered, crashed }

  /// What became of all users so far.
  package struct Tally {
    package var users = 0, events = 0, delivered = 0, crashed = 0
    /// Requests that were lost.
    package var retries = 0
    /// Users who got the goods without a crash, and the microseconds that they waited for them.
    package var smooth = 0, waited: Int64 = 0

    /// The mean of what those users waited, in seconds; 0 if there are none.
    package var meanWait: Double { smooth == 0 ? 0 : Double(waited) / Double(smooth) / 1e6 }
  }

  package private(set) var tally = Tally()
  private var luck: RandomStream
  private var calendar = EventCalendar<Event>()
  private let loss, crash: Chance
  private let pauses = [1, 1, 2, 3, 5, 8].map(Delay.seconds)

  // The user whose turn it is.
  private var attempts = 0
  private var isCharged = false, hasCrashed = false

  /// Sets out with a seed.
  /// - Parameter loss: the probability that a request is lost, from 0 to 1.
  /// - Parameter crash: the probability that a crash is coming, from 0 to 1.
  package init(seed: UInt64, loss: Double = 0.02, crash: Double = 0.01) {
    luck = RandomStream(seed: seed)
    (self.loss, self.crash) = (Chance(loss), Chance(crash))
  }

  /// Lets one user after the other make the journey, each on a calendar of their own.
  package mutating func play(users: Int) {
    for _ in 0..<users {
      calendar.reset()
      (isCharged, hasCrashed) = (false, false)
      calendar.schedule(.tapped, at: .start)
      if luck.happens(crash) {
        calendar.schedule(.crashed, after: luck.exponential(mean: .seconds(10)))
      }
      while let event = calendar.next() {
        tally.events += 1
        handle(event)
      }
    }
    tally.users += users
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .tapped, .purchased:
      attempts = 0
      request()
    case .repeated: request()
    case .ordered:
      calendar.schedule(.charged, after: luck.lognormal(median: .seconds(8), sigma: 0.5))
    case .charged:
      isCharged = true
      calendar.schedule(.purchased, after: luck.exponential(mean: .milliseconds(500)))
    case .delivered:
      tally.delivered += 1
      if !hasCrashed {
        tally.smooth += 1
        tally.waited += calendar.now.microseconds
      }
      calendar.removeAll()
    case .crashed:
      tally.crashed += 1
      hasCrashed = true
      calendar.removeAll()
      guard isCharged else { return }
      calendar.schedule(.purchased, after: luck.lognormal(median: .seconds(3_600), sigma: 1))
    }
  }

  /// Asks for an order before the charge, and for verification behind it.
  private mutating func request() {
    guard luck.happens(loss) else {
      let answer = isCharged ? Event.delivered : .ordered
      return calendar.schedule(answer, after: luck.exponential(mean: .milliseconds(300)))
    }
    tally.retries += 1
    guard attempts < pauses.count else { return calendar.removeAll() }
    calendar.schedule(.repeated, after: pauses[attempts])
    attempts += 1
  }
}
