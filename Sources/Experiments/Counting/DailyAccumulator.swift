import EventEngine
package import PurchaseWorld
package import Scenarios

/// Numbers of a daily digest for one design on one day of simulated time. [000]
package struct DayCounts: Hashable, Sendable {
  /// The events that clients logged on that day, and the number of users with an abnormal event.
  package fileprivate(set) var funnel = Funnel()
  /// Amount of the charges that were recovered on that day, in minor units.
  package fileprivate(set) var recoveredAmount = 0

  static func += (left: inout DayCounts, right: DayCounts) {
    left.funnel += right.funnel
    left.recoveredAmount += right.recoveredAmount
  }
}

/// Counts of every design by day of simulated time.
package struct DailyAccumulator: Accumulator {
  package static let isDaily = true

  /// The days of each design, in the order of the designs; index 0 is the day of the start.
  package private(set) var daysByDesign: [[DayCounts]]
  /// The number of charges of each design over all days.
  package private(set) var charges: [Int]

  package init(_ scenario: Scenario) {
    let days = ClientLog.dayCount(until: scenario.population.conditions.horizon)
    let empty = Array(repeating: DayCounts(), count: days)
    daysByDesign = Array(repeating: empty, count: scenario.designs.count)
    charges = Array(repeating: 0, count: scenario.designs.count)
  }

  package mutating func add(_ outcome: UserOutcome, design: Int, of user: UInt64) {
    for day in daysByDesign[design].indices {
      daysByDesign[design][day].funnel.add(outcome.log, day: day)
    }
    charges[design] += outcome.charges.count
    for charge in outcome.charges where charge.status == .recovered {
      guard let after = charge.deliveredAfter else { continue }
      daysByDesign[design][ClientLog.day(of: charge.chargedAt + after)].recoveredAmount +=
        charge.price
    }
  }

  package static func += (left: inout DailyAccumulator, right: DailyAccumulator) {
    for design in left.daysByDesign.indices {
      left.charges[design] += right.charges[design]
      for (day, count) in right.daysByDesign[design].enumerated() {
        left.daysByDesign[design][day] += count
      }
    }
  }
}

extension DailyAccumulator: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    for design in daysByDesign.indices { try archive.values(&daysByDesign[design]) }
    try archive.counts(&charges)
  }
}

extension DayCounts: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try funnel.transcode(&archive)
    try archive.count(&recoveredAmount)
  }
}
