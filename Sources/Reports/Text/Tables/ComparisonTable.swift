import Experiments
import JSONText
import Scenarios
import Statistics

/// The table that compares the designs of a scenario.
enum ComparisonTable {
  private static func columns(_ findings: Findings, _ language: Language) -> [TextTable.Column] {
    [
      .words(language("design")), .numbers(language("charges")), .numbers(language("lost\n\n‰")),
      .numbers(language("{0}\ninterval\n‰", SampleText.percent(findings.level))),
      .numbers(language("crossed\n\n‰")), .numbers(language("mis-\ndelivered\n‰")),
      .numbers(language("rescued\n\n‰")), .numbers(language("recovered\n\n‰")),
      .numbers(language("lost\nsales\n‰")), .numbers(language("double\ncharges\n‰")),
      .numbers(language("median\ntime")), .numbers(language("p99\ntime")),
    ]
  }

  /// What the columns count.
  static func legend(_ language: Language) -> [String] {
    language(
      "Lost orders (undelivered, crossed, misdelivered, rescued) and recovered ones per mille of"
        + " charges;\n"
        + "lost sales per mille of intents that wanted to pay; double charges per mille of intents;\n"
        + "median and p99 of the time from charge to delivery over all charges, lost ones never."
    ).lines
  }

  static func lines(_ findings: Findings, _ language: Language) -> [String] {
    var table = TextTable(columns(findings, language))
    for design in findings.designs {
      table.add([design.name.escapingControls] + cells(design.ledger.all, language))
    }
    return table.lines
  }

  private static func cells(_ tally: SampledTally, _ language: Language) -> [String] {
    let rate = { (share: Share) in tally.rate(share).map { Numerals.perMille($0.value) } ?? "–" }
    let lost = tally.rate(.lost)
    return [
      Numerals.count(tally.total(.charges)), rate(.lost),
      lost.map { Numerals.interval($0, language) } ?? "–", rate(.crossed), rate(.misdelivered),
      rate(.rescued), rate(.recovered), rate(.lostSale), rate(.doubleCharge),
      time(tally, 0.5, language), time(tally, 0.99, language),
    ]
  }

  private static func time(_ tally: SampledTally, _ level: Double, _ language: Language) -> String {
    tally.quantile(level).map { Numerals.time($0.time, language) } ?? "–"
  }
}
