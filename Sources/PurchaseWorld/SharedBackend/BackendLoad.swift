package import EventEngine

/// The load of a shared backend in one replication under one design.
package struct BackendLoad: Hashable, Sendable {
  /// The requests of one kind.
  package struct Requests: Hashable, Sendable {
    /// The number that reached the backend, or would have without an outage.
    package var arrived = 0
    /// The numbers that arrived in an outage, and at a full queue (B12).
    package var duringOutage = 0, refused = 0
    /// The number that a worker processed, and of these the number that the wait made late.
    package var served = 0, wasted = 0
  }

  package var verify = Requests(), createOrder = Requests()
  /// The working time, and its part for answers that the wait made late, in microseconds.
  package var workingTime: Int128 = 0, wasted: Int128 = 0
  /// The maximum number of arrivals within one second of the clock.
  package var peak = 0
  /// The waits of the requests that a worker processed.
  package var waits = WaitHistogram()
  /// The recovery from each outage of the backend, in order of time.
  package var recoveries: [QueueRecovery] = []
  package var loadTimeline: LoadTimeline
  /// The number of events, and the maximum number of simultaneous runs.
  package var eventCount = 0, maxSimultaneousRuns = 0

  /// Creates the load before the first arrival.
  package init(_ conditions: Conditions) {
    loadTimeline = LoadTimeline(conditions)
    recoveries = RecoveryDetector.outages(of: conditions).map { _ in .undecided }
  }

  @inline(__always) mutating func count(_ kind: RequestKinds, _ change: (inout Requests) -> Void) {
    if kind == .verify { change(&verify) } else { change(&createOrder) }
  }

  /// The requests of both kinds.
  package var requests: Requests {
    var all = verify
    all.arrived += createOrder.arrived
    all.duringOutage += createOrder.duringOutage
    all.refused += createOrder.refused
    all.served += createOrder.served
    all.wasted += createOrder.wasted
    return all
  }
}

/// The recovery of a queue after an outage.
///
/// A queue is normal if for ``Capacity/RecoveryCriterion/duration`` no request was refused or waited longer than
/// ``Capacity/RecoveryCriterion/wait``. It is watched from the end of the outage until the next one, until
/// 99 % of the users have arrived, or until the horizon.
package enum QueueRecovery: Hashable, Comparable, Sendable {
  // From the best to the worst.
  /// It was normal before the outage; the time from its end to the last long wait or refusal.
  case after(Delay)
  /// It was normal before, is not normal again, and its waits decrease while users arrive. The time
  /// from the outage to the normal state is an estimate at the same rate of decrease.
  case draining(Delay)
  /// It was normal before, and neither calm nor trouble was observed for ``Capacity/RecoveryCriterion/duration``.
  case undecided
  /// It was not normal before the outage, so nothing follows from its state after it; or waits grew
  /// after it, and refused or late requests do not explain that: the load exceeds the capacity.
  case overloaded
  /// It was normal before, is not normal after this time, and refused or late requests exceed the
  /// rate at which the queue shrinks: the load sustains itself. This state is called *metastable*
  /// by N. Bronson and others, "Metastable Failures in Distributed Systems", HotOS 2021.
  case metastable
}

/// Detects the recovery of a queue.
struct RecoveryDetector: ~Copyable {
  private struct Quarter {
    var arrived = 0, refused = 0, wasted = 0
    /// The longest wait, and the time of its request.
    var longest = Delay.zero, at = Instant.start

    mutating func add(_ now: Instant, _ waits: Delay?, _ isWasted: Bool) {
      arrived += 1
      guard let waits else { return refused += 1 }
      if isWasted { wasted += 1 }
      if waits > longest { (longest, at) = (waits, now) }
    }
  }

  private let outages: [Outage], horizon: Instant
  /// The time when most users have arrived: a queue without arrivals empties without a recovery.
  var arrivalsEnd = Instant.start
  private let normalWait: Delay, normalFor: Delay
  /// The next outage to end, or the one whose recovery is awaited.
  private var place = 0
  /// The last time when a request waited too long or was refused; nil: never.
  private var trouble: Instant?
  /// Whether the queue was normal at the start of the current outage.
  private var wasNormal = true, isAwaited = false
  /// The third and the last quarter of the watched time, and their starts.
  private var third = Quarter(), fourth = Quarter()
  private var thirdBegins = Instant.start, fourthBegins = Instant.start
  private(set) var recoveries: [QueueRecovery] = []

  init(_ conditions: Conditions, _ capacity: Capacity) {
    horizon = .start + conditions.horizon
    outages = RecoveryDetector.outages(of: conditions)
    (normalWait, normalFor) = (capacity.recoveryCriterion.wait, capacity.recoveryCriterion.duration)
  }

  /// The outages before the horizon, in order of time; overlapping and adjacent ones are merged.
  static func outages(of conditions: Conditions) -> [Outage] {
    let all = conditions.outages
      .filter { $0.target == .backend && $0.start < .start + conditions.horizon }
      .sorted { $0.start < $1.start }
    return all.reduce(into: []) { merged, next in
      guard let last = merged.last, next.start <= last.start + last.lasts else {
        return merged.append(next)
      }
      merged[merged.count - 1].lasts = max(last.lasts, next.start - last.start + next.lasts)
    }
  }

