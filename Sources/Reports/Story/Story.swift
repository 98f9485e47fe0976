package import EventEngine
import Experiments
package import JSONText
package import PurchaseWorld
package import Scenarios

/// The story of one user under one design: what happened, in words, and how every charge ended.
package struct Story: Sendable {
  package struct Heading: Hashable, Sendable {
    package var scenario: String
    package var design: String
    /// The number of the user as people write it; nil for the one user of a case or of a plan.
    package var user: String?
    /// That of the run.
    package var seed: UInt64
    /// In which replication of the run the user shares a backend with others; nil: with nobody.
    package var replication: Int?
    /// Whether the life was written on the command line instead of in the file.
    package var isPlanned: Bool

    package init(
      scenario: String, design: String, user: String?, seed: UInt64, replication: Int? = nil,
      isPlanned: Bool = false
    ) {
      (self.scenario, self.replication) = (scenario, replication)
      (self.design, self.user, self.seed, self.isPlanned) = (design, user, seed, isPlanned)
    }
  }

  package struct Charge: Hashable, Sendable {
    package var transaction: TransactionID
    package var wish: Int
    package var product: String
    package var outcome: ChargeOutcome
  }

  package let heading: Heading
  let language: Language
  /// The taps and faults that were planned for the user, as the scenario format writes them.
  package let plan: JSONOutput
  /// Everything that happened, in order of time.
  package let events: [TraceEvent]
  /// Whether it ends before the horizon, because nothing could change any more.
  package let endsEarly: Bool
  /// Whether it ends where a life had as many events as any may have, so that nobody knows its end.
  package let isEndless: Bool
  /// What the team's own client did, if it ends there for that.
  private let misdeed: ClientMisdeed?
  /// What lasted, in order of its beginning.
  package let spans: [TraceSpan]
  /// The charges, in the order of charging.
  package let charges: [Charge]
  /// In the order of the format.
  package let flags: [CaseFlag]
  /// What the store itself keeps of the charges.
  let records: StoreRecords

  /// The planned faults that struck, by their places in the plan.
  package var struck: Set<Int> {
    Set(
      events.compactMap { event in
        if case .faultStruck(let planned)? = event.moment { planned.place } else { nil }
      })
  }

  /// How many moments a drawing of it shows; visits that are the same again are one.
  var drawnMoments: Int {
    StoryPart.parts(of: events).reduce(0) { sum, part in
      if case .visit(let events) = part { sum + events.count } else { sum + 1 }
    }
  }

  /// Tells a life.
  /// - Parameter plan: what was planned for the user, as the scenario format writes it: a list.
  /// - Parameter store: the store under which it was lived.
  /// - Parameter next: the design to which the app is updated, if it is.
  /// - Parameter parameters: those of a fault that people are told.
  package init(
    _ heading: Heading, plan: JSONOutput, of user: VirtualUser, in conditions: Conditions,
    _ trace: Trace, _ outcome: Outcome, store: Design.StoreKind = .storeKit1,
    next: Design? = nil, language: Language = .en,
    parameters: (Fault) -> [(name: String, value: String?)]
  ) {
    (self.heading, self.language, self.plan) = (heading, language, plan)
    let charged = trace.entries.compactMap {
      if case .charged(let transaction) = $0.moment { transaction } else { nil }
    }
    charges = zip(charged, outcome.charges).map { transaction, charge in
      Charge(
        transaction: transaction, wish: outcome.intents[charge.intent].wish,
        product: conditions.catalog.products[charge.product].name, outcome: charge)
    }
    flags = Ending(outcome).flags
    records = StoreRecords(trace.books, of: user, in: conditions, store: store)
    let horizon = Instant.start + conditions.horizon
    var told = StoryWords(of: user, in: conditions, store, language, parameters)
    (told.charges, told.next, told.lines) = (charges, next?.name, trace.lines)
    // When nothing can change any more, what comes later is not part of the story.
    let end = trace.endsEarly || trace.isEndless ? trace.entries.last?.time ?? .start : horizon
    let outages = conditions.outages.filter { $0.from < min(end, horizon) }
    // Sorting is stable, so that of equal times an outage comes first.
    let update = trace.entries.firstIndex { $0.moment == .updated } ?? trace.entries.count
    let toldAfter = told.updated(to: next)
    let events =
      (outages.map(told.event) + trace.entries[..<update].map(told.event)
      + trace.entries[update...].map(toldAfter.event)).sorted { $0.time < $1.time }
    let last = update < trace.entries.count ? toldAfter : told
    self.events = events + last.losses(at: horizon, told: events)
    endsEarly = trace.endsEarly || trace.isEndless
    (isEndless, misdeed) = (trace.isEndless, trace.misdeed)
    spans = TraceSpans(trace, user.plan.map(\.fault), outages, until: horizon).all
  }

  /// What was played, in one line.
  package var title: String { heading.title(heading.design, language) }

  /// What is said where it ends early.
  var end: String {
    if let misdeed { return ClientWords.what(misdeed, language) }
    return isEndless
      ? language("left here, after {0} events", Numerals.count(EndlessLife.mostEvents))
      : language("nothing can change any more")
  }

  /// How every charge ended, a line each.
  package var endings: [String] {
    if let misdeed { return [language("cannot tell: {0}", ClientWords.what(misdeed, language))] }
    let most = Numerals.count(EndlessLife.mostEvents)
    if isEndless { return [language("cannot tell: left after {0} events", most)] }
    if charges.isEmpty { return [language("nothing was charged")] }
    return charges.enumerated().map { index, charge in
      language(
        "charge {0} ({1}): {2}", "\(index + 1)", Story.name(of: charge.transaction),
        charge.outcome.fate.told(language))
    }
  }
}

