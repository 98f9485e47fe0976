import JSONText
import Scenarios
import TestSupport
import Testing

/// The values and the problems of `sampling` and `precision`.
@Suite struct PrecisionReadingTests {
  private func file(_ members: String) -> String {
    #"{ "name": "n", "designs": ["naive", "leo"], \#(members) }"#
  }

  @Test func `a precision is read with its defaults`() throws {
    let precision = try #require(scenario(file(#""precision": { "halfWidth": 0.001 }"#))?.precision)
    expectEqual(precision.goal, .halfWidth(0.001))
    #expect(precision.confidence == 0.95 && precision.maxUsers == 10_000_000)
    #expect(precision.design == nil)
  }

  @Test func `every key of a precision is read`() throws {
    let text = file(
      #""precision": { "relativeHalfWidth": 0.2, "confidence": 0.99, "atMost": 500000, "design": "leo" }"#
    )
    var expected = Precision(.relativeHalfWidth(0.2))
    expected.confidence = 0.99
    expected.maxUsers = 500_000
    expected.design = "leo"
    expectEqual(scenario(text)?.precision, expected)
  }

  @Test func `the goal 'until' is a word or an object`() {
    let goal = { (until: String) in
      scenario(file(#""precision": { "until": \#(until) }"#))?.precision?.goal
    }
    expectEqual(goal(#""decided""#), .until(.init()))
    expectEqual(goal(#"{ "expectations": true }"#), .until(.init(decidesExpectationsOnly: true)))
    expectEqual(goal(#"{ "margin": 0.0001 }"#), .until(.init(margin: 0.0001)))
    expectEqual(
      goal(#"{ "margin": 0.5, "expectations": true }"#),
      .until(.init(decidesExpectationsOnly: true, margin: 0.5)))
    expectEqual(goal(#"{ "expectations": false }"#), .until(.init()))
  }

  @Test func `all pairs are compared only if the ranking must be decided`() {
    let pairs = { (until: String) in
      scenario(
        #"{ "name": "n", "designs": ["naive", "leo", "keep-2"],"#
          + #" "precision": { "until": \#(until) } }"#)?.pairs.count
    }
    #expect(pairs(#""decided""#) == 3 && pairs(#"{ "margin": 0.1 }"#) == 3)
    expectEqual(pairs(#"{ "expectations": true, "margin": 0.1 }"#), 2)
  }

  @Test func `a goal to decide expectations without expectations is a remark`() {
    let remarks = { (members: String) in
      scenario(file(#""precision": { "until": { "expectations": true } }"# + members))?.remarks
        .map(\.words)
    }
    expectOnly(
      remarks(""),
      "precision: remark: the run must decide the expectations, but there are none; expected an"
        + " expectation")
    expectEqual(
      remarks(#", "expect": [{ "design": "leo", "metric": "lostRate", "max": 0.1 }]"#), [])
  }

  @Test func `sampling is read, and is nil if it is not declared`() throws {
    #expect(scenario(file(#""seed": 1"#))?.sampling == nil)
    expectEqual(scenario(file(#""sampling": "plain""#))?.sampling, .plain)
    expectEqual(scenario(file(#""sampling": "stratified""#))?.sampling, .stratified)
  }

  @Test(
    arguments: [
      #""precision": {}"#:
        "precision: 'precision' has no goal; expected one of halfWidth, relativeHalfWidth or until",
      #""precision": { "halfWidth": 0.1, "until": "decided" }"#:
        "precision: 'precision' has 2 goals; expected one of halfWidth, relativeHalfWidth or until",
      #""precision": { "halfWidth": 0.1, "design": "lea" }"#:
        "precision.design: unknown design 'lea'; expected one of naive or leo; did you mean 'leo'?",
      #""precision": { "until": "decided", "design": "leo" }"#:
        "precision.design: 'design' is not allowed with 'until'; "
        + "expected a 'precision' without 'design'",
      #""precision": { "until": "decide" }"#:
        "precision.until: unknown value 'decide'; expected 'decided', or an object with"
        + " 'expectations' or 'margin'; did you mean 'decided'?",
      #""precision": { "until": {} }"#:
        "precision.until: 'until' has nothing to decide; expected 'expectations' or 'margin'",
      #""precision": { "until": { "margin": 0 } }"#:
        "precision.until.margin: 0 is out of range; expected a number from 1e-09 to 0.5",
      #""precision": { "until": { "margins": 0.1 } }"#:
        "precision.until: unknown key 'margins'; expected one of expectations or margin; did you"
        + " mean 'margin'?",
      #""precision": { "until": { "margin": 0.1 }, "design": "leo" }"#:
        "precision.design: 'design' is not allowed with 'until'; "
        + "expected a 'precision' without 'design'",
      #""users": 5000, "precision": { "halfWidth": 0.1, "atMost": 4000 }"#:
        "precision: the first look needs 5000 users, but the maximum is 4000; "
        + "expected 'atMost' of at least 'users'",
      #""users": 150, "sampling": "stratified", "behavior": { "neverReturns": 0.1 }"#:
        "sampling: 150 users are too few for 2 strata; "
        + "expected 'users' of at least 200, or 'plain'",
    ] as [String: String])
  func `a wrong precision or sampling is reported`(members: String, expected: String) {
    let found = problems(file(members)).map { problem in
      problem.split(separator: ": ", maxSplits: 1).last.map(String.init)
    }
    expectEqual(found, [expected])
  }
}
