import EventEngine
import Experiments
import JSONText
import Methods
import PurchaseWorld
import Reports
import Scenarios
import TestSupport
import Testing

@Suite("RunPage") struct HTMLReportTests {
  /// Hostile names and titles.
  private static let hostile = #"</title><script>alert(1)</script>" onload='x' &amp; x"#

  private static func scenario(title: String = "", item: String = "i") -> String {
    """
    { "name": "small", "title": \(JSONOutput.string(title).line),
      "users": 400, "designs": ["naive", "keep-1", "keep-2"], "reference": "naive",
      "catalog": [ { "product": "p", "price": 100, "items": [\(JSONOutput.string(item).line)] } ],
      "faults": [ { "fault": "crash", "probability": 0.2, "at": "charge" },
        { "fault": "payloadLoss", "probability": 0.1 },
        { "fault": "networkLoss", "probability": 0.03, "at": "tap", "lasts": "1d" },
        { "fault": "networkLoss", "probability": 0.1, "at": "callback", "lasts": "1h" } ],
      "expect": [ { "design": "naive", "metric": "lostRate", "min": 0.05 },
        { "metric": "lostRate", "of": "keep-2", "below": "naive" } ] }
    """
  }

  private static let plain = scenario()

  private static func page(_ text: String) throws -> String {
    let scenario = try Fixture.scenario(text)
    let findings = try Fixture.findings(text)
    let user = try #require(findings.designs[0].designCounters.firstLoser(withFaultAt: 0))
    let story = Fixture.story(scenario, design: scenario.designs[0], number: user)
    return RunPage(
      findings, source: text,
      examples: [(design: scenario.designs[0].name, user: user, story: story)],
      run: "lostorder run '\(hostile)'"
    ) { "play \($0) \($1)" }.text
  }

