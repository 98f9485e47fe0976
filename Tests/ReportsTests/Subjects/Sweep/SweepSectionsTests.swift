import Experiments
import JSONText
import Methods
import Scenarios
import TestSupport
import Testing

@testable import Reports

@Suite("SweepSections") struct SweepSectionsTests {
  private static let numbers =
    #"{ "value": "behavior.cancels", "from": 0.01, "to": 0.04, "steps": 3, "log": true }"#

  private static func curves() throws -> SweepFindings {
    try SweepReportTests.findings(numbers, lost: [[40, 4, 0], [40, 30, 0], [40, 90, 0]])
  }

  /// The markup of the wide chart of a section.
  private static func chart(_ section: HTMLPage.Section) -> Substring {
    section.body.split(separator: "</svg>")[0]
  }

  @Test("a sweep of one value has a curve, a band and marks for every design, in its colour")
  func curves() throws {
    let sections = SweepSections(try Self.curves(), .en).sections
    expectEqual(sections.map(\.name), ["sweep", "sweep-differences"])
    let chart = Self.chart(sections[0])
    for colour in 0..<3 {
      expectEqual(chart.matches(of: try Regex("<path class=\"curve l\(colour) d0\"")).count, 1)
      expectEqual(chart.matches(of: try Regex("class=\"band m\(colour)\"")).count, 1)
      expectEqual(chart.matches(of: try Regex("<path class=\"mark m\(colour)\"")).count, 3)
    }
    // Both pairs of the second design have its colour and different dashes.
    let pairs = Self.chart(sections[1]).matches(of: /<path class="(curve l\d d\d)"/)
    expectEqual(pairs.map { String($0.1) }, ["curve l1 d0", "curve l2 d0", "curve l2 d1"])
    #expect(
      sections[0].body.contains("<li>naive, leo: break-even 0.0224 (0.0207 to 0.0251); below"))
  }

  @Test("a break-even is marked where two curves cross, on its interval, on every kind of axis")
  func breakEven() throws {
    // One difference is so much smaller than the others that both charts have logarithmic axes.
    let findings = try SweepReportTests.findings(
      Self.numbers, lost: [[40, 4, 39], [40, 30, 40], [40, 90, 40]])
    for section in SweepSections(findings, .en).sections {
      let chart = Self.chart(section)
      let mark = try #require(
        chart.firstMatch(of: /class="reference" x1="([0-9.]+)"/).flatMap { Double($0.1) })
      // 0.02245 lies 0.5833 of the way from 0.01 to 0.04 in logarithms; the plot is 790 wide from 70.
      #expect(abs(mark - (70 + 790 * 0.5833)) < 0.2)
      let between = try #require(
        chart.firstMatch(of: /class="between"|<rect class="between" x="([0-9.]+)"/))
      #expect(between.0.contains("between"))
      #expect(chart.contains(">0.0224</text>"))
    }
    let differences = Self.chart(SweepSections(findings, .en).sections[1])
    let zero = try #require(
      differences.firstMatch(of: /class="zero" x1="[0-9.]+" y1="([0-9.]+)"/).flatMap {
        Double($0.1)
      })
    let path = try #require(differences.firstMatch(of: /class="curve l1 d0" d="M([0-9. L]+)"/)?.1)
    let corners = path.split(separator: "L").map {
      $0.split(separator: " ").compactMap { Double($0) }
    }
    let crossing = try #require(
      zip(corners, corners.dropFirst()).first { ($0[1] - zero) * ($1[1] - zero) <= 0 })
    let share = (zero - crossing.0[1]) / (crossing.1[1] - crossing.0[1])
    #expect(abs(crossing.0[0] + share * (crossing.1[0] - crossing.0[0]) - (70 + 790 * 0.5833)) < 4)
  }

  @Test("0 has its own tick below the powers of ten")
  func zero() throws {
    let chart = Self.chart(SweepSections(try Self.curves(), .en).sections[0])
    // 4 to 90 per mille and 0: the powers are 1, 10 and 100, and 0 is a power below.
    let labels = chart.matches(of: /y="([0-9.]+)" class="tick" text-anchor="end">([^<]*)</)
    expectEqual(labels.map { String($0.2) }, ["0", "1", "10", "100"])
    expectEqual(Set(labels.map { String($0.1) }).count, 4)
    #expect(chart.contains("<title>keep-1, behavior.cancels at 0.01: 0.00 (below 2.99) ‰</title>"))
  }

  @Test("choices are drawn side by side, without a curve between them")
  func choices() throws {
    let findings = try SweepReportTests.findings(
      #"{ "value": "store.usesLink", "values": [false, true] }"#, lost: [[40, 4], [40, 41]],
      designs: #""naive", "leo""#)
    let chart = Self.chart(SweepSections(findings, .en).sections[0])
    #expect(!chart.contains("curve") && !chart.contains("class=\"band"))
    let places = chart.matches(of: /<path class="mark m\d" d="M([0-9.]+) [^>]*><title>/)
    expectEqual(Set(places.map { String($0.1) }).count, 4)
  }

  @Test("each cell of a map has the colour of the best design, split between tied designs")
  func map() throws {
    let sections = SweepSections(try SweepReportTests.map(), .en).sections
    expectEqual(sections.map(\.name), ["sweep"])
    let chart = Self.chart(sections[0]).split(separator: "behavior.cancels →")[0]
    let cells = chart.matches(of: /class="cell (m\d|open|empty)"/).map { String($0.1) }
    // From the lowest row up, from left to right.
    expectEqual(cells, ["m0", "open", "open", "m1", "m2", "m2", "m1", "m0"])
    #expect(
      chart.contains(
        "<title>behavior.cancels 0.1, behavior.login 5m: leo 4.00 (1.09–10.21) ‰;"
          + " keep-1 5.00 (1.63–11.63) ‰</title>"))
    #expect(sections[0].body.contains("<td>leo, keep-1</td>"))
  }

  @Test("a page and a drawing are self-contained in either language and escape all text")
  func alone() throws {
    let text = """
      { "name": "s", "title": "<b>&", "users": 10,
        "designs": ["naive", "leo"],
        "sweep": { "value": "behavior.reacts", "values": [{ "support": 1 }, { "nothing": 1 }] } }
      """
    let plan = try #require(SweepPlan(try ScenarioReader.read(Array(text.utf8), file: "s.json")))
    let points = plan.sweep.points.indices.map { index in
      SweepFindings.Point(
        Runner(plan.scenario(at: index)).run(workers: 1), at: plan.sweep.points[index])
    }
    let findings = SweepFindings(plan, points)
    for language in Language.allCases {
      let page = SweepSections(findings, language)
        .page(source: text, command: "lostorder sweep <b>").text
      let drawing = SweepDrawing.svg(findings, language)
      for output in [page, drawing] {
        #expect(!output.contains("<b>") && output.contains("&lt;b&gt;&amp;"))
        #expect(!output.contains(/(href|src)="[^#d]/))
      }
      #expect(page.contains("<html lang=\"\(language.rawValue)\">"))
    }
  }

  @Test("every class of a drawing is defined by its own style sheet, in light and dark")
  func style() throws {
    let drawings = [try Self.curves(), try SweepReportTests.map()].map { SweepDrawing.svg($0, .en) }
    let without: Set = ["cell", "mark", "legend", "d0", "lostorder"]
    for drawing in drawings {
      let classes = Set(
        drawing.matches(of: /class="([^"]*)"/).flatMap {
          $0.1.split(separator: " ").map(String.init)
        })
      for name in classes.subtracting(without) {
        #expect(PageParts.chartStyle.contains(".lostorder .\(name) "), "\(name)")
      }
      #expect(drawing.contains("prefers-color-scheme: dark"))
    }
    for colour in 0..<LineChart.colours {
      for style in [PageParts.chartStyle, PageParts.style] {
        #expect(style.contains(".m\(colour) { fill: ") && style.contains(".l\(colour) { stroke: "))
      }
    }
  }
}
