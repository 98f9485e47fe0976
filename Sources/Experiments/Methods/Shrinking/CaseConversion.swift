import EventEngine
package import PurchaseWorld
import Scenarios

/// Method by which the run of a drawn user became a case with the same loss.
package enum CaseConversion: String, CaseIterable, Sendable {
  /// It already was a case.
  case written
  /// The user's taps and faults, with every delay at its median.
  case medians
  /// The same with the user's drawn delays.
  case drawnDelays
  /// The same with process deaths without a fault as additional faults.
  case deaths
  /// The same with one or two taps or faults at other times.
  case moved
  /// The same with one additional fault.
  case oneMoreFault
}

/// Search for a case that loses an order in the same way as a drawn user.
package struct CaseConverter {
  package struct ConvertedCase {
    package var way: CaseConversion
    var life: WrittenCase
    package var loss: Loss
  }

  /// The largest number of simulations in a search with moved taps or faults.
  private static let mostPlays = 200_000
  /// The last event before which an additional fault is tried.
  private static let mostSteps = 60

  /// The candidates, the simplest first.
  let lives: [(way: CaseConversion, life: WrittenCase)]

  /// The candidates for a case: only the case itself.
  package init(_ script: Population.Script, in conditions: Conditions) {
    lives = [(.written, WrittenCase(conditions, script))]
  }

  /// The candidates for the run of a drawn user.
  init(_ lived: ReconstructedCase, of user: VirtualUser, in conditions: Conditions) {
    var (place, last) = (lived.place, lived.place)
    let visit = { conditions.visit(of: user.draws, starts: user.starts, at: $0) }
    place.visit = visit(lived.tappedAt)
    last.visit = visit(.start + conditions.horizon)
    let drawn = [place, DelayKey(), last].map { conditions.drawn(by: user.draws, at: $0) }
    let worlds = [(CaseConversion.medians, conditions)] + drawn.map { (.drawnDelays, $0) }
    lives = [false, true].flatMap { withDeaths in
      worlds.flatMap { way, world in
        world.settled(for: user, wasBlocked: lived.wasBlocked).map { settled in
          (withDeaths ? .deaths : way, lived.written(in: settled, withDeaths: withDeaths))
        }
      }
    }
  }

  /// The candidates for a user who does not return. A case has a fixed time between visits, so a
  /// user who stays away for long enough never returns.
  private var livesAway: [(way: CaseConversion, life: WrittenCase)] {
    lives.map { way, life in
      var life = life
      life.conditions.behavior.neverReturns = .always
      return (way, life)
    }
  }

  /// The first candidate with the same loss, else the first with the same kind of loss.
  package func settle(_ loss: Loss, _ rehearsal: inout CaseSimulator) -> ConvertedCase? {
    var found = ConversionAttempt(loss: loss)
    let away = loss.dropPoint == .neverReopened ? livesAway : []
    for (way, life) in lives + away where found.take(way, life, &rehearsal) { return found.best }
    return found.best ?? retime(loss, &rehearsal) ?? addFault(loss, &rehearsal)
  }

  /// The first candidate with the same loss, else the same kind, after one or two times are moved.
  private func retime(_ loss: Loss, _ rehearsal: inout CaseSimulator) -> ConvertedCase? {
    var (found, origins) = (ConversionAttempt(loss: loss), lives.map(\.life))
    // First one move over any distance, then a second move over a short distance.
    for most in [200, 40] {
      var moved: [WrittenCase] = []
      for life in origins {
        let candidates = Retiming(life, rehearsal.trace(of: life)).lives(most: most)
        for candidate in candidates where found.take(.moved, candidate, &rehearsal) {
          return found.best
        }
        moved += candidates
        if rehearsal.plays > CaseConverter.mostPlays { return found.best }
      }
      if found.best != nil { return found.best }
      origins = moved
    }
    return nil
  }

  /// The first candidate with the same loss after any fault is added before any event. The user did
  /// not experience this fault, so a different drop point would not be accepted.
  private func addFault(_ loss: Loss, _ rehearsal: inout CaseSimulator) -> ConvertedCase? {
    for (_, life) in lives {
      let behavior = life.conditions.behavior
      let steps = 1...min(max(1, rehearsal.outcome(of: life).events), CaseConverter.mostSteps)
      for description in FaultCatalog.all where !description.needsAccounts || behavior.accounts > 1
      {
        let fault = description.defaults(behavior).constantFault(of: description.kind)
        for step in steps {
          var found = ConversionAttempt(loss: loss)
          let candidate = life.changed { $0.addFault(fault, at: .step(step), after: .zero) }
          if found.take(.oneMoreFault, candidate, &rehearsal) { return found.best }
        }
      }
    }
    return nil
  }

  /// The first candidate with the loss, or the first with its kind of loss.
  private struct ConversionAttempt {
    let loss: Loss
    var best: ConvertedCase?

    /// Simulates a candidate; returns whether it has the loss.
    mutating func take(_ way: CaseConversion, _ life: WrittenCase, _ rehearsal: inout CaseSimulator)
      -> Bool
    {
      guard let found = rehearsal.loss(of: life, like: loss) else { return false }
      if best == nil || found == loss { best = ConvertedCase(way: way, life: life, loss: found) }
      return found == loss
    }
  }
}

