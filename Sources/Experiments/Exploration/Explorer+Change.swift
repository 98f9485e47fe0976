import PurchaseWorld

/// Whether faults matter to a design at all.
extension Explorer {
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
          if struck.effects() != unharmed.effects() { return true }
          goesOn = unharmed.advanceUnharmed()
          // A life without end is a change as well.
          guard let alsoGoesOn = try? struck.advance(), alsoGoesOn == goesOn else { return true }
        }
      }
    }
    return false
  }
}
