import PurchaseWorld
import Scenarios
import TestSupport
import Testing

private let kinds =
  "one of crash, appKill, accountSwitch, networkLoss, weakNetwork, replyLoss, spuriousCancel, "
  + "spuriousFailure, payloadLoss, duplicateCallback, missedCallback, reinstall, newDevice, "
  + "askToBuy, delisting, tokenExpiry, staleReceipt, backendOutage, storeCheckOutage, doubleTap, "
  + "refund, taskCancelled, missedReplay, unverified, serviceDisconnect, missedNotification or "
  + "lateNotification"

/// What a user reads about mistakes in faults, plans and expectations.
@Suite struct FaultMessageTests {
  @Test(arguments: [
    ("5", "49: faults[0]: 5 does not fit here; expected an object with the key 'fault'"),
    ("{}", "49: faults[0]: 'fault' is missing; expected the name of a fault"),
    (
      #"{ "fault": 5 }"#,
      "60: faults[0].fault: 5 is not the name of a fault; expected a name such as 'crash'"
    ),
    (
      #"{ "fault": "crush", "probability": 0 }"#,
      "60: faults[0].fault: unknown fault 'crush'; expected \(kinds); did you mean 'crash'?"
    ),
    (
      #"{ "fault": "refund", "probability": 0, "at": "tap" }"#,
      "94: faults[0].at: there is nothing to give back at the tap; "
        + #"expected 'charge', 'callback', 'delivery' or { "step": n }"#
    ),
    (
      #"{ "fault": "crash" }"#,
      "49: faults[0]: 'probability' is missing; expected a number from 0 to 1"
    ),
    (
      #"{ "fault": "crash", "probability": 2 }"#,
      "84: faults[0].probability: 2 is not a probability; expected a number from 0 to 1"
    ),
    (
      #"{ "fault": "crash", "probability": 0, "lasts": "5s" }"#,
      "87: faults[0]: unknown key 'lasts'; expected one of fault, probability, at, after or reopens"
    ),
    (
      #"{ "fault": "crash", "probability": 0, "reopen": "5s" }"#,
      "87: faults[0]: unknown key 'reopen'; "
        + "expected one of fault, probability, at, after or reopens; did you mean 'reopens'?"
    ),
    (
      #"{ "fault": "crash", "probability": 0, "at": "chrage" }"#,
      "93: faults[0].at: unknown moment 'chrage'; expected one of tap, sheet, charge, callback, "
        + "delivery or { \"step\": n }; did you mean 'charge'?"
    ),
    (
      #"{ "fault": "crash", "probability": 0, "at": { "step": 0 } }"#,
      "103: faults[0].at.step: 0 is out of range; expected a whole number from 1 to 1000000000"
    ),
    (
      #"{ "fault": "askToBuy", "probability": 0, "at": "charge" }"#,
      "96: faults[0].at: 'askToBuy' acts on a sheet, which is gone at the charge; "
        + "expected 'tap', 'sheet' or { \"step\": n }"
    ),
    (
      #"{ "fault": "spuriousCancel", "probability": 0, "at": "callback" }"#,
      "102: faults[0].at: 'spuriousCancel' acts on a sheet, which is gone at the callback; "
        + "expected 'tap', 'sheet' or { \"step\": n }"
    ),
    (
      #"{ "fault": "weakNetwork", "probability": 0, "slowdown": 0.5 }"#,
      "105: faults[0].slowdown: 0.5 is out of range; expected a number from 1 to 1000"
    ),
    (
      #"{ "fault": "replyLoss", "probability": 0, "of": "verfiy" }"#,
      "97: faults[0].of: unknown value 'verfiy'; expected one of verify, createOrder, records, calls or "
        + "any; did you mean 'verify'?"
    ),
    (
      #"{ "fault": "accountSwitch", "probability": 0 }], "behavior": { "accounts": 1 }, "x": ["#,
      "129: unknown key 'x'; expected one of $schema, format, name, title, seed, users, "
        + "purchasesPerUser, horizon, currency, catalog, device, store, backend, behavior, faults, "
        + "outages, calls, designs, reference, compare, plan, publishedLadder, expect, replications, "
        + "sampling, precision, sweep, fit or draws"
    ),
  ])
  func `a fault takes exactly the parameters of its kind`(fault: String, line: String) {
    let lines = problems(with: #""faults": [\#(fault)]"#)
    expectEqual(lines.last, "s.json:1:" + line)
    expectEqual(lines.count, (fault.contains("accountSwitch") ? 2 : 1))
  }

  @Test func `a plan without a tap is told beside a fault that changes nothing`() {
    let lines = problems(with: #""plan": [{ "fault": "weakNetwork", "intent": 1, "slowdown": 1 }]"#)
    #expect(lines.count == 2 && lines.contains { $0.contains("plan: a plan without a tap") })
    #expect(lines.contains { $0.contains("plan[0].slowdown: latencies that are not longer") })
  }

  @Test func `a switch of accounts needs two`() {
    expectEqual(
      problems(
        with: #""behavior": { "accounts": 1 }, "#
          + #""faults": [{ "fault": "accountSwitch", "probability": 0.1 }]"#),
      [
        "s.json:1:91: faults[0].fault: 'accountSwitch' needs another account; "
          + "expected behavior.accounts of at least 2"
      ])
  }

  @Test(arguments: [
    ("", "46: plan: a plan without a tap; expected at least one tap"),
    ("5", "47: plan[0]: 5 does not fit here; expected an object"),
    (#"{ "tap": 2 }"#, "47: plan[0]: tap 2 leaves out a number; expected at most 1 here"),
    (#"{ "time": "0s" }"#, "47: plan[0]: 'tap' is missing; expected a whole number from 1 to 1000"),
    (
      #"{ "tap": 1, "item": "itm" }"#,
      "67: plan[0].item: unknown item 'itm'; expected item; did you mean 'item'?"
    ),
    (
      #"{ "tap": 1, "time": "5s" }, { "tap": 1, "time": "1s" }"#,
      "75: plan[1]: a tap at '1s' after one at '5s'; expected taps in order of time"
    ),
    (
      #"{ "tap": 1, "time": "20d" }"#,
      "47: plan[0]: a tap at '20d'; expected a time before the horizon '14d'"
    ),
    (
      #"{ "tap": 1, "decides": "cancle" }"#,
      "70: plan[0].decides: unknown value 'cancle'; expected one of pay or cancel; "
        + "did you mean 'cancel'?"
    ),
    (
      #"{ "tap": 1 }, { "fault": "crash", "intent": 2 }"#,
      "61: plan[1]: no tap belongs to intent 2; expected an intent from 1 to 1"
    ),
    (
      #"{ "tap": 1 }, { "fault": "crash", "probability": 1 }"#,
      "81: plan[1]: unknown key 'probability'; "
        + "expected one of fault, intent, at, after or reopens"
    ),
    (
      #"{ "tap": 1 }, { "fault": "crash", "after": { "exponential": { "mean": "3s" } } }"#,
      "90: plan[1].after: a distribution in a case; expected a constant duration such as '5s'"
    ),
    (
      #"{ "tap": 1 }, { "fault": "askToBuy", "approves": 0.5 }"#,
      "96: plan[1].approves: a probability of 0.5 in a case; expected 0 or 1"
    ),
    (
      #"{ "tap": 1 }], "users": 5, "title": ["#,
      "71: users: 'users' has no meaning in a case; expected a plan for one user"
    ),
    (
      #"{ "tap": 1 }], "purchasesPerUser": 1, "title": ["#,
      "82: purchasesPerUser: 'purchasesPerUser' has no meaning in a case; "
        + "expected a plan for one user"
    ),
    (
      #"{ "tap": 1 }], "faults": [], "title": ["#,
      "72: faults: 'faults' has no meaning in a case; expected a plan for one user"
    ),
    (
      #"{ "tap": 1 }], "behavior": { "cancels": 0 }, "title": ["#,
      "87: behavior.cancels: 'cancels' has no meaning in a case; "
        + "expected taps and decisions in 'plan'"
    ),
    (
      #"{ "tap": 1 }], "behavior": { "evicted": 0.5 }, "title": ["#,
      "87: behavior.evicted: a probability of 0.5 in a case; expected 0 or 1"
    ),
  ])
  func `a plan is one user's taps in order and faults with constants`(plan: String, line: String) {
    let lines = problems(withPlan: plan)
    expectEqual(lines.first, "s.json:1:" + line)
    expectEqual(lines.count, (plan.contains("title") ? 2 : 1))
  }

  @Test func `the same tap number is the same wish for the same item`() {
    let text =
      #"{ "name": "s", "designs": ["naive"], "catalog": [{ "product": "p", "items": ["a", "b"] }], "#
      + #""plan": [{ "tap": 1, "item": "b" }, { "tap": 1, "item": "a" }] }"#
    expectEqual(
      problems(text),
      [
        "s.json:1:148: plan[1].item: tap 1 is the same wish as before, for 'b'; "
          + "expected the same item or a new number"
      ])
  }

  @Test func `a fault that no design's store knows is refused where it stands`() {
    let faults = #""faults": [{ "fault": "serviceDisconnect", "probability": 0.1 }]"#
    expectEqual(
      problems(#"{ "name": "s", "designs": ["naive", "sk2-token"], \#(faults) }"#),
      [
        "s.json:1:73: faults[0].fault: 'serviceDisconnect' is a fault which no design's store "
          + "knows; expected a design with the store playBilling"
      ])
    expectEqual(problems(#"{ "name": "s", "designs": ["naive", "play-rtdn"], \#(faults) }"#), [])
    expectEqual(
      problems(withPlan: #"{ "tap": 1 }, { "fault": "taskCancelled" }"#),
      [
        "s.json:1:72: plan[1].fault: 'taskCancelled' is a fault which no design's store knows; "
          + "expected a design with the store storeKit2 or playBilling"
      ])
  }
}
