import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios
import TestSupport
import Testing

/// The steps of a tester, with the tools.
@Suite struct TesterScriptTests {
  /// A case with a fault of a kind, and its script.
  private func script(_ kind: FaultKind, _ store: String, _ language: Language) throws -> String? {
    let text = """
      { "name": "s", "catalog": [{ "product": "tier.500", "items": ["a", "b"] }],
        "designs": [{ "name": "d", "extends": "keep-2", "store": "\(store)" }],
        "plan": [{ "tap": 1, "item": "a" }, { "fault": "\(kind.rawValue)" }] }
      """
    return (try? ScenarioReader.read(Array(text.utf8), file: "s.json")).map { script($0, language) }
  }

  /// The script of a case.
  private func script(_ scenario: Scenario, _ language: Language = .en) -> String {
    let design = scenario.designs[0]
    let user = scenario.population.user(0, seed: scenario.seed)
    var simulator = Simulator(conditions: scenario.population.conditions)
    var outcome = UserOutcome()
    let trace = simulator.trace(design, of: user, into: &outcome)
    let story = AnnotatedTrace(
      AnnotatedTrace.Heading(scenario: "s", design: "d", user: nil, seed: 1), plan: .array([]),
      of: user, in: scenario.population.conditions, trace, outcome, store: design.store,
      language: language, parameters: { FaultCatalog.parameters(of: $0, in: design.store) })
    return TesterScript(story, of: scenario, store: design.store, language).text
  }

  /// The script of a case with a tap, from the needs to the expected observations.
  private func steps(
    _ plan: String = "", world: String = "", design: String = #""extends": "naive""#,
    next: String = ""
  ) throws -> String {
    let text = """
      { "name": "s", "catalog": [{ "product": "p1", "items": ["i1"] }], \(world)
        "designs": [{ "name": "d", \(design) }\(next)],
        "plan": [{ "tap": 1, "item": "i1" }\(plan)] }
      """
    let output = script(try ScenarioReader.read(Array(text.utf8), file: "s.json"))
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    let end = lines.firstIndex { $0.hasPrefix("Result, however") } ?? 0
    return lines[2..<(end - 1)].joined(separator: "\n")
  }

  @Test(arguments: ["storeKit1", "storeKit2", "playBilling"])
  func `every fault of a store has a tool or states that no tool exists`(store: String) throws {
    var scripts = 0
    for kind in FaultKind.allCases {
      guard let text = try script(kind, store, .en) else { continue }
      scripts += 1
      let steps = text.split(separator: "\n").count { $0.contains(/^ *\d+\. \w/) }
      #expect(steps >= 3, "\(kind): \(text)")
      #expect(text.contains("      with: ") || text.contains("      no tool does this"), "\(text)")
      let chinese = try #require(try script(kind, store, .zh))
      let names = ["license tester", "Play Billing", "Google Play"]
      expectEqual(EnglishRuns.all(in: chinese, but: names), [], "\(chinese)")
      expectEqual(chinese.count { $0 == "\n" }, text.count { $0 == "\n" })
    }
    #expect(scripts > 15)
  }

  @Test func `a fault without a tool states it`() throws {
    let text = try #require(try script(.payloadLoss, "storeKit2", .en))
    #expect(text.contains("\n      no tool does this; instead: a test build that does it itself"))
  }

  private static let needs =
    "Needed: a device or simulator with StoreKit testing in Xcode, or with a sandbox account; a test backend, and an account in it."

