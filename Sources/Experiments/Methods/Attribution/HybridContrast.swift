package import Experiments
package import PurchaseWorld
package import Scenarios
import Statistics

/// Weighted sums of the losses of hybrid designs over the same users, with their uncertainty.
///
/// Shapley values and differences are such sums. The variance is estimated from groups of users (W.
/// G. Cochran, Sampling Techniques, 3rd ed. 1977, section 13.16, "random group method"); each group
/// contributes its residual of the linearised sum. All designs use the same draws, so most of it
/// cancels.
///
/// With few lost orders, groups underestimate the variance. The variance of z² more lost orders is
/// added, so the interval at 0 lost orders is as wide as Wilson's (1927): about 4 in the number of
/// charges.
package struct HybridContrast {
  /// A number and half the width of its interval.
  package struct ContrastEstimate: Hashable, Sendable { package var value, half: Double }

  private let accumulator: HybridAccumulator, totals: [HybridAccumulator.Sum]
  private let groups: [[HybridAccumulator.Sum]]
  /// The number of orders that one unseen losing user would add at once.
  private let cluster: Double
  private let highestPrice: Int

  /// Creates the contrast from the accumulator of some designs.
  /// - Parameter highestPrice: the highest price of a charge, in minor units.
  package init(_ accumulator: HybridAccumulator, designs: Int, highestPrice: Int) {
    (self.accumulator, self.highestPrice) = (accumulator, highestPrice)
    totals = (0..<designs).map { accumulator.total(design: $0) }
    groups = accumulator.userCountByGroup.indices.map { group in
      (0..<designs).map { accumulator.sum(group: group, design: $0) }
    }
    // All charges of a user may end in the same way (Kish, Survey Sampling, 1965, section 5.4).
    let charges = totals.first?.charges ?? 0
    cluster = charges == 0 ? 1 : max(1, Double(accumulator.chargeSquares) / Double(charges))
  }

  /// The lost rate of every design; 0 for a design without charges.
  package var rates: [Double] {
    totals.map { $0.charges == 0 ? 0 : Double($0.lost) / Double($0.charges) }
  }

  /// The lost revenue of every design, in minor units.
  package var lostRevenues: [Int] { totals.map(\.lostRevenue) }

  /// Whether every group of users had the same charges and losses under two designs.
  package func areIdentical(_ first: Int, _ second: Int) -> Bool {
    groups.allSatisfy { $0[first] == $0[second] }
  }

  /// A weighted sum of lost rates, as a share.
  package func rate(_ weights: [Double]) -> ContrastEstimate {
    let rates = rates
    var residuals = Array(repeating: 0.0, count: groups.count)
    for (design, weight) in weights.enumerated() where weight != 0 && totals[design].charges > 0 {
      let scale = weight / Double(totals[design].charges)
      for group in groups.indices {
        let sum = groups[group][design]
        residuals[group] += scale * (Double(sum.lost) - rates[design] * Double(sum.charges))
      }
    }
    let charges = totals.map(\.charges).filter { $0 > 0 }.min() ?? 1
    let value = zip(weights, rates).reduce(0) { $0 + $1.0 * $1.1 }
    return found(value, residuals, unseen: cluster / Double(charges))
  }

  /// A weighted sum of lost revenue, in minor units.
  package func lostRevenue(_ weights: [Double]) -> ContrastEstimate {
    let sums = groups.map { zip(weights, $0).reduce(0) { $0 + $1.0 * Double($1.1.lostRevenue) } }
    let (value, users) = (sums.reduce(0, +), Double(accumulator.userCountByGroup.reduce(0, +)))
    let residuals = zip(sums, accumulator.userCountByGroup).map {
      $0 - Double($1) * value / max(1, users)
    }
    return found(value, residuals, unseen: cluster * Double(highestPrice))
  }

  /// The quantile of Student's distribution for the interval of the mean of some values.
  /// - Parameter count: the number of values, at least 2.
  package static func studentQuantile(_ count: Int) -> Double {
    StudentT.quantile(upperTail: Confidence.standard.error / 2, degrees: count - 1)
  }

  private func found(_ value: Double, _ residuals: [Double], unseen: Double) -> ContrastEstimate {
    guard residuals.count > 1 else { return ContrastEstimate(value: value, half: .infinity) }
    let (count, z) = (Double(residuals.count), Confidence.standard.z)
    let variance = count / (count - 1) * residuals.reduce(0) { $0 + $1 * $1 }
    let (reach, student) = (z * z * unseen, HybridContrast.studentQuantile(residuals.count))
    return ContrastEstimate(
      value: value, half: (student * student * variance + reach * reach).squareRoot())
  }
}

