import Foundation
import TestSupport
import Testing

@testable import Experiments
@testable import LossAttribution

@Suite("Hybrid contrast") struct HybridContrastTests {
  /// Two groups of two users; the second design saves one order of the second group.
  @Test("the half width combines the residuals of the groups and z² unseen orders")
  func handWorked() {
    let totals = HybridAccumulator(
      users: [2, 2], chargeSquares: 4,
      groups: [
        [sum(2, lost: 1, 600), sum(2, lost: 1, 600)], [sum(2, lost: 1, 600), sum(2, lost: 0, 0)],
      ])
    let contrast = HybridContrast(totals, designs: 2, highestPrice: 600)
    #expect(contrast.rates == [0.5, 0.25] && contrast.lostRevenues == [1_200, 600])
    let rate = contrast.rate([-1, 1])
    #expect(abs(rate.value + 0.25) < 1e-12)
    // Residuals 1/8 and −1/8; V = 2·(1/64 + 1/64) = 1/16; t(1) = 12.706_205, unseen 3.8415/4.
    #expect(abs(rate.half - (12.706_205 * 12.706_205 / 16 + 0.96036 * 0.96036).squareRoot()) < 1e-4)
    let revenue = contrast.lostRevenue([-1, 1])
    // Residuals 300 and −300; V = 2·180,000; unseen 3.8415·600.
    #expect(abs(revenue.value + 600) < 1e-9)
    let squares = 12.706_205 * 12.706_205 * 360_000 + 2_304.875 * 2_304.875
    #expect(abs(revenue.half - squares.squareRoot()) < 0.1)
    #expect(contrast.areIdentical(0, 0) && !contrast.areIdentical(0, 1))
  }

  private func sum(_ charges: Int, lost: Int, _ revenue: Int) -> HybridAccumulator.Sum {
    HybridAccumulator.Sum(charges: charges, lost: lost, lostRevenue: revenue)
  }

  /// Users for the four designs between two designs; some users lose all their orders under some of
  /// these. The losses are generated one at a time.
  struct Model {
    /// How many users there are.
    var users: Int
    /// The charges of every user; under design 1 a share of the users has none.
    var charges = 1
    var absent = 0.0
    /// Kinds of users: their frequency, and the designs under which they lose, as bits.
    var kinds: [(chance: Double, lostUnder: Int)]

    /// The mean of a weighted sum of lost rates.
    func truth(_ weights: [Double]) -> Double {
      weights.indices.reduce(0) { sum, design in
        let lost = kinds.filter { $0.lostUnder >> design & 1 == 1 }.reduce(0) { $0 + $1.chance }
        return sum + weights[design] * lost
      }
    }

    func totals(_ draws: inout HybridContrastTests.TestDraws) -> HybridAccumulator {
      let count = HybridAccumulator.maxGroups
      var sizes = Array(repeating: users / count, count: count)
      for group in 0..<users % count { sizes[group] += 1 }
      var groups = sizes.map { size in
        Array(
          repeating: HybridAccumulator.Sum(charges: size * charges, lost: 0, lostRevenue: 0),
          count: 4)
      }
      draws.each(of: users, absent) { user in groups[user % count][1].charges -= charges }
      for kind in kinds {
        draws.each(of: users, kind.chance) { user in
          let price = user / count % 10 == 0 ? 50_000 : 600
          for design in 0..<4 where kind.lostUnder >> design & 1 == 1 {
            groups[user % count][design].lost += charges
            groups[user % count][design].lostRevenue += charges * price
          }
        }
      }
      return HybridAccumulator(
        users: sizes, chargeSquares: users * charges * charges, groups: groups)
    }
  }

