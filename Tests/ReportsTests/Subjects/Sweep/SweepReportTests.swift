import EventEngine
import Experiments
import Foundation
import JSONText
import Methods
import PurchaseWorld
import Reports
import Scenarios
import TestSupport
import Testing

@Suite("SweepReport") struct SweepReportTests {
  /// A sweep with losses made by hand: losses of 1,000 users under each design at each value.
  static func findings(
    _ sweep: String, lost: [[Int]], designs: String = #""naive", "leo", "keep-1""#
  ) throws -> SweepFindings {
    let text = """
      { "name": "hand-made", "title": "Designs by hand", "seed": 7, "users": 1000,
        "designs": [\(designs)], "sweep": \(sweep) }
      """
    let plan = try #require(SweepPlan(try ScenarioReader.read(Array(text.utf8), file: "s.json")))
    let points = zip(plan.sweep.points.indices, lost).map { index, lost in
      let scenario = plan.scenario(at: index)
      var totals = RunAccumulator(scenario)
      for user in 0..<1_000 {
        for (design, count) in lost.enumerated() {
          let status = user < count ? ChargeStatus.lost(.undelivered, .recordDied) : .delivered
          let charge = HandMade.charge(status, after: user < count ? nil : .seconds(1))
          totals.add(HandMade.outcome([charge]), design: design, of: UInt64(user))
        }
        totals.completeUser()
      }
      return SweepFindings.Point(
        RunResults(scenario: scenario, totals: totals, endings: []), at: plan.sweep.points[index])
    }
    return SweepFindings(plan, points)
  }

  private static let numbers =
    #"{ "value": "behavior.cancels", "from": 0.01, "to": 0.04, "steps": 3, "log": true }"#

  @Test("the report of a sweep over numbers equals the golden file")
  func numbers() throws {
    let findings = try Self.findings(Self.numbers, lost: [[40, 4, 0], [40, 30, 0], [40, 90, 0]])
    #expect(try Golden.difference(SweepReport(findings).text, "sweep.txt") == nil)
    expectEqual(
      SweepReport(findings).shortText,
      "hand-made: "
        + SweepReport(findings).text.split(separator: "\n").suffix(8).prefix(4).joined(
          separator: "\n") + "\n")
  }

