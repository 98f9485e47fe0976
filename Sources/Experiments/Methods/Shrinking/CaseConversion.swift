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
    package var conversion: CaseConversion
    var writtenCase: WrittenCase
    package var loss: Loss
  }

  /// The largest number of simulations in a search with moved taps or faults.
  private static let maxSimulations = 200_000
  /// The last event before which an additional fault is tried.
  private static let maxSteps = 60

  /// The candidates, the simplest first.
  let writtenCases: [(conversion: CaseConversion, writtenCase: WrittenCase)]

  /// The candidates for a case: only the case itself.
  package init(_ script: Population.Script, in conditions: Conditions) {
    writtenCases = [(.written, WrittenCase(conditions, script))]
  }

  /// The candidates for the run of a drawn user.
  init(_ original: ReconstructedCase, of user: VirtualUser, in conditions: Conditions) {
    var (place, last) = (original.place, original.place)
    let visit = { conditions.visitIndex(of: user.draws, startDelay: user.startDelay, at: $0) }
    place.visitIndex = visit(original.tappedAt)
    last.visitIndex = visit(.start + conditions.horizon)
    let drawn = [place, DelayKey(), last].map { conditions.drawn(by: user.draws, at: $0) }
    let worlds = [(CaseConversion.medians, conditions)] + drawn.map { (.drawnDelays, $0) }
    writtenCases = [false, true].flatMap { withDeaths in
      worlds.flatMap { conversion, world in
        world.deterministic(for: user, wasBlocked: original.wasBlocked).map {
          (withDeaths ? .deaths : conversion, original.written(in: $0, withDeaths: withDeaths))
        }
      }
    }
  }

  /// The candidates for a user who does not return. A case has a fixed time between visits, so a
  /// user who stays away for long enough never returns.
  private var casesWithoutReturn: [(conversion: CaseConversion, writtenCase: WrittenCase)] {
    writtenCases.map { conversion, writtenCase in
      (conversion, writtenCase.changed { $0.conditions.behavior.neverReturningShare = .always })
    }
  }

  /// The first candidate with the same loss, else the first with the same kind of loss.
  package func convert(_ loss: Loss, _ caseSimulator: inout CaseSimulator) -> ConvertedCase? {
    var found = ConversionAttempt(loss: loss)
    let away = loss.dropPoint == .neverReopened ? casesWithoutReturn : []
    for (conversion, writtenCase) in writtenCases + away
    where found.take(conversion, writtenCase, &caseSimulator) { return found.best }
    return found.best ?? retime(loss, &caseSimulator) ?? addFault(loss, &caseSimulator)
  }

  /// The first candidate with the same loss, else the same kind, after one or two times are moved.
  private func retime(_ loss: Loss, _ caseSimulator: inout CaseSimulator) -> ConvertedCase? {
    var (found, origins) = (ConversionAttempt(loss: loss), writtenCases.map(\.writtenCase))
    // First one move over any distance, then a second move over a short distance.
    for maximum in [200, 40] {
      var moved: [WrittenCase] = []
      for writtenCase in origins {
        let retiming = Retiming(writtenCase, caseSimulator.trace(of: writtenCase))
        let candidates = retiming.writtenCases(maximum: maximum)
        for candidate in candidates where found.take(.moved, candidate, &caseSimulator) {
          return found.best
        }
        moved += candidates
        if caseSimulator.simulationCount > CaseConverter.maxSimulations { return found.best }
      }
      if found.best != nil { return found.best }
      origins = moved
    }
    return nil
  }

  /// The first candidate with the same loss after any fault is added before any event. The user did
  /// not experience this fault, so a different drop point would not be accepted.
  private func addFault(_ loss: Loss, _ caseSimulator: inout CaseSimulator) -> ConvertedCase? {
    for (_, writtenCase) in writtenCases {
      let behavior = writtenCase.conditions.behavior
      let steps =
        1...min(max(1, caseSimulator.outcome(of: writtenCase).eventCount), CaseConverter.maxSteps)
      for description in FaultCatalog.all
      where !description.needsAccounts || behavior.accountCount > 1 {
        let fault = description.defaults(behavior).constantFault(of: description.kind)
        for step in steps {
          var found = ConversionAttempt(loss: loss)
          let candidate = writtenCase.changed { $0.addFault(fault, at: .step(step), after: .zero) }
          if found.take(.oneMoreFault, candidate, &caseSimulator) { return found.best }
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
    mutating func take(
      _ conversion: CaseConversion, _ writtenCase: WrittenCase, _ caseSimulator: inout CaseSimulator
    ) -> Bool {
      guard let found = caseSimulator.loss(of: writtenCase, like: loss) else { return false }
      if best == nil || found == loss {
        best = ConvertedCase(conversion: conversion, writtenCase: writtenCase, loss: found)
      }
      return found == loss
    }
  }
}

extension Conditions {
  /// These conditions without random draws, for each combination of possible decisions.
  fileprivate func deterministic(for user: VirtualUser, wasBlocked: Bool) -> [Conditions] {
    var deterministic = self.deterministic
    deterministic.behavior.startDelay = .constant(user.startDelay)
    deterministic.behavior.neverReturningShare = user.neverReturns ? .always : .never
    deterministic.behavior.guestShare = user.isGuest ? .always : .never
    deterministic.behavior.visitInterval = .constant(
      max(deterministic.behavior.visitInterval.median, .seconds(1)))
    // Taps about missing goods are in the plan.
    if behavior.reactions.share(of: .retap) == 1 { deterministic.behavior.reactions = Reactions() }
    var all = [deterministic]
    func addVariants(_ change: (inout Conditions) -> Void) {
      for var variant in all {
        change(&variant)
        all.append(variant)
      }
    }
    if behavior.evictionProbability != .never, behavior.evictionProbability != .always {
      addVariants { $0.behavior.evictionProbability = .never }
    }
    let chances = calls.map(\.failureProbability)
    if chances.contains(where: { $0 != .never && $0 != .always }) {
      addVariants { conditions in
        for index in chances.indices where chances[index] != .never {
          conditions.calls[index].failureProbability = .always
        }
      }
    }
    if store.repurchaseReplayProbability != .never, wasBlocked {
      addVariants { $0.store.repurchaseReplayProbability = .always }
    }
    return all
  }
}

/// Variants of a case with another time of a tap or a fault.
///
/// Only the events before a time matter. A tap or fault is therefore moved between every two events
/// of the run, and to the time of every event, the nearest first.
struct Retiming {
  private let writtenCase: WrittenCase
  /// The distinct times of events after the first tap, ascending.
  private var times: [Delay]
  /// The time of each fault, from the first tap; nil if it never occurred.
  private var faultTimes: [Delay?]

  init(_ writtenCase: WrittenCase, _ trace: Trace) {
    self.writtenCase = writtenCase
    (times, faultTimes) = ([], writtenCase.faults.map { _ in nil })
    let firstTap = trace.firstTap ?? .distantFuture
    for entry in trace.entries where entry.time >= firstTap {
      let time = entry.time - firstTap
      if times.last != time { times.append(time) }
      if case .faultOccurred(let number) = entry.occurrence { faultTimes[number.index] = time }
    }
  }

  /// The cases with one tap or fault moved, at most `maximum` for each.
  func writtenCases(maximum: Int) -> [WrittenCase] {
    var writtenCases: [WrittenCase] = []
    for index in writtenCase.taps.indices.dropFirst() {
      let times = near(writtenCase.taps[index].after)
      writtenCases += times.filter { writtenCase.canMoveTap(index, to: $0) }.prefix(maximum)
        .map { time in writtenCase.changed { $0.moveTap(index, to: time) } }
    }
    for index in writtenCase.faults.indices {
      guard let faultTime = faultTimes[index] else { continue }
      let anchor = faultTime.microseconds - writtenCase.faults[index].after.microseconds
      for time in near(faultTime).filter({ $0.microseconds >= anchor }).prefix(maximum) {
        let after = Delay(microseconds: time.microseconds - anchor)
        writtenCases.append(
          writtenCase.changed { $0.change { $0.plannedFaults[index].after = after } })
      }
    }
    return writtenCases
  }

  /// The times of events and the midpoints between them, the nearest to a time first.
  private func near(_ delay: Delay) -> [Delay] {
    let middles = zip(times, times.dropFirst()).map { earlier, later in
      Delay(microseconds: (earlier.microseconds + later.microseconds) / 2)
    }
    let distance = { (time: Delay) in abs(time.microseconds - delay.microseconds) }
    return (times + middles).filter { $0 != delay }
      .sorted { (distance($0), $0) < (distance($1), $1) }
  }
}
