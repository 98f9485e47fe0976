package import PurchaseWorld

/// Counts of the events that the clients of one design logged. [000, 002]
package struct Funnel: Hashable, Sendable {
  private var counts = FixedArray<22, Int>(repeating: 0)
  /// The number of users who logged an abnormal event.
  package private(set) var abnormalUsers = 0

  package init() {}

  /// Creates a funnel from its counts, in the order of the events.
  init(counts: [Int], abnormalUsers: Int) {
    for (index, count) in counts.enumerated() { self.counts[index] = count }
    self.abnormalUsers = abnormalUsers
  }

  /// The number of times an event was logged.
  package func count(_ event: ClientLogEvent) -> Int { counts[event.index] }

  /// Adds the log of one user's client on one of its days.
  /// - Parameter day: from 0, the day of the start.
  mutating func add(_ log: ClientLog, day: Int = 0) {
    if day == 0 { add(log.firstDay) } else { add(log.laterDays[day - 1]) }
  }

  @inline(__always) private mutating func add(_ log: LogCounts) {
    if log.loggedEvents & abnormal != 0 { abnormalUsers += 1 }
    // Fast path: most users log few events, and most events once.
    var left = log.loggedEvents ^ log.repeatedEvents
    while left != 0 {
      counts[left.trailingZeroBitCount] += 1
      left &= left - 1
    }
    if log.repeatedEvents != 0 { addRepeated(log) }
  }

  private mutating func addRepeated(_ log: LogCounts) {
    var left = log.repeatedEvents
    while left != 0 {
      let event = left.trailingZeroBitCount
      counts[event] += log.count(event)
      left &= left - 1
    }
  }

  private let abnormal = ClientLogEvent.allCases.reduce(into: UInt32(0)) { bits, event in
    if event.isAbnormal { bits |= 1 << UInt32(event.index) }
  }

  package static func += (left: inout Funnel, right: Funnel) {
    for index in left.counts.indices { left.counts[index] += right.counts[index] }
    left.abnormalUsers += right.abnormalUsers
  }
}

extension Funnel: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    for event in counts.indices { try archive.count(&counts[event]) }
    try archive.count(&abnormalUsers)
  }
}
