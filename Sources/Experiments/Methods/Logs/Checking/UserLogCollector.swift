package import Execution
import PurchaseWorld
package import Scenarios

/// Statistics of the lines of a log that were read for a check, and of the lines that were ignored.
package struct LogReadStatistics: Sendable {
  package var bytes = 0
  /// Readable lines.
  package var lines = 0
  package var damaged = DamagedLines()
  /// Lines without the name of an event.
  package var unnamed = 0
  /// Event names that the map does not contain, with their numbers of lines.
  package var unknownEvents = UnknownNames()
  /// Codes that the map does not contain; their lines are read without a code.
  package var unknownCodes = UnknownNames()
  /// Lines whose event the map ignores.
  package var ignoredLines = 0
  /// Lines without any key of a user.
  package var withoutUser = 0
  /// Lines without a time of the client or of the server.
  package var withoutTime = 0
  /// Lines before the first day, or after the last day.
  package var outside = 0
  /// Repeated lines.
  package var repeated = 0
  /// Lines of users with more than ``UserLogCollector/maxLinesPerUser`` lines.
  package var linesBeyondUserLimit = 0
  /// The fraction of users that fits into memory is 1 / `thinning`; 1 if all users fit.
  package var thinning = 1
  /// Lines of the other users.
  package var linesThinnedOut = 0
  package var users = 0
  /// Lines in memory after thinning.
  package var kept = 0
  /// The events that occur in the log or that the map names, and the keys that occur.
  package var coverage = LogCoverage(events: [], keys: [])
  /// The first and the last time, in milliseconds since 1970.
  package var firstTime = Int.max, last = Int.min
}

