package import EventEngine
package import PurchaseWorld

/// One thing that happened in a life, in words; every form of a trace is made from these.
package struct TraceEvent: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// What would happen to others, too.
    case plain
    /// A misfortune of the plan or of the scenario.
    case fault
    /// From here on a charge could not come right.
    case drop
  }

  /// When, since the start of the run.
  package var time: Instant
  package var actor: Party
  /// Who is told, if it is a message; nil if the actor keeps it for itself.
  package var receiver: Party?
  /// What happened, in the language of the story, without the actor and without rules.
  package var text: String
  /// The numbers of the rules that decide, such as `C5`.
  package var rules: [String]
  package var kind: Kind
  /// What the world noted; nil for what it did not: a shared outage, the state at the horizon.
  package var moment: Trace.Moment?

  /// The text with its rules behind it, in parentheses.
  func words(_ language: Language) -> String {
    rules.isEmpty ? text : language.joined(text, citation(language))
  }

  /// Whether it answers what was asked before.
  var isReply: Bool { if case .answered? = moment { true } else { false } }
  func citation(_ language: Language) -> String { language("({0})", language.list(rules)) }
}

extension Party {
  /// Those who stand side by side in a sequence diagram.
  package static let participants: [Party] = [.user, .app, .store, .backend]

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

/// Something that lasted in a life, such as a process, a request, a sheet or an outage.
package struct TraceSpan: Hashable, Sendable {
  package var actor: Party
  package var text: String
  package var begins: Instant
  /// When it ended, at the latest the horizon.
  package var ends: Instant
}

struct TraceSpans {
  /// What lasted, in order of its beginning; of equal beginnings the longest first.
  private(set) var all: [TraceSpan] = []
  /// What has begun and not ended, in order of its beginning.
  private var open: [TraceSpan] = []
  private let faults: [Fault]
  private let horizon: Instant

  /// - Parameter faults: the planned faults of the user.
  /// - Parameter outages: those of all users.
  /// - Parameter horizon: when what is still going on is cut.
  init(_ trace: Trace, _ faults: [Fault], _ outages: [Outage], until horizon: Instant) {
    (self.faults, self.horizon) = (faults, horizon)
    for outage in outages {
      let name = "outage of \(outage.target.rawValue)"
      add(outage.actor, name, from: outage.from, lasts: outage.lasts)
    }
    for entry in trace.entries { read(entry.moment, at: entry.time) }
    while let span = open.first { end(span.actor, span.text, at: horizon) }
    all.sort { ($0.begins, $1.ends) < ($1.begins, $0.ends) }
  }

  private mutating func read(_ moment: Trace.Moment, at time: Instant) {
    let sheet = { (id: TransactionID) in "sheet of \(Story.name(of: id))" }
    let payment = { (id: TransactionID) in "payment of \(Story.name(of: id))" }
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
    case .faultStruck(let planned): strike(faults[planned.place], at: time)
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

  private mutating func strike(_ fault: Fault, at time: Instant) {
    let (actor, name) = (fault.description.target, fault.kind.rawValue)
    if fault.kind == .networkLoss {
      // Another loss may go on longer; the link says when it is up.
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
    return transaction.map { "\(what) for \(Story.name(of: $0))" } ?? what
  }

  private mutating func begin(_ actor: Party, _ text: String, at time: Instant) {
    open.append(TraceSpan(actor: actor, text: text, begins: time, ends: horizon))
  }

  /// Ends the oldest span of a name; a name under which nothing goes on is passed over.
  private mutating func end(_ actor: Party, _ text: String, at time: Instant) {
    let place = open.firstIndex { $0.actor == actor && $0.text == text }
    guard var span = place.map({ open.remove(at: $0) }) else { return }
    span.ends = time
    all.append(span)
  }

  private mutating func add(_ actor: Party, _ text: String, from time: Instant, lasts: Delay) {
    all.append(TraceSpan(actor: actor, text: text, begins: time, ends: min(time + lasts, horizon)))
  }
}
