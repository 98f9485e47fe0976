import CLibrary

/// A distribution given by points of its survival function: "after 1 s half are still out".
///
/// The curve starts at (0, 1). Between two points the hazard is constant, that is, survival falls
/// exponentially; where it falls to 0 it falls linearly. Behind the last point the hazard of the last
/// stretch goes on, so what survives the last point has a tail and not an end.
public struct EmpiricalSurvival: Hashable, Sendable {
  /// One point: the share of samples that last longer than `time`.
  public struct Point: Hashable, Sendable {
    /// The time, above that of the point before.
    public let time: Delay
    /// The share from 0 to 1, below that of the point before.
    public let share: Double

    public init(time: Delay, share: Double) { (self.time, self.share) = (time, share) }
  }

  /// The points in order of time, without the implied (0, 1).
  public let points: [Point]

  /// Makes a distribution from its points.
  ///
  /// - Precondition: there is a point; times rise from above 0; shares fall from below 1 to 0 or more.
  public init(points: [Point]) {
    precondition(!points.isEmpty, "a survival curve needs a point")
    var before = Point(time: .zero, share: 1)
    for point in points {
      precondition(point.time > before.time, "times of survival points rise")
      precondition(point.share < before.share && point.share >= 0, "shares of survival points fall")
      before = point
    }
    self.points = points
  }

  /// The time in seconds at which survival has fallen to `share`.
  ///
  /// Falls as `share` rises; 0 where everything survives.
  ///
  /// - Precondition: `share` lies above 0 and is at most 1.
  public func time(whereSurvives share: Double) -> Double {
    precondition(share > 0 && share <= 1, "a surviving share lies above 0 and is at most 1")
    var start = Point(time: .zero, share: 1)
    for end in points.dropLast() {
      if share >= end.share { return EmpiricalSurvival.time(from: start, to: end, at: share) }
      start = end
    }
    return EmpiricalSurvival.time(from: start, to: points[points.count - 1], at: share)
  }

  /// The time at a share on the stretch between two points, or on the last stretch's continuation.
  private static func time(from start: Point, to end: Point, at share: Double) -> Double {
    let length = end.time.seconds - start.time.seconds
    // A quotient of two different shares never rounds to 1, so the hazard is never 0.
    let passed =
      end.share > 0
      ? log(start.share / share) / log(start.share / end.share)
      : (start.share - share) / start.share
    return start.time.seconds + length * passed
  }
}
