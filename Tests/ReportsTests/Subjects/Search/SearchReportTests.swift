import EventEngine
import JSONText
import PurchaseWorld
import Reports
import Statistics
import TestSupport
import Testing

@testable import DesignSearch
@testable import ExhaustiveSearch
@testable import Experiments
@testable import Scenarios

/// Searches as text and as data, from findings made by hand.
@Suite("Reports of searches") struct SearchReportTests {
  private static func estimates(_ values: [Double]) -> [Estimate?] {
    values.map { Estimate($0, Interval(low: $0 / 2, high: $0 + 0.001), .share) }
  }

  private static func point(
    _ name: String, _ values: [Double], axes: Int, others: [String] = []
  ) -> SearchFindings.Point {
    var design = Design(name: name)
    design.hasLedger = true
    return SearchFindings.Point(
      design: design,
      axes: (0..<axes).map { .init(name: "axis-\($0)", from: "default", to: "value-\($0)") },
      // StoreKit 1 has no automatic refunds.
      estimates: estimates([values[0], 0, 0] + values.dropFirst()), others: others)
  }

  private static func losing(
    _ kind: Fault, intent: Int = 0, longer: Bool = false, _ journeys: [Journey] = [.one, .two]
  ) -> FaultScreen.LosingFault {
    FaultScreen.LosingFault(
      fault: kind, intent: intent, outlastsRetries: longer, journeys: journeys)
  }

  private static func found(
    survivors: Int = 3, faults: Int = 1, _ points: [SearchFindings.Point],
    inevitableFaults: [FaultScreen.LosingFault] = []
  ) throws -> SearchFindings {
    var scenario = Scenario(
      name: "s\u{1B}", population: Population(conditions: Conditions(catalog: HandMade.catalog)))
    scenario.seed = 7
    scenario.userCount = 1_000
    var search = Search(
      scenario, among: (0..<12_345).map { Design(name: "space-\($0)") }, [.one, .two],
      kinds: [.payloadLoss, .backendOutage])
    search.maxFaults = faults
    return SearchFindings(
      search, losing: [12_000, 345 - survivors], survivors: survivors,
      inevitableFaults: inevitableFaults,
      rounds: [.init(designCount: survivors, users: 1_000, seed: 7)], points: points)
  }

  private static func report(_ found: SearchFindings, isSpace: Bool = true) -> SearchReport {
    SearchReport(found, isSpace: isSpace, words: { "\($0.kind)" }) { "explore \($0.name)" }
  }

  @Test("the report has the funnel, inevitable faults, points, and the simplest of the Pareto set")
  func sections() throws {
    var last = Self.point("last", [0.002, 0, 0, 0], axes: 1)
    last.losesMore = true
    let found = try Self.found(
      [
        Self.point("first", [0, 0.002, 0, 0], axes: 4),
        Self.point("second", [0.001, 0.001, 0, 0], axes: 2, others: ["a", "b"]), last,
      ],
      inevitableFaults: [
        Self.losing(.backendOutage(lasts: .seconds(9)), longer: true, [.two]),
        Self.losing(.payloadLoss(from: .callback), intent: 1),
      ])
    expectEqual(found.simplest, 1)
    expectEqual(
      Self.report(found).text,
      """
      s\\u{1b}
      lostorder \(Version.current), seed 7; 1 fault of 2 kinds before any event of journeys one, two

                                           designs
      the design space                      12,345
      lose an order without any fault       12,000
      lose an order with 1 fault               342
      survive                                    3
      simulated with 1,000 users (seed 7)        3
      Pareto set                                 5

      inevitable: faults with each of which all 345 designs lose an order (without a fault, they lose none)
        backendOutage, longer than the retries, in journey two
        payloadLoss, of purchase 2

      Pareto set: 3 points

      design  axes  lost  95 %         lost  95 %         double  95 %         duplicate  95 %        same  least
                          interval    sales  interval    charges  interval    deliveries  interval
                       ‰                  ‰                    ‰                       ‰
      first      4  0.00  below 1.00   2.00  1.00–3.00      0.00  below 1.00        0.00  below 1.00        yes
      second     2  1.00  0.50–2.00    1.00  0.50–2.00      0.00  below 1.00        0.00  below 1.00     2  yes
      last       1  2.00  1.00–3.00    0.00  below 1.00     0.00  below 1.00        0.00  below 1.00

      first: axis-0=value-0 axis-1=value-1 axis-2=value-2 axis-3=value-3
      second: axis-0=value-0 axis-1=value-1
      last: axis-0=value-0

      Lost orders and duplicate deliveries: per mille of charges. Lost sales: per mille of intents whose
      user wanted to pay. Double charges: per mille of intents. No design of the set is better than
      another in all of them. axes: number of axes that differ from their defaults. same: other designs
      with the same numbers. least: lost orders that do not differ significantly from the fewest
      (McNemar, Holm).

      simplest: second, 2 axes away from the defaults; as a scenario declares it:
        {"name": "second", "ledger": true}

      """)
  }

