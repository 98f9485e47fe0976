import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios
import TestSupport
import Testing

/// What a tester is told to do, and with which tools.
@Suite struct TesterScriptTests {
  /// A case with a fault of a kind, and its script.
  private func script(_ kind: FaultKind, _ store: String, _ language: Language) throws -> String? {
    let text = """
      { "name": "life", "catalog": [{ "product": "tier.500", "items": ["a", "b"] }],
        "designs": [{ "name": "d", "extends": "keep-2", "store": "\(store)" }],
        "plan": [{ "tap": 1, "item": "a" }, { "fault": "\(kind.rawValue)" }] }
      """
    return (try? ScenarioReader.read(Array(text.utf8), file: "s.json")).map { script($0, language) }
  }

  /// The script of a case.
  private func script(_ scenario: Scenario, _ language: Language = .en) -> String {
    let design = scenario.designs[0]
    let user = scenario.population.user(0, seed: scenario.seed)
    var stage = Stage(conditions: scenario.population.conditions)
    var outcome = Outcome()
    let trace = stage.trace(design, of: user, into: &outcome)
    let story = Story(
      Story.Heading(scenario: "life", design: "d", user: nil, seed: 1), plan: .array([]), of: user,
      in: scenario.population.conditions, trace, outcome, store: design.store, language: language,
      parameters: { FaultCatalog.parameters(of: $0, in: design.store) })
    return TesterScript(story, of: scenario, store: design.store, language).text
  }

  /// What is said from the needs on, up to what is seen, of a life with a tap.
  private func steps(
    _ plan: String = "", world: String = "", design: String = #""extends": "naive""#,
    next: String = ""
  ) throws -> String {
    let text = """
      { "name": "life", "catalog": [{ "product": "p1", "items": ["i1"] }], \(world)
        "designs": [{ "name": "d", \(design) }\(next)],
        "plan": [{ "tap": 1, "item": "i1" }\(plan)] }
      """
    let told = script(try ScenarioReader.read(Array(text.utf8), file: "s.json"))
    let lines = told.split(separator: "\n", omittingEmptySubsequences: false)
    let end = lines.firstIndex { $0.hasPrefix("What is seen") } ?? 0
    return lines[2..<(end - 1)].joined(separator: "\n")
  }

  @Test(arguments: ["storeKit1", "storeKit2", "playBilling"])
  func `every fault of a store has a tool, or is said to have none`(store: String) throws {
    var told = 0
    for kind in FaultKind.allCases {
      guard let text = try script(kind, store, .en) else { continue }
      told += 1
      let steps = text.split(separator: "\n").count { $0.contains(/^ *\d+\. \w/) }
      #expect(steps >= 3, "\(kind): \(text)")
      #expect(text.contains("      with: ") || text.contains("      no tool makes this"), "\(text)")
      let chinese = try #require(try script(kind, store, .zh))
      let names = ["license tester", "Play Billing", "Google Play"]
      expectEqual(EnglishRuns.all(in: chinese, but: names), [], "\(chinese)")
      expectEqual(chinese.count { $0 == "\n" }, text.count { $0 == "\n" })
    }
    #expect(told > 15)
  }

  @Test func `a fault without a tool says so`() throws {
    let text = try #require(try script(.payloadLoss, "storeKit2", .en))
    #expect(text.contains("\n      no tool makes this; instead: a build for the test that does so"))
  }

  private static let needs =
    "Needed: a device or simulator with StoreKit testing in Xcode, or with a sandbox account; a test backend, and an account in it."

