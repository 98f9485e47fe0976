package import PurchaseWorld

/// What single faults do to a design: less than an exploration tells, and much sooner.
extension Explorer {
  /// What single faults do to a design.
  package struct SingleFaults: Hashable, Sendable {
    package var unharmed: LossSet
    /// The faults that lose an order, in another way, before some event.
    package var losing: Set<Int> = []
  }

  /// Finds the faults each of which, alone, loses an order before some event.
  ///
  /// A fault is tried before every event until it loses one, or has nothing left to strike.
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
          let all = try end.finish(root, struckBy: choices[choice], number: choice)
          losses = all.subtracting(found.unharmed)
        } catch { throw endless([root.placement(of: choice)]) }
        if !losses.isEmpty { found.losing.insert(choice) }
        if losses.isEmpty, !end.life.isLastFaultWaiting { left.append(choice) }
      }
      open = left
    }
    return found
  }

  package func unharmed() throws(Cut) -> LossSet {
    if let cut = stop.cut { throw cut }
    var whole = life()
    do { return try whole.finish() } catch { throw endless([]) }
  }

  /// Whether any of the faults, alone and before some event, changes the life that it strikes.
  ///
  /// A lost payload that the design does not read changes nothing, for instance. Lives are gone through
  /// only until one is changed, which nearly always is the first.
  func changesAnything() -> Bool {
    let (root, unharmed, struck) = (Branch(life()), Branch(life()), Branch(life()))
    while root.advanceUnharmed() {
      for (number, choice) in choices.enumerated() {
        unharmed.become(root)
        struck.become(root, struckBy: choice, number: number)
        var goesOn = true
        while goesOn {
          if struck.life.effects() != unharmed.life.effects() { return true }
          goesOn = unharmed.advanceUnharmed()
          // A life without end is a change as well.
          guard let alsoGoesOn = try? struck.advance(), alsoGoesOn == goesOn else { return true }
        }
      }
    }
    return false
  }
}