  @Test(
    "open ends, several break-evens and undecided ranges are described in words",
    arguments: [
      (
        [[40, 36], [40, 80]],
        ["break-even 8.64 min (below 30 s to 24.1 min); below it undecided, above it naive"]
      ),
      (
        [[40, 4], [40, 80], [40, 2], [40, 4]],
        [
          "break-even 14.6 min (9.95 min to 19.4 min); below it leo, above it naive",
          "break-even 45.6 min (40.9 min to 50.3 min); below it naive, above it leo",
        ]
      ),
      (
        [[40, 4], [40, 42]],
        ["break-even 85.3 min (69.9 min to above 90 min); below it leo, above it undecided"]
      ),
      ([[40, 4], [40, 38]], ["no break-even; leo from 30 s to 83.9 min, undecided elsewhere"]),
      (
        [[40, 4], [40, 38], [40, 4]],
        [
          "no break-even; leo from 30 s to 42.2 min and from 48.3 min to 90 min, undecided elsewhere"
        ]
      ),
      ([[40, 4], [40, 5]], ["no break-even; leo throughout"]),
      ([[40, 39], [40, 38]], ["no break-even; undecided throughout"]),
    ])
  func words(lost: [[Int]], lines: [String]) throws {
    let findings = try Self.findings(
      #"{ "value": "behavior.login", "from": "30s", "to": "90m", "steps": \#(lost.count) }"#,
      lost: lost, designs: #""naive", "leo""#)
    let shown = SweepReport(findings).shortText.split(separator: "\n").dropFirst()
    expectEqual(shown.map(String.init), lines.map { "  naive, leo: " + $0 })
  }

  @Test("between choices, the report states which design loses fewer orders at each")
  func choices() throws {
    let sweep = #"{ "value": "store.usesLink", "values": [false, true] }"#
    let findings = try Self.findings(
      sweep, lost: [[40, 4], [40, 41]], designs: #""naive", "leo""#)
    expectEqual(
      SweepReport(findings).shortText,
      """
      hand-made: which design loses fewer orders, by store.usesLink
        naive, leo: leo at false; undecided at true

      """)
    #expect(!SweepReport(findings).text.contains("break-even"))
  }

  @Test("long values are truncated")
  func long() throws {
    let sweep = """
      { "value": "behavior.notices", "values": [
        "1m", { "lognormal": { "median": "1m", "sigma": 0.5 } }] }
      """
    let findings = try Self.findings(
      sweep, lost: [[40, 4], [40, 4]], designs: #""naive", "leo""#)
    #expect(
      SweepReport(findings).shortText.hasSuffix(
        #"  naive, leo: leo at 1m, {"lognormal": {"median": "1m", "sigma":…"# + "\n"))
  }

  static let two = """
    { "value": "behavior.cancels", "values": [0.1, 0.2, 0.4],
      "and": { "value": "behavior.login", "values": ["1s", "5m"] } }
    """

  /// A map with losses made by hand.
  static func map() throws -> SweepFindings {
    try findings(
      two, lost: [[4, 90, 90], [40, 4, 5], [40, 40, 40], [60, 60, 4], [0, 0, 0], [9, 8, 90]])
  }

  @Test("the report of a sweep over two values equals the golden file")
  func maps() throws {
    let findings = try Self.map()
    #expect(try Golden.difference(SweepReport(findings).text, "sweep-map.txt") == nil)
    expectEqual(
      SweepReport(findings).shortText,
      """
      hand-made: which design loses fewest orders, by behavior.cancels (across) and behavior.login (up)
        A naive: loses least at 1 of 6 points, ties for least at 3
        B leo: loses least at 0 of 6 points, ties for least at 4
        C keep-1: loses least at 1 of 6 points, ties for least at 3

      """)
  }

  @Test("the letters of a map are unique, and long lists of ties are truncated")
  func letters() throws {
    expectEqual(
      [0, 25, 26, 51, 52, 702].map(SweepFindings.letter), ["A", "Z", "AA", "AZ", "BA", "AAA"])
    let names = ["naive", "leo", "keep-1", "keep-2", "ledger", "beiliao"]
    let findings = try Self.findings(
      Self.numbers, lost: [[5, 6, 5, 6, 6, 90], [1, 1, 1, 1, 1, 1], [9, 90, 9, 90, 90, 90]],
      designs: names.map { "\"\($0)\"" }.joined(separator: ", "))
    expectEqual(findings.points.map(findings.mapLetters), ["A=B=C…", "?", "A=C"])
  }

  @Test("a Chinese report is completely Chinese, and files for programs have no language")
  func chinese() throws {
    for findings in [
      try Self.map(),
      try Self.findings(Self.numbers, lost: [[40, 4, 0], [40, 30, 0], [40, 90, 0]]),
    ] {
      let text = SweepReport(findings, .zh).text
      let known = (findings.designNames + ["behavior.cancels", "behavior.login", "hand-made"])
        .reduce(text.replacing("Designs by hand", with: "")) { $0.replacing($1, with: "") }
      let words = known.matches(of: /[A-Za-z]{3,}/).map { String($0.0) }
      expectEqual(Set(words).subtracting(["lostorder", "seed", "Fieller"]), [])
    }
  }

  @Test("the article names every member of the summary")
  func article() throws {
    let article = try PackageFiles.text("Sources/Reports/Reports.docc/SweepFormat.md")
    let findings = try Self.findings(
      Self.numbers, lost: [[40, 4], [40, 30], [40, 90]], designs: #""naive", "leo""#)
    let keys = Self.keys(SweepJSON.output(findings))
      .union(Self.keys(SweepJSON.output(try Self.map())))
    #expect(keys.contains("fewerAbove") && keys.contains("and"))
    for key in keys { #expect(article.contains("`\(key)`")) }
  }

  /// Every key of an object, at any depth.
  private static func keys(_ output: JSONOutput) -> Set<String> {
    switch output {
    case .array(let elements): return elements.reduce(into: []) { $0.formUnion(keys($1)) }
    case .object(let members):
      return members.reduce(into: []) { $0.formUnion(keys($1.value).union([$1.key])) }
    default: return []
    }
  }

  @Test("a single design is compared with nothing")
  func alone() throws {
    let findings = try Self.findings(Self.numbers, lost: [[1], [2], [3]], designs: #""naive""#)
    expectEqual(SweepReport(findings).shortText, "hand-made: one design, nothing to compare\n")
    #expect(
      SweepReport(findings).text.hasSuffix("\ncharges: 1,000 under every design at every value\n"))
  }

  @Test("the summary of a sweep equals the golden file")
  func summary() throws {
    let findings = try Self.findings(
      Self.numbers, lost: [[40, 4], [40, 30], [40, 90]], designs: #""naive", "leo""#)
    #expect(try Golden.difference(SweepJSON.output(findings).text, "sweep.json") == nil)
  }
}
