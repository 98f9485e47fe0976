import Methods
import Experiments
import JSONText
import Scenarios
import Statistics

/// Axes in a conclusion.
extension ConclusionText {
  typealias Effect = AxisAblation.Findings.Effect
  /// A step that an objective decides.
  typealias Move = (effect: Effect, difference: Estimate)

  /// Effects of the leading design's changes on its lost orders, the largest of each axis, and axes
  /// that matter only in other designs.
  var decisive: Part? {
    guard let ablation = conclusion.ablation, !tried.isEmpty else { return nil }
    let moves = largest(changes, by: 0)
    let moved = moves.flatMap(names)
    let shown = moves.prefix(Self.maxChanges)
    let shownNames = shown.flatMap(names)
    let small = moved.filter { !shownNames.contains($0) }.uniqued
    let first =
      moves.isEmpty
      ? language("in {0}, no axis alone changes {1}", leadingDesign, orders)
      : language("in {0}: {1}", leadingDesign, language.list(shown.map(text)))
    let less =
      small.isEmpty ? [] : [language("smaller in {0}: {1}", leadingDesign, language.list(small))]
    let others = elsewhere(by: 0, without: moved, maximum: Self.maxChanges)
    return Part(
      label: language("effects on lost orders"), [first] + less + others + notTried(ablation),
      language)
  }

  /// Axes that matter only in other designs, in words: decided steps by an objective, one per group
  /// of axes, from the design with the fewest losses; the largest first.
  /// - Parameter known: axes that need no further text.
  private func elsewhere(by objective: Int, without known: [String], maximum: Int) -> [String] {
    var moves: [Move] = []
    for effect in conclusion.ablation?.effectsTowardsLeadingDesign ?? [] {
      guard let move = move(effect, by: objective) else { continue }
      let isNew = !moves.contains { names($0) == names(move) }
      if isNew, !Set(names(move)).isSubset(of: known) { moves.append(move) }
    }
    if moves.isEmpty { return [] }
    moves.sort { size($0) > size($1) }
    let shown = moves.prefix(maximum)
    let shownNames = shown.flatMap(names)
    let more = moves.dropFirst(maximum).flatMap(names).filter { !shownNames.contains($0) }.uniqued
    let named = shown.map { move in
      language(
        "{0} ({1}, from {2})", change(move.effect.step), size(of: move.difference),
        move.effect.step.from.escapingControls)
    }
    let rest =
      more.isEmpty || maximum == 1
      ? [] : [language("smaller in other designs: {0}", language.list(more))]
    return [language("only in other designs: {0}", language.list(named))] + rest
  }

  /// Axes whose steps were not simulated because they need too many designs.
  private func notTried(_ ablation: AxisAblation.Findings) -> [String] {
    if ablation.untriedDesigns.isEmpty { return [] }
    return [
      language(
        "not tried, because more than {0} designs would be needed: {1}",
        NumberFormat.count(AxisAblation.maxDesigns),
        some(ablation.untriedDesigns.map(\.escapingControls), maximum: Self.maxNames))
    ]
  }

  /// Improvements of the leading design: fewer lost orders, or less of another objective and no
  /// visible increase; the largest first.
  var better: Part? {
    // Filter before taking the largest per axis: another value of the axis may do more harm.
    let free = changes.filter { $0.designComparisons.allSatisfy { $0?.direction != .more } }
    let moves = conclusion.objectives.indices.flatMap { objective in
      largest(
        (objective == 0 ? changes : free).filter {
          $0.designComparisons[objective]?.direction == .fewer
        }, by: objective)
    }
    let texts = moves.map { consequences($0.effect) }.uniqued
    if texts.isEmpty { return nil }
    let left = texts.count - Self.maxRivals
    let shown =
      left > 1
      ? texts.prefix(Self.maxRivals) + [language("{0} others", NumberFormat.count(left))]
      : texts[...]
    return Part(label: language("improvements"), Array(shown), language)
  }

  /// A change of the leading design with all its effects, and the objectives without an effect.
  private func consequences(_ effect: Effect) -> String {
    let open = zip(conclusion.objectives, effect.designComparisons).filter {
      $1?.direction == .undecided
    }.map { words($0.0) }
    let same = language(
      "no significant difference in {0} ({1} users)", language.list(open, ofWords: true),
      NumberFormat.count(simulatedUsers))
    let all = language.list(found(effect) + (open.isEmpty ? [] : [same]))
    if let design = design(of: effect.step) {
      return language("{0} instead of {1}: {2}", design, leadingDesign, all)
    }
    return language("{0} with only {1}: {2}", leadingDesign, change(effect.step), all)
  }

