import Experiments
import LossAttribution
import TestSupport
import Testing

@Suite("Shapley values") struct ShapleyPlanTests {
  /// The values of a game's coalitions in the order of a plan.
  static func values(_ plan: ShapleyPlan, _ game: (UInt64) -> Int) -> [Int] {
    plan.coalitions.map(game)
  }

  /// The Shapley values of a game with so few players that all orders count.
  static func shares(_ players: Int, _ game: (UInt64) -> Double) -> [Double] {
    let plan = ShapleyPlan(players: players, seed: 0)
    return shares(plan, plan.coalitions.map(game))
  }

  /// The Shapley value of each player by the values of a plan's coalitions.
  static func shares(_ plan: ShapleyPlan, _ values: [Double]) -> [Double] {
    plan.coefficients.map { coefficients in
      zip(coefficients, values).reduce(0) { $0 + Double($1.0) * $1.1 } / Double(plan.divisor)
    }
  }

  /// A game with a random value from 0 to 999 for every coalition, and 0 for the empty one.
  static func scrambled(_ seed: UInt64) -> (UInt64) -> Int {
    { coalition in
      if coalition == 0 { return 0 }
      var random = TestRandom(seed: seed &* 1_000_003 &+ coalition)
      return random.next(1_000)
    }
  }

  /// The value by definition: over all orders, one after the other.
  static func byOrders(_ players: Int, _ game: (UInt64) -> Int) -> [Double] {
    var sums = Array(repeating: 0, count: players)
    var count = 0
    func orders(below joined: UInt64, _ chain: [(Int, Int)]) {
      if chain.count == players {
        count += 1
        for (player, marginal) in chain { sums[player] += marginal }
        return
      }
      for player in 0..<players where joined >> UInt64(player) & 1 == 0 {
        let next = joined | 1 << UInt64(player)
        orders(below: next, chain + [(player, game(next) - game(joined))])
      }
    }
    orders(below: 0, [])
    return sums.map { Double($0) / Double(count) }
  }