  /// Random numbers that jump from one hit to the next, so that rare hits cost nothing.
  struct TestDraws {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func uniform() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Double(state >> 11) + 0.5) * 0x1p-53
    }

    mutating func each(of users: Int, _ chance: Double, _ body: (Int) -> Void) {
      guard chance > 0 else { return }
      var user = -1.0
      while true {
        user += 1 + (log(uniform()) / log(1 - chance)).rounded(.down)
        if user >= Double(users) { return }
        body(Int(user))
      }
    }
  }

  /// The share of the first of two axes whose designs are: none, the first, the second, both.
  static let weights = [-0.5, 0.5, -0.5, 0.5]

  /// Kinds of users for a rate: saved by the first axis, saved by both only, lost by the first.
  static func kinds(_ rate: Double) -> [(chance: Double, lostUnder: Int)] {
    [(rate * 0.5, 0b0101), (rate * 0.3, 0b0111), (rate * 0.2, 0b1010)]
  }

  private static let models = [
    Model(users: 100_000, kinds: kinds(0)), Model(users: 100_000, kinds: kinds(1e-5)),
    Model(users: 20_000, kinds: kinds(1e-3)), Model(users: 2_000, kinds: kinds(0.3)),
    // Only saved orders, the worst skew; about 4 of them.
    Model(users: 40_000, kinds: [(1e-4, 0b0101)]), Model(users: 1_000_000, kinds: kinds(1e-5)),
    Model(users: 50_000, charges: 3, kinds: kinds(3e-5)),
  ]

  @Test(
    "95 % intervals of shares cover at least 94 % at rates of 0, 1e-5, 1e-3 and 0.3",
    arguments: models.prefix(Nightly.isOn ? 7 : 5))
  func coverage(model: Model) {
    let truth = model.truth(Self.weights)
    var draws = TestDraws(seed: 11)
    let runs = 500
    var covered = 0
    for _ in 0..<runs {
      let contrast = HybridContrast(model.totals(&draws), designs: 4, highestPrice: 50_000)
      let found = contrast.rate(Self.weights)
      if abs(found.value - truth) <= found.half { covered += 1 }
    }
    let share = Double(covered) / Double(runs)
    #expect(share >= 0.94, "\(share)")
  }

  @Test("intervals of a money share cover at least 94 %, although expensive orders are rare")
  func moneyCoverage() {
    let model = Model(users: 50_000, kinds: Self.kinds(1e-3))
    // The price depends on the user's number: one of ten is expensive.
    let mean = 0.1 * 50_000 + 0.9 * 600
    let truth = model.truth(Self.weights) * Double(model.users) * mean
    var draws = TestDraws(seed: 12)
    var covered = 0
    for _ in 0..<500 {
      let contrast = HybridContrast(model.totals(&draws), designs: 4, highestPrice: 50_000)
      let found = contrast.lostRevenue(Self.weights)
      if abs(found.value - truth) <= found.half { covered += 1 }
    }
    #expect(Double(covered) / 500 >= 0.94, "\(covered)")
  }

  @Test("the rate of a design accounts for charges that the design does not make")
  func absent() {
    // A third of the users never pay under design 1; of the others the same share loses.
    let model = Model(users: 3_000, absent: 1.0 / 3, kinds: [(0.3, 0b1111)])
    var draws = TestDraws(seed: 13)
    var covered = 0
    for _ in 0..<300 {
      // Absent users cannot lose, so the truth of design 1 is 0.3 over what is left: 0.45.
      let contrast = HybridContrast(model.totals(&draws), designs: 4, highestPrice: 1)
      let found = contrast.rate([-1, 1, 0, 0])
      if abs(found.value - 0.15) <= found.half { covered += 1 }
    }
    #expect(Double(covered) / 300 >= 0.93, "\(covered)")
  }
}

extension HybridAccumulator {
  /// Creates an accumulator from the losses of each group under each design.
  fileprivate init(users: [Int], chargeSquares: Int, groups: [[Sum]]) {
    self.init(designs: groups.first?.count ?? 0, groups: groups.count)
    (self.userCountByGroup, self.chargeSquares, sums) = (
      users, chargeSquares, groups.flatMap { $0 }
    )
    precondition(groups.allSatisfy { $0.count == groups[0].count }, "one sum per group and design")
  }
}
