internal import EventEngine

/// The shared backend of all users of a design: its queue and its load.
struct SharedBackend: ~Copyable {
  let capacity: Capacity
  var queue: ServiceQueue
  var load: BackendLoad
  var watch: RecoveryDetector
  /// The second of the last arrival, and the number of arrivals in it.
  private var second: Int64 = -1, inSecond = 0

  init(_ conditions: Conditions, _ capacity: Capacity) {
    self.capacity = capacity
    queue = ServiceQueue(workers: capacity.workerCount, places: capacity.maxQueueLength)
    load = BackendLoad(conditions)
    watch = RecoveryDetector(conditions, capacity)
  }

  mutating func countSecond(_ now: Instant) {
    let second = now.microseconds / 1_000_000
    if second != self.second { (self.second, inSecond) = (second, 0) }
    inSecond += 1
    load.peak = max(load.peak, inSecond)
  }
}

/// A run with a shared backend (B11, B12).
extension World {
  /// Continues alone until a request reaches the backend; nil at the end of the run.
  mutating func runToArrival() -> RequestID? {
    while let event = takeNext() {
      if case .arrive(let request) = event {
        if link.requests[request].isAdmitted {
          // Starts the work on a request (B11).
          if faultInjector.hasSteps { fireStep(events) }
          beginWork(on: request)
          guard canProceed() else { return nil }
          continue
        }
        let kind = link.requests[request].call.kind
        if kind == .verify || kind == .createOrder { return request }
      }
      if faultInjector.hasSteps { fireStep(events) }
      if !proceed(with: event) {
        trace?.endsEarly = true
        return nil
      }
    }
    return nil
  }

  /// Passes a request to the shared backend in its turn; returns whether the run continues.
  mutating func handle(_ backend: inout SharedBackend, with request: RequestID) -> Bool {
    if faultInjector.hasSteps { fireStep(events) }
    receive(request, by: &backend)
    return canProceed()
  }

  /// Serves a request; not inlined, because three copies would take a second each to compile.
  @inline(never) private mutating func beginWork(on request: RequestID) { serve(request) }

  private mutating func canProceed() -> Bool {
    if user.state.wantsToLeave { considerLeaving() }
    if isKeptOpen || isLikelyOpen || !stopsEarly || !isSettled() { return true }
    trace?.endsEarly = true
    return false
  }

  private mutating func receive(_ index: RequestID, by shared: inout SharedBackend) {
    let request = link.requests[index]
    let kind = request.call.kind
    if request.process == livingProcess, !isLost(index) {
      shared.load.count(kind) { $0.arrived += 1 }
      shared.countSecond(now)
      shared.load.loadTimeline.add(now) { $0.arrived += 1 }
      if isOut(.backend) { shared.load.count(kind) { $0.duringOutage += 1 } }
    }
    guard reach(index) else { return }
    guard let service = shared.capacity.service(of: request.call) else {
      return beginWork(on: index)
    }
    let occurrence = (kind == .verify ? 0 : 1) << 24 | index.index & (1 << 24 - 1)
    let takes = randomDraws.delayWithoutMemory(service, .service, occurrence)
    let admission = shared.queue.admit(at: now, for: takes)
    let waiting = shared.queue.waitingCount
    shared.load.loadTimeline.add(now) { $0.longestQueue = max($0.longestQueue, waiting) }
    guard case .begins(let start) = admission else {
      shared.load.count(kind) { $0.refused += 1 }
      shared.load.loadTimeline.add(now) { $0.refused += 1 }
      shared.watch.see(now, waits: nil)
      note(.turnedAway(kind, transaction: request.call.transaction))
      hitOverload(request.call)
      return refuse(index)
    }
    // At most longer than any run.
    let wait = Delay(
      microseconds: min(start.microseconds - now.microseconds, Delay.longest.microseconds))
    let isWasted = wait > .zero && expectTimeout(of: index, waiting: wait)
    shared.watch.see(now, waits: wait, isWasted: isWasted)
    shared.load.waits.add(wait)
    shared.load.count(kind) { $0.served += 1 }
    shared.load.workingTime += Int128(takes.microseconds)
    shared.load.loadTimeline.add(now) {
      $0.served += 1
      $0.totalWait += Int128(wait.microseconds)
    }
    if wait == .zero { return beginWork(on: index) }
    note(.waitsForWorker(kind, transaction: request.call.transaction, wait))
    if isWasted {
      shared.load.count(kind) { $0.wasted += 1 }
      shared.load.wasted += Int128(takes.microseconds)
      hitOverload(request.call)
    }
    link.requests[index].isAdmitted = true
    calendar.schedule(.arrive(index), after: wait)
  }

  /// Limits the wait for a worker to the client's timeout (B11).
  /// - Returns: whether the answer is too late because of the wait.
  private mutating func expectTimeout(of index: RequestID, waiting: Delay) -> Bool {
    let request = link.requests[index]
    let (timeout, whole) = (design.retry.timeout, request.latency + request.check)
    // A client whose timeout is shorter than the rest has a timeout already.
    if whole <= timeout, whole + waiting > timeout {
      calendar.schedule(.timeout(index), at: max(now, request.sentAt + timeout))
    }
    let answer = design.backend.verification == .asynchronous ? request.latency : whole
    return answer <= timeout && answer + waiting > timeout
  }
}
