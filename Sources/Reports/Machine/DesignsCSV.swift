import EventEngine
package import Experiments
import JSONText
import Scenarios
import Statistics

/// The rates of designs as rows: `designs.csv`.
package enum DesignsCSV {
  private static let shares: [Share] = [
    .lost, .undelivered, .crossed, .misdelivered, .rescued, .recovered, .duplicate, .doubleCharge,
    .lostSale,
  ]

  /// A row a design: counts, shares from 0 to 1 with their intervals, seconds, minor units.
  package static func text(_ findings: Findings) -> String {
    let header =
      ["design", "charges"]
      + shares.flatMap { share in ["", "Low", "High"].map { share.row.name + $0 } }
      + ["deliveryP50", "deliveryP99", "charged", "lostRevenue", "badDebt"]
    let rows = findings.designs.map { design -> [String] in
      let tally = design.ledger.all
      let rates = shares.flatMap { share -> [String] in
        guard let rate = tally.rate(share) else { return ["", "", ""] }
        let ends = findings.isCase ? rate.exact.interval : rate.interval
        return [rate.value, ends.low, ends.high].map { JSONOutput.share($0).line }
      }
      let times = [0.5, 0.99].map { level -> String in
        guard let quantile = tally.quantile(level, exact: findings.isCase) else { return "" }
        return quantile.time.map { JSONOutput.seconds($0.seconds).line } ?? "never"
      }
      let money = tally.money
      return [design.name, "\(tally.total(.charges))"] + rates + times
        + [money.charged, money.lost, money.badDebt].map { "\($0)" }
    }
    return CSV.text([header] + rows)
  }
}
