import EventEngine

/// Coalitions of a game to evaluate, and the weights of their values in the Shapley value.
///
/// The Shapley value of a player is the player's mean contribution when players join one after
/// another, over all permutations of the players (L. S. Shapley, "A value for n-person games",
/// Contributions to the Theory of Games II, Annals of Mathematics Studies 28, 1953, 307–317). It is
/// the only rule that distributes the whole value, treats equal players equally, gives nothing to a
/// player without influence, and is additive over games.
///
/// With many players the permutations are a random sample (J. Castro, D. Gómez and J. Tejada,
/// Computers & Operations Research 36 (2009) 1726–1730), each with its reverse, which reduces the
/// variance. Every permutation distributes the whole value, so any sample of permutations does as
/// well.
package struct ShapleyPlan: Hashable, Sendable {
  /// The largest number of players for which all permutations are used: 2⁸ coalitions, as in a
  /// sample.
  package static let maxPlayersForAllPermutations = 8
  /// The largest number of coalitions in a sample of permutations.
  package static let maxCoalitions = 256
  /// The largest number of pairs of permutations in a sample.
  private static let maxPairs = 64

  /// The number of players: axes, or groups of axes that change together.
  package let playerCount: Int
  /// The coalitions as bits of players: the empty coalition first, the full coalition second.
  package let coalitions: [UInt64]
  /// For each player, the weight of each coalition's value, to be divided by ``divisor``.
  package let coefficients: [[Int]]
  /// The number of permutations, or a multiple of it.
  package let divisor: Int
  /// For a sample, the coefficients of every pair of permutations, each to be divided by 2; else
  /// empty.
  package let pairs: [[[Int]]]

  /// The number of sampled permutations; nil if all permutations are used.
  package var sampledPermutations: Int? { pairs.isEmpty ? nil : 2 * pairs.count }

  /// Plans all permutations of up to ``maxPlayersForAllPermutations`` players, else a sample.
  /// - Precondition: there are 0 to 64 players.
  package init(players: Int, seed: UInt64) {
    precondition((0...64).contains(players), "there are 0 to 64 players")
    let isSampled = players > ShapleyPlan.maxPlayersForAllPermutations
    self = isSampled ? ShapleyPlan(sampling: players, seed) : ShapleyPlan(allOrdersOf: players)
  }

  private init(allOrdersOf players: Int) {
    let grandCoalition = (UInt64(1) << UInt64(players)) - 1
    let factorial = (0...players).map { $0 < 2 ? 1 : (2...$0).reduce(1, *) }
    self.playerCount = players
    coalitions = players == 0 ? [0] : [0, grandCoalition] + (0..<grandCoalition).dropFirst()
    coefficients = (0..<players).map { [coalitions] player in
      coalitions.map { coalition in
        let others = (coalition & ~(1 << UInt64(player))).nonzeroBitCount
        let permutations = factorial[others] * factorial[players - 1 - others]
        return coalition >> UInt64(player) & 1 == 1 ? permutations : -permutations
      }
    }
    (divisor, pairs) = (factorial[players], [])
  }

  private init(sampling players: Int, _ seed: UInt64) {
    let grandCoalition = players == 64 ? UInt64.max : (UInt64(1) << UInt64(players)) - 1
    var (coalitions, places) = ([0, grandCoalition], [0: 0, grandCoalition: 1])
    var chains: [[(player: Int, before: Int, after: Int)]] = []
    let maximum = ShapleyPlan.maxCoalitions - 2 * (players - 1)
    while chains.count < ShapleyPlan.maxPairs, coalitions.count <= maximum {
      let permutation = ShapleyPlan.permutation(of: players, seed, number: chains.count)
      var chain: [(player: Int, before: Int, after: Int)] = []
      for permutation in [permutation, permutation.reversed()] {
        var (joined, before) = (UInt64(0), 0)
        for player in permutation {
          joined |= 1 << UInt64(player)
          let after = places[joined] ?? coalitions.count
          if after == coalitions.count { coalitions.append(joined) }
          places[joined] = after
          chain.append((player, before, after))
          before = after
        }
      }
      chains.append(chain)
    }
    let empty = Array(repeating: Array(repeating: 0, count: coalitions.count), count: players)
    let add = { (sum: inout [[Int]], chain: [(player: Int, before: Int, after: Int)]) in
      for (player, before, after) in chain {
        sum[player][before] -= 1
        sum[player][after] += 1
      }
    }
    pairs = chains.map { [$0].reduce(into: empty, add) }
    coefficients = chains.reduce(into: empty, add)
    (self.playerCount, self.coalitions, divisor) = (players, coalitions, 2 * chains.count)
  }

  /// A random permutation of the players, uniform over all permutations.
  private static func permutation(of players: Int, _ seed: UInt64, number: Int) -> [Int] {
    let draws = KeyedDraws(seed: seed, user: .max)
    var permutation = Array(0..<players)
    for place in permutation.indices.dropFirst().reversed() {
      let bits = draws.bits(site: UInt32(number), occurrence: UInt32(place))
      permutation.swapAt(place, Int(bits.multipliedFullWidth(by: UInt64(place + 1)).high))
    }
    return permutation
  }

  /// The pairs of coalitions, by index, that differ only by the player.
  package func marginals(of player: Int) -> [(without: Int, with: Int)] {
    let places = Dictionary(uniqueKeysWithValues: coalitions.enumerated().map { ($1, $0) })
    return coalitions.enumerated().compactMap { place, coalition in
      guard coalition >> UInt64(player) & 1 == 0 else { return nil }
      return places[coalition | 1 << UInt64(player)].map { (place, $0) }
    }
  }

  /// The exact Shapley value of each player, in the unit of the values, times ``divisor``.
  /// - Parameter values: the value of each coalition.
  package func scaledShares(_ values: [Int]) -> [Int128] {
    coefficients.map { zip($0, values).reduce(0) { $0 + Int128($1.0) * Int128($1.1) } }
  }

  /// The standard error of each share from the sampling of permutations; 0 if all permutations are
  /// used.
  package func samplingErrors(_ values: [Double]) -> [Double] {
    guard pairs.count > 1 else { return Array(repeating: 0, count: playerCount) }
    let count = Double(pairs.count)
    return (0..<playerCount).map { player in
      let means = pairs.map { zip($0[player], values).reduce(0.0) { $0 + Double($1.0) * $1.1 } / 2 }
      let mean = means.reduce(0, +) / count
      let squares = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return (squares / (count * (count - 1))).squareRoot()
    }
  }
}
