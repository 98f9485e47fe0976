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

  /// - Parameter records: whether the store's own records stand with the life.
  package static func output(_ story: Story, withRecords records: Bool = false) -> JSONOutput {
    head(story).and(life(story, story.events, withRecords: records))
  }

  /// The lives of one user under two designs; what is the same up to the first difference, once.
  package static func output(
    _ comparison: StoryComparison, withRecords records: Bool = false
  ) -> JSONOutput {
    head(comparison.first).and([
      "common": .list(comparison.common, output),
      "firstDifference": .some(comparison.parting) { .number(seconds($0)) },
      "lives": .list([comparison.first, comparison.second]) {
        life($0, comparison.rest(of: $0), withRecords: records)
      },
    ])
  }

  private static func head(_ story: Story) -> JSONOutput {
    let heading = story.heading
    return .head(format: format).and(
      .object(present: [
        "scenario": .string(heading.scenario),
        "user": JSONOutput.some(heading.user) { .string($0) },
        "seed": .integer(Int(clamping: heading.seed)),
        "replication": heading.replication.map { .integer($0) }, "plan": story.plan,
      ]))
  }

  private static func life(
    _ story: Story, _ events: [TraceEvent], withRecords records: Bool
  ) -> JSONOutput {
    let charges = story.charges.map { charge -> JSONOutput in
      let made: JSONOutput = [
        "transaction": .string(Story.name(of: charge.transaction)),
        "wish": .integer(charge.wish + 1), "product": .string(charge.product),
        "price": .integer(charge.outcome.price), "time": .number(seconds(charge.outcome.chargedAt)),
      ]
      return made.and(
        ChargeJSON.members.written(of: ExpectedCharge(of: charge.outcome.fate)),
        ["deliveredAfter": .some(charge.outcome.deliveredAfter) { .number($0.seconds) }])
    }
    let told: JSONOutput = [
      "design": .string(story.heading.design), "events": .list(events, output),
      "outcome": ["charges": .array(charges), "flags": .words(story.flags)],
    ]
    return records ? told.and(["records": story.records.output]) : told
  }

  private static func output(_ event: TraceEvent) -> JSONOutput {
    [
      "time": .number(seconds(event.time)), "actor": .word(event.actor),
      "receiver": .some(event.receiver) { .word($0) }, "text": .string(event.text),
      "rules": .strings(event.rules), "kind": .word(event.kind),
    ]
  }

  /// A time in seconds since the start of the run.
  private static func seconds(_ time: Instant) -> Double { Double(time.microseconds) / 1_000_000 }
}

