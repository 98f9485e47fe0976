import Experiments
import JSONText
import Statistics

/// The table that compares the designs of a scenario.
enum ComparisonTable {
  private static func columns(_ findings: Findings) -> [TextTable.Column] {
    [
      .words("design"), .numbers("charges"), .numbers("lost", "", "‰"),
      .numbers(SampleText.percent(findings.level), "interval", "‰"), .numbers("crossed", "", "‰"),
      .numbers("mis-", "delivered", "‰"), .numbers("rescued", "", "‰"),
      .numbers("recovered", "", "‰"), .numbers("lost", "sales", "‰"),
      .numbers("double", "charges", "‰"), .numbers("median", "time"), .numbers("p99", "time"),
    ]
  }

  /// What the columns count.
  static let legend = [
    "Lost orders (undelivered, crossed, misdelivered, rescued) and recovered ones per mille of"
      + " charges;",
    "lost sales per mille of intents that wanted to pay; double charges per mille of intents;",
    "median and p99 of the time from charge to delivery over all charges, lost ones never.",
  ]

  /// The lines of the table.
  static func lines(_ findings: Findings) -> [String] {
    var table = TextTable(columns(findings))
    for design in findings.designs {
      table.add([design.name.escapingControls] + cells(design.ledger.all))
    }
    return table.lines
  }

  private static func cells(_ tally: SampledTally) -> [String] {
    let rate = { (share: Share) in tally.rate(share).map { Numerals.perMille($0.value) } ?? "–" }
    let lost = tally.rate(.lost)
    return [
      Numerals.count(tally.total(.charges)), rate(.lost),
      lost.map { Numerals.interval($0) } ?? "–", rate(.crossed), rate(.misdelivered),
      rate(.rescued), rate(.recovered), rate(.lostSale), rate(.doubleCharge),
      time(tally, 0.5), time(tally, 0.99),
    ]
  }

  private static func time(_ tally: SampledTally, _ level: Double) -> String {
    tally.quantile(level).map { Numerals.time($0.time) } ?? "–"
  }
}
