import Experiments
import JSONText
import Scenarios

/// Result of a requested precision, in words.
struct PrecisionText {
  let found: PrecisionFinding
  /// Number of simulated users.
  let users: Int
  let language: Language

  /// Most expectations or pairs named; the rest is counted.
  private static let maximum = 6

  /// The requested precision and whether it is reached, what is undecided, and what is tied.
  var lines: [String] {
    reached
      + [undecided.map { language("Undecided: {0}.", $0) }, tied].compactMap(\.self)
      .flatMap { LineBreaking.lines(of: $0, atMost: 100) }
  }

  /// Questions left undecided; nil if there are none.
  var undecided: String? {
    found.undecided.isEmpty ? nil : some(claims(found.undecided) + pairs(found.undecided))
  }

  private var reached: [String] {
    let (look, users) = ("\(found.look)", NumberFormat.count(users))
    let sure = NumberFormat.percent(found.requested.confidence)
    let text =
      if found.isMet {
        language(
          "Precise at look {0}, after {1} users:\n" + "goal reached: {2};\n"
            + "the intervals hold jointly at all looks with {3} confidence.", look, users, goal,
          sure)
      } else if self.users < found.requested.maxUsers {
        language(
          "Not precise at look {0}, after {1} users, because some design charged none of them;\n"
            + "goal not reached: {2};\n"
            + "the intervals hold jointly at all looks with {3} confidence.", look, users, goal,
          sure)
      } else {
        language(
          "Not precise at look {0}, after {1} users, the most allowed;\n"
            + "goal not reached: {2};\n"
            + "the intervals hold jointly at all looks with {3} confidence.", look, users, goal,
          sure)
      }
    return text.lines
  }

  private var goal: String {
    let precision = found.requested
    return switch (precision.goal, precision.design) {
    case (.halfWidth(let maximum), let design?):
      language("the lost rate of {0} within ±{1} ‰", design.escapingControls, perMille(maximum))
    case (.halfWidth(let maximum), nil):
      language("every lost rate within ±{0} ‰", perMille(maximum))
    case (.relativeHalfWidth(let maximum), let design?):
      language(
        "the lost rate of {0} within ±{1} % of it", design.escapingControls,
        NumberFormat.short(maximum * 100))
    case (.relativeHalfWidth(let maximum), nil):
      language("every lost rate within ±{0} % of it", NumberFormat.short(maximum * 100))
    case (.until(let decision), _): goal(decision)
    }
  }

  /// The requested decision in words.
  private func goal(_ decision: Precision.Decision) -> String {
    let goal =
      decision.decidesExpectationsOnly
      ? language("every expectation decided")
      : language("every expectation and the ranking decided")
    guard let margin = decision.margin else { return goal }
    return language("{0}, or a tie within ±{1} ‰", goal, perMille(margin))
  }

  /// Ties within the margin, as a sentence; nil if there are none.
  private var tied: String? {
    guard !found.tied.isEmpty, let margin = found.requested.goal.decision?.margin else {
      return nil
    }
    let (claims, pairs) = (claims(found.tied), pairs(found.tied))
    let within = perMille(margin)
    let clauses = [
      pairs.isEmpty ? nil : language("equal within ±{0} ‰: {1}", within, some(pairs)),
      claims.isEmpty ? nil : language("within ±{0} ‰ of a bound: {1}", within, some(claims)),
    ]
    return language("Tied: {0}.", language.clauses(clauses.compactMap(\.self)))
  }

  private func claims(_ questions: PrecisionFinding.Hypotheses) -> [String] {
    questions.claims.map { claim in
      language("{0} ({1})", claim.expectation.path, ClaimText(claim, language).parts.subject)
    }
  }

  private func pairs(_ questions: PrecisionFinding.Hypotheses) -> [String] {
    questions.pairs.map { pair in
      language("{0} against {1}", pair.first.escapingControls, pair.second.escapingControls)
    }
  }

  private func some(_ names: [String]) -> String {
    language.some(names, maximum: PrecisionText.maximum)
  }

  private func perMille(_ share: Double) -> String { NumberFormat.short(share * 1_000) }
}
