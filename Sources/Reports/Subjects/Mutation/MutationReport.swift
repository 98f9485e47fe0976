import Experiments
package import Methods
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

extension MutationFindings: Headed { var played: Int? { isCase ? nil : users } }

/// Which mutants of gated designs no expectation notices, as text for people.
package struct MutationReport {
  private let findings: MutationFindings
  private let language: Language

  package init(_ findings: MutationFindings, _ language: Language = .en) {
    (self.findings, self.language) = (findings, language)
  }

  /// The whole report: the kill ratio, the designs, the survivors, what would notice them.
  package var text: String {
    let head = [findings.heading, findings.subtitle(language)]
    return ([head, [verdict] + counts, table] + [survivors, proposals, unseen]).page
  }

  package var shortText: String { verdict + "\n" }

  /// One line: the kill ratio.
  package var verdict: String {
    let name = findings.name.escapingControls
    guard let ratio = findings.ratio else {
      return language("{0}: no mutant changes what an expectation can speak of", name)
    }
    return language(
      "{0}: {1} of the mutants are killed, {2} of {3}", name, Numerals.percent(ofAll: ratio),
      Numerals.count(findings.killed), Numerals.count(findings.counted))
  }

  /// What makes it say less than it seems to, a line each.
  package var troubles: [String] {
    var troubles: [String] = []
    if !findings.idle.isEmpty {
      let paths = findings.idle.map { findings.scenario.expectations[$0].path }
      troubles.append(
        language(
          "{0} does not hold with the designs as they are, so it can notice nothing",
          language.list(paths)))
    }
    if findings.countsOne {
      troubles.append(
        language(
          "only 1 of {0} mutants counts; expected more 'users', or faults to which the axes of the design matter",
          Numerals.count(findings.judged)))
    }
    return troubles
  }

  private var counts: [String] {
    let count = { (outcome: MutationFindings.Outcome) in Numerals.count(findings.count(outcome)) }
    let killed = language(
      "killed: {0} fail an expectation, {1} leave one undecided, {2} never end", count(.failed),
      count(.undecided), count(.endless))
    let others = language(
      "not counted: {0} change nothing, {1} only what no expectation can speak of, {2} less than"
        + " these users tell; {3} more are refused by rules of designs", count(.same),
      count(.unmeasured), count(.unseen), Numerals.count(findings.refused))
    let left = language(
      "not played: {0} of {1}", Numerals.count(findings.planned - findings.judged),
      Numerals.count(findings.planned))
    return [killed, others] + (findings.judged < findings.planned ? [left] : [])
  }

  private var table: [String] {
    let heads: [Table.Head] = [
      .words(language("design")), .numbers(language("mutants")), .numbers(language("counted")),
      .numbers(language("killed")), .numbers(language("survived")),
    ]
    return Table(
      heads,
      findings.designs.map { design in
        let counts = [design.mutants.count, design.counted, design.killed, design.count(.survived)]
        return [design.name] + counts.map { Numerals.count($0) }
      }
    ).lines
  }

  // MARK: Survivors

  private var survivors: [String] {
    listed(
      .survived,
      language("survived: no expectation notices them; with the largest change, and what would"))
  }

  private var unseen: [String] {
    listed(
      .unseen, language("less than these users tell, with about how many users would tell more"))
  }

  /// The mutants that came to something, design by design and in the order of the axes.
  private func listed(_ outcome: MutationFindings.Outcome, _ title: String) -> [String] {
    var number = 0
    var lines: [String] = []
    for design in findings.designs {
      let rows = design.mutants.indices.filter { design.mutants[$0].outcome == outcome }.map {
        place -> [String] in
        let mutant = design.mutants[place]
        let by = design.proposals.firstIndex { $0.notices.contains(place) }
        let last =
          outcome == .unseen
          ? mutant.change?.usersToTell.map { language("{0} users", Numerals.count($0)) } ?? ""
          : by.map { "[\(number + $0 + 1)]" } ?? ""
        return ["  " + words(mutant.axes), mutant.change.map(words) ?? "", last]
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
    let product = change.measure.product.map { product in
      findings.scenario.population.conditions.catalog.products[product].name
    }
    let name = ClaimText.name(change.measure.metric, product: product, language)
    let number = { (value: Double) in
      ClaimText.number(value, change.from.unit, findings.scenario.currency, language)
    }
    return language("{0} {1} → {2}", name, number(change.from.value), number(change.to.value))
  }

  // MARK: Expectations

  private var proposals: [String] {
    let all = findings.designs.flatMap(\.proposals)
    if all.isEmpty { return [] }
    return [language("to be added to 'expect', from [1] on; each holds with its design")]
      + all.map { "  " + ProposalText.line($0, of: findings.scenario) + "," }
  }
}

/// An expectation that would notice survivors, as it is pasted into a scenario.
enum ProposalText {
  /// The expectation as the format writes it.
  static func output(_ proposal: MutationFindings.Proposal, of scenario: Scenario) -> JSONOutput {
    let products = scenario.population.conditions.catalog.products
    return proposal.claim.output(
      product: proposal.product.map { products[$0].name }, currency: scenario.currency)
  }

  /// The same on one line, as the shipped scenarios are set: small shares without an exponent.
  static func line(_ proposal: MutationFindings.Proposal, of scenario: Scenario) -> String {
    guard case .object(let members) = output(proposal, of: scenario) else { return "" }
    let words = members.map { member in
      var value = member.value.line
      if case .number(let number) = member.value { value = Numerals.short(number) }
      return "\(member.key.jsonText): \(value)"
    }
    return "{ \(words.joined(separator: ", ")) }".escapingControls
  }
}