  @Test func `calls that fail or take their time are made so before the first step`() throws {
    let calls = #"""
      "calls": [{ "name": "config", "fails": 1 }, { "name": "usual" },
        { "name": "prices", "takes": "40s", "answers": "{}" }],
      """#
    let told = try steps(world: calls)
    expectEqual(
      told,
      """
      \(Self.needs)

      Before step 1:
        let the test backend, or a proxy, fail every call 'config'
        let the test backend answer every call 'prices' with: {}
        let the test backend, or a proxy, take 40s for every call 'prices'

       1. open the app
       2. 21s later: tap Buy for 'i1', which the store sells as 'p1'
       3. 8s later: pay on the store's sheet
       4. 2s later: wait until the store has taken the money
       5. end the app and open it again, and wait some minutes, before this is judged
      """, "\(told)")
  }

  @Test func `a double tap is two taps`() throws {
    // The plan of the case F21.
    let told = try steps(#", { "fault": "doubleTap", "at": "tap", "after": "200ms" }"#)
    expectEqual(
      told,
      """
      \(Self.needs)

       1. open the app
       2. 21s later: tap Buy for 'i1', which the store sells as 'p1'
       3. 0.2s later: tap Buy for 'i1' once more
            with: two taps, as fast as that
       4. 7.8s later: pay on the store's sheet
       5. 2s later: wait until the store has taken the money
       6. 6s later: cancel the store's sheet
       7. end the app and open it again, and wait some minutes, before this is judged
      """, "\(told)")
  }

  @Test func `a new device is no app installed anew, and an app is installed anew once`() throws {
    let words = { (fault: String) in
      try steps(", { \"fault\": \"\(fault)\", \"at\": \"charge\", \"after\": \"100ms\" }")
    }
    let device = try words("newDevice")
    #expect(
      device.hasSuffix(
        """
         4. 2s later: wait until the store has taken the money
         5. 0.1s later: go on with a new device of the same user, and install the app there
              with: a second device with the same store account, or the first one erased
              when it is opened and asks, log in as before
         6. end the app and open it again, and wait some minutes, before this is judged
        """), "\(device)")
    let app = try words("reinstall")
    #expect(
      app.hasSuffix(
        """
         4. 2s later: wait until the store has taken the money
         5. 0.1s later: delete the app and install it anew
              with: the home screen, and Xcode or Android Studio
              when it is opened and asks, log in as before
         6. end the app and open it again, and wait some minutes, before this is judged
        """), "\(app)")
  }

  @Test func `an account that comes back is told when it does`() throws {
    let told = try steps(
      #", { "fault": "accountSwitch", "at": "sheet", "returns": "1m" }"#,
      design: #""extends": "zero-loss-1.2""#)
    expectEqual(
      told,
      """
      Needed: a device or simulator with StoreKit testing in Xcode, or with a sandbox account; a test backend, and in it account A, account B.

      Before step 1:
        log in as account A

       1. open the app
       2. 21s later: tap Buy for 'i1', which the store sells as 'p1'
       3. log out, and log in as account B
            at the moment behind: app: writes a record of wish 1
            with: the app itself
       4. 8s later: pay on the store's sheet
       5. 2s later: wait until the store has taken the money
       6. 50s later: log out, and log in as account A
       7. end the app and open it again, and wait some minutes, before this is judged
      """, "\(told)")
  }

  @Test func `nobody logs in in an app that is closed`() throws {
    let told = try steps(
      #"""
      , { "fault": "crash", "at": "charge" },
      { "fault": "accountSwitch", "at": "charge", "after": "30s" }
      """#)
    #expect(
      told.contains(
        """
         6. 30s later: let account B be the one that is logged in
              no tool makes this; instead: a build for the test that does so itself
         7. end the app and open it again
        """), "\(told)")
  }

  @Test func `nobody logs in in an app that is under a sheet`() throws {
    let told = try steps(#", { "fault": "accountSwitch", "at": "sheet", "after": "1s" }"#)
    #expect(
      told.contains(
        """
         3. 1s later: let account B be the one that is logged in
              at the moment behind: store: calls back purchasing for T1
              no tool makes this; instead: a build for the test that does so itself
         4. 7s later: pay
        """), "\(told)")
  }

  @Test func `a guest is logged out before the first step, and logs in without logging out`() throws
  {
    let told = try steps(
      world: #""behavior": { "guests": 1, "guestLogin": "1m" },"#,
      design: #""extends": "zero-loss-guest""#)
    #expect(told.contains("\n\nBefore step 1:\n  log out: whoever buys is a guest\n\n"), "\(told)")
    #expect(told.contains(" later: log in as account A\n"), "\(told)")
    #expect(told.contains(" and an account in it.\n"))
  }

  @Test func `an outage of all users is made with tools, also before the app is opened`() throws {
    let told = try steps(
      world: """
        "outages": [{ "of": "storeCheck", "from": "10s", "lasts": "1h" },
          { "of": "backend", "from": "0s", "lasts": "5s" }],
        """)
    #expect(
      told.contains(
        """
         1. let the backend be down, for 5s
              with: the test backend stopped, or a proxy that refuses
         2. open the app
         3. 10s later: let the store not answer the backend's check, for 1h
              with: a test backend whose requests to the store lead nowhere
         4. 11s later: tap Buy
        """), "\(told)")
  }

  @Test func `an app is updated where the case updates it`() throws {
    let told = try steps(
      #", { "fault": "appKill", "at": "charge" }"#,
      design: #""timing": "orderFirst", "updates": { "atVisit": 2, "to": "new" }"#,
      next: #", { "name": "new", "extends": "naive" }"#)
    #expect(
      told.contains(
        " later: install the app's new version, 'new', over the old one, and open it\n10. end"),
      "\(told)")
  }

  @Test(arguments: [
    (#""replyLoss""#, "let the backend's next answer to a purchase get lost on its way"),
    (
      #""replyLoss", "of": "createOrder""#,
      "let the backend's next answer to an order get lost on its way"
    ),
    (
      #""replyLoss", "of": "records""#,
      "let the backend's next answer to a question for records get lost on its way"
    ),
    (
      #""replyLoss", "of": "calls""#,
      "let the backend's next answer to another call get lost on its way"
    ),
    (#""replyLoss", "of": "any""#, "let the backend's next answer get lost on its way"),
    (
      #""payloadLoss", "from": "relaunch""#,
      "once the app is opened again, let the purchase come back without what was given with it"
    ),
    (
      #""spuriousCancel", "kills": 1, "dropsPayload": 0"#,
      "it is cancelled; end the app meanwhile; let what is completed come with what was given with it"
    ),
    (#""spuriousFailure", "dropsPayload": 1"#, "tell the app that it has failed"),
    (#""delisting""#, "take 'i1' off the backend's shelf"),
    (#""tokenExpiry", "lasts": "10m""#, "let the session expire, for 10m or until the next login"),
    (
      #""missedReplay", "lasts": "1m""#,
      "let the store not bring up by itself what is unfinished, for 1m"
    ),
    (
      #""missedReplay", "of": "query", "lasts": "1m""#,
      "let the store not answer with what is unfinished when it is asked, for 1m"
    ),
    (
      #""missedReplay", "of": ["query", "updates"], "lasts": "1m""#,
      "let the store not bring up what is unfinished, for 1m"
    ),
  ])
  func `a fault says what of it has to be made`(fault: String, words: String) throws {
    let told = try steps(
      ", { \"fault\": \(fault) }", design: #""extends": "keep-2", "store": "storeKit2""#)
    #expect(told.contains(words + "\n"), "\(told)")
  }

  @Test func `a payload that is lost on Play is said to be, since Play keeps it`() throws {
    let told = try steps(
      #", { "fault": "spuriousFailure", "dropsPayload": 1 }"#,
      design: #""extends": "keep-2", "store": "playBilling""#)
    #expect(
      told.contains("failed; let what is completed come without what was given with it\n"),
      "\(told)")
  }
}
