import EventEngine
import PurchaseWorld
package import Scenarios

/// Counter of the lines of an event log, in constant memory.
package struct LogLineCounter: ~Copyable {
  private let map: EventMap, names: LogNames<LogEntry.Event>, marksRetries: Bool
  /// In milliseconds; the start of the first day and the end of the last, if the map has them.
  private let (window, first, last): (Int, Int?, Int?)
  private var users: UserTable, recent: RecentEvents
  /// The counts so far.
  private var count = LogEventCounts()

  // Indices of the extracted keys; the keys of users come first.
  private let userKeys: Int
  private let (time, received, event, transaction, tryNumber, id): (Int, Int, Int, Int, Int, Int)

  /// The number of events that are stored to find repetitions.
  package static let rememberedEventCount = RecentEvents.maximum

  /// - Parameter maxUsers: the largest number of identities in memory.
  /// - Parameter maxRecentEvents: the number of events stored for repetitions: a power of 2, at least 4.
  package init(
    _ map: EventMap, maxUsers: Int = UserTable.maximum, maxRecentEvents: Int = RecentEvents.maximum
  ) {
    self.map = map
    names = LogNames(map.eventMeanings.map { ($0.name, $0.event) })
    marksRetries = map.marksRetriesByNumber
    window = Int(map.window.microseconds / 1_000)
    first = map.from.flatMap(LogTime.day)
    last = map.until.flatMap(LogTime.day)
    users = UserTable(maximum: maxUsers)
    recent = RecentEvents(maximum: maxRecentEvents)
    userKeys = map.user.count
    (time, event, transaction) = (userKeys, userKeys + 1, userKeys + 2)
    (tryNumber, received, id) = (userKeys + 3, userKeys + 4, userKeys + 5)
  }

  /// The keys that the reader must extract; an empty key if the map does not name it.
  package static func keys(of map: EventMap) -> [String] {
    map.user + [map.time, map.event, map.transaction, map.tryNumber]
      + [map.received, map.id].map { $0 ?? "" }
  }

  /// Counts all lines of a reader.
  /// - Returns: the counts, and why reading ended.
  package mutating func countLines(of reader: inout EventLogReader) -> (
    count: LogEventCounts, ending: EventLogReader.Step
  ) {
    while true {
      let step = reader.next()
      switch step {
      case .line: add(reader)
      case .damaged(let damage, let column):
        count.damaged.add(damage, line: reader.lineNumber, column: column)
      case .end, .failed, .foreign, .list:
        count.bytes = reader.byteCount
        (count.identities, count.users) = (users.identities, users.users)
        count.beyondCapacity = users.beyondCapacity
        (count.forgotten, count.possibleRepeats) = (recent.forgotten, recent.possibleRepeats)
        return (count, step)
      }
    }
  }

  private mutating func add(_ line: borrowing EventLogReader) {
    count.lines += 1
    guard let name = line.value(event) else { return count.unnamed += 1 }
    guard let meaning = names.meaning(of: name) else { return count.unknownEvents.add(name) }
    guard let moment = moment(of: line) else { return count.outside += 1 }
    // The table has only client events. A user with ignored events only is not counted, but a line
    // with several identities of a user still joins them.
    let event: ClientLogEvent? = if case .value(.client(let event)) = meaning { event } else { nil }
    if event == nil, userKeys == 1 { return count.ignoredLines += 1 }
    let (user, identity) = user(of: line)
    if let user, let time = moment.clientTime { noteTime(time, of: user) }
    guard let event else { return count.ignoredLines += 1 }
    let number = line.value(tryNumber)
    if isRepeated(line, event, identity, moment.clientTime, number) { return count.repeated += 1 }
    count.counted += 1
    add(event, day: moment.day, try: number)
  }

  private mutating func add(
    _ event: ClientLogEvent, day: Int, try number: UnsafeBufferPointer<UInt8>?
  ) {
    let number = number.flatMap { $0.wholeNumber() }
    let event = marksRetries && number ?? 0 > 0 ? event.retried ?? event : event
    while day >= count.counts.count { count.counts.append(LogEventCounts.noEvents) }
    count.counts[day][event.index] += 1
    guard event == .verifyFail || event == .retryVerifyFail else { return }
    guard let number, number >= 0 else { return count.failuresWithoutTry += 1 }
    if number < count.failuresByTry.count { count.failuresByTry[number] += 1 }
  }

  // Users.

  /// The slot of a line's user in the table, and the first identity in the line.
  @inline(__always)
  private mutating func user(of line: borrowing EventLogReader) -> (place: Int?, identity: UInt64) {
    var (place, identity): (Int?, UInt64) = (nil, 0)
    var isNamed = false
    for key in 0..<userKeys {
      guard let value = line.value(key), !value.isEmpty else { continue }
      let hash = value.digest(UInt64(key) &+ 1)
      if !isNamed { identity = hash }
      isNamed = true
      guard let found = users.find(hash) else { continue }
      if let place { users.join(place, found) } else { place = found }
      // The table may have grown and moved its entries.
      place = users.find(hash)
    }
    if !isNamed { count.withoutUser += 1 }
    return (place, identity)
  }

  @inline(__always) private mutating func noteTime(_ time: Int, of user: Int) {
    let back = users.note(time, ofUserAt: user)
    if back == 0 { return }
    count.outOfOrder[back < 60_000 ? 0 : back < LogTime.millisecondsADay ? 1 : 2] += 1
    count.maxDisorder = max(count.maxDisorder, back)
  }

  // Times.

  /// The day of a line, from 0, and its own time; nil if it is outside the days.
  @inline(__always) private mutating func moment(of line: borrowing EventLogReader) -> (
    day: Int, clientTime: Int?
  )? {
    let clientTime = line.value(time).flatMap { LogTime.read($0, map.timeFormat) }
    if let clientTime, isInside(clientTime) { return (day(of: clientTime), clientTime) }
    switch clientTime {
    case nil: count.withoutClientTime += 1
    case let time? where time < first ?? .min: count.early += 1
    default: count.late += 1
    }
    if let server = line.value(received).flatMap({ LogTime.read($0, map.timeFormat) }),
      isInside(server)
    {
      count.datedByServer += 1
      return (day(of: server), nil)
    }
    // Without days, a time is not needed.
    if clientTime == nil, first == nil, last == nil { return (0, nil) }
    if clientTime == nil { count.undated += 1 }
    return nil
  }

  /// Whether a time is between the first and the last day, or within a hundred years of the first.
  @inline(__always) private func isInside(_ time: Int) -> Bool {
    if let first, time < first { return false }
    if let last { return time < last }
    guard let first else { return true }
    return time - first < 36_525 * LogTime.millisecondsADay
  }

  @inline(__always) private func day(of time: Int) -> Int {
    guard map.countsByDay, let first else { return 0 }
    return (time - first) / LogTime.millisecondsADay
  }

  // Repetitions.

  @inline(__always) private mutating func isRepeated(
    _ line: borrowing EventLogReader, _ event: ClientLogEvent, _ user: UInt64, _ time: Int?,
    _ number: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    if let id = line.value(id) {
      return recent.isRepeated(id.digest(1), at: time ?? 0, window: window)
    }
    // Without a time and an identifier, an event cannot be distinguished from the next of its kind.
    guard let time else { return false }
    var hash = ByteHash.mix(user ^ UInt64(truncatingIfNeeded: time), ByteHash.step)
    hash = ByteHash.mix(hash ^ UInt64(event.index), ByteHash.last)
    if let transaction = line.value(transaction) { hash ^= transaction.digest(2) }
    if let number { hash = ByteHash.mix(hash ^ number.digest(3), ByteHash.step) }
    return recent.isRepeated(hash, at: time, window: window)
  }
}
