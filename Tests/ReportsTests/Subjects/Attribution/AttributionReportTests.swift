import EventEngine
import JSONText
import PurchaseWorld
import Reports
import Scenarios
import TestSupport
import Testing

@testable import Experiments
@testable import LossAttribution

/// Attributions made by hand, so that no change of the simulator changes a test of rendering.
enum HandMadeAttribution {
  static var scenario: Scenario {
    var scenario = HandMade.scenario([])
    scenario.userCount = 1_000
    let kinds: [FaultKind] = [.crash, .appKill, .networkLoss]
    scenario.population.faults = kinds.map { kind in
      FaultDeclaration(
        kind: kind, probability: .never, at: .charge, after: .constant(.zero),
        parameters: FaultParameters(reopens: .constant(.zero)))
    }
    scenario.designs[1].timing = .orderFirst
    scenario.designs[1].payload = .order
    scenario.designs[1].finish = .onCallback
    scenario.designs[1].hasLedger = true
    return scenario
  }

  /// The loss of every tenth user of the first design, with its causes.
  private static func loss(_ user: Int) -> (ChargeStatus, LostOrderCause) {
    switch user / 10 % 10 {
    case 0: (.rescued, .needs([1]))
    case 1, 2: (.lost(.undelivered, .recordDied), .needs([0, 1]))
    case 3: (.lost(.crossed, .wrongRecord), .noSingleFault)
    case 4: (.lost(.undelivered, .unboundKept), .noFault)
    default: (.lost(.undelivered, .recordDied), .needs([0]))
    }
  }

  static func found(sampled: Bool = false) -> Attribution {
    let scenario = scenario
    var losses = [DesignLossCounts(declarations: 3), DesignLossCounts(declarations: 3)]
    for user in 0..<1_000 {
      let plain = HandMade.outcome([HandMade.charge(.delivered, after: .seconds(1))])
      losses[1].add(plain, [], of: UInt64(user))
      if user % 10 == 3 {
        let (status, cause) = loss(user)
        let lost = HandMade.outcome([HandMade.charge(status, after: nil)])
        losses[0].add(lost, [cause], of: UInt64(user))
      } else {
        losses[0].add(plain, [], of: UInt64(user))
      }
    }
    var totals = LossAccumulator(scenario)
    totals.lossCountsByDesign = losses
    return Attribution(scenario, totals, axes: axes(scenario, sampled: sampled))
  }

  /// Every tenth user loses unless the first part is switched; half of them also by the second.
  private static func axes(_ scenario: Scenario, sampled: Bool) -> AxisAttribution {
    var designs = scenario.designs
    if sampled {
      designs[1].records.place = .keychain
      designs[1].onFailed = .keep
      designs[1].onDeferred = .ignore
      designs[1].purchasePage = .blocking
      designs[1].deliveryConcurrency = .perCallback
      designs[1].backend.allowsLateOrder = true
      designs[1].retry.delays = [.seconds(1), .seconds(2), .seconds(30), .seconds(100)]
    }
    let difference = DesignDifference(from: designs[0], to: designs[1])
    let plan = ShapleyPlan(players: difference.parts.count, seed: 7)
    var totals = HybridAccumulator(designs: plan.coalitions.count, groups: 256)
    for user in 0..<1_000 {
      for (design, taken) in plan.coalitions.enumerated() {
        let saved = taken & 1 == 1 || (taken & 2 == 2 && user % 20 == 3)
        let lost = user % 10 == 3 && !saved ? 1 : 0
        totals.add(
          HybridAccumulator.Sum(charges: 1, lost: lost, lostRevenue: 601 * lost), design: design,
          of: UInt64(user))
      }
      totals.completeUser()
    }
    return AxisAttribution(difference, plan, totals, isExact: false, highestPrice: 601)
  }
}

@Suite("AttributionReport") struct AttributionReportTests {
  private func report(_ found: Attribution) -> AttributionReport {
    AttributionReport(found) { "lostorder trace s.json --design \($0) --seed 7" }
  }

  @Test("the report equals the golden file")
  func whole() throws {
    #expect(
      try Golden.difference(report(HandMadeAttribution.found()).text, "attribution.txt") == nil)
  }

  @Test("a report of sampled orders has a column for the sampling error")
  func sampled() {
    let text = report(HandMadeAttribution.found(sampled: true)).shortText
    #expect(text.contains(Self.sampledText))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 110 })
  }
  private static let sampledText = """
    axis           from           to            lost      ±  sequence     lost      ±
                                                   ‰            error  revenue
    zero-loss-1.0                             100.00                    60,100
    timing         purchaseFirst  orderFirst  -75.00  13.12      0.00  -45,075  7,885
    + payload      none           order
    records.in     memory         keychain    -25.00   7.34      0.00  -15,025  4,409
    zero-loss-1.2                               0.00                         0

    """
}
