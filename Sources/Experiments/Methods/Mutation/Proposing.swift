import Experiments
import EventEngine
import JSONText
import Scenarios
import Statistics

/// Finds the expectations of one design that notice its surviving mutants.
///
/// An expectation bounds one measure from one side, by a number of few digits that lies in the middle of
/// the gap between the intervals, so that it holds with the design. The one that notices most survivors is
/// taken first, then the one that notices most of the others, and so on.
struct Proposing {
  /// A bound of a measure, by the place of this.
  private struct Bound: Hashable {
    var place: Int, value: Double, isMost: Bool

    /// How many digits of it count, up to 3.
    var digits: Int { (1...2).first { value.rounded(digits: $0) == value } ?? 3 }
  }
  typealias Survivor = (mutant: Int, own: [Estimate?], its: [Estimate?])

  /// How far beyond the interval of the design a bound lies at least, in the distance from its mean value to
  /// that end. The interval holds those of nine seeds, so that it also knows numbers that are skewed or jump,
  /// such as a late quantile; where nothing is skewed the bound is about seven standard errors away.
  static let room = 1.0

  private let design: String, measures: [Measure]
  private let survivors: [Survivor]
  /// What the design comes to in the mean, with an interval that holds those of all batches and seeds.
  private let own: [Estimate?]

  /// - Parameter rehearsals: what the design comes to at other seeds.
  init(
    _ design: String, _ measures: [Measure], _ survivors: [Survivor], rehearsals: [[Estimate?]] = []
  ) {
    (self.design, self.measures, self.survivors) = (design, measures, survivors)
    own = measures.indices.map { place in
      let mine = survivors.map { $0.own[place] }
      let seeds = mine.prefix(1) + rehearsals.map { $0[place] }
      let all = (mine + seeds).compactMap(\.self)
      guard var hull = all.first, all.count == mine.count + seeds.count else { return nil }
      hull.value = seeds.reduce(0) { $0 + ($1?.value ?? 0) } / Double(seeds.count)
      for other in all {
        hull.interval = Interval(
          low: min(hull.interval.low, other.interval.low),
          high: max(hull.interval.high, other.interval.high))
      }
      return hull
    }
  }

  /// First those that stop harm; a bound that keeps a design as bad as it is comes only where nothing else
  /// tells. Of both first those over all products: a bound of one product says less. Amounts of money come
  /// last: they grow with the users, so that a bound holds for one number of them.
  var proposals: [MutationFindings.Proposal] {
    var left = Set(survivors.indices)
    let all = bounds
    let ranks = all.map { bound in
      let measure = measures[bound.place]
      let rank = measure.metric.unit == .money ? 2 : measure.product == nil ? 0 : 1
      return rank + (bound.isMost == measure.metric.isGood ? 3 : 0)
    }
    let taken = (0...5).flatMap { rank in
      take(all.indices.filter { ranks[$0] == rank }.map { all[$0] }, &left)
    }
    return joined(taken)
  }

  /// Takes bounds one after the other, each time the first of those that notice most of what is left.
  private func take(_ bounds: [Bound], _ left: inout Set<Int>) -> [(bound: Bound, notices: [Int])] {
    let verdicts = bounds.map { bound in survivors.map { verdict($0.its[bound.place], bound) } }
    var taken: [(bound: Bound, notices: [Int])] = []
    while !left.isEmpty {
      let scores = bounds.indices.map { index in
        [
          left.count { verdicts[index][$0] != .pass }, left.count { verdicts[index][$0] == .fail },
          -bounds[index].digits,
        ]
      }
      let best = bounds.indices.max { scores[$0].lexicographicallyPrecedes(scores[$1]) }
      guard let best, scores[best][0] > 0 else { break }
      let noticed = survivors.indices.filter { left.contains($0) && verdicts[best][$0] != .pass }
      left.subtract(noticed)
      taken.append((bounds[best], noticed.map { survivors[$0].mutant }))
    }
    return taken
  }

  /// One claim for each measure: its bounds from both sides together.
  private func joined(_ taken: [(bound: Bound, notices: [Int])]) -> [MutationFindings.Proposal] {
    var places: [Int] = []
    for (bound, _) in taken where !places.contains(bound.place) { places.append(bound.place) }
    return places.map { place in
      let own = taken.filter { $0.bound.place == place }
      let least = own.filter { !$0.bound.isMost }.map(\.bound.value).max()
      let most = own.filter(\.bound.isMost).map(\.bound.value).min()
      return MutationFindings.Proposal(
        claim: .range(measures[place].metric, design: design, min: least, max: most),
        product: measures[place].product, notices: own.flatMap(\.notices).sorted())
    }
  }

