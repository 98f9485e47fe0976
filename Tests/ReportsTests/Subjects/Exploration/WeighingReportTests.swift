import JSONText
import PurchaseWorld
import Reports
import TestSupport
import Testing

@testable import ExhaustiveSearch
@testable import Experiments

/// Weighings as text and as data, from findings made by hand.
@Suite("Reports of weighings") struct WeighingReportTests {
  private static func weighing(lost: Double, parts: Int = 1) -> LossEnumeration {
    var none = LossEnumeration.FaultCountResult(faultCount: 0)
    (none.runCount, none.userShare, none.charges) = (3, 0.75, 0.75)
    var one = LossEnumeration.FaultCountResult(faultCount: 1)
    (one.runCount, one.userShare, one.charges, one.lost) = (1_200, 0.2, 0.25, lost)
    let script = Population.Script(intents: [], taps: [], plan: [])
    return LossEnumeration(
      design: "a\u{1B}", resultsByFaultCount: [none, one],
      parts: (0..<parts).map { part in
        LossEnumeration.Part(
          kinds: part == 0 ? [] : Array(repeating: .crash, count: part),
          lost: lost / Double(parts), example: part == 1 ? script : nil)
      })
  }

  /// A thousand users with one charge each; one user in ten loses the order.
  private static func sample(charged: Bool = true) -> EnumerationSample {
    var sample = EnumerationSample(faults: 1)
    for user in 0..<1_000 {
      var orders = ChargeCounts()
      if charged { orders.add(user % 10 == 0 ? .rescued : .delivered) }
      sample.add(orders, faults: user % 3)
    }
    return sample
  }

  private static func report(_ weighing: LossEnumeration, _ sample: EnumerationSample)
    -> WeighingReport
  {
    WeighingReport(weighing, sample, of: "s", cells: 1) { _ in "play it" }
  }

  @Test("the largest parts are listed, each with its share and the command of an example")
  func parts() {
    let text = Self.report(Self.weighing(lost: 0.1, parts: 10), Self.sample()).text
    #expect(
      text.hasPrefix(
        """
        s: a\\u{1b} weighed with up to 1 fault per user
        1,203 timelines weighed, random delays in 1 part; 1,000 users drawn

         faults  timelines     % of    lost ‰  lost ‰
                              users   weighed  drawn
              0          3   75.000    0.0000  101.80 (71.53–139.34)
              1      1,200   20.000  400.0000  99.10 (69.20–136.35)
        up to 1      1,203   95.000  100.0000  100.45 (79.88–125.60)
            any             100.000            100.00 (82.91–120.15)

        lost by kinds of faults, per mille of charges and in percent of the lost orders:
          10.0000  10.0 %  without a fault
          10.0000  10.0 %  crash
            play it
          10.0000  10.0 %  crash + crash

        """), "\(text)")
    #expect(text.contains("\n  … and 2 more combinations of kinds\n\nverdict: "))
  }

  @Test("the verdict states whether the drawn users agree")
  func verdicts() {
    let sample = Self.sample()
    expectEqual(
      Self.report(Self.weighing(lost: 0.1), sample).verdict,
      "verdict: the weighed 100.0000 ‰ is within the interval of the drawn users with up to 1"
        + " fault")
    expectEqual(
      Self.report(Self.weighing(lost: 0.2), sample).verdict,
      "verdict: the weighed 200.0000 ‰ is outside the interval of the drawn users with up to"
        + " 1 fault; this happens by chance in one run of twenty")
    expectEqual(
      Self.report(Self.weighing(lost: 0.1), Self.sample(charged: false)).verdict,
      "verdict: no user was charged, so there is nothing to weigh")
  }

  @Test("the article names every member of the JSON output")
  func article() throws {
    let output = WeighingJSON.output(
      [(Self.weighing(lost: 0.1, parts: 2), Self.sample())],
      of: "s", seed: 1, faults: 1, cells: 4, plan: { _ in .null })
    let keys = ArticleTests.keys(of: output)
    #expect(keys.count > 15)
    let text = try ArticleTests.text("WeighingFormat")
    for key in keys { #expect(text.contains("`\(key)`"), "\(key)") }
  }
}
