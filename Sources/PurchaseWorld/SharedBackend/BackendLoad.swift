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
/// than ``Capacity/Normal/wait``.
package enum Recovery: Hashable, Comparable, Sendable {
  // From the best to the worst.
  /// It was normal before the outage, and so long after its end the last request waited too long or was refused.
  case after(Delay)
  /// It was normal before, and while users came (until the last one, the next outage, or the horizon) neither calm nor
  /// trouble was seen for ``Capacity/Normal/lasts``.
  case undecided
  /// It was not normal before the outage, so what came after tells nothing of that.
  case overloaded
  /// It was normal before the outage, and not for so long after it that the load that the outage left sustains itself.
  /// Such a state is called *metastable* by N. Bronson and others, "Metastable Failures in Distributed Systems", HotOS
  /// 2021.
  case metastable
}

/// Watches a queue for its way back to normal.
struct RecoveryWatch: ~Copyable {
  private let outages: [Outage], horizon: Instant
  /// When the last user comes: a queue that empties because nobody comes any more has not recovered.
  var lastBegin = Instant.start
  private let normalWait: Delay, normalFor: Delay
  /// The outage whose end comes next or whose recovery is awaited.
  private var place = 0
  /// When a request last waited too long or was refused; nil: never.
  private var trouble: Instant?
  /// Whether all was as it should be when the outage of the moment began.
  private var wasNormal = true, isAwaited = false
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

  /// A request has come; nil: it was refused.
  @inline(__always) mutating func see(_ now: Instant, waits: Delay?) {
    if place < outages.count { pass(now) }
    if let waits, waits <= normalWait { return }
    trouble = now
  }

  /// Judges what the time until now has decided.
  private mutating func pass(_ now: Instant) {
    while place < outages.count {
      let outage = outages[place], end = outage.from + outage.lasts
      if !isAwaited {
        guard now >= outage.from else { return }
        wasNormal = trouble.map { $0 + normalFor <= outage.from } ?? true
        isAwaited = true
      }
      let calmSince = max(end, trouble ?? end)
      let last = lastBegin > end ? min(horizon, lastBegin) : horizon
      let next = place + 1 < outages.count ? min(last, outages[place + 1].from) : last
      if calmSince + normalFor <= min(now, next) {
        recoveries.append(wasNormal ? .after(calmSince - end) : .overloaded)
      } else if now >= next {
        let lasted = calmSince >= end + normalFor
        recoveries.append(!wasNormal ? .overloaded : lasted ? .metastable : .undecided)
      } else {
        return
      }
      place += 1
      isAwaited = false
    }
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
