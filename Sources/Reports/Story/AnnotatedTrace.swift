package import EventEngine
import Experiments
package import JSONText
package import PurchaseWorld
package import Scenarios

/// Trace of one user under one design: every event in words, and the ending of every charge.
package struct AnnotatedTrace: Sendable {
  /// Identity of the simulated run: scenario, design, user and seed.
  package struct Heading: Hashable, Sendable {
    package var scenario: String
    package var design: String
    /// The user's number in printed form; nil for a case or a planned timeline.
    package var user: String?
    /// Seed of the run.
    package var seed: UInt64
    /// Replication in which the user shares a backend with others; nil if the user has a backend of
    /// their own.
    package var replication: Int?
    /// Whether the plan comes from the command line instead of the file.
    package var hasCommandLinePlan: Bool

    package init(
      scenario: String, design: String, user: String?, seed: UInt64, replication: Int? = nil,
      isPlanned: Bool = false
    ) {
      (self.scenario, self.replication) = (scenario, replication)
      (self.design, self.user, self.seed, self.hasCommandLinePlan) = (design, user, seed, isPlanned)
    }
  }

  /// A charge of the run, with its intent, product and ending.
  package struct Charge: Hashable, Sendable {
    package var transaction: TransactionID
    package var intentIndex: Int
    package var product: String
    package var outcome: ChargeOutcome
  }

  package let heading: Heading
  let language: Language
  /// The user's planned taps and faults, in the scenario format.
  package let plan: JSONOutput
  /// All events in order of time.
  package let events: [TraceEvent]
  /// Whether it ends before the horizon because nothing can change any more.
  package let endsEarly: Bool
  /// Whether it stops at the limit of events, so that the ending is unknown.
  package let isRunaway: Bool
  /// The client's misbehaviour that ended the simulation, if any.
  private let violation: ClientViolation?
  /// Spans of time, in order of their start.
  package let spans: [TraceSpan]
  /// The charges, in the order of charging.
  package let charges: [Charge]
  /// The flags of the run, such as hung or refused, in the order of the format.
  package let flags: [CaseFlag]
  /// The store's own records of the charges.
  let records: StoreRecords

  /// Planned faults that occurred, by their index in the plan.
  package var occurredFaults: Set<Int> {
    Set(
      events.compactMap { event in
        if case .faultOccurred(let planned)? = event.occurrence { planned.index } else { nil }
      })
  }

  /// Number of moments in a drawing; repeated visits count as one.
  var drawnMoments: Int {
    TraceSegment.parts(of: events).reduce(0) { sum, part in
      if case .visit(let events) = part { sum + events.count } else { sum + 1 }
    }
  }

  /// Puts a simulated run into words.
  /// - Parameter plan: the user's plan in the scenario format: a list.
  /// - Parameter store: the store of the design.
  /// - Parameter next: the design to which the app is updated, if any.
  /// - Parameter parameters: the printed parameters of a fault.
  package init(
    _ heading: Heading, plan: JSONOutput, of user: VirtualUser, in conditions: Conditions,
    _ trace: Trace, _ outcome: UserOutcome, store: Design.StoreKind = .storeKit1,
    next: Design? = nil,
    language: Language = .en, parameters: (Fault) -> [(name: String, value: String?)]
  ) {
    (self.heading, self.language, self.plan) = (heading, language, plan)
    let charged = trace.entries.compactMap {
      if case .charged(let transaction) = $0.occurrence { transaction } else { nil }
    }
    charges = zip(charged, outcome.charges).map { transaction, charge in
      Charge(
        transaction: transaction, intentIndex: outcome.intents[charge.intentIndex].intentIndex,
        product: conditions.catalog.products[charge.product].name, outcome: charge)
    }
    flags = CaseOutcome(outcome).flags
    records = StoreRecords(trace.chargeRecords, of: user, in: conditions, store: store)
    let horizon = Instant.start + conditions.horizon
    var text = TraceText(of: user, in: conditions, store, language, parameters)
    (text.charges, text.next, text.lines) = (charges, next?.name, trace.clientOutput)
    // Outages after the last possible change are omitted.
    let end = trace.endsEarly || trace.isRunaway ? trace.entries.last?.time ?? .start : horizon
    let outages = conditions.outages.filter { $0.start < min(end, horizon) }
    // Sorting is stable, so an outage precedes other events of the same time.
    let update = trace.entries.firstIndex { $0.occurrence == .updated } ?? trace.entries.count
    let textAfterUpdate = text.updated(to: next)
    let events =
      (outages.map(text.event) + trace.entries[..<update].map(text.event)
      + trace.entries[update...].map(textAfterUpdate.event)).sorted { $0.time < $1.time }
    let last = update < trace.entries.count ? textAfterUpdate : text
    self.events = events + last.losses(at: horizon, after: events)
    endsEarly = trace.endsEarly || trace.isRunaway
    (isRunaway, violation) = (trace.isRunaway, trace.violation)
    spans = TraceSpans(trace, user.plannedFaults.map(\.fault), outages, until: horizon).all
  }

  /// One line that identifies the run.
  package var title: String { heading.title(heading.design, language) }

  /// The last line of a trace that ends early.
  var end: String {
    if let violation { return ClientMessages.message(violation, language) }
    return isRunaway
      ? language("stopped here after {0} events", NumberFormat.count(AbortedSimulation.maxEvents))
      : language("nothing changes after this")
  }

  /// Ending of every charge, one per line.
  package var endings: [String] {
    if let violation {
      return [language("unknown: {0}", ClientMessages.message(violation, language))]
    }
    let maximum = NumberFormat.count(AbortedSimulation.maxEvents)
    if isRunaway { return [language("unknown: stopped after {0} events", maximum)] }
    if charges.isEmpty { return [language("nothing was charged")] }
    return charges.enumerated().map { index, charge in
      language(
        "charge {0} ({1}): {2}", "\(index + 1)", AnnotatedTrace.name(of: charge.transaction),
        charge.outcome.status.text(language))
    }
  }
}

