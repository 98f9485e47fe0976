import JSONText
import Scenarios
import TestSupport
import Testing

/// What `sampling` and `precision` mean, and what is wrong with them.
@Suite struct PrecisionReadingTests {
  private func file(_ members: String) -> String {
    #"{ "name": "n", "designs": ["naive", "leo"], \#(members) }"#
  }

  @Test func `a precision is read with its defaults`() throws {
    let precision = try #require(scenario(file(#""precision": { "halfWidth": 0.001 }"#))?.precision)
    expectEqual(precision.goal, .halfWidth(0.001))
    #expect(precision.confidence == 0.95 && precision.atMost == 10_000_000)
    #expect(precision.design == nil)
  }

  @Test func `every key of a precision is read`() throws {
    let text = file(
      #""precision": { "relativeHalfWidth": 0.2, "confidence": 0.99, "atMost": 500000, "design": "leo" }"#
    )
    var expected = Precision(.relativeHalfWidth(0.2))
    expected.confidence = 0.99
    expected.atMost = 500_000
    expected.design = "leo"
    expectEqual(scenario(text)?.precision, expected)
  }

  @Test func `what must be decided is a word, or an object that says it`() {
    let goal = { (until: String) in
      scenario(file(#""precision": { "until": \#(until) }"#))?.precision?.goal
    }
    expectEqual(goal(#""decided""#), .until(.init()))
    expectEqual(goal(#"{ "expectations": true }"#), .until(.init(expectationsAlone: true)))
    expectEqual(goal(#"{ "margin": 0.0001 }"#), .until(.init(margin: 0.0001)))
    expectEqual(
      goal(#"{ "margin": 0.5, "expectations": true }"#),
      .until(.init(expectationsAlone: true, margin: 0.5)))
    expectEqual(goal(#"{ "expectations": false }"#), .until(.init()))
  }

  @Test func `every two designs are compared only where their ranking must be decided`() {
    let pairs = { (until: String) in
      scenario(
        #"{ "name": "n", "designs": ["naive", "leo", "keep-2"],"#
          + #" "precision": { "until": \#(until) } }"#)?.pairs.count
    }
    #expect(pairs(#""decided""#) == 3 && pairs(#"{ "margin": 0.1 }"#) == 3)
    expectEqual(pairs(#"{ "expectations": true, "margin": 0.1 }"#), 2)
  }

  @Test func `who wants expectations decided and has none is told so, and may go on`() {
    let remarks = { (members: String) in
      scenario(file(#""precision": { "until": { "expectations": true } }"# + members))?.remarks
        .map(\.words)
    }
    expectEqual(
      remarks(""),
      [
        "precision: remark: the expectations are to be decided, and there are none; expected an"
          + " expectation"
      ])
    expectEqual(
      remarks(#", "expect": [{ "design": "leo", "metric": "lostRate", "max": 0.1 }]"#), [])
  }

  @Test func `sampling is read, and is nil where the file says nothing`() throws {
    #expect(scenario(file(#""seed": 1"#))?.sampling == nil)
    expectEqual(scenario(file(#""sampling": "plain""#))?.sampling, .plain)
    expectEqual(scenario(file(#""sampling": "stratified""#))?.sampling, .stratified)
  }

  @Test(
    arguments: [
      (
        #""precision": {}"#,
        "precision: a precision without a goal; expected one of halfWidth, relativeHalfWidth or"
          + " until"
      ),
      (
        #""precision": { "halfWidth": 0.1, "until": "decided" }"#,
        "precision: a precision with 2 goals; expected one of halfWidth, relativeHalfWidth or"
          + " until"
      ),
      (
        #""precision": { "halfWidth": 0.1, "design": "lea" }"#,
        "precision.design: unknown design 'lea'; expected one of naive or leo; did you mean 'leo'?"
      ),
      (
        #""precision": { "until": "decided", "design": "leo" }"#,
        "precision.design: a design has no meaning with 'until'; expected a precision without it"
      ),
      (
        #""precision": { "until": "decide" }"#,
        "precision.until: unknown value 'decide'; expected 'decided', or an object with"
          + " 'expectations' or 'margin'; did you mean 'decided'?"
      ),
      (
        #""precision": { "until": {} }"#,
        "precision.until: nothing is to be decided; expected 'expectations' or 'margin'"
      ),
      (
        #""precision": { "until": { "margin": 0 } }"#,
        "precision.until.margin: 0 is out of range; expected a number from 1e-09 to 0.5"
      ),
      (
        #""precision": { "until": { "margins": 0.1 } }"#,
        "precision.until: unknown key 'margins'; expected one of expectations or margin; did you"
          + " mean 'margin'?"
      ),
      (
        #""precision": { "until": { "margin": 0.1 }, "design": "leo" }"#,
        "precision.design: a design has no meaning with 'until'; expected a precision without it"
      ),
      (
        #""users": 5000, "precision": { "halfWidth": 0.1, "atMost": 4000 }"#,
        "precision: 5000 users before the first look, and at most 4000; expected 'atMost' of at"
          + " least 'users'"
      ),
      (
        #""users": 150, "sampling": "stratified", "behavior": { "neverReturns": 0.1 }"#,
        "sampling: 150 users in 2 strata; expected 'users' of at least 200, or 'plain'"
      ),
    ]) func `what is wrong is told`(members: String, expected: String)
  {
    let found = problems(file(members)).map { problem in
      problem.split(separator: ": ", maxSplits: 1).last.map(String.init)
    }
    expectEqual(found, [expected])
  }
}
