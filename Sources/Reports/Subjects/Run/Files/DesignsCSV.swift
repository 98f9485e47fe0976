import EventEngine
import Statistics
import PurchaseWorld
import JSONText
import Scenarios
package import Methods
package import Experiments

/// Rates of designs as rows: `designs.csv`.
package enum DesignsCSV {
  /// One row per design: counts, shares from 0 to 1 with their intervals, seconds, minor units.
  package static func text(_ findings: RunFindings) -> String {
    let shares = findings.scenario.applicable(ShareMetric.columnsOfFiles)
    let rows = findings.designs.map { design -> [String] in
      let counters = design.totalCounters
      let rates = shares.flatMap { share -> [String] in
        guard let rate = design.rate(share) else { return ["", "", ""] }
        let ends = findings.isCase ? rate.exact.interval : rate.interval
        return [rate.value, ends.low, ends.high].map { JSONOutput.share($0).line }
      }
      let times = [0.5, 0.99].map { level -> String in
        guard let quantile = counters.quantile(level, exact: findings.isCase) else { return "" }
        return quantile.time.map { JSONOutput.seconds($0.seconds).line } ?? "never"
      }
      return [design.name, "\(counters.total(.charges))"] + rates + times + cells(counters.money)
    }
    return CSV.text([header(shares)] + rows)
  }

  /// The same for users with a shared backend, and metrics of the backend: means over the
  /// replications with their intervals; charges and money are totals.
  package static func text(_ results: SharedBackendResults) -> String {
    let shares = results.scenario.applicable(ShareMetric.columnsOfFiles)
    let header = header(shares) + BackendMetric.allCases.flatMap { columns($0.rawValue) }
    let rows = results.scenario.designs.enumerated().map { index, design -> [String] in
      let found = { (metric: Metric) -> [String] in
        guard let estimate = results.estimate(metric, of: index) else { return ["", "", ""] }
        return [estimate.value, estimate.interval.low, estimate.interval.high].map {
          cell($0, estimate.unit)
        }
      }
      let rates = shares.flatMap { share in
        share.applies(to: design) ? found(.share(share)) : ["", "", ""]
      }
      return [design.name, "\(results.charges(of: index))"] + rates
        + [Metric.deliveryP50, .deliveryP99].map { found($0)[0] } + cells(results.money(of: index))
        + BackendMetric.allCases.flatMap { found(.backend($0)) }
    }
    return CSV.text([header] + rows)
  }

  /// Columns of a number with its interval.
  private static func columns(_ name: String) -> [String] { ["", "Low", "High"].map { name + $0 } }

  private static func header(_ shares: [ShareMetric]) -> [String] {
    ["design", "charges"] + shares.flatMap { columns($0.row.name) }
      + ["deliveryP50", "deliveryP99", "charged", "lostRevenue", "badDebt"]
  }

  private static func cells(_ money: Money) -> [String] {
    [money.charged, money.lost, money.badDebt].map { "\($0)" }
  }

  /// Number in a cell: `never` for a time that is never reached, empty for an open end of an
  /// interval.
  private static func cell(_ value: Double, _ unit: Estimate.Unit) -> String {
    guard value.isFinite else { return unit == .time && value > 0 ? "never" : "" }
    return (unit == .share ? JSONOutput.share(value) : .seconds(value)).line
  }
}

/// Lost orders as rows: `losses.csv`.
package enum LossesCSV {
  /// One row per order that was lost, or refunded by the store before the right goods were
  /// delivered, by design and user. Each design has at most ``LossSample/maximum`` rows: those of the
  /// drawn users with the lowest hashes.
  package static func text(_ record: RunRecord) -> String {
    let findings = record.findings
    // Declarations from 63 on share a bit, which is ambiguous if there are several of them.
    let kinds = findings.faultKindByDeclaration
    let known = kinds.prefix(kinds.count > 64 ? 63 : 64)
    let rows = findings.designs.flatMap { design in
      let orders = design.designCounters.lossSample.values
      return orders.sorted { ($0.user, $0.charge) < ($1.user, $1.charge) }.map { order in
        let faults = known.indices.filter { order.occurredFaults & 1 << UInt64($0) != 0 }
        let words = CaseChargeResult(of: order.status).words
        return [findings.isCase ? "0" : UserNumber.text(order.user), design.name]
          + ["\(order.charge + 1)"] + (words.count == 3 ? words : ["rescued", "", ""])
          + [faults.map { known[$0].rawValue }.joined(separator: " ")]
          + [record.replayCommand(design.name, order.user)]
      }
    }
    let columns = ["user", "design", "charge", "outcome", "kind", "dropPoint", "faults", "replay"]
    return CSV.text([columns] + rows)
  }
}
