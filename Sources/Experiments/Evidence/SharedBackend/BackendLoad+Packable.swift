import EventEngine
package import PurchaseWorld

extension BackendLoad: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try verify.pack(&packing)
    try createOrder.pack(&packing)
    try packing.total(&worked)
    try packing.total(&wasted)
    try packing.count(&peak)
    try waits.pack(&packing)
    try packing.each(&recoveries)
    try packing.each(&course.bins)
    try packing.count(&events)
    try packing.count(&mostAlive)
  }
}

extension BackendLoad.Requests: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.count(&arrived)
    try packing.count(&out)
    try packing.count(&refused)
    try packing.count(&served)
    try packing.count(&wasted)
  }
}

extension WaitHistogram: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    let most = DelayBuckets.bucket(of: .longest) + 1
    try packing.list(&buckets, most: most, 0) { packing, count throws(PackingProblem) in
      try packing.count(&count)
    }
    try packing.total(&sum)
    try packing.count(&positive)
    try packing.count(&count)
    // The buckets contain every wait, so their sum equals the count.
    var left = count
    for bucket in buckets {
      try packing.check(bucket <= left)
      left -= bucket
    }
    try packing.check(left == 0 && positive <= count)
  }
}

extension QueueRecovery: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    var (kind, time) =
      switch self {
      case .after(let time): (0, UInt64(time.microseconds))
      case .metastable: (1, 0)
      case .overloaded: (2, 0)
      case .undecided: (3, 0)
      case .draining(let time): (4, UInt64(time.microseconds))
      }
    try packing.number(&kind, in: 0...4)
    try packing.bits(&time)
    try packing.check(time <= UInt64(Delay.longest.microseconds))
    let found = min(time, UInt64(Delay.longest.microseconds))
    self =
      switch kind {
      case 0: .after(Delay(microseconds: Int64(found)))
      case 1: .metastable
      case 2: .overloaded
      case 4: .draining(Delay(microseconds: Int64(found)))
      default: .undecided
      }
  }
}

extension LoadTimeline.Bin: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.count(&arrived)
    try packing.count(&refused)
    try packing.count(&served)
    try packing.total(&waited)
    try packing.count(&longest)
  }
}

extension Packing {
  /// A sum of times; not negative.
  fileprivate mutating func total(_ value: inout Int128) throws(PackingProblem) {
    try sum(&value)
    try check(value >= 0)
  }
}
