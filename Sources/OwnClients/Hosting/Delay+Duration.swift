import EventEngine

extension Delay {
  /// A duration in whole microseconds; a negative duration becomes 0, and a very long one the
  /// longest delay.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let longest = Delay.longest.microseconds
    if seconds < 0 || attoseconds < 0 {
      self = .zero
    } else if seconds >= longest / 1_000_000 {
      self = .longest
    } else {
      self.init(microseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }
  }
}
