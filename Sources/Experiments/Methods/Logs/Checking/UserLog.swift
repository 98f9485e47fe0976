import EventEngine
package import PurchaseWorld

/// Events and keys that occur in a log; nothing else can be checked.
package struct LogCoverage: Hashable, Sendable {
  /// The optional keys of a line.
  package struct Keys: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let session = Keys(rawValue: 1)
    package static let product = Keys(rawValue: 2)
    package static let item = Keys(rawValue: 4)
    package static let transaction = Keys(rawValue: 8)
    package static let code = Keys(rawValue: 16)
    package static let tryNumber = Keys(rawValue: 32)
    package static let all: Keys = [.session, .product, .item, .transaction, .code, .tryNumber]

    /// The names of these keys in a map of the log's own names.
    package var names: [String] {
      let named: [(Keys, String)] = [
        (.session, "session"), (.product, "product"), (.item, "item"),
        (.transaction, "transaction"), (.code, "code"), (.tryNumber, "try"),
      ]
      return named.filter { contains($0.0) }.map(\.1)
    }
  }

  package var events: LogEventSet, keys: Keys
  /// The events that can occur: an event that a map omits is not logged.
  package var loggableEvents = LogEventSet.allWithColumns

  /// The coverage of the complete log that `lostorder log` writes.
  package static let complete = LogCoverage(events: .allWithColumns, keys: .all)
}

/// Log entries of one user, in order of time.
package struct UserLog: Sendable {
  /// A line. Numbers that it does not state are below 0.
  package struct Entry: BitwiseCopyable, Sendable {
    /// In milliseconds.
    package var time: Int
    package var event: LogEventSet
    /// The process, transaction, product and item, as numbers within the log of the user, from 0.
    package var session: Int32 = -1, transaction: Int32 = -1, product: Int32 = -1, item: Int32 = -1
    package var tryNumber: Int32 = -1, code: LogCode?
    /// The line number in the log, from 1.
    package var line = 0

    func isOne(of events: LogEventSet) -> Bool { !event.isDisjoint(with: events) }
    var isOfClient: Bool { event.rawValue < 1 << UInt64(ClientLogEvent.allCases.count) }
  }

  package private(set) var entries: [Entry] = []
  /// The indices of each transaction's entries.
  package private(set) var entriesByTransaction: [[Int]] = []
  /// Whether the user has lines before the first day, which were left out.
  var isCut = false
  private var ties = TieOrder()

  /// Begins a story with at least `count` transactions.
  mutating func begin(payments count: Int = 0) {
    entries.removeAll(keepingCapacity: true)
    entriesByTransaction.removeAll(keepingCapacity: true)
    isCut = false
    for _ in 0..<count { entriesByTransaction.append([]) }
    ties.begin()
  }

  /// Appends the next line in order of time; lines of the same millisecond may be in any order.
  mutating func append(_ entry: Entry) { for entry in ties.add(entry) { place(entry) } }

  /// Ends the story.
  mutating func end() { for entry in ties.end() { place(entry) } }

  private mutating func place(_ entry: Entry) {
    let payment = Int(entry.transaction)
    if payment >= 0 {
      while payment >= entriesByTransaction.count { entriesByTransaction.append([]) }
      entriesByTransaction[payment].append(entries.count)
    }
    entries.append(entry)
  }

  /// Whether lines of the same millisecond are in another order than in the log.
  var isReordered: Bool {
    zip(entries, entries.dropFirst()).contains { $0.time == $1.time && $0.line > $1.line }
  }

  /// The same story with other lines, in order of time.
  func replacingEntries(with lines: [Entry]) -> UserLog {
    var userLog = UserLog()
    userLog.begin(payments: entriesByTransaction.count)
    for entry in lines { userLog.append(entry) }
    userLog.end()
    userLog.isCut = isCut
    return userLog
  }

  /// The same story with the lines in the order of the log.
  var asLogged: UserLog {
    var userLog = UserLog()
    userLog.begin(payments: entriesByTransaction.count)
    let sorted = entries.sorted { ($0.time, $0.line) < ($1.time, $1.line) }
    for entry in sorted { userLog.place(entry) }
    return userLog
  }

  /// Replaces the story by the log of a simulated user, limited to the events and keys of a view.
  mutating func replaceContents(_ moments: [LogEntry], payments count: Int, in view: LogCoverage) {
    begin(payments: count)
    for (place, moment) in moments.enumerated() {
      var entry = Entry(
        time: Int(moment.time.microseconds / 1_000), event: LogEventSet(moment.event),
        line: place + 1)
      guard entry.isOne(of: view.events) else { continue }
      if view.keys.contains(.session), let session = moment.process {
        entry.session = Int32(session.number)
      }
      if view.keys.contains(.product), let product = moment.product {
        entry.product = Int32(product.index)
      }
      if view.keys.contains(.item), let item = moment.item { entry.item = Int32(item.index) }
      if view.keys.contains(.transaction), let transaction = moment.chargeID {
        entry.transaction = Int32(transaction.number)
      }
      if view.keys.contains(.code) { entry.code = moment.code }
      if view.keys.contains(.tryNumber), let number = moment.tryNumber { entry.tryNumber = number }
      append(entry)
    }
    end()
  }
}

// Queries for rules.
extension UserLog {
  /// The index of a transaction's first event without an earlier event of another set; nil if none.
  /// - Parameter skew: how much later the other event may be, in milliseconds.
  func first(of events: LogEventSet, without earlier: LogEventSet, skew: Int = 0) -> Int? {
    firstByTransaction { payment in
      guard let place = payment.first(where: { entries[$0].isOne(of: events) }) else { return nil }
      let time = entries[place].time + skew
      let isThere = payment.contains {
        entries[$0].isOne(of: earlier) && ($0 < place || skew > 0 && entries[$0].time <= time)
      }
      return isThere ? nil : place
    }
  }

  /// The first index that the closure finds among the entries of a transaction.
  @inline(__always) func firstByTransaction(_ find: (_ payment: [Int]) -> Int?) -> Int? {
    for payment in entriesByTransaction { if let place = find(payment) { return place } }
    return nil
  }

  /// Whether the story has the tap, or the payment, before the first entry of a transaction.
  func isTapped(_ payment: Int) -> Bool {
    guard let first = entriesByTransaction[payment].first else { return false }
    return entries[..<first].contains {
      $0.isOne(of: .of(.purchaseClick, .paymentAdded))
        && ($0.product < 0 || $0.product == entries[first].product)
    }
  }

  /// The index of the first entry for which the closure returns true.
  func first(where isWrong: (Entry) -> Bool) -> Int? { entries.firstIndex(where: isWrong) }

  /// The index of the first event at which a session has more of `events` than of `others`.
  func first(of events: LogEventSet, beyond others: LogEventSet, ofPayments: Bool) -> Int? {
    var counts: [Key: Int] = [:]
    return first { entry in
      let key = Key(session: entry.session, payment: ofPayments ? entry.transaction : -1)
      if entry.isOne(of: others) { counts[key, default: 0] += 1 }
      guard entry.isOne(of: events) else { return false }
      counts[key, default: 0] -= 1
      return counts[key, default: 0] < 0
    }
  }

  private struct Key: Hashable { var session: Int32, payment: Int32 }
}
