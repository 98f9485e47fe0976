package import EventEngine

/// A queue for several workers, first come first served; a request's start is known at its arrival.
///
/// Requests never leave the queue, even if the client has given up. So a request starts at its
/// arrival or when the first worker is free, whichever is later: the recursion of J. Kiefer and J.
/// Wolfowitz, "On the theory of queues with many servers", Transactions of the American
/// Mathematical Society 78 (1955) 1–18. So the waiting requests are an ordered list of starts.
/// - Complexity: an arrival takes time in the logarithm of the number of workers.
package struct ServiceQueue: ~Copyable {
  /// The result of an arrival.
  package enum Admission: Equatable {
    /// A worker starts at this time.
    case begins(Instant)
    /// The queue is full.
    case refused
  }

  /// The time when each worker is free, as a heap.
  private var free: [Instant]
  /// The future starts, as a ring.
  private var starts: [Instant], first = 0
  /// The number of waiting requests.
  package private(set) var waitingCount = 0
  private let places: Int

  /// - Parameter workers: at least 1.
  /// - Parameter places: the maximum number of waiting requests, from 0.
  package init(workers: Int, places: Int) {
    precondition(workers > 0 && places >= 0, "a queue needs a worker")
    free = Array(repeating: .start, count: workers)
    starts = Array(repeating: .start, count: 64)
    self.places = places
  }

  /// Admits or refuses a request that arrives now and takes a worker this long.
  /// - Precondition: no request arrived later.
  package mutating func admit(at now: Instant, for service: Delay) -> Admission {
    // Removes the requests that have started from the queue.
    while waitingCount > 0, starts[first] <= now {
      first = (first + 1) & (starts.count - 1)
      waitingCount -= 1
    }
    let start = max(now, free[0])
    if start > now {
      guard waitingCount < places else { return .refused }
      if waitingCount == starts.count { widen() }
      starts[(first + waitingCount) & (starts.count - 1)] = start
      waitingCount += 1
    }
    free[0] = start + service
    sink()
    return .begins(start)
  }

  /// Doubles the ring; its size stays a power of two.
  private mutating func widen() {
    starts = Array(starts[first...] + starts[..<first]) + starts
    first = 0
  }

  /// Restores the order of the heap after its first element has become later.
  private mutating func sink() {
    free.withUnsafeMutableBufferPointer { free in
      let moved = free[0]
      var hole = 0
      while true {
        var child = 2 * hole + 1
        guard child < free.count else { break }
        if child + 1 < free.count, free[child + 1] < free[child] { child += 1 }
        guard free[child] < moved else { break }
        free[hole] = free[child]
        hole = child
      }
      free[hole] = moved
    }
  }
}
