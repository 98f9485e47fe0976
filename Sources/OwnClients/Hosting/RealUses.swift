import PurchaseWorld

/// How often the code of a life has asked for what is real.
struct RealUses {
  private var counts: InlineArray<4, Int> = [0, 0, 0, 0]

  private func place(_ use: RealUse) -> Int {
    switch use {
    case .clock: 0
    case .chance: 1
    case .sleep: 2
    case .process: 3
    }
  }

  mutating func count(_ use: RealUse) { counts[place(use)] += 1 }

  var all: [(use: RealUse, times: Int)] {
    RealUse.allCases.map { ($0, counts[place($0)]) }.filter { $0.1 > 0 }
  }
}
