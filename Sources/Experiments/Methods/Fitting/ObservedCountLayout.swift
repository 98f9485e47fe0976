package import Experiments
package import EventEngine
package import PurchaseWorld
package import Scenarios

/// A count per user that explains a row of a table of observations.
package enum CountKind: Hashable, Sendable {
  /// The number of times an event was logged, on one day from 1, or on all days if nil.
  case event(ClientLogEvent, day: Int?)
  /// Deliveries whose first try (rung 0) or k-th retry (rung k) failed as well (C7).
  case failedTries(rung: Int)
  /// The numerator of a share, and a denominator.
  case share(ShareMetric), whole(Denominator)
  /// Charges that were not delivered within a deadline.
  case late(Delay)
}

/// Index of every count in the counts of a user.
package struct ObservedCountLayout: Hashable, Sendable {
  static let firstRung = ClientLogEvent.allCases.count
  static let firstRow = firstRung + ClientLog.maxCountedTries
  private let counterLayout: CounterLayout
  /// The number of days that are counted separately; 0 if none is.
  let days: Int

  package init(_ scenario: Scenario, separatesDays: Bool) {
    counterLayout = CounterLayout(scenario)
    days = separatesDays ? ClientLog.dayCount(until: scenario.population.conditions.horizon) : 0
  }

  /// The index of the first denominator, and of the first event on the first day.
  var firstWhole: Int { ObservedCountLayout.firstRow + counterLayout.rowCount }
  var firstDay: Int { firstWhole + 4 }
  /// The number of counts per user.
  package var count: Int { firstDay + days * ObservedCountLayout.firstRung }

  /// - Precondition: a deadline is one of the scenario's, and a day is counted separately.
  package func index(of count: CountKind) -> Int {
    switch count {
    case .event(let event, nil): event.index
    case .event(let event, let day?):
      firstDay + (day - 1) * ObservedCountLayout.firstRung + event.index
    case .failedTries(let rung): ObservedCountLayout.firstRung + rung
    case .share(let share): ObservedCountLayout.firstRow + share.rawValue
    case .late(let deadline): ObservedCountLayout.firstRow + counterLayout.row(missing: deadline)
    case .whole(let base): firstWhole + base.rawValue
    }
  }
}

/// The nonzero counts of one user, by index.
///
/// Most counts are 0, so this representation takes a tenth of the time.
struct UserCounts: Sendable {
  private(set) var entries: [(place: Int, count: Int)] = []
  private let layout: ObservedCountLayout, counterLayout: CounterLayout
  private var shares: UserCounters

  init(_ layout: ObservedCountLayout, _ scenario: Scenario) {
    self.layout = layout
    counterLayout = CounterLayout(scenario)
    shares = UserCounters(counterLayout)
    entries.reserveCapacity(layout.count)
  }

  /// Replaces the counts by those of a user.
  mutating func count(_ outcome: UserOutcome) {
    entries.removeAll(keepingCapacity: true)
    if outcome.log.dayCount == 1 { add(outcome.log.firstDay, from: 0) } else { add(outcome.log) }
    if outcome.log.failedTries[0] > 0 {
      for (rung, count) in outcome.log.failedTries.enumerated() where count > 0 {
        entries.append((ObservedCountLayout.firstRung + rung, Int(count)))
      }
    }
    shares.replace(with: outcome, product: nil, counterLayout: counterLayout)
    if shares.isNonzero {
      for row in shares.rows.indices where shares.rows[row] > 0 {
        entries.append((ObservedCountLayout.firstRow + row, shares.rows[row]))
      }
    }
    for base in UserCounts.bases {
      let whole = shares.total(base)
      if whole > 0 { entries.append((layout.firstWhole + base.rawValue, whole)) }
    }
    for day in 0..<min(layout.days, outcome.log.dayCount) {
      let first = layout.firstDay + day * ObservedCountLayout.firstRung
      add(day == 0 ? outcome.log.firstDay : outcome.log.laterDays[day - 1], from: first)
    }
  }

  private static let bases = [
    Denominator.charges, .intents, .payingIntents, .chargesAndAutoRefunds,
  ]

  /// Adds the logged events of one day; the first event has the index `first`.
  private mutating func add(_ counts: LogCounts, from first: Int) {
    var left = counts.loggedEvents
    while left != 0 {
      let event = left.trailingZeroBitCount
      entries.append((first + event, counts.count(event)))
      left &= left - 1
    }
  }

  /// Adds the logged events of all days.
  private mutating func add(_ log: ClientLog) {
    for event in 0..<ObservedCountLayout.firstRung {
      let count = log.laterDays.reduce(log.firstDay.count(event)) { $0 + $1.count(event) }
      if count > 0 { entries.append((event, count)) }
    }
  }
}

