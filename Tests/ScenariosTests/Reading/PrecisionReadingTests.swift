import JSONText
import Scenarios
import Testing

/// What `sampling` and `precision` mean, and what is wrong with them.
@Suite struct PrecisionReadingTests {
  private func file(_ members: String) -> String {
    #"{ "name": "n", "designs": ["naive", "leo"], \#(members) }"#
  }

  @Test func `a precision is read with its defaults`() throws {
    let precision = try #require(scenario(file(#""precision": { "halfWidth": 0.001 }"#))?.precision)
    #expect(precision.goal == .halfWidth(0.001))
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
    #expect(scenario(text)?.precision == expected)
    let decided = file(#""precision": { "until": "decided" }"#)
    #expect(scenario(decided)?.precision?.goal == .decided)
  }

  @Test func `sampling is read, and is nil where the file says nothing`() throws {
    #expect(scenario(file(#""seed": 1"#))?.sampling == nil)
    #expect(scenario(file(#""sampling": "plain""#))?.sampling == .plain)
    #expect(scenario(file(#""sampling": "stratified""#))?.sampling == .stratified)
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
    #expect(found == [expected])
  }
}
