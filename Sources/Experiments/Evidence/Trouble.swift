import EventEngine
import Scenarios
package import PurchaseWorld

/// Why a run says nothing about a part of its scenario.
package enum Trouble: Hashable, Sendable {
  case noCharge
  /// A declared fault, by index, struck no user under any design.
  case neverStruck(declaration: Int, FaultKind)
  /// An outage, by index, would have begun behind the horizon.
  case neverBegan(outage: Int)
  /// Of no intent that wanted to pay did a request fail by an outage, under any design.
  case metNobody
  /// A call to the backend, by index, is declared for a client of one's own, and no design has one.
  case neverCalled(call: Int)
  /// A claim, by index, bounds an amount of money, and every price is 0.
  case worthless(claim: Int)
  /// The precision that was asked for was not reached with the most users that were allowed.
  case notPrecise
  /// A design, by name, charged no user, so the rate that was asked for cannot be estimated.
  case neverCharged(design: String)
  /// The run was interrupted.
  case cut(Cut)
}

/// What makes a run say less than it seems to, of users one by one and of those who share a backend alike.
extension Scenario {
  /// - Parameter hasCharge: whether anybody was charged under any design.
  /// - Parameter neverStruck: the declared faults that struck no user under any design.
  /// - Parameter metOutage: how many intents that wanted to pay met an outage, under all designs.
  package func troubles(
    hasCharge: Bool, neverStruck: [(declaration: Int, kind: FaultKind)], metOutage: Int
  ) -> [Trouble] {
    // A case whose endings are stated says with them that nobody is to be charged.
    let saysEndings = expectations.contains { if case .ending = $0.claim { true } else { false } }
    var troubles: [Trouble] = hasCharge || saysEndings ? [] : [.noCharge]
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
    let shape = Shape(self)
    troubles += expectations.indices.filter { index in
      guard let metric = expectations[index].claim.metric, metric.unit == .money else {
        return false
      }
      return shape.perUser(metric, product: expectations[index].product) == 0...0
    }.map { .worthless(claim: $0) }
    return troubles
  }
}
