package import EventEngine

/// The few parameter values that an exploration tries. A fault lasts a short while, longer than the
/// retries of the design, or for ever.
package struct ExploredFaultValues: Hashable, Sendable {
  /// Shorter than a request's timeout in every built-in design.
  package var short = Delay.seconds(10)
  /// Longer than the retries of the design, or than their first round if they never end.
  package var long: Delay
  /// A day longer than the run, so that the fault lasts beyond the horizon.
  package var forever: Delay
  /// The delay from a death to the reopening of the app.
  package var reopeningDelay: Delay
  /// A short wait of a user, in which the visit also ends.
  package var minutes = Delay.seconds(60)
  /// A wait after which the user has left the app.
  package var hours = Delay.seconds(3_600)
  /// An answer on the next day.
  package var day = Delay.seconds(86_400)

  /// Computes the values for a design.
  package init(_ design: Design, _ conditions: Conditions) {
    let retries = max(design.retry.length, design.update?.design.retry.length ?? 0)
    let minute = Delay.seconds(60).microseconds
    long = Delay(
      microseconds: min((retries / minute + 2) * minute, conditions.horizon.microseconds))
    forever = conditions.horizon + day
    reopeningDelay = conditions.behavior.reopeningDelay.median
    drops = [nil, design.store == .playBilling]
    let stores = [design.store, design.update?.design.store ?? design.store]
    payloadLosses = stores.contains(.storeKit1) ? PayloadLossStart.allCases : [.callback]
  }

  var lengths: [Delay] { [short, long, forever] }
  /// Whether an interrupted purchase loses its payload: the store's default, or not.
  private let drops: [Bool?]
  /// The moments at which a payload can get lost: one in stores after StoreKit 1 (S8, K8).
  let payloadLosses: [PayloadLossStart]
  /// The transactions that a missed replay omits: those on which the store's clients rely, or all.
  let replays: [RedeliveryRoutes?] = [nil, [.updates, .query]]
  var reopenings: [Delay] { [reopeningDelay, forever] }

  /// Interruptions that the user completes sooner or later, and one that is given up.
  func interruptions(_ code: FailureCode) -> [Fault] {
    let courses = [minutes, hours].flatMap { resolves in
      drops.flatMap { drops in [false, true].map { (true, resolves, drops, $0) } }
    }
    return (courses + [(false, minutes, nil, false)]).map { completes, resolves, drops, kills in
      .interruption(
        StoreInterruption(
          code: code, completes: completes, resolutionDelay: resolves, dropsPayload: drops,
          kills: kills, reopeningDelay: reopeningDelay))
    }
  }
}

extension RetryRules {
  /// The time of all tries if each waits without success, in microseconds.
  fileprivate var length: Int64 {
    let waits = delays.reduce(0) { $0 + $1.microseconds }
    return waits + Int64(delays.count + 1) * timeout.microseconds
  }
}