extension Story.Heading {
  /// What was played, in one line.
  /// - Parameter designs: the design, or what is said of two.
  func title(_ designs: String, _ language: Language) -> String {
    if let user, let replication {
      return language(
        "{0}: {1}, user {2}, replication {3} of seed {4}", scenario, designs, user,
        "\(replication)", "\(seed)")
    }
    if let user {
      return language("{0}: {1}, user {2}, seed {3}", scenario, designs, user, "\(seed)")
    }
    return isPlanned
      ? language("{0}: {1}, by a plan", scenario, designs) : language("{0}: {1}", scenario, designs)
  }
}

/// The stories of one user under two designs, side by side.
package struct StoryComparison: Sendable {
  /// What happened at one time, under one design or the same under both.
  package struct Row: Hashable, Sendable {
    package var first: TraceEvent?
    package var second: TraceEvent?
    /// Whether nothing more happens under the first design, and did in the row before.
    package var endsFirst = false
    /// The same of the second.
    package var endsSecond = false

    package var time: Instant { (first ?? second)?.time ?? .start }
  }

  package let first: Story
  package let second: Story
  /// What happened under both, up to the first difference.
  package let common: [TraceEvent]
  /// What happened from there on, in order of time.
  package let rows: [Row]

  /// - Precondition: both are told in the same language.
  package init(_ first: Story, _ second: Story) {
    precondition(first.language == second.language, "both lives are told in one language")
    (self.first, self.second) = (first, second)
    let same = zip(first.events, second.events).prefix { $0 == $1 }.count
    common = Array(first.events.prefix(same))
    var rows = StoryComparison.rows(first.events[same...], second.events[same...])
    let ends = [rows.lastIndex { $0.first != nil }, rows.lastIndex { $0.second != nil }]
      .map { ($0 ?? -1) + 1 }
    if ends[0] < rows.count { rows[ends[0]].endsFirst = first.endsEarly }
    if ends[1] < rows.count { rows[ends[1]].endsSecond = second.endsEarly }
    self.rows = rows
  }

  /// When the lives part; nil if they never do.
  package var parting: Instant? { rows.first?.time }

  /// What happened under one design from the first difference on.
  package func rest(of story: Story) -> [TraceEvent] { Array(story.events[common.count...]) }

  package var title: String {
    let designs = language("{0} against {1}", first.heading.design, second.heading.design)
    return first.heading.title(designs, language)
  }

  var language: Language { first.language }

  /// Merges both by time; of what happens at one time, the same stands side by side.
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

  /// Sets the longest common subsequence of two lists side by side.
  private static func aligned(_ first: [TraceEvent], _ second: [TraceEvent]) -> [Row] {
    // How much the two have in common from each pair of places on.
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
    // What only one of them has, since they last agreed.
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

  /// Sets two lists side by side, one of which may be longer.
  private static func paired(_ first: [TraceEvent], _ second: [TraceEvent]) -> [Row] {
    (0..<max(first.count, second.count)).map { place in
      Row(
        first: place < first.count ? first[place] : nil,
        second: place < second.count ? second[place] : nil)
    }
  }
}

/// What is told in order of time, and folded where visits repeat.
protocol Tellable: Hashable {
  /// Whether a visit or a relaunch begins with it.
  var opensApp: Bool { get }
  /// Whether it belongs to no visit: an outage of all users, the state at the horizon.
  var standsAlone: Bool { get }
  /// The same without its time, by which visits are compared.
  var timeless: Self { get }
}

/// A part of what people are told: visits in which the same happens as before are counted.
enum StoryPart<Told: Tellable> {
  /// What happened in a visit, or beside all visits.
  case visit([Told])
  /// How many visits more went like the one before.
  case again(Int)

  /// What stands for visits in which nothing new happens; empty for a visit.
  func words(_ language: Language) -> String {
    guard case .again(let visits) = self else { return "" }
    return visits == 1
      ? language("… and the same in 1 more visit")
      : language("… and the same in {0} more visits", "\(visits)")
  }

  static func parts(of told: [Told]) -> [StoryPart] {
    var parts: [StoryPart] = []
    var before: [Told] = []
    for visit in visits(in: told) {
      let timeless = visit.map(\.timeless)
      if visit[0].standsAlone || timeless != before {
        parts.append(.visit(visit))
      } else if case .again(let visits)? = parts.last {
        parts[parts.count - 1] = .again(visits + 1)
      } else {
        parts.append(.again(1))
      }
      // What is nobody's visit does not tell two visits apart.
      if !visit[0].standsAlone { before = timeless }
    }
    return parts
  }

  /// Parts what happened where the app is opened or comes back, and around what stands alone.
  private static func visits(in told: [Told]) -> [[Told]] {
    var visits: [[Told]] = []
    var isAlone = true
    for element in told {
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

extension TraceEvent: Tellable {
  var opensApp: Bool { moment == .launched || moment == .cameToFront }
  var standsAlone: Bool { moment == nil }
  var timeless: TraceEvent {
    var event = self
    event.time = .start
    return event
  }
}

extension StoryComparison.Row: Tellable {
  var opensApp: Bool { first?.opensApp == true || second?.opensApp == true }
  var standsAlone: Bool { first?.standsAlone == true || second?.standsAlone == true }
  var timeless: Self { Self(first: first?.timeless, second: second?.timeless) }
}
