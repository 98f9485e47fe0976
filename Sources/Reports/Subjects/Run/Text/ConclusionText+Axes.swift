import Methods
import Experiments
import JSONText
import Scenarios
import Statistics

/// What a conclusion says of axes.
extension ConclusionText {
  private typealias Effect = AxisTrials.Findings.Effect
  /// A step that is decided by an objective.
  private typealias Move = (effect: Effect, difference: Estimate)

  /// What changes of the leading design make of its lost orders, the largest of each axis, and the axes that
  /// only matter in other designs.
  var decisive: Part? {
    guard let trials = conclusion.trials, !(trials.changes + trials.effects).isEmpty else {
      return nil
    }
    let own = largest(changes, by: 0)
    let moved = own.flatMap(names)
    let others = elsewhere(by: 0, without: moved)
    let shown = own.prefix(Self.mostChanges)
    let told = shown.flatMap(names)
    let small = each(moved.filter { !told.contains($0) })
    let first =
      own.isEmpty
      ? language("in {0} none moves {1} by itself", lead, orders)
      : language("in {0}: {1}", lead, language.list(shown.map { self.told($0) }))
    let less = small.isEmpty ? [] : [language("smaller in {0}: {1}", lead, language.list(small))]
    return Part(
      label: language("axes that count"),
      [first] + less + elsewhere(others, most: Self.mostChanges) + notTried(trials), language)
  }

  /// The steps of other designs that an objective decides, of each group of axes the one of the design that loses
  /// fewest, the largest first.
  /// - Parameter known: axes of which nothing more is to be said.
  private func elsewhere(by objective: Int, without known: [String]) -> [Move] {
    var moves: [Move] = []
    for effect in conclusion.trials?.effects ?? [] {
      guard let move = move(effect, by: objective) else { continue }
      let isNew = !moves.contains { names($0) == names(move) }
      if isNew, !Set(names(move)).isSubset(of: known) { moves.append(move) }
    }
    return moves.sorted { size($0) > size($1) }
  }

  /// What only matters in other designs, in some words.
  private func elsewhere(_ moves: [Move], most: Int) -> [String] {
    if moves.isEmpty { return [] }
    let shown = moves.prefix(most)
    let more = each(moves.dropFirst(most).flatMap(names)).filter { name in
      !shown.contains { names($0).contains(name) }
    }
    let named = shown.map { move in
      language("{0} (from {1})", told(move), move.effect.step.from.escapingControls)
    }
    let rest =
      more.isEmpty || most == 1 ? [] : [language("smaller in others: {0}", language.list(more))]
    return [language("only on the way from other designs: {0}", language.list(named))] + rest
  }

  private func notTried(_ trials: AxisTrials.Findings) -> [String] {
    if trials.left.isEmpty { return [] }
    return [
      language(
        "not looked at, for it would take more than {0} designs: {1}",
        Numerals.count(AxisTrials.mostDesigns),
        some(trials.left.map(\.escapingControls), most: Self.mostNames))
    ]
  }

  /// Changes of the leading design that pay: with fewer lost orders, or with less of something else and more
  /// of nothing that is seen; the largest first.
  var better: Part? {
    // Before the largest of an axis is taken: another value of it may do more harm.
    let free = changes.filter { $0.relations.allSatisfy { $0?.order != .more } }
    let moves = conclusion.objectives.indices.flatMap { objective in
      largest(
        (objective == 0 ? changes : free).filter { $0.relations[objective]?.order == .fewer },
        by: objective)
    }
    let told = each(moves.map { consequences($0.effect) })
    if told.isEmpty { return nil }
    let left = told.count - Self.mostRivals
    let more = left > 0 ? [language("{0} more", Numerals.count(left))] : []
    return Part(label: language("still better"), told.prefix(Self.mostRivals) + more, language)
  }

