import Experiments
import EventEngine
package import JSONText
import PurchaseWorld
import Scenarios

/// A trace as JSON.
///
/// The article <doc:TraceFormat> explains every member.
package enum TraceJSON {
  package static let format = 1

  /// - Parameter records: whether the store's own records are included.
  package static func output(_ story: AnnotatedTrace, withRecords records: Bool = false)
    -> JSONOutput
  {
    (head + run.map { member in member.of { (story, $0.events, records) } }).output(of: story)
  }

  /// Traces of one user under two designs; common events before the first difference appear once.
  package static func output(
    _ comparison: TraceComparison, withRecords records: Bool = false
  ) -> JSONOutput { two.output(of: (comparison, records)) }

  /// Schema for one run and for two.
  package static var schema: String {
    (head + run.map { member in member.of { ($0, $0.events, true) } }.map(\.optional)
      + two.dropFirst(head.count).map { member in
        member.of { (TraceComparison($0, $0), true) }.optional
      }).schema("A trace of lostorder")
  }

  private static let head: [Member<AnnotatedTrace, Never>] =
    Member.versions(format) + [
      .text("scenario") { $0.heading.scenario },
      Member("user", .orNull(.text)) { .some($0.heading.user) { .string($0) } },
      .count("seed") { Int(clamping: $0.heading.seed) },
      .count("replication") { $0.heading.replication }.optional,
      Member("plan", .anything, "in the format of a case's plan") { $0.plan },
    ]

  private static let two: [Member<(comparison: TraceComparison, withRecords: Bool), Never>] =
    head.map { member in member.of { $0.comparison.first } } + [
      .list("common", of: event) { $0.comparison.common },
      Member("firstDifference", .orNull(.number)) {
        .some($0.comparison.firstDifference) { .number(seconds($0)) }
      },
      .list("lives", of: run) { two in
        [two.comparison.first, two.comparison.second].map {
          ($0, two.comparison.rest(of: $0), two.withRecords)
        }
      },
    ]

  private typealias TracedRun = (story: AnnotatedTrace, events: [TraceEvent], withRecords: Bool)

  private static let run: [Member<TracedRun, Never>] = [
    .text("design") { $0.story.heading.design }, .list("events", of: event) { $0.events },
    .object("outcome", outcome) { $0.story },
    Member("records", .anyObject, "the store's own records") { $0.story.records.output }
      .where(\.withRecords),
  ]

  private static let outcome: [Member<AnnotatedTrace, Never>] = [
    .list("charges", of: charge) { $0.charges }, .words("flags") { $0.flags },
  ]

  private static let charge: [Member<AnnotatedTrace.Charge, CaseChargeResult>] =
    [
      .text("transaction") { AnnotatedTrace.name(of: $0.transaction) },
      .count("wish") { $0.intentIndex + 1 },
      .text("product") { $0.product }, Member("price", .money) { .integer($0.outcome.price) },
      .number("time") { seconds($0.outcome.chargedAt) },
    ] + ChargeJSON.members.map { member in member.of { CaseChargeResult(of: $0.outcome.status) } }
    + [
      Member("deliveredAfter", .orNull(.number)) {
        .some($0.outcome.deliveredAfter) { .number($0.seconds) }
      }
    ]

  private static let event: [Member<TraceEvent, Never>] = [
    .number("time") { seconds($0.time) }, .word("actor") { $0.actor },
    Member("receiver", .orNull(.words(Participant.self))) { .some($0.receiver) { .word($0) } },
    .text("text") { $0.text }, .texts("rules") { $0.rules }, .word("kind") { $0.kind },
  ]

  /// Time in seconds since the start of the run.
  private static func seconds(_ time: Instant) -> Double { Double(time.microseconds) / 1_000_000 }
}

/// A trace as comma-separated values (RFC 4180): a header, then one event per row, in order of
/// time.
package enum TraceCSV {
  private static let columns = ["time", "seconds", "actor", "receiver", "event", "rules", "kind"]

  /// All rows, each ending with CR LF.
  package static func text(_ story: AnnotatedTrace) -> String {
    let rows = story.events.map { event in
      let microseconds = event.time.microseconds.magnitude
      return [
        Timeline.clock(event.time),
        // All six decimals.
        "\(microseconds / 1_000_000)." + (microseconds % 1_000_000).digits(6, radix: 10),
        event.actor.rawValue, event.receiver?.rawValue ?? "", event.text,
        event.rules.joined(separator: " "), event.kind.rawValue,
      ]
    }
    return CSV.text([columns] + rows)
  }
}

