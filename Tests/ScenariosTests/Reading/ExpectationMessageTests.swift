import Scenarios
import TestSupport
import Testing

/// Error messages about expectations.
@Suite struct ExpectationMessageTests {
  @Test(
    arguments: [
      #"{ "design": "navie", "metric": "lostRate", "max": 0.1 }"#:
        "61: expect[0].design: unknown design 'navie'; expected naive; did you mean 'naive'?",
      #"{ "design": "naive", "metric": "lostRat", "max": 0.1 }"#:
        "80: expect[0].metric: unknown metric 'lostRat'; "
        + "expected one of lostRate, undeliveredRate, "
        + "crossedRate, misdeliveredRate, rescuedRate, recoveredRate, "
        + "recoveredInProcessRate, recoveredAfterRelaunchRate, duplicateRate, "
        + "doubleChargeRate, hungRate, refusedRate, blockedRate, ticketRate, lostSaleRate, "
        + "autoRefundedRate, autoRefundedAfterDeliveryRate, lostOrAutoRefundedRate, lostRevenue, "
        + "recoveredRevenue, badDebt, deliveryP50, deliveryP95, deliveryP99, lateRate, failedRetryRate, recoveryTime, "
        + "waitP99, refusedRequestRate, wastedWorkRate, workPerCharge, overloadLostRate or overloadLostSaleRate; "
        + "did you mean 'lostRate'?",
      #"{ "design": "naive", "metric": "lostRate" }"#:
        "49: expect[0]: no bound is given; expected 'min', 'max' or both",
      #"{ "design": "naive", "max": 0.1 }"#:
        "49: expect[0]: 'metric' is missing; expected the name of a metric",
      #"{ "metric": "lostRate", "max": 0.1 }"#:
        "49: expect[0]: 'design' is missing; expected a string",
      #"{ "design": "naive", "metric": "lostRate", "min": 2 }"#:
        "99: expect[0].min: 2 is out of range; expected a number from 0 to 1",
      #"{ "design": "naive", "metric": "lostRate", "min": 0.2, "max": 0.1 }"#:
        "111: expect[0].max: 'max' (0.1) is below 'min' (0.2); expected 'min' not above 'max'",
      #"{ "design": "naive", "metric": "deliveryP99", "max": 5 }"#:
        "102: expect[0].max: 5 has no unit; expected a duration such as '5s' "
        + "(units us, ms, s, m, h, d); did you mean '5s'?",
      #"{ "design": "naive", "metric": "lostRate", "within": "1h", "max": 0.1 }"#:
        "80: expect[0].metric: 'lostRate' has no deadline; expected 'within' without a metric",
      #"{ "design": "naive", "metric": "lateRate", "max": 0.1 }"#:
        "49: expect[0]: 'within' is missing; "
        + "expected a duration such as '5s' (units us, ms, s, m, h, d)",
      #"{ "design": "naive", "within": "15d", "max": 0.1 }"#:
        "80: expect[0].within: the deadline '15d' is after the horizon; expected at most '14d'",
      #"{ "design": "naive", "metric": "failedRetryRate", "max": 0.1 }"#:
        "49: expect[0]: 'retry' is missing; expected a whole number from 1 to 16",
      #"{ "design": "naive", "metric": "failedRetryRate", "retry": 17, "max": 0.1 }"#:
        "108: expect[0].retry: 17 is out of range; expected a whole number from 1 to 16",
      #"{ "design": "naive", "metric": "failedRetryRate", "retry": "1", "max": 0.1 }"#:
        "108: expect[0].retry: '1' is not a whole number; expected a whole number from 1 to 16",
      #"{ "design": "naive", "metric": "lostRate", "retry": 1, "max": 0.1 }"#:
        "101: expect[0].retry: 'retry' is given without its metric; expected failedRetryRate",
      #"{ "design": "naive", "retry": 1, "max": 0.1 }"#:
        "79: expect[0].retry: 'retry' is given without its metric; expected failedRetryRate",
      #"{ "design": "naive", "within": "1h", "retry": 1, "max": 0.1 }"#:
        "95: expect[0].retry: 'retry' is given without its metric; expected failedRetryRate",
      #"{ "design": "naive", "metric": "failedRetryRate", "within": "1h", "max": 0.1 }"#:
        "80: expect[0].metric: 'failedRetryRate' has no deadline; "
        + "expected 'within' without a metric",
      #"{ "metric": "lostRate", "of": "naive", "below": "naive" }"#:
        "97: expect[0].below: 'naive' is compared with itself; expected another design",
      #"{ "design": "naive", "charges": [] }"#:
        "49: expect[0]: only a case can expect charges and flags; expected a metric",
      #"{ "design": "naive", "metric": "lostRate", "max": 0.1, "product": "prodct" }"#:
        "115: expect[0].product: unknown product 'prodct'; expected product; "
        + "did you mean 'product'?",
      "5": "49: expect[0]: 5 is not allowed here; expected an object",
    ] as [String: String])
  func `an expectation names a design, a metric and a bound`(expectation: String, line: String) {
    expectEqual(problems(with: #""expect": [\#(expectation)]"#), ["s.json:1:" + line])
  }

  @Test func `an expectation on a retry that the design never makes is rejected`() {
    let found = { (design: String, retry: Int) in Self.found(design, retry) }
    expectEqual(found("keep-1", 10), [])
    expectEqual(found("beiliao", 16), [], "the last wait is repeated for ever")
    expectOnly(
      found("keep-1", 11),
      "s.json:1:110: expect[0].retry: design 'keep-1' makes only 10 retries; "
        + "expected a retry from 1 to 10")
    expectOnly(
      found("naive", 1),
      "s.json:1:108: expect[0].retry: design 'naive' makes only 0 retries; "
        + "expected a design that retries")
  }

  @Test func `retries are counted over all products`() {
    let text =
      #"{ "name": "s", "designs": ["keep-1"], "expect": [{ "design": "keep-1", "#
      + #""metric": "failedRetryRate", "retry": 1, "max": 1, "product": "product" }] }"#
    expectOnly(
      ScenariosTests.problems(text),
      "s.json:1:134: expect[0].product: retries are counted over all products; "
        + "expected an expectation without 'product'")
  }

  private static func found(_ design: String, _ retry: Int) -> [String] {
    ScenariosTests.problems(
      #"{ "name": "s", "designs": ["\#(design)"], "expect": [{ "design": "\#(design)", "#
        + #""metric": "failedRetryRate", "retry": \#(retry), "max": 0.1 }] }"#)
  }

  @Test(
    arguments: [
      #""by": 0.1, "factor": 2"#:
        "138: expect[0].factor: 'by' and 'factor' are both given; expected one of them",
      #""by": 2, "factor": 0"#:
        "123: expect[0].by: 2 is out of range; expected a number from 0 to 1",
      #""factor": 1"#:
        "127: expect[0].factor: 1 is out of range; expected a whole number from 2 to 1000",
      #""factor": 2.5"#:
        "127: expect[0].factor: 2.5 is not a whole number; expected a whole number from 2 to 1000",
      #""factr": 2"#:
        "117: expect[0]: unknown key 'factr'; expected one of metric, within, retry, of, below, by, factor "
        + "or product; did you mean 'factor'?",
    ] as [String: String])
  func `a comparison has one margin`(margin: String, line: String) {
    let lines = problems(
      #"{ "name": "s", "designs": ["naive", "keep-1"], "expect": ["#
        + #"{ "metric": "lostRate", "of": "keep-1", "below": "naive", \#(margin) }] }"#)
    expectEqual(lines.first, "s.json:1:" + line)
  }

  @Test(
    arguments: [
      #"{ "design": "naive", "flags": [] }"#:
        "73: expect[0]: 'charges' is missing; expected a list of charges",
      #"{ "design": "naive", "charges": [{ "outcome": "recoverd" }] }"#:
        "119: expect[0].charges[0].outcome: unknown value 'recoverd'; "
        + "expected one of delivered, recovered, rescued, lost or refunded; did you mean 'recovered'?",
      #"{ "design": "naive", "charges": [{ "outcome": "recovered", "kind": "crossed" }] }"#:
        "140: expect[0].charges[0].kind: a 'recovered' charge is not lost; "
        + "expected the outcome 'lost' or 'refunded'",
      #"{ "design": "naive", "charges": [{ "outcome": "lost", "kind": "delivered" }] }"#:
        "135: expect[0].charges[0].kind: a 'lost' charge is not delivered; "
        + "expected one of undelivered, crossed or misdelivered",
      #"{ "design": "naive", "charges": [{ "outcome": "refunded", "kind": "delivered", "#
        + #""dropPoint": "unboundKept" }] }"#:
        "165: expect[0].charges[0].dropPoint: a delivered charge was not lost; "
        + "expected no 'dropPoint'",
      #"{ "design": "naive", "charges": [], "flags": ["hang"] }"#:
        "119: expect[0].flags[0]: unknown value 'hang'; expected one of duplicateDelivery, "
        + "doubleCharge, hung, refused or noOrder; did you mean 'hung'?",
      #"{ "design": "naive", "charges": [], "flags": ["hung", "hung"] }"#:
        "127: expect[0].flags[1]: flag 'hung' appears twice; expected it once",
      #"{ "design": "naive", "charges": [], "metric": "lostRate" }"#:
        "109: expect[0]: unknown key 'metric'; expected one of design, charges or flags",
    ] as [String: String])
  func `an expectation of a case names charges and flags`(expectation: String, line: String) {
    let lines = problems(withPlan: #"{ "tap": 1 }], "expect": [\#(expectation)"#)
    expectEqual(lines, ["s.json:1:" + line])
  }
}