  @Test("the sections are in order, each with a table and charts for wide and narrow windows")
  func parts() throws {
    let page = try Self.page(Self.plain)
    let names = page.matches(of: /<section id="([a-z]+)"/).map { String($0.1) }
    expectEqual(
      names,
      [
        "rates", "tradeoff", "designs", "pairs", "drops", "faults", "delivery", "retries",
        "money", "expectations", "scenario", "reproduction",
      ])
    for part in page.split(separator: "<section ").dropFirst().prefix(9)
    where !part.hasPrefix("id=\"designs\"") {
      expectEqual(part.matches(of: /<svg class="chart wide"/).count, 1, "\(part.prefix(20))")
      expectEqual(part.matches(of: /<svg class="chart narrow"/).count, 1)
      #expect(part.contains("<table>"))
    }
    let rates = page.split(separator: "<section ")[1]
    expectEqual(rates.matches(of: /<path class="mark m/).count, 2 * 3)
    #expect(rates.contains("the dashed line is the reference design, naive"))
    let heat = page.split(separator: "<section ")[6]
    expectEqual(heat.matches(of: /<rect class="cell/).count, 2 * 3 * 3)
    // The share and the number of charges, in both charts and in the table.
    expectEqual(heat.matches(of: /<text [^>]*class="cellnumber/).count, 2 * 2 * 3 * 3)
    expectEqual(heat.matches(of: /<td class="n"[^>]*>[\d.]+ \([\d,]+\)</).count, 3 * 3)
    #expect(heat.contains("<a href=\"#example-0\">") && heat.contains("id=\"example-0\""))
  }

  @Test func `a page without expectations has no pass verdict`() throws {
    let page = try Self.page(
      """
      { "name": "free", "users": 300, "sampling": "plain", "designs": ["naive", "keep-2"],
        "faults": [ { "fault": "crash", "probability": 0.2, "at": "charge" } ] }
      """)
    #expect(page.contains(/<p class="verdict "><?[^<]+<\/p>/) && !page.contains("<b>pass</b>"))
    let nobody = try Fixture.findings(
      #"{ "name": "free", "users": 30, "behavior": { "cancels": 1 }, "designs": ["naive"] }"#)
    let nothing = Fixture.page(nobody)
    #expect(nothing.contains("<b>inconclusive</b>"))
  }

  @Test func `a page with a failed claim begins with that claim`() throws {
    let page = try Self.page(
      """
      { "name": "failed", "users": 300, "sampling": "plain", "designs": ["naive", "keep-2"],
        "faults": [ { "fault": "crash", "probability": 0.2, "at": "charge" } ],
        "expect": [ { "design": "naive", "metric": "lostRate", "max": 0.9 },
          { "design": "naive", "metric": "undeliveredRate", "max": 0.0001 } ] }
      """)
    let verdict = try #require(
      page.firstMatch(of: /<p class="verdict fail"><b>fail<\/b>: (.*)<\/p>/))
    #expect(verdict.1.hasPrefix("naive: undeliveredRate "), "\(verdict.1)")
  }

  @Test("the verdict names the best and the worst design and counts the expectations that hold")
  func verdict() throws {
    let page = try Self.page(Self.plain)
    let verdict = try #require(
      page.firstMatch(of: /<p class="verdict pass"><b>pass<\/b>: (.*)<\/p>/))
    let findings = try Fixture.findings(Self.plain)
    let rates = findings.designs.map { $0.totalCounters.rate(.lost)?.value ?? 0 }
    #expect(rates[2] < rates[1] && rates[1] < rates[0])
    #expect(
      verdict.1.hasPrefix("keep-2 loses the least: \(NumberFormat.perMille(rates[2])) ‰ (")
        && verdict.1.hasSuffix(
          "naive loses the most: \(NumberFormat.perMille(rates[0])) ‰. 2 of 2 expectations hold."),
      "\(verdict.1)")
  }

  @Test("text of a scenario is escaped, and the page loads nothing from elsewhere")
  func hostile() throws {
    let text = Self.scenario(title: Self.hostile, item: Self.hostile)
    let page = try Self.page(text)
    #expect(!page.contains("<script>alert") && !page.contains("\u{1B}"))
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(page.matches(of: /<script/).count == 1 && page.matches(of: /<\/title>/).count > 0)
    // Inside of tags the name occurs only in quotes, with its own quotes escaped.
    for tag in page.matches(of: /<[a-z][^>]*>/) { #expect(!tag.0.contains("onload='x'\"")) }
    let outside = page.replacing("http://www.w3.org/2000/svg", with: "")
    #expect(!outside.contains("http:") && !outside.contains("https:"))
    #expect(!outside.contains("@import") && !outside.contains("src="))
  }

  /// The part of a page with a name.
  private static func part(_ name: String, of page: String) throws -> Substring {
    try #require(page.split(separator: "<section ").first { $0.hasPrefix("id=\"\(name)\"") })
  }

  @Test("every chart and table lists the designs from the fewest to the most losses")
  func order() throws {
    let page = try Self.page(Self.plain)
    for name in ["rates", "tradeoff", "designs", "faults", "delivery", "money"] {
      let part = try Self.part(name, of: page)
      let table = try #require(part.split(separator: "<tbody>").dropFirst().first)
      let rows = table.prefix(while: { _ in true }).matches(
        of: /<th scope="row">(?:<svg.*?<\/svg>)?([^<]*)</)
      expectEqual(rows.map { String($0.1) }, ["keep-2", "keep-1", "naive"], "\(name)")
    }
  }

  @Test("a design has one colour and one shape on the whole page, by its place in the scenario")
  func colours() throws {
    let page = try Self.page(Self.plain)
    let keys = page.matches(
      of: /<svg class="key"[^>]*><path class="m(\d)" d="([^"]*)"\/><\/svg>([^<]*)</)
    let looks = Dictionary(grouping: keys) { String($0.3) }.mapValues { matches in
      Set(matches.map { "\($0.1) \($0.2)" })
    }
    expectEqual(looks.keys.sorted(), ["keep-1", "keep-2", "naive"])
    #expect(looks.values.allSatisfy { $0.count == 1 })
    expectEqual(Set(looks.values).count, 3)
    expectEqual(looks["naive"]?.first?.hasPrefix("0 "), true, "the first of the scenario")
    // The plot of rates also draws naive in the first colour, although naive is last.
    let rates = try Self.part("rates", of: page)
    let marks = rates.matches(
      of:
        /<g><title>([a-z0-9-]+):[^<]*<\/title>\n<path class="interval"[^>]*>\n<path class="mark m(\d)/
    )
    expectEqual(marks.prefix(3).map { "\($0.1) \($0.2)" }, ["keep-2 2", "keep-1 1", "naive 0"])
  }

  @Test("long names are wrapped and never cut, in charts of either width")
  func names() throws {
    let long = "a-design-with-a-name-that-is-longer-than-there-is-room-beside-any-chart-of-a-page"
    let text = Self.plain.replacing(
      "\"keep-2\"],", with: "{ \"name\": \"\(long)\", \"extends\": \"keep-2\" }],"
    ).replacing("\"of\": \"keep-2\"", with: "\"of\": \"\(long)\"")
    let page = try Self.page(text)
    for name in ["rates", "tradeoff", "drops", "faults", "money"] {
      let part = try Self.part(name, of: page)
      for chart in part.matches(of: /<svg class="chart [a-z]+".*?\n<\/svg>/.dotMatchesNewlines()) {
        let texts = chart.0.matches(of: /<text [^>]*>([^<]*)<\/text>/).map { String($0.1) }
        #expect(!texts.contains { $0.contains("…") }, "\(name)")
        // A design without losses has no bar.
        if name != "drops" { #expect(texts.joined().contains(long), "\(name)") }
      }
    }
  }

  @Test("every metric of an expectation has a chart in which the allowed range is marked")
  func metrics() throws {
    let text = Self.plain.replacing(
      "\"expect\": [",
      with: """
        "expect": [ { "design": "keep-1", "metric": "recoveredRate", "max": 0.9 },
          { "design": "keep-1", "metric": "deliveryP99", "max": "20d" },
          { "metric": "lostRevenue", "of": "keep-2", "below": "naive" },
          { "design": "keep-1", "metric": "lateRate", "within": "1h", "max": 0.5 },
          { "design": "keep-1", "metric": "lateRate", "within": "5m", "max": 0.6 },
        """)
    let part = try Self.part("metrics", of: Self.page(text))
    let titles = part.matches(of: /<h3>([^<]*)<\/h3>/).map { String($0.1) }
    expectEqual(
      titles,
      ["recoveredRate", "lostRevenue", "deliveryP99", "lateRate after 5m", "lateRate after 1h"])
    expectEqual(part.matches(of: /<figure>/).count, 5)
    // Both widths show the bound of each range, and a comparison has none.
    expectEqual(part.matches(of: /<line class="limit"/).count, 2 * 4)
    #expect(part.contains("20 d") || part.contains("never"))
    let rates = try Self.part("rates", of: Self.page(Self.plain))
    expectEqual(rates.matches(of: /<line class="limit"/).count, 2)
  }

  @Test("the table of designs has only the axes in which the designs differ")
  func designTable() throws {
    let page = try Self.page(Self.plain)
    let part = try Self.part("designs", of: page)
    let heads = part.matches(of: /<button type="button">([^<]*)<\/button>/).map { String($0.1) }
    #expect(heads.first == "design" && heads.contains("finish") && heads.contains("observer"))
    #expect(!heads.contains("store") && !heads.contains("guest"))
    #expect(part.contains("title=\"when a transaction is finished"))
  }

  @Test("P3: rescued orders are drawn at their drop points")
  func rescued() throws {
    let text = Self.plain.replacing(
      "\"catalog\"",
      with: """
        "behavior": { "notices": "1m", "supportResolves": 1,
          "reacts": { "nothing": 0, "support": 1 } }, "catalog"
        """)
    let findings = try Fixture.findings(text)
    let naive = findings.designs[0].totalCounters
    let rescues = naive.rescuesByPoint
    #expect(naive.count(.rescued) > 0 && rescues.reduce(0, +) == naive.count(.rescued))
    let maximum = try #require(DropPoint.allCases.max { rescues[$0.index] < rescues[$1.index] })
    let drops = try Self.part("drops", of: Self.page(text))
    #expect(drops.contains("class=\"rescue\"") && drops.contains(maximum.rawValue))
    #expect(drops.contains("of these rescued") && drops.contains("of them rescued by a human"))
  }

  @Test("English and Chinese pages draw the same timelines")
  func languages() throws {
    let scenario = try Fixture.scenario(Self.plain)
    let findings = try Fixture.findings(Self.plain)
    let drawn = Language.allCases.map { language in
      let examples = (0..<400).map { number -> RunPage.Example in
        let user = UInt64(number)
        let subject = Fixture.story(scenario, design: scenario.designs[0], number: user, language)
        return (design: "naive", user: user, story: subject)
      }
      let page = RunPage(
        findings, source: "", examples: examples, language: language, run: "run"
      ) { "play \($0) \($1)" }.text
      #expect(page.utf8.count < 2_000_000, "the page is too large")
      return page.matches(of: /<pre>(play naive \d+)<\/pre>/).map { String($0.1) }
    }
    expectEqual(drawn[0], drawn[1])
    #expect(drawn[0].count > 20 && drawn[0].count < 400)
  }

  @Test("the first sentence of the page names the best design of the conclusion and its ties")
  func ties() throws {
    let first = { (text: String) throws -> ([String], String) in
      var findings = try Fixture.findings(text)
      findings.conclusion = Conclusion(findings)
      let page = RunPage(findings, source: text, examples: [], run: "run") { "\($0) \($1)" }
      let best = try #require(findings.conclusion).best.map { findings.designs[$0].name }
      return (best, page.text)
    }
    let (best, clear) = try first(Self.plain)
    expectEqual(best, ["keep-2"])
    #expect(
      clear.contains(
        /keep-2 loses the least: 0\.\d\d ‰ \([^)]*\) of its charges\. naive loses the most/))
    let twin = Self.plain.replacing(
      "\"keep-2\"],", with: "\"keep-2\", { \"name\": \"twin\", \"extends\": \"keep-2\" }],")
    let (both, tied) = try first(twin)
    expectEqual(both, ["keep-2", "twin"])
    #expect(
      tied.contains(
        /keep-2 loses 0\.\d\d ‰ \([^)]*\) of its charges; no design loses significantly less/))
    let (all, same) = try first(
      Self.plain.replacing(
        "[\"naive\", \"keep-1\", \"keep-2\"], \"reference\": \"naive\"",
        with: "[\"naive\", { \"name\": \"twin\", \"extends\": \"naive\" }]"
      ).replacing("\"of\": \"keep-2\"", with: "\"of\": \"twin\""))
    expectEqual(all, ["naive", "twin"])
    #expect(
      same.contains(
        /2 designs lose ([0-9.]+) to \1 ‰ of their charges\. The sample does not separate any/))
  }

