import Experiments
import JSONText
import Methods
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Reports

/// The output of a run for other programs.
@Suite("Outputs for programs") struct MachineOutputTests {
  /// A scenario with a passed, a failed and an undecided claim.
  private static func record(title: String = "plain", path: String = "s.json") throws -> RunRecord {
    let text = """
      { "name": "small", "title": \(JSONOutput.string(title).line), "users": 400, "sampling": "plain",
        "designs": ["naive", "keep-2"], "catalog": [ { "product": "p", "price": 100 } ],
        "faults": [ { "fault": "crash", "probability": 0.2, "at": "charge" },
          { "fault": "payloadLoss", "probability": 0.1 } ],
        "expect": [ { "design": "naive", "metric": "lostRate", "min": 0.05 },
          { "design": "naive", "metric": "lostRate", "max": 0.05 },
          { "design": "keep-2", "metric": "lostRate", "max": 0.000001 } ] }
      """
    let findings = try Fixture.findings(text)
    expectEqual(findings.claims.map(\.verdict), [.pass, .fail, .inconclusive])
    return RunRecord(findings, path: path) { "play '\($0)' \($1)" }
  }

  @Test("cells that begin like formulas get an apostrophe, and no cell breaks its row")
  func cells() {
    for start in ["=", "+", "-", "@", "\t", "\r"] {
      #expect((start + "1+1").csvCell.drop { $0 == "\"" }.hasPrefix("'" + start))
    }
    expectEqual(["-1", "-0.5", "12"].map(\.csvCell), ["-1", "-0.5", "12"])
    expectEqual(
      CSV.text([["a,b", "c\"d"], ["e\nf", "g"]]), "\"a,b\",\"c\"\"d\"\r\n\"e\nf\",g\r\n")
  }

  @Test("losses.csv has a row for each lost order with the command that replays it")
  func losses() throws {
    let record = try Self.record()
    let rows = LossesCSV.text(record).split(separator: "\r\n")
    expectEqual(rows[0], "user,design,charge,outcome,kind,dropPoint,faults,replay")
    let lost = record.findings.designs.reduce(0) { $0 + $1.totalCounters.count(.lost) }
    #expect(lost > 20 && rows.count == lost + 1)
    let users = record.findings.designs[0].designCounters.lossSample.values.map(\.user).sorted()
    #expect(rows[1].hasPrefix("\(users[0]),naive,1,lost,undelivered,"))
    #expect(rows[1].hasSuffix(",play 'naive' \(users[0])"))
    #expect(rows.contains { $0.contains(",crash,") })
  }

  @Test("the first lost order is that of the first design and its lowest user")
  func firstLosingUser() throws {
    let record = try Self.record()
    let users = record.findings.designs[0].designCounters.lossSample.values.filter {
      if case .lost(_, _) = $0.status { true } else { false }
    }.map(\.user).sorted()
    #expect(users.count > 5 && users[0] != users[1])
    let first = try #require(record.firstLosingUser)
    #expect(first.design == "naive" && first.user == users[0])
  }

  @Test("a pull request shows a lost order of the design whose claim failed")
  func mostInformativeLosingUser() throws {
    let findings = try Fixture.findings(
      """
      { "name": "small", "users": 400, "sampling": "plain", "designs": ["naive", "zero-loss-1.0"],
        "catalog": [ { "product": "p" } ], "behavior": { "waits": "0s" },
        "faults": [ { "fault": "spuriousCancel", "probability": 0.3 } ],
        "expect": [ { "design": "zero-loss-1.0", "metric": "lostRate", "max": 0.0001 } ] }
      """)
    let record = RunRecord(findings, path: "s.json") { "\($0) \($1)" }
    expectEqual(record.findings.claims.map(\.verdict), [.fail])
    expectEqual(record.firstLosingUser?.design, "naive")
    expectEqual(record.mostInformativeLosingUser?.design, "zero-loss-1.0")
  }

