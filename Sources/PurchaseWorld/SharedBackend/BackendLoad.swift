package import EventEngine

/// What a backend that many users share has met in one replication under one design.
package struct BackendLoad: Hashable, Sendable {
  /// The requests of one kind.
  package struct Requests: Hashable, Sendable {
    /// How many reached the backend, or would have if it had not been out.
    package var arrived = 0
    /// How many of them found it out, and how many the queue full (B12).
    package var out = 0, refused = 0
    /// How many a worker took, and of those how many were answered too late because of the wait.
    package var served = 0, wasted = 0
  }

  package var verify = Requests(), createOrder = Requests()
  /// For how long workers were taken, and of that for answers that the wait made too late, in microseconds.
  package var worked: Int128 = 0, wasted: Int128 = 0
  /// The most requests that arrived within one second of the clock.
  package var peak = 0
  /// How long those waited whom a worker took.
  package var waits = WaitHistogram()
  /// What came of each outage of the backend, in the order of time.
  package var recoveries: [Recovery] = []
  package var course: LoadCourse
  /// Events, and the most lives that were under way at a time.
  package var events = 0, mostAlive = 0

  /// Nothing has arrived yet, and no outage has been recovered from.
  package init(_ conditions: Conditions) {
    course = LoadCourse(conditions)
    recoveries = RecoveryWatch.outages(of: conditions).map { _ in .undecided }
  }

  /// Counts a request of a kind.
  @inline(__always)
  mutating func count(_ kind: RequestKinds, _ change: (inout Requests) -> Void) {
    if kind == .verify { change(&verify) } else { change(&createOrder) }
  }

  /// The requests of both kinds.
  package var requests: Requests {
    var all = verify
    all.arrived += createOrder.arrived
    all.out += createOrder.out
    all.refused += createOrder.refused
    all.served += createOrder.served
    all.wasted += createOrder.wasted
    return all
  }
}

/// How a queue went back to normal after an outage, if it did.
///
/// Normal is a queue in which for ``Capacity/Normal/lasts`` no request was refused or waited longer
/// than ``Capacity/Normal/wait``. A queue is watched from the end of the outage until the next one, until 99 % of the
/// users have come, or until the horizon.
package enum Recovery: Hashable, Comparable, Sendable {
  // From the best to the worst.
  /// It was normal before the outage, and so long after its end the last request waited too long or was refused.
  case after(Delay)
  /// It was normal before the outage, is not yet again, and its waits grow shorter although users still come. The time
  /// from the end of the outage until it would be normal is an estimate: as if waits went on to shorten so fast.
  case draining(Delay)
  /// It was normal before, and neither calm nor trouble was seen for ``Capacity/Normal/lasts``.
  case undecided
  /// It was not normal before the outage, so what came after tells nothing of that; or waits grew after it, and what was
  /// refused or answered too late does not account for that: more came than the workers can do.
  case overloaded
  /// It was normal before the outage, and not for so long after it, and what is refused or answered too late is more than
  /// what the queue shortens by: the load that the outage left sustains itself. Such a state is called *metastable* by N.
  /// Bronson and others, "Metastable Failures in Distributed Systems", HotOS 2021.
  case metastable
}

/// Watches a queue for its way back to normal.
struct RecoveryWatch: ~Copyable {
  /// A quarter of the time for which a queue is watched.
  private struct Quarter {
    var arrived = 0, refused = 0, wasted = 0
    /// The longest wait, and when its request came.
    var longest = Delay.zero, at = Instant.start

    mutating func add(_ now: Instant, _ waits: Delay?, _ isWasted: Bool) {
      arrived += 1
      guard let waits else { return refused += 1 }
      if isWasted { wasted += 1 }
      if waits > longest { (longest, at) = (waits, now) }
    }
  }

  private let outages: [Outage], horizon: Instant
  /// When most users have come: a queue that empties because nobody comes any more has not recovered.
  var arrivalsEnd = Instant.start
  private let normalWait: Delay, normalFor: Delay
  /// The outage whose end comes next or whose recovery is awaited.
  private var place = 0
  /// When a request last waited too long or was refused; nil: never.
  private var trouble: Instant?
  /// Whether all was as it should be when the outage of the moment began.
  private var wasNormal = true, isAwaited = false
  /// The third and the last quarter of the time for which the outage's recovery is awaited, and when each begins.
  private var third = Quarter(), fourth = Quarter()
  private var thirdBegins = Instant.start, fourthBegins = Instant.start
  private(set) var recoveries: [Recovery] = []

