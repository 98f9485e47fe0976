package import PurchaseWorld
package import Scenarios
package import Statistics

package protocol OfScenario: Sendable { var scenario: Scenario { get } }

extension OfScenario {
  package var name: String { scenario.name }
  /// What the scenario shows; may be empty.
  package var title: String { scenario.title }
  package var seed: UInt64 { scenario.seed }
  package var users: Int { scenario.users }
  /// What was put into the file before it was read.
  package var settings: [Setting] { scenario.settings }
  /// Whether one user lives a written life, so that nothing is random.
  package var isCase: Bool { scenario.isCase }
}

/// The raw result of a run: the counts, and for a case what became of its user.
package struct Results: OfScenario {
  /// The scenario that ran, with the seed and the number of users that were asked for.
  package var scenario: Scenario
  /// The number of users who were asked for, or who were played until a run was cut; strata round it.
  package var users: Int
  package var strata: [SampledStratum]
  /// All counts, part by part.
  package var books: [Books]
  /// How many users were drawn only to plan the sample; they are in no count.
  package var pilot = 0
  /// For a case: what became of the user under each design, in their order; else empty.
  package var endings: [Outcome] = []
  /// Whether the counts are of users who were drawn only to plan the sample: no others were played.
  package var isOfPilot = false
  /// How often the run has looked at its intervals and could have ended; 0 while it sets its first look.
  package var look = 0
  /// Why not all users were played; nil: they were.
  package internal(set) var cut: Cut?
  /// How intervals of shares are made when the run looks at them once.
  package var method = IntervalMethod.wilson
}

extension Results {
  /// The result of a run whose users were all drawn alike.
  package init(scenario: Scenario, books: Books, endings: [Outcome]) {
    let users = books.ledgers[0].users
    self.init(scenario: scenario, users: users, strata: [.everyone(users)], books: [books])
    self.endings = endings
  }

  /// What a run tells that was cut short before it told anything.
  init(nothingOf scenario: Scenario, _ cut: Cut) {
    self.init(scenario: scenario, books: Books(scenario), endings: [])
    self.cut = cut
  }

  /// What a run tells of which only the pilot was played, or some of it.
  init(ofPilot scenario: Scenario, _ strata: [SampledStratum], _ books: [Books], _ cut: Cut) {
    self.init(scenario: scenario, users: 0, strata: strata.counted(books), books: books)
    isOfPilot = true
    shorten(cut)
  }

  /// Makes this the result of a run that was cut short: of as many users as were drawn. A sample
  /// from parts of the population tells nothing while one of them has hardly been drawn from.
  mutating func shorten(_ cut: Cut) {
    if strata.contains(where: { $0.index != nil && $0.users < min(Results.fewest, $0.numbers) }) {
      return self = Results(nothingOf: scenario, cut)
    }
    users = strata.reduce(0) { $0 + $1.users }
    self.cut = cut
  }

  /// The fewest users of a part, as in a pilot.
  private static let fewest = 16

  /// How sure the intervals are: at a look, so that all looks together are as sure as is asked.
  package var certainty: Certainty {
    guard let level = scenario.precision?.confidence else { return Certainty(method: method) }
    let confidence = Confidence(level: level).atLook(max(1, look))
    return Certainty(confidence: confidence, method: .clopperPearson)
  }

  /// What belongs to each part, with the part.
  package func sampled<Part>(_ part: (Books) -> Part) -> Sampled<Part> {
    Sampled(users, certainty, zip(strata, books).map { ($0, part($1)) })
  }

  /// The counts of a design, by index.
  package func ledger(_ design: Int) -> SampledLedger { sampled { $0.ledgers[design] } }

  /// Whether any charge was made under any design, refunded or not.
  package var hasCharge: Bool { books.contains { $0.ledgers.contains { $0.all.charged > 0 } } }

  /// The declared faults that struck no user under any design. Declarations from 63 on share one
  /// bit (see `Outcome.struck`): they count as struck together.
  package var faultsThatNeverStruck: [(declaration: Int, kind: FaultKind)] {
    let struck = books.reduce(0) { $1.ledgers.reduce($0) { $0 | $1.struck } }
    let declarations =
      scenario.population.script?.plan.map { ($0.declaration, $0.fault.kind) }
      ?? scenario.population.faults.enumerated().map { ($0, $1.kind) }
    return declarations.filter { struck & (1 << UInt64(min($0.0, 63))) == 0 }
  }
}
