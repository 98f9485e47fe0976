/// The pending events of one run, in the order in which they will happen.
///
/// The order is total: by time, and at equal times in order of arrival. The calendar is an array
/// with the next event last. A run has few pending events (under 16); an array is then faster than
/// a heap, because most new events lie near its end. The storage never shrinks, so a calendar that
/// serves run after run stops allocating.
///
/// A calendar cannot be copied. It is the only owner of its storage and does not check for shared
/// references; this and its unchecked indices save a third of the time.
public struct EventCalendar<Event>: ~Copyable {
  /// One pending event and its time.
  @usableFromInline struct Entry {
    @usableFromInline let time: Instant, event: Event

    @inlinable init(time: Instant, event: Event) { (self.time, self.event) = (time, event) }
  }

  /// Storage for `room` entries, of which the first `pending` are initialized. The latest is first,
  /// so that the next event leaves from the end without moving another.
  @usableFromInline var entries: UnsafeMutablePointer<Entry>
  @usableFromInline var room: Int
  @usableFromInline var pending = 0

  @usableFromInline var clock = Instant.start

  /// Creates an empty calendar at the start of time.
  /// - Parameter capacity: the number of pending events to make room for.
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

  /// The time of the last event taken; no event can be scheduled before it.
  @inlinable public var now: Instant { clock }
  /// The number of pending events that fit before the calendar allocates again.
  @inlinable public var capacity: Int { room }
  @inlinable public var count: Int { pending }
  @inlinable public var isEmpty: Bool { pending == 0 }
  /// The time of the next event, if any. Constant time.
  @inlinable public var nextTime: Instant? { pending == 0 ? nil : entries[pending - 1].time }

  /// Schedules an event, after all others of the same time. Linear in the number of earlier events.
  /// - Precondition: `time` is not in the past.
  @inlinable public mutating func schedule(_ event: Event, at time: Instant) {
    precondition(time >= clock, "an event cannot be scheduled in the past")
    enter(Entry(time: time, event: event))
  }

  /// Schedules an event that happens `delay` from now.
  @inlinable public mutating func schedule(_ event: Event, after delay: Delay) {
    // A delay is never negative, so the time need not be compared with the clock.
    enter(Entry(time: clock + delay, event: event))
  }

  /// Removes and returns the next event and advances time to it; `nil` if none is pending. Constant
  /// time.
  @inlinable public mutating func next() -> Event? { next(until: .distantFuture) }

  /// Removes and returns the next event and advances time to it; `nil` if none is pending, or if it
  /// is after `end`. Constant time.
  @inlinable public mutating func next(until end: Instant) -> Event? {
    guard pending > 0, entries[pending &- 1].time <= end else { return nil }
    pending &-= 1
    let entry = (entries + pending).move()
    clock = entry.time
    return entry.event
  }

  /// Cancels all pending events; time does not change.
  @inlinable public mutating func removeAll() {
    entries.deinitialize(count: pending)
    pending = 0
  }

  /// Empties the calendar and resets time to the start; keeps its storage.
  @inlinable public mutating func reset() {
    removeAll()
    clock = .start
  }

  /// Replaces the time and the pending events by those of another calendar. Linear in their number.
  @inlinable
  public mutating func restore(from other: borrowing EventCalendar) where Event: BitwiseCopyable {
    restore(at: other.clock, pending: other.entries, count: other.pending)
  }

  /// The size of a pending event with its time, in bytes.
  @inlinable public static var bytesPerEvent: Int { MemoryLayout<Entry>.stride }

  /// Copies the pending events with their times to memory with enough room.
  @inlinable public func copyPending(to place: UnsafeMutableRawPointer)
  where Event: BitwiseCopyable {
    place.copyMemory(from: entries, byteCount: pending * MemoryLayout<Entry>.stride)
  }

  /// Sets the time, and replaces the pending events by those that ``copyPending(to:)`` copied.
  @inlinable
  public mutating func restore(at time: Instant, pending place: UnsafeRawPointer, count: Int)
  where Event: BitwiseCopyable {
    while room < count { grow() }
    (pending, clock) = (count, time)
    UnsafeMutableRawPointer(entries).copyMemory(
      from: place, byteCount: count * MemoryLayout<Entry>.stride)
  }

  /// Calls a closure with the pending events and their times, latest first.
  @inlinable public func forEach(_ body: (Event, Instant) -> Void) where Event: BitwiseCopyable {
    for place in 0..<pending { body(entries[place].event, entries[place].time) }
  }

  /// Inserts an entry, and makes room for it if there is none.
  @inlinable mutating func enter(_ entry: Entry) {
    // A tail call, so that the usual case keeps no registers for it.
    if pending == room { return growAndEnter(entry) }
    enterInRoom(entry)
  }

  @inlinable @inline(never) mutating func growAndEnter(_ entry: Entry) {
    grow()
    enterInRoom(entry)
  }

  /// Moves entries that are earlier or of the same time by one place, and inserts the entry before
  /// them.
  @inlinable @inline(__always) mutating func enterInRoom(_ entry: Entry) {
    // A local copy: a property would be read again after every move.
    let first = entries
    var place = first + pending
    while place != first, (place - 1).pointee.time <= entry.time {
      // Field by field: the processor stalls when it reads at once what was just written in pieces.
      place.initialize(to: (place - 1).move())
      place -= 1
    }
    place.initialize(to: entry)
    // Cannot overflow: it is below the room, which is an `Int`.
    pending &+= 1
  }

  /// At least doubles the room, so that growing costs little per event.
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

/// Sendable although it holds a pointer: no other object has that pointer.
extension EventCalendar: @unchecked Sendable where Event: Sendable {}
