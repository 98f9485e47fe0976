import EventEngine
package import JSONText
import PurchaseWorld

/// A trace for viewers of timelines: the trace-event form of Chrome, which Perfetto reads.
package enum TracePerfetto {
  /// Actors have threads, in this order from the top; what overlaps has further ones of its own.
  private static let actors: [Party] = [.user, .app, .link, .store, .backend]

  /// How many threads an actor can have.
  private static let lanesEach = 1_000

  /// The whole file: what happened as instants, what lasted as slices, times in microseconds.
  package static func output(_ story: Story) -> JSONOutput {
    var lanes: [Party: Int] = [:]
    var slices: [JSONOutput] = []
    for actor in actors {
      let spans = story.spans.filter { $0.actor == actor }
      let places = TracePerfetto.lanes(of: spans)
      lanes[actor] = (places.max() ?? 0) + 1
      slices += zip(spans, places).map { slice($0, lane: $1) }
    }
    let names = actors.flatMap { actor in
      (0..<(lanes[actor] ?? 1)).flatMap { thread(actor, lane: $0) }
    }
    let process = metadata("process_name", thread: 0, ["name": .string(story.title)])
    return ["traceEvents": .array([process] + names + slices + story.events.map { instant($0) })]
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
    let receiver: JSONOutput? = event.receiver.map { ["to": .word($0)] }
    let rules: JSONOutput = ["rules": .string(event.rules.joined(separator: ", "))]
    return [
      "ph": "i", "s": "t", "pid": 1, "tid": .integer(number(event.actor, lane: 0)),
      "cat": .word(event.kind), "name": .string(event.text),
      "ts": .integer(Int(event.time.microseconds)),
      "args": (receiver ?? [:]).and(event.rules.isEmpty ? [:] : rules),
    ]
  }
}