/// Losses under each hybrid design, in groups of users.
///
/// Groups depend only on the number of the user, so sums do not depend on the workers. They suffice
/// for intervals of sums over designs, in memory that does not depend on the number of users.
package struct HybridAccumulator: Accumulator {
  /// The largest number of groups; a run with fewer users has one group per user.
  package static let maxGroups = 256

  /// Losses of a group of users under one design.
  package struct Sum: Hashable, Sendable {
    /// Charges without refunds on request, and the charges among them that were lost, rescued, or
    /// refunded by the store before the correct delivery (G10).
    package var charges = 0, lost = 0
    /// The amount of lost charges and of such refunds, in minor units.
    package var lostRevenue = 0

    package static func += (left: inout Sum, right: Sum) {
      left.charges += right.charges
      left.lost += right.lost
      left.lostRevenue += right.lostRevenue
    }
  }

  /// The number of users in each group.
  package internal(set) var userCountByGroup: [Int]
  /// Σd² of the charges of a user under the first design.
  package internal(set) var chargeSquares = 0

  private let designs: Int
  /// The losses under each design, group by group.
  var sums: [Sum]
  private var group = 0

  package init(_ scenario: Scenario) {
    self.init(
      designs: scenario.designs.count, groups: min(HybridAccumulator.maxGroups, scenario.userCount))
  }

  package init(designs: Int, groups: Int) {
    precondition(designs > 0 && groups > 0, "groups and designs are above 0")
    self.designs = designs
    userCountByGroup = Array(repeating: 0, count: groups)
    sums = Array(repeating: Sum(), count: designs * groups)
  }

  package func sum(group: Int, design: Int) -> Sum { sums[group * designs + design] }

  package func total(design: Int) -> Sum {
    userCountByGroup.indices.reduce(into: Sum()) { $0 += sum(group: $1, design: design) }
  }

  package mutating func add(_ outcome: UserOutcome, design: Int, of user: UInt64) {
    let orders = outcome.chargeCounts
    var sum = Sum(charges: orders.charges, lost: orders.lostOrAutoRefunded)
    for charge in outcome.charges
    where charge.status.isLostOrAutoRefunded && charge.status != .rescued {
      sum.lostRevenue += charge.price
    }
    add(sum, design: design, of: user)
  }

  package mutating func add(_ sum: Sum, design: Int, of user: UInt64) {
    group = Int(user % UInt64(userCountByGroup.count))
    sums[group * designs + design] += sum
    if design == 0 { chargeSquares += sum.charges * sum.charges }
  }

  package mutating func completeUser() { userCountByGroup[group] += 1 }

  package static func += (left: inout HybridAccumulator, right: HybridAccumulator) {
    precondition(left.sums.count == right.sums.count, "accumulators that merge have one layout")
    for place in left.sums.indices { left.sums[place] += right.sums[place] }
    left.userCountByGroup = zip(left.userCountByGroup, right.userCountByGroup).map(+)
    left.chargeSquares += right.chargeSquares
  }
}

extension HybridAccumulator: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.counts(&userCountByGroup)
    try archive.count(&chargeSquares)
    try archive.values(&sums)
  }
}

extension HybridAccumulator.Sum: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.count(&charges)
    try archive.count(&lost)
    try archive.check(lost <= charges)
    try archive.nonnegativeAmount(&lostRevenue)
  }
}
