import EventEngine
import Testing

@testable import Reports

/// Stories as text.
@Suite("Timeline")
struct TimelineTests {
  @Test("a timeline has columns for time, actor and what happened; faults and losses are marked")
  func small() throws {
    #expect(
      Timeline.text(try Told.story(Told.small)) == """
        small: naive

            00:00:00.000  app      is opened: a new process (D1)
            00:00:01.000  app      is ready
            00:00:21.000  user     taps Buy (wish 1: marathon)
            00:00:21.000  app      attaches its observer (S3)
            00:00:21.000  app      writes a record of wish 1 (C3)
            00:00:21.000  store    shows the payment sheet of T1 (S1)
            00:00:21.200  store    calls back purchasing for T1
            00:00:29.000  user     pays on the sheet of T1
            00:00:31.000  store    takes the money for T1 (S2)
            00:00:31.100           ⚡ crash, reopens 5m
            00:00:31.100  app      dies, and its memory with it (D1)
            00:00:31.100  app      loses the record of wish 1: recordDied (D1)
            00:01:00.000           ✗ T1 is lost as things stand at the horizon: neverReopened (P4)

        charge 1 (T1): lost, undelivered, drop point neverReopened

        """)
  }

  @Test("two designs are told once while they are the same, then side by side")
  func comparison() throws {
    let text = Timeline.text(try Told.comparison(Told.interrupted))
    #expect(text == TimelineTests.comparison)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  static let comparison = """
    interrupted: zero-loss-1.0 against zero-loss-1.2

        00:00:00.000  app      is opened: a new process (D1)
        00:00:01.000  app      is ready
        00:00:01.000  app      attaches its observer (S3)
        00:00:21.000  user     taps Buy (wish 1: i2)
        00:00:21.000  app      shows its spinner
        00:00:21.000  app      writes a record of wish 1 (C3)
        00:00:21.000  store    shows the payment sheet of T1 (S1)
        00:00:21.200  store    calls back purchasing for T1
        00:00:29.000           ⚡ spuriousCancel, completes, resolves 1m, dropsPayload
        00:00:29.000  store    interrupts T1: it needs something first (S7)
        00:00:29.000  store    calls back failed (cancelled) for T1
                      ──────────────────────────────────────── first difference ────────────────────────────────────────
                      zero-loss-1.0                                     zero-loss-1.2
        00:00:29.000  app      loses the record of wish 1:
                               recordCleared (C4)
        00:00:29.000  app      hides its spinner                        app      hides its spinner
        00:01:29.000  user     completes the purchase in the store, as  user     completes the purchase in the store, as
                               T2 (S7)                                           T2 (S7)
        00:01:29.200  store    calls back purchasing for T2             store    calls back purchasing for T2
        00:01:31.000  store    takes the money for T2 (S2)              store    takes the money for T2 (S2)
        00:01:31.200  store    calls back purchased for T2 (S3)         store    calls back purchased for T2 (S3)
        00:01:31.200  app      finds no item for T2 (C5)                app      asks verify for T2
        00:01:31.200           ✗ T2 is lost from here on:
                                 recordCleared (C4)
        00:01:31.850                                                    backend  creates an order for i2 (B1)
        00:01:31.850                                                    backend  delivers i2 to account A for T2 (B6,
                                                                                 B7)
        00:01:32.100                                                    backend  answers delivered: verify for T2
        00:01:32.100                                                    app      finishes T2 (S11)
        00:02:21.000  user     leaves the app                                    nothing can change any more
        00:02:21.000  app      is ended by the system in the
                               background (D1)
        10:00:00.000  app      is opened: a new process (D1)
        10:00:01.000  app      is ready
        10:00:01.000  app      attaches its observer (S3)
        10:00:01.000  store    calls back purchased for T2 (S3)
        10:00:01.000  app      finds no item for T2 (C5)
        10:02:00.000  user     leaves the app
        10:02:00.000  app      is ended by the system in the
                               background (D1)
                      … and the same in 3 more visits

    zero-loss-1.0
      charge 1 (T2): lost, undelivered, drop point recordCleared

    zero-loss-1.2
      charge 1 (T2): delivered

    """

  @Test("lives without a difference are told once")
  func same() throws {
    let story = try Told.story(Told.small)
    let text = Timeline.text(StoryComparison(story, story))
    #expect(text.hasPrefix("small: naive against naive\n\n    00:00:00.000  app      is opened"))
    #expect(
      text.hasSuffix(
        "\n\nno difference: naive and naive live the same life\n"
          + "charge 1 (T1): lost, undelivered, drop point neverReopened\n"))
  }

  @Test("rows of a comparison keep the order of both lives, and pair what is the same")
  func rows() throws {
    let stories = try StoryTests.busyStories(0..<6)
    var differences = 0
    for (first, second) in zip(stories, stories.dropFirst()) {
      let comparison = StoryComparison(first, second)
      #expect(comparison.common + comparison.rows.compactMap(\.first) == first.events)
      #expect(comparison.common + comparison.rows.compactMap(\.second) == second.events)
      #expect(
        zip(comparison.rows, comparison.rows.dropFirst()).allSatisfy { $0.time <= $1.time })
      if let row = comparison.rows.first {
        differences += 1
        #expect(row.first != row.second && comparison.parting == row.time)
      }
    }
    #expect(differences > 40)
  }

  @Test("times are clocks, with the days before them")
  func clocks() {
    #expect(Timeline.clock(.start) == "00:00:00.000")
    #expect(Timeline.clock(Instant(microseconds: 93_784_005_999)) == "1d 02:03:04.005")
    #expect(Timeline.stamp(Instant(microseconds: 1_000)) == "    00:00:00.001")
    #expect(Timeline.stamp(Instant(microseconds: 864_000_000_000)).count == 16)
  }
}
