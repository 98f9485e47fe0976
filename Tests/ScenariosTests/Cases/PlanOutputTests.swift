import EventEngine
import JSONText
import Scenarios
import TestSupport
import Testing

@testable import PurchaseWorld

/// Plans written out, and read back.
@Suite("Written plans") struct PlanOutputTests {
  private let behavior = ScenarioDraft().conditions.deterministic.behavior

  /// Parameters that all differ from their defaults.
  private var unusual: FaultParameters {
    var parameters = FaultParameters(reopens: .constant(.seconds(61)))
    parameters.lasts = .constant(Delay(microseconds: 3_400_001))
    parameters.returnDelay = .constant(.seconds(86_400))
    parameters.slowdown = 2_345
    parameters.lostReplies = .any
    parameters.completes = .never
    parameters.resolutionDelay = .constant(.milliseconds(1_500))
    parameters.payloadDropProbability = .never
    parameters.kills = .always
    parameters.from = .relaunch
    parameters.copyCount = 3
    parameters.gap = .constant(.seconds(7))
    parameters.approves = .never
    parameters.answerDelay = .constant(.seconds(5_400))
    parameters.pays = .always
    return parameters
  }

  /// Every kind with its defaults and with other parameters, at every moment it can be tied to.
  private var faults: [PlannedFault] {
    let moments: [FaultAnchor] = [.tap, .sheet, .charge, .callback, .delivery, .step(17)]
    var faults: [PlannedFault] = []
    for description in FaultCatalog.all {
      for parameters in [description.defaults(behavior), unusual] {
        for (place, anchor) in moments.enumerated() {
          if description.allowedAnchors == .sheet, (2...4).contains(place) { continue }
          if description.kind == .refund, place < 2 { continue }
          for after in [Delay.zero, .milliseconds(100)] {
            faults.append(
              PlannedFault(
                parameters.constantFault(of: description.kind), intent: faults.count % 2,
                at: anchor, after: after, declaration: 0))
          }
        }
      }
    }
    return faults
  }

  /// A case that holds a plan, read from its text.
  private func read(_ plan: JSONOutput, catalog: String = "") throws -> Scenario {
    let text = """
      { "name": "s", "designs": ["naive", "sk2-naive", "play-naive"], \(catalog)
        "behavior": { "accounts": 2 }, "plan": \(plan.line) }
      """
    return try ScenarioReader.read(Array(text.utf8), file: "s.json")
  }

  @Test func `every planned fault reads back unchanged`() throws {
    let taps: [JSONOutput] = [["tap": 1], ["tap": 2]]
    #expect(faults.count > 400)
    for fault in faults {
      let plan = JSONOutput.array(taps + [FaultCatalog.output(fault, behavior)])
      #expect(try read(plan).population.script?.plannedFaults == [fault])
    }
  }

