import CLibrary
import EventEngine
import Synchronization

/// The ready jobs of the clients of one thread, first in, first out.
///
/// A simulating thread has a queue while an event is handled. Jobs that become ready on the thread
/// are added to the queue, and run when the simulation drains it.
final class JobQueue {
  /// Jobs by their bits; the lowest bit marks jobs for the main actor.
  private var ring: UnsafeMutablePointer<UInt>
  private var capacity = 256
  private var head = 0
  private var tail = 0

  init() {
    Executors.install()
    JobQueue.isThereAny.store(true, ordering: .relaxed)
    ring = .allocate(capacity: capacity)
  }

  deinit { ring.deallocate() }

  /// Adds a job.
  @inline(__always) func push(_ job: UnownedJob, isForMain: Bool = false) {
    if tail - head == capacity { grow() }
    let bits = unsafeBitCast(job, to: UInt.self)
    ring[tail & (capacity - 1)] = isForMain ? bits | 1 : bits
    tail &+= 1
  }

  private func grow() {
    let wider = UnsafeMutablePointer<UInt>.allocate(capacity: 2 * capacity)
    for place in head..<tail { wider[place - head] = ring[place & (capacity - 1)] }
    ring.deallocate()
    (ring, capacity, head, tail) = (wider, 2 * capacity, 0, tail - head)
  }

  /// Runs jobs until none is ready, or a maximum number has run.
  /// - Returns: whether no job is ready any more.
  func drain(atMost maximum: Int) -> Bool {
    var left = maximum
    while head != tail {
      guard left > 0 else { return false }
      left -= 1
      if let order, tail &- head > 1 { draw(order) }
      let bits = ring[head & (capacity - 1)]
      head &+= 1
      Executors.run(unsafeBitCast(bits & ~1, to: UnownedJob.self), isForMain: bits & 1 == 1)
    }
    return true
  }

  /// The seed of the draw of the next job; nil: jobs run in order of arrival.
  var order: UInt64?

  /// Moves a randomly drawn ready job to the front. Jobs of the main actor keep their order, as on
  /// its thread.
  private func draw(_ order: UInt64) {
    let bits = KeyedDraws.mix(order)
    self.order = bits
    var place = head &+ Int(bits % UInt64(tail &- head))
    let mask = capacity - 1
    if ring[place & mask] & 1 == 1 {
      place = (head..<place).first { ring[$0 & mask] & 1 == 1 } ?? place
    }
    let drawn = ring[place & mask]
    while place > head {
      ring[place & mask] = ring[(place - 1) & mask]
      place -= 1
    }
    ring[head & mask] = drawn
  }

  /// Abandons the ready jobs; their tasks never end.
  func removeAll() { head = tail }

  // MARK: The queue of a thread

  private static let key = pthread_key_t.another()

  /// The queue of this thread; nil outside of a simulation.
  @inline(__always) static var current: JobQueue? {
    pthread_getspecific(key).map { Unmanaged<JobQueue>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether this thread runs the jobs of the queue now.
  @inline(__always) var isCurrent: Bool {
    pthread_getspecific(JobQueue.key) == Unmanaged.passUnretained(self).toOpaque()
  }

  /// The host of the client on this thread; nil outside of a simulation.
  static var host: HostedClient? {
    // The system itself may call this before the thread key exists.
    isThereAny.load(ordering: .relaxed) ? current?.host : nil
  }
  private static let isThereAny = Atomic(false)
  /// The host whose jobs it runs, which owns it; a weak reference would make every use slower.
  unowned(unsafe) var host: HostedClient?

  /// Makes jobs of this thread go to the queue from now on.
  func enter() { pthread_setspecific(JobQueue.key, Unmanaged.passUnretained(self).toOpaque()) }
  /// Makes jobs of this thread go to the default executors again.
  static func leave() { pthread_setspecific(key, nil) }

  /// Handles a sleep on the runtime's own clock, which is simulated as well. Set by the host.
  var sleep: (UnownedJob, Duration) -> Void = { _, _ in }
}

extension pthread_key_t {
  /// A key for thread-local values.
  /// - Parameter end: the destructor that runs at the end of a thread.
  static func another(_ end: (@convention(c) (UnsafeMutableRawPointer?) -> Void)? = nil) -> Self {
    var key = pthread_key_t()
    guard pthread_key_create(&key, end) == 0 else {
      fatalError("the process has a free thread-local key")
    }
    return key
  }
}
