import EventEngine
import Experiments
package import JSONText
package import PurchaseWorld
package import Scenarios

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
      (self.design, self.user, self.seed, self.isPlanned) = (design, user, seed, isPlanned)
    }
  }

  /// How one charge ended.
  package struct Charge: Hashable, Sendable {
    /// The index of its transaction.
    package var transaction: TransactionID
    /// The index of the wish.
    package var wish: Int
    /// The name of the product.
    package var product: String
    package var outcome: ChargeOutcome
  }

  package let heading: Heading
  /// The language in which it is told.
  let language: Language
  /// The taps and faults that were planned for the user, as the scenario format writes them.
  package let plan: JSONOutput
  /// Everything that happened, in order of time.
  package let events: [TraceEvent]
  /// Whether it ends before the horizon, because nothing could change any more.
  package let endsEarly: Bool
  /// Whether it ends where a life had as many events as any may have, so that nobody knows its end.
  package let isEndless: Bool
  /// What lasted, in order of its beginning.
  package let spans: [TraceSpan]
  /// The charges, in the order of charging.
  package let charges: [Charge]
  /// In the order of the format.
  package let flags: [CaseFlag]

  /// Tells a life.
  ///
  /// - Parameters:
  ///   - heading: what was played.
  ///   - plan: what was planned for the user, as the scenario format writes it: a list.
  ///   - user: whose life it was.
  ///   - conditions: the world in which it was played.
  ///   - trace: what happened.
  ///   - outcome: what became of it.
  ///   - language: the language of everything that people read.
  ///   - parameters: those of a fault that people are told.
  package init(
    _ heading: Heading, plan: JSONOutput, of user: VirtualUser, in conditions: Conditions,
    _ trace: Trace, _ outcome: Outcome, language: Language = .en,
    parameters: (Fault) -> [(name: String, value: String?)]
  ) {
    (self.heading, self.language, self.plan) = (heading, language, plan)
    let charged = trace.entries.compactMap { entry -> TransactionID? in
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
      language: language, catalog: conditions.catalog, wishes: user.intents,
      faults: user.plan.map { planned in
        let kind = planned.fault.kind
        return (kind, StoryWords.words(kind, parameters(planned.fault), language))
      }, charges: charges)
    // When nothing can change any more, what comes later is not part of the story.
    let end = trace.endsEarly || trace.isEndless ? trace.entries.last?.time ?? .start : horizon
    let outages = conditions.outages.filter { $0.from < min(end, horizon) }
    let events = Story.merged(
      outages.map { told.event($0) }, trace.entries.map { told.event($0) })
    self.events = events + told.losses(at: horizon, told: events)
    endsEarly = trace.endsEarly || trace.isEndless
    isEndless = trace.isEndless
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
  package var title: String { heading.title(heading.design, language) }

  /// What is said where it ends early.
  var end: String {
    isEndless
      ? language("left here, after {0} events", Numerals.count(EndlessLife.mostEvents))
      : language("nothing can change any more")
  }

  /// How every charge ended, a line each.
  package var endings: [String] {
    if isEndless {
      return [
        language("cannot tell: left after {0} events", Numerals.count(EndlessLife.mostEvents))
      ]
    }
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
  ///
  /// - Parameter designs: the design, or what is said of two.
  func title(_ designs: String, _ language: Language) -> String {
    if let user {
      return language("{0}: {1}, user {2}, seed {3}", scenario, designs, user, "\(seed)")
    }
    return isPlanned
      ? language("{0}: {1}, by a plan", scenario, designs)
      : language("{0}: {1}", scenario, designs)
  }
}
