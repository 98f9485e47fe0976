package import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// The pairs of designs that a run has compared, as text for people, with users who tell them
/// apart.
package struct PairReport {
  private let findings: Findings
  private let language: Language

  package init(_ findings: Findings, _ language: Language = .en) {
    (self.findings, self.language) = (findings, language)
  }

  /// The table of pairs, then the users of each pair.
  ///
  /// - Parameters:
  ///   - most: how many users are listed each way, at least 1.
  ///   - replay: the command that plays a user again under the design of a name.
  package func text(most: Int, replay: (_ design: String, UInt64) -> String) -> String {
    ([
      [findings.heading, findings.subtitle(language)], PairTable.lines(findings, language),
      PairTable.legend(findings, language),
    ]
      + findings.comparisons.map { FlipText.lines($0, most: most, language, replay: replay) }).page
  }
}

/// The tables of the designs that are compared in pairs, a line a pair.
///
/// Pairs with the same first design stand in one table, whose head names it.
enum PairTable {
  /// What the columns count.
  static func legend(_ findings: Findings, _ language: Language = .en) -> [String] {
    let count = findings.comparisons.count
    let pairs = count == 1 ? language("1 pair") : language("{0} pairs", Numerals.count(count))
    let level = Numerals.short(findings.certainty.confidence.error)
    guard findings.isPlain else {
      return language(
        "B compared with A over the same users: B's lost orders per mille of charges less A's; users,\n"
          + "as drawn, who lost an order under both and under one alone. Strata weigh them unequally, so\n"
          + "these counts do not tell the difference, which is: the share of users who lose an order\n"
          + "under B alone less that under A alone. p: that this is 0, by its interval; adjusted by\n"
          + "Holm for {0}. A design is named if fewer users lose an order under it and the adjusted\n"
          + "p is at most {1}.", pairs, level
      ).lines
    }
    return language(
      "B compared with A over the same users: B's lost orders per mille of charges less A's; users"
        + " who\n"
        + "lost an order under both, under one alone, under neither; p: the exact McNemar test of"
        + " 'only A'\n"
        + "against 'only B', and adjusted by Holm for {0}. A design is named if fewer users lose\n"
        + "an order under it and the adjusted p is at most {1}.", pairs, level
    ).lines
  }

  /// The lines of the tables, without an empty one at the end.
  static func lines(_ findings: Findings, _ language: Language = .en) -> [String] {
    let first = findings.comparisons.map(\.first)
    let names = first.indices.filter { !first[..<$0].contains(first[$0]) }.map { first[$0] }
    let level = SampleText.percent(findings.level)
    let columns = columns(
      [
        language("B − A\nlost\n‰"), language("{0}\ninterval\n‰", level),
        language("both\n\nusers"), language("only A\n\nusers"), language("only B\n\nusers"),
        findings.isPlain ? language("neither\n\nusers") : language("B − A\nusers\n‰"), "p",
        "p\n(Holm)",
      ], language("fewer\nlose under"), language)
    let tables = names.map { name in
      Table(
        findings.comparisons.filter { $0.first == name },
        [.words("A: \(name.escapingControls)\nB", \.second)] + columns
      ).lines
    }
    return Array(tables.joined(separator: [""]))
  }

  /// What tables of text and of pages tell of each pair: eight numbers, and which design is better.
  static func columns(
    _ heads: [String], _ fewer: String, _ language: Language
  ) -> [Column<ComparisonFinding>] {
    let cells: [(ComparisonFinding) -> Table.Cell] = [
      { pair in
        let value = pair.difference?.value
        return Table.Cell(text: value.map { Numerals.signedPerMille($0) } ?? "–", key: value ?? 0)
      },
      { pair in
        let interval = pair.difference?.interval
        return Table.Cell(
          text: interval.map { Numerals.signedInterval($0, language) } ?? "–",
          key: interval?.low ?? 0)
      }, { .count($0.counted.both) }, { .count($0.counted.onlyFirst) },
      { .count($0.counted.onlySecond) },
      { pair in
        pair.losers.map { Table.Cell(text: Numerals.signedPerMille($0.value), key: $0.value) }
          ?? .count(pair.users.neither)
      }, { Table.Cell(text: Numerals.probability($0.pValue), key: $0.pValue) },
      { Table.Cell(text: Numerals.probability($0.adjustedPValue), key: $0.adjustedPValue) },
    ]
    return zip(heads, cells).map { Column.cells($0, $1) }
      + [.words(fewer) { $0.fewer ?? language("undecided") }]
  }
}

/// The users who lost an order under one design of a pair alone, with the commands that play them
/// again under both.
enum FlipText {
  /// The lines of a pair, for one design that loses and the other, then the other way round.
  ///
  /// - Parameters:
  ///   - most: how many users are listed each way, at least 1.
  ///   - replay: the command that plays a user under the design of a name.
  static func lines(
    _ pair: ComparisonFinding, most: Int, _ language: Language,
    replay: (_ design: String, UInt64) -> String
  ) -> [String] {
    let ways = [
      (loser: pair.first, saver: pair.second, pair.counted.onlyFirst, pair.flipsOfFirst),
      (loser: pair.second, saver: pair.first, pair.counted.onlySecond, pair.flipsOfSecond),
    ]
    let blocks = ways.map { loser, saver, users, flips -> [String] in
      let shown = flips.prefix(most)
      var found = users > 1 ? language("{0} users", Numerals.count(users)) : language("1 user")
      if users == 0 {
        found = language("no user")
      } else if shown.count < users {
        found = language("{0}, of whom the first {1}", found, "\(shown.count)")
      }
      let (lost, saved) = (loser.escapingControls, saver.escapingControls)
      return [language("lost under {0}, not under {1}: {2}", lost, saved, found)]
        + shown.flatMap { flip in
          [
            "  " + language("user {0}: {1}", UserNumber.text(flip.user), flip.fate.told(language)),
            "    " + replay(loser, flip.user), "    " + replay(saver, flip.user),
          ]
        }
    }
    return Array(blocks.joined(separator: [""]))
  }
}

extension Fate {
  /// How a charge ended, with the drop point of a lost one.
  func told(_ language: Language) -> String {
    let words = ExpectedCharge(of: self).words.map(language.named)
    if words.count == 1 { return words[0] }
    return language("{0}, {1}, drop point {2}", words[0], words[1], words[2])
  }
}