extension AnnotatedTrace.Heading {
  /// One line that identifies the run.
  /// - Parameter designs: the design, or the text for two designs.
  func title(_ designs: String, _ language: Language) -> String {
    if let user, let replication {
      return language(
        "{0}: {1}, user {2}, replication {3} of seed {4}", scenario, designs, user,
        "\(replication)", "\(seed)")
    }
    if let user {
      return language("{0}: {1}, user {2}, seed {3}", scenario, designs, user, "\(seed)")
    }
    return hasCommandLinePlan
      ? language("{0}: {1}, planned", scenario, designs) : language("{0}: {1}", scenario, designs)
  }
}

/// Traces of one user under two designs, side by side.
package struct TraceComparison: Sendable {
  /// Events of one time, under one design or the same under both.
  package struct Row: Hashable, Sendable {
    package var first: TraceEvent?
    package var second: TraceEvent?
    /// Whether the previous row holds the last event under the first design.
    package var firstHasEnded = false
    /// The same for the second design.
    package var secondHasEnded = false

    package var time: Instant { (first ?? second)?.time ?? .start }
  }

  package let first: AnnotatedTrace
  package let second: AnnotatedTrace
  /// Common events before the first difference.
  package let common: [TraceEvent]
  /// Events from the first difference on, in order of time.
  package let rows: [Row]

  /// - Precondition: both traces are in the same language.
  package init(_ first: AnnotatedTrace, _ second: AnnotatedTrace) {
    precondition(first.language == second.language, "both stories are in one language")
    (self.first, self.second) = (first, second)
    let same = zip(first.events, second.events).prefix { $0 == $1 }.count
    common = Array(first.events.prefix(same))
    var rows = TraceComparison.rows(first.events[same...], second.events[same...])
    let ends = [rows.lastIndex { $0.first != nil }, rows.lastIndex { $0.second != nil }]
      .map { ($0 ?? -1) + 1 }
    if ends[0] < rows.count { rows[ends[0]].firstHasEnded = first.endsEarly }
    if ends[1] < rows.count { rows[ends[1]].secondHasEnded = second.endsEarly }
    self.rows = rows
  }

  /// Time of the first difference; nil if there is none.
  package var firstDifference: Instant? { rows.first?.time }

  /// Events under one design from the first difference on.
  package func rest(of story: AnnotatedTrace) -> [TraceEvent] {
    Array(story.events[common.count...])
  }

  package var title: String {
    let designs = language("{0} against {1}", first.heading.design, second.heading.design)
    return first.heading.title(designs, language)
  }

  var language: Language { first.language }

  /// Merges both lists by time; equal events of one time share a row.
  private static func rows(
    _ first: ArraySlice<TraceEvent>, _ second: ArraySlice<TraceEvent>
  ) -> [Row] {
    var (first, second) = (first, second)
    var rows: [Row] = []
    while let time = [first.first?.time, second.first?.time].compactMap({ $0 }).min() {
      let left = Array(first.prefix { $0.time == time })
      let right = Array(second.prefix { $0.time == time })
      first.removeFirst(left.count)
      second.removeFirst(right.count)
      rows += aligned(left, right)
    }
    return rows
  }

  /// Aligns the longest common subsequence of two lists.
  private static func aligned(_ first: [TraceEvent], _ second: [TraceEvent]) -> [Row] {
    // Length of the common subsequence from each pair of places on.
    var common = Array(
      repeating: Array(repeating: 0, count: second.count + 1), count: first.count + 1)
    for left in first.indices.reversed() {
      for right in second.indices.reversed() {
        common[left][right] =
          first[left] == second[right]
          ? common[left + 1][right + 1] + 1 : max(common[left + 1][right], common[left][right + 1])
      }
    }
    var rows: [Row] = []
    // Events of only one list since the last common event.
    var alone: (first: [TraceEvent], second: [TraceEvent]) = ([], [])
    var (left, right) = (0, 0)
    while left < first.count || right < second.count {
      if left < first.count, right < second.count, first[left] == second[right] {
        rows += paired(alone.first, alone.second) + [Row(first: first[left], second: second[right])]
        (alone, left, right) = (([], []), left + 1, right + 1)
      } else if right == second.count
        || left < first.count && common[left + 1][right] >= common[left][right + 1]
      {
        alone.first.append(first[left])
        left += 1
      } else {
        alone.second.append(second[right])
        right += 1
      }
    }
    return rows + paired(alone.first, alone.second)
  }

  /// Pairs two lists that may differ in length.
  private static func paired(_ first: [TraceEvent], _ second: [TraceEvent]) -> [Row] {
    (0..<max(first.count, second.count)).map { place in
      Row(
        first: place < first.count ? first[place] : nil,
        second: place < second.count ? second[place] : nil)
    }
  }
}

