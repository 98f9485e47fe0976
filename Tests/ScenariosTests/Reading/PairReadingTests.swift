import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// The pairs that a scenario of the designs naive, leo and ledger compares, by name.
private func pairs(_ members: String) -> [[String]]? {
  let text = #"{ "name": "s", "designs": ["naive", "leo", "ledger"]\#(members) }"#
  return scenario(text).map { scenario in
    scenario.pairs.map { [scenario.designs[$0.first].name, scenario.designs[$0.second].name] }
  }
}

/// The problems of a scenario of naive and leo that is valid except for some members.
private func lines(_ members: String) -> [String] {
  problems(#"{ "name": "s", "designs": ["naive", "leo"], \#(members) }"#)
}

/// The compared designs, and error messages about comparisons.
@Suite struct PairReadingTests {
  @Test func `by default each design is compared with the first`() {
    expectEqual(pairs(""), [["naive", "leo"], ["naive", "ledger"]])
    expectEqual(scenario(#"{ "name": "s", "designs": ["naive"] }"#)?.pairs, [])
  }

  @Test func `each design is compared with the reference`() {
    expectEqual(pairs(#", "reference": "leo""#), [["leo", "naive"], ["leo", "ledger"]])
  }

  @Test func `without a reference only the requested pairs are compared`() {
    expectEqual(
      pairs(#", "compare": [["ledger", "leo"], ["naive", "leo"]]"#),
      [["ledger", "leo"], ["naive", "leo"]])
  }

  @Test func `requested pairs follow those of the reference`() {
    expectEqual(
      pairs(#", "reference": "ledger", "compare": [["leo", "naive"]]"#),
      [["ledger", "naive"], ["ledger", "leo"], ["leo", "naive"]])
  }

  @Test func `the members of a grid are compared by their full names`() {
    let found = scenario(
      """
      { "name": "s",
        "designs": [ { "name": "g", "vary": { "records.in": ["memory", "sandbox"] } } ],
        "reference": "g records.in=sandbox" }
      """)
    expectEqual(found?.pairs, [DesignPair(1, 0)])
  }

  @Test func `a case cannot compare designs`() {
    let plan = #""plan": [{ "tap": 1 }], "designs": ["naive", "leo"]"#
    expectEqual(scenario(#"{ "name": "s", \#(plan) }"#)?.pairs, [])
    expectEqual(
      problems(#"{ "name": "s", \#(plan), "reference": "leo", "compare": [["naive", "leo"]] }"#),
      [
        "s.json:1:82: reference: 'reference' is not allowed in a case; "
          + "expected a plan for one user",
        "s.json:1:100: compare: 'compare' is not allowed in a case; expected a plan for one user",
      ])
  }

  @Test(arguments: [
    #""reference": "navie""#:
      "58: reference: unknown design 'navie'; expected one of naive or leo; did you mean 'naive'?",
    #""reference": 1"#: "58: reference: 1 is not a string; expected a string",
    #""compare": "leo""#:
      "56: compare: 'leo' is not allowed here; expected a list of pairs of designs",
    #""compare": []"#: "56: compare: the list of pairs is empty; expected at least one pair",
    #""compare": ["leo"]"#:
      "57: compare[0]: 'leo' is not allowed here; expected a list of two designs",
    #""compare": [["naive", "leo", "leo"]]"#:
      "57: compare[0]: the length of the list is 3; expected two designs",
    #""compare": [["naive", "x"]]"#:
      "67: compare[0][1]: unknown design 'x'; expected one of naive or leo",
    #""compare": [["leo", "leo"]]"#:
      "65: compare[0][1]: 'leo' is compared with itself; expected another design",
    #""compare": [["naive", "leo"], ["leo", "naive"]]"#:
      "75: compare[1]: 'leo' and 'naive' are compared twice; expected each pair once, in one order",
    #""reference": "leo", "compare": [["naive", "leo"]]"#:
      "77: compare[0]: 'naive' and 'leo' are compared twice; expected each pair once, in one order",
  ])
  func `a pair has two designs of the file and is listed once`(members: String, line: String) {
    expectEqual(lines(members), ["s.json:1:" + line])
  }

  @Test func `an invalid design is not reported as unknown`() {
    let designs = #"[{ "name": "x", "finish": 1 }, "naive"]"#
    let found = problems(
      #"{ "name": "s", "designs": \#(designs), "reference": "x", "compare": [["x", "naive"]] }"#)
    expectEqual(found.count, 1)
    #expect(found.first?.hasPrefix("s.json:1:53: designs[0].finish: ") ?? false)
  }
}
