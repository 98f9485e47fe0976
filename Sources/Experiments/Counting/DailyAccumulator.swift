import EventEngine
package import PurchaseWorld
package import Scenarios

/// Numbers of a daily digest for one design on one day of simulated time. [000]
package struct DayCounts: Hashable, Sendable {
  /// The events that clients logged on that day, and the number of users with an abnormal event.
  package fileprivate(set) var funnel = Funnel()
  /// Amount of the charges that were recovered on that day, in minor units.
  package fileprivate(set) var recovered = 0

  static func += (left: inout DayCounts, right: DayCounts) {
    left.funnel += right.funnel
    left.recovered += right.recovered
  }
}

/// Counts of every design by day of simulated time.
package struct DailyAccumulator: Accumulator {
  package static let isDaily = true

  /// The days of each design, in the order of the designs; index 0 is the day of the start.
  package private(set) var designs: [[DayCounts]]
  /// The number of charges of each design over all days.
  package private(set) var charges: [Int]

  package init(_ scenario: Scenario) {
    let days = ClientLog.days(until: scenario.population.conditions.horizon)
    let empty = Array(repeating: DayCounts(), count: days)
    designs = Array(repeating: empty, count: scenario.designs.count)
    charges = Array(repeating: 0, count: scenario.designs.count)
  }

  package mutating func add(_ outcome: UserOutcome, design: Int, of user: UInt64) {
    for day in designs[design].indices { designs[design][day].funnel.add(outcome.log, day: day) }
    charges[design] += outcome.charges.count
    for charge in outcome.charges where charge.status == .recovered {
      guard let after = charge.deliveredAfter else { continue }
      designs[design][ClientLog.day(of: charge.chargedAt + after)].recovered += charge.price
    }
  }

  package static func += (left: inout DailyAccumulator, right: DailyAccumulator) {
    for design in left.designs.indices {
      left.charges[design] += right.charges[design]
      for (day, count) in right.designs[design].enumerated() { left.designs[design][day] += count }
    }
  }
}

extension DailyAccumulator: Archivable {
  package mutating func serialize(_ archive: inout Archive) throws(ArchiveError) {
    for design in designs.indices { try archive.values(&designs[design]) }
    try archive.counts(&charges)
  }
}

extension DayCounts: Archivable {
  package mutating func serialize(_ archive: inout Archive) throws(ArchiveError) {
    try funnel.serialize(&archive)
    try archive.count(&recovered)
  }
}
