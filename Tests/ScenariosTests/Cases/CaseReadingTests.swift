import EventEngine
import Scenarios
import TestSupport
import Testing

@testable import PurchaseWorld

/// The values that the plan of a case is read to.
@Suite struct CaseReadingTests {
  @Test func `taps become intents, and faults are ordered by intent`() throws {
    let read = try #require(
      scenario(
        """
        { "name": "s", "designs": ["naive"],
          "catalog": [{ "product": "p", "items": ["a", "b"] }],
          "plan": [
            { "fault": "crash", "intent": 2, "after": "100ms", "reopens": "1m" },
            { "fault": "networkLoss", "lasts": "10m" },
            { "tap": 1, "decides": "cancel" },
            { "tap": 2, "time": "30s", "item": "b", "decides": "pay" },
            { "tap": 1, "time": "40s" },
            { "tap": 3, "time": "40s", "item": "b", "decides": "cancel" } ] }
        """))
    #expect(read.isCase)
    expectEqual(read.userCount, 1)
    let script = try #require(read.population.script)
    expectEqual(
      script.intents,
      [Intent(item: 0, pays: true), Intent(item: 1, pays: true), Intent(item: 1, pays: false)])
    expectEqual(
      script.taps,
      [
        PlannedTap(intent: 0, visit: 0, after: .zero, pays: false),
        PlannedTap(intent: 1, visit: 0, after: .seconds(30), pays: true),
        PlannedTap(intent: 0, visit: 0, after: .seconds(40), pays: true),
        PlannedTap(intent: 2, visit: 0, after: .seconds(40), pays: false),
      ])
    expectEqual(
      script.plannedFaults,
      [
        PlannedFault(
          .networkLoss(lasts: .seconds(600)), intent: 0, at: .callback, after: .zero,
          declaration: 1),
        PlannedFault(
          .crash(reopens: .seconds(60)), intent: 1, at: .charge, after: .milliseconds(100),
          declaration: 0),
      ])
  }

  @Test func `in a case every default is a constant and the user is passive`() throws {
    let read = try #require(
      scenario(#"{ "name": "s", "designs": ["naive"], "plan": [{ "tap": 1 }] }"#))
    let conditions = read.population.conditions
    expectEqual(conditions.store.processing, .constant(.seconds(2)))
    expectEqual(conditions.behavior.sheet, .constant(.seconds(8)))
    expectEqual(conditions.behavior.patience, .constant(.seconds(30)))
    expectEqual(conditions.behavior.visitInterval, .constant(.seconds(36_000)))
    expectEqual(conditions.behavior.evictionProbability, .always)
    expectEqual(conditions.behavior.recoveryPageProbability, .never)
    #expect(conditions.behavior.reactions.isPassive)
  }

  @Test(
    arguments: [
      ("crash", "", .crash(reopens: .seconds(60))),
      ("appKill", "", .appKill(reopens: .seconds(60))),
      ("accountSwitch", "", .accountSwitch(returns: nil)),
      ("accountSwitch", #", "returns": "1d""#, .accountSwitch(returns: .seconds(86_400))),
      ("networkLoss", "", .networkLoss(lasts: .seconds(600))),
      ("weakNetwork", "", .weakNetwork(lasts: .seconds(600), slowdown: 10_000)),
      ("replyLoss", "", .replyLoss(of: .verify)),
      ("replyLoss", #", "of": "createOrder""#, .replyLoss(of: .createOrder)),
      ("spuriousCancel", "", .interruption(interruption(.cancelled))),
      ("spuriousFailure", "", .interruption(interruption(.error))),
      (
        "spuriousFailure",
        #", "completes": 0, "dropsPayload": 0, "kills": 1, "resolves": "1m", "reopens": "3m""#,
        .interruption(
          StoreInterruption(
            code: .error, completes: false, resolutionDelay: .seconds(60), dropsPayload: false,
            kills: true, reopeningDelay: .seconds(180)))
      ),
      ("payloadLoss", "", .payloadLoss(from: .callback)),
      ("payloadLoss", #", "from": "relaunch""#, .payloadLoss(from: .relaunch)),
      ("duplicateCallback", "", .duplicateCallback(copies: 1, gap: .seconds(1))),
      ("missedCallback", "", .missedCallback), ("reinstall", "", .reinstall(reopens: .seconds(60))),
      ("newDevice", "", .newDevice(reopens: .seconds(60))),
      ("askToBuy", "", .askToBuy(approves: true, answers: .seconds(10_800))),
      ("askToBuy", #", "approves": 0"#, .askToBuy(approves: false, answers: .seconds(10_800))),
      ("delisting", "", .delisting), ("tokenExpiry", "", .tokenExpiry(lasts: .seconds(600))),
      ("staleReceipt", "", .staleReceipt(lasts: .seconds(600))),
      ("backendOutage", "", .backendOutage(lasts: .seconds(600))),
      ("storeCheckOutage", "", .storeCheckOutage(lasts: .seconds(600))),
      ("doubleTap", "", .doubleTap(gap: .milliseconds(200), pays: false)),
      ("doubleTap", #", "after": "1s", "pays": 1"#, .doubleTap(gap: .zero, pays: true)),
    ] as [(String, String, Fault)])
  func `a planned fault is a fault with constant parameters`(
    name: String, parameters: String, fault: Fault
  ) throws {
    let plan = #"{ "tap": 1 }, { "fault": "\#(name)"\#(parameters) }"#
    let read = try #require(scenario(#"{ "name": "s", "designs": ["naive"], "plan": [\#(plan)] }"#))
    expectEqual(read.population.script?.plannedFaults.map(\.fault), [fault])
  }

  private static func interruption(_ code: FailureCode) -> StoreInterruption {
    StoreInterruption(
      code: code, completes: true, resolutionDelay: .seconds(300), dropsPayload: nil, kills: false,
      reopeningDelay: .seconds(60))
  }

  @Test func `an expected ending has its charges in order and its exact flags`() throws {
    let read = try ScenarioFileReader.read(Shipped.path(ofCase: "F12"))
    let lost = CaseChargeResult(.lost, kind: .undelivered, dropPoint: .triesUsedUp)
    expectEqual(
      read.expectations[0].claim,
      .ending(design: "naive", charges: [lost, lost], flags: [.doubleCharge]))
    expectEqual(
      read.expectations[2].claim,
      .ending(design: "zero-loss-1.0", charges: [CaseChargeResult(.recovered)], flags: []))
    expectEqual(read.expectations[2].line, 20)
  }

  @Test func `the case of the cancelled purchase is read as the format shows it`() throws {
    let read = try #require(
      scenario(
        """
        { "name": "cancel-then-success", "designs": ["zero-loss-1.0", "zero-loss-1.2"],
          "catalog": [ { "product": "tier.500", "items": ["shameless", "breaking-bad"] } ],
          "plan": [ { "tap": 1, "time": "0s", "item": "breaking-bad" },
                    { "fault": "spuriousCancel", "intent": 1, "at": "sheet", "after": "8s",
                      "resolves": "60s" } ],
          "expect": [ { "design": "zero-loss-1.0", "charges": [ { "outcome": "lost",
                        "kind": "undelivered", "dropPoint": "recordCleared" } ], "flags": [] },
                      { "design": "zero-loss-1.2",
                        "charges": [ { "outcome": "delivered" } ], "flags": [] } ] }
        """))
    expectEqual(read.population.script?.intents, [Intent(item: 1, pays: true)])
    expectEqual(read.expectations.count, 2)
  }
}
