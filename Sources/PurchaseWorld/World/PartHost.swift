internal import EventEngine

/// The access that every part of the world has: the time, the design, and the trace.
///
/// The rules of a part extend its *host* protocol, which declares the part's state, its queries,
/// and its calls to other parts. So the compiler prevents all other access. ``World`` is the only
/// host, and the compiler specializes the rules for it, so that hosts cost nothing.
protocol PartHost: ~Copyable {
  var now: Instant { get }
  var design: CompiledDesign { get }
  /// Adds a moment to the trace; costs nothing without a trace.
  mutating func note(_ moment: Trace.Occurrence)
}

/// The additional access of the parts outside the app: conditions, random draws and calendar.
protocol OutsideHost: PartHost, ~Copyable {
  var conditions: Conditions { get }
  var randomDraws: RandomDraws { get set }
  var calendar: EventCalendar<Event> { get set }
}