  /// Counts an arrival.
  /// - Parameter waits: the wait for a worker; nil if the request is refused.
  /// - Parameter isWasted: whether its answer is too late because of the wait.
  @inline(__always) mutating func see(_ now: Instant, waits: Delay?, isWasted: Bool = false) {
    if place < outages.count {
      pass(now)
      if isAwaited, now >= fourthBegins {
        fourth.add(now, waits, isWasted)
      } else if isAwaited, now >= thirdBegins {
        third.add(now, waits, isWasted)
      }
    }
    if let waits, waits <= normalWait { return }
    trouble = now
  }

  /// The end of the watched time after the current outage.
  private var watchEnds: Instant {
    let outage = outages[place]
    let last = arrivalsEnd > outage.start + outage.lasts ? min(horizon, arrivalsEnd) : horizon
    return place + 1 < outages.count ? min(last, outages[place + 1].start) : last
  }

  /// Decides what is certain by now.
  private mutating func pass(_ now: Instant) {
    while place < outages.count {
      let outage = outages[place], end = outage.start + outage.lasts, next = watchEnds
      if !isAwaited {
        guard now >= outage.start else { return }
        wasNormal = trouble.map { $0 + normalFor <= outage.start } ?? true
        isAwaited = true
        let watched = next > end ? (next - end).microseconds : 0
        thirdBegins = end + Delay(microseconds: watched / 2)
        fourthBegins = end + Delay(microseconds: watched - watched / 4)
        (third, fourth) = (Quarter(), Quarter())
      }
      let calmSince = max(end, trouble ?? end)
      if calmSince + normalFor <= min(now, next) {
        recoveries.append(wasNormal ? .after(calmSince - end) : .overloaded)
      } else if now >= next {
        let lasted = calmSince >= end + normalFor
        recoveries.append(!wasNormal ? .overloaded : lasted ? lasting(end, next) : .undecided)
      } else {
        return
      }
      place += 1
      isAwaited = false
    }
  }

  /// Classifies a queue that stays abnormal, by the second half of the watched time.
  ///
  /// Waits decrease by the capacity beyond the arrivals. Refused or late arrivals are work that
  /// returns or is wasted: if its share exceeds the decrease, it keeps the queue from draining.
  private func lasting(_ end: Instant, _ next: Instant) -> QueueRecovery {
    let watched = (next - end).seconds
    let shortens = (third.longest.seconds - fourth.longest.seconds) / (watched / 4)
    let vain = third.refused + fourth.refused + third.wasted + fourth.wasted
    let share = Double(vain) / Double(max(1, third.arrived + fourth.arrived))
    guard shortens > 0 else { return share > -shortens ? .metastable : .overloaded }
    let left = max(0, fourth.longest.seconds - normalWait.seconds) / shortens
    let isSoon = left <= watched && 2 * fourth.refused <= third.refused
    guard share <= shortens || isSoon else { return .metastable }
    let estimate = (fourth.at - end).seconds + left
    return .draining(
      Delay(microseconds: Int64(min(estimate * 1e6, Double(Delay.longest.microseconds)))))
  }

  mutating func end() { pass(horizon) }
}

/// The load over time, in equal bins, for charts.
package struct LoadTimeline: Hashable, Sendable {
  package struct Bin: Hashable, Sendable {
    package var arrived = 0, refused = 0, served = 0
    /// The total wait of the served requests, in microseconds.
    package var totalWait: Int128 = 0
    /// The maximum queue length after an arrival, which may be part of it.
    package var longestQueue = 0
  }

  package let from: Instant
  package let binWidth: Delay
  package var bins: [Bin]

  /// Covers the time around the first outage of the backend; else the whole run.
  init(_ conditions: Conditions) {
    let horizon = conditions.horizon.microseconds
    var (first, last): (Int64, Int64) = (0, horizon)
    if let outage = RecoveryDetector.outages(of: conditions).first {
      let (from, lasts) = (outage.start.microseconds, max(outage.lasts.microseconds, 1))
      first = max(0, from - lasts)
      last = from + min(horizon - from, lasts &* 13)
    }
    let count: Int64 = 240
    from = Instant(microseconds: first)
    binWidth = Delay(microseconds: max(1, (last - first + count - 1) / count))
    bins = Array(repeating: Bin(), count: Int(count))
  }

  @inline(__always) mutating func add(_ now: Instant, _ change: (inout Bin) -> Void) {
    guard now >= from else { return }
    let place = Int((now - from).microseconds / binWidth.microseconds)
    if place < bins.count { change(&bins[place]) }
  }

  package static func += (left: inout LoadTimeline, right: LoadTimeline) {
    for (place, bin) in right.bins.enumerated() {
      left.bins[place].arrived += bin.arrived
      left.bins[place].refused += bin.refused
      left.bins[place].served += bin.served
      left.bins[place].totalWait += bin.totalWait
      left.bins[place].longestQueue = max(left.bins[place].longestQueue, bin.longestQueue)
    }
  }
}
