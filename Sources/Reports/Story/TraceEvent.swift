package import EventEngine
package import PurchaseWorld

/// One event of a run in words; every output format of a trace is made from these.
package struct TraceEvent: Hashable, Sendable {
  /// Kind of an event, which decides its mark and colour.
  package enum Kind: String, CaseIterable, Sendable {
    /// An ordinary event.
    case plain
    /// A fault of the plan or of the scenario.
    case fault
    /// The moment from which a charge cannot be delivered any more.
    case drop
  }

  /// Time since the start of the run.
  package var time: Instant
  package var actor: Participant
  /// Receiver of a message; nil if the actor sends none.
  package var receiver: Participant?
  /// Text in the language of the trace, without the actor and without rules.
  package var text: String
  /// Numbers of the rules that apply, such as `C5`.
  package var rules: [String]
  package var kind: Kind
  /// The recorded event; nil for a shared outage and the state at the horizon.
  package var occurrence: Trace.Occurrence?

  /// The text followed by its rules in parentheses.
  func words(_ language: Language) -> String {
    rules.isEmpty ? text : language.joined(text, citation(language))
  }

  /// Whether it answers an earlier request.
  var isReply: Bool { if case .answered? = occurrence { true } else { false } }
  func citation(_ language: Language) -> String { language("({0})", language.list(rules)) }
}

extension Participant {
  /// Participants of a sequence diagram, from left to right.
  package static let diagramOrder: [Participant] = [.user, .app, .store, .backend]

  func name(_ language: Language) -> String {
    switch self {
    case .user: language("user")
    case .app: language("app")
    case .store: language("store")
    case .backend: language("backend")
    case .link: language("link")
    }
  }
}

/// A span of time in a run: a process, a request, a sheet or an outage.
package struct TraceSpan: Hashable, Sendable {
  package var actor: Participant
  package var text: String
  package var start: Instant
  /// Its end, at most the horizon.
  package var end: Instant
}

/// Collects spans of time from the moments of a trace.
struct TraceSpans {
  /// Spans in order of their start; with equal starts, the longest first.
  private(set) var all: [TraceSpan] = []
  /// Open spans, in order of their start.
  private var open: [TraceSpan] = []
  private let faults: [Fault]
  private let horizon: Instant

  /// - Parameter faults: the user's planned faults.
  /// - Parameter outages: outages of all users.
  /// - Parameter horizon: end of spans that are still open.
  init(_ trace: Trace, _ faults: [Fault], _ outages: [Outage], until horizon: Instant) {
    (self.faults, self.horizon) = (faults, horizon)
    for outage in outages {
      let name = "outage of \(outage.target.rawValue)"
      add(outage.actor, name, from: outage.start, lasts: outage.lasts)
    }
    for entry in trace.entries { read(entry.occurrence, at: entry.time) }
    while let span = open.first { end(span.actor, span.text, at: horizon) }
    all.sort { ($0.start, $1.end) < ($1.start, $0.end) }
  }

  /// Begins or ends spans at a moment.
  private mutating func read(_ moment: Trace.Occurrence, at time: Instant) {
    let sheet = { (id: TransactionID) in "sheet of \(AnnotatedTrace.name(of: id))" }
    let payment = { (id: TransactionID) in "payment of \(AnnotatedTrace.name(of: id))" }
    switch moment {
    case .launched: begin(.app, "process", at: time)
    case .died, .evicted:
      // Requests and the spinner belong to the process (D1).
      while let span = open.first(where: { $0.actor == .app }) { end(.app, span.text, at: time) }
    case .spinnerOpened: begin(.app, "spinner", at: time)
    case .spinnerClosed: end(.app, "spinner", at: time)
    case .sent(let kind, let id, _): begin(.app, TraceSpans.request(kind, id), at: time)
    case .answered(let kind, _, let id, _): end(.app, TraceSpans.request(kind, id), at: time)
    case .linkUp: end(.link, FaultKind.networkLoss.rawValue, at: time)
    case .faultOccurred(let planned): inject(faults[planned.index], at: time)
    case .sheetShown(let id): begin(.store, sheet(id), at: time)
    case .confirmed(let id):
      end(.store, sheet(id), at: time)
      begin(.store, payment(id), at: time)
    case .cancelled(let id), .interrupted(let id, _): end(.store, sheet(id), at: time)
    case .completedInStore(let id): begin(.store, payment(id), at: time)
    case .charged(let id), .blocked(let id, _), .deferred(let id), .failedCalledBack(let id, _),
      .refusedAsOwned(let id):
      end(.store, payment(id), at: time)
    default: break
    }
  }

  /// Begins the span of a fault that lasts, such as a network loss or an outage.
  private mutating func inject(_ fault: Fault, at time: Instant) {
    let (actor, name) = (fault.properties.target, fault.kind.rawValue)
    if fault.kind == .networkLoss {
      // Another loss may last longer; the event of the link ends this one.
      begin(actor, name, at: time)
    } else if let lasts = fault.lasts {
      add(actor, name, from: time, lasts: lasts)
    }
  }

  private static func request(_ kind: RequestKinds, _ transaction: TransactionID?) -> String {
    let what =
      switch kind {
      case .verify: "verify"
      case .records: "records"
      case .calls: "calls"
      default: "createOrder"
      }
    return transaction.map { "\(what) for \(AnnotatedTrace.name(of: $0))" } ?? what
  }

  private mutating func begin(_ actor: Participant, _ text: String, at time: Instant) {
    open.append(TraceSpan(actor: actor, text: text, start: time, end: horizon))
  }

  /// Ends the oldest span of a name; does nothing if none is open.
  private mutating func end(_ actor: Participant, _ text: String, at time: Instant) {
    let place = open.firstIndex { $0.actor == actor && $0.text == text }
    guard var span = place.map({ open.remove(at: $0) }) else { return }
    span.end = time
    all.append(span)
  }

  private mutating func add(_ actor: Participant, _ text: String, from time: Instant, lasts: Delay)
  {
    all.append(TraceSpan(actor: actor, text: text, start: time, end: min(time + lasts, horizon)))
  }
}
