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
  package func singleFaults() throws(Cut) -> SingleFaults {
    let root = Branch(life())
    let end = Branch(life())
    var found = SingleFaults(unharmed: try unharmed())
    var open = Array(choices.indices)
    while !open.isEmpty, root.advanceUnharmed() {
      var left: [Int] = []
      for choice in open {
        if let cut = stop.cut { throw cut }
        let losses: LossSet
        do {
          losses = try end.finish(root, struckBy: choices[choice], number: choice).subtracting(
            found.unharmed)
        } catch { throw endless([root.placement(of: choice)]) }
        if !losses.isEmpty { found.losing.insert(choice) }
        if losses.isEmpty, !end.isLastFaultWaiting { left.append(choice) }
      }
      open = left
    }
    return found
  }

  /// How orders are lost without any fault.
  package func unharmed() throws(Cut) -> LossSet {
    if let cut = stop.cut { throw cut }
    do { return try Branch(life()).finish() } catch { throw endless([]) }
  }
}
