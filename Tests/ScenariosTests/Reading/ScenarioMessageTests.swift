import Scenarios
import TestSupport
import Testing

private let nameWords =
  "a name of at most 100 letters, digits, '-', '_' or '.', not beginning with '.'"
private let durationWords = "a duration such as '5s' (units us, ms, s, m, h, d)"

/// Error messages about everything except designs, faults, expectations and plans.
@Suite struct ScenarioMessageTests {
  @Test func `all problems of a file are listed at once, in order of position`() {
    let text = """
      {
        "name": "flaky",
        "seed": 1, "sede": 2,
        "designs": ["keep-1", "keep-4"],
        "horizon": 14,
        "behavior": { "neverReturns": 1.4, "patience": "30" },
        "seed": 2
      }
      """
    let designs =
      "naive, zero-loss-legacy, zero-loss-1.0, zero-loss-1.1, zero-loss-1.2, zero-loss-1.3, "
      + "zero-loss-guest, beiliao, beiliao-coarse, leo, zhangtielei, singleton-async, bound-sync, keep-original, "
      + "keep-1, keep-2, keep-3, ledger-before, ledger, sk2-naive, sk2-sample, sk2-token, sk2-server, "
      + "sk2-revenuecat, sk2-rn-iap, play-naive, play-sample, play-ack-first, play-server-ack, "
      + "play-rtdn, play-revenuecat, play-rn-iap or play-flutter"
    let keys =
      "$schema, format, name, title, seed, users, purchasesPerUser, horizon, currency, catalog, "
      + "device, store, backend, behavior, faults, outages, calls, designs, reference, compare, plan, "
      + "publishedLadder, expect, replications, sampling, precision, sweep, fit or draws"
    expectEqual(
      problems(text),
      [
        "s.json:3:14: unknown key 'sede'; expected one of \(keys); did you mean 'seed'?",
        "s.json:4:25: designs[1]: unknown design 'keep-4'; expected one of \(designs); "
          + "did you mean 'keep-1'?",
        "s.json:5:14: horizon: 14 has no unit; expected \(durationWords); did you mean '14s'?",
        "s.json:6:33: behavior.neverReturns: 1.4 is not a probability; "
          + "expected a number from 0 to 1",
        "s.json:6:50: behavior.patience: '30' has no unit; expected \(durationWords); "
          + "did you mean '30s'?",
        "s.json:7:3: key 'seed' is given twice; expected it once (first on line 3)",
      ])
  }

  @Test(arguments: [
    ("[3]", "59: publishedLadder: the length of the ladder is 1; expected 2 to 17 numbers"),
    ("[3, 2, 4]", "66: publishedLadder[2]: 4 follows 2; expected at most the previous number"),
    (
      "[3, 0]",
      "63: publishedLadder[1]: 0 is out of range; expected a whole number from 1 to 1000000000"
    ),
    ("3", "59: publishedLadder: 3 is not allowed here; expected a list of numbers"),
  ])
  func `the counts of a published ladder must decrease`(ladder: String, line: String) {
    let text =
      #"{ "name": "s", "designs": ["naive"], "publishedLadder":   "# + ladder + " }"
    expectEqual(problems(text), ["s.json:1:" + line])
  }

  @Test(
    arguments: [
      "": "s.json:1:1: the text is empty; expected a JSON value",
      "[]": "s.json:1:1: a list is not a scenario; expected an object",
      #"{ "name": NaN }"#:
        "s.json:1:11: unknown word 'NaN'; "
        + "expected null, true, false, a number or a string in double quotes",
      #"{ "name": "a", "users": 1e999 }"#:
        "s.json:1:25: the number '1e999' is too large; expected a number of at most 1.8e308",
      String(repeating: "[", count: 100_000):
        "s.json:1:65: lists and objects are nested too deeply; expected at most 64 levels",
    ] as [String: String])
  func `a text that is not a scenario is one problem`(text: String, line: String) {
    expectEqual(problems(text), [line])
  }

  @Test func `name and designs are required`() {
    expectEqual(
      problems("{}"),
      [
        "s.json:1:1: 'name' is missing; expected \(nameWords)",
        "s.json:1:1: 'designs' is missing; expected a list of designs",
      ])
  }

