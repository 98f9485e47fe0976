/// A length of simulated time, never negative, in whole microseconds.
public struct Delay: Hashable, Comparable, BitwiseCopyable, Sendable {
  /// The length in microseconds, from 0 to `Delay.longest`.
  public let microseconds: Int64

  /// Creates a delay of whole microseconds.
  /// - Precondition: `microseconds` lies between 0 and `Delay.longest`.
  @inlinable public init(microseconds: Int64) {
    precondition(microseconds >= 0, "a delay is never negative")
    precondition(microseconds <= Delay.maxMicroseconds, "a delay is at most 100 years")
    self.microseconds = microseconds
  }

  /// Creates a delay of microseconds that are known to be in range.
  @inlinable init(unchecked microseconds: Int64) { self.microseconds = microseconds }
  /// One hundred years of 365.25 days in microseconds; below 2⁵³, so that seconds stay exact.
  @inlinable static var maxMicroseconds: Int64 { 3_155_760_000_000_000 }
  @inlinable public static var zero: Delay { Delay(microseconds: 0) }
  /// One hundred years of 365.25 days: longer than any horizon, so that sums never overflow.
  @inlinable public static var longest: Delay { Delay(microseconds: maxMicroseconds) }

  /// Creates a delay of whole seconds, at most `Delay.longest`.
  @inlinable
  public static func seconds(_ count: Int64) -> Delay { Delay(microseconds: count * 1_000_000) }

  /// Creates a delay of whole milliseconds, at most `Delay.longest`.
  @inlinable
  public static func milliseconds(_ count: Int64) -> Delay { Delay(microseconds: count * 1_000) }

  /// Rounds seconds to the nearest microsecond; clamps to the range of a delay.
  /// - Precondition: `seconds` is a number and not negative.
  @inlinable public init(roundingSeconds seconds: Double) {
    precondition(seconds >= 0, "a delay is never negative")
    let microseconds = min(seconds * 1_000_000, Double(Delay.maxMicroseconds))
    // Avoids a library call; wrong only for 0.49999999999999994, which no number of seconds gives.
    self.init(unchecked: Int64(microseconds + 0.5))
  }

  /// Rounds microseconds that are known not to be negative; ties to even.
  ///
  /// Takes three instructions. Values above the range of a delay are clamped.
  @inlinable public init(nearest microseconds: Double) {
    // Adding 2⁵² leaves no room for a fraction, and puts the whole number in the lowest bits.
    let shifted = min(microseconds, Double(Delay.maxMicroseconds)) + 0x1p52
    self.init(unchecked: Int64(bitPattern: shifted.bitPattern & 0xF_FFFF_FFFF_FFFF))
  }

  @inlinable public var seconds: Double { Double(microseconds) / 1_000_000 }

  @inlinable public static func < (left: Delay, right: Delay) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The sum of two delays; at most the longest delay.
  @inlinable public static func + (left: Delay, right: Delay) -> Delay {
    // Two delays are far below the overflow.
    let sum = left.microseconds &+ right.microseconds
    return Delay(unchecked: min(sum, maxMicroseconds))
  }

  /// The two halves of the delay in whole microseconds, the shorter first.
  @inlinable public var halves: (Delay, Delay) {
    let half = microseconds >> 1
    return (Delay(unchecked: half), Delay(unchecked: microseconds &- half))
  }
}

/// A point of simulated time, in whole microseconds since the run began.
public struct Instant: Hashable, Comparable, BitwiseCopyable, Sendable {
  /// Microseconds since the run began; never negative.
  public let microseconds: Int64

  /// Creates an instant.
  /// - Precondition: `microseconds` is not negative.
  @inlinable public init(microseconds: Int64) {
    precondition(microseconds >= 0, "time begins at 0")
    self.microseconds = microseconds
  }

  /// Creates an instant of microseconds that are known not to be negative.
  @inlinable init(unchecked microseconds: Int64) { self.microseconds = microseconds }
  /// The instant at which every run begins.
  @inlinable public static var start: Instant { Instant(microseconds: 0) }
  /// The end of time, more than 290,000 years away: sums saturate here, and no run gets here.
  @inlinable public static var distantFuture: Instant { Instant(microseconds: .max) }

  @inlinable public static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The instant `delay` after this one; at most the distant future.
  @inlinable public static func + (instant: Instant, delay: Delay) -> Instant {
    let (sum, overflow) = instant.microseconds.addingReportingOverflow(delay.microseconds)
    return Instant(unchecked: overflow ? .max : sum)
  }

  /// The time from an earlier instant to this one.
  /// - Precondition: `earlier` is not later, and at most 100 years before.
  @inlinable public static func - (instant: Instant, earlier: Instant) -> Delay {
    Delay(microseconds: instant.microseconds - earlier.microseconds)
  }
}
