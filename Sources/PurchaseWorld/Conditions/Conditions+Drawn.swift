package import EventEngine

/// The key of the delays that are drawn at one place of a run; each number counts from 0.
///
/// The initial values are the key of the first draw of everything.
package struct DelayKey: Hashable, Sendable {
  package var intentIndex = 0
  /// The index of the payment among those of the user.
  package var transaction = 0
  /// The number of the process, from 1.
  package var process = 1
  /// The number of the visit.
  package var visit = 0
  /// The number of spinners before.
  package var spinners = 0
  /// The number of the intent's sheets before.
  package var sheets = 0
  /// Whether the user completes the purchase in the store after an interruption (S7).
  package var wasInterrupted = false
  package init() {}
}

extension Conditions {
  /// These conditions with each delay as a user draws it at a place, instead of a distribution.
  package func drawn(by draws: KeyedDraws, at place: DelayKey) -> Conditions {
    // As in resolveInterruption, which also counts the interrupted sheet.
    let payment = place.wasInterrupted ? 128 | (place.sheets + 1) & 127 : place.sheets & 127
    let intentIndex = place.intentIndex << 8
    let occurrences: [(DrawSite, Int)] = [
      (.launch, place.process), (.processing, intentIndex | payment),
      (.callback, place.transaction << 2 | 2), (.order, intentIndex), (.verify, intentIndex),
      (.storeCheck, intentIndex),
      (.starts, 0), (.browse, place.process), (.sheet, intentIndex | place.sheets & 127),
      (.patience, place.spinners), (.reopens, place.process), (.login, 0), (.dwell, place.visit),
      (.waits, place.visit), (.gap, place.visit), (.guestLogin, 0), (.notices, intentIndex),
    ]
    var drawn = self
    for (site, occurrence) in occurrences {
      guard let delays = delays(at: site) else { preconditionFailure("each site draws delays") }
      drawn.withDelays(at: site) { $0 = .constant(draws.delay(delays, site, occurrence)) }
    }
    return drawn
  }

  /// The number of the current visit at a time, from the user's draws of the gaps (P4).
  /// - Parameter starts: the delay from the start of the run to the first opening of the app.
  package func visit(of draws: KeyedDraws, starts: Delay, at time: Instant) -> Int {
    var number = 0
    var begin = Instant.start + starts
    while true {
      let gap = max(draws.delay(behavior.gap, .gap, number), .seconds(1))
      begin = begin + gap
      if begin > time { return number }
      number += 1
    }
  }
}
