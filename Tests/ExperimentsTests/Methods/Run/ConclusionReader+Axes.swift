import Experiments
import Methods
import Reports
import Scenarios
import Statistics

/// The statements of a conclusion about axes.
extension ConclusionReader {
  /// The steps of the ablation, simulated again.
  mutating func checkTrials(_ ablation: AxisAblation) throws {
    guard let findings = conclusion.ablation else { return }
    let designs = ablation.scenario.designs
    let notes = try notes(designs, ablation.scenario)
    let all =
      [findings.orderTimingEffect] + findings.singleChangeEffects
      + findings.effectsTowardsLeadingDesign
    let comparisons = all.count * conclusion.objectives.count
    let confidence = Confidence.standard.shared(by: comparisons)
    let z = confidence.z
    let idle = text("idle axes") ?? ""
    for effect in all {
      let (before, after) = (notes[effect.step.pair.first], notes[effect.step.pair.second])
      for (index, objective) in ablation.scenario.objectives.enumerated() {
        let found = distance(before[index], after[index])
        let names = effect.step.axes.map(\.name).joined(separator: "+")
        let words = "\(names) from \(effect.step.from), \(objective.metric.name), \(found) \(z)"
        switch effect.designComparisons[index]?.direction {
        case .fewer:
          check(found.errors < -0.9 * z, "effects on lost orders", "\(words) is not less")
        case .more: check(found.errors > 0.9 * z, "effects on lost orders", "\(words) is not more")
        case .undecided, nil:
          let isFar = found.errors.magnitude > reach(found, confidence) && found.hasData
          check(!isFar || objective.metric == .badDebt, "idle axes", "\(words) is decided")
          continue
        }
        for axis in effect.step.axes {
          let isIdle = idle.contains(axis.name + ",") || idle.contains(axis.name + " (")
          check(!isIdle, "idle axes", words)
        }
      }
    }
    try checkStatements(findings, notes)
  }

  /// Every statement about axes is one of the steps, with its number: of the leading design, or of another
  /// design that the statement names.
  mutating func checkStatements(_ findings: AxisAblation.Findings, _ notes: [[[Note]]]) throws {
    let own = [findings.orderTimingEffect] + findings.singleChangeEffects
    let leadingDesign = conclusion.standings[conclusion.leadingDesign].name
    check(
      own.allSatisfy { $0.step.from == leadingDesign }, "effects on lost orders",
      "a change of another design")
    for (label, objectives) in [
      ("effects on lost orders", 0..<1), ("other effects", 1..<conclusion.objectives.count),
    ] {
      guard let text = text(label) else { continue }
      let changes = words(of: own, objectives, notes)
      let steps = words(of: findings.effectsTowardsLeadingDesign, objectives, notes, naming: true)
      for sentence in text.split(separator: "; ") {
        let parts = sentence.split(
          separator: "only in other designs: ", omittingEmptySubsequences: false)
        for (part, known) in zip(parts, [changes, steps]) {
          let rest = known.sorted { $0.count > $1.count }.reduce(String(part)) {
            $0.replacing($1, with: "")
          }
          check(!rest.contains(" → "), label, "is the result of no step: \(rest)")
        }
      }
    }
    let timing = text("timing") ?? ""
    check(timing.contains("timing: "), "timing", "is not named")
    checkBetter(own, notes)
    checkEffects(own, notes)
  }

  /// The joint confidence: each objective of each pair of designs with a charge, and of each change of an axis.
  mutating func checkCertainty(_ notes: [[[Note]]]) {
    let charging = notes.count { $0[0].contains { $0.whole > 0 } }
    let pairs = charging * (charging - 1) / 2 * conclusion.objectives.count
    var expected =
      pairs == 0 ? [] : ["stated differences between designs", "(\(counted(pairs)) comparisons)"]
    if let ablation, let found = conclusion.ablation {
      let effects =
        (1 + found.singleChangeEffects.count + found.effectsTowardsLeadingDesign.count)
        * conclusion.objectives.count
      let users = counted(ablation.scenario.userCount)
      expected += [
        "stated effects of axes", "(\(counted(effects)) comparisons, in a", "of \(users) users)",
      ]
    }
    let certainty = ConclusionText(conclusion).jointConfidence
    check((certainty == nil) == expected.isEmpty, "certainty", "\(expected)")
    let number = certainty?.matches(of: /comparisons/).count ?? 0
    check(
      expected.allSatisfy { certainty?.contains($0) == true }
        && number == expected.count { $0.contains("comparisons") },
      "certainty", "\(certainty ?? "") has not \(expected)")
  }

