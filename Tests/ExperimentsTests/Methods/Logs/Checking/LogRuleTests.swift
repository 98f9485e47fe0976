import EventEngine
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@testable import EventLogs
@testable import Experiments

/// Sequences of events that no log of a design contains.
@Suite struct LogRuleTests {
  /// Simulates a scenario's users under one of its designs; returns the names of broken rules.
  private func broken(_ scenario: Scenario, _ design: Design, users: Int) throws -> [String] {
    var scenario = scenario
    scenario.designs = [design]
    scenario.userCount = min(users, scenario.userCount)
    let designs = [design] + (design.update.map { [$0.design] } ?? [])
    let rules = LogRule.all.filter { rule in designs.allSatisfy(rule.binds) }
    let table = try SymptomSimulator(
      scenario: scenario, view: .complete, rules: rules,
      grounds: LogRule.RuleContext(designs: designs, skew: 0), workers: 1, stop: CancellationToken()
    ).table()
    return zip(rules, table.violatorCountsByRule).filter { $1 > 0 }.map { "\($0.name) \($1)" }
  }

  @Test(
    "rules of logs: no user of a random scenario breaks a rule",
    // The last five have lines of one millisecond in an unusual order.
    arguments: Nightly.isOn ? Array(0..<2_000) : Array(0..<60) + [438, 476, 543, 1_143, 1_742])
  func random(number: Int) throws {
    var scenarios = RandomScenarios(number: number)
    let scenario = scenarios.next().scenario
    for design in scenario.designs {
      let names = try broken(scenario, design, users: 40)
      expectEqual(names, [], "scenario \(number), \(design.name)")
    }
  }

  @Test("rules of logs: no user of a built-in design breaks a rule", arguments: BuiltInDesign.all)
  func builtIn(design: BuiltInDesign) throws {
    let text = ScenarioTemplate.faults.text(named: "faults")
    let scenario = try ScenarioReader.read(Array(text.utf8), file: "faults")
    #expect(try broken(scenario, design.design, users: Nightly.isOn ? 100_000 : 1_000) == [])
  }

  /// Lines that break a rule, and the lines with a correction; the design they belong to.
  struct Example: Sendable {
    let rule: String
    var change: @Sendable (inout Design) -> Void = { _ in }
    let wrong: String
    /// The line at which the breach is reported, from 1.
    let line: Int
    let right: String
  }

  private static let bought = """
    0 iap_purchase_click s1 p1
    100 iap_purchase_payment_added s1 p1
    2000 iap_purchase_transaction_succeed s1 t0 p1
    """

  private static let verified =
    bought + """

      2001 iap_verify_start s1 t0 p1 #0
      2500 iap_verify_succeed s1 t0 p1 #0 =delivered
      """

  private static func neverLogged(
    _ event: String, _ change: @escaping @Sendable (inout Design) -> Void
  ) -> Example {
    Example(rule: event, change: change, wrong: "0 \(event) s1", line: 1, right: bought)
  }