  /// A change of the leading design with all that it moves, and what it does not.
  private func consequences(_ effect: Effect) -> String {
    let open = zip(conclusion.objectives, effect.relations).filter { $1?.order == .undecided }
    let same =
      open.isEmpty
      ? []
      : [
        language(
          "no difference in {0} that {1} users show", language.list(open.map { words($0.0) }),
          Numerals.count(conclusion.trials?.users ?? conclusion.users))
      ]
    return language("{0} with {1}: {2}", lead, changed(effect), language.list(found(effect) + same))
  }

  /// The axes that move anything else: those of the leading design, or else those of others.
  var costly: Part? {
    let clauses = conclusion.objectives.indices.dropFirst().compactMap { objective -> String? in
      let own = largest(changes, by: objective)
      let what = words(conclusion.objectives[objective])
      let shown = own.prefix(Self.mostRivals).map { told($0) }
      let others = elsewhere(elsewhere(by: objective, without: own.flatMap(names)), most: 1)
      let first = own.isEmpty ? [] : [language("in {0}: {1}", lead, language.list(shown))]
      if (first + others).isEmpty { return nil }
      return language("{0} {1}", what, language.list(first + others))
    }
    return clauses.isEmpty ? nil : Part(label: language("other costs"), clauses, language)
  }

  /// The axes of which no step moved anything.
  var idle: Part? {
    guard let trials = conclusion.trials else { return nil }
    let all = changes + trials.effects
    let moved = conclusion.objectives.indices.flatMap { largest(all, by: $0).flatMap(names) }
    let idle = each((trials.changes + trials.effects).flatMap { $0.step.axes.map(\.name) })
      .filter { !moved.contains($0) }
    guard !idle.isEmpty else { return nil }
    return Part(
      label: language("axes that do not"),
      text: language(
        "{0} (alone, in {1} or on the way to it: no difference in {2} or other costs that {3} users"
          + " show)",
        some(idle, most: 2 * Self.mostNames), lead, orders, Numerals.count(trials.users)))
  }

  /// What it does to create the order of the leading design at the other time.
  var timing: Part? {
    guard let trials = conclusion.trials else { return nil }
    let text =
      trials.timing.relations[0] == nil
      ? language("{0} with {1}: {2}", lead, changed(trials.timing), language("nobody is charged"))
      : consequences(trials.timing)
    return Part(label: "timing", text: text)
  }

  /// The changes of the leading design.
  private var changes: [Effect] { conclusion.trials.map { [$0.timing] + $0.changes } ?? [] }

  /// Every objective that a step moves, with how much.
  private func found(_ effect: Effect) -> [String] {
    zip(conclusion.objectives, effect.relations).compactMap { objective, relation in
      guard let relation, relation.order != .undecided else { return nil }
      return language("{0} {1}", words(objective), size(of: relation.difference))
    }
  }

  private func names(_ move: Move) -> [String] { move.effect.step.axes.map(\.name) }

  /// What a step makes of a design: its axes with their values.
  private func changed(_ effect: Effect) -> String {
    effect.step.axes.map { "\($0.name) \($0.to)" }.joined(separator: " + ").escapingControls
  }

  private func told(_ move: Move) -> String {
    let axes = move.effect.step.axes.map { "\($0.name) \($0.from) → \($0.to)" }
    return language(
      "{0} {1}", axes.joined(separator: " + ").escapingControls, size(of: move.difference))
  }

  private func size(of difference: Estimate) -> String {
    signed(difference, over: conclusion.trials?.users ?? conclusion.users)
  }

  /// A step that an objective decides; nil: it does not.
  private func move(_ effect: Effect, by objective: Int) -> Move? {
    guard let found = effect.relations[objective], found.order != .undecided else { return nil }
    return (effect, found.difference)
  }

  private func size(_ move: Move) -> Double { move.difference.value.magnitude }

  /// The largest decided step of each group of axes by an objective, the largest first.
  private func largest(_ effects: [Effect], by objective: Int) -> [Move] {
    var largest: [Move] = []
    for move in effects.compactMap({ move($0, by: objective) }) {
      guard let place = largest.firstIndex(where: { names($0) == names(move) }) else {
        largest.append(move)
        continue
      }
      if size(move) > size(largest[place]) { largest[place] = move }
    }
    return largest.sorted { size($0) > size($1) }
  }
}
