import EventEngine
import Scenarios
package import PurchaseWorld

/// Warning that a run gives no evidence about a part of its scenario.
package enum RunWarning: Hashable, Sendable {
  /// No user was charged under any design.
  case noCharge
  /// A declared fault, by index, that no user experienced under any design.
  case neverStruck(declaration: Int, FaultKind)
  /// An outage, by index, that would begin after the horizon.
  case neverBegan(outage: Int)
  /// No request of a paying intent failed because of an outage, under any design.
  case metNobody
  /// A backend call, by index, declared for a team's own client although no design has one.
  case neverCalled(call: Int)
  /// A claim, by index, that bounds an amount of money, although every price is 0.
  case worthless(claim: Int)
  /// The precision was not reached with the largest allowed number of users.
  case notPrecise
  /// A design, by name, that charged no user, so the requested rate cannot be estimated.
  case neverCharged(design: String)
  /// The run was interrupted.
  case cut(Interruption)
}

/// Warnings of a run with independent users and of a run with a shared backend.
extension Scenario {
  /// - Parameter hasCharge: whether any user was charged under any design.
  /// - Parameter neverStruck: the declared faults that no user experienced under any design.
  /// - Parameter metOutage: the number of paying intents that ran into an outage, over all designs.
  package func troubles(
    hasCharge: Bool, neverStruck: [(declaration: Int, kind: FaultKind)], metOutage: Int
  ) -> [RunWarning] {
    // A case with expected outcomes states explicitly that no charge is expected.
    let saysEndings = expectations.contains { if case .ending = $0.claim { true } else { false } }
    var troubles: [RunWarning] = hasCharge || saysEndings ? [] : [.noCharge]
    troubles += neverStruck.map { .neverStruck(declaration: $0.declaration, $0.kind) }
    let conditions = population.conditions
    let late = conditions.outages.indices.filter {
      conditions.outages[$0].from >= .start + conditions.horizon
    }
    troubles += late.map { .neverBegan(outage: $0) }
    if !isCase, hasCharge, metOutage == 0, late.count < conditions.outages.count {
      troubles.append(.metNobody)
    }
    if !designs.contains(where: { $0.client != nil }) {
      troubles += conditions.calls.indices.map { .neverCalled(call: $0) }
    }
    let shape = CounterLayout(self)
    troubles += expectations.indices.filter { index in
      guard let metric = expectations[index].claim.metric, metric.unit == .money else {
        return false
      }
      return shape.perUser(metric, product: expectations[index].product) == 0...0
    }.map { .worthless(claim: $0) }
    return troubles
  }
}
