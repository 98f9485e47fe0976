/// The stage on which users play their lives: the only door into the world.
///
/// A stage keeps the storage of one life for the next, so that life after life allocates nothing. It
/// keeps nothing else: an outcome is a pure function of conditions, design and user.
package struct Stage: ~Copyable {
  package init(conditions: Conditions) {}

  /// Lets one user meet one design and reports what became of them.
  package mutating func playOut(
    _ design: Design, of user: VirtualUser, into outcome: inout Outcome
  ) {
    outcome.reset()
  }
}

extension Population {
  /// Draws a user of a scenario: wishes, taps and faults; reuses the storage of the last one.
  package func draw(_ number: UInt64, seed: UInt64, into user: inout VirtualUser) {
  }
}
