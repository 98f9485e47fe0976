/// The pending events of one run, in the order in which they will happen.
///
/// A total order: by time, and at equal times in order of arrival. The calendar is an array with the
/// next event last. A run has few events pending (under 16), and there an array beats a heap, because
/// most new events lie near its end. It never shrinks its storage, so a calendar that serves run
/// after run stops allocating.
///
/// A calendar cannot be copied. It owns its storage alone and need not ask at every event whether
/// another shares it; that and its unchecked indices save a third of the time.
public struct EventCalendar<Event>: ~Copyable {
  /// One pending event and its time.
  @usableFromInline struct Entry {
    @usableFromInline let time: Instant, event: Event

    @inlinable init(time: Instant, event: Event) { (self.time, self.event) = (time, event) }
  }

  /// Room for `room` entries, of which the first `pending` are there. Latest first, so that the
  /// next event leaves from the end without moving another.
  @usableFromInline var entries: UnsafeMutablePointer<Entry>
  @usableFromInline var room: Int
  @usableFromInline var pending = 0

  @usableFromInline var clock = Instant.start

  /// Makes an empty calendar at the start of time.
  /// - Parameter capacity: how many pending events to make room for.
  /// - Precondition: `capacity` is not negative.
  @inlinable public init(capacity: Int = 32) {
    precondition(capacity >= 0, "a capacity is never negative")
    entries = .allocate(capacity: capacity)
    room = capacity
  }

  deinit {
    entries.deinitialize(count: pending)
    entries.deallocate()
  }

  /// The time of the event that left last; no event can be scheduled before it.
  @inlinable public var now: Instant { clock }
  /// How many pending events fit before the calendar allocates again.
  @inlinable public var capacity: Int { room }
  @inlinable public var count: Int { pending }
  @inlinable public var isEmpty: Bool { pending == 0 }
  /// The time of the next event, if any. Constant time.
  @inlinable public var nextTime: Instant? { pending == 0 ? nil : entries[pending - 1].time }

  /// Enters an event, behind all others of the same time. Linear in the number of earlier events.
  /// - Precondition: `time` is not in the past.
  @inlinable public mutating func schedule(_ event: Event, at time: Instant) {
    precondition(time >= clock, "an event cannot be scheduled in the past")
    enter(Entry(time: time, event: event))
  }

  /// Enters an event that happens `delay` from now.
  @inlinable public mutating func schedule(_ event: Event, after delay: Delay) {
    // A delay is never negative, so the time need not be compared with the clock.
    enter(Entry(time: clock + delay, event: event))
  }

  /// Takes the next event out and moves time forward to it; `nil` when none is pending. Constant time.
  @inlinable public mutating func next() -> Event? { next(until: .distantFuture) }

  /// Takes the next event out and moves time forward to it, unless it lies behind `end`; `nil` then,
  /// and when none is pending. Constant time.
  @inlinable public mutating func next(until end: Instant) -> Event? {
    guard pending > 0, entries[pending &- 1].time <= end else { return nil }
    pending &-= 1
    let entry = (entries + pending).move()
    clock = entry.time
    return entry.event
  }

  /// Cancels all pending events; time stays.
  @inlinable public mutating func removeAll() {
    entries.deinitialize(count: pending)
    pending = 0
  }

  /// Empties the calendar and sets time back to the start; keeps its storage.
  @inlinable public mutating func reset() {
    removeAll()
    clock = .start
  }

  /// Takes over the time and the pending events of another calendar. Linear in their number.
  @inlinable
  public mutating func become(_ other: borrowing EventCalendar) where Event: BitwiseCopyable {
    while room < other.pending { grow() }
    pending = other.pending
    clock = other.clock
    if pending > 0 { entries.update(from: other.entries, count: pending) }
  }

  /// How many bytes a pending event with its time takes.
  @inlinable public static var bytesOfEvent: Int { MemoryLayout<Entry>.stride }

  /// Copies the pending events with their times as bytes to a place with room for them.
  @inlinable public func copyPending(to place: UnsafeMutableRawPointer)
  where Event: BitwiseCopyable {
    place.copyMemory(from: entries, byteCount: pending * MemoryLayout<Entry>.stride)
  }

  /// Takes over a time, and so many pending events from bytes that ``copyPending(to:)`` wrote.
  @inlinable
  public mutating func become(at time: Instant, pending place: UnsafeRawPointer, count: Int)
  where Event: BitwiseCopyable {
    while room < count { grow() }
    (pending, clock) = (count, time)
    UnsafeMutableRawPointer(entries).copyMemory(
      from: place, byteCount: count * MemoryLayout<Entry>.stride)
  }

  /// Hands out the pending events with their times, latest first.
  @inlinable public func forEach(_ body: (Event, Instant) -> Void) where Event: BitwiseCopyable {
    for place in 0..<pending { body(entries[place].event, entries[place].time) }
  }

  /// Enters an entry, and makes room for it if there is none.
  @inlinable mutating func enter(_ entry: Entry) {
    // As the last thing done: so the usual case keeps no registers for it.
    if pending == room { return growAndEnter(entry) }
    enterInRoom(entry)
  }

  @inlinable @inline(never) mutating func growAndEnter(_ entry: Entry) {
    grow()
    enterInRoom(entry)
  }

  /// Moves earlier entries, and those of the same time, one place on, and puts the entry before them.
  @inlinable @inline(__always) mutating func enterInRoom(_ entry: Entry) {
    // Of its own: a property would be read again after every move.
    let first = entries
    var place = first + pending
    while place != first, (place - 1).pointee.time <= entry.time {
      // Field by field: the processor waits when it reads at once what was just written in pieces.
      place.initialize(to: (place - 1).move())
      place -= 1
    }
    place.initialize(to: entry)
    // It is below the room, which is an `Int`.
    pending &+= 1
  }

  /// Makes more room: at least twice as much, so that growing costs little for each event.
  @inlinable mutating func grow() {
    room = max(2 * room, 8)
    entries = EventCalendar.moved(entries, count: pending, capacity: room)
  }

  /// Moves entries to a place with more room. Called rarely, and never inlined: the loops around
  /// `schedule` stay small.
  @inlinable @inline(never) static func moved(
    _ entries: UnsafeMutablePointer<Entry>, count: Int, capacity: Int
  ) -> UnsafeMutablePointer<Entry> {
    let storage = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    storage.moveInitialize(from: entries, count: count)
    entries.deallocate()
    return storage
  }
}

extension EventCalendar.Entry: Sendable where Event: Sendable {}

/// Sendable although it holds a pointer, because nothing else has that pointer.
extension EventCalendar: @unchecked Sendable where Event: Sendable {}
