import EventEngine
import Experiments
package import JSONText
package import PurchaseWorld

/// The story of one user under one design: what happened, in words, and how every charge ended.
package struct Story: Sendable {
  /// What was played.
  package struct Heading: Hashable, Sendable {
    package var scenario: String
    package var design: String
    /// The number of the user as people write it; nil for the one user of a case or of a plan.
    package var user: String?
    package var seed: UInt64
    /// Whether the life was written on the command line instead of in the file.
    package var isPlanned: Bool

    package init(
      scenario: String, design: String, user: String?, seed: UInt64, isPlanned: Bool = false
    ) {
      self.scenario = scenario
      self.design = design
      self.user = user
      self.seed = seed
      self.isPlanned = isPlanned
    }
  }

  /// How one charge ended.
  package struct Charge: Hashable, Sendable {
    /// The index of its transaction.
    package var transaction: Int32
    /// The index of the wish.
    package var wish: Int
    /// The name of the product.
    package var product: String
    package var outcome: ChargeOutcome
  }

  package let heading: Heading
  /// The taps and faults that were planned for the user, as the scenario format writes them.
  package let plan: JSONOutput
  /// Everything that happened, in order of time.
  package let events: [TraceEvent]
  /// Whether it ends before the horizon, because nothing could change any more.
  package let endsEarly: Bool
  /// What lasted, in order of its beginning.
  package let spans: [TraceSpan]
  /// The charges, in the order of charging.
  package let charges: [Charge]
  /// The names of the flags, in the order of the format.
  package let flags: [String]

  /// Tells a life.
  ///
  /// - Parameters:
  ///   - heading: what was played.
  ///   - plan: what was planned for the user, as the scenario format writes it: a list.
  ///   - user: whose life it was.
  ///   - conditions: the world in which it was played.
  ///   - trace: what happened.
  ///   - outcome: what became of it.
  ///   - words: a fault with its parameters in words.
  package init(
    _ heading: Heading, plan: JSONOutput, of user: VirtualUser, in conditions: Conditions,
    _ trace: Trace, _ outcome: Outcome, words: (Fault) -> String
  ) {
    self.heading = heading
    self.plan = plan
    let charged = trace.entries.compactMap { entry -> Int32? in
      if case .charged(let transaction) = entry.moment { transaction } else { nil }
    }
    charges = zip(charged, outcome.charges).map { transaction, charge in
      Charge(
        transaction: transaction, wish: outcome.intents[charge.intent].wish,
        product: conditions.catalog.products[charge.product].name, outcome: charge)
    }
    flags = Ending(outcome).flags
    let horizon = Instant.start + conditions.horizon
    let told = StoryWords(
      catalog: conditions.catalog, wishes: user.intents,
      faults: user.plan.map { ($0.fault.kind, words($0.fault)) },
      charges: charges)
    let outages = conditions.outages.filter { $0.from < horizon }
    let events = Story.merged(
      outages.map { told.event($0) }, trace.entries.map { told.event($0) })
    self.events = events + told.losses(at: horizon, told: events)
    endsEarly = trace.endsEarly
    spans = TraceSpans(trace, user.plan.map(\.fault), outages, until: horizon).all
  }

  /// Both lists in order of time; of equal times the first list's come first.
  private static func merged(_ first: [TraceEvent], _ second: [TraceEvent]) -> [TraceEvent] {
    var merged: [TraceEvent] = []
    var rest = first.sorted { $0.time < $1.time }[...]
    for event in second {
      while let next = rest.first, next.time <= event.time {
        merged.append(next)
        rest.removeFirst()
      }
      merged.append(event)
    }
    return merged + rest
  }
}

extension Story {
  /// What was played, in one line.
  package var title: String { title(.en) }

  /// What was played, in one line of a language.
  func title(_ language: Language) -> String {
    let (scenario, design) = (heading.scenario, heading.design)
    if let user = heading.user {
      return language("{0}: {1}, user {2}, seed {3}", scenario, design, user, "\(heading.seed)")
    }
    return heading.isPlanned
      ? language("{0}: {1}, by a plan", scenario, design)
      : language("{0}: {1}", scenario, design)
  }

  static func who(_ heading: Heading) -> String {
    if let user = heading.user { return ", user \(user), seed \(heading.seed)" }
    return heading.isPlanned ? ", by a plan" : ""
  }

  /// What is said where a story ends early.
  static let end = "nothing can change any more"

  /// How every charge ended, a line each.
  package var endings: [String] { endings(.en) }

  /// How every charge ended, a line each, in a language.
  func endings(_ language: Language) -> [String] {
    if charges.isEmpty { return [language("nothing was charged")] }
    return charges.enumerated().map { index, charge in
      let (number, name) = ("\(index + 1)", Story.name(of: charge.transaction))
      let fate = charge.outcome.fate
      guard case .lost(let kind, let point) = fate else {
        return language("charge {0} ({1}): {2}", number, name, language.named(fate.name))
      }
      return language(
        "charge {0} ({1}): {2}, {3}, drop point {4}", number, name, language.named(fate.name),
        language.named(kind.rawValue), language.named(point.rawValue))
    }
  }
}
