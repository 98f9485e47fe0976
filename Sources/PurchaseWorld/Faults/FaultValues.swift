package import EventEngine

/// The few values that explored faults take for their parameters.
///
/// A fault lasts a short while, longer than the retries of the design, or for ever.
package struct FaultValues: Hashable, Sendable {
  /// Shorter than a request's timeout in every built-in design.
  package var short = Delay.seconds(10)
  /// Past the last retry of the design, if its retries end; else past the first round of them.
  package var long: Delay
  /// A day longer than the run, so that it outlasts whatever happens at the horizon.
  package var forever: Delay
  /// From a death to the reopening of the app.
  package var reopens: Delay
  /// A short wait of a person, and one in which the visit ends.
  package var minutes = Delay.seconds(60)
  /// A wait after which the user has left the app.
  package var hours = Delay.seconds(3_600)
  /// An answer that comes on the next day.
  package var day = Delay.seconds(86_400)

  /// Finds the values for a design.
  package init(_ design: Design, _ conditions: Conditions) {
    let tries = Int64(design.retry.delays.count + 1)
    let waits = design.retry.delays.reduce(0) { $0 + $1.microseconds }
    let retries = waits + tries * design.retry.timeout.microseconds
    let minute = Delay.seconds(60).microseconds
    long = Delay(
      microseconds: min((retries / minute + 2) * minute, conditions.horizon.microseconds))
    forever = conditions.horizon + day
    reopens = conditions.behavior.reopens.median
  }

  /// How long a fault may last.
  var lengths: [Delay] { [short, long, forever] }
  /// When a dead app may be opened again.
  var reopenings: [Delay] { [reopens, forever] }

  /// Interruptions that the user completes sooner or later, and one that is given up.
  func interruptions(_ code: FailureCode) -> [Fault] {
    let courses = [minutes, hours].flatMap { resolves in
      [true, false].flatMap { drops in [false, true].map { (true, resolves, drops, $0) } }
    }
    return (courses + [(false, minutes, true, false)]).map { completes, resolves, drops, kills in
      .interruption(
        Interruption(
          code: code, completes: completes, resolves: resolves, dropsPayload: drops, kills: kills,
          reopens: reopens))
    }
  }
}