  @Test func `only differences from the defaults are written`() {
    func line(_ fault: Fault, intent: Int = 0, at anchor: FaultAnchor, after: Delay = .zero)
      -> String
    {
      let planned = PlannedFault(fault, intent: intent, at: anchor, after: after, declaration: 0)
      return FaultCatalog.output(planned, behavior).line
    }
    expectEqual(
      line(.crash(reopens: .seconds(60)), at: .charge), #"{"fault": "crash", "at": "charge"}"#)
    expectEqual(
      line(.crash(reopens: .seconds(600)), at: .step(7)),
      #"{"fault": "crash", "at": {"step": 7}, "reopens": "10m"}"#)
    expectEqual(
      line(.networkLoss(lasts: .seconds(90)), intent: 2, at: .callback, after: .milliseconds(100)),
      #"{"fault": "networkLoss", "intent": 3, "at": "callback", "after": "100ms", "lasts": "90s"}"#)
    expectEqual(
      line(
        .interruption(
          StoreInterruption(
            code: .error, completes: true, resolutionDelay: .seconds(300), dropsPayload: false,
            kills: true, reopeningDelay: .seconds(60))), at: .sheet),
      #"{"fault": "spuriousFailure", "at": "sheet", "dropsPayload": 0, "kills": 1}"#)
    expectEqual(
      line(.accountSwitch(returns: nil), at: .sheet), #"{"fault": "accountSwitch", "at": "sheet"}"#)
  }

  @Test func `a second tap follows after 200 ms, or after the time of 'after'`() {
    func line(gap: Delay, after: Delay) -> String {
      let fault = Fault.doubleTap(gap: gap, pays: false)
      return FaultCatalog.output(
        PlannedFault(fault, intent: 0, at: .tap, after: after, declaration: 0), behavior
      ).line
    }
    let second = Delay.seconds(1)
    expectEqual(
      line(gap: .milliseconds(200), after: .zero), #"{"fault": "doubleTap", "at": "tap"}"#)
    expectEqual(
      line(gap: .zero, after: .zero), #"{"fault": "doubleTap", "at": "tap", "gap": "0s"}"#)
    expectEqual(
      line(gap: .zero, after: second), #"{"fault": "doubleTap", "at": "tap", "after": "1s"}"#)
  }

  @Test func `the plan of every shipped case reads back unchanged`() throws {
    let names = try Shipped.names(in: "scenarios/cases")
    expectEqual(names.count, (Shipped.cases + Shipped.storeCases + Shipped.stories).count)
    for name in names {
      let scenario = try ScenarioFileReader.read(Shipped.path(ofCase: name))
      let script = try #require(scenario.population.script)
      let plan = script.planOutput(scenario.population.conditions)
      let read = try PlanFile.read(Array(plan.text.utf8), file: name, for: scenario)
      expectEqual(read.population.script, script)
    }
  }

  @Test func `taps are written with their intent, time, item and decision`() throws {
    let catalog = #""catalog": [{ "product": "p", "items": ["a", "b"] }],"#
    let text = """
      [{ "fault": "crash", "intent": 2, "after": "100ms", "reopens": "5m" },
       { "fault": "delisting" }, { "tap": 1, "decides": "cancel" },
       { "tap": 2, "time": "30s", "item": "b" }, { "tap": 1, "time": "40s" }]
      """
    let plan = JSONOutput(try JSONValue.parse(Array(text.utf8)))
    let population = try read(plan, catalog: catalog).population
    let script = try #require(population.script)
    let written = script.planOutput(population.conditions)
    expectEqual(
      written.line,
      """
      [{"tap": 1, "item": "a", "decides": "cancel"}, {"tap": 2, "time": "30s", "item": "b"}, \
      {"tap": 1, "time": "40s"}, \
      {"fault": "crash", "intent": 2, "at": "charge", "after": "100ms", "reopens": "5m"}, \
      {"fault": "delisting", "at": "tap"}]
      """)
    #expect(try read(written, catalog: catalog).population.script == script)
  }

  @Test func `the description of a fault has only the parameters that apply`() {
    func words(_ parameters: FaultParameters) -> [String] {
      FaultKind.allCases.map { FaultCatalog.words(parameters.constantFault(of: $0)) }
    }
    expectEqual(
      words(FaultParameters(reopens: .constant(.seconds(60)))),
      [
        "crash, reopens 1m", "appKill, reopens 1m", "accountSwitch", "networkLoss, lasts 10m",
        "weakNetwork, lasts 10m, slowdown 10", "replyLoss, of verify",
        "spuriousCancel, completes, resolves 5m, dropsPayload",
        "spuriousFailure, completes, resolves 5m, dropsPayload", "payloadLoss, from callback",
        "duplicateCallback, copies 1, gap 1s", "missedCallback", "reinstall, reopens 1m",
        "newDevice, reopens 1m", "askToBuy, approves, answers 3h", "delisting",
        "tokenExpiry, lasts 10m", "staleReceipt, lasts 10m", "backendOutage, lasts 10m",
        "storeCheckOutage, lasts 10m", "doubleTap, gap 1s", "refund", "taskCancelled",
        "missedReplay, lasts 10m", "unverified, lasts 10m", "serviceDisconnect, lasts 10m",
        "missedNotification", "lateNotification, by 1h",
      ])
    expectEqual(
      words(unusual)[6...15],
      [
        "spuriousCancel, resolves 1500ms, kills, reopens 61s",
        "spuriousFailure, resolves 1500ms, kills, reopens 61s", "payloadLoss, from relaunch",
        "duplicateCallback, copies 3, gap 7s", "missedCallback", "reinstall, reopens 61s",
        "newDevice, reopens 61s", "askToBuy, answers 90m", "delisting",
        "tokenExpiry, lasts 3400001us",
      ])
  }
}