  static let examples = [
    Example(
      rule: "finishWithoutCallback",
      wrong: "1 iap_verify_succeed s1 t1\n2 iap_transaction_finish s1 t1", line: 2,
      right: "0 iap_purchase_transaction_succeed s0 t1\n2 iap_transaction_finish s1 t1"),
    Example(
      rule: "tryWithoutCallback", wrong: "2001 iap_verify_start s1 t0 #0\n" + bought, line: 1,
      right: verified),
    Example(
      rule: "finishWithoutReason", wrong: bought + "\n2001 iap_transaction_finish s1 t0", line: 4,
      right: verified + "\n2501 iap_transaction_finish s1 t0"),
    Example(
      rule: "finishWithoutReason", change: { $0.onRejection = .finish },
      wrong: bought + "\n2001 iap_verify_fail s1 t0\n2002 iap_transaction_finish s1 t0", line: 5,
      right: bought + "\n2001 iap_verify_reject s1 t0\n2002 iap_transaction_finish s1 t0"),
    Example(
      rule: "callbackAfterFinish",
      wrong: bought
        + "\n2001 iap_transaction_finish s1 t0\n3000 iap_purchase_transaction_succeed s2 t0",
      line: 5,
      right: bought
        + "\n2001 iap_transaction_finish s1 t0\n3000 iap_purchase_transaction_succeed s2 t1"),
    Example(
      rule: "callbackWithoutPayment",
      wrong: bought + "\n2001 iap_purchase_transaction_succeed s1 t1 p1", line: 4,
      right: bought + "\n2001 iap_purchase_transaction_succeed s1 t0 p1"),
    Example(
      rule: "paymentWithoutOrder", change: { $0.timing = .orderFirst }, wrong: bought, line: 2,
      right: "0 iap_order_succeed s1 p1\n100 iap_purchase_payment_added s1 p1"),
    Example(
      rule: "resultWithoutTry", wrong: bought + "\n2500 iap_verify_succeed s1 t0 #0", line: 4,
      right: verified),
    Example(
      rule: "resultWithoutTry",
      wrong: bought + "\n2100 iap_verify_start s1 t0 #0\n2500 iap_verify_fail s2 t0 #0", line: 5,
      right: bought + "\n2100 iap_verify_start s1 t0 #0\n2500 iap_verify_fail s1 t0 #0"),
    Example(
      rule: "retryWithoutFailure",
      wrong: bought + "\n2100 iap_verify_start s1 t0 #0\n9500 iap_retry_verify_start s1 t0 #1",
      line: 5,
      right: bought
        + "\n2100 iap_verify_start s1 t0 #0\n2200 iap_verify_fail s1 t0 #0\n9500 iap_retry_verify_start s1 t0 #1"
    ),
    Example(
      rule: "retryTooEarly", change: { $0.retry.delays = [.seconds(1)] },
      wrong: bought
        + "\n2100 iap_verify_start s1 t0 #0\n2200 iap_verify_fail s1 t0 #0\n3198 iap_retry_verify_start s1 t0 #1",
      line: 6,
      right: bought
        + "\n2100 iap_verify_start s1 t0 #0\n2200 iap_verify_fail s1 t0 #0\n3199 iap_retry_verify_start s1 t0 #1"
    ),
    Example(
      rule: "retryTooEarly",
      change: {
        $0.retry.delays = [.seconds(1)]
        $0.retry.jitter = .equal
      },
      wrong: bought
        + "\n2100 iap_verify_start s1 t0 #0\n2200 iap_verify_fail s1 t0 #0\n2698 iap_retry_verify_start s1 t0 #1",
      line: 6,
      right: bought
        + "\n2100 iap_verify_start s1 t0 #0\n2200 iap_verify_fail s1 t0 #0\n2699 iap_retry_verify_start s1 t0 #1"
    ),
    Example(
      rule: "retryBeyondLast", change: { $0.retry.delays = [.seconds(1)] },
      wrong: "0 iap_retry_verify_start s1 t0 #2", line: 1,
      right: "0 iap_retry_verify_start s1 t0 #1"),
    Example(
      rule: "exhaustedTooEarly", change: { $0.retry.delays = [.seconds(1)] },
      wrong: "0 iap_retry_exhausted s1 t0 #0", line: 1, right: "0 iap_retry_exhausted s1 t0 #1"),
    Example(
      rule: "timeoutTooEarly",
      wrong: bought
        + "\n2100 iap_verify_start s1 t0 #0\n17098 iap_verify_fail s1 t0 #0 =timeout", line: 5,
      right: bought + "\n2100 iap_verify_start s1 t0 #0\n17099 iap_verify_fail s1 t0 #0 =timeout"),
    Example(
      rule: "endedSession",
      wrong: "0 iap_purchase_click s1\n1 iap_purchase_click s2\n2 iap_purchase_click s1", line: 3,
      right: "0 iap_purchase_click s1\n1 server_verify_received\n2 iap_purchase_click s1"),
    Example(
      rule: "callbackBeforeTap", change: { $0.observer = .purchase },
      wrong: bought + "\n9000 iap_purchase_transaction_succeed s2 t1 p1", line: 4,
      right: bought
        + "\n8999 iap_purchase_click s2\n9000 iap_purchase_transaction_succeed s2 t1 p1"),
    Example(
      rule: "deliveryWithoutRequest", wrong: "0 server_delivered t0\n1001 iap_verify_start s1 t0",
      line: 1, right: bought + "\n2400 server_delivered t0"),
    Example(
      rule: "deliveryWithoutRequest",
      wrong: "0 server_delivered t0\n1001 iap_purchase_transaction_succeed s1 t0", line: 1,
      right: "0 server_delivered t0\n1000 iap_purchase_transaction_succeed s1 t0"),
    Example(
      rule: "requestWithoutTry", wrong: bought + "\n2000 server_verify_received t0", line: 4,
      right: bought + "\n2000 server_verify_received t0\n2001 iap_verify_start s1 t0"),
    Example(
      rule: "deliveredAgain",
      wrong: verified + "\n2600 server_delivered t0\n2700 server_delivered t0",
      line: 7, right: verified + "\n2600 server_delivered t0\n2700 server_delivered t1"),
    Example(
      rule: "acceptedUnchecked", wrong: verified + "\n3000 iap_verify_succeed s1 t0 =accepted",
      line: 6, right: verified),
    Example(
      rule: "duplicateUnknown", change: { $0.backend.dedupe = .none },
      wrong: verified + "\n3000 iap_verify_succeed s1 t0 =duplicate", line: 6, right: verified),
    Example(
      rule: "expiryAsError", wrong: verified + "\n3000 iap_verify_fail s1 t0 =unauthorised",
      line: 6, right: verified + "\n3000 server_verify_answered t0 =unauthorised"),
    neverLogged("iap_order_succeed") { _ in }, neverLogged("iap_order_fail") { _ in },
    neverLogged("iap_purchase_refused") { _ in }, neverLogged("iap_purchase_resumed") { _ in },
    neverLogged("iap_purchase_transaction_unbound") { $0.binding.unbound = .submit },
    neverLogged("iap_retry_exhausted") {
      $0.retry.delays = [.seconds(1)]
      $0.retry.repeatsLastDelay = true
    },
    neverLogged("iap_recovery_page_retry") { _ in },
    neverLogged("server_notification") { _ in },
    neverLogged("server_reconciled") { _ in },
    neverLogged("server_acknowledged") { _ in },
    neverLogged("server_consumed") { _ in },
  ]

