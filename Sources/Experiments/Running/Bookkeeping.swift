package import PurchaseWorld
package import Scenarios
package import Statistics

/// What a run keeps of its users: sums, which merge exactly and in any order.
package protocol Bookkeeping: Sendable {
  /// Whether the logs of clients tell the days of simulated time apart.
  static var isDaily: Bool { get }

  /// Opens empty books for a scenario.
  init(_ scenario: Scenario)

  /// The lost orders of each design among its charges; empty where books do not count them.
  var lost: [RatioMoments] { get }

  /// Adds what became of the current user under one design.
  ///
  /// - Throws: if for that another life is played, and is endless.
  mutating func add(
    _ outcome: Outcome, design: Int, of user: UInt64
  ) throws(EndlessLife)

  /// Ends the current user, whom every design has met.
  mutating func endUser()

  static func += (left: inout Self, right: Self)
}

extension Bookkeeping {
  package static var isDaily: Bool { false }
  package var lost: [RatioMoments] { [] }
  package mutating func endUser() {}
}