/// A trace as comma-separated values (RFC 4180): a header, then an event a row, in order of time.
package enum TraceCSV {
  private static let columns = ["time", "seconds", "actor", "receiver", "event", "rules", "kind"]

  /// All rows, each ended by CR LF.
  package static func text(_ story: Story) -> String {
    let rows = story.events.map { event in
      let microseconds = event.time.microseconds
      return [
        Timeline.clock(event.time),
        // All six digits behind the point.
        "\(microseconds / 1_000_000)." + Timeline.digits(microseconds % 1_000_000, 6),
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

  /// How wide a line of a label is in pixels, so that the diagram stays narrow.
  private static let lineWidth = 230

  package static func text(_ story: Story) -> String {
    var diagram = TraceMermaid(language: story.language)
    diagram.lines = ["sequenceDiagram", "  accTitle: " + story.title.escapingMermaid]
    diagram.lines.append("  accDescr: " + story.language.list(story.endings).escapingMermaid)
    for actor in Party.participants {
      let name = actor.name(story.language)
      diagram.lines.append(
        "  \(actor == .user ? "actor" : "participant") \(actor.rawValue)"
          + (name == actor.rawValue ? "" : " as " + name.escapingMermaid))
    }
    for part in StoryPart.parts(of: story.events) {
      switch part {
      case .visit(let events): for event in events { diagram.add(event) }
      case .again: diagram.note(everybody, part.words(story.language))
      }
    }
    if diagram.isActive { diagram.activate(false) }
    for ending in story.endings { diagram.note(everybody, ending) }
    return diagram.lines.joined(separator: "\n") + "\n"
  }

  /// The participants over which a note stands that is about all of them.
  private static let everybody = ["user", "backend"]

  private mutating func add(_ event: TraceEvent) {
    let time = event.time == shown ? "" : Timeline.clock(event.time) + "<br/>"
    shown = event.time
    if event.moment == .launched, !isActive { activate(true) }
    // The link is no participant: what happens to it stands over both its ends.
    let places = event.actor == .link ? ["app", "backend"] : [event.actor.rawValue]
    let words = event.words(language)
    switch event.kind {
    case .fault: note(places, "⚡ " + words, time, on: "rgba(255, 180, 0, 0.3)")
    case .drop: note(TraceMermaid.everybody, "✗ " + words, time, on: "rgba(220, 40, 30, 0.3)")
    case .plain where event.actor == .link: note(places, language("the link {0}", words), time)
    case .plain:
      let receiver = event.receiver ?? event.actor
      let arrow = event.isReply ? "-->>" : "->>"
      let label = time + TraceMermaid.label(words)
      lines.append("  \(event.actor.rawValue)\(arrow)\(receiver.rawValue): \(label)")
    }
    if event.moment == .died || event.moment == .evicted, isActive { activate(false) }
  }

  private mutating func activate(_ isOn: Bool) {
    isActive = isOn
    lines.append("  \(isOn ? "activate" : "deactivate") app")
  }

  private mutating func note(
    _ places: [String], _ text: String, _ time: String = "", on color: String? = nil
  ) {
    let width = (places.count > 1 ? 2 : 1) * TraceMermaid.lineWidth
    let label = time + TraceMermaid.label(text, width: width)
    if let color { lines.append("  rect \(color)") }
    lines.append("  Note over \(places.joined(separator: ",")): \(label)")
    if color != nil { lines.append("  end") }
  }

  /// A text as the label of an arrow or a note, in short lines.
  private static func label(_ text: String, width: Int = lineWidth) -> String {
    let spares = text.sparesColonsInMermaid
    return Markup.wrapped(text, width: width, size: 16).map {
      $0.escapingMermaid(sparesColons: spares)
    }.joined(separator: "<br/>")
  }
}

/// A trace for viewers of timelines: the trace-event form of Chrome, which Perfetto reads.
package enum TracePerfetto {
  /// Actors have threads, in this order from the top; what overlaps has further ones of its own.
  private static let actors: [Party] = [.user, .app, .link, .store, .backend]

  private static let lanesEach = 1_000

  /// The whole file: what happened as instants, what lasted as slices, times in microseconds.
  package static func output(_ story: Story) -> JSONOutput {
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

  /// The first lane of each span in which it lies beside or within those before it.
  static func lanes(of spans: [TraceSpan]) -> [Int] {
    // What goes on in each lane, the innermost last.
    var lanes: [[Instant]] = []
    return spans.map { span in
      for place in lanes.indices { lanes[place].removeAll { $0 <= span.begins } }
      let free = lanes.firstIndex { $0.last.map { $0 >= span.ends } ?? true }
      if free == nil { lanes.append([]) }
      let lane = free ?? lanes.count - 1
      lanes[lane].append(span.ends)
      return lane
    }
  }

  private static func number(_ actor: Party, lane: Int) -> Int {
    ((actors.firstIndex(of: actor) ?? 0) + 1) * lanesEach + lane
  }

  private static func thread(_ actor: Party, lane: Int) -> [JSONOutput] {
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

  private static func slice(_ span: TraceSpan, lane: Int) -> JSONOutput {
    [
      "ph": "X", "pid": 1, "tid": .integer(number(span.actor, lane: lane)), "cat": "span",
      "name": .string(span.text), "ts": .integer(Int(span.begins.microseconds)),
      "dur": .integer(Int((span.ends - span.begins).microseconds)),
    ]
  }

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
