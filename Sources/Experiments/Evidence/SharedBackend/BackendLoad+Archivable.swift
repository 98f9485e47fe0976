import EventEngine
package import PurchaseWorld

extension BackendLoad: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try verify.transcode(&archive)
    try createOrder.transcode(&archive)
    try archive.total(&workingTime)
    try archive.total(&wasted)
    try archive.count(&peak)
    try waits.transcode(&archive)
    try archive.values(&recoveries)
    try archive.values(&loadTimeline.bins)
    try archive.counts(of: &self, \.eventCount, \.maxSimultaneousRuns)
  }
}

extension BackendLoad.Requests: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.counts(of: &self, \.arrived, \.duringOutage, \.refused, \.served, \.wasted)
  }
}

extension WaitHistogram: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    let maximum = DelayBuckets.bucket(of: .longest) + 1
    try archive.list(&buckets, maximum: maximum, 0) { archive, count throws(ArchiveError) in
      try archive.count(&count)
    }
    try archive.total(&sum)
    try archive.counts(of: &self, \.positiveCount, \.count)
    // The buckets contain every wait.
    try archive.check(buckets.exactSum == Int128(count) && positiveCount <= count)
  }
}

extension QueueRecovery: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    var (kind, time) =
      switch self {
      case .after(let time): (0, UInt64(time.microseconds))
      case .metastable: (1, 0)
      case .overloaded: (2, 0)
      case .undecided: (3, 0)
      case .draining(let time): (4, UInt64(time.microseconds))
      }
    try archive.number(&kind, in: 0...4)
    try archive.bits(&time)
    try archive.check(time <= UInt64(Delay.longest.microseconds))
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

extension LoadTimeline.Bin: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.counts(of: &self, \.arrived, \.refused, \.served)
    try archive.total(&totalWait)
    try archive.count(&longestQueue)
  }
}

extension Archive {
  /// A sum of times; not negative.
  fileprivate mutating func total(_ value: inout Int128) throws(ArchiveError) {
    try sum(&value)
    try check(value >= 0)
  }
}