/// A trace as a Mermaid sequence diagram.
package struct TraceMermaid {
  private let language: Language
  private var lines: [String] = []
  private var shown: Instant?
  private var isActive = false

  /// Width of a label's line in pixels, which keeps the diagram narrow.
  private static let lineWidth = 230

  package static func text(_ story: AnnotatedTrace) -> String {
    var diagram = TraceMermaid(language: story.language)
    diagram.lines = ["sequenceDiagram", "  accTitle: " + story.title.escapingMermaid]
    diagram.lines.append("  accDescr: " + story.language.list(story.endings).escapingMermaid)
    for actor in Participant.diagramOrder {
      let name = actor.name(story.language)
      diagram.lines.append(
        "  \(actor == .user ? "actor" : "participant") \(actor.rawValue)"
          + (name == actor.rawValue ? "" : " as " + name.escapingMermaid))
    }
    for part in TraceSegment.parts(of: story.events) {
      switch part {
      case .visit(let events): for event in events { diagram.add(event) }
      case .again: diagram.note(allParticipants, part.words(story.language))
      }
    }
    if diagram.isActive { diagram.activate(false) }
    for ending in story.endings { diagram.note(allParticipants, ending) }
    return diagram.lines.joined(separator: "\n") + "\n"
  }

  /// Participants under a note that concerns all of them.
  private static let allParticipants = ["user", "backend"]

  private mutating func add(_ event: TraceEvent) {
    let time = event.time == shown ? "" : Timeline.clock(event.time) + "<br/>"
    shown = event.time
    if event.occurrence == .launched, !isActive { activate(true) }
    // The link is not a participant: its events are notes over both its ends.
    let places = event.actor == .link ? ["app", "backend"] : [event.actor.rawValue]
    let words = event.words(language)
    switch event.kind {
    case .fault: note(places, "⚡ " + words, time, on: "rgba(255, 180, 0, 0.3)")
    case .drop: note(TraceMermaid.allParticipants, "✗ " + words, time, on: "rgba(220, 40, 30, 0.3)")
    case .plain where event.actor == .link: note(places, language("the link {0}", words), time)
    case .plain:
      let receiver = event.receiver ?? event.actor
      let arrow = event.isReply ? "-->>" : "->>"
      let label = time + TraceMermaid.label(words)
      lines.append("  \(event.actor.rawValue)\(arrow)\(receiver.rawValue): \(label)")
    }
    if event.occurrence == .died || event.occurrence == .evicted, isActive { activate(false) }
  }

  private mutating func activate(_ isOn: Bool) {
    isActive = isOn
    lines.append("  \(isOn ? "activate" : "deactivate") app")
  }

  /// Adds a note over some participants, coloured for a fault or a drop point.
  private mutating func note(
    _ places: [String], _ text: String, _ time: String = "", on color: String? = nil
  ) {
    let width = (places.count > 1 ? 2 : 1) * TraceMermaid.lineWidth
    let label = time + TraceMermaid.label(text, width: width)
    if let color { lines.append("  rect \(color)") }
    lines.append("  Note over \(places.joined(separator: ",")): \(label)")
    if color != nil { lines.append("  end") }
  }

  /// Text as the label of an arrow or a note, in short lines.
  private static func label(_ text: String, width: Int = lineWidth) -> String {
    let allowsColons = text.allowsColonsInMermaid
    return TextMeasure.wrapped(text, width: width, size: 16).map {
      $0.escapingMermaid(allowsColons: allowsColons)
    }.joined(separator: "<br/>")
  }
}

/// A trace for timeline viewers: Chrome's trace-event format, which Perfetto reads.
package enum TracePerfetto {
  /// Threads of the actors from top to bottom; overlapping spans have additional threads.
  private static let actors: [Participant] = [.user, .app, .link, .store, .backend]

  private static let lanesEach = 1_000

  /// The whole file: events as instants, spans as slices, times in microseconds.
  package static func output(_ story: AnnotatedTrace) -> JSONOutput {
    var (threads, slices): ([JSONOutput], [JSONOutput]) = ([], [])
    for actor in actors {
      let spans = story.spans.filter { $0.actor == actor }
      let places = lanes(of: spans)
      threads += (0...(places.max() ?? 0)).flatMap { thread(actor, lane: $0) }
      slices += zip(spans, places).map { slice($0, lane: $1) }
    }
    let process = metadata("process_name", thread: 0, ["name": .string(story.title)])
    return ["traceEvents": .array([process] + threads + slices + story.events.map(instant))]
  }

  /// For each span, the first lane where it is beside or inside the earlier spans.
  static func lanes(of spans: [TraceSpan]) -> [Int] {
    // Open spans of each lane, the innermost last.
    var lanes: [[Instant]] = []
    return spans.map { span in
      for place in lanes.indices { lanes[place].removeAll { $0 <= span.start } }
      let free = lanes.firstIndex { $0.last.map { $0 >= span.end } ?? true }
      if free == nil { lanes.append([]) }
      let lane = free ?? lanes.count - 1
      lanes[lane].append(span.end)
      return lane
    }
  }

  private static func number(_ actor: Participant, lane: Int) -> Int {
    ((actors.firstIndex(of: actor) ?? 0) + 1) * lanesEach + lane
  }

  private static func thread(_ actor: Participant, lane: Int) -> [JSONOutput] {
    let number = number(actor, lane: lane)
    let name = lane == 0 ? actor.rawValue : "\(actor.rawValue), too"
    return [
      metadata("thread_name", thread: number, ["name": .string(name)]),
      metadata("thread_sort_index", thread: number, ["sort_index": .integer(number)]),
    ]
  }

  private static func metadata(_ name: String, thread: Int, _ values: JSONOutput) -> JSONOutput {
    ["ph": "M", "pid": 1, "tid": .integer(thread), "name": .string(name), "args": values]
  }

  /// A span as a complete event of its lane.
  private static func slice(_ span: TraceSpan, lane: Int) -> JSONOutput {
    [
      "ph": "X", "pid": 1, "tid": .integer(number(span.actor, lane: lane)), "cat": "span",
      "name": .string(span.text), "ts": .integer(Int(span.start.microseconds)),
      "dur": .integer(Int((span.end - span.start).microseconds)),
    ]
  }

  /// An event without a duration on the thread of its actor.
  private static func instant(_ event: TraceEvent) -> JSONOutput {
    let receiver: JSONOutput = event.receiver.map { ["to": .word($0)] } ?? [:]
    let rules: JSONOutput = ["rules": .string(event.rules.joined(separator: ", "))]
    return [
      "ph": "i", "s": "t", "pid": 1, "tid": .integer(number(event.actor, lane: 0)),
      "cat": .word(event.kind), "name": .string(event.text),
      "ts": .integer(Int(event.time.microseconds)),
      "args": receiver.and(event.rules.isEmpty ? [:] : rules),
    ]
  }
}
