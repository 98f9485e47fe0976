import EventEngine
package import PurchaseWorld

extension Population {
  /// The most visits of one life, so that a life ends in reasonable time.
  static let visitLimit: Int64 = 1_000_000

  /// About how often a user would visit the app before the horizon.
  var visits: Int64 {
    let gap = max(conditions.behavior.gap.median, .seconds(1))
    return conditions.horizon.microseconds / gap.microseconds
  }

  /// Whether lives are no longer than a file may ask for, in charges and in visits.
  package var isWithinLimits: Bool {
    mostCharges <= Population.chargeLimit && visits <= Population.visitLimit
  }
}