  @Test(arguments: [
    (#""""#, "''"), (#""../x""#, "'../x'"), (#""a/b""#, "'a/b'"), (#"".hidden""#, "'.hidden'"),
    (#""a\u001b[2Jb""#, #"'a\u{1b}[2Jb'"#), (#""a\u0000""#, #"'a\u{0}'"#), (#""ä""#, "'ä'"),
    (#""a b""#, "'a b'"), ("\"" + String(repeating: "a", count: 101) + "\"", "'\(long)'"),
  ])
  func `a name that is not a safe folder name is rejected`(name: String, shown: String) {
    expectEqual(
      problems(#"{ "name": \#(name), "designs": ["naive"] }"#),
      ["s.json:1:11: name: \(shown) cannot be a name; expected \(nameWords)"])
  }

  private static let thousand = String(repeating: "0, ", count: 1_000)
  private static let long = String(repeating: "a", count: 57) + "…"

  @Test(arguments: [
    ("5", "5 has no unit; expected \(durationWords); did you mean '5s'?"),
    (#""5""#, "'5' has no unit; expected \(durationWords); did you mean '5s'?"),
    (#""-5s""#, "'-5s' is negative; expected \(durationWords)"),
    ("-3", "-3 is negative and has no unit; expected \(durationWords)"),
    (#""5w""#, "'5w' has the unknown unit 'w'; expected one of us, ms, s, m, h or d"),
    (#""36525.1d""#, "'36525.1d' is too long; expected at most 100 years ('36525d')"),
    (
      #""99999999999999999999999s""#,
      "'99999999999999999999999s' is too long; expected at most 100 years ('36525d')"
    ),
    (#""0s""#, "'0s' is too short; expected a duration above 0"),
    (#""soon""#, "'soon' is not a duration; expected \(durationWords)"),
    (#""1.5.2s""#, "'1.5.2s' is not a duration; expected \(durationWords)"),
    (#"".5s""#, "'.5s' is not a duration; expected \(durationWords)"),
    (#""+5s""#, "'+5s' is not a duration; expected \(durationWords)"),
    (#""""#, "'' is not a duration; expected \(durationWords)"),
    ("true", "true is not a duration; expected \(durationWords)"),
    ("null", "null is not a duration; expected \(durationWords)"),
    (#"["5s"]"#, "a list is not a duration; expected \(durationWords)"),
  ])
  func `a duration needs a number and a unit, and is at most a hundred years`(
    value: String, message: String
  ) { expectEqual(problems(with: #""horizon": \#(value)"#), ["s.json:1:49: horizon: \(message)"]) }

  @Test(
    arguments: [
      #""users": 0"#: "47: users: 0 is out of range; expected a whole number from 1 to 1000000000",
      #""users": "5""#:
        "47: users: '5' is not a whole number; expected a whole number from 1 to 1000000000",
      #""users": 1.5"#:
        "47: users: 1.5 is not a whole number; expected a whole number from 1 to 1000000000",
      #""users": 1e30"#:
        "47: users: 1e+30 is out of range; expected a whole number from 1 to 1000000000",
      #""seed": 9223372036854775808"#:
        "46: seed: 9.223372036854776e+18 is out of range; "
        + "expected a whole number from 0 to 9223372036854775807",
      #""purchasesPerUser": 11"#:
        "58: purchasesPerUser: 11 is out of range; expected a whole number from 1 to 10",
      #""format": 2"#: "48: format: 2 is out of range; expected 1",
      #""title": 5"#: "47: title: 5 is not a string; expected a string",
      #""title": "\u0007""#:
        #"47: title: '\u{7}' contains control characters; expected a string without control characters"#,
      #""device": []"#: "48: device: a list is not allowed here; expected an object",
      #""store": { "usesLink": 1 }"#:
        "61: store.usesLink: 1 is not true or false; expected true or false",
      #""store": { "repurchaseReplays": "often" }"#:
        "70: store.repurchaseReplays: 'often' is not a probability; expected a number from 0 to 1",
      #""behavior": { "gap": "10ms" }"#:
        "59: behavior.gap: the median '10ms' is too short; expected a median of at least '1s'",
      #""behavior": { "reacts": { "retap": 0.7, "support": 0.5 } }"#:
        "62: behavior.reacts: the shares add up to 1.2; expected shares that add up to 1",
      #""behavior": { "reacts": { "retpa": 1 } }"#:
        "64: behavior.reacts: unknown key 'retpa'; "
        + "expected one of nothing, retap, relaunch, reinstall or support; did you mean 'retap'?",
      #""users": 1000000000, "catalog": [{ "product": "p", "price": 100000000 }]"#:
        "47: users: the payments of 1000000000 users could exceed the countable amount; "
        + "expected at most 922337203 users at these prices",
      #""outages": [\#(thousand)0]"#:
        "49: outages: the list has 1001 elements; expected at most 1000",
      #""title": "\#(String(repeating: "a", count: 4_001))""#:
        "47: title: '\(long)' is too long; expected a string of at most 4000 bytes",
      #""outages": 5"#: "49: outages: 5 is not allowed here; expected a list of outages",
      #""outages": [{ "of": "backnd", "from": "1d", "lasts": "1h" }]"#:
        "58: outages[0].of: unknown value 'backnd'; expected one of backend or storeCheck; "
        + "did you mean 'backend'?",
    ] as [String: String])
  func `a value of the wrong type or out of range is rejected`(members: String, line: String) {
    expectEqual(problems(with: members), ["s.json:1:" + line])
  }

  @Test(
    arguments: [
      "[]": "49: catalog: the catalog is empty; expected at least one product",
      #"[{ "product": "p", "items": [] }]"#:
        "77: catalog[0].items: the list of items is empty; expected at least one item",
      #"[{ "product": "p", "items": "a" }]"#:
        "77: catalog[0].items: 'a' is not allowed here; expected a list of items",
      #"[{ "product": "p", "items": ["a", 5] }]"#:
        "83: catalog[0].items[1]: 5 is not a string; expected a string",
      #"[{ "product": "p", "items": ["a", { "weight": 2 }] }]"#:
        "83: catalog[0].items[1]: 'item' is missing; expected a string",
      #"[{ "product": "p", "items": [{ "item": "a", "weight": 0 }] }]"#:
        "103: catalog[0].items[0].weight: 0 is out of range; expected a whole number from 1 to 1000000",
      #"[{ "product": "p", "items": ["a", { "item": "a", "weight": 2 }] }]"#:
        "93: catalog[0].items[1].item: item 'a' appears twice; expected a unique name",
      #"[{ "product": "p" }, { "product": "p", "items": ["a"] }]"#:
        "83: catalog[1].product: product 'p' appears twice; expected a unique name",
      #"[{ "product": "p", "items": ["a", "b"] }, { "product": "a" }]"#:
        "104: catalog[1].product: item 'a' appears twice; expected a unique name",
      #"[{ "product": "" }]"#:
        "63: catalog[0].product: '' cannot be a name here; "
        + "expected a string of 1 to 100 characters",
      #"[{ "product": "p", "type": "consumabel" }]"#:
        "76: catalog[0].type: unknown value 'consumabel'; "
        + "expected one of consumable or nonRenewing; did you mean 'consumable'?",
      #"[{ "product": "p", "price": 6.5 }]"#:
        "77: catalog[0].price: 6.5 is not a whole number of minor units; "
        + "expected a whole number, or a 'currency' that has decimals",
      #"[{ "product": "p", "price": -1 }]"#:
        "77: catalog[0].price: -1 is out of range; expected a number from 0 to 100000000",
      #"[{ "product": "p", "storePrice": "5" }]"#:
        "82: catalog[0].storePrice: '5' is not a number; expected a number from 0 to 100000000",
    ] as [String: String])
  func `products and items have unique names`(catalog: String, line: String) {
    expectEqual(problems(with: #""catalog": \#(catalog)"#), ["s.json:1:" + line])
  }

  @Test(
    arguments: [
      #"{ "lognormal": { "median": "8s" } }"#:
        "76: behavior.sheet.lognormal: 'sigma' is missing; expected a number from 0 to 10",
      #"{ "lognormal": { "median": "8s", "sigma": 11 } }"#:
        "103: behavior.sheet.lognormal.sigma: 11 is out of range; expected a number from 0 to 10",
      #"{ "uniform": { "from": "8s", "to": "2s" } }"#:
        "74: behavior.sheet.uniform: 'from' (8s) is above 'to' (2s); "
        + "expected 'from' not above 'to'",
      #"{ "weibull": { "scale": "8s", "shape": 0 } }"#:
        "100: behavior.sheet.weibull.shape: 0 is out of range; expected a number from 0.05 to 100",
      #"{ "exponential": { "mean": 3 } }"#:
        "88: behavior.sheet.exponential.mean: 3 has no unit; expected \(durationWords); "
        + "did you mean '3s'?",
      #"{ "uniforn": {} }"#:
        "63: behavior.sheet: unknown distribution 'uniforn'; "
        + "expected one of uniform, exponential, lognormal, weibull or empirical; "
        + "did you mean 'uniform'?",
      "{}":
        "61: behavior.sheet: an object with 0 keys is not a distribution; "
        + "expected exactly one of uniform, exponential, lognormal, weibull or empirical",
      "null":
        "61: behavior.sheet: null is not a duration or distribution; expected a duration such as "
        + "'5s', or one of uniform, exponential, lognormal, weibull or empirical",
      #"{ "empirical": { "points": [] } }"#:
        "88: behavior.sheet.empirical.points: the list of points is empty; "
        + "expected at least one point",
      #"{ "empirical": { "points": [["1s", 0.5], ["1s", 0.4]] } }"#:
        "102: behavior.sheet.empirical.points[1]: the time '1s' does not increase; "
        + "expected more than '1s'",
      #"{ "empirical": { "points": [["1s", 1]] } }"#:
        "89: behavior.sheet.empirical.points[0]: the share 1 does not decrease; "
        + "expected less than 1",
      #"{ "empirical": { "points": [["1s"]] } }"#:
        "89: behavior.sheet.empirical.points[0]: a list is not a pair; "
        + "expected a time and a share such as [\"1s\", 0.5]",
    ] as [String: String])
  func `a distribution has exactly its parameters, within their ranges`(
    value: String, line: String
  ) { expectEqual(problems(with: #""behavior": { "sheet": \#(value) }"#), ["s.json:1:" + line]) }

  @Test func `after a thousand problems the list ends with a line that more follow`() {
    let faults = String(repeating: #"{ "fault": "x" },"#, count: 999)
    let lines = problems(with: #""faults": [\#(faults) 5], "title": 5, "horizon": 5"#)
    expectEqual(lines.count, 1_001)
    expectEqual(
      lines.filter { $0.hasSuffix("there are too many problems to list them all") }.count, 1)
  }
}
