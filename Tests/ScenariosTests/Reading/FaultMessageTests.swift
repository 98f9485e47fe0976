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

/// Error messages about faults, plans and expectations.
@Suite struct FaultMessageTests {
  @Test(
    arguments: [
      "5": "49: faults[0]: 5 is not allowed here; expected an object with the key 'fault'",
      "{}": "49: faults[0]: 'fault' is missing; expected the name of a fault",
      #"{ "fault": 5 }"#:
        "60: faults[0].fault: 5 is not the name of a fault; expected a name such as 'crash'",
      #"{ "fault": "crush", "probability": 0 }"#:
        "60: faults[0].fault: unknown fault 'crush'; expected \(kinds); did you mean 'crash'?",
      #"{ "fault": "refund", "probability": 0, "at": "tap" }"#:
        "94: faults[0].at: there is no charge to refund at the tap; "
        + #"expected 'charge', 'callback', 'delivery' or { "step": n }"#,
      #"{ "fault": "crash" }"#:
        "49: faults[0]: 'probability' is missing; expected a number from 0 to 1",
      #"{ "fault": "crash", "probability": 2 }"#:
        "84: faults[0].probability: 2 is not a probability; expected a number from 0 to 1",
      #"{ "fault": "crash", "probability": 0, "lasts": "5s" }"#:
        "87: faults[0]: unknown key 'lasts'; "
        + "expected one of fault, probability, at, after or reopens",
      #"{ "fault": "crash", "probability": 0, "reopen": "5s" }"#:
        "87: faults[0]: unknown key 'reopen'; "
        + "expected one of fault, probability, at, after or reopens; did you mean 'reopens'?",
      #"{ "fault": "crash", "probability": 0, "at": "chrage" }"#:
        "93: faults[0].at: unknown moment 'chrage'; expected one of tap, sheet, charge, callback, "
        + "delivery or { \"step\": n }; did you mean 'charge'?",
      #"{ "fault": "crash", "probability": 0, "at": { "step": 0 } }"#:
        "103: faults[0].at.step: 0 is out of range; expected a whole number from 1 to 1000000000",
      #"{ "fault": "askToBuy", "probability": 0, "at": "charge" }"#:
        "96: faults[0].at: 'askToBuy' acts on the sheet, which is closed at the charge; "
        + "expected 'tap', 'sheet' or { \"step\": n }",
      #"{ "fault": "spuriousCancel", "probability": 0, "at": "callback" }"#:
        "102: faults[0].at: 'spuriousCancel' acts on the sheet, which is closed at the callback; "
        + "expected 'tap', 'sheet' or { \"step\": n }",
      #"{ "fault": "weakNetwork", "probability": 0, "slowdown": 0.5 }"#:
        "105: faults[0].slowdown: 0.5 is out of range; expected a number from 1 to 1000",
      #"{ "fault": "replyLoss", "probability": 0, "of": "verfiy" }"#:
        "97: faults[0].of: unknown value 'verfiy'; expected one of verify, createOrder, records, calls or "
        + "any; did you mean 'verify'?",
      #"{ "fault": "accountSwitch", "probability": 0 }], "behavior": { "accounts": 1 }, "x": ["#:
        "129: unknown key 'x'; expected one of $schema, format, name, title, seed, users, "
        + "purchasesPerUser, horizon, currency, catalog, device, store, backend, behavior, faults, "
        + "outages, calls, designs, reference, compare, plan, publishedLadder, expect, replications, "
        + "sampling, precision, sweep, fit or draws",
    ] as [String: String])
  func `a fault accepts exactly the parameters of its kind`(fault: String, line: String) {
    let lines = problems(with: #""faults": [\#(fault)]"#)
    expectEqual(lines.last, "s.json:1:" + line)
    expectEqual(lines.count, (fault.contains("accountSwitch") ? 2 : 1))
  }

  @Test func `a plan without a tap is reported together with a fault without effect`() {
    let lines = problems(with: #""plan": [{ "fault": "weakNetwork", "intent": 1, "slowdown": 1 }]"#)
    #expect(lines.count == 2 && lines.contains { $0.contains("plan: the plan has no tap") })
    #expect(lines.contains { $0.contains("plan[0].slowdown: the latencies would not be longer") })
  }

  @Test func `an account switch needs two accounts`() {
    expectOnly(
      problems(
        with: #""behavior": { "accounts": 1 }, "#
          + #""faults": [{ "fault": "accountSwitch", "probability": 0.1 }]"#),
      "s.json:1:91: faults[0].fault: 'accountSwitch' needs a second account; "
        + "expected behavior.accounts of at least 2")
  }

  @Test(
    arguments: [
      "": "46: plan: the plan has no tap; expected at least one tap",
      "5": "47: plan[0]: 5 is not allowed here; expected an object",
      #"{ "tap": 2 }"#: "47: plan[0]: tap 2 skips a number; expected at most 1 here",
      #"{ "time": "0s" }"#: "47: plan[0]: 'tap' is missing; expected a whole number from 1 to 1000",
      #"{ "tap": 1, "item": "itm" }"#:
        "67: plan[0].item: unknown item 'itm'; expected item; did you mean 'item'?",
      #"{ "tap": 1, "time": "5s" }, { "tap": 1, "time": "1s" }"#:
        "75: plan[1]: the tap at '1s' follows a tap at '5s'; expected taps in order of time",
      #"{ "tap": 1, "time": "20d" }"#:
        "47: plan[0]: the tap at '20d' is not before the horizon; "
        + "expected a time before the horizon '14d'",
      #"{ "tap": 1, "decides": "cancle" }"#:
        "70: plan[0].decides: unknown value 'cancle'; expected one of pay or cancel; "
        + "did you mean 'cancel'?",
      #"{ "tap": 1 }, { "fault": "crash", "intent": 2 }"#:
        "61: plan[1]: intent 2 has no tap; expected an intent from 1 to 1",
      #"{ "tap": 1 }, { "fault": "crash", "probability": 1 }"#:
        "81: plan[1]: unknown key 'probability'; "
        + "expected one of fault, intent, at, after or reopens",
      #"{ "tap": 1 }, { "fault": "crash", "after": { "exponential": { "mean": "3s" } } }"#:
        "90: plan[1].after: a case cannot have a distribution; "
        + "expected a constant duration such as '5s'",
      #"{ "tap": 1 }, { "fault": "askToBuy", "approves": 0.5 }"#:
        "96: plan[1].approves: a case cannot have the probability 0.5; expected 0 or 1",
      #"{ "tap": 1 }], "users": 5, "title": ["#:
        "71: users: 'users' is not allowed in a case; expected a plan for one user",
      #"{ "tap": 1 }], "purchasesPerUser": 1, "title": ["#:
        "82: purchasesPerUser: 'purchasesPerUser' is not allowed in a case; "
        + "expected a plan for one user",
      #"{ "tap": 1 }], "faults": [], "title": ["#:
        "72: faults: 'faults' is not allowed in a case; expected a plan for one user",
      #"{ "tap": 1 }], "behavior": { "cancels": 0 }, "title": ["#:
        "87: behavior.cancels: 'cancels' is not allowed in a case; "
        + "expected taps and decisions in 'plan'",
      #"{ "tap": 1 }], "behavior": { "evicted": 0.5 }, "title": ["#:
        "87: behavior.evicted: a case cannot have the probability 0.5; expected 0 or 1",
    ] as [String: String])
  func `a plan has the taps of one user and faults with constants`(plan: String, line: String) {
    let lines = problems(withPlan: plan)
    expectEqual(lines.first, "s.json:1:" + line)
    expectEqual(lines.count, (plan.contains("title") ? 2 : 1))
  }

  @Test func `taps with the same number are the same intent for the same item`() {
    let text =
      #"{ "name": "s", "designs": ["naive"], "catalog": [{ "product": "p", "items": ["a", "b"] }], "#
      + #""plan": [{ "tap": 1, "item": "b" }, { "tap": 1, "item": "a" }] }"#
    expectOnly(
      problems(text),
      "s.json:1:148: plan[1].item: tap 1 repeats an intent for 'b'; "
        + "expected the same item or a new number")
  }

  @Test func `a fault that no design's store has is rejected at its position`() {
    let faults = #""faults": [{ "fault": "serviceDisconnect", "probability": 0.1 }]"#
    expectOnly(
      problems(#"{ "name": "s", "designs": ["naive", "sk2-token"], \#(faults) }"#),
      "s.json:1:73: faults[0].fault: 'serviceDisconnect' cannot occur in the store of any "
        + "design; expected a design with the store playBilling")
    expectEqual(problems(#"{ "name": "s", "designs": ["naive", "play-rtdn"], \#(faults) }"#), [])
    expectOnly(
      problems(withPlan: #"{ "tap": 1 }, { "fault": "taskCancelled" }"#),
      "s.json:1:72: plan[1].fault: 'taskCancelled' cannot occur in the store of any design; "
        + "expected a design with the store storeKit2 or playBilling")
  }
}
