import Experiments
import Methods
import PurchaseWorld
import Reports
import Scenarios
import Statistics

/// The statements of the short conclusion.
extension ConclusionReader {
  /// The text of a part of the short conclusion.
  func short(_ label: String) -> String? { summary.first { $0.label == label }?.text }

  /// Designs and their costs. Whether their differences are significant is checked with the full conclusion.
  mutating func checkSummary(_ designs: [Design], _ notes: [[[Note]]], _ rates: [Double]) {
    let lines = ConclusionText(conclusion).lines()
    check(lines.count <= 12, "best", "a summary of \(lines.count) lines")
    for place in conclusion.best.prefix(3) {
      let words =
        designs[place].name + (conclusion.best.count == 1 ? ", " : " ") + share(rates[place])
      check(short("best")?.contains(words) ?? false, "best", "without \(words) in short")
    }
    let known = conclusion.others.map { place in
      designs[place].name + " +" + perMille(rates[place] - rates[conclusion.lowest]) + " ‰"
    }
    checkList(short("lose more") ?? "", of: known, label: "lose more")
    check(short("of each store") == text("of each store"), "of each store", "in short")
    checkCosts(designs, notes, rates)
    let open = parts.first { $0.label == "left open" }?.clauses.prefix(2)
    let left = summary.first { $0.label == "left open" }?.clauses
    check(left == open.map { Array($0) }, "left open", "in short")
  }

  /// A list of known items: the first, how many more, and the last.
  private mutating func checkList(_ text: String, of known: [String], label: String) {
    let rest = known.sorted { $0.count > $1.count }.reduce(text) { $0.replacing($1, with: "") }
    let applies = rest.wholeMatch(of: /(, and at worst |, |[0-9]+ others)*/) != nil
    check(applies, label, "\(rest) of \(text)")
    let firstAndLast = known.count <= 4 ? known : known.prefix(3) + known.suffix(1)
    let isMissing = !firstAndLast.allSatisfy { text.contains($0) }
    check(!isMissing, label, "\(text) without one of \(firstAndLast)")
  }

  /// For each other objective the design with the fewest lost orders that is better in it, if possible a
  /// design that no other dominates.
  private mutating func checkCosts(_ designs: [Design], _ notes: [[[Note]]], _ rates: [Double]) {
    let (leadingDesign, label) = (conclusion.leadingDesign, "trade-off")
    var clauses = summary.first { $0.label == label }?.clauses ?? []
    check(clauses.isEmpty == (designs.count == 1), label, "\(clauses)")
    let orders = Self.label(conclusion.objectives[0])
    var isAnyBetter = false
    for (index, objective) in conclusion.objectives.enumerated().dropFirst() {
      let better = designs.indices.filter {
        conclusion.designComparison(index, from: leadingDesign, to: $0)?.direction == .fewer
      }
      let free = better.filter { conclusion.standings[$0].dominatedBy == nil }
      let fewest = (free.isEmpty ? better : free).min { rates[$0] < rates[$1] }
      let known = fewest.map { place in
        let gain = difference(notes[leadingDesign], notes[place], objective, index)
        let loss = difference(notes[leadingDesign], notes[place], conclusion.objectives[0], 0)
        let isWorse =
          conclusion.designComparison(0, from: leadingDesign, to: place)?.direction == .more
        return Self.label(objective) + ": " + designs[place].name + " " + gain
          + (isWorse ? " (but \(loss) \(orders))" : "")
      }
      guard let known else { continue }
      isAnyBetter = true
      let place = clauses.firstIndex(of: known)
      check(place != nil, label, "\(clauses) without \(known)")
      if let place { clauses.remove(at: place) }
    }
    let none = conclusion.objectives.dropFirst().map(Self.label).joined(separator: ", ")
    let rest = isAnyBetter || designs.count == 1 ? [] : ["no design is better in \(none)"]
    check(clauses == rest, label, "\(clauses) instead of \(rest)")
  }

  /// The largest effects of the leading design's changes, and those that lose fewer orders.
  mutating func checkEffects(_ changes: [AxisAblation.Findings.Effect], _ notes: [[[Note]]]) {
    let leadingDesign = conclusion.standings[conclusion.leadingDesign].name
    let decided = changes.filter { [.fewer, .more].contains($0.designComparisons[0]?.direction) }
    checkChanges(
      decided, notes, label: "effects on lost orders",
      none:
        "no change of a single axis of \(leadingDesign) changes \(Self.label(conclusion.objectives[0]))"
    )
    let isComplete = conclusion.dropPointRates.isEmpty
    check(
      (short("improvements") == nil) == isComplete, "improvements", "\(conclusion.dropPointRates)")
    if isComplete { return }
    checkChanges(
      decided.filter { $0.designComparisons[0]?.direction == .fewer }, notes, label: "improvements",
      none: "no change of a single axis loses significantly fewer orders")
  }

  /// The largest of some changes comes first, and all listed ones are among them.
  private mutating func checkChanges(
    _ changes: [AxisAblation.Findings.Effect], _ notes: [[[Note]]], label: String, none: String
  ) {
    let clauses = summary.first { $0.label == label }?.clauses ?? []
    let size = { (effect: AxisAblation.Findings.Effect) in
      effect.designComparisons[0]?.difference.value.magnitude ?? 0
    }
    let maximum = changes.map(size).max()
    let known = changes.map { ($0, line($0, notes)) }
    let unknown = clauses.filter { clause in !known.contains { $0.1 == clause } }
    check(unknown == (changes.isEmpty ? [none] : []), label, "\(unknown) of \(known.map(\.1))")
    let isFirst = known.contains { $0.1 == clauses.first && size($0.0) == maximum }
    check(isFirst || changes.isEmpty, label, "\(clauses) does not begin with the largest")
  }

  /// A change in one line.
  private func line(_ effect: AxisAblation.Findings.Effect, _ notes: [[[Note]]]) -> String {
    let leadingDesign = conclusion.standings[conclusion.leadingDesign].name
    let changed =
      design(of: effect.step).map { "\($0) instead of \(leadingDesign)" }
      ?? "in \(leadingDesign): \(change(effect.step))"
    return changed + ", " + number(conclusion.objectives[0], of: effect, 0, notes)
  }

  /// The axes of a change, or the design of the scenario that has them all.
  func change(_ step: AxisAblation.Step) -> String {
    if let design = design(of: step) { return "\(design) instead" }
    return step.axes.map { "\($0.name): \($0.from) → \($0.to)" }.joined(separator: " + ")
  }

  /// The design of the scenario that equals the leading design after a change of several axes.
  func design(of step: AxisAblation.Step) -> String? {
    guard step.axes.count > 1, step.from == conclusion.standings[conclusion.leadingDesign].name,
      let changed = ablation?.scenario.designs[step.pair.second]
    else { return nil }
    return scenario.designs.first { design in
      var design = design
      design.name = changed.name
      return design == changed
    }?.name
  }
}
