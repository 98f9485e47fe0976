import Experiments
import EventEngine

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