/// Collector of a log's lines by user, in bounded memory.
///
/// A log with too many lines is thinned: whole users are removed, by a hash of their names.
package struct UserLogCollector: ~Copyable {
  /// The largest number of lines in memory: 600 MB, including the capacity for growth.
  package static let maxLines = 5_000_000
  /// The largest number of lines of one user.
  package static let maxLinesPerUser = 20_000

  private struct Line: BitwiseCopyable {
    var user: UInt64, time: Int, session: UInt64, transaction: UInt64, id: UInt64
    var product: UInt32, item: UInt32, number: UInt32, tryNumber: Int32
    /// The index of the event among all events.
    var event: UInt8
    var code: LogCode?
  }

  private let map: EventMap, events: LogNames<UInt8>, codes: LogNames<LogCode>, marksRetries: Bool
  private let maxLines: Int
  private var lines: [Line] = [], identities: UserTable
  /// The times from the first day to the last day, and the users with earlier lines.
  private let days: Range<Int>
  private var early: Set<UInt64> = []
  /// Only users whose hash has 0 in these bits are kept.
  private var mask: UInt64 = 0
  private var reading = LogReadStatistics()
  /// Whether there was no space for a line, and thinning was impossible.
  private var isFull = false
  private let userKeys: Int

  /// The extracted keys after the keys of users, by index.
  private enum Key: Int, CaseIterable {
    case time, received, event, session, product, item, transaction, code, tryNumber, id
  }

  package init(
    _ map: EventMap, maximum: Int = UserLogCollector.maxLines, maxUsers: Int = UserTable.maximum
  ) {
    (self.map, self.maxLines) = (map, maximum)
    let all = LogEntry.Event.allCases
    events = LogNames(
      map.eventMeanings.map { name, event in
        (name, event.flatMap { event in all.firstIndex(of: event).map { UInt8($0) } })
      })
    codes = LogNames(map.codeMeanings.map { ($0.name, $0.code) })
    marksRetries = map.marksRetriesByNumber
    identities = UserTable(maximum: maxUsers)
    userKeys = map.user.count
    let ends = [map.from, map.until].map { $0.flatMap(LogTime.day) }
    days = (ends[0] ?? .min)..<(ends[1] ?? .max)
  }

  /// The keys that the reader must extract; an empty key if the map does not name it.
  package static func keys(of map: EventMap) -> [String] {
    map.user
      + Key.allCases.map { key in
        switch key {
        case .time: map.time
        case .received: map.received ?? ""
        case .event: map.event
        case .session: map.session
        case .product: map.product
        case .item: map.item
        case .transaction: map.transaction
        case .code: map.code
        case .tryNumber: map.tryNumber
        case .id: map.id ?? ""
        }
      }
  }

  /// Reads all lines of a reader.
  /// - Parameter stop: checked regularly; the reader's source checks it while it waits.
  /// - Returns: why reading ended; nil if the users do not fit into memory.
  package mutating func read(
    _ reader: inout EventLogReader, stop: CancellationToken = CancellationToken()
  ) throws(Interruption) -> EventLogReader.Step? {
    while true {
      if reader.lineNumber & 0xFFF == 0, let interruption = stop.interruption { throw interruption }
      let step = reader.next()
      switch step {
      case .line:
        add(reader)
        if isFull { return nil }
      case .damaged(let damage, let column):
        reading.damaged.add(damage, line: reader.lineNumber, column: column)
      case .end, .failed, .foreign, .list:
        if let interruption = stop.interruption { throw interruption }
        reading.bytes = reader.byteCount
        return step
      }
    }
  }

  /// Adds a line, unless there is no space for it and thinning is impossible.
  private mutating func add(_ line: borrowing EventLogReader) {
    reading.lines += 1
    guard let name = value(.event, line) else { return reading.unnamed += 1 }
    guard let meaning = events.meaning(of: name) else { return reading.unknownEvents.add(name) }
    guard case .value(var event) = meaning else { return reading.ignoredLines += 1 }
    guard let user = user(of: line) else { return reading.withoutUser += 1 }
    guard let time = time(of: line) else { return reading.withoutTime += 1 }
    guard days.contains(time) else {
      if time < days.lowerBound { early.insert(user) }
      return reading.outside += 1
    }
    if user & mask != 0 { return reading.linesThinnedOut += 1 }
    isFull = lines.count == maxLines && !thin()
    if isFull { return }
    if user & mask != 0 { return reading.linesThinnedOut += 1 }
    let number = value(.tryNumber, line).flatMap { $0.wholeNumber() }
    if marksRetries, number ?? 0 > 0 {
      let retry = LogEntry.Event.allCases[Int(event)].client?.retried
      event = retry.map { UInt8($0.index) } ?? event
    }
    lines.append(
      Line(
        user: user, time: time, session: hash(.session, line),
        transaction: hash(.transaction, line), id: hash(.id, line),
        product: UInt32(truncatingIfNeeded: hash(.product, line)),
        item: UInt32(truncatingIfNeeded: hash(.item, line)),
        number: UInt32(clamping: line.lineNumber), tryNumber: Int32(clamping: number ?? -1),
        event: event, code: code(of: line)))
    note(lines[lines.count - 1])
  }

  private func value(_ key: Key, _ line: borrowing EventLogReader) -> UnsafeBufferPointer<UInt8>? {
    guard let value = line.value(userKeys + key.rawValue), !value.isEmpty else { return nil }
    return value
  }

  /// A hash of a value; 0 if the line does not have it.
  private func hash(_ key: Key, _ line: borrowing EventLogReader) -> UInt64 {
    // Both halves are nonzero.
    value(key, line).map { $0.digest(UInt64(key.rawValue)) | 1 << 32 | 1 } ?? 0
  }

  private mutating func code(of line: borrowing EventLogReader) -> LogCode? {
    guard let value = value(.code, line) else { return nil }
    switch codes.meaning(of: value) {
    case .value(let code): return code
    case .nothing: return nil
    case nil:
      reading.unknownCodes.add(value)
      return nil
    }
  }

  /// The first identity in a line; further identities in the line belong to the same user.
  private mutating func user(of line: borrowing EventLogReader) -> UInt64? {
    var first: UInt64?
    for key in 0..<userKeys {
      guard let value = line.value(key), !value.isEmpty else { continue }
      let hash = max(1, value.digest(UInt64(key) &+ 1))
      if userKeys == 1 { return hash }
      if let first {
        if let one = identities.find(first), identities.find(hash) != nil {
          // The second lookup may have moved entries, so both are looked up again.
          identities.join(identities.find(first) ?? one, identities.find(hash) ?? one)
        }
      } else {
        first = hash
        _ = identities.find(hash)
      }
    }
    return first
  }

  private func time(of line: borrowing EventLogReader) -> Int? {
    let clientTime = value(.time, line).flatMap { LogTime.read($0, map.timeFormat) }
    if let clientTime, days.contains(clientTime) { return clientTime }
    let server = value(.received, line).flatMap { LogTime.read($0, map.timeFormat) }
    return server.flatMap { days.contains($0) ? $0 : nil } ?? clientTime ?? server
  }

  private mutating func note(_ line: Line) {
    reading.coverage.events.formUnion(LogEventSet(rawValue: 1 << UInt64(line.event)))
    if line.session != 0 { reading.coverage.keys.insert(.session) }
    if line.product != 0 { reading.coverage.keys.insert(.product) }
    if line.item != 0 { reading.coverage.keys.insert(.item) }
    if line.transaction != 0 { reading.coverage.keys.insert(.transaction) }
    if line.code != nil { reading.coverage.keys.insert(.code) }
    if line.tryNumber >= 0 { reading.coverage.keys.insert(.tryNumber) }
    reading.firstTime = min(reading.firstTime, line.time)
    reading.last = max(reading.last, line.time)
  }

  /// Removes half of the users; returns false if that could separate identities of the same user.
  private mutating func thin() -> Bool {
    guard userKeys == 1 else { return false }
    while lines.count == maxLines, reading.thinning < 1 << 32 {
      mask = mask << 1 | 1
      reading.thinning *= 2
      lines.removeAll { $0.user & mask != 0 }
      reading.linesThinnedOut += maxLines - lines.count
    }
    return lines.count < maxLines
  }

  /// The events and keys of the lines so far.
  var view: LogCoverage {
    var view = reading.coverage
    guard map.events != nil else { return view }
    view.loggableEvents = namedEvents
    view.events.formUnion(view.loggableEvents)
    return view
  }
  /// Approximate number of users with a line in memory, scaled to all users.
  package var users: Int { Set(lines.lazy.map(\.user)).count * reading.thinning }
  var first: Int { reading.firstTime }
  var last: Int { reading.last }

  /// Calls the closure with the logs of all users, in the order of their first lines in the log.
  /// - Returns: statistics of the lines.
  package consuming func forEachUserLog(_ body: (UserLog) -> Void) -> LogReadStatistics {
    if userKeys > 1 { joinUsers() }
    lines.sort { ($0.user, $0.time, $0.number) < ($1.user, $1.time, $1.number) }
    reading.coverage = view
    var runs: [(first: UInt32, lines: Range<Int>)] = []
    var start = 0
    for end in stride(from: 1, through: lines.count, by: 1)
    where end == lines.count || lines[end].user != lines[start].user {
      runs.append((lines[start..<end].reduce(.max) { min($0, $1.number) }, start..<end))
      start = end
    }
    runs.sort { $0.first < $1.first }
    (reading.users, reading.kept) = (runs.count, lines.count)
    var userLog = UserLog()
    for run in runs {
      guard run.lines.count <= UserLogCollector.maxLinesPerUser else {
        reading.linesBeyondUserLimit += run.lines.count
        continue
      }
      write(run.lines, to: &userLog)
      userLog.isCut = early.contains(lines[run.lines.lowerBound].user)
      body(userLog)
    }
    return reading
  }

  /// Replaces the identity of every line by a single identity for all names of the same user.
  private mutating func joinUsers() {
    let join = { (name: UInt64, identities: inout UserTable) in
      identities.find(name).map { UInt64(identities.user(of: $0)) + 1 } ?? name
    }
    for place in lines.indices { lines[place].user = join(lines[place].user, &identities) }
    early = Set(early.map { join($0, &identities) })
  }

  /// Events that the map names count as known even if none occurred. Retries that only the number
  /// of the try distinguishes count as known if any line has such a number.
  private var namedEvents: LogEventSet {
    let named = LogEventSet(map.eventMeanings.compactMap(\.event).map { LogEventSet($0) })
    if reading.coverage.events.isDisjoint(with: .retries) { return named }
    let counted = ClientLogEvent.allCases.filter { map.canCount($0) }
    return named.union(LogEventSet(counted.map { .of($0) }))
  }

  private mutating func write(_ range: Range<Int>, to userLog: inout UserLog) {
    userLog.begin()
    var numbers = LocalNumbers()
    var known: Set<[UInt64]> = []
    for line in lines[range] {
      let name =
        line.id != 0
        ? [line.id]
        : [
          UInt64(bitPattern: Int64(line.time)), UInt64(line.event), line.transaction, line.session,
          UInt64(bitPattern: Int64(line.tryNumber)),
        ]
      guard known.insert(name).inserted else {
        reading.repeated += 1
        continue
      }
      var entry = UserLog.Entry(
        time: line.time, event: LogEventSet(rawValue: 1 << UInt64(line.event)),
        line: Int(line.number))
      entry.session = numbers.number(of: line.session, in: .session)
      entry.transaction = numbers.number(of: line.transaction, in: .transaction)
      entry.product = numbers.number(of: UInt64(line.product), in: .product)
      entry.item = numbers.number(of: UInt64(line.item), in: .item)
      (entry.tryNumber, entry.code) = (line.tryNumber, line.code)
      userLog.append(entry)
    }
    userLog.end()
  }
}

/// Numbers for the names in a story, in the order of their occurrence from 0; −1 for none.
private struct LocalNumbers {
  enum Kind: Int { case session, transaction, product, item }

  private var numbers: [[UInt64: Int32]] = [[:], [:], [:], [:]]

  mutating func number(of hash: UInt64, in kind: Kind) -> Int32 {
    if hash == 0 { return -1 }
    let next = Int32(numbers[kind.rawValue].count)
    if let known = numbers[kind.rawValue][hash] { return known }
    numbers[kind.rawValue][hash] = next
    return next
  }
}
