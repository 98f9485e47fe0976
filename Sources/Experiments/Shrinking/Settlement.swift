import EventEngine
import PurchaseWorld
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
struct Settling {
  /// A written life, and its loss.
  struct Settled {
    var way: Settlement
    var life: WrittenLife
    var loss: Loss
  }

  /// The most lives that are played in search of one with taps or faults at other times.
  private static let mostPlays = 200_000
  /// The last event before which a fault is added.
  private static let mostSteps = 60

  /// The lives that are tried, the plainest first.
  private(set) var lives: [(way: Settlement, life: WrittenLife)] = []

  /// The lives of a case: there is one.
  init(_ script: Population.Script, in conditions: Conditions) {
    lives = [(.written, WrittenLife(conditions, script))]
  }

  /// The lives that can be made of a drawn one.
  init(_ lived: LivedLife, of user: VirtualUser, in conditions: Conditions) {
    let visit = { (time: Instant) in conditions.visit(of: user.draws, starts: user.starts, at: time)
    }
    var place = lived.place
    place.visit = visit(lived.tappedAt)
    var last = place
    last.visit = visit(.start + conditions.horizon)
    let worlds: [(Settlement, Conditions)] =
      [(.medians, conditions)]
      + [place, DrawPlace(), last].map { (.drawnDelays, conditions.drawn(by: user.draws, at: $0)) }
    for withDeaths in [false, true] {
      for (way, world) in worlds {
        for settled in world.settled(for: user, wasBlocked: lived.wasBlocked) {
          let life = lived.written(in: settled, withDeaths: withDeaths)
          lives.append((withDeaths ? .deaths : way, life))
        }
      }
    }
  }

  /// The first life with the same loss, else the first with one of its kind.
  func settle(_ loss: Loss, _ rehearsal: inout Rehearsal) -> Settled? {
    var second: Settled?
    for (way, life) in lives {
      guard let found = rehearsal.loss(of: life, like: loss) else { continue }
      let settled = Settled(way: way, life: life, loss: found)
      if found == loss { return settled }
      if second == nil { second = settled }
    }
    return second ?? retime(loss, &rehearsal) ?? addFault(loss, &rehearsal)
  }

  /// The first life with the same loss when one tap or fault is moved, or two; else the first with
  /// one of its kind.
  private func retime(_ loss: Loss, _ rehearsal: inout Rehearsal) -> Settled? {
    var second: Settled?
    var origins = lives.map(\.life)
    // One move of each life, however far; then another one to near places.
    for most in [200, 40] {
      var moved: [WrittenLife] = []
      for life in origins {
        let retiming = Retiming(life, rehearsal.trace(of: life))
        for candidate in retiming.lives(most: most) {
          if let found = rehearsal.loss(of: candidate, like: loss) {
            let settled = Settled(way: .moved, life: candidate, loss: found)
            if found == loss { return settled }
            if second == nil { second = settled }
          }
          moved.append(candidate)
        }
        if rehearsal.plays > Settling.mostPlays { return second }
      }
      if second != nil { return second }
      origins = moved
    }
    return nil
  }

  /// The first life with the same loss when any fault is added before any event. As the fault is
  /// none that the user met, a loss at another drop point would be another story.
  private func addFault(_ loss: Loss, _ rehearsal: inout Rehearsal) -> Settled? {
    for (_, life) in lives {
      let behavior = life.conditions.behavior
      let events = rehearsal.outcome(of: life).events
      for description in FaultCatalog.all
      where !description.needsAccounts || behavior.accounts > 1 {
        let fault = description.defaults(behavior).constantFault(of: description.kind)
        for step in 1...min(max(1, events), Settling.mostSteps) {
          var candidate = life
          candidate.addFault(fault, at: .step(step), after: .zero)
          if rehearsal.loss(of: candidate, like: loss) == loss {
            return Settled(way: .oneMoreFault, life: candidate, loss: loss)
          }
        }
      }
    }
    return nil
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