  /// Axes that affect other objectives, in the leading design or otherwise in other designs.
  var costly: Part? {
    let clauses = conclusion.objectives.indices.dropFirst().compactMap { objective -> String? in
      let own = largest(changes, by: objective)
      let shown = language.list(own.prefix(Self.maxRivals).map(text))
      let first = own.isEmpty ? [] : [language("in {0}: {1}", leadingDesign, shown)]
      let all = first + elsewhere(by: objective, without: own.flatMap(names), maximum: 1)
      if all.isEmpty { return nil }
      return language("on {0}, {1}", words(conclusion.objectives[objective]), language.list(all))
    }
    return clauses.isEmpty ? nil : Part(label: language("other effects"), clauses, language)
  }

  /// Axes of which no step had an effect.
  var idle: Part? {
    guard let ablation = conclusion.ablation else { return nil }
    let all = changes + ablation.effectsTowardsLeadingDesign
    let moved = conclusion.objectives.indices.flatMap { largest(all, by: $0).flatMap(names) }
    let idle = tried.flatMap { $0.step.axes.map(\.name) }.filter { !moved.contains($0) }.uniqued
    guard !idle.isEmpty else { return nil }
    return Part(
      label: language("idle axes"),
      text: language(
        "{0} (changed alone, in {1} or in a step to it: {2} users show no significant difference in"
          + " {3} or another objective)", some(idle, maximum: 2 * Self.maxNames), leadingDesign,
        NumberFormat.count(ablation.users), orders))
  }

  /// Effect of creating the order after instead of before the payment, or vice versa.
  var timing: Part? {
    guard let effect = conclusion.ablation?.orderTimingEffect else { return nil }
    let text =
      effect.designComparisons[0] == nil
      ? language(
        "{0} with only {1}: {2}", leadingDesign, change(effect.step), language("no user is charged")
      ) : consequences(effect)
    return Part(label: language("timing"), text: text)
  }

  /// Changes of the leading design.
  var changes: [Effect] {
    conclusion.ablation.map { [$0.orderTimingEffect] + $0.singleChangeEffects } ?? []
  }

  /// Single changes of the leading design, and steps of other designs towards it.
  private var tried: [Effect] {
    conclusion.ablation.map { $0.singleChangeEffects + $0.effectsTowardsLeadingDesign } ?? []
  }

  /// Every objective that a step affects, with its difference.
  private func found(_ effect: Effect) -> [String] {
    zip(conclusion.objectives, effect.designComparisons).compactMap { objective, designComparison in
      guard let designComparison, designComparison.direction != .undecided else { return nil }
      return language("{0} {1}", words(objective), size(of: designComparison.difference))
    }
  }

  private func names(_ move: Move) -> [String] { move.effect.step.axes.map(\.name) }

  private func text(_ move: Move) -> String {
    language("{0} ({1})", change(move.effect.step), size(of: move.difference))
  }

  /// The axes of a change of the leading design; named by the design of the scenario that has them.
  func change(_ step: AxisAblation.Step) -> String {
    if let design = design(of: step) { return language("{0} instead", design) }
    return step.axes.map { "\($0.name): \($0.from) → \($0.to)" }.joined(separator: " + ")
      .escapingControls
  }

  /// The leading design with a change, or the design of the scenario that it becomes.
  func changed(_ step: AxisAblation.Step) -> String {
    design(of: step).map { language("{0} instead of {1}", $0, leadingDesign) }
      ?? language("in {0}: {1}", leadingDesign, change(step))
  }

  /// The design of the scenario that has all axes of a change of the leading design, if they are
  /// several.
  private func design(of step: AxisAblation.Step) -> String? {
    let leadingDesign = conclusion.standings[conclusion.leadingDesign].name
    return step.axes.count > 1 && step.from == leadingDesign ? step.to?.escapingControls : nil
  }

  /// Users of the simulation of the steps.
  private var simulatedUsers: Int { conclusion.ablation?.users ?? conclusion.users }

  func size(of difference: Estimate) -> String { signed(difference, over: simulatedUsers) }

  /// The step if an objective decides it, otherwise nil.
  private func move(_ effect: Effect, by objective: Int) -> Move? {
    guard let found = effect.designComparisons[objective], found.direction != .undecided else {
      return nil
    }
    return (effect, found.difference)
  }

  private func size(_ move: Move) -> Double { move.difference.value.magnitude }

  /// The largest decided step of each group of axes by an objective, the largest first.
  func largest(_ effects: [Effect], by objective: Int) -> [Move] {
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
