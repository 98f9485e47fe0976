import Experiments
package import Methods
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

extension MutationFindings: HeadedResult { var simulatedUsers: Int? { isCase ? nil : users } }

/// Mutants of gated designs that no expectation detects, as text for people.
package struct MutationReport {
  private let findings: MutationFindings
  private let language: Language

  package init(_ findings: MutationFindings, _ language: Language = .en) {
    (self.findings, self.language) = (findings, language)
  }

  /// The full report: kill ratio, designs, survivors, and expectations that would detect them.
  package var text: String {
    let head = [findings.heading, findings.subtitle(language)]
    return [head, [verdict] + counts, table, survivors, proposals, unseen].page
  }

  package var shortText: String { verdict + "\n" }

  /// One line: the kill ratio.
  package var verdict: String {
    let name = findings.name.escapingControls
    guard let ratio = findings.killRatio else {
      return language("{0}: no mutant changes a result that an expectation can check", name)
    }
    return language(
      "{0}: {1} of the mutants are killed, {2} of {3}", name, NumberFormat.percent(ofAll: ratio),
      NumberFormat.count(findings.killed), NumberFormat.count(findings.counted))
  }

  /// Warnings about the result, one per line.
  package var warnings: [String] {
    var warnings: [String] = []
    if !findings.ineffectiveExpectations.isEmpty {
      let paths = findings.ineffectiveExpectations.map { findings.scenario.expectations[$0].path }
      let list = language.list(paths)
      warnings.append(
        language("{0} fails with the unchanged designs, so it cannot detect a mutant", list))
    }
    if findings.hasSingleCountedMutant {
      warnings.append(
        language(
          "only 1 of {0} mutants counts; expected more 'users', or faults that make the axes of the"
            + " design matter", NumberFormat.count(findings.simulatedMutantCount)))
    }
    return warnings
  }

  private var counts: [String] {
    let count = { (outcome: MutationFindings.MutantStatus) in
      NumberFormat.count(findings.count(outcome))
    }
    let killed = language(
      "killed: {0} fail an expectation, {1} make one inconclusive, {2} do not terminate",
      count(.failed), count(.undecided), count(.endless))
    let others = language(
      "not counted: {0} change nothing, {1} change only results that no expectation can check, {2}"
        + " change too little for this sample; {3} more are invalid designs", count(.same),
      count(.unmeasured), count(.unseen), NumberFormat.count(findings.refused))
    let planned = findings.plannedMutantCount
    let rest = planned - findings.simulatedMutantCount
    if rest <= 0 { return [killed, others] }
    let (left, all) = (NumberFormat.count(rest), NumberFormat.count(planned))
    return [killed, others, language("not simulated: {0} of {1}", left, all)]
  }

  private var table: [String] {
    Table(
      findings.designs,
      [
        .words(language("design"), \.name), .counts(language("mutants"), \.mutants.count),
        .counts(language("counted"), \.counted), .counts(language("killed"), \.killed),
        .counts(language("survived")) { $0.count(.survived) },
      ]
    ).lines
  }

  // MARK: Survivors

  private var survivors: [String] {
    listed(
      .survived,
      language(
        "survived: no expectation detects them; with the metric that changes most, and [the proposal] that detects it"
      ))
  }

  private var unseen: [String] {
    listed(
      .unseen,
      language(
        "too small for this sample; with the metric that changes most, and the users that a bound would need"
      ))
  }

  /// Mutants with an outcome, by design and in the order of the axes.
  private func listed(_ outcome: MutationFindings.MutantStatus, _ title: String) -> [String] {
    var number = 0
    var lines: [String] = []
    for design in findings.designs {
      let rows = design.mutants.enumerated().filter { $1.status == outcome }.map { place, mutant in
        let by = design.proposals.firstIndex { $0.detectedSurvivors.contains(place) }
        let users = mutant.change?.usersToDistinguish.map(NumberFormat.count)
        let last =
          outcome == .unseen
          ? users.map { language("{0} users", $0) }
          : by.map { "[\(number + $0 + 1)]" }
        return ["  " + words(mutant.axes), mutant.change.map(words) ?? "", last ?? ""]
      }
      number += design.proposals.count
      if rows.isEmpty { continue }
      lines.append(design.name.escapingControls)
      lines += Table([.words(""), .words(""), .words("")], rows).lines.dropFirst()
    }
    return lines.isEmpty ? [] : [title] + lines
  }

  private func words(_ axes: [DesignDifference.Part.Axis]) -> String {
    language.list(axes.map { language("{0} {1} → {2}", $0.name, $0.from, $0.to) })
  }

  private func words(_ change: MutationFindings.Change) -> String {
    let product = change.metric.product.map(findings.scenario.productName)
    let name = ClaimText.name(change.metric.metric, product: product, language)
    let number = { (value: Double) in
      ClaimText.number(value, change.from.unit, findings.scenario.currency, language)
    }
    return language("{0}: {1} → {2}", name, number(change.from.value), number(change.to.value))
  }

  // MARK: Expectations

  private var proposals: [String] {
    let all = findings.designs.flatMap(\.proposals)
    if all.isEmpty { return [] }
    return [language("add these to 'expect', numbered from [1]; each passes with its design")]
      + all.map { "  " + ProposalText.line($0, of: findings.scenario) + "," }
  }
}

extension Scenario {
  /// Name of the product with an index in the catalog.
  func productName(_ index: Int) -> String { population.conditions.catalog.products[index].name }
}

/// An expectation that would detect survivors, ready to paste into a scenario.
enum ProposalText {
  /// The expectation in the scenario format.
  static func output(_ proposal: MutationFindings.Proposal, of scenario: Scenario) -> JSONOutput {
    proposal.claim.output(
      product: proposal.product.map(scenario.productName), currency: scenario.currency)
  }

  /// The expectation on one line, formatted as in the shipped scenarios: small shares without an
  /// exponent.
  static func line(_ proposal: MutationFindings.Proposal, of scenario: Scenario) -> String {
    guard case .object(let members) = output(proposal, of: scenario) else { return "" }
    let words = members.map { member in
      var value = member.value.line
      if case .number(let number) = member.value { value = NumberFormat.short(number) }
      return "\(member.key.jsonText): \(value)"
    }
    return "{ \(words.joined(separator: ", ")) }".escapingControls
  }
}