/// An event in order of time; repeated visits are folded.
protocol TimelineElement: Hashable {
  /// Whether a visit or a relaunch begins with it.
  var opensApp: Bool { get }
  /// Whether it belongs to no visit: an outage of all users, the state at the horizon.
  var standsAlone: Bool { get }
  /// The event without its time, for the comparison of visits.
  var timeless: Self { get }
}

/// Part of a trace; repeated visits are counted.
enum TraceSegment<Event: TimelineElement> {
  /// Events of a visit, or outside of all visits.
  case visit([Event])
  /// Number of further visits with the same events.
  case again(Int)

  /// Line that replaces repeated visits; empty for a visit.
  func words(_ language: Language) -> String {
    guard case .again(let visits) = self else { return "" }
    return visits == 1
      ? language("… and the same in 1 more visit")
      : language("… and the same in {0} more visits", "\(visits)")
  }

  /// Visits in order; a visit with the same events as the previous one is only counted.
  static func parts(of events: [Event]) -> [TraceSegment] {
    var parts: [TraceSegment] = []
    var before: [Event] = []
    for visit in visits(in: events) {
      let timeless = visit.map(\.timeless)
      if visit[0].standsAlone || timeless != before {
        parts.append(.visit(visit))
      } else if case .again(let visits)? = parts.last {
        parts[parts.count - 1] = .again(visits + 1)
      } else {
        parts.append(.again(1))
      }
      // Events outside of visits do not make two visits different.
      if !visit[0].standsAlone { before = timeless }
    }
    return parts
  }

  /// Splits events where the app is opened or returns, and around events outside of visits.
  private static func visits(in events: [Event]) -> [[Event]] {
    var visits: [[Event]] = []
    var isAlone = true
    for element in events {
      if isAlone || element.standsAlone || element.opensApp {
        visits.append([element])
      } else {
        visits[visits.count - 1].append(element)
      }
      isAlone = element.standsAlone
    }
    return visits
  }
}

extension TraceEvent: TimelineElement {
  var opensApp: Bool { occurrence == .launched || occurrence == .cameToFront }
  var standsAlone: Bool { occurrence == nil }
  var timeless: TraceEvent {
    var event = self
    event.time = .start
    return event
  }
}

extension TraceComparison.Row: TimelineElement {
  var opensApp: Bool { first?.opensApp == true || second?.opensApp == true }
  var standsAlone: Bool { first?.standsAlone == true || second?.standsAlone == true }
  var timeless: Self { Self(first: first?.timeless, second: second?.timeless) }
}
