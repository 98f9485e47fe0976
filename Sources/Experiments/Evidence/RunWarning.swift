import EventEngine
import Scenarios
package import PurchaseWorld

/// Warning that a run gives no evidence about a part of its scenario.
package enum RunWarning: Hashable, Sendable {
  /// No user was charged under any design.
  case noCharge
  /// A declared fault, by index, that no user experienced under any design.
  case neverOccurred(declaration: Int, FaultKind)
  /// An outage, by index, that would begin after the horizon.
  case afterHorizon(outage: Int)
  /// No request of a paying intent failed because of an outage, under any design.
  case noIntentAffected
  /// A backend call, by index, declared for a team's own client although no design has one.
  case neverCalled(call: Int)
  /// A claim, by index, that bounds an amount of money, although every price is 0.
  case zeroPrices(claim: Int)
  /// The precision was not reached with the largest allowed number of users.
  case notPrecise
  /// A design, by name, that charged no user, so the requested rate cannot be estimated.
  case neverCharged(design: String)
  /// The run was interrupted.
  case interruption(Interruption)
}

/// Warnings of a run with independent users and of a run with a shared backend.
extension Evidence {
  /// Warnings about parts of the scenario that had no effect.
  package var scenarioWarnings: [RunWarning] {
    let (expectations, hasCharge) = (scenario.expectations, hasCharge)
    // A case with expected outcomes states explicitly that no charge is expected.
    let expectsEnding = expectations.contains { if case .ending = $0.claim { true } else { false } }
    var warnings: [RunWarning] = hasCharge || expectsEnding ? [] : [.noCharge]
    warnings += faultsThatNeverOccurred.map { .neverOccurred(declaration: $0.declaration, $0.kind) }
    let conditions = scenario.population.conditions
    let late = conditions.outages.indices.filter {
      conditions.outages[$0].start >= .start + conditions.horizon
    }
    warnings += late.map { .afterHorizon(outage: $0) }
    if !isCase, hasCharge, outageIntents == 0, late.count < conditions.outages.count {
      warnings.append(.noIntentAffected)
    }
    if !scenario.designs.contains(where: { $0.client != nil }) {
      warnings += conditions.calls.indices.map { .neverCalled(call: $0) }
    }
    let counterLayout = CounterLayout(scenario)
    for (claim, expectation) in expectations.enumerated() {
      guard let metric = expectation.claim.metric else { continue }
      let isZero = counterLayout.isAlwaysZero(metric, product: expectation.productIndex)
      if isZero { warnings.append(.zeroPrices(claim: claim)) }
    }
    return warnings
  }
}