  @Test("a timeline that is equal under several designs is drawn once, with their names")
  func sameTimelines() throws {
    let scenario = try Fixture.scenario(Self.plain)
    let findings = try Fixture.findings(Self.plain)
    let example = { (design: Int, user: UInt64) -> RunPage.Example in
      let design = scenario.designs[design]
      return (design.name, user, Fixture.story(scenario, design: design, number: user))
    }
    var copy = example(0, 3)
    copy.design = "copy"
    // Another user has another timeline, even with the same events.
    let page = RunPage(
      findings, source: "", examples: [example(0, 3), copy, example(0, 4)], run: "run"
    ) { "play \($0) \($1)" }.text
    let drawn = page.matches(of: /<pre>(play \S+ \d+)<\/pre>/).map { String($0.1) }
    expectEqual(drawn, ["play naive 3", "play naive 4"])
    expectEqual(page.matches(of: /<br>The trace under copy is the same<\/p>/).count, 1)
  }

  @Test("equal findings produce equal pages")
  func same() throws { #expect(try Self.page(Self.plain) == Self.page(Self.plain)) }

  @Test("the page of a case has its endings and draws its timelines")
  func caseReport() throws {
    let findings = try Fixture.findings(Fixture.small)
    let story = try Fixture.story(Fixture.small)
    let page = RunPage(
      findings, source: Fixture.small, examples: [(design: "naive", user: 0, story: story)],
      run: "run it"
    ) { design, _ in "play \(design)" }.text
    let names = page.matches(of: /<section id="([a-z]+)"/).map { String($0.1) }
    expectEqual(names, ["endings", "lives", "designs", "expectations", "scenario", "reproduction"])
    #expect(page.contains("the order is lost under 2 of 2 designs."))
    #expect(page.contains("lost, undelivered, ") && page.contains("class=\"lostorder\""))
    #expect(page.contains("<pre>run it\nplay naive</pre>"))
  }
}
