import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Methods
@testable import Reports

/// A summary is input: impossible values are rejected, all at once, and never stop the process.
@Suite("Reading baselines") struct BaselineReadingTests {
  /// The shortest summary of a plain sample, with some of its text replaced.
  private static func text(_ replaced: (String, String)...) -> String {
    var text = """
      {"format": 1, "confidence": 0.95,
       "scenario": {"name": "x", "case": false, "seed": 1, "users": 9},
       "designs": [{"name": "d", "charges": {"total": 9},
        "rates": {"lostRate": [0.1, 0.05, 0.2], "lostSaleRate": null, "doubleChargeRate": null,
         "duplicateRate": null}, "losers": {"all": true, "users": [3]}}]}
      """
    for (old, new) in replaced {
      precondition(text.contains(old), "there is a \(old)")
      text = text.replacing(old, with: new)
    }
    return text
  }

  private static func problems(_ text: String) -> String {
    do {
      _ = try BaselineSummary(Array(text.utf8), file: "s.json")
      return ""
    } catch { return error.description }
  }

  @Test("a short summary and one with members of a later version are read")
  func short() throws {
    expectEqual(Self.problems(Self.text()), "")
    let later = Self.text(
      ("\"format\"", "\"later\": {}, \"format\""), ("\"seed\"", "\"later\": [], \"seed\""),
      ("\"total\"", "\"later\": 1, \"total\""), ("\"all\"", "\"later\": 1, \"all\""),
      ("\"lostSaleRate\"", "\"later\": 1, \"lostSaleRate\""))
    expectEqual(Self.problems(later), "")
  }

  @Test(
    "an impossible value is rejected with its position",
    arguments: [
      (
        "[0.1, 0.05, 0.2]", "[0.1, 0.2, 0.05]",
        "4:25: designs[0].rates.lostRate: 0.1 is not between 0.2 and 0.05; expected a share,"
      ),
      ("[0.1, 0.05, 0.2]", "[0.3, 0.05, 0.2]", "0.3 is not between 0.05 and 0.2"),
      ("[0.1, 0.05, 0.2]", "[2, 0.05, 3]", "rates.lostRate[0]: 2 is out of range"),
      ("[0.1, 0.05, 0.2]", "[-0.1, -0.2, 0.2]", "rates.lostRate[1]: -0.2 is out of range"),
      ("[0.1, 0.05, 0.2]", "[0.1, 0.05]", "2 numbers; expected a share with both limits"),
      ("[0.1, 0.05, 0.2]", "0.1", "expected null, or a share with both limits"),
      ("\"confidence\": 0.95", "\"confidence\": 9", "1:29: confidence: 9 is out of range"),
      ("\"confidence\": 0.95", "\"confidence\": 1", "confidence: 1 is out of range"),
      ("\"seed\": 1", "\"seed\": -1", "scenario.seed: -1 is out of range"),
      ("\"users\": 9", "\"users\": 0", "scenario.users: 0 is out of range"),
      ("\"users\": 9", "\"users\": 9, \"sample\": [[0, -1]]", "sample[0][1]: -1 is out of range"),
      ("\"users\": 9", "\"users\": 9, \"sample\": [[0, 1], [0, 2]]", "stratum 0 appears twice"),
      ("\"users\": 9", "\"users\": 9, \"sample\": [[0]]", "1 numbers; expected a stratum"),
      ("\"users\": 9", "\"users\": 9, \"sampling\": \"stratified\"", "sample without 'sample'"),
      ("\"users\": 9", "\"users\": 9, \"users\": 9", "key 'users' is given twice"),
      ("\"total\": 9", "\"total\": -9", "charges.total: -9 is out of range"),
      ("\"total\": 9", "\"total\": 9e99", "charges.total: "),
      ("\"users\": [3]", "\"users\": [9]", "user 9 lost an order but is not among the users"),
      ("\"users\": [3]", "\"users\": [\"0:3\"]", "user 0:3 lost an order but is not among"),
      ("\"users\": [3]", "\"users\": [18446744073709551615]", "expected the number of a user"),
      ("\"users\": [3]", "\"users\": [1e300]", "expected the number of a user"),
      ("\"name\": \"x\"", "\"name\": \"../x\"", "scenario.name: '../x' cannot be a name"),
      ("\"name\": \"d\"", "\"name\": \"d\\u001b\"", "'d\\u{1b}' contains control characters"),
      ("\"case\": false", "\"case\": true", "designs[0]: 'ending' is missing"),
      (
        "\"losers\": {\"all\": true, \"users\": [3]}", "\"losers\": 3",
        "losers: 3 is not allowed here"
      ),
      (
        "\"designs\": [", "\"designs\": [], \"other\": [",
        "designs: no design ran; expected at least"
      ),
    ])
  func refused(old: String, new: String, message: String) {
    let problems = Self.problems(Self.text((old, new)))
    #expect(problems.hasPrefix("s.json:") && problems.contains(message), "\(problems)")
  }