  @Test("designs.csv has a row for each design, with every share between its limits")
  func designs() throws {
    let record = try Self.record()
    let rows = DesignsCSV.text(record.findings).split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    expectEqual(rows.map(\.first), ["design", "naive", "keep-2"])
    #expect(rows.allSatisfy { $0.count == rows[0].count })
    let lost = try #require(rows[0].firstIndex(of: "lostRate"))
    let numbers = try rows[1][lost..<lost + 3].map { try #require(Double($0)) }
    #expect(numbers[1] < numbers[0] && numbers[0] < numbers[2])
    let counters = record.findings.designs[0].totalCounters
    #expect(abs(numbers[0] - (counters.rate(.lost)?.value ?? 0)) < 1e-9)
  }

  @Test("comparisons.csv and Markdown have a row for each pair")
  func pairs() throws {
    let record = try Self.record()
    let rows = RunTables.fileContents(for: record.findings)[0].split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    expectEqual(
      rows[0].joined(separator: " "),
      "first second lostRate lostRateLow lostRateHigh lostOrAutoRefundedRate lostOrAutoRefundedRateLow"
        + " lostOrAutoRefundedRateHigh usersBoth usersOnlyFirst usersOnlySecond usersNeither losers losersLow"
        + " losersHigh p adjustedP fewer")
    expectEqual(rows.count, 2)
    #expect(rows[1].count == rows[0].count && rows[1].prefix(2) == ["naive", "keep-2"])
    let pair = record.findings.comparisons[0]
    expectEqual(Int(rows[1][9]), pair.users.onlyFirst)
    expectEqual(rows[1].last.map(String.init), pair.betterDesign ?? "")
    let text = MarkdownReport.text([(record, [])])
    #expect(text.contains("**Paired differences**\n\n| A | B |"))
    #expect(text.contains("| naive | keep-2 |"))
  }

  @Test("text and page show each table of a run")
  func sheets() throws {
    let findings = try Self.record().findings
    let events = ReportTable<RunFindings>(
      "events", { language in language("Money") }, "events", rows: { $0.designs },
      legend: { _, _ in ["Events of all users."] },
      columns: [
        ReportTableColumn([.text("design") { $0.name }]) { _, _ in [.words("of", \.name)] },
        ReportTableColumn([.count("events") { $0.designCounters.events }]) { _, _ in
          [.counts("all events") { $0.designCounters.events }]
        },
      ])
    var (text, page) = (
      RunReport(findings), RunPage(findings, source: "", examples: [], run: "") { _, _ in "" }
    )
    #expect(!text.text.contains("all events") && !page.text.contains("all events"))
    (text.sheets, page.sheets) = ([events], [events])
    #expect(text.text.contains("all events\nnaive ") && text.text.contains("Events of all users."))
    #expect(page.text.contains("<section id=\"events\"") && page.text.contains("all events"))
  }

  @Test("JUnit counts failed and undecided expectations and escapes quoted text")
  func junit() throws {
    let record = try Self.record(path: "a&b/\"s\".json")
    let text = JUnitXML.text([record])
    #expect(
      text.contains("<testsuites name=\"lostorder\" tests=\"3\" failures=\"2\" errors=\"0\">"))
    #expect(text.contains("<testsuite name=\"small\" tests=\"3\" failures=\"2\" errors=\"0\""))
    #expect(text.contains("file=\"a&amp;b/&quot;s&quot;.json\""))
    #expect(text.contains("<testcase name=\"expect[0]: naive: lostRate\" classname=\"small\"/>"))
    #expect(text.contains("<failure type=\"fail\" message=\"naive: lostRate "))
    #expect(text.contains("<failure type=\"inconclusive\" message=\"keep-2: lostRate = 0.00 ‰ ("))
    #expect(text.contains("a&amp;b/&quot;s&quot;.json:6:5: naive: lostRate"))
    #expect(text.contains("\nplay 'naive' "))
  }

