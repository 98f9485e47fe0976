package import Execution
package import PurchaseWorld
package import Scenarios
package import Statistics

/// Exact share of orders that plans of a few faults lose under one design, without sampling.
///
/// Every possible user was simulated with every plan of a few faults, weighted by its probability.
package struct LossEnumeration: Sendable {
  /// Results of the users with a number of faults.
  package struct FaultCountResult: Hashable, Sendable {
    /// The number of planned faults of a user.
    package var faultCount: Int
    /// The number of enumerated runs with this number of faults.
    package var runCount = 0
    /// The share of all users, from 0 to 1.
    package var userShare = 0.0
    /// Charges per user of the population, and those that are lost, rescued or auto-refunded.
    package var charges = 0.0, lost = 0.0

    static func += (left: inout FaultCountResult, right: FaultCountResult) {
      left.runCount += right.runCount
      left.userShare += right.userShare
      left.charges += right.charges
      left.lost += right.lost
    }

    /// The lost-order rate of these users; nil without charges.
    package var rate: Double? { charges > 0 ? lost / charges : nil }
  }

  /// Losses with faults of certain kinds.
  package struct Part: Sendable {
    /// The kinds in the order of the scenario format, repeated for every occurrence.
    package var kinds: [FaultKind]
    /// The lost or rescued charges, per user of the population.
    package var lost: Double
    /// The most probable of these runs that a case can describe; nil if none can.
    package var example: Population.Script?
  }

  package var design: String
  /// The share that counts as lost in the design's store (`Scenario.comparedShare`).
  package var comparedShare = ShareMetric.lost
  /// The results by number of faults, from 0.
  package var resultsByFaultCount: [FaultCountResult]
  /// The parts of the losses, the largest first.
  package var parts: [Part]

  /// All numbers of faults together.
  package var total: FaultCountResult {
    resultsByFaultCount.reduce(into: FaultCountResult(faultCount: resultsByFaultCount.count - 1)) {
      $0 += $1
    }
  }
  /// The contribution of a part to the lost-order rate of ``total``.
  package func rate(of part: Part) -> Double { total.charges > 0 ? part.lost / total.charges : 0 }
}

/// Random sample of the users and plans that a loss enumeration covers.
package struct EnumerationSample: Sendable {
  /// By the number of planned faults; the last element has all larger numbers.
  package private(set) var momentsByFaultCount: [RatioMoments]
  package private(set) var userCountsByFaultCount: [Int]

  init(faults: Int) {
    momentsByFaultCount = Array(repeating: RatioMoments(), count: faults + 2)
    userCountsByFaultCount = momentsByFaultCount.map { _ in 0 }
  }

  /// The users with at most the enumerated number of faults, and all users.
  package var usersWithFewFaults: RatioMoments {
    momentsByFaultCount.dropLast().reduce(into: RatioMoments()) { $0 += $1 }
  }
  package var allUsers: RatioMoments { momentsByFaultCount.reduce(into: .init()) { $0 += $1 } }

  /// Whether the exact share is in the interval of users with as few faults; nil if uncharged.
  /// - Parameter designs: the number of tests; one fails at random with at most 5 % (Bonferroni).
  package func agrees(with weighing: LossEnumeration, among designs: Int) -> Bool? {
    let confidence = Confidence(level: 1 - Confidence.standard.error / Double(max(1, designs)))
    let interval = Proportion(usersWithFewFaults)?.interval(confidence: confidence)
    guard let interval, let rate = weighing.total.rate else { return nil }
    return interval.low <= rate && rate <= interval.high
  }

  mutating func add(_ orders: ChargeCounts, faults: Int) {
    let size = min(faults, momentsByFaultCount.count - 1)
    userCountsByFaultCount[size] += 1
    momentsByFaultCount[size].add(orders.lostOrAutoRefunded, of: orders.charges)
  }

  static func += (left: inout EnumerationSample, right: EnumerationSample) {
    for size in left.momentsByFaultCount.indices {
      left.momentsByFaultCount[size] += right.momentsByFaultCount[size]
      left.userCountsByFaultCount[size] += right.userCountsByFaultCount[size]
    }
  }
}

extension EnumerationSample: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.values(&momentsByFaultCount)
    try archive.counts(&userCountsByFaultCount)
  }
}
