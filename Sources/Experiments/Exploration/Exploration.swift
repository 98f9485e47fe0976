import EventEngine
package import PurchaseWorld

/// What every placement of up to some number of faults leads to, under one design.
package struct Exploration: Sendable {
  /// What was found of all placements of a number of faults.
  package struct Size: Hashable, Sendable {
    package var faults: Int
    /// The placements whose end is known.
    package var placements = 0
    /// Those that were not played, as their state was seen before and nothing can be lost from there.
    package var alike = 0
    /// How many of them lose an order, in another way than it is lost without a fault.
    package var lost = 0
    /// Where the exploration ended without a verdict, because a part of the placement loses already.
    package var leftOut = 0

    static func += (left: inout Size, right: Size) {
      left.placements += right.placements
      left.alike += right.alike
      left.lost += right.lost
      left.leftOut += right.leftOut
    }

    /// What was found since an earlier moment.
    func since(_ earlier: Size) -> Size {
      var since = self
      since.placements -= earlier.placements
      since.alike -= earlier.alike
      since.lost -= earlier.lost
      since.leftOut -= earlier.leftOut
      return since
    }
  }

  /// Minimal sets of faults of the same kinds that lose orders in the same ways.
  package struct Group: Hashable, Sendable {
    package var losses: LossSet
    /// The kinds of the faults, in the order in which they strike.
    package var kinds: [FaultKind]
    package var count: Int
    /// The one that is told best: the simplest faults, before the latest events.
    package var example: [Placement]
  }

  package var design: String
  /// What could strike, by the index that placements name.
  package var choices: [FaultChoice]
  /// How the orders are lost without any fault.
  package var unharmed = LossSet()
  /// The number of events without any fault, and whether anything is charged then.
  package var steps = 0
  package var hasCharge = true
  /// Whether any fault changes a life that it strikes; looked at only if none loses an order.
  package var changesLives = true
  /// The sizes from 1 on.
  package var sizes: [Size] = []
  /// The minimal sets, the smallest first.
  package var groups: [Group] = []
  /// Why not all sizes were gone through; nil: they were.
  package var cut: Cut?

  /// Whether no placement that was gone through loses an order.
  package var losesNothing: Bool { unharmed.isEmpty && groups.isEmpty }

  /// Whether there was an order to lose, and, if faults were to strike, any that could and that mattered.
  package var saysSomething: Bool {
    !losesNothing || hasCharge && (sizes.isEmpty || placements > 0 && changesLives)
  }

  /// All placements whose end is known, without that of no fault.
  package var placements: Int { sizes.reduce(0) { $0 + $1.placements } }

  /// How many placements of up to some number of faults there are at the most, by those of one.
  package static func placements(of faults: Int, singles: Int) -> Double {
    var (all, size) = (0.0, 1.0)
    for number in 0..<faults {
      size *= Double(singles + number) / Double(number + 1)
      all += size
    }
    return all
  }

  /// The faults of a placement, as a case plans them.
  package func plan(_ path: [Placement]) -> [PlannedFault] {
    path.enumerated().map { number, placement in
      let choice = choices[placement.choice]
      return PlannedFault(
        choice.fault, intent: choice.intent, at: .step(placement.step), after: .zero,
        declaration: number)
    }
  }
}