  private func isClose(_ left: [Double], _ right: [Double]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) < 1e-9 }
  }

  /// One left and two right gloves; a pair is worth 1. Shapley values 2/3, 1/6, 1/6 (M. J. Osborne
  /// and A. Rubinstein, A Course in Game Theory, 1994, exercise 295.2, as the standard example).
  @Test("the glove game has the published values")
  func gloves() {
    let shares = Self.shares(3) { coalition -> Double in
      let (hasLeft, hasRight) = (coalition & 1 == 1, coalition & 0b110 != 0)
      return hasLeft && hasRight ? 1 : 0
    }
    let sixth = 1.0 / 6
    #expect(isClose(shares, [4 * sixth, sixth, sixth]))
  }

  /// The airport game of S. C. Littlechild and G. Owen, Management Science 20 (1973) 370–372: a
  /// runway costs what its largest plane needs, and each stretch is shared by those who use it.
  @Test("the airport game shares every stretch among its users")
  func airport() {
    let costs = [1.0, 2, 4, 7]
    let shares = Self.shares(4) { coalition in
      costs.indices.filter { coalition >> UInt64($0) & 1 == 1 }.map { costs[$0] }.max() ?? 0
    }
    let first = 1.0 / 4
    #expect(isClose(shares, [first, first + 1.0 / 3, first + 4.0 / 3, first + 13.0 / 3]))
  }

  @Test("the shares equal the mean over all orders of players", arguments: 1...6)
  func definition(players: Int) {
    let game = Self.scrambled(UInt64(players))
    let shares = Self.shares(players) { Double(game($0)) }
    #expect(isClose(shares, Self.byOrders(players, game)))
  }

  @Test(
    "efficiency: the exact shares add up to the value of all players",
    arguments: [1, 3, 7, 8, 9, 12, 30])
  func efficiency(players: Int) {
    let game = Self.scrambled(5)
    let plan = ShapleyPlan(players: players, seed: 9)
    let shares = plan.scaledShares(Self.values(plan, game))
    let grandCoalition = (UInt64(1) << UInt64(players)) - 1
    expectEqual(shares.reduce(0, +), Int128(game(grandCoalition)) * Int128(plan.divisor))
  }

  @Test("symmetry: players with the same contribution get the same share")
  func symmetry() {
    // Players 1 and 3 can replace each other: the value counts them without distinguishing them.
    let game = { (coalition: UInt64) -> Double in
      let twins = (coalition & 0b1010).nonzeroBitCount
      return Double(twins * twins * 10) + Double((coalition & 0b0101) * UInt64(1 + twins))
    }
    let shares = Self.shares(4, game)
    #expect(abs(shares[1] - shares[3]) < 1e-12)
    #expect(abs(shares[0] - shares[2]) > 0.1)
  }

  @Test("a player without influence gets nothing", arguments: [4, 9])
  func null(players: Int) {
    let game = Self.scrambled(3)
    let plan = ShapleyPlan(players: players, seed: 2)
    let shares = plan.scaledShares(Self.values(plan) { game($0 & ~0b100) })
    expectEqual(shares[2], 0)
    #expect(shares[0] != 0)
  }

  @Test("additivity: the shares of a sum of games are the sums of the shares", arguments: [5, 11])
  func additivity(players: Int) {
    let plan = ShapleyPlan(players: players, seed: 4)
    let (first, second) = (Self.scrambled(1), Self.scrambled(2))
    let sum = plan.scaledShares(Self.values(plan) { first($0) + second($0) })
    let left = plan.scaledShares(Self.values(plan, first))
    let right = plan.scaledShares(Self.values(plan, second))
    expectEqual(sum, zip(left, right).map { $0 + $1 })
  }

  @Test("up to 8 players, all orders are used, and every coalition is evaluated once")
  func allOrders() {
    let plan = ShapleyPlan(players: 8, seed: 1)
    #expect(
      plan.sampledPermutations == nil && plan.coalitions.count == 256 && plan.divisor == 40_320)
    expectEqual(Set(plan.coalitions).count, 256)
    expectEqual(
      plan.samplingErrors(plan.coalitions.map { Double($0) }), Array(repeating: 0, count: 8))
    let game = Self.scrambled(8)
    let shares = Self.shares(8) { Double(game($0)) }
    #expect(isClose(shares, Self.bySubsets(8, game)))
    expectEqual(ShapleyPlan(players: 0, seed: 1).coalitions, [0])
  }

  @Test("a sample evaluates at most 256 coalitions, the empty one first, the full one second")
  func sample() {
    for players in [9, 10, 15, 40, 64] {
      let plan = ShapleyPlan(players: players, seed: 1)
      #expect(plan.coalitions.count <= 256 && Set(plan.coalitions).count == plan.coalitions.count)
      #expect(plan.coalitions[0] == 0 && plan.coalitions[1].nonzeroBitCount == players)
      #expect(plan.sampledPermutations == plan.divisor && plan.divisor >= 4)
      expectEqual(plan, ShapleyPlan(players: players, seed: 1))
      #expect(plan != ShapleyPlan(players: players, seed: 2))
    }
  }

  @Test("the sampling error covers the exact value about as often as it states")
  func orderErrors() {
    let players = 9
    let game = Self.scrambled(77)
    let exact = Self.bySubsets(players, game)
    var (covered, count) = (0, 0)
    for seed in 0..<(Nightly.isOn ? 150 : 60) {
      let plan = ShapleyPlan(players: players, seed: UInt64(seed))
      let values = Self.values(plan, game).map { Double($0) }
      let student = HybridContrast.studentQuantile(plan.pairs.count)
      for (player, error) in plan.samplingErrors(values).enumerated() {
        count += 1
        if abs(Self.shares(plan, values)[player] - exact[player]) <= student * error {
          covered += 1
        }
      }
    }
    let coverage = Double(covered) / Double(count)
    #expect((0.93...0.97).contains(coverage), "\(coverage)")
  }

  /// The value by the formula over subsets, with weights in floating point.
  static func bySubsets(_ players: Int, _ game: (UInt64) -> Int) -> [Double] {
    (0..<players).map { player in
      (0..<UInt64(1) << UInt64(players)).reduce(0.0) { sum, coalition in
        guard coalition >> UInt64(player) & 1 == 0 else { return sum }
        var weight = 1 / Double(players)
        // 1 / (n · C(n−1, s)).
        for step in 0..<coalition.nonzeroBitCount {
          weight *= Double(step + 1) / Double(players - 1 - step)
        }
        return sum + weight * Double(game(coalition | 1 << UInt64(player)) - game(coalition))
      }
    }
  }
}
