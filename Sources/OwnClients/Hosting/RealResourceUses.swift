import PurchaseWorld

/// The number of uses of real time, chance, sleep and process identifier during a simulation.
struct RealResourceUses {
  private var counts: InlineArray<4, Int> = [0, 0, 0, 0]

  private func place(_ use: RealResource) -> Int {
    switch use {
    case .clock: 0
    case .chance: 1
    case .sleep: 2
    case .process: 3
    }
  }

  mutating func count(_ use: RealResource) { counts[place(use)] += 1 }

  var all: [(resource: RealResource, count: Int)] {
    RealResource.allCases.map { ($0, counts[place($0)]) }.filter { $0.1 > 0 }
  }
}
