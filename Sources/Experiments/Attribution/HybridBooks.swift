package import PurchaseWorld
package import Scenarios

/// What the users of a comparison lost under each design between two, in groups of users.
///
/// Groups are fixed by the number of the user, so the sums do not depend on the workers. They hold
/// what the intervals of sums over designs need, in memory that does not grow with the users.
package struct HybridBooks: Bookkeeping {
  /// The number of groups; a run with fewer users has as many groups as users.
  package static let mostGroups = 256

  /// What some users lost under one design.
  package struct Sum: Hashable, Sendable {
    /// Charges, without those that the store gave back, and those of them that were lost or rescued.
    package var charges: Int
    package var lost: Int
    /// Minor units in charges that were lost.
    package var revenue: Int

    package init(charges: Int = 0, lost: Int = 0, revenue: Int = 0) {
      (self.charges, self.lost, self.revenue) = (charges, lost, revenue)
    }

    package static func += (left: inout Sum, right: Sum) {
      left.charges += right.charges
      left.lost += right.lost
      left.revenue += right.revenue
    }
  }

  /// The number of users of each group.
  package internal(set) var users: [Int]
  /// Σd² of the charges of a user under the first design.
  package internal(set) var chargeSquares = 0

  private let designs: Int
  /// What each group lost under each design, group by group.
  var sums: [Sum]
  private var group = 0

  package init(_ scenario: Scenario) {
    self.init(designs: scenario.designs.count, groups: min(HybridBooks.mostGroups, scenario.users))
  }

  package init(designs: Int, groups: Int) {
    precondition(designs > 0 && groups > 0, "there are users and designs")
    self.designs = designs
    users = Array(repeating: 0, count: groups)
    sums = Array(repeating: Sum(), count: designs * groups)
  }

  package func sum(group: Int, design: Int) -> Sum { sums[group * designs + design] }

  package func total(design: Int) -> Sum {
    users.indices.reduce(into: Sum()) { $0 += sum(group: $1, design: design) }
  }

  package mutating func add(_ outcome: Outcome, design: Int, of user: UInt64) {
    let orders = outcome.orders
    var own = Sum(charges: orders.charges, lost: orders.lost)
    for charge in outcome.charges { if case .lost = charge.fate { own.revenue += charge.price } }
    add(own, design: design, of: user)
  }

  package mutating func add(_ sum: Sum, design: Int, of user: UInt64) {
    group = Int(user % UInt64(users.count))
    sums[group * designs + design] += sum
    if design == 0 { chargeSquares += sum.charges * sum.charges }
  }

  package mutating func endUser() { users[group] += 1 }

  package static func += (left: inout HybridBooks, right: HybridBooks) {
    precondition(left.sums.count == right.sums.count, "books that merge have one shape")
    for place in left.sums.indices { left.sums[place] += right.sums[place] }
    for group in left.users.indices { left.users[group] += right.users[group] }
    left.chargeSquares += right.chargeSquares
  }
}
