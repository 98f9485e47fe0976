/// The faults that await the user, and how far they have come (section 7).
struct Misfortune: ~Copyable {
  var plan = Table<Kind.Planned, PlannedFault>()
  /// Whether one of them is tied to a step.
  var hasSteps = false
  var states = Table<Kind.Planned, PlanState>()
  var state = State()

  struct State: BitwiseCopyable {
    /// Which declarations have struck, as bits.
    var struck: UInt64 = 0
  }

  /// Sets the stage for the next life with the same plan.
  mutating func reset() {
    state = State()
    states.removeAll()
    for _ in plan.indices { states.append(.planned) }
  }

  mutating func become(_ other: borrowing Misfortune) {
    plan.replaceAll(with: other.plan)
    hasSteps = other.hasSteps
    states.replaceAll(with: other.states)
    state = other.state
  }

  /// What is still to strike; of a fault that is done, nothing is left but what it did.
  func add(to print: inout StateHasher) {
    for planned in states.indices where states[planned] != .done {
      print.add(StateHasher.byte(states[planned]))
      print.add(plan[planned].declaration)
    }
  }

  /// By which declaration a transaction was interrupted: plans that were struck by hand differ in
  /// order.
  func declaration(of planned: PlannedID?) -> Int { planned.map { plan[$0].declaration } ?? -1 }
}
