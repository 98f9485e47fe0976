package import PurchaseWorld
package import Scenarios

/// The raw result of a run: the counts, and for a case what became of its user.
package struct Results: Sendable {
  /// The scenario that ran, with the seed and the number of users that were used.
  package var scenario: Scenario
  /// All counts.
  package var books: Books
  /// For a case: what became of the user under each design, in their order; else empty.
  package var endings: [Outcome]

  package init(scenario: Scenario, books: Books, endings: [Outcome]) {
    self.scenario = scenario
    self.books = books
    self.endings = endings
  }

  /// Whether any charge was made under any design.
  package var hasCharge: Bool { books.ledgers.contains { $0.all.total(.charges) > 0 } }

  /// The declared faults that struck no user under any design.
  ///
  /// Declarations from 63 on share one bit (see `Outcome.struck`): they count as struck together.
  package var faultsThatNeverStruck: [(declaration: Int, kind: FaultKind)] {
    let struck = books.ledgers.reduce(0) { $0 | $1.struck }
    return declarations.filter { struck & (1 << UInt64(min($0.declaration, 63))) == 0 }
  }

  /// The declared faults: the rates of a scenario, or the planned faults of a case.
  private var declarations: [(declaration: Int, kind: FaultKind)] {
    if let script = scenario.population.script {
      return script.plan.map { ($0.declaration, $0.fault.kind) }
    }
    return scenario.population.faults.enumerated().map { ($0.offset, $0.element.kind) }
  }
}
