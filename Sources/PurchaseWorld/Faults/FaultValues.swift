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
    let retries = max(design.retry.length, design.update?.design.retry.length ?? 0)
    let minute = Delay.seconds(60).microseconds
    long = Delay(
      microseconds: min((retries / minute + 2) * minute, conditions.horizon.microseconds))
    forever = conditions.horizon + day
    reopens = conditions.behavior.reopens.median
    drops = [nil, design.store == .playBilling]
    let stores = [design.store, design.update?.design.store ?? design.store]
    payloadLosses = stores.contains(.storeKit1) ? PayloadLoss.allCases : [.callback]
  }

  /// How long a fault may last.
  var lengths: [Delay] { [short, long, forever] }
  /// Whether an interrupted purchase has lost its payload when it is completed: as its store does, or not.
  private let drops: [Bool?]
  /// When a payload can get lost: stores after StoreKit 1 have but one moment (S8, K8).
  let payloadLosses: [PayloadLoss]
  /// What a missed replay leaves out: what the store's clients rely on, or all.
  let replays: [Replays?] = [nil, [.updates, .query]]
  /// When a dead app may be opened again.
  var reopenings: [Delay] { [reopens, forever] }

  /// Interruptions that the user completes sooner or later, and one that is given up.
  func interruptions(_ code: FailureCode) -> [Fault] {
    let courses = [minutes, hours].flatMap { resolves in
      drops.flatMap { drops in [false, true].map { (true, resolves, drops, $0) } }
    }
    return (courses + [(false, minutes, nil, false)]).map { completes, resolves, drops, kills in
      .interruption(
        Interruption(
          code: code, completes: completes, resolves: resolves, dropsPayload: drops, kills: kills,
          reopens: reopens))
    }
  }
}

extension RetryRules {
  /// How long all tries take that are waited for in vain, in microseconds.
  fileprivate var length: Int64 {
    let waits = delays.reduce(0) { $0 + $1.microseconds }
    return waits + Int64(delays.count + 1) * timeout.microseconds
  }
}
