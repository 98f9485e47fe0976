/// A life had as many events as any may have, and was left without being judged.
///
/// Whoever plays lives has to say what becomes of one that cannot be judged: nothing of it may be
/// counted.
package struct EndlessLife: Error, Hashable {
  /// The most events of a life.
  ///
  /// Lives of people have some hundred; an app that tries again every few seconds for a month, some
  /// hundred thousand. Beyond that something in the scenario repeats without sense, and one user would
  /// take seconds.
  package static var mostEvents: Int { 1_000_000 }
}

extension World {
  /// Whether this life has had as many events as any may have.
  @inline(__always) var isEndless: Bool { events == EndlessLife.mostEvents }
}
