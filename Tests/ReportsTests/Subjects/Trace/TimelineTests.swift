import EventEngine
import Reports
import TestSupport
import Testing

/// Stories as text.
@Suite("Timeline") struct TimelineTests {
  @Test("a timeline has columns for time, actor and event, and marks faults and losses")
  func small() throws {
    expectEqual(
      Timeline.text(try Fixture.story(Fixture.small)),
      """
      small: naive

          00:00:00.000  app      starts in a new process (D1)
          00:00:01.000  app      is ready
          00:00:21.000  user     taps Buy (intent 1: item marathon)
          00:00:21.000  app      attaches its observer (S3)
          00:00:21.000  app      saves a record of intent 1 (C3)
          00:00:21.000  store    shows the payment sheet of T1 (S1)
          00:00:21.200  store    reports 'purchasing' for T1
          00:00:29.000  user     pays on the sheet of T1
          00:00:31.000  store    charges the user for T1 (S2)
          00:00:31.100           ⚡ crash (reopens 5m)
          00:00:31.100  app      terminates and loses its memory (D1)
          00:00:31.100  app      loses the record of intent 1: recordDied (D1)
          00:01:00.000           ✗ T1 is lost at the end of the simulated time: neverReopened (P4)

      charge 1 (T1): lost, undelivered, drop point neverReopened

      """)
  }

  @Test("two designs are printed once while they are equal, then side by side")
  func comparison() throws {
    let text = Timeline.text(try Fixture.comparison(Fixture.interrupted))
    #expect(try Golden.difference(text, "timeline-of-two.txt") == nil)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  @Test("Chinese columns are aligned by display width, and lines break between characters")
  func chinese() throws {
    let text = Timeline.text(try Fixture.comparison(Fixture.interrupted, .zh))
    #expect(try Golden.difference(text, "timeline-of-two.zh.txt") == nil)
    let rows = text.split(separator: "\n").drop { !$0.contains("首个不同之处") }
    for row in rows.dropFirst(2) where row.contains(/^ *[0-9:.]+  .*   用户|客户端.*客户端/) {
      let place = try #require(row.ranges(of: /用户|客户端/).last).lowerBound
      expectEqual(DisplayWidth.of(String(row[..<place])), 18 + 48 + 2, "\(row)")
    }
    #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.of(String($0)) <= 120 })
    expectEqual(
      LineBreaking.lines(of: "丢失 T1 的（verify）响应，重试", atMost: 12, cuts: true),
      ["丢失 T1 的", "（verify）响", "应，重试"])
    expectEqual(LineBreaking.lines(of: "一二三，四", atMost: 6, cuts: true), ["一二", "三，四"])
  }

  @Test("equal timelines are printed once")
  func same() throws {
    let story = try Fixture.story(Fixture.small)
    let text = Timeline.text(TraceComparison(story, story))
    #expect(
      text.hasPrefix("small: naive against naive\n\n    00:00:00.000  app      starts in a new"))
    #expect(
      text.hasSuffix(
        "\n\nno difference: naive and naive have the same trace\n"
          + "charge 1 (T1): lost, undelivered, drop point neverReopened\n"))
  }

  @Test("a comparison keeps the order of both timelines and pairs equal events")
  func rows() throws {
    let stories = try AnnotatedTraceTests.busyStories(0..<6)
    var differences = 0
    for (first, second) in zip(stories, stories.dropFirst()) {
      let comparison = TraceComparison(first, second)
      expectEqual(comparison.common + comparison.rows.compactMap(\.first), first.events)
      expectEqual(comparison.common + comparison.rows.compactMap(\.second), second.events)
      #expect(zip(comparison.rows, comparison.rows.dropFirst()).allSatisfy { $0.time <= $1.time })
      if let row = comparison.rows.first {
        differences += 1
        #expect(row.first != row.second && comparison.firstDifference == row.time)
      }
    }
    #expect(differences > 40)
  }

  @Test("times are printed as a clock, with the days before it")
  func clocks() {
    expectEqual(Timeline.clock(.start), "00:00:00.000")
    expectEqual(Timeline.clock(Instant(microseconds: 93_784_005_999)), "1d 02:03:04.005")
    expectEqual(Timeline.stamp(Instant(microseconds: 1_000)), "    00:00:00.001")
    expectEqual(Timeline.stamp(Instant(microseconds: 864_000_000_000)).count, 16)
  }
}
