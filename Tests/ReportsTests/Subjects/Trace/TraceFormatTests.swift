import EventEngine
import JSONText
import PurchaseWorld
import TestSupport
import Testing

@testable import Reports

/// One small timeline in every format for programs.
@Suite("Trace formats") struct TraceFormatTests {
  private func member(_ key: String, of output: JSONOutput) throws -> JSONOutput {
    guard case .object(let members) = output else { throw CancellationError() }
    return try #require(members.first { $0.key == key }?.value)
  }

  private func lines(_ key: String, of output: JSONOutput) throws -> [String] {
    guard case .array(let elements) = try member(key, of: output) else { return [] }
    return elements.map(\.line)
  }

  @Test("JSON has the input of the simulation, every event and the outcome")
  func json() throws {
    let output = TraceJSON.output(try Fixture.story(Fixture.small))
    guard case .object(let members) = output else { throw CancellationError() }
    expectEqual(
      members.map(\.key),
      ["format", "version", "scenario", "user", "seed", "plan", "design", "events", "outcome"])
    expectEqual(
      members[0...6].map { "\($0.key): \($0.value.line)" },
      [
        "format: 1", #"version: "\#(Version.current)""#, #"scenario: "small""#, "user: null",
        "seed: 1",
        #"plan: [{"tap": 1, "item": "marathon"}, {"fault": "crash", "at": "charge", "#
          + #""after": "100ms", "reopens": "5m"}]"#, #"design: "naive""#,
      ])
    #expect(
      try lines("events", of: output) == [
        event(0, "app", "starts in a new process", ["D1"]), event(1, "app", "is ready", []),
        event(21, "user", to: "app", "taps Buy (intent 1: item marathon)", []),
        event(21, "app", to: "store", "attaches its observer", ["S3"]),
        event(21, "app", "saves a record of intent 1", ["C3"]),
        event(21, "store", to: "user", "shows the payment sheet of T1", ["S1"]),
        event(21.2, "store", to: "app", "reports 'purchasing' for T1", []),
        event(29, "user", to: "store", "pays on the sheet of T1", []),
        event(31, "store", "charges the user for T1", ["S2"]),
        event(31.1, "app", "crash (reopens 5m)", [], "fault"),
        event(31.1, "app", "terminates and loses its memory", ["D1"]),
        event(31.1, "app", "loses the record of intent 1: recordDied", ["D1"]),
        event(
          60, "user", "T1 is lost at the end of the simulated time: neverReopened", ["P4"], "drop"),
      ])
    #expect(
      try member("outcome", of: output).line
        == #"{"charges": [{"transaction": "T1", "wish": 1, "product": "tier.500", "price": 600, "#
        + #""time": 31, "outcome": "lost", "kind": "undelivered", "dropPoint": "neverReopened", "#
        + #""deliveredAfter": null}], "flags": []}"#)
  }

  private func event(
    _ time: Double, _ actor: String, to receiver: String? = nil, _ text: String, _ rules: [String],
    _ kind: String = "plain"
  ) -> String {
    let output: JSONOutput = [
      "time": .number(time), "actor": .string(actor),
      "receiver": receiver.map { .string($0) } ?? .null, "text": .string(text),
      "rules": .array(rules.map { .string($0) }), "kind": .string(kind),
    ]
    return output.line
  }

  @Test("JSON of two designs has common events once")
  func comparison() throws {
    let comparison = try Fixture.comparison(Fixture.interrupted)
    let output = TraceJSON.output(comparison)
    guard case .object(let members) = output else { throw CancellationError() }
    expectEqual(
      members.map(\.key),
      [
        "format", "version", "scenario", "user", "seed", "plan", "common", "firstDifference",
        "lives",
      ])
    #expect(try lines("common", of: output).count == 11)
    #expect(try member("firstDifference", of: output).line == "29")
    let branches: [String] = try lines("lives", of: output).map { String($0.prefix(127)) }
    let starts: [String] = [
      """
      {"design": "zero-loss-1.0", "events": [{"time": 29, "actor": "app", "receiver": null, \
      "text": "loses the record of intent 1: re
      """,
      """
      {"design": "zero-loss-1.2", "events": [{"time": 29, "actor": "app", "receiver": "user", \
      "text": "hides its spinner", "rules": [
      """,
    ]
    expectEqual(branches, starts)
    let same = TraceComparison(comparison.first, comparison.first)
    #expect(try member("firstDifference", of: TraceJSON.output(same)) == .null)
  }

  @Test("CSV has a header and one row per event, in order of time")
  func csv() throws {
    expectEqual(
      TraceCSV.text(try Fixture.story(Fixture.small)),
      """
      time,seconds,actor,receiver,event,rules,kind
      00:00:00.000,0.000000,app,,starts in a new process,D1,plain
      00:00:01.000,1.000000,app,,is ready,,plain
      00:00:21.000,21.000000,user,app,taps Buy (intent 1: item marathon),,plain
      00:00:21.000,21.000000,app,store,attaches its observer,S3,plain
      00:00:21.000,21.000000,app,,saves a record of intent 1,C3,plain
      00:00:21.000,21.000000,store,user,shows the payment sheet of T1,S1,plain
      00:00:21.200,21.200000,store,app,reports 'purchasing' for T1,,plain
      00:00:29.000,29.000000,user,store,pays on the sheet of T1,,plain
      00:00:31.000,31.000000,store,,charges the user for T1,S2,plain
      00:00:31.100,31.100000,app,,crash (reopens 5m),,fault
      00:00:31.100,31.100000,app,,terminates and loses its memory,D1,plain
      00:00:31.100,31.100000,app,,loses the record of intent 1: recordDied,D1,plain
      00:01:00.000,60.000000,user,,T1 is lost at the end of the simulated time: neverReopened,P4,drop

      """.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"))
  }

  @Test(
    "a cell holds any text and is never a formula (RFC 4180)",
    arguments: [
      ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("a \"b\"", "\"a \"\"b\"\"\""),
      ("a\"\u{301}", "\"a\"\"\u{301}\""), ("two\nlines", "\"two\nlines\""),
      ("=1+1", "'=1+1"), ("+1", "+1"), ("-1", "-1"), ("@x", "'@x"), ("\tx", "'\tx"),
      ("\rx", "\"'\rx\""), ("=\"a\",b", "\"'=\"\"a\"\",b\""), ("1=1", "1=1"),
    ])
  func cell(text: String, cell: String) { expectEqual(text.csvCell, cell) }

  @Test("Perfetto output has instants and slices on one thread per actor")
  func perfetto() throws {
    let story = try Fixture.story(Fixture.small)
    let events = try lines("traceEvents", of: TracePerfetto.output(story))
    expectEqual(events.count, 1 + 5 * 2 + 3 + 13)
    let threads: [String] = events.filter { $0.contains("thread_name") }
    expectEqual(
      threads,
      [
        #"{"ph": "M", "pid": 1, "tid": 1000, "name": "thread_name", "args": {"name": "user"}}"#,
        #"{"ph": "M", "pid": 1, "tid": 2000, "name": "thread_name", "args": {"name": "app"}}"#,
        #"{"ph": "M", "pid": 1, "tid": 3000, "name": "thread_name", "args": {"name": "link"}}"#,
        #"{"ph": "M", "pid": 1, "tid": 4000, "name": "thread_name", "args": {"name": "store"}}"#,
        #"{"ph": "M", "pid": 1, "tid": 5000, "name": "thread_name", "args": {"name": "backend"}}"#,
      ])
    let spans: [String] = events.filter { $0.hasPrefix(#"{"ph": "X""#) }
    expectEqual(
      spans,
      [
        #"{"ph": "X", "pid": 1, "tid": 2000, "cat": "span", "name": "process", "ts": 0, "dur": 31100000}"#,
        #"{"ph": "X", "pid": 1, "tid": 4000, "cat": "span", "name": "sheet of T1", "ts": 21000000, "dur": 8000000}"#,
        #"{"ph": "X", "pid": 1, "tid": 4000, "cat": "span", "name": "payment of T1", "ts": 29000000, "dur": 2000000}"#,
      ])
    let instants: [String] = [
      """
      {"ph": "i", "s": "t", "pid": 1, "tid": 4000, "cat": "plain", "name": "charges the user for T1", \
      "ts": 31000000, "args": {"rules": "S2"}}
      """,
      """
      {"ph": "i", "s": "t", "pid": 1, "tid": 2000, "cat": "fault", "name": "crash (reopens 5m)", \
      "ts": 31100000, "args": {}}
      """,
    ]
    expectEqual(Array(events.suffix(5).prefix(2)), instants)
  }

  @Test("slices of one thread are disjoint or nested")
  func lanes() throws {
    func span(_ begins: Int64, _ ends: Int64) -> TraceSpan {
      TraceSpan(
        actor: .app, text: "", start: Instant(microseconds: begins),
        end: Instant(microseconds: ends))
    }
    expectEqual(
      TracePerfetto.lanes(
        of: [span(0, 9), span(1, 3), span(2, 5), span(3, 4), span(9, 12), span(10, 20)]),
      [0, 0, 1, 0, 0, 1])
    for story in try AnnotatedTraceTests.busyStories(0..<20) {
      for actor in Participant.allCases {
        let spans = story.spans.filter { $0.actor == actor }
        let lanes = TracePerfetto.lanes(of: spans)
        for (place, span) in spans.enumerated() {
          for (other, lane) in zip(spans, lanes).prefix(place) where lane == lanes[place] {
            #expect(other.end <= span.start || other.end >= span.end)
          }
        }
      }
    }
  }

  @Test("a span ends at its own end, with its process, or at the horizon (D1)")
  func spans() throws {
    let text = """
      { "name": "s", "horizon": "3m", "designs": ["zero-loss-1.2"],
        "plan": [{ "tap": 1 }, { "fault": "backendOutage", "at": "callback", "lasts": "10m" },
                 { "fault": "networkLoss", "at": "tap", "lasts": "5s" }] }
      """
    let texts = try Fixture.story(text).spans.map {
      "\($0.actor.rawValue) \($0.text) \($0.start.microseconds / 1_000) \($0.end.microseconds / 1_000)"
    }
    expectEqual(
      texts,
      [
        "app process 0 59000", "app spinner 21000 59000", "store sheet of T1 21000 29000",
        "link networkLoss 21000 26000", "store payment of T1 29000 31000",
        "backend backendOutage 31200 180000", "app verify for T1 31200 46200",
        "app verify for T1 46200 59000", "app process 119000 180000",
        "app verify for T1 120000 135000", "app verify for T1 135000 150000",
        "app verify for T1 150000 165000", "app verify for T1 165000 180000",
      ])
  }
}