  private func verdict(_ estimate: Estimate?, _ bound: Bound) -> Verdict {
    guard let estimate else { return .inconclusive }
    return Verdict(
      of: estimate.interval, min: bound.isMost ? nil : bound.value,
      max: bound.isMost ? bound.value : nil)
  }

  /// All bounds that hold with the design and not with some survivor, each once.
  private var bounds: [Bound] {
    var all: [Bound] = []
    var known: Set<Bound> = []
    for place in measures.indices {
      guard let own = own[place] else { continue }
      for survivor in survivors {
        guard let its = survivor.its[place] else { continue }
        for isMost in [true, false] {
          guard let value = Proposing.bound(own, its, isMost: isMost) else { continue }
          let bound = Bound(place: place, value: value, isMost: isMost)
          if verdict(own, bound) == .pass, known.insert(bound).inserted { all.append(bound) }
        }
      }
    }
    return all
  }

  /// A bound that holds with a number: one with which another fails, else one with which the other is
  /// undecided. It keeps so far from the interval that it would hold with other luck, too.
  private static func bound(_ own: Estimate, _ other: Estimate, isMost: Bool) -> Double? {
    let (mine, its) = (own.interval, other.interval)
    let (near, far, hidden) =
      isMost ? (mine.high, its.low, its.high) : (mine.low, its.high, its.low)
    guard near.isFinite, near >= 0 else { return nil }
    let room = room * (near - own.value).magnitude
    let ends = [(far, 3), (hidden, 2)].filter { isMost ? $0.0 > near : $0.0 < near }
    return ends.lazy.compactMap { end, digits in
      RoundBound.between(near, end, room: room, own.unit, digits: digits)
    }.first
  }
}

extension Metric {
  /// Whether more of it is better: that orders came late beats that they never came.
  var isGood: Bool {
    switch self {
    case .share(let share):
      [.recovered, .recoveredInProcess, .recoveredAfterRelaunch].contains(share)
    case .recoveredRevenue: true
    case .lateRate, .failedRetryRate, .lostRevenue, .badDebt, .deliveryP50, .deliveryP95,
      .deliveryP99, .backend:
      false
    }
  }
}

/// Numbers of few digits.
enum RoundBound {
  /// The number with the fewest digits in the middle half between two others, above 0; nil if it has more
  /// than some.
  /// - Parameter room: how far it is from the first at least.
  static func between(
    _ first: Double, _ second: Double, room: Double = 0, _ unit: Metric.Unit, digits most: Int
  ) -> Double? {
    // What never comes is far away, but not out of reach of a bound.
    let reach = unit == .share ? 1 : 4 * first + 1
    let last = max(0, min(second, reach))
    let (gap, sign) = ((last - first).magnitude, last > first ? 1.0 : -1.0)
    let ends = [first + sign * max(room, gap / 4), last - sign * gap / 4]
    guard gap > 0, sign * (ends[1] - ends[0]) > 0 else { return nil }
    let range = min(ends[0], ends[1])...max(ends[0], ends[1])
    guard unit == .time else {
      return number(in: range, digits: most, least: unit == .money ? 1 : 0)
    }
    let units: [Double] = [86_400, 3_600, 60, 1, 0.001]
    return units.lazy.compactMap { unit -> Double? in
      let scaled = range.lowerBound / unit...range.upperBound / unit
      return number(in: scaled, digits: 2, least: 1).map { $0 * unit }
    }.first
  }

  /// The number with the fewest digits in a range.
  /// - Parameter least: of what it must be a multiple; 0: of nothing.
  private static func number(
    in range: ClosedRange<Double>, digits most: Int, least: Double
  ) -> Double? {
    let middle = (range.lowerBound + range.upperBound) / 2
    for digits in 1...most {
      let number = middle.rounded(digits: digits)
      guard range.contains(number) else { continue }
      return least > 0 && number.truncatingRemainder(dividingBy: least) != 0 ? nil : number
    }
    return nil
  }
}
