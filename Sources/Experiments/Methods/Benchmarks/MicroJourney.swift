import Experiments
import EventEngine

/// The micro-journey: one purchase in its simplest form, for the comparison of engines.
///
/// A user taps. A request for an order is lost with 2 % and repeated after 1, 1, 2, 3, 5, 8 s; else
/// it is answered. The user confirms on the payment sheet and is charged, and the purchase is
/// called back. A request for verification, lost and repeated in the same way, ends in the
/// delivery. One user in a hundred has a crash, which cancels all pending events: a user who was
/// charged gets the callback after returning, any other user is gone.
package struct MicroJourney: ~Copyable {
  enum Event { case tapped, repeated, ordered, charged, purchased, delivered, crashed }

  /// Counters over all users so far.
  package struct Counters {
    package var users = 0, events = 0, delivered = 0, crashed = 0
    /// The number of lost requests.
    package var lostRequests = 0
    /// The number of users with a delivery and no crash, and the sum of their waiting times in µs.
    package var deliveredWithoutCrash = 0, waited: Int64 = 0

    /// The mean waiting time of these users, in seconds; 0 if there are none.
    package var meanWait: Double {
      deliveredWithoutCrash == 0 ? 0 : Double(waited) / Double(deliveredWithoutCrash) / 1e6
    }
  }

  package private(set) var counters = Counters()
  private var randomStream: RandomStream, calendar = EventCalendar<Event>()
  private let loss, crash: Probability, pauses = [1, 1, 2, 3, 5, 8].map(Delay.seconds)

  // State of the current user.
  private var attempts = 0, isCharged = false, hasCrashed = false

  /// - Parameter loss: the probability that a request is lost, from 0 to 1.
  /// - Parameter crash: the probability of a crash, from 0 to 1.
  package init(seed: UInt64, loss: Double = 0.02, crash: Double = 0.01) {
    randomStream = RandomStream(seed: seed)
    (self.loss, self.crash) = (Probability(loss), Probability(crash))
  }

  /// Simulates users one after another, each on an empty calendar.
  package mutating func simulate(users: Int) {
    for _ in 0..<users {
      calendar.reset()
      (isCharged, hasCrashed) = (false, false)
      calendar.schedule(.tapped, at: .start)
      if randomStream.happens(crash) {
        calendar.schedule(.crashed, after: randomStream.exponential(mean: .seconds(10)))
      }
      while let event = calendar.next() {
        counters.events += 1
        handle(event)
      }
    }
    counters.users += users
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .tapped, .purchased:
      attempts = 0
      request()
    case .repeated: request()
    case .ordered:
      calendar.schedule(.charged, after: randomStream.lognormal(median: .seconds(8), sigma: 0.5))
    case .charged:
      isCharged = true
      calendar.schedule(.purchased, after: randomStream.exponential(mean: .milliseconds(500)))
    case .delivered:
      counters.delivered += 1
      if !hasCrashed {
        counters.deliveredWithoutCrash += 1
        counters.waited += calendar.now.microseconds
      }
      calendar.removeAll()
    case .crashed:
      counters.crashed += 1
      hasCrashed = true
      calendar.removeAll()
      guard isCharged else { return }
      calendar.schedule(
        .purchased, after: randomStream.lognormal(median: .seconds(3_600), sigma: 1))
    }
  }

  /// Requests an order before the charge, or a verification after it.
  private mutating func request() {
    guard randomStream.happens(loss) else {
      let answer = isCharged ? Event.delivered : .ordered
      return calendar.schedule(answer, after: randomStream.exponential(mean: .milliseconds(300)))
    }
    counters.lostRequests += 1
    guard attempts < pauses.count else { return calendar.removeAll() }
    calendar.schedule(.repeated, after: pauses[attempts])
    attempts += 1
  }
}