  @Test func `calls that fail or take time are prepared before the first step`() throws {
    let calls = #"""
      "calls": [{ "name": "config", "fails": 1 }, { "name": "usual" },
        { "name": "prices", "takes": "40s", "answers": "{}" }],
      """#
    let output = try steps(world: calls)
    expectEqual(
      output,
      """
      \(Self.needs)

      Before step 1:
        make the test backend, or a proxy, fail every call 'config'
        make the test backend answer every call 'prices' with: {}
        make the test backend, or a proxy, take 40s for every call 'prices'

       1. open the app
       2. 21s later: tap Buy for 'i1', which the store sells as 'p1'
       3. 8s later: pay on the payment sheet
       4. 2s later: check that the store has charged
       5. before judging this, end the app, open it again, and wait some minutes
      """, "\(output)")
  }

  @Test func `a double tap is two taps of the script`() throws {
    // The plan of the case F21.
    let output = try steps(#", { "fault": "doubleTap", "at": "tap", "after": "200ms" }"#)
    expectEqual(
      output,
      """
      \(Self.needs)

       1. open the app
       2. 21s later: tap Buy for 'i1', which the store sells as 'p1'
       3. 0.2s later: tap Buy for 'i1' again
            with: two quick taps
       4. 7.8s later: pay on the payment sheet
       5. 2s later: check that the store has charged
       6. 6s later: cancel the payment sheet
       7. before judging this, end the app, open it again, and wait some minutes
      """, "\(output)")
  }

  @Test func `a new device is not a reinstallation, and a reinstallation is one step`() throws {
    let words = { (fault: String) in
      try steps(", { \"fault\": \"\(fault)\", \"at\": \"charge\", \"after\": \"100ms\" }")
    }
    let device = try words("newDevice")
    #expect(
      device.hasSuffix(
        """
         4. 2s later: check that the store has charged
         5. 0.1s later: continue with a new device of the same user, and install the app there
              with: a second device with the same store account, or the first one erased
              when the app opens and asks, log in as before
         6. before judging this, end the app, open it again, and wait some minutes
        """), "\(device)")
    let app = try words("reinstall")
    #expect(
      app.hasSuffix(
        """
         4. 2s later: check that the store has charged
         5. 0.1s later: delete the app and reinstall it
              with: the home screen, and Xcode or Android Studio
              when the app opens and asks, log in as before
         6. before judging this, end the app, open it again, and wait some minutes
        """), "\(app)")
  }

  @Test func `the return to the first account is a step`() throws {
    let output = try steps(
      #", { "fault": "accountSwitch", "at": "sheet", "returns": "1m" }"#,
      design: #""extends": "zero-loss-1.2""#)
    expectEqual(
      output,
      """
      Needed: a device or simulator with StoreKit testing in Xcode, or with a sandbox account; a test backend, and in it account A, account B.

      Before step 1:
        log in as account A

       1. open the app
       2. 21s later: tap Buy for 'i1', which the store sells as 'p1'
       3. log out, and log in as account B
            right after this event: app saves a record of intent 1
            with: the app itself
       4. 8s later: pay on the payment sheet
       5. 2s later: check that the store has charged
       6. 50s later: log out, and log in as account A
       7. before judging this, end the app, open it again, and wait some minutes
      """, "\(output)")
  }

  @Test func `no step logs in while the app is closed`() throws {
    let output = try steps(
      #"""
      , { "fault": "crash", "at": "charge" },
      { "fault": "accountSwitch", "at": "charge", "after": "30s" }
      """#)
    #expect(
      output.contains(
        """
         6. 30s later: make account B the account that is logged in
              no tool does this; instead: a test build that does it itself
         7. before judging this, end the app, open it again
        """), "\(output)")
  }

  @Test func `no step logs in while a sheet covers the app`() throws {
    let output = try steps(#", { "fault": "accountSwitch", "at": "sheet", "after": "1s" }"#)
    #expect(
      output.contains(
        """
         3. 1s later: make account B the account that is logged in
              right after this event: store reports 'purchasing' for T1
              no tool does this; instead: a test build that does it itself
         4. 7s later: pay
        """), "\(output)")
  }

  @Test func `a guest is logged out before the first step and logs in without logging out`() throws
  {
    let output = try steps(
      world: #""behavior": { "guests": 1, "guestLogin": "1m" },"#,
      design: #""extends": "zero-loss-guest""#)
    #expect(output.contains("\n\nBefore step 1:\n  log out: a guest buys\n\n"), "\(output)")
    #expect(output.contains(" later: log in as account A\n"), "\(output)")
    #expect(output.contains(" and an account in it.\n"))
  }

  @Test func `an outage of all users is made with tools, also before the app is opened`() throws {
    let output = try steps(
      world: """
        "outages": [{ "of": "storeCheck", "from": "10s", "lasts": "1h" },
          { "of": "backend", "from": "0s", "lasts": "5s" }],
        """)
    #expect(
      output.contains(
        """
         1. take the backend down for 5s
              with: the test backend stopped, or a proxy that refuses
         2. open the app
         3. 10s later: make the store leave the backend's check unanswered for 1h
              with: a test backend whose requests to the store fail
         4. 11s later: tap Buy
        """), "\(output)")
  }

  @Test func `an app is updated at the step where the case updates it`() throws {
    let output = try steps(
      #", { "fault": "appKill", "at": "charge" }"#,
      design: #""timing": "orderFirst", "updates": { "atVisit": 2, "to": "new" }"#,
      next: #", { "name": "new", "extends": "naive" }"#)
    #expect(
      output.contains(
        " later: install the app's new version, 'new', over the old one, and open it\n10. before judging"
      ),
      "\(output)")
  }

  @Test(arguments: [
    (#""replyLoss""#, "drop the backend's next answer to a purchase"),
    (#""replyLoss", "of": "createOrder""#, "drop the backend's next answer to an order"),
    (#""replyLoss", "of": "records""#, "drop the backend's next answer to a query for records"),
    (#""replyLoss", "of": "calls""#, "drop the backend's next answer to another call"),
    (#""replyLoss", "of": "any""#, "drop the backend's next answer"),
    (
      #""payloadLoss", "from": "relaunch""#,
      "after the app is opened again, make the store return this purchase without its payload"
    ),
    (
      #""spuriousCancel", "kills": 1, "dropsPayload": 0"#,
      "to the app as cancelled; end the app meanwhile; make the completed purchase arrive with its payload"
    ),
    (#""spuriousFailure", "dropsPayload": 1"#, "report it to the app as failed"),
    (#""delisting""#, "take 'i1' off sale in the backend"),
    (#""tokenExpiry", "lasts": "10m""#, "make the session expire, for 10m or until the next login"),
    (
      #""missedReplay", "lasts": "1m""#,
      "stop the store from reporting unfinished purchases unasked, for 1m"
    ),
    (
      #""missedReplay", "of": "query", "lasts": "1m""#,
      "stop the store from returning unfinished purchases to queries, for 1m"
    ),
    (
      #""missedReplay", "of": ["query", "updates"], "lasts": "1m""#,
      "stop the store from reporting unfinished purchases, for 1m"
    ),
  ])
  func `the step of a fault states what the tester causes`(fault: String, words: String) throws {
    let output = try steps(
      ", { \"fault\": \(fault) }", design: #""extends": "keep-2", "store": "storeKit2""#)
    #expect(output.contains(words + "\n"), "\(output)")
  }

  @Test func `a payload that is lost on Play is described, because Play keeps it`() throws {
    let text = try steps(
      #", { "fault": "spuriousFailure", "dropsPayload": 1 }"#,
      design: #""extends": "keep-2", "store": "playBilling""#)
    #expect(
      text.contains("failed; make the completed purchase arrive without its payload\n"), "\(text)")
  }
}