extension Conditions {
  /// These conditions without random draws, for each combination of possible decisions.
  fileprivate func settled(for user: VirtualUser, wasBlocked: Bool) -> [Conditions] {
    var settled = self.settled
    settled.behavior.starts = .constant(user.starts)
    settled.behavior.neverReturns = user.neverReturns ? .always : .never
    settled.behavior.guests = user.isGuest ? .always : .never
    settled.behavior.gap = .constant(max(settled.behavior.gap.median, .seconds(1)))
    // Taps about missing goods are in the plan.
    if behavior.reacts.share(of: .retap) == 1 { settled.behavior.reacts = Reactions() }
    var all = [settled]
    if behavior.evicted != .never, behavior.evicted != .always {
      settled.behavior.evicted = .never
      all.append(settled)
    }
    if calls.contains(where: { $0.fails != .never && $0.fails != .always }) {
      all += all.map { conditions in
        var failing = conditions
        for index in calls.indices where calls[index].fails != .never {
          failing.calls[index].fails = .always
        }
        return failing
      }
    }
    if store.repurchaseReplays != .never, wasBlocked {
      all += all.map { conditions in
        var replaying = conditions
        replaying.store.repurchaseReplays = .always
        return replaying
      }
    }
    return all
  }
}

/// Variants of a case with another time of a tap or a fault.
///
/// Only the events before a time matter. A tap or fault is therefore moved between every two events
/// of the run, and to the time of every event, the nearest first.
struct Retiming {
  private let life: WrittenCase
  /// The distinct times of events after the first tap, ascending.
  private var times: [Delay]
  /// The time of each fault, from the first tap; nil if it never occurred.
  private var strikes: [Delay?]

  init(_ life: WrittenCase, _ trace: Trace) {
    self.life = life
    (times, strikes) = ([], life.faults.map { _ in nil })
    let firstTap = trace.firstTap ?? .distantFuture
    for entry in trace.entries where entry.time >= firstTap {
      let time = entry.time - firstTap
      if times.last != time { times.append(time) }
      if case .faultStruck(let number) = entry.moment { strikes[number.place] = time }
    }
  }

  /// The cases with one tap or fault moved, at most `most` for each.
  func lives(most: Int) -> [WrittenCase] {
    var lives: [WrittenCase] = []
    for index in life.taps.indices.dropFirst() {
      let times = near(life.taps[index].after).filter { life.canMoveTap(index, to: $0) }
      lives += times.prefix(most).map { time in life.changed { $0.moveTap(index, to: time) } }
    }
    for index in life.faults.indices {
      guard let strike = strikes[index] else { continue }
      let anchor = strike.microseconds - life.faults[index].after.microseconds
      for time in near(strike).filter({ $0.microseconds >= anchor }).prefix(most) {
        let after = Delay(microseconds: time.microseconds - anchor)
        lives.append(life.changed { $0.change { $0.plan[index].after = after } })
      }
    }
    return lives
  }

  /// The times of events and the midpoints between them, the nearest to a time first.
  private func near(_ own: Delay) -> [Delay] {
    let middles = zip(times, times.dropFirst()).map { earlier, later in
      Delay(microseconds: (earlier.microseconds + later.microseconds) / 2)
    }
    let distance = { (time: Delay) in abs(time.microseconds - own.microseconds) }
    return (times + middles).filter { $0 != own }.sorted { (distance($0), $0) < (distance($1), $1) }
  }
}
