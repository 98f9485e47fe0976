import EventEngine
package import PurchaseWorld
import Scenarios

/// How the life of a drawn user became a written one that loses an order in the same way.
package enum Settlement: String, CaseIterable, Sendable {
  /// It was written from the start.
  case written
  /// The user's taps and faults, with every delay at its median.
  case medians
  /// The same, with delays that the user drew.
  case drawnDelays
  /// The same, with deaths of the process that no fault brought, as faults.
  case deaths
  /// The same, with a tap or a fault, or two, at other times.
  case moved
  /// The same, with one more fault than the user met.
  case oneMoreFault
}

/// Finds a written life that loses an order in the way of a drawn one.
package struct Settling {
  package struct Settled {
    package var way: Settlement
    var life: WrittenLife
    package var loss: Loss
  }

  /// The most lives that are played in search of one with taps or faults at other times.
  private static let mostPlays = 200_000
  /// The last event before which a fault is added.
  private static let mostSteps = 60

  /// The lives that are tried, the plainest first.
  let lives: [(way: Settlement, life: WrittenLife)]

  /// The lives of a case: there is one.
  package init(_ script: Population.Script, in conditions: Conditions) {
    lives = [(.written, WrittenLife(conditions, script))]
  }

  /// The lives that can be made of a drawn one.
  init(_ lived: LivedLife, of user: VirtualUser, in conditions: Conditions) {
    var (place, last) = (lived.place, lived.place)
    let visit = { conditions.visit(of: user.draws, starts: user.starts, at: $0) }
    place.visit = visit(lived.tappedAt)
    last.visit = visit(.start + conditions.horizon)
    let drawn = [place, DrawPlace(), last].map { conditions.drawn(by: user.draws, at: $0) }
    let worlds = [(Settlement.medians, conditions)] + drawn.map { (.drawnDelays, $0) }
    lives = [false, true].flatMap { withDeaths in
      worlds.flatMap { way, world in
        world.settled(for: user, wasBlocked: lived.wasBlocked).map { settled in
          (withDeaths ? .deaths : way, lived.written(in: settled, withDeaths: withDeaths))
        }
      }
    }
  }

  /// The lives of a user who does not come back. A case has one time between visits, so who stayed away
  /// for long enough stays away for good.
  private var livesAway: [(way: Settlement, life: WrittenLife)] {
    lives.map { way, life in
      var life = life
      life.conditions.behavior.neverReturns = .always
      return (way, life)
    }
  }

  /// The first life with the same loss, else the first with one of its kind.
  package func settle(_ loss: Loss, _ rehearsal: inout Rehearsal) -> Settled? {
    var found = Found(loss: loss)
    let away = loss.dropPoint == .neverReopened ? livesAway : []
    for (way, life) in lives + away where found.take(way, life, &rehearsal) { return found.best }
    return found.best ?? retime(loss, &rehearsal) ?? addFault(loss, &rehearsal)
  }

  /// The first life with the same loss, else one of its kind, when a tap or a fault is moved, or two.
  private func retime(_ loss: Loss, _ rehearsal: inout Rehearsal) -> Settled? {
    var (found, origins) = (Found(loss: loss), lives.map(\.life))
    // One move of each life, however far; then another one to near places.
    for most in [200, 40] {
      var moved: [WrittenLife] = []
      for life in origins {
        let candidates = Retiming(life, rehearsal.trace(of: life)).lives(most: most)
        for candidate in candidates where found.take(.moved, candidate, &rehearsal) {
          return found.best
        }
        moved += candidates
        if rehearsal.plays > Settling.mostPlays { return found.best }
      }
      if found.best != nil { return found.best }
      origins = moved
    }
    return nil
  }

  /// The first life with the same loss when any fault is added before any event. As the fault is
  /// none that the user met, a loss at another drop point would be another story.
  private func addFault(_ loss: Loss, _ rehearsal: inout Rehearsal) -> Settled? {
    for (_, life) in lives {
      let behavior = life.conditions.behavior
      let steps = 1...min(max(1, rehearsal.outcome(of: life).events), Settling.mostSteps)
      for description in FaultCatalog.all where !description.needsAccounts || behavior.accounts > 1
      {
        let fault = description.defaults(behavior).constantFault(of: description.kind)
        for step in steps {
          var found = Found(loss: loss)
          let candidate = life.changed { $0.addFault(fault, at: .step(step), after: .zero) }
          if found.take(.oneMoreFault, candidate, &rehearsal) { return found.best }
        }
      }
    }
    return nil
  }

  /// Of the lives that were tried the first with a loss, or the first with a loss of its kind.
  private struct Found {
    let loss: Loss
    var best: Settled?

    /// Plays a life; whether it has the loss.
    mutating func take(_ way: Settlement, _ life: WrittenLife, _ rehearsal: inout Rehearsal) -> Bool
    {
      guard let found = rehearsal.loss(of: life, like: loss) else { return false }
      if best == nil || found == loss { best = Settled(way: way, life: life, loss: found) }
      return found == loss
    }
  }
}

extension Conditions {
  /// These conditions without luck, once for each way in which what may happen can be settled.
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

/// Lives that differ from one in when a tap is made or a fault strikes.
///
/// What matters about a time is which events lie before it. So a tap or a fault is moved into every
/// gap between two events of the life, and upon every event, the nearest first.
struct Retiming {
  private let life: WrittenLife
  /// The times of everything that happened since the first tap, each once, ascending.
  private var times: [Delay]
  /// When each fault struck, from the first tap; nil if it never did.
  private var strikes: [Delay?]

  init(_ life: WrittenLife, _ trace: Trace) {
    self.life = life
    (times, strikes) = ([], life.faults.map { _ in nil })
    let firstTap = trace.firstTap ?? .distantFuture
    for entry in trace.entries where entry.time >= firstTap {
      let time = entry.time - firstTap
      if times.last != time { times.append(time) }
      if case .faultStruck(let number) = entry.moment { strikes[number.place] = time }
    }
  }

  /// The lives with one tap or fault moved, at most so many for each.
  func lives(most: Int) -> [WrittenLife] {
    var lives: [WrittenLife] = []
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

  /// The times of events and the middles between them, the nearest to a time first.
  private func near(_ own: Delay) -> [Delay] {
    let middles = zip(times, times.dropFirst()).map { earlier, later in
      Delay(microseconds: (earlier.microseconds + later.microseconds) / 2)
    }
    let distance = { (time: Delay) in abs(time.microseconds - own.microseconds) }
    return (times + middles).filter { $0 != own }.sorted { (distance($0), $0) < (distance($1), $1) }
  }
}
