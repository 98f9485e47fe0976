import EventEngine
package import PurchaseWorld

/// What the lines of a log tell at all; what is in none of them cannot be looked for.
package struct LogView: Hashable, Sendable {
  /// The keys that a line may have.
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

    /// The keys under which a map says how the log calls them.
    package var names: [String] {
      let named: [(Keys, String)] = [
        (.session, "session"), (.product, "product"), (.item, "item"),
        (.transaction, "transaction"), (.code, "code"), (.tryNumber, "try"),
      ]
      return named.filter { contains($0.0) }.map(\.1)
    }
  }

  package var events: EventSet
  package var keys: Keys
  /// The events that would be known if they came. An event that a map leaves out is not logged.
  package var known = EventSet.everything

  /// What `lostorder log` writes.
  package static let whole = LogView(events: .everything, keys: .all)
}

/// One user's part of a log, in the order of time.
package struct LogStory: Sendable {
  /// A line. What it does not tell is below 0.
  package struct Entry: BitwiseCopyable, Sendable {
    /// In milliseconds.
    package var time: Int
    package var event: EventSet
    /// The process, the transaction, the product and the item, each by a number within the story.
    package var session: Int32 = -1
    package var payment: Int32 = -1
    package var product: Int32 = -1
    package var item: Int32 = -1
    package var tryNumber: Int32 = -1
    package var code: LogCode?
    /// Where it stands in the log, from 1.
    package var line = 0

    func isOne(of events: EventSet) -> Bool { !event.isDisjoint(with: events) }
    var isOfClient: Bool { event.rawValue < 1 << UInt64(LogEvent.allCases.count) }
  }

  package private(set) var entries: [Entry] = []
  /// Of each transaction the places of its entries.
  package private(set) var payments: [[Int]] = []
  /// Whether the user has lines from before the first day, which were left out.
  var isCut = false
  private var ties = TieOrder()

  package init() {}

  /// Begins a story with so many transactions at least.
  mutating func begin(payments count: Int = 0) {
    entries.removeAll(keepingCapacity: true)
    payments.removeAll(keepingCapacity: true)
    isCut = false
    for _ in 0..<count { payments.append([]) }
    ties.begin()
  }

  /// Takes the next line in the order of time; lines of one millisecond may come in any order.
  mutating func append(_ entry: Entry) { for entry in ties.add(entry) { place(entry) } }

  /// Ends the story.
  mutating func end() { for entry in ties.end() { place(entry) } }

  private mutating func place(_ entry: Entry) {
    let payment = Int(entry.payment)
    if payment >= 0 {
      while payment >= payments.count { payments.append([]) }
      payments[payment].append(entries.count)
    }
    entries.append(entry)
  }

  /// Whether lines of one millisecond stand in another order than in the log.
  var isReordered: Bool {
    zip(entries, entries.dropFirst()).contains { $0.time == $1.time && $0.line > $1.line }
  }

  /// The same with these lines in the order of the log.
  var asLogged: LogStory {
    var story = LogStory()
    story.begin(payments: payments.count)
    for entry in entries.sorted(by: { ($0.time, $0.line) < ($1.time, $1.line) }) {
      story.place(entry)
    }
    return story
  }

  /// Tells what a simulated user logged, as far as a log tells it.
  mutating func tell(_ moments: [LoggedMoment], payments count: Int, in view: LogView) {
    begin(payments: count)
    for (place, moment) in moments.enumerated() {
      var entry = Entry(
        time: Int(moment.time.microseconds / 1_000), event: EventSet(moment.event), line: place + 1)
      guard entry.isOne(of: view.events) else { continue }
      if view.keys.contains(.session), let session = moment.session {
        entry.session = Int32(session.number)
      }
      if view.keys.contains(.product), let product = moment.product {
        entry.product = Int32(product.place)
      }
      if view.keys.contains(.item), let item = moment.item { entry.item = Int32(item.place) }
      if view.keys.contains(.transaction), let transaction = moment.transaction {
        entry.payment = Int32(transaction.number)
      }
      if view.keys.contains(.code) { entry.code = moment.code }
      if view.keys.contains(.tryNumber), let number = moment.tryNumber { entry.tryNumber = number }
      append(entry)
    }
    end()
  }
}

// What rules ask of a story.
extension LogStory {
  /// The place of the first of some events of a transaction before which another of some is missing.
  /// - Parameter skew: how much later, in milliseconds, the other may stand.
  func first(of events: EventSet, without earlier: EventSet, skew: Int = 0) -> Int? {
    for payment in payments {
      guard let place = payment.first(where: { entries[$0].isOne(of: events) }) else { continue }
      let time = entries[place].time + skew
      let isThere = payment.contains {
        entries[$0].isOne(of: earlier) && ($0 < place || skew > 0 && entries[$0].time <= time)
      }
      if !isThere { return place }
    }
    return nil
  }

  /// Whether the story tells of the tap, or the payment, before the first entry of a transaction.
  func isTapped(_ payment: Int) -> Bool {
    guard let first = payments[payment].first else { return false }
    return entries[..<first].contains {
      $0.isOne(of: .of(.purchaseClick, .paymentAdded))
        && ($0.product < 0 || $0.product == entries[first].product)
    }
  }

  /// The place of the first entry that is like that.
  func first(where isWrong: (Entry) -> Bool) -> Int? { entries.firstIndex(where: isWrong) }

  /// The place of the first event by which more of some have come than of others, in each session alone.
  func first(of events: EventSet, beyond others: EventSet, ofPayments: Bool) -> Int? {
    var counts: [Key: Int] = [:]
    for (place, entry) in entries.enumerated() {
      let key = Key(session: entry.session, payment: ofPayments ? entry.payment : -1)
      if entry.isOne(of: others) { counts[key, default: 0] += 1 }
      guard entry.isOne(of: events) else { continue }
      counts[key, default: 0] -= 1
      if counts[key, default: 0] < 0 { return place }
    }
    return nil
  }

  private struct Key: Hashable {
    var session: Int32
    var payment: Int32
  }
}
