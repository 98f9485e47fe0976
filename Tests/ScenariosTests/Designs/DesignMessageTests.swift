import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// The problems of a scenario that is valid except for a design, without the name of the file.
private func designProblems(_ design: String) -> [String] {
  problems(#"{ "name": "s", "designs": [\#(design)] }"#).map { String($0.dropFirst(9)) }
}

/// Error messages about designs.
@Suite struct DesignMessageTests {
  @Test(
    arguments: [
      "5":
        "28: designs[0]: 5 is not allowed here; "
        + "expected the name of a built-in design or an object",
      #""naive", "naive""#:
        "37: designs[1]: design 'naive' appears twice; expected each design once",
      #"{ "name": "naive" }"#:
        "38: designs[0].name: 'naive' is a built-in design; expected a unique name",
      #"{ "name": "x", "finish": "onCallbak" }"#:
        "53: designs[0].finish: unknown value 'onCallbak'; "
        + "expected one of onCallback, afterSubmission or afterVerification; "
        + "did you mean 'onCallback'?",
      #"{ "name": "x", "finish": true }"#:
        "53: designs[0].finish: true is not allowed here; "
        + "expected one of onCallback, afterSubmission or afterVerification",
      #"{ "name": "x", "records": { "inn": "memory" } }"#:
        "56: designs[0].records: unknown key 'inn'; expected one of in, at, key, match or clearOn; "
        + "did you mean 'in'?",
      #"{ "name": "x", "fnish": "onCallback" }"#:
        "43: designs[0]: unknown key 'fnish'; expected one of name, title, from, extends, abstract, vary, updates, client, scheduling, interleaving, "
        + "store, sources, timing, orderRequest, payload, finish, onRejection, onFailed, onDeferred, "
        + "unverified, acknowledge, onAlreadyOwned, reconnect, observer, ledger, queue, ui, repurchase, recognisesExpiry, guest, records, binding, "
        + "retry or server; did you mean 'finish'?",
      #"{ "name": "x", "records.at": ["payment", "payment"] }"#:
        "69: designs[0].records.at[1]: 'payment' appears twice; expected it once",
      #"{ "name": "x", "records": { "in": "memory" }, "records.in": "sandbox" }"#:
        "74: designs[0]: axis 'records.in' is given twice; expected it once (first on line 1)",
      #"{ "name": "x", "retry": { "timeout": "0s" } }"#:
        "65: designs[0].retry.timeout: '0s' is too short; expected a duration above 0",
      #"{ "name": "x", "retry": { "delays": "5s" } }"#:
        "64: designs[0].retry.delays: '5s' is not a list; "
        + "expected a list of durations such as '5s'",
      #"{ "name": "x", "server": { "attempts": 0 } }"#:
        "67: designs[0].server.attempts: 0 is out of range; expected a whole number from 1 to 1000",
    ] as [String: String])
  func `a design accepts exactly its axes and their values`(design: String, line: String) {
    expectEqual(designProblems(design), [line])
  }

  @Test func `a reconciliation period below one minute is rejected`() {
    expectOnly(
      designProblems(#"{ "name": "x", "server.reconciliation": "59s" }"#),
      "68: designs[0].server.reconciliation: design 'x' fetches charges more often than "
        + "once a minute; expected a period of at least 1m, or null")
    expectEqual(designProblems(#"{ "name": "x", "server.reconciliation": "1m" }"#), [])
    expectEqual(designProblems(#"{ "name": "x", "server.reconciliation": null }"#), [])
  }

  @Test(
    arguments: [
      #"{ "name": "x", "store": "storeKit3" }"#:
        "52: designs[0].store: unknown value 'storeKit3'; "
        + "expected one of storeKit1, storeKit2 or playBilling; did you mean 'storeKit1'?",
      #"{ "name": "x", "unverified": "submit" }"#:
        "57: designs[0].unverified: design 'x' has 'unverified', which does not apply to storeKit1"
        + "; expected no 'unverified', or store storeKit2",
      #"{ "name": "x", "store": "storeKit2", "server.completes": "consume" }"#:
        "85: designs[0].server.completes: design 'x' has 'server.completes', which does not apply "
        + "to storeKit2; expected no 'server.completes', or store playBilling",
      #"{ "name": "x", "sources": ["result"] }"#:
        "54: designs[0].sources: design 'x' has 'sources', which does not apply to storeKit1; "
        + "expected no 'sources', or store storeKit2 or playBilling",
      #"{ "name": "x", "store": "playBilling", "sources": [] }"#:
        "78: designs[0].sources: design 'x' receives purchases by no route; "
        + "expected at least one route",
      #"{ "name": "x", "store": "playBilling", "onFailed": "keep" }"#:
        "79: designs[0].onFailed: design 'x' has 'onFailed', which does not apply to playBilling; "
        + "expected no 'onFailed', or store storeKit1",
      #"{ "name": "x", "extends": "sk2-token", "store": "playBilling" }"#:
        "76: designs[0].store: design 'x' has 'unverified', which does not apply to playBilling; "
        + "expected no 'unverified', or store storeKit2",
    ] as [String: String])
  func `an axis that the store does not read must have its default`(design: String, line: String) {
    expectEqual(designProblems(design), [line])
  }

  @Test func `a design of StoreKit 1 is valid on every store unchanged`() {
    for design in BuiltInDesign.all.map(\.design) where design.store == .storeKit1 {
      for store in ["storeKit2", "playBilling"] {
        let text = #"{ "name": "x", "extends": "\#(design.name)", "store": "\#(store)" }"#
        expectEqual(designProblems(text), [], "\(design.name)")
      }
    }
  }

  @Test(
    arguments: [
      #"{ "name": "x", "server.verification": "asynchronous" }"#:
        "66: designs[0].server.verification: design 'x' finishes afterVerification, but "
        + "with asynchronous verification the client gets no result; "
        + "expected finish onCallback or afterSubmission",
      #"{ "name": "x", "retry": { "delays": ["5s", "0s"], "repeatLast": true } }"#:
        "64: designs[0].retry.delays: design 'x' repeats a last delay of 0; "
        + "expected a last delay above 0",
      #"{ "name": "x", "retry.repeatLast": true }"#:
        "63: designs[0].retry.repeatLast: design 'x' repeats its last delay but has no delays; "
        + "expected a last delay above 0",
      #"{ "name": "x", "payload": "order" }"#:
        "54: designs[0].payload: design 'x' passes an order to the store before it has one "
        + "(purchaseFirst); expected timing orderFirst, or another payload",
      #"{ "name": "x", "extends": "singleton-async", "finish": "afterVerification" }"#:
        "83: designs[0].finish: design 'x' finishes afterVerification, but with asynchronous "
        + "verification the client gets no result; expected finish onCallback or afterSubmission",
    ] as [String: String])
  func `contradictory axes are rejected at their position`(design: String, line: String) {
    expectEqual(designProblems(design), [line])
  }

  @Test func `an unknown design to extend is rejected with the nearest name`() {
    let lines = designProblems(
      #"{ "name": "mine", "extends": "naive" }, { "name": "x", "extends": "mine2" }"#)
    expectEqual(lines.count, 1)
    expectEqual(
      lines[0],
      "94: designs[1].extends: unknown design 'mine2'; expected a built-in design "
        + "or an earlier design of this file; did you mean 'mine'?")
  }

  @Test(
    arguments: [
      #"{ "name": "x", "vary": {} }"#:
        "51: designs[0].vary: no axis is varied; expected at least one axis",
      #"{ "name": "x", "vary": { "finish": [] } }"#:
        "63: designs[0].vary.finish: the list of values is empty; expected at least one value",
      #"{ "name": "x", "vary": { "finish": "onCallback" } }"#:
        "63: designs[0].vary.finish: 'onCallback' is not allowed here; expected a list of values",
      #"{ "name": "x", "vary": { "finish": ["onCallback", "later"] } }"#:
        "78: designs[0].vary.finish[1]: unknown value 'later'; "
        + "expected one of onCallback, afterSubmission or afterVerification",
      #"{ "name": "x", "vary": { "finish": ["onCallback", "onCallback"] } }"#:
        "28: designs[0]: design 'x finish=onCallback' appears twice; expected each design once",
      #"{ "name": "x", "finish": "onCallback", "vary": { "finish": ["onCallback"] } }"#:
        "77: designs[0].vary: axis 'finish' is given and varied; expected only one of the two",
      #"{ "name": "x", "finish": "onCallback", "#
        + #""vary": { "server.verification": ["asynchronous"], "payload": ["none", "order"] } }"#:
        "129: designs[0].vary.payload: design 'x server.verification=asynchronous payload=order' "
        + "passes an order to the store before it has one (purchaseFirst); "
        + "expected timing orderFirst, or another payload",
      #"{ "name": "x", "vary": { "server.attempts": [\#(numbers)], "#
        + #""server.attemptInterval": [\#(durations)] } }"#:
        "51: designs[0].vary: the grid has more than 1000 designs; expected fewer values",
    ] as [String: String])
  func `a grid varies axes over lists of values, within a limit`(design: String, line: String) {
    expectEqual(designProblems(design), [line])
  }

  private static let numbers = (1...101).map(String.init).joined(separator: ", ")
  private static let durations = (1...10).map { "\"\($0)s\"" }.joined(separator: ", ")

  @Test func `an unknown axis to vary is rejected with the nearest name`() {
    let lines = designProblems(#"{ "name": "x", "vary": { "record.in": ["memory"] } }"#)
    expectEqual(lines.count, 1)
    #expect(lines[0].hasPrefix("53: designs[0].vary: unknown axis 'record.in'; expected one of "))
    #expect(
      lines[0].hasSuffix("server.reconciliation or server.completes; did you mean 'records.in'?"))
  }

  @Test func `an invalid design is not also reported as unknown`() {
    let lines = problems(
      #"{ "name": "s", "designs": [{ "name": "x", "finish": 5 }, { "name": "y", "extends": "x" }], "#
        + #""expect": [{ "design": "x", "metric": "lostRate", "max": 1 }] }"#)
    expectEqual(lines.count, 1)
  }
}