  @Test(
    "rules of logs: each rule fails its wrong example and not the right one", arguments: examples)
  func example(example: Example) throws {
    var design = Design(name: "d")
    example.change(&design)
    let rule = try #require(LogRule.all.first { $0.name == example.rule })
    #expect(rule.binds(design))
    let grounds = LogRule.RuleContext(designs: [design], skew: 1_000)
    let (wrong, right) = (UserLog(example.wrong), UserLog(example.right))
    let violation = rule.violation(wrong, grounds)
    expectEqual(violation.map { wrong.entries[$0].line }, example.line)
    #expect(rule.violation(right, grounds) == nil)
  }

  @Test func `every log rule has an example, a unique name and cited rules of the domain`() {
    expectEqual(Set(Self.examples.map(\.rule)), Set(LogRule.all.map(\.name)))
    expectEqual(Set(LogRule.all.map(\.name)).count, LogRule.all.count)
    #expect(
      LogRule.all.allSatisfy { $0.violationText.contains(/\([A-Z][0-9]+(, [A-Z][0-9]+)*\)$/) })
  }

  /// A design to which a rule does not apply.
  struct Freedom: Sendable {
    let rule: String
    let change: @Sendable (inout Design) -> Void
  }

  static let freedoms = [
    Freedom(rule: "finishWithoutCallback") { $0.repurchase = .finishPending },
    Freedom(rule: "finishWithoutCallback") { $0.backend.entry = .all },
    Freedom(rule: "finishWithoutReason") { $0.finish = .onCallback },
    Freedom(rule: "paymentWithoutOrder") { $0.timing = .purchaseFirst },
    Freedom(rule: "retryTooEarly") { $0.deliveryConcurrency = .perCallback },
    Freedom(rule: "timeoutTooEarly") { $0.records.place = .server },
    Freedom(rule: "callbackBeforeTap") { $0.observer = .launch },
    Freedom(rule: "deliveryWithoutRequest") { $0.backend.receivesNotifications = true },
    Freedom(rule: "deliveredAgain") { $0.backend.dedupe = .order },
    Freedom(rule: "acceptedUnchecked") { $0.backend.verification = .asynchronous },
    Freedom(rule: "iap_order_succeed") { $0.timing = .orderFirst },
    Freedom(rule: "iap_recovery_page_retry") { $0.binding.unbound = .collect },
  ]

  @Test(arguments: freedoms)
  func `a log rule does not apply to a design that may break it`(freedom: Freedom) throws {
    var design = Design(name: "d")
    freedom.change(&design)
    let rule = try #require(LogRule.all.first { $0.name == freedom.rule })
    #expect(!rule.binds(design))
  }
}
