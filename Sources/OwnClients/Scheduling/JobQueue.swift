import CLibrary
import EventEngine
import Synchronization

/// The ready jobs of the clients of one thread, first in, first out.
///
/// A thread that simulates has a queue while a moment is met; whatever any code makes ready on it then goes
/// into the queue, and is run when the simulation says so.
final class JobQueue {
  /// Jobs by their bits; the lowest bit says that one is for the main actor.
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

  /// Runs jobs until none is ready, or so many have run.
  /// - Returns: whether none is ready any more.
  func drain(atMost most: Int) -> Bool {
    var left = most
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

  /// From what the next job is drawn; nil: the jobs go on as they became ready.
  var order: UInt64?

  /// Lets one of the ready jobs come first. Those of the main actor keep their order, as on its thread.
  private func draw(_ order: UInt64) {
    let luck = Draws.mix(order)
    self.order = luck
    var place = head &+ Int(luck % UInt64(tail &- head))
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

  /// Leaves what is ready where it is, for ever: its tasks never end.
  func removeAll() { head = tail }

  // MARK: The queue of a thread

  private static let key = pthread_key_t.another()

  /// The queue of this thread; nil where nothing is simulated.
  @inline(__always) static var current: JobQueue? {
    pthread_getspecific(key).map { Unmanaged<JobQueue>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether this thread is the one that runs the queue's jobs now.
  @inline(__always) var isCurrent: Bool {
    pthread_getspecific(JobQueue.key) == Unmanaged.passUnretained(self).toOpaque()
  }

  /// Who runs jobs on this thread; nil where nothing is simulated.
  static var host: HostedClient? {
    // Who asks may be the system itself, before there is a key for threads.
    isThereAny.load(ordering: .relaxed) ? current?.host : nil
  }
  private static let isThereAny = Atomic(false)
  /// Whose jobs it runs, and who owns it: a weak reference would make every use of that object slower.
  unowned(unsafe) var host: HostedClient?

  /// What becomes ready on this thread goes into the queue.
  func enter() { pthread_setspecific(JobQueue.key, Unmanaged.passUnretained(self).toOpaque()) }
  /// It goes where it always goes.
  static func leave() { pthread_setspecific(key, nil) }

  /// What a sleep by the runtime's own clock does: it is simulated too. Set by whoever hosts a client.
  var sleep: (UnownedJob, Duration) -> Void = { _, _ in }
}

extension pthread_key_t {
  /// A key under which each thread keeps something of its own.
  /// - Parameter end: what is done with that at the end of a thread.
  static func another(_ end: (@convention(c) (UnsafeMutableRawPointer?) -> Void)? = nil) -> Self {
    var key = pthread_key_t()
    guard pthread_key_create(&key, end) == 0 else {
      fatalError("a process has room for another key of its threads")
    }
    return key
  }
}