/// Time resolution of the counts of client logs: the whole run, or days.
package protocol LogResolution: Sendable { static var separatesDays: Bool { get } }
/// Counts over the whole run.
package enum RunResolution: LogResolution { package static let separatesDays = false }
/// Counts over the whole run, and by day of simulated time.
package enum DailyResolution: LogResolution { package static let separatesDays = true }

/// Sums of the counts of users, and of the products of every two counts.
///
/// `Days` decides whether events are counted by day.
package struct CountAccumulator<Days: LogResolution>: Accumulator {
  package static var isDaily: Bool { Days.separatesDays }

  package private(set) var users = 0
  /// Σx of each count over all users, by index.
  package private(set) var sums: [Int]
  /// Σxy by row; only pairs with ascending indices are used.
  private var products: [Int]
  private var counts: UserCounts
  private let width: Int

  package init(_ scenario: Scenario) {
    let layout = ObservedCountLayout(scenario, separatesDays: Days.separatesDays)
    width = layout.count
    sums = Array(repeating: 0, count: width)
    products = Array(repeating: 0, count: width * width)
    counts = UserCounts(layout, scenario)
  }

  /// Σxy of two counts, by index.
  package func product(_ first: Int, _ second: Int) -> Int {
    products[min(first, second) * width + max(first, second)]
  }

  package mutating func add(_ outcome: UserOutcome, design: Int, of user: UInt64) {
    users += 1
    counts.count(outcome)
    products.withUnsafeMutableBufferPointer { products in
      for index in counts.entries.indices {
        let (place, count) = counts.entries[index]
        sums[place] += count
        let row = place * width
        for other in index..<counts.entries.count {
          let (column, value) = counts.entries[other]
          products[row + column] += count * value
        }
      }
    }
  }

  package static func += (left: inout CountAccumulator, right: CountAccumulator) {
    left.users += right.users
    for place in left.sums.indices { left.sums[place] += right.sums[place] }
    for place in left.products.indices { left.products[place] += right.products[place] }
  }
}

/// Numbers of users with equal counts, for each combination of counts that occurs.
package struct PatternAccumulator<Days: LogResolution>: Accumulator {
  package static var isDaily: Bool { Days.separatesDays }

  /// Users by their nonzero counts: index in the upper half of an element, count in the lower half.
  private var patterns: [[UInt64]: Int] = [:]
  private var counts: UserCounts, key: [UInt64] = []

  package init(_ scenario: Scenario) {
    counts = UserCounts(ObservedCountLayout(scenario, separatesDays: Days.separatesDays), scenario)
  }

  package mutating func add(_ outcome: UserOutcome, design: Int, of user: UInt64) {
    counts.count(outcome)
    key.removeAll(keepingCapacity: true)
    for (place, count) in counts.entries { key.append(UInt64(place) << 32 | UInt64(count)) }
    patterns[key, default: 0] += 1
  }

  package static func += (left: inout PatternAccumulator, right: PatternAccumulator) {
    for (pattern, users) in right.patterns { left.patterns[pattern, default: 0] += users }
  }

  /// The patterns of the counts at `places` with their numbers of users, sorted by pattern.
  func patterns(of places: [Int]) -> [(counts: [(row: Int, count: Int)], users: Int)] {
    let rows = Dictionary(zip(places.map { UInt64($0) }, 0...)) { $1 }
    var merged: [[UInt64]: Int] = [:]
    for (pattern, users) in patterns {
      let picked = pattern.compactMap { entry in
        rows[entry >> 32].map { UInt64($0) << 32 | entry & 0xFFFF_FFFF }
      }.sorted()
      merged[picked, default: 0] += users
    }
    return merged.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { pattern, users in
      (pattern.map { (Int($0 >> 32), Int($0 & 0xFFFF_FFFF)) }, users)
    }
  }
}

extension Conditions {
  /// The number of days of simulated time in a run.
  package var days: Int { ClientLog.dayCount(until: horizon) }
}

extension CountAccumulator: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.count(&users)
    try archive.counts(&sums)
    try archive.counts(&products)
  }
}

extension PatternAccumulator: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    // Sorted, so equal accumulators have equal numbers.
    var rows = patterns.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0, $1) }
    try archive.list(&rows, ([], 0)) { archive, row throws(ArchiveError) in
      try archive.list(&row.0, 0)
      try archive.count(&row.1)
    }
    patterns = Dictionary(rows) { first, _ in first }
    try archive.check(patterns.count == rows.count)
    // Any merged patterns must be within the bounds, so the sum over all patterns is checked.
    try archive.check(rows.reduce(Int128(0)) { $0 + Int128($1.1) } <= archive.maxAmount)
  }
}
