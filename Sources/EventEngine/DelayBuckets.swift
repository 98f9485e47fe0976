/// The buckets of delay histograms.
///
/// Each delay up to 127 µs has its own bucket. Above, each power of two is divided into 64 buckets,
/// so a bucket is at most 1/64 of its delays wide.
public enum DelayBuckets {
  @inlinable public static func bucket(of delay: Delay) -> Int {
    let shift = max(0, 57 - delay.microseconds.leadingZeroBitCount)
    return shift << 6 + Int(delay.microseconds >> Int64(shift))
  }

  /// The shortest and the longest delay of a bucket.
  public static func times(in bucket: Int) -> ClosedRange<Delay> {
    let shift = max(0, bucket >> 6 - 1)
    let first = Int64(bucket - shift << 6) << Int64(shift)
    return Delay(microseconds: first)...Delay(microseconds: first + (1 << Int64(shift)) - 1)
  }
}
