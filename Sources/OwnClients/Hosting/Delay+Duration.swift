import EventEngine

extension Delay {
  /// A duration in whole microseconds; below 0 it is none, and far above it is the longest.
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
