package import EventEngine

/// The key of the delays that are drawn at one place of a run; numbers count from 0 unless stated.
///
/// The initial values are the key of the first draw of everything.
package struct DelayKey: Hashable, Sendable {
  package var intentIndex = 0
  /// The index of the payment among those of the user.
  package var paymentIndex = 0
  /// The number of the process, from 1.
  package var process = 1
  /// The number of the visit.
  package var visitIndex = 0
  /// The number of spinners before.
  package var spinnerCount = 0
  /// The number of the intent's sheets before.
  package var sheetCount = 0
  /// Whether the user completes the purchase in the store after an interruption (S7).
  package var isAfterInterruption = false
  package init() {}
}

extension Conditions {
  /// These conditions with each delay as a user draws it at a place, instead of a distribution.
  package func drawn(by draws: KeyedDraws, at place: DelayKey) -> Conditions {
    // As in resolveInterruption, which also counts the interrupted sheet.
    let payment =
      place.isAfterInterruption ? 128 | (place.sheetCount + 1) & 127 : place.sheetCount & 127
    let intentIndex = place.intentIndex << 8
    let occurrences: [(DrawSite, Int)] = [
      (.launch, place.process), (.processing, intentIndex | payment),
      (.callback, place.paymentIndex << 2 | 2), (.order, intentIndex), (.verify, intentIndex),
      (.storeCheck, intentIndex), (.starts, 0), (.browse, place.process),
      (.sheet, intentIndex | place.sheetCount & 127), (.patience, place.spinnerCount),
      (.reopens, place.process), (.login, 0), (.dwell, place.visitIndex),
      (.waits, place.visitIndex), (.gap, place.visitIndex), (.guestLogin, 0),
      (.notices, intentIndex),
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
  package func visitIndex(of draws: KeyedDraws, startDelay: Delay, at time: Instant) -> Int {
    var number = 0
    var begin = Instant.start + startDelay
    while true {
      begin = begin + max(draws.delay(behavior.visitInterval, .gap, number), .seconds(1))
      if begin > time { return number }
      number += 1
    }
  }
}
