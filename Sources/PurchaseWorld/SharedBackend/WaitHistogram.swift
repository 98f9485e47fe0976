package import EventEngine

/// A histogram of waits for a worker, with fixed buckets and exact merging.
///
/// Waits up to 127 µs have a bucket each; above, every doubling is divided into 64, so a bucket is
/// at most 1/64 of its waits wide (as in G. Tene's HdrHistogram).
package struct WaitHistogram: Hashable, Sendable {
  /// The counts by wait (``DelayBuckets``), up to the longest wait.
  package var buckets: [Int] = []
  /// The number of requests.
  package var count = 0
  /// The sum of their waits in microseconds.
  package var sum: Int128 = 0
  /// The number with a wait above 0.
  package var positiveCount = 0

  package init() {}

  mutating func add(_ wait: Delay) {
    let bucket = DelayBuckets.bucket(of: wait)
    if bucket >= buckets.count { buckets += Array(repeating: 0, count: bucket + 1 - buckets.count) }
    buckets[bucket] += 1
    count += 1
    if wait > .zero { positiveCount += 1 }
    sum += Int128(wait.microseconds)
  }

  /// The mean in seconds; nil if nothing was served.
  package var mean: Double? { count == 0 ? nil : Double(sum) / Double(count) / 1e6 }

  /// The middle of the bucket of a quantile, in seconds; nil if nothing was served.
  /// - Parameter level: above 0, at most 1.
  package func quantile(_ level: Double) -> Double? {
    bucket(ofRank: max(1, Int((level * Double(count)).rounded(.up)))).map {
      ($0.lowerBound.seconds + $0.upperBound.seconds) / 2
    }
  }

  /// The bucket of the wait of a rank, from 1; nil if fewer were served.
  package func bucket(ofRank rank: Int) -> ClosedRange<Delay>? {
    var passed = 0
    for (bucket, count) in buckets.enumerated() {
      passed += count
      if passed >= rank { return DelayBuckets.times(in: bucket) }
    }
    return nil
  }

  package static func += (left: inout WaitHistogram, right: WaitHistogram) {
    if left.buckets.count < right.buckets.count {
      left.buckets += Array(repeating: 0, count: right.buckets.count - left.buckets.count)
    }
    for (bucket, count) in right.buckets.enumerated() { left.buckets[bucket] += count }
    left.count += right.count
    left.sum += right.sum
    left.positiveCount += right.positiveCount
  }
}
