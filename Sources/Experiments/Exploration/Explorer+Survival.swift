package import PurchaseWorld

/// What a search asks of a design: less than an exploration tells, and much sooner.
extension Explorer {
  /// What single faults do to a design.
  package struct SingleFaults: Hashable, Sendable {
    /// How orders are lost without any fault.
    package var unharmed: LossSet
    /// The faults that lose an order, in another way, before some event.
    package var losing = ChoiceSet()
  }

  /// Finds the faults each of which, alone, loses an order before some event.
  ///
  /// A fault is tried before every event until it loses one, or waits in vain for what it could
  /// strike.
  package func singleFaults() -> SingleFaults {
    let root = Branch(life())
    let end = Branch(life())
    var found = SingleFaults(unharmed: end.finish())
    var open = Array(choices.indices)
    while !open.isEmpty, root.advance() {
      open.removeAll { choice in
        let losses = end.finish(root, struckBy: choices[choice], number: choice)
          .subtracting(found.unharmed)
        if !losses.isEmpty { found.losing.insert(choice) }
        return !losses.isEmpty || end.isLastFaultWaiting
      }
    }
    return found
  }

  /// How orders are lost without any fault.
  package func unharmed() -> LossSet { Branch(life()).finish() }
}
