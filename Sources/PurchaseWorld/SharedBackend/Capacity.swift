package import EventEngine

/// The capacity of one backend for all users (B11): one queue of all requests of a design, first
/// come first served, and several workers.
package struct Capacity: Hashable, Sendable {
  /// The number of workers, from 1.
  package var workerCount = 8
  package var serviceTimes = ServiceTimes()
  /// The maximum number of waiting requests; one more is refused at once (B12).
  package var maxQueueLength = 200
  /// The handling of a request that finds the queue full.
  package var overflowRule = OverflowRule.refuse
  package var recoveryCriterion = RecoveryCriterion()
  package init() {}

  /// The time of a worker per request, a guess; requests of a kind without a time bypass the queue.
  package struct ServiceTimes: Hashable, Sendable {
    package var verify = Distribution.constant(.milliseconds(50))
    package var createOrder = Distribution.constant(.milliseconds(20))
    package init() {}
  }

  /// The criterion by which a queue is normal again after an outage.
  package struct RecoveryCriterion: Hashable, Sendable {
    /// The maximum wait of a request.
    package var wait = Delay.seconds(1)
    /// The time without a longer wait or a refusal after which the queue is normal again.
    package var duration = Delay.seconds(300)
    package init() {}
  }

  /// The handling of a request that finds the queue full (B12).
  package enum OverflowRule: String, CaseIterable, Sendable {
    /// An error at once.
    case refuse
  }

  /// The time of a worker per request of a kind; nil if it needs none.
  func service(of call: BackendCall) -> Distribution? {
    let takes: Distribution? =
      switch call.kind {
      case .verify: serviceTimes.verify
      case .createOrder: serviceTimes.createOrder
      default: nil
      }
    return takes == .constant(.zero) ? nil : takes
  }
}
