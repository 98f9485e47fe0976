import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Testing

import Reports

@Suite("HTMLReport")
struct HTMLReportTests {
  /// Names and titles as nobody should choose them.
  private static let hostile = #"</title><script>alert(1)</script>" onload='x' &amp; x"#

  private static func scenario(title: String = "", item: String = "i") -> String {
    """
    { "name": "small", "title": \(JSONOutput.string(title).line),
      "users": 400, "designs": ["naive", "keep-1", "keep-2"], "reference": "naive",
      "catalog": [ { "product": "p", "price": 100, "items": [\(JSONOutput.string(item).line)] } ],
      "faults": [ { "fault": "crash", "probability": 0.2, "at": "charge" },
        { "fault": "payloadLoss", "probability": 0.1 },
        { "fault": "networkLoss", "probability": 0.1, "at": "callback", "lasts": "1h" } ],
      "expect": [ { "design": "naive", "metric": "lostRate", "min": 0.05 },
        { "metric": "lostRate", "of": "keep-2", "below": "naive" } ] }
    """
  }

  private static let plain = scenario()

  private static func findings(_ text: String) throws -> Findings {
    Findings(Runner(try Told.scenario(text)).run(workers: 1))
  }

  private static func page(_ text: String) throws -> String {
    let scenario = try Told.scenario(text)
    let findings = try findings(text)
    let user = try #require(
      findings.designs[0].ledger.firstStruckLoser(0))
    let story = Told.story(scenario, design: scenario.designs[0], number: user)
    return HTMLReport(
      findings, source: text,
      examples: [(design: scenario.designs[0].name, user: user, story: story)],
      run: "lostorder run '\(hostile)'"
    ) { "play \($0) \($1)" }.text
  }

  @Test("the parts stand in their order, each with a chart for wide and narrow windows and a table")
  func parts() throws {
    let page = try HTMLReportTests.page(HTMLReportTests.plain)
    let names = page.matches(of: /<section id="([a-z]+)"/).map { String($0.1) }
    #expect(
      names == [
        "rates", "pairs", "drops", "faults", "delivery", "retries", "money", "expectations",
        "scenario", "reproduction",
      ])
    for part in page.split(separator: "<section ").dropFirst().prefix(7) {
      #expect(part.matches(of: /<svg class="chart wide"/).count == 1, "\(part.prefix(20))")
      #expect(part.matches(of: /<svg class="chart narrow"/).count == 1)
      #expect(part.contains("<table>"))
    }
    let rates = page.split(separator: "<section ")[1]
    #expect(rates.matches(of: /<circle class="mark/).count == 2 * 3)
    #expect(rates.contains("the dashed line is naive"))
    let heat = page.split(separator: "<section ")[4]
    #expect(heat.matches(of: /<rect class="cell/).count == 2 * 3 * 3)
    // The share and the number of charges, in both charts and in the table.
    #expect(heat.matches(of: /<text [^>]*class="cellnumber/).count == 2 * 2 * 3 * 3)
    #expect(heat.matches(of: /<td class="n"[^>]*>[\d.]+ \([\d,]+\)</).count == 3 * 3)
    #expect(heat.contains("<a href=\"#example-0\">") && heat.contains("id=\"example-0\""))
  }

  @Test("the verdict names the best and the worst design, and how many expectations hold")
  func verdict() throws {
    let page = try HTMLReportTests.page(HTMLReportTests.plain)
    let verdict = try #require(
      page.firstMatch(of: /<p class="verdict pass"><b>pass<\/b>: (.*)<\/p>/))
    let findings = try HTMLReportTests.findings(HTMLReportTests.plain)
    let rates = findings.designs.map { $0.tally.rate(.lost)?.value ?? 0 }
    #expect(rates[2] < rates[1] && rates[1] < rates[0])
    #expect(
      verdict.1.hasPrefix("keep-2 loses \(Numerals.perMille(rates[2])) ‰ (")
        && verdict.1.hasSuffix(
          "naive loses \(Numerals.perMille(rates[0])) ‰, the most. 2 of 2 expectations hold."),
      "\(verdict.1)")
  }

  @Test("text of a scenario cannot leave its place, and nothing is loaded from elsewhere")
  func hostile() throws {
    let text = HTMLReportTests.scenario(
      title: HTMLReportTests.hostile, item: HTMLReportTests.hostile)
    let page = try HTMLReportTests.page(text)
    #expect(!page.contains("<script>alert") && !page.contains("\u{1B}"))
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(page.matches(of: /<script/).count == 1 && page.matches(of: /<\/title>/).count > 0)
    // Inside of tags nothing of the name may stand but in quotes, where its own are escaped.
    for tag in page.matches(of: /<[a-z][^>]*>/) { #expect(!tag.0.contains("onload='x'\"")) }
    let outside = page.replacing("http://www.w3.org/2000/svg", with: "")
    #expect(!outside.contains("http:") && !outside.contains("https:"))
    #expect(!outside.contains("@import") && !outside.contains("src="))
  }

  @Test("the same findings give the same page")
  func same() throws {
    #expect(
      try HTMLReportTests.page(HTMLReportTests.plain)
        == HTMLReportTests.page(HTMLReportTests.plain))
  }

  @Test("a case tells how it ends, and draws its lives")
  func caseReport() throws {
    let findings = Findings(Runner(try Told.scenario(Told.small)).run(workers: 1))
    let story = try Told.story(Told.small)
    let page = HTMLReport(
      findings, source: Told.small, examples: [(design: "naive", user: 0, story: story)],
      run: "run it"
    ) { design, _ in "play \(design)" }.text
    let names = page.matches(of: /<section id="([a-z]+)"/).map { String($0.1) }
    #expect(names == ["endings", "lives", "expectations", "scenario", "reproduction"])
    #expect(page.contains("the order is lost under 2 of 2 designs."))
    #expect(page.contains("lost, undelivered, ") && page.contains("class=\"lostorder\""))
    #expect(page.contains("<pre>run it\nplay naive</pre>"))
  }
}