  @Test("for a file the simplest is explored further; without survivors the losses are listed")
  func nearest() throws {
    var point = Self.point("first", [0, 0, 0, 0], axes: 1)
    point.losingFaults = [Self.losing(.payloadLoss(from: .callback), [.two])]
    let few = Self.report(try Self.found(survivors: 0, [point]), isSpace: false).text
    #expect(few.contains("\nno design survives; the nearest ones were sampled\n"))
    #expect(!few.contains("inevitable"))
    #expect(
      few.hasSuffix(
        """
        simplest: first, 1 axis away from the defaults; to see what loses its orders:
          explore first
        it loses an order with one of these, but other designs survive them
          payloadLoss, in journey two

        """))
    point.losingFaults = (1...13).map {
      Self.losing(.backendOutage(lasts: .seconds($0)), $0 == 1 ? [.one] : [.two])
    }
    let many = Self.report(try Self.found(survivors: 0, [point])).text
    #expect(many.hasSuffix("\n  backendOutage, in 13 ways\n"))
  }

  @Test("the short report states the number of survivors and the simplest one")
  func verdict() throws {
    let found = try Self.found(faults: 2, [Self.point("first", [0, 0, 0, 0], axes: 1)])
    expectEqual(
      Self.report(found).verdict,
      """
      s\\u{1b}: 3 of 12,345 designs lose nothing with up to 2 faults; the simplest of the Pareto set \
      is first, 1 axis away from the defaults

      """)
    let harmed = try Self.found(
      [Self.point("first", [0, 0, 0, 0], axes: 1)], inevitableFaults: [Self.losing(.refund)])
    #expect(Self.report(harmed).verdict.contains("with 1 fault except inevitable losses; the"))
    let text = Self.report(harmed, isSpace: false).text
    #expect(text.contains("\n  another design may survive them: --space tries many\n"))
  }

  @Test("the article names every member of the JSON output")
  func article() throws {
    let text = try ArticleTests.text("SearchFormat")
    var point = Self.point("first", [0, 0, 0, 0], axes: 1)
    point.losingFaults = [Self.losing(.payloadLoss(from: .callback))]
    point.estimates[0] = nil
    let found = try Self.found([point], inevitableFaults: [Self.losing(.refund)])
    let output = SearchJSON.output(found, isSpace: true, words: { "\($0.kind)" })
    let keys = ArticleTests.keys(of: output, without: ["axes"])
    #expect(keys.count > 25)
    expectEqual(keys.filter { !text.contains("`\($0)`") }, [])
    #expect(output.line.contains(#""lostRate": null, "lostSaleRate": [0, 0, 0.001]"#))
    #expect(output.line.contains(#""axes": {"ledger": true}"#))
    #expect(text.contains("format version: \(SearchJSON.format)"))
  }
}
