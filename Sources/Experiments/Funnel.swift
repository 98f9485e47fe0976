package import PurchaseWorld

/// How often the clients of one design logged what, and the ladder of their retries. [000, 002]
package struct Funnel: Hashable, Sendable {
  private var counts = Array(repeating: 0, count: LogEvent.allCases.count)
  /// The users who logged something abnormal.
  package private(set) var abnormalUsers = 0

  /// Makes an empty funnel.
  package init() {}

  /// How often an event was logged.
  package func count(_ event: LogEvent) -> Int { counts[event.rawValue] }

  /// Adds what the client of one user logged on one of its days.
  mutating func add(_ log: ClientLog, day: Int = 0) {
    var logged: UInt64 = 0
    let all = log.counts
    let first = day * counts.count
    for index in counts.indices {
      let count = Int(all[first + index])
      counts[index] += count
      if count > 0 { logged |= 1 << UInt64(index) }
    }
    if logged & abnormal != 0 { abnormalUsers += 1 }
  }

  /// The abnormal events, by index, as bits.
  private let abnormal = LogEvent.allCases.reduce(into: UInt64(0)) { bits, event in
    if event.isAbnormal { bits |= 1 << UInt64(event.rawValue) }
  }

  /// Adds the users of another funnel.
  package static func += (left: inout Funnel, right: Funnel) {
    for index in left.counts.indices { left.counts[index] += right.counts[index] }
    left.abnormalUsers += right.abnormalUsers
  }
}