  @Test("annotations point at the line of the expectation in the format of each service")
  func annotations() throws {
    let record = try Self.record(path: "a:b,c;d.json")
    let lines = { (service: Annotations.Service) in
      Annotations.text(record.annotations, for: service).split(separator: "\n")
    }
    #expect(
      lines(.github)[0].hasPrefix(
        "::error file=a%3Ab%2Cc;d.json,line=6,col=5,title=small expect[1]%3A fail::naive: lostRate "
      ))
    #expect(lines(.github)[1].hasPrefix("::error file=a%3Ab%2Cc;d.json,line=7,col=5,"))
    #expect(
      lines(.azure)[0].hasPrefix(
        "##vso[task.logissue type=error;sourcepath=a:b,c%3Bd.json;linenumber=6;columnnumber=5;]naive"
      ))
    #expect(lines(.gcc)[0].hasPrefix("a:b,c;d.json:6:5: error: naive: lostRate "))
    #expect(lines(.gcc)[1].hasPrefix("a:b,c;d.json:7:5: error: keep-2: lostRate "))
    expectEqual(lines(.gcc).count, 2)
    let gitlab = Annotations.text(record.annotations, for: .gitlab)
    #expect(gitlab.contains("\"severity\": \"major\"") && gitlab.contains("\"begin\": 6"))
    #expect(gitlab.ranges(of: "major").count == 2 && !gitlab.contains("minor"))
  }

  @Test("every cause of a nonzero exit code is an error for every service")
  func errors() throws {
    var record = try Self.record()
    record.findings.claims = []
    record.findings.warnings = [
      .neverOccurred(declaration: 0, .crash), .interruption(.timeUp), .noCharge,
      .afterHorizon(outage: 0), .notPrecise,
    ]
    let summary = try BaselineTests.summary(BaselineTests.scenario("afterVerification", users: 60))
    var gone = summary
    gone.designs[0].name = "gone"
    record.baselineComparison = BaselineTests.comparison(gone, summary)
    let damaged = Annotation(
      Problem(file: "d.json", position: TextPosition(line: 3, column: 7), message: "w"))
    let notes =
      record.annotations + [damaged, Annotation(of: "c.json", inconclusiveMessage: "nothing")]
    #expect(notes.count == 8 && notes.allSatisfy { !$0.isPass })
    for (service, mark) in [
      (Annotations.Service.github, "::error file="), (.azure, "type=error;"), (.gcc, ": error: "),
      (.gitlab, "\"severity\": \"major\""),
    ] { expectEqual(Annotations.text(notes, for: service).ranges(of: mark).count, 8, "\(service)") }
    let gcc = Annotations.text(notes, for: .gcc)
    #expect(gcc.contains("\nd.json:3:7: error: w\nc.json:1:1: error: nothing\n"))
    #expect(gcc.contains("s.json:1:1: error: gone is gone\n"))
    #expect(
      JUnitXML.text([record]).contains("<failure type=\"incomparable\" message=\"gone is gone\""))
    #expect(
      MarkdownReport.text([(record, [])]).hasPrefix("# lostorder: 0 of 1 scenario as expected"))
  }

  @Test("files for programs and pull requests estimate the users that decide an expectation")
  func hints() throws {
    var record = try Self.record()
    // A count of 0 of 400 users is 7.46 ‰ at most, so 0.001 ‰ takes 7,460 times as many.
    #expect(record.annotations[2].words.hasSuffix("; about 3,000,000 users would decide it"))
    record.findings.claims[2].usersToDecide = nil
    let none = "; it cannot be estimated how many users would decide it"
    #expect(record.annotations[2].words.hasSuffix(none))
    #expect(
      MarkdownReport.text([(record, [])]).contains("| **inconclusive**" + ":" + none.dropFirst()))
    record.findings.claims[2].usersToDecide = 12_000
    let hint = "; about 12,000 users would decide it"
    #expect(Annotations.text(record.annotations, for: .gcc).contains(hint))
    #expect(JUnitXML.text([record]).contains(hint))
    #expect(MarkdownReport.text([(record, [])]).contains("| **inconclusive**:" + hint.dropFirst()))
    let summary = SummaryJSON.output(record.findings).text
    #expect(summary.contains("\"usersToDecide\": 12000"))
    expectEqual(summary.ranges(of: "usersToDecide").count, 1)
    record.findings.claims[2].isTied = true
    #expect(record.annotations[2].words.hasSuffix("; within the margin of its bound"))
  }

  @Test("a fingerprint equals the published values of FNV-1a")
  func fingerprint() {
    // From draft-eastlake-fnv, appendix C: the hashes of "", "a" and "foobar".
    expectEqual(Annotations.fingerprint(""), "cbf29ce484222325")
    expectEqual(Annotations.fingerprint("a"), "af63dc4c8601ec8c")
    expectEqual(Annotations.fingerprint("foobar"), "85944171f73967e8")
  }

  @Test("Markdown has details of unexpected results, a line for the others, and no raw markup")
  func markdown() throws {
    let record = try Self.record(title: "**b** <img> `c` | [x](y) @all\\")
    var good = record
    good.findings.claims = []
    good.findings.results.scenario.name = "good"
    good.findings.warnings = []
    let examples = [(title: "a <b>", text: "```` four\n")]
    let text = MarkdownReport.text([(good, examples), (record, examples)])
    #expect(text.hasPrefix("# lostorder: 1 of 2 scenarios as expected\n\n## small: fail\n"))
    #expect(
      text.contains(#"\*\*b\*\* &lt;img&gt; \`c\` \| \[x\]\(y\) &#64;all\\"#), "\(text.prefix(200))"
    )
    #expect(text.contains("<summary>a &lt;b&gt;</summary>\n\n`````\n```` four\n\n`````\n"))
    #expect(text.contains("| good | 2 | 0 | keep-2, 0.00 ‰ | – |"))
    #expect(!text.contains("## good"))
    #expect(text.contains("| s.json:6 naive: lostRate |"))
    #expect(MarkdownReport.text([(good, [])]).contains("## good: pass"))
  }
}
