package import Experiments
package import PurchaseWorld
package import Scenarios
package import Statistics

/// The share of orders that plans of a few faults lose under one design, without any chance.
///
/// Every user that can be drawn was played with every plan of at most some number of faults that can
/// strike, and each life counts as much as it is likely.
package struct Weighing: Sendable {
  /// What becomes of the users whom so many faults strike.
  package struct Size: Hashable, Sendable {
    /// How many faults are planned for the user.
    package var faults: Int
    package var lives = 0
    /// The share of all users, from 0 to 1.
    package var users = 0.0
    /// Their charges, for each user of the population, and those that are lost, rescued or refunded so.
    package var charges = 0.0, lost = 0.0

    static func += (left: inout Size, right: Size) {
      left.lives += right.lives
      left.users += right.users
      left.charges += right.charges
      left.lost += right.lost
    }

    /// The lost-order rate of these users; nil without charges.
    package var rate: Double? { charges > 0 ? lost / charges : nil }
  }

  /// What the faults of some kinds lose.
  package struct Part: Sendable {
    /// The kinds, each as often as it strikes, in the order of the scenario format.
    package var kinds: [FaultKind]
    /// The charges that are lost or rescued, for each user of the population.
    package var lost: Double
    /// The likeliest of these lives that can be written as a case; nil if none can.
    package var example: Population.Script?
  }

  package var design: String
  /// What is weighed: the orders that count as lost on the design's store (`Scenario.comparedShare`).
  package var share = Share.lost
  /// The sizes from 0 on.
  package var sizes: [Size]
  /// What loses orders, the largest part first.
  package var parts: [Part]

  /// All sizes together.
  package var whole: Size { sizes.reduce(into: Size(faults: sizes.count - 1)) { $0 += $1 } }
  /// What a part adds to the lost-order rate of ``whole``.
  package func rate(of part: Part) -> Double { whole.charges > 0 ? part.lost / whole.charges : 0 }
}

/// The same users and plans, drawn by chance instead of gone through.
package struct WeighedSample: Sendable {
  /// By the number of faults that are planned for the user; the last one holds all larger numbers.
  package private(set) var sizes: [RatioMoments]
  package private(set) var users: [Int]

  init(faults: Int) {
    sizes = Array(repeating: RatioMoments(), count: faults + 2)
    users = sizes.map { _ in 0 }
  }

  /// The users with no more faults than were gone through, and all users.
  package var few: RatioMoments { sizes.dropLast().reduce(into: RatioMoments()) { $0 += $1 } }
  package var all: RatioMoments { sizes.reduce(into: RatioMoments()) { $0 += $1 } }

  /// Whether the weighed share lies in the interval of users with as few faults; nil if uncharged.
  /// - Parameter designs: how many are judged; by chance one fails with at most 5 % (C. E. Bonferroni).
  package func holds(_ weighing: Weighing, among designs: Int) -> Bool? {
    guard let sampled = Proportion(few), let rate = weighing.whole.rate else { return nil }
    let confidence = Confidence(level: 1 - Confidence.standard.error / Double(max(1, designs)))
    let interval = sampled.interval(confidence: confidence)
    return interval.low <= rate && rate <= interval.high
  }

  mutating func add(_ orders: OrderCount, faults: Int) {
    let size = min(faults, sizes.count - 1)
    users[size] += 1
    sizes[size].add(orders.lost, of: orders.charges)
  }

  static func += (left: inout WeighedSample, right: WeighedSample) {
    for size in left.sizes.indices {
      left.sizes[size] += right.sizes[size]
      left.users[size] += right.users[size]
    }
  }
}

extension WeighedSample: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.each(&sizes)
    try packing.counts(&users)
  }
}
