import ExhaustiveSearch
import Experiments
import LossAttribution
import Methods
import OwnClients
import PurchaseClientKit
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Explorations of a team's own client, also before each of its effects.
@Suite struct ClientExplorationTests {
  private func found(_ design: Design, faults: Int, workers: Int) throws -> Exploration {
    let scenario = try AgreementTests.scenario("field")
    return Explorer(design, .one, in: scenario, kinds: FaultKind.allCases)
      .explore(faults: faults, workers: workers)
  }

  @Test(arguments: ["sk2-token", "keep-2", "zero-loss-1.0", "zero-loss-1.2"])
  func `with one fault a port has the kinds of loss of its design`(name: String) throws {
    let (described, written) = try AgreementTests.pair(name)
    let (design, port) = (
      try found(described, faults: 1, workers: 2), try found(written, faults: 1, workers: 2)
    )
    #expect(
      port.interruption == nil && port.eventCount > design.eventCount
        && port.placementCount > design.placementCount)
    let lossOutcomes = { (found: Exploration) in
      Set(
        found.groups.flatMap { group in
          group.losses.allLossOutcomes.map { lossOutcome -> String in
            // The simulator cannot find the drop point under a client whose records it does not read.
            switch lossOutcome {
            case .lost(let kind, _), .autoRefunded(let kind, _): "\(group.kinds) \(kind)"
            case .rescued: "\(group.kinds) rescued"
            }
          }
        })
    }
    expectEqual(lossOutcomes(port), lossOutcomes(design))
    #expect(try found(written, faults: 1, workers: 1).groups == port.groups)
  }

  @Test func `an order is lost for the same faults under a port and under its design`() throws {
    var scenario = try AgreementTests.scenario("field")
    let (described, written) = try AgreementTests.pair("zero-loss-1.0")
    (scenario.designs, scenario.userCount, scenario.expectations) = (
      [described, written], 20_000, []
    )
    let kept: Runner.AccumulationResult<LossAccumulator> = Runner(scenario).accumulate(
      workers: 2, progress: nil)
    let (design, port) = (kept.totals.lossCountsByDesign[0], kept.totals.lossCountsByDesign[1])
    #expect(kept.interruption == nil && design.all.orders > 5)
    #expect(
      design.lossesByNecessaryFault == port.lossesByNecessaryFault
        && design.necessaryFaultSets == port.necessaryFaultSets)
  }

  @Test func `a race that loses an order is found among the orders of ready tasks`() throws {
    let scenario = try ScenarioReader.read(
      Array(#"{ "name": "s", "designs": ["sk2-token"] }"#.utf8), file: "s.json")
    var design = Design(name: "racing")
    (design.store, design.routes) = (.storeKit2, [.result, .updates])
    design.client = OwnClients(["racing": { RacingTasks($0) }]).references[0]
    let found = design.withInterleavings(count: 8).map {
      Explorer($0, .one, in: scenario, kinds: []).explore(faults: 0, workers: 1)
    }
    #expect(found[0].losesNothing)
    expectEqual(Set(found.map(\.losesNothing)), [true, false])
    expectEqual(found.map(\.design)[1], "racing, interleaving 1")
    expectEqual(BuiltInDesign.all[0].design.withInterleavings(count: 8).count, 1)
  }

  @Test func `losses of fault plans weigh as much under a port as under its design`() throws {
    let scenario = try AgreementTests.scenario("field")
    let (described, written) = try AgreementTests.pair("zero-loss-1.0")
    let weighings = try [described, written].map {
      try LossEnumerator($0, in: scenario, cells: 1, kinds: [.spuriousCancel, .tokenExpiry])
        .enumerate(faults: 1, workers: 2)
    }
    let lost = weighings.map { $0.resultsByFaultCount.map(\.lost) }
    #expect(lost[0] == lost[1] && lost[0].reduce(0, +) > 0, "\(lost)")
    expectEqual(
      weighings[0].resultsByFaultCount.map(\.charges),
      weighings[1].resultsByFaultCount.map(\.charges))
  }
}

/// Races two tasks: the purchase is finished without its goods if the delivering task is second.
private final class RacingTasks: PurchaseClient {
  let device: Device
  init(_ device: Device) { self.device = device }

  func launched() async {}

  func buy(_ item: Item) async -> ShownOutcome {
    guard
      case .success(let result)? = try? await device.store.storeKit2.purchase(
        item.product, options: [])
    else { return .failed }
    let bought = result.unsafePayloadValue
    let device = device
    Task { device.sandbox.set("item", to: item.id) }
    Task {
      if device.sandbox.get("item") != nil {
        var request = VerifyRequest(transaction: bought.id, proof: bought.jws)
        request.item = item
        request.account = device.account()
        _ = try? await device.backend.verify(request)
      }
      await device.store.storeKit2.finish(bought)
    }
    return .pending
  }
}