  @Test("all problems of a summary are reported at once, and a duplicate design is a problem")
  func several() {
    let many = Self.text(
      ("\"confidence\": 0.95", "\"confidence\": 9"), ("\"seed\": 1", "\"seed\": 0.5"),
      ("\"all\": true", "\"all\": 1"))
    expectEqual(Self.problems(many).split(separator: "\n").count, 3)
    let design = """
      {"name": "d", "charges": {"total": 9}, "rates": {"lostRate": null, "lostSaleRate": null,
       "doubleChargeRate": null, "duplicateRate": null}, "losers": {"all": true, "users": []}}
      """
    let twice = Self.text(("\"designs\": [", "\"designs\": [\(design), "))
    #expect(
      Self.problems(twice).contains(
        "designs[1]: design 'd' appears twice; expected each design once"))
  }

  @Test("an unsupported format number is the only problem reported")
  func form() {
    let other = Self.text(
      ("\"format\": 1", "\"format\": 2"), ("\"confidence\": 0.95", "\"confidence\": 9"))
    expectEqual(Self.problems(other), "s.json:1:12: format: 2 is out of range; expected 1")
  }

  @Test("the ending of a case accepts only known words")
  func ending() throws {
    let text = { (charges: String, flags: String) in
      """
      {"format": 1, "confidence": 0.95,
       "scenario": {"name": "x", "case": true, "seed": 1, "users": 1},
       "designs": [{"name": "d", "ending": {"charges": \(charges), "flags": \(flags)}}]}
      """
    }
    let lost = "[{\"dropPoint\": \"recordDied\", \"outcome\": \"lost\", \"kind\": \"undelivered\"}]"
    let summary = try BaselineSummary(Array(text(lost, "[\"hung\"]").utf8), file: "s.json")
    expectEqual(
      summary.designs[0].caseOutcome.charges,
      [CaseChargeResult(.lost, kind: .undelivered, dropPoint: .recordDied)])
    expectEqual(summary.designs[0].caseOutcome.lostOrders, 1)
    #expect(
      Self.problems(text("[{\"outcome\": \"gone\"}]", "[]")).contains(
        "designs[0].ending.charges[0].outcome: unknown value 'gone'"))
    expectEqual(Self.problems(text("[{}]", "[3]")).split(separator: "\n").count, 2)
  }

  private static func comparison(_ old: String, _ new: String) throws -> BaselineComparison {
    BaselineComparison(
      try BaselineSummary(Array(old.utf8), file: "old"),
      try BaselineSummary(Array(new.utf8), file: "new")
    ) { "\($0) \($1)" }
  }

  @Test("runs with no charge or too few charges are not compared")
  func tooFew() throws {
    let uncharged = Self.text(
      ("\"total\": 9", "\"total\": 0"), ("[0.1, 0.05, 0.2]", "null"), ("[3]", "[]"))
    let nobody = try Self.comparison(uncharged, uncharged)
    #expect(BaselineReport([nobody], tolerance: 0).hasGap)
    expectEqual(
      nobody.changes[0].line, "d: lost orders cannot be measured in either run: no user was charged"
    )
    let few = Self.text(("\"total\": 9", "\"total\": 2"))
    let two = try Self.comparison(few, Self.text())
    #expect(BaselineReport([two], tolerance: 0).hasGap)
    expectEqual(
      two.changes[0].line,
      "d: 2 charges are too few to compare lost orders: losing all would not differ significantly from losing none"
    )
    let enough = try Self.comparison(Self.text(), Self.text())
    #expect(!BaselineReport([enough], tolerance: 0).hasGap)
  }

  @Test("a difference of shares lies between −1,000 and 1,000 per mille")
  func bounds() throws {
    let none = Self.text(("[0.1, 0.05, 0.2]", "[0, 0, 1]"))
    let all = Self.text(("[0.1, 0.05, 0.2]", "[1, 0, 1]"))
    for (old, new) in [(none, all), (all, none)] {
      let comparison = try Self.comparison(old, new)
      guard case .share(_, let shares) = comparison.changes[0].comparedValues else {
        Issue.record("a share was compared")
        continue
      }
      #expect(shares.difference.low >= -1 && shares.difference.high <= 1)
    }
  }
}
