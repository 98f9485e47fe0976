import Experiments
import EventEngine
import JSONText
import Scenarios
import Statistics

/// Search for expectations about one design that detect its surviving mutants.
///
/// An expectation bounds one measure on one side. The bound has few digits and is in the middle of
/// the gap between the intervals, so the design passes. Greedy selection: the expectation that
/// detects most survivors first, then the expectation that detects most of the rest, and so on.
struct ExpectationProposer {
  /// A bound of a measure, by the index of the measure.
  private struct BoundCandidate: Hashable {
    var place: Int, value: Double, isMost: Bool

    /// The number of significant digits, up to 3.
    var digits: Int { (1...2).first { value.rounded(digits: $0) == value } ?? 3 }
  }
  typealias Survivor = (mutant: Int, original: [Estimate?], mutated: [Estimate?])
  private typealias Selection = (bound: BoundCandidate, detectedSurvivors: [Int])

  /// The smallest distance of a bound from the interval of the design, relative to the distance
  /// between its mean and that end. The interval covers nine seeds, so it reflects skewed or
  /// jumping values such as a high quantile; without skew the bound is seven standard errors away.
  static let room = 1.0

  private let design: String, measures: [ProductMetric], survivors: [Survivor]
  /// The mean value of the design, with an interval that covers all batches and seeds.
  private let original: [Estimate?]

  /// - Parameter rehearsals: the values of the design at other seeds.
  init(
    _ design: String, _ measures: [ProductMetric], _ survivors: [Survivor],
    rehearsals: [[Estimate?]] = []
  ) {
    (self.design, self.measures, self.survivors) = (design, measures, survivors)
    original = measures.indices.map { place in
      let batches = survivors.map { $0.original[place] }
      let seeds = batches.prefix(1) + rehearsals.map { $0[place] }
      let all = (batches + seeds).compactMap(\.self)
      guard var hull = all.first, all.count == batches.count + seeds.count else { return nil }
      hull.value = seeds.reduce(0) { $0 + ($1?.value ?? 0) } / Double(seeds.count)
      for other in all {
        hull.interval = Interval(
          low: min(hull.interval.low, other.interval.low),
          high: max(hull.interval.high, other.interval.high))
      }
      return hull
    }
  }

  /// Bounds against harm come first; a bound that only preserves bad values is a last resort. Then
  /// bounds over all products come before bounds of one product, which are weaker. Amounts of money
  /// are last, because they grow with the number of users.
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

  /// Selects bounds greedily: always the first bound that detects most of the remaining survivors.
  private func take(_ bounds: [BoundCandidate], _ left: inout Set<Int>) -> [Selection] {
    let verdicts = bounds.map { bound in survivors.map { verdict($0.mutated[bound.place], bound) } }
    var taken: [Selection] = []
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

  /// One claim per measure, with its bounds on both sides.
  private func joined(_ taken: [Selection]) -> [MutationFindings.Proposal] {
    var places: [Int] = []
    for (bound, _) in taken where !places.contains(bound.place) { places.append(bound.place) }
    return places.map { place in
      let chosen = taken.filter { $0.bound.place == place }
      let least = chosen.filter { !$0.bound.isMost }.map(\.bound.value).max()
      let maximum = chosen.filter(\.bound.isMost).map(\.bound.value).min()
      return MutationFindings.Proposal(
        claim: .range(measures[place].metric, design: design, min: least, max: maximum),
        product: measures[place].product,
        detectedSurvivors: chosen.flatMap(\.detectedSurvivors).sorted())
    }
  }

  private func verdict(_ estimate: Estimate?, _ bound: BoundCandidate) -> Verdict {
    guard let estimate else { return .inconclusive }
    return Verdict(
      of: estimate.interval, min: bound.isMost ? nil : bound.value,
      max: bound.isMost ? bound.value : nil)
  }

  /// All bounds that the design passes and some survivor does not, without repetition.
  private var bounds: [BoundCandidate] {
    var all: [BoundCandidate] = []
    var known: Set<BoundCandidate> = []
    for place in measures.indices {
      guard let original = original[place] else { continue }
      for survivor in survivors {
        guard let mutated = survivor.mutated[place] else { continue }
        for isMost in [true, false] {
          guard let value = Self.bound(original, mutated, isMost: isMost) else { continue }
          let bound = BoundCandidate(place: place, value: value, isMost: isMost)
          if verdict(original, bound) == .pass, known.insert(bound).inserted { all.append(bound) }
        }
      }
    }
    return all
  }

  /// A bound that a number passes: if possible a bound that the other number fails, else one that
  /// leaves it inconclusive. Its distance from the interval allows for other random draws.
  private static func bound(_ original: Estimate, _ other: Estimate, isMost: Bool) -> Double? {
    let (passing, failing) = (original.interval, other.interval)
    let (near, far, hidden) =
      isMost ? (passing.high, failing.low, failing.high) : (passing.low, failing.high, failing.low)
    guard near.isFinite, near >= 0 else { return nil }
    let room = room * (near - original.value).magnitude
    let ends = [(far, 3), (hidden, 2)].filter { isMost ? $0.0 > near : $0.0 < near }
    return ends.lazy.compactMap { end, digits in
      RoundBound.between(near, end, room: room, original.unit, digits: digits)
    }.first
  }
}

extension Metric {
  /// Whether a higher value is better; late recovery is better than no delivery.
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

/// Numbers with few significant digits.
enum RoundBound {
  /// The number with the fewest digits in the middle half between two numbers, above 0; nil if it
  /// needs more than `maximum` digits.
  /// - Parameter room: the smallest distance from the first number.
  static func between(
    _ first: Double, _ second: Double, room: Double = 0, _ unit: Metric.Unit, digits maximum: Int
  ) -> Double? {
    // An infinite time is far away, but a bound must be finite.
    let reach = unit == .share ? 1 : 4 * first + 1
    let last = max(0, min(second, reach))
    let (gap, sign) = ((last - first).magnitude, last > first ? 1.0 : -1.0)
    let ends = [first + sign * max(room, gap / 4), last - sign * gap / 4]
    guard gap > 0, sign * (ends[1] - ends[0]) > 0 else { return nil }
    let range = min(ends[0], ends[1])...max(ends[0], ends[1])
    guard unit == .time else {
      return number(in: range, digits: maximum, least: unit == .money ? 1 : 0)
    }
    let units: [Double] = [86_400, 3_600, 60, 1, 0.001]
    return units.lazy.compactMap { unit -> Double? in
      let scaled = range.lowerBound / unit...range.upperBound / unit
      return number(in: scaled, digits: 2, least: 1).map { $0 * unit }
    }.first
  }

  /// The number with the fewest digits in a range.
  /// - Parameter least: the number must be a multiple of it; 0 for no restriction.
  private static func number(
    in range: ClosedRange<Double>, digits maximum: Int, least: Double
  ) -> Double? {
    let middle = (range.lowerBound + range.upperBound) / 2
    let number = (1...maximum).lazy.map { middle.rounded(digits: $0) }.first(where: range.contains)
    guard let number else { return nil }
    return least > 0 && number.truncatingRemainder(dividingBy: least) != 0 ? nil : number
  }
}
