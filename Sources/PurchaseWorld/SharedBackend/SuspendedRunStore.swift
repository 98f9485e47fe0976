/// Suspended runs, as bytes in reused storage.
///
/// Blocks have sizes in steps of 128 bytes; blocks of one size are cut from one piece of memory. A
/// freed block serves the next run of its size: memory follows the maximum number of suspended
/// runs.
struct SuspendedRunStore: ~Copyable {
  struct Block: BitwiseCopyable {
    let address: UnsafeMutableRawPointer
    let steps: UInt32
  }

  private static let step = 128, pieceOfMemory = 1 << 18
  /// The first free block of each size; each free block begins with the address of the next.
  private var free: [UnsafeMutableRawPointer?] = []
  private var pieces: [UnsafeMutableRawPointer] = []

  deinit { for piece in pieces { piece.deallocate() } }

  mutating func keep(_ bytes: UnsafeRawBufferPointer) -> Block {
    let steps = (bytes.count + SuspendedRunStore.step - 1) / SuspendedRunStore.step
    if steps >= free.count { free += Array(repeating: nil, count: steps + 1 - free.count) }
    if free[steps] == nil { cut(steps) }
    guard let block = free[steps], let first = bytes.baseAddress else {
      preconditionFailure("a new block is free, and a run has bytes")
    }
    free[steps] = block.load(as: UnsafeMutableRawPointer?.self)
    block.copyMemory(from: first, byteCount: bytes.count)
    return Block(address: block, steps: UInt32(steps))
  }

  mutating func giveBack(_ block: Block) {
    block.address.storeBytes(of: free[Int(block.steps)], as: UnsafeMutableRawPointer?.self)
    free[Int(block.steps)] = block.address
  }

  private mutating func cut(_ steps: Int) {
    let size = steps * SuspendedRunStore.step
    let count = max(1, SuspendedRunStore.pieceOfMemory / size)
    let piece = UnsafeMutableRawPointer.allocate(byteCount: count * size, alignment: 64)
    pieces.append(piece)
    for number in (0..<count).reversed() {
      giveBack(Block(address: piece + number * size, steps: UInt32(steps)))
    }
  }
}

/// The next arrivals, one per suspended run: a heap by instant, then by user number.
struct ArrivalHeap: ~Copyable {
  struct Arrival: BitwiseCopyable {
    let instant: Int64
    let user: UInt32
    /// The size of the run's block, in steps.
    let steps: UInt32
    let address: UnsafeMutableRawPointer

    @inline(__always) static func < (left: Arrival, right: Arrival) -> Bool {
      left.instant != right.instant ? left.instant < right.instant : left.user < right.user
    }
  }

  private var arrivals: UnsafeMutablePointer<Arrival>
  private var room = 1_024
  private(set) var count = 0
  /// The maximum count so far.
  private(set) var maximum = 0

  init() { arrivals = .allocate(capacity: room) }
  deinit { arrivals.deallocate() }

  @inline(__always) var first: Arrival? { count == 0 ? nil : arrivals[0] }

  mutating func add(_ arrival: Arrival) {
    if count == room { widen() }
    var hole = count
    count += 1
    maximum = max(maximum, count)
    while hole > 0 {
      let parent = (hole - 1) / 4
      guard arrival < arrivals[parent] else { break }
      arrivals[hole] = arrivals[parent]
      hole = parent
    }
    arrivals[hole] = arrival
  }

  mutating func removeFirst() -> Arrival {
    precondition(count > 0, "the heap is not empty")
    let first = arrivals[0]
    count -= 1
    guard count > 0 else { return first }
    let moved = arrivals[count]
    var hole = 0
    while true {
      let children = 4 * hole + 1
      guard children < count else { break }
      var least = children
      for child in children + 1..<max(children + 1, min(children + 4, count))
      where arrivals[child] < arrivals[least] { least = child }
      guard arrivals[least] < moved else { break }
      arrivals[hole] = arrivals[least]
      hole = least
    }
    arrivals[hole] = moved
    return first
  }

  private mutating func widen() {
    room *= 2
    let wider = UnsafeMutablePointer<Arrival>.allocate(capacity: room)
    wider.update(from: arrivals, count: count)
    arrivals.deallocate()
    arrivals = wider
  }
}
