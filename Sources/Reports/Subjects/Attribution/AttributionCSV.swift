import Experiments
package import LossAttribution
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Attributions as rows: `attribution.csv`; <doc:AttributionFormat> explains every column.
package enum AttributionCSV {
  private static let columns = [
    "part", "design", "name", "orders", "rate", "rateLow", "rateHigh", "alone", "lostRevenue",
    "lostRevenueLow", "lostRevenueHigh",
  ]

  /// One row per count of lost orders of a design, and per axis between the compared designs.
  package static func text(_ found: Attribution) -> String {
    CSV.text([columns] + found.designs.flatMap { rows($0, found) } + axes(found))
  }

  /// Rows of one design: all losses, kinds of loss, causal faults, and sets of faults.
  private static func rows(_ design: Attribution.DesignLosses, _ found: Attribution) -> [[String]] {
    let row = { (part: String, name: String, count: Attribution.Count, alone: Int?) in
      let rate = found.isCase ? nil : count.rate?.estimate
      let shares = [rate?.value, rate?.interval.low, rate?.interval.high]
      return [part, design.name, name, "\(count.orders)"] + shares.map(share)
        + [alone.map(String.init) ?? "", "", "", ""]
    }
    let fault = { (declaration: Int) in "\(found.faults[declaration].rawValue)[\(declaration)]" }
    return [row("all", "", design.all, nil)]
      + design.lossOutcomes.map { row("way", words($0.lossOutcome), $0.count, nil) }
      + design.causes.map { row("butFor", fault($0.declaration), $0.count, $0.soleCauseOrders) }
      + design.necessaryFaultSets.map {
        row("exactly", $0.declarations.map(fault).joined(separator: " + "), $0.count, nil)
      } + [
        row("moreThanThree", "", design.moreThanThreeFaults, nil),
        row("noSingleFault", "", design.noSingleNecessaryFault, nil),
        row("noFault", "", design.noFault, nil),
      ]
  }

  private static func words(_ lossOutcome: LossSet.LossOutcome) -> String {
    switch lossOutcome {
    case .lost(let kind, let point): "lost \(kind.rawValue) \(point.rawValue)"
    case .rescued: "rescued"
    case .autoRefunded(let kind, let point): "refunded \(kind.rawValue) \(point.rawValue)"
    }
  }

  /// Effect of each axis on the way to the other design: shares of charges, and minor units.
  private static func axes(_ found: Attribution) -> [[String]] {
    guard let axes = found.axes else { return [] }
    return axes.contributions.map { part in
      let name = part.axes.map { "\($0.name) \($0.from) → \($0.to)" }.joined(separator: " + ")
      return ["axis", axes.to, name, ""] + part.rateChange.valueAndLimits.map(share)
        + ["", "\(part.lostRevenueChange)"]
        + [part.lostRevenueInterval.low, part.lostRevenueInterval.high].map { end in
          end.isFinite ? JSONOutput.number(end.rounded()).line : ""
        }
    }
  }

  private static func share(_ share: Double?) -> String {
    share.flatMap { $0.isFinite ? JSONOutput.share($0).line : nil } ?? ""
  }
}
