/// The pending events of one run, in the order in which they will happen.
///
/// A total order: by time, and at equal times in order of arrival. The calendar is an array with the
/// next event last. A run has few events pending (under 16), and there an array beats a heap, because
/// most new events lie near its end. It never shrinks its storage, so a calendar that serves run
/// after run stops allocating.
public struct EventCalendar<Event> {
  /// One pending event and its time.
  @usableFromInline
  struct Entry {
    @usableFromInline let time: Instant
    @usableFromInline let event: Event

    @inlinable
    init(time: Instant, event: Event) {
      self.time = time
      self.event = event
    }
  }

  /// Latest first, so that the next event leaves from the end without moving another.
  @usableFromInline var entries: [Entry] = []

  /// The time of the event that left last.
  @usableFromInline var clock = Instant.start

  /// The time of the event that left last; no event can be scheduled before it.
  @inlinable
  public var now: Instant { clock }

  /// Makes an empty calendar at the start of time.
  ///
  /// - Parameter capacity: how many pending events to make room for.
  @inlinable
  public init(capacity: Int = 32) {
    entries.reserveCapacity(capacity)
  }

  /// How many pending events fit before the calendar allocates again.
  @inlinable
  public var capacity: Int { entries.capacity }

  /// The number of pending events.
  @inlinable
  public var count: Int { entries.count }

  /// Whether nothing is pending.
  @inlinable
  public var isEmpty: Bool { entries.isEmpty }

  /// The time of the next event, if any. Constant time.
  @inlinable
  public var nextTime: Instant? { entries.last?.time }

  /// Enters an event, behind all others of the same time. Linear in the number of earlier events.
  ///
  /// - Precondition: `time` is not in the past.
  @inlinable
  public mutating func schedule(_ event: Event, at time: Instant) {
    precondition(time >= clock, "an event cannot be scheduled in the past")
    let entry = Entry(time: time, event: event)
    guard let last = entries.last, last.time <= time else { return entries.append(entry) }
    var place = entries.count - 1
    entries.append(last)
    while place > 0, entries[place - 1].time <= time {
      entries[place] = entries[place - 1]
      place -= 1
    }
    entries[place] = entry
  }

  /// Enters an event that happens `delay` from now.
  @inlinable
  public mutating func schedule(_ event: Event, after delay: Delay) {
    schedule(event, at: clock + delay)
  }

  /// Takes the next event out and moves time forward to it; `nil` when none is pending. Constant time.
  @inlinable
  public mutating func next() -> Event? {
    guard let entry = entries.popLast() else { return nil }
    clock = entry.time
    return entry.event
  }

  /// Empties the calendar and sets time back to the start; keeps its storage.
  @inlinable
  public mutating func reset() {
    entries.removeAll(keepingCapacity: true)
    clock = .start
  }
}

extension EventCalendar.Entry: Sendable where Event: Sendable {}

extension EventCalendar: Sendable where Event: Sendable {}