  /// The statements about a change of the leading design as a whole: every number and open result.
  mutating func checkBetter(_ changes: [AxisAblation.Findings.Effect], _ notes: [[[Note]]]) {
    let leadingDesign = conclusion.standings[conclusion.leadingDesign].name
    var paying: [String] = []
    for effect in changes {
      let directions = effect.designComparisons.map { $0?.direction }
      let moved = conclusion.objectives.indices.filter {
        directions[$0] == .more || directions[$0] == .fewer
      }.map { index in
        Self.label(conclusion.objectives[index]) + " "
          + number(conclusion.objectives[index], of: effect, index, notes)
      }
      let open = conclusion.objectives.indices.filter { directions[$0] == .undecided }
        .map { Self.label(conclusion.objectives[$0]) }
      let users = counted(notes[0][0].count)
      let same =
        open.isEmpty
        ? [] : ["no significant difference in \(open.joined(separator: ", ")) (\(users) users)"]
      let subject = design(of: effect.step).map { "\($0) instead of \(leadingDesign): " }
      let words =
        (subject ?? leadingDesign + " with only " + change(effect.step) + ": ")
        + (moved + same).joined(separator: ", ")
      let isCheaper = directions.contains(.fewer) && !directions.contains(.more)
      if isCheaper || directions[0] == .fewer { paying.append(words) }
      if effect.step == changes[0].step, directions[0] != nil {
        check(text("timing") == words, "timing", words)
      }
    }
    let better = text("improvements")
    check(paying.isEmpty == (better == nil), "improvements", "\(paying)")
    guard let better else { return }
    let rest = paying.sorted { $0.count > $1.count }.reduce(better) { $0.replacing($1, with: "") }
    // Three are shown; of more, two and the number of the others. Of an axis, only the largest counts.
    let count = Set(paying).count
    let others = rest.firstMatch(of: /^; ; ([0-9]+) others$/).flatMap { Int($0.1) }
    let isCut = others.map { $0 > 1 && $0 + 2 <= count } ?? false
    check(
      isCut || ["", "; ", "; ; "].prefix(count).contains(rest), "improvements",
      "\(rest) of \(better)")
    // The change that saves most orders comes first.
    let saved = changes.compactMap { $0.designComparisons[0] }.filter { $0.direction == .fewer }
    if let maximum = saved.map(\.difference.value).min() {
      let size = "lost orders -" + amount(-maximum, conclusion.objectives[0])
      let first = better.split(separator: "; ")[0]
      check(
        first.contains(size.replacing("lost orders", with: Self.label(conclusion.objectives[0]))),
        "improvements", "\(size) is not first in \(better)")
    }
  }

  static func label(_ objective: Objective) -> String {
    switch objective {
    case .lostOrders(.lostOrAutoRefunded): "lost or auto-refunded orders"
    case .lostOrders: "lost orders"
    case .lostSales: "lost sales"
    case .doubleCharges: "double charges"
    case .badDebt: "bad debt"
    case .refundsAfterDelivery: "refunds after delivery"
    }
  }

  /// Steps with their numbers by some objectives.
  private func words(
    of effects: [AxisAblation.Findings.Effect], _ objectives: Range<Int>, _ notes: [[[Note]]],
    naming isNaming: Bool = false
  ) -> [String] {
    effects.flatMap { effect -> [String] in
      return objectives.prefix { $0 < notes[0].count }.map { index in
        "\(change(effect.step)) (" + number(conclusion.objectives[index], of: effect, index, notes)
          + (isNaming ? ", from \(effect.step.from))" : ")")
      }
    }
  }

  /// By how much a step moves an objective, with the unit.
  func number(
    _ objective: Objective, of effect: AxisAblation.Findings.Effect, _ index: Int,
    _ notes: [[[Note]]]
  ) -> String {
    difference(notes[effect.step.pair.first], notes[effect.step.pair.second], objective, index)
  }

  /// How much more of an objective there is under the second design, with the unit.
  func difference(
    _ first: [[Note]], _ second: [[Note]], _ objective: Objective, _ index: Int
  ) -> String {
    let size = value(second[index], objective) - value(first[index], objective)
    let sign = size < 0 ? "-" : "+"
    guard objective.metric == .badDebt else { return sign + amount(size.magnitude, objective) }
    let users = Double(first[0].count)
    return sign + money(Int((size.magnitude * 1_000 / users).rounded()))
      + (scenario.currency == nil ? " minor units" : "") + " per 1,000 users"
  }
}
