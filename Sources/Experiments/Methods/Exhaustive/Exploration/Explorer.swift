package import Experiments
package import PurchaseWorld
package import Scenarios

/// Plays every placement of up to some number of faults before every event of one life.
///
/// The state space of a life is walked through depth first, as explicit-state model checkers do
/// (G. J. Holzmann, "The model checker SPIN", IEEE Transactions on Software Engineering 23 (1997)
/// 279–295), size by size. Two things are left out, neither of which can hide a minimal set: what
/// follows a state from which, with as many faults left, nothing was lost; and placements with a part
/// that loses an order by itself. What is found does not depend on the number of workers.
package struct Explorer: Sendable {
  private let design: Design, user: VirtualUser, conditions: Conditions
  package let choices: [FaultChoice]
  let stop: StopSign
  /// Whether lives are played from their start: a team's own client cannot be copied on the way.
  private let replays: Bool
  /// Into how many segments what begins with one of three faults or more is divided; nil: so many that one takes some
  /// seconds.
  var segments: Int?

  /// Prepares an exploration.
  /// - Parameter user: whose life it is, with nothing left to chance; planned faults strike as well.
  /// - Parameter choices: what can strike.
  /// - Parameter replays: whether lives of any design are played from their start.
  package init(
    _ design: Design, of user: VirtualUser, _ conditions: Conditions, _ choices: [FaultChoice],
    stop: StopSign = StopSign(), replays: Bool = false
  ) {
    (self.design, self.user, self.conditions) = (design, user, conditions)
    (self.choices, self.stop) = (choices, stop)
    self.replays = replays || design.client != nil
  }

  /// Prepares that of a journey in the world of a scenario, with nothing left to chance.
  /// - Parameter kinds: those of faults that can strike, with a few values each (``FaultValues``).
  package init(
    _ design: Design, _ journey: Journey, in scenario: Scenario, kinds: [FaultKind],
    stop: StopSign = StopSign()
  ) {
    let journey = ExploredJourney(journey, in: scenario, kinds: kinds, stop)
    self = journey.explorer(of: design)
  }

  /// Explores, size by size; if it is cut short, as many sizes as were gone through.
  /// - Parameter faults: the most faults, from 0.
  /// - Parameter prunes: whether what cannot matter is left out; without, every placement is played.
  /// - Parameter division: with other shards, if they play some of the placements with the most faults.
  /// - Parameter progress: called now and then, from any worker, with the share done of a number of faults.
  package func explore(
    faults: Int, prunes: Bool = true, workers: Int = 1, in division: Division? = nil,
    progress: (@Sendable (_ faults: Int, _ share: Double) -> Void)? = nil
  ) -> Exploration {
    var found = explore(
      faults: faults, prunes: prunes, stopsAtLoss: false, workers: workers, in: division,
      progress: progress)
    // A life without end is a cut of its own.
    if let orders = orders() { found.hasCharge = orders.charges > 0 }
    if found.losesNothing, found.placements > 0 { found.changesLives = changesAnything() }
    return found
  }

  /// The orders of the life without explored faults; nil where it has no end.
  private func orders() -> OrderCount? {
    if replays { return try? lived().orders }
    var whole = life()
    return try? whole.countOrders()
  }

  /// Whether no placement of up to some number of faults, from 0, loses an order; ends at the first.
  package func losesNothing(faults: Int) throws(Cut) -> Bool {
    if let cut = stop.cut { throw cut }
    let found = explore(
      faults: faults, prunes: true, stopsAtLoss: true, workers: 1, in: nil, progress: nil)
    if let cut = found.cut { throw cut }
    return found.losesNothing
  }

  private func explore(
    faults: Int, prunes: Bool, stopsAtLoss: Bool, workers: Int, in division: Division?,
    progress: (@Sendable (_ faults: Int, _ share: Double) -> Void)?
  ) -> Exploration {
    var found = Exploration(design: design.name, store: design.store, choices: choices)
    do throws(Cut) {
      let whole = try replays ? lived() : nil
      if let whole {
        (found.unharmed, found.steps) = (whole.losses, whole.steps.count)
      } else {
        var whole = life()
        do { found.unharmed = try whole.finish() } catch { throw endless([]) }
        found.steps = whole.steps
      }
      guard faults > 0, !(stopsAtLoss && !found.unharmed.isEmpty) else { return found }
      var common = Walk.Common(
        choices: choices, unharmed: found.unharmed, faults: 0, prunes: prunes, remembers: false,
        stopsAtLoss: stopsAtLoss, stop: stop, endless: { endless($0) })
      for size in 1...faults {
        (common.faults, common.remembers) = (size, size < faults && !replays)
        // All smaller numbers together are a small part of the work, which every shard does.
        let units = try books(
          common, after: whole, workers: workers, in: size == faults ? division : nil
        ) {
          progress?(size, $0)
        }
        var books = ExplorationBooks(faults: size)
        for unit in units.joined() { books.add(unit) }
        found.sizes.append(books.size)
        found.groups += books.groups
        if stopsAtLoss, !found.groups.isEmpty { return found }
        common.losing.formUnion(books.losing)
        guard prunes, common.remembers else { continue }
        common.known.merge(books.states)
        common.known.merge(unharmedStates(units, left: size))
      }
    } catch { found.cut = error }
    return found
  }

  /// The life that some faults strike has no end.
  func endless(_ path: [Placement]) -> Cut {
    var user = user
    user.plan += Exploration(design: design.name, choices: choices).plan(path)
    return .endless(EndlessUser(design, user, conditions))
  }

  /// The life without explored faults, at its start.
  func life() -> Life { Life(design, of: user, conditions: conditions) }

  /// Walks through the placements of one size: by event of the life without faults, by first fault.
  /// - Parameter whole: that life, where lives are played from their start; nil where they are copied.
  private func books(
    _ common: Walk.Common, after whole: LivedSteps?, workers: Int, in division: Division?,
    _ progress: @escaping @Sendable (Double) -> Void
  ) throws(Cut) -> [[ExplorationBooks]] {
    if let whole {
      return try replayed(common, after: whole, workers: workers, in: division, progress)
    }
    var steps = 0
    let counted = Branch(life())
    while counted.advanceUnharmed() { steps += 1 }
    return try each(
      common, steps: steps, workers: workers, in: division, progress,
      { (walk: Walk(common, life), root: Branch(life()), reached: 0) }
    ) { state, unit, segment throws(Cut) -> ExplorationBooks in
      while state.reached <= unit / choices.count {
        _ = state.root.advanceUnharmed()
        state.reached += 1
      }
      return try state.walk.walk(from: state.root, first: unit % choices.count, segment)
    }
  }

  /// Into how many segments what begins with one fault is divided.
  ///
  /// Each fault more makes some hundred times as many placements. A million are played in a second, a hundred thousand
  /// of a team's own client.
  private func segments(_ common: Walk.Common) -> Int {
    // What is remembered of a state is told as a whole, and so are last faults that wait in vain.
    if common.remembers || common.faults < 3 { return 1 }
    return segments ?? (common.faults < (replays ? 3 : 4) ? 1 : 64)
  }

  /// Walks by event and first fault, on several threads and shards.
  private func each<State: ~Copyable>(
    _ common: Walk.Common, steps: Int, workers: Int, in division: Division?,
    _ progress: @escaping @Sendable (Double) -> Void, _ state: @escaping @Sendable () -> State,
    _ find: @escaping @Sendable (inout State, Int, Segment) throws(Cut) -> ExplorationBooks
  ) throws(Cut) -> [[ExplorationBooks]] {
    let (choices, segments) = (choices.count, segments(common))
    let (units, perStep) = (steps * choices * segments, choices * segments)
    let walk: @Sendable (inout State, Int) throws(Cut) -> ExplorationBooks = {
      state, unit throws(Cut) -> ExplorationBooks in
      try find(&state, unit / segments, Segment(number: unit % segments, of: segments))
    }
    let done: [ExplorationBooks?]
    if division == nil {
      done = try Threads.each(
        of: units, workers: workers, state, progress: progress,
        isLast: { common.stopsAtLoss && $0.size.lost > 0 }, walk)
    } else {
      done = try division.each(
        "placements", of: units, workers: workers,
        empty: { _ in ExplorationBooks(faults: common.faults, choices: choices) }, state,
        progress: progress, walk)
    }
    return (0..<steps).map { step in done[step * perStep..<(step + 1) * perStep].compactMap { $0 } }
  }

  /// The same by playing every life from its start.
  private func replayed(
    _ common: Walk.Common, after whole: LivedSteps, workers: Int, in division: Division?,
    _ progress: @escaping @Sendable (Double) -> Void
  ) throws(Cut) -> [[ExplorationBooks]] {
    try each(
      common, steps: whole.steps.count, workers: workers, in: division, progress,
      { ReplayedWalk(common, design, of: user, conditions, unharmed: whole) }
    ) { walk, unit, segment throws(Cut) -> ExplorationBooks in
      try walk.walk(from: unit / choices.count, first: unit % choices.count, segment)
    }
  }

  /// The life without explored faults, from its start to its end.
  private func lived() throws(Cut) -> LivedSteps {
    var stage = Stage(conditions: conditions)
    var lived = LivedSteps()
    do { try stage.live(design, of: user, into: &lived) } catch { throw endless([]) }
    return lived
  }

  /// The states of the life without faults, and what followed each.
  private func unharmedStates(_ units: [[ExplorationBooks]], left: Int) -> KnownStates {
    var states = KnownStates()
    let branch = Branch(life())
    var after = units.map { $0.reduce(into: Exploration.Size(faults: left)) { $0.add($1.size) } }
    for step in after.indices.reversed().dropFirst() { after[step].add(after[step + 1]) }
    for size in after where branch.advanceUnharmed() {
      states.insert(.init(keys: [], size: size), at: branch.life.fingerprint(), left: left)
    }
    return states
  }

  /// What single faults do to a design: less than an exploration tells, and much sooner.
  package struct SingleFaults: Hashable, Sendable {
    package var unharmed: LossSet
    /// The faults that lose an order, in another way, before some event.
    package var losing: Set<Int> = []
  }

  /// Finds the faults each of which, alone, loses an order before some event. A fault is tried
  /// before every event until it loses one, or has nothing left to strike.
  package func singleFaults() throws(Cut) -> SingleFaults {
    let (root, end) = (Branch(life()), Branch(life()))
    var found = SingleFaults(unharmed: try unharmed())
    var open = Array(choices.indices)
    while !open.isEmpty, root.advanceUnharmed() {
      var left: [Int] = []
      for choice in open {
        if let cut = stop.cut { throw cut }
        let all: LossSet
        do { all = try end.finish(root, struckBy: choices[choice], number: choice) } catch {
          throw endless([root.placement(of: choice)])
        }
        if !all.subtracting(found.unharmed).isEmpty {
          found.losing.insert(choice)
        } else if !end.life.isLastFaultWaiting {
          left.append(choice)
        }
      }
      open = left
    }
    return found
  }

  package func unharmed() throws(Cut) -> LossSet {
    if let cut = stop.cut { throw cut }
    var whole = life()
    do { return try whole.finish() } catch { throw endless([]) }
  }

  /// Whether any of the faults, alone and before some event, changes the life that it strikes. A
  /// lost payload that the design does not read changes nothing, for instance. Lives are gone
  /// through only until one is changed, which nearly always is the first.
  func changesAnything() -> Bool {
    if replays { return changesOutcomes() }
    let (root, unharmed, struck) = (Branch(life()), Branch(life()), Branch(life()))
    while root.advanceUnharmed() {
      for (number, choice) in choices.enumerated() {
        unharmed.become(root)
        struck.become(root, struckBy: choice, number: number)
        var goesOn = true
        while goesOn {
          if struck.life.effects() != unharmed.life.effects() { return true }
          goesOn = unharmed.advanceUnharmed()
          // A life without end is a change as well.
          guard let alsoGoesOn = try? struck.advance(), alsoGoesOn == goesOn else { return true }
        }
      }
    }
    return false
  }

  /// The same for lives that are played from their start, told by what came of them.
  private func changesOutcomes() -> Bool {
    var stage = Stage(conditions: conditions)
    var user = user
    let planned = user.plan
    var (unharmed, struck) = (Outcome(), Outcome())
    guard let steps = try? lived().steps.count,
      (try? stage.playOut(design, of: user, into: &unharmed)) != nil
    else { return true }
    for step in 1...max(1, steps) {
      for choice in choices {
        user.plan = planned + [choice.planned(before: step, number: planned.count)]
        // A life without end is a change as well.
        guard (try? stage.playOut(design, of: user, into: &struck)) != nil else { return true }
        struck.struck = unharmed.struck
        if struck != unharmed { return true }
      }
    }
    return false
  }
}
