package import EventEngine

/// Time from charge to delivery: a histogram with fixed buckets that merges exactly.
///
/// Times up to 127 µs have one bucket each. Above, every doubling is divided into 64 buckets, so a
/// bucket is at most 1/64 of its times wide. Charges without delivery are counted separately.
package struct DeliveryTimes: Hashable, Sendable {
  /// The number of charges in each bucket, up to the last bucket in use.
  private var buckets: [Int] = []
  /// The number of charges that were never delivered, and of charges that were delivered.
  package private(set) var undelivered = 0, delivered = 0

  package init() {}
  package var count: Int { delivered + undelivered }

  /// Adds a charge that was delivered `time` after it was made; nil if it was never delivered.
  package mutating func add(_ time: Delay?) {
    guard let time else { return undelivered += 1 }
    let bucket = DeliveryTimes.bucket(of: time)
    if bucket >= buckets.count { grow(to: bucket + 1) }
    buckets[bucket] += 1
    delivered += 1
  }

  package static func += (left: inout DeliveryTimes, right: DeliveryTimes) {
    left.grow(to: right.buckets.count)
    for (bucket, count) in right.buckets.enumerated() { left.buckets[bucket] += count }
    left.undelivered += right.undelivered
    left.delivered += right.delivered
  }

  /// Adds the charges of another histogram, multiplied by a factor and rounded bucket by bucket.
  mutating func add(_ other: DeliveryTimes, times factor: Double) {
    grow(to: other.buckets.count)
    for (bucket, count) in other.buckets.enumerated() where count > 0 {
      let many = Int((Double(count) * factor).rounded())
      buckets[bucket] += many
      delivered += many
    }
    undelivered += Int((Double(other.undelivered) * factor).rounded())
  }

  private mutating func grow(to count: Int) {
    guard count > buckets.count else { return }
    buckets.append(contentsOf: repeatElement(0, count: count - buckets.count))
  }

  /// The number of charges that were delivered within the bucket of `time` or an earlier bucket.
  package func count(upTo time: Delay) -> Int {
    buckets.prefix(DeliveryTimes.bucket(of: time) + 1).reduce(0, +)
  }

  /// The bucket of times of the charge with a rank; nil if the charge was never delivered.
  /// - Parameter rank: from 1 to ``count``, in order of time; undelivered charges come last.
  package func times(ofRank rank: Int) -> ClosedRange<Delay>? {
    precondition(rank >= 1 && rank <= count, "a rank is from 1 to the number of charges")
    var passed = 0
    for (bucket, count) in buckets.enumerated() {
      passed += count
      if rank <= passed { return DeliveryTimes.times(in: bucket) }
    }
    return nil
  }

  package static func bucket(of time: Delay) -> Int { DelayBuckets.bucket(of: time) }

  /// The shortest and the longest time of a bucket.
  package static func times(in bucket: Int) -> ClosedRange<Delay> { DelayBuckets.times(in: bucket) }
}

extension [Int] {
  /// The sum, which cannot overflow.
  var exactSum: Int128 { reduce(0) { $0 + Int128($1) } }
}

extension DeliveryTimes: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.list(&buckets, maximum: DeliveryTimes.bucket(of: .longest) + 1, 0) {
      archive, count throws(ArchiveError) in try archive.count(&count)
    }
    try archive.counts(of: &self, \.undelivered, \.delivered)
    try archive.check(buckets.exactSum == Int128(delivered))
  }
}
