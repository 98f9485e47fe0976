package import EventEngine

/// What one backend can do for all users at once (B11).
///
/// Requests of all users of a design meet one queue, first come first served, before so many workers.
package struct Capacity: Hashable, Sendable {
  /// How many requests are worked on at a time, from 1.
  package var workers = 8
  package var service = Service()
  /// How many requests may wait for a worker; one more is refused at once (B12).
  package var queue = 200
  /// What becomes of a request that finds the queue full.
  package var full = Full.refuse
  package var normal = Normal()
  package init() {}

  /// How long a worker is taken by a request, a guess; a kind that takes none passes by the queue.
  package struct Service: Hashable, Sendable {
    package var verify = Distribution.constant(.milliseconds(50))
    package var createOrder = Distribution.constant(.milliseconds(20))
    package init() {}
  }

  /// What a queue is like when all is normal.
  package struct Normal: Hashable, Sendable {
    /// How long a request may wait.
    package var wait = Delay.seconds(1)
    /// For how long none may have waited longer, or been refused, before all is called normal again.
    package var lasts = Delay.seconds(300)
    package init() {}
  }

  /// What becomes of a request that finds the queue full (B12).
  package enum Full: String, CaseIterable, Sendable {
    /// It is answered with an error at once.
    case refuse
  }

  /// How long a worker is taken by a request of a kind; nil: it needs none.
  func service(of call: Call) -> Distribution? {
    let takes: Distribution
    switch call.kind {
    case .verify: takes = service.verify
    case .createOrder: takes = service.createOrder
    default: return nil
    }
    if case .constant(.zero) = takes { return nil }
    return takes
  }
}
