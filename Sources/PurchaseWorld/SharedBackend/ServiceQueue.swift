package import EventEngine

/// A queue before several workers, first come first served, in which the fate of a request is known when it arrives.
///
/// Nobody leaves the queue: the work goes on for clients that have given up. So a request starts when it arrives, or when
/// the worker that is free first is free, whichever is later: the recursion of J. Kiefer and J. Wolfowitz, "On the
/// theory of queues with many servers", Transactions of the American Mathematical Society 78 (1955) 1–18. Starts come in
/// the order of arrivals, so those who wait are a list of starts still to come.
///
/// - Complexity: an arrival takes time in the logarithm of the number of workers.
package struct ServiceQueue: ~Copyable {
  /// What becomes of an arrival.
  package enum Admission: Equatable {
    /// A worker begins with it then.
    case begins(Instant)
    /// As many wait as may.
    case refused
  }

  /// When each worker is free: a heap, whose first is the earliest.
  private var free: [Instant]
  /// The starts that are still to come, as a ring.
  private var starts: [Instant], first = 0
  /// How many requests wait.
  package private(set) var waiting = 0
  private let places: Int

  /// - Parameter workers: at least 1.
  /// - Parameter places: how many may wait, from 0.
  package init(workers: Int, places: Int) {
    precondition(workers > 0 && places >= 0, "a queue has a worker")
    free = Array(repeating: .start, count: workers)
    starts = Array(repeating: .start, count: 64)
    self.places = places
  }

  /// Tells what becomes of a request that arrives now and takes a worker for so long.
  /// - Precondition: no request arrived later.
  package mutating func admit(at now: Instant, for service: Delay) -> Admission {
    letBegin(until: now)
    let start = max(now, free[0])
    if start > now {
      guard waiting < places else { return .refused }
      wait(until: start)
    }
    free[0] = start + service
    sink()
    return .begins(start)
  }

  /// Whoever's start has come waits no longer.
  package mutating func letBegin(until now: Instant) {
    while waiting > 0, starts[first] <= now {
      first = (first + 1) & (starts.count - 1)
      waiting -= 1
    }
  }

  private mutating func wait(until start: Instant) {
    if waiting == starts.count { widen() }
    starts[(first + waiting) & (starts.count - 1)] = start
    waiting += 1
  }

  /// Makes twice as much room; the number of places stays a power of two.
  private mutating func widen() {
    starts = Array(starts[first...] + starts[..<first]) + starts
    first = 0
  }

  /// Restores the order of the heap after its first has become later.
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
