internal import EventEngine

/// What every part of the world may reach around it: the time, the design, and the trace.
///
/// A part's rules stand in an extension of a protocol of its own, its *host*: the part's state, what it
/// may ask, and what it says to others. So a rule reaches nothing else, which the compiler holds, and
/// ``World`` is the one host of all parts. The compiler makes every rule for the world alone, so that a
/// host costs nothing.
protocol PartHost: ~Copyable {
  /// The time.
  var now: Instant { get }
  var design: PlayedDesign { get }
  /// Notes something for people to read; costs nothing unless a trace was asked for.
  mutating func note(_ moment: Trace.Moment)
}

/// What the parts outside of the app may reach besides: the scenario's conditions, the user's luck, and
/// the calendar.
protocol OutsideHost: PartHost, ~Copyable {
  var conditions: Conditions { get }
  var luck: Luck { get set }
  var calendar: EventCalendar<Event> { get set }
}
