package import Experiments
import PurchaseWorld
package import Scenarios

/// What was read of an event log to be checked, and all that was not.
package struct LogReading: Sendable {
  package var bytes = 0
  /// Lines that could be read.
  package var lines = 0
  package var damaged = DamagedLines()
  /// Lines without the name of an event.
  package var unnamed = 0
  package var unknown = UnknownNames()
  /// Codes that the map does not know; their lines are read without.
  package var unknownCodes = UnknownNames()
  /// Events that the map passes over.
  package var passedOver = 0
  package var withoutUser = 0
  /// Lines without a time of their own or of the server's.
  package var timeless = 0
  /// Lines before the first day, or from the one behind the last.
  package var outside = 0
  /// Lines that are there again.
  package var repeated = 0
  /// Lines of users with more of them than ``StoryCollector/longestStory``.
  package var overlong = 0
  /// Of how many users one was looked at, so that memory is enough; 1: all.
  package var thinning = 1
  /// Lines of users who were not.
  package var thinned = 0
  package var users = 0
  /// Lines that were kept for the stories of users.
  package var kept = 0
  package var view = LogView(events: [], keys: [])
  /// The first and the last time, in milliseconds since 1970.
  package var first = Int.max, last = Int.min
}

/// Collects the lines of an event log by user, in bounded memory.
///
/// A log with more lines than fit is thinned: whole users are left out, chosen by a hash of their names.
package struct StoryCollector: ~Copyable {
  /// The most lines that are kept at once, in 600 MB with the room to collect them.
  package static let most = 5_000_000
  /// The most lines of one user.
  package static let longestStory = 20_000

  private struct Line: BitwiseCopyable {
    var user: UInt64
    var time: Int
    var session: UInt64, transaction: UInt64
    var id: UInt64
    var product: UInt32, item: UInt32
    var number: UInt32
    var tryNumber: Int32
    /// The place of the event among all.
    var event: UInt8
    var code: LogCode?
  }

  private let map: EventMap
  private let events: LogNames<UInt8>
  private let codes: LogNames<LogCode>
  private let tellsRetries: Bool
  private let most: Int
  private var lines: [Line] = []
  private var identities: UserTable
  /// The times from the first day to the last, and the users who have lines before.
  private let days: Range<Int>
  private var early: Set<UInt64> = []
  /// Only users whose hash has these bits at 0 are kept.
  private var mask: UInt64 = 0
  private var reading = LogReading()
  private let userKeys: Int

  /// The places of the wanted keys behind those of users.
  private enum Key: Int, CaseIterable {
    case time, received, event, session, product, item, transaction, code, tryNumber, id
  }

  package init(_ map: EventMap, most: Int = StoryCollector.most, mostUsers: Int = UserTable.most) {
    (self.map, self.most) = (map, most)
    let all = LoggedMoment.Event.allCases
    events = LogNames(
      map.meanings.map { name, event in
        (name, event.flatMap { event in all.firstIndex(of: event).map { UInt8($0) } })
      })
    codes = LogNames(map.codeMeanings.map { ($0.name, $0.code) })
    tellsRetries = map.tellsRetriesByNumber
    identities = UserTable(most: mostUsers)
    userKeys = map.user.count
    let ends = [map.from, map.until].map { $0.flatMap(LogTime.day) }
    days = (ends[0] ?? .min)..<(ends[1] ?? .max)
  }

  /// The keys that the reader of the log must look for. One that the map does not name is an empty key.
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

  /// Reads all that a reader gives.
  /// - Parameter stop: asked now and then whether to go on; the reader's source does so while it waits.
  /// - Returns: what ended it; nil: the users cannot be told apart in the memory that there is.
  package mutating func read(
    _ reader: inout EventLogReader, stop: StopSign = StopSign()
  ) throws(Cut) -> EventLogReader.Step? {
    while true {
      if reader.line & 0xFFF == 0, let cut = stop.cut { throw cut }
      let step = reader.next()
      switch step {
      case .line: if !add(reader) { return nil }
      case .damaged(let damage, let column):
        reading.damaged.add(damage, line: reader.line, column: column)
      case .end, .failed, .foreign, .list:
        if let cut = stop.cut { throw cut }
        reading.bytes = reader.bytes
        return step
      }
    }
  }

  /// Keeps a line; false if there is no room, and none can be made.
  private mutating func add(_ line: borrowing EventLogReader) -> Bool {
    reading.lines += 1
    guard let name = value(.event, line) else {
      reading.unnamed += 1
      return true
    }
    guard let meaning = events.meaning(of: name) else {
      reading.unknown.add(name)
      return true
    }
    guard case .value(var event) = meaning else {
      reading.passedOver += 1
      return true
    }
    guard let user = user(of: line) else {
      reading.withoutUser += 1
      return true
    }
    guard let time = time(of: line) else {
      reading.timeless += 1
      return true
    }
    guard days.contains(time) else {
      reading.outside += 1
      if time < days.lowerBound { early.insert(user) }
      return true
    }
    if user & mask != 0 {
      reading.thinned += 1
      return true
    }
    if lines.count == most, !thin() { return false }
    if user & mask != 0 {
      reading.thinned += 1
      return true
    }
    let number = value(.tryNumber, line).flatMap { $0.wholeNumber() }
    if tellsRetries, number ?? 0 > 0,
      case .client(let first) = LoggedMoment.Event.allCases[Int(event)], let later = first.retried
    {
      event = UInt8(later.place)
    }
    lines.append(
      Line(
        user: user, time: time, session: hash(.session, line),
        transaction: hash(.transaction, line), id: hash(.id, line),
        product: UInt32(truncatingIfNeeded: hash(.product, line)),
        item: UInt32(truncatingIfNeeded: hash(.item, line)),
        number: UInt32(clamping: line.line), tryNumber: Int32(clamping: number ?? -1),
        event: event, code: code(of: line)))
    note(lines[lines.count - 1])
    return true
  }

  private func value(_ key: Key, _ line: borrowing EventLogReader) -> UnsafeBufferPointer<UInt8>? {
    guard let value = line.value(userKeys + key.rawValue), !value.isEmpty else { return nil }
    return value
  }

  /// 0 where the line does not tell it.
  private func hash(_ key: Key, _ line: borrowing EventLogReader) -> UInt64 {
    // Neither half of it is 0.
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

  /// The identity that a line names first; those that it names beside are of the same user.
  private mutating func user(of line: borrowing EventLogReader) -> UInt64? {
    var first: UInt64?
    for key in 0..<userKeys {
      guard let value = line.value(key), !value.isEmpty else { continue }
      let hash = max(1, value.digest(UInt64(key) &+ 1))
      if userKeys == 1 { return hash }
      if let first {
        if let one = identities.find(first), identities.find(hash) != nil {
          // Room may have been made by the second, and places have changed.
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
    let own = value(.time, line).flatMap { LogTime.read($0, map.timeFormat) }
    if let own, days.contains(own) { return own }
    let server = value(.received, line).flatMap { LogTime.read($0, map.timeFormat) }
    return server.flatMap { days.contains($0) ? $0 : nil } ?? own ?? server
  }

  private mutating func note(_ line: Line) {
    reading.view.events.formUnion(EventSet(rawValue: 1 << UInt64(line.event)))
    if line.session != 0 { reading.view.keys.insert(.session) }
    if line.product != 0 { reading.view.keys.insert(.product) }
    if line.item != 0 { reading.view.keys.insert(.item) }
    if line.transaction != 0 { reading.view.keys.insert(.transaction) }
    if line.code != nil { reading.view.keys.insert(.code) }
    if line.tryNumber >= 0 { reading.view.keys.insert(.tryNumber) }
    reading.first = min(reading.first, line.time)
    reading.last = max(reading.last, line.time)
  }

  /// Leaves out half of the users; false if identities that belong together could be parted.
  private mutating func thin() -> Bool {
    guard userKeys == 1 else { return false }
    while lines.count == most, reading.thinning < 1 << 32 {
      mask = mask << 1 | 1
      reading.thinning *= 2
      lines.removeAll { $0.user & mask != 0 }
      reading.thinned += most - lines.count
    }
    return lines.count < most
  }

  /// What the lines that were read tell, and when the first and the last of them were.
  var view: LogView {
    var view = reading.view
    guard map.events != nil else { return view }
    view.known = namedEvents
    view.events.formUnion(view.known)
    return view
  }
  /// About how many users were read: those of whom a line was kept.
  package var users: Int { Set(lines.lazy.map(\.user)).count * reading.thinning }
  var first: Int { reading.first }
  var last: Int { reading.last }

  /// Tells the stories of all users, in the order in which their first lines stand in the log.
  /// - Returns: what was read.
  package consuming func tell(_ body: (LogStory) -> Void) -> LogReading {
    if userKeys > 1 { joinUsers() }
    lines.sort { ($0.user, $0.time, $0.number) < ($1.user, $1.time, $1.number) }
    reading.view = view
    var runs: [(first: UInt32, lines: Range<Int>)] = []
    var start = 0
    for place in lines.indices.dropFirst() where lines[place].user != lines[place - 1].user {
      runs.append((lines[start..<place].reduce(.max) { min($0, $1.number) }, start..<place))
      start = place
    }
    if !lines.isEmpty {
      runs.append((lines[start...].reduce(.max) { min($0, $1.number) }, start..<lines.count))
    }
    runs.sort { $0.first < $1.first }
    (reading.users, reading.kept) = (runs.count, lines.count)
    var story = LogStory()
    for run in runs {
      guard run.lines.count <= StoryCollector.longestStory else {
        reading.overlong += run.lines.count
        continue
      }
      write(run.lines, to: &story)
      story.isCut = early.contains(lines[run.lines.lowerBound].user)
      body(story)
    }
    return reading
  }

  /// Gives every line the one identity that stands for all that were named together.
  private mutating func joinUsers() {
    for place in lines.indices {
      if let slot = identities.find(lines[place].user) {
        lines[place].user = UInt64(identities.user(of: slot)) + 1
      }
    }
    early = Set(
      early.map { user in identities.find(user).map { UInt64(identities.user(of: $0)) + 1 } ?? user
      })
  }

  /// An event that the map names is looked for, even if none came. Retries that only the number of the try tells are
  /// logged if some line has such a number.
  private var namedEvents: EventSet {
    let named = map.meanings.compactMap(\.event).reduce(into: EventSet()) {
      $0.formUnion(EventSet($1))
    }
    if reading.view.events.isDisjoint(with: .retries) { return named }
    return LogEvent.allCases.filter { map.canCount($0) }.reduce(into: named) {
      $0.formUnion(.of($1))
    }
  }

  private mutating func write(_ range: Range<Int>, to story: inout LogStory) {
    story.begin()
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
      var entry = LogStory.Entry(
        time: line.time, event: EventSet(rawValue: 1 << UInt64(line.event)), line: Int(line.number))
      entry.session = numbers.number(of: line.session, in: .session)
      entry.payment = numbers.number(of: line.transaction, in: .transaction)
      entry.product = numbers.number(of: UInt64(line.product), in: .product)
      entry.item = numbers.number(of: UInt64(line.item), in: .item)
      (entry.tryNumber, entry.code) = (line.tryNumber, line.code)
      story.append(entry)
    }
    story.end()
  }
}

/// Numbers for the names of a story, in the order in which they come, from 0; −1 for none.
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
