import Statistics
import Experiments
import Scenarios
import JSONText
import PurchaseWorld
package import Methods

/// A sweep as rows: `sweep.csv`.
package enum SweepCSV {
  /// One row per point and design: charges, shares from 0 to 1 with their intervals, and whether no
  /// other design loses significantly less. A shared backend adds numbers of replications: with an
  /// outage, never recovered, and undecided.
  package static func text(_ findings: SweepFindings) -> String {
    let shares = [findings.comparedShare, .lostSale, .doubleCharge].flatMap { share in
      ["", "Low", "High"].map { share.row.name + $0 }
    }
    let header =
      (findings.hasTwoDimensions ? ["value", "and"] : ["value"]) + ["design", "charges"] + shares
      + ["least"]
      + (findings.hasRecoveries ? ["recoveries", "metastable", "undecided", "draining"] : [])
    let rows = findings.points.flatMap { point in
      let values = findings.dimensions.indices.map { dimension -> String in
        let value = findings.value(of: point, in: dimension).json
        return if case .string(let text) = value { text } else { value.line }
      }
      return findings.designNames.indices.map { index -> [String] in
        let found = point.designs[index]
        let shares = [found.comparedEstimate, found.lostSales, found.doubleCharges]
        let estimates = shares.flatMap {
          $0?.valueAndLimits.map { JSONOutput.share($0).line } ?? ["", "", ""]
        }
        return values + [findings.designNames[index], "\(found.chargeCount)"] + estimates
          + [point.leastLosingDesignIndices.contains(index) ? "true" : "false"]
          + (findings.hasRecoveries ? counts(of: found.recoveries) : [])
      }
    }
    return CSV.text([header] + rows)
  }

  private static func counts(of recoveries: [QueueRecovery]) -> [String] {
    let metastable = recoveries.count { $0 == .metastable }
    let undecided = recoveries.count { $0 == .undecided }
    return [recoveries.count, metastable, undecided, recoveries.draining.count].map { "\($0)" }
  }
}