  init(_ conditions: Conditions, _ capacity: Capacity) {
    horizon = .start + conditions.horizon
    outages = RecoveryWatch.outages(of: conditions)
    (normalWait, normalFor) = (capacity.normal.wait, capacity.normal.lasts)
  }

  /// The outages of the backend that begin before the end, in the order of time; those that overlap, or follow at once,
  /// are one.
  static func outages(of conditions: Conditions) -> [Outage] {
    let all = conditions.outages
      .filter { $0.target == .backend && $0.from < .start + conditions.horizon }
      .sorted { $0.from < $1.from }
    return all.reduce(into: []) { merged, next in
      guard let last = merged.last, next.from <= last.from + last.lasts else {
        return merged.append(next)
      }
      merged[merged.count - 1].lasts = max(last.lasts, next.from - last.from + next.lasts)
    }
  }

  /// A request has come.
  /// - Parameter waits: for how long it waits for a worker; nil: it was refused.
  /// - Parameter isWasted: whether its answer comes too late because of the wait.
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

  /// Until when the recovery from the outage of the moment is watched.
  private var watchEnds: Instant {
    let outage = outages[place]
    let last = arrivalsEnd > outage.from + outage.lasts ? min(horizon, arrivalsEnd) : horizon
    return place + 1 < outages.count ? min(last, outages[place + 1].from) : last
  }

  /// Judges what the time until now has decided.
  private mutating func pass(_ now: Instant) {
    while place < outages.count {
      let outage = outages[place], end = outage.from + outage.lasts, next = watchEnds
      if !isAwaited {
        guard now >= outage.from else { return }
        wasNormal = trouble.map { $0 + normalFor <= outage.from } ?? true
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

  /// What a queue is that is not normal for long after an outage, by the second half of the time for which it was watched.
  ///
  /// A wait shortens by as much in a second as the workers can do in it beyond what comes. Of what comes the share that
  /// is refused or answered too late is work that comes again or was done in vain: if it is more than that, it is what
  /// keeps the queue from draining.
  private func lasting(_ end: Instant, _ next: Instant) -> Recovery {
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

/// The load over time, in equal bins: what a chart shows.
package struct LoadCourse: Hashable, Sendable {
  package struct Bin: Hashable, Sendable {
    package var arrived = 0, refused = 0, served = 0
    /// The sum of the waits of those served, in microseconds.
    package var waited: Int128 = 0
    /// The most who waited after an arrival, which may be among them.
    package var longest = 0
  }

  package let from: Instant
  package let width: Delay
  package var bins: [Bin]

  /// Around the first outage of the backend, so that it is seen; else the whole time.
  init(_ conditions: Conditions) {
    let horizon = conditions.horizon.microseconds
    var (first, last): (Int64, Int64) = (0, horizon)
    if let outage = RecoveryWatch.outages(of: conditions).first {
      let (from, lasts) = (outage.from.microseconds, max(outage.lasts.microseconds, 1))
      first = max(0, from - lasts)
      last = from + min(horizon - from, lasts &* 13)
    }
    let count: Int64 = 240
    from = Instant(microseconds: first)
    width = Delay(microseconds: max(1, (last - first + count - 1) / count))
    bins = Array(repeating: Bin(), count: Int(count))
  }

  @inline(__always)
  mutating func add(_ now: Instant, _ change: (inout Bin) -> Void) {
    guard now >= from else { return }
    let place = Int((now - from).microseconds / width.microseconds)
    if place < bins.count { change(&bins[place]) }
  }

  package static func += (left: inout LoadCourse, right: LoadCourse) {
    for place in left.bins.indices {
      left.bins[place].arrived += right.bins[place].arrived
      left.bins[place].refused += right.bins[place].refused
      left.bins[place].served += right.bins[place].served
      left.bins[place].waited += right.bins[place].waited
      left.bins[place].longest = max(left.bins[place].longest, right.bins[place].longest)
    }
  }
}
