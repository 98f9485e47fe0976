import Experiments
import CLibrary
import PurchaseWorld
import Scenarios
import Statistics

/// Simulator of the observed design with given free values, always with the same users.
///
/// Draws are keyed by what they decide, so between two sets of values only the affected users
/// change: differences are far more precise than counts.
final class MomentSimulator {
  private let fit: Fit, free: [FreeParameter], table: FitTable, seed: UInt64,
    stop: CancellationToken
  private let workers: Int, division: ShardedExecution?
  private var known: [Key: UserMoments?] = [:]

  /// The best point of the search so far, for the result of an interrupted search.
  private(set) var nearest: NearestPoint?

  private struct Key: Hashable { var values: [Double], users: Int }

  struct NearestPoint { var at: [Double], distance: Double, users: Int }

  init(
    _ fit: Fit, _ free: [FreeParameter], _ table: FitTable, seed: UInt64, workers: Int,
    stop: CancellationToken, in division: ShardedExecution?
  ) {
    self.division = division
    (self.fit, self.free, self.table) = (fit, free, table)
    (self.seed, self.workers, self.stop) = (seed, workers, stop)
  }

  /// The scenario at some coordinates; nil if the values are not a valid scenario.
  func scenario(at coordinates: [Double], users: Int) -> Scenario? {
    let values = zip(free, coordinates).map { $0.value(at: $1) }
    guard var scenario = try? fit.scenario(at: zip(fit.parameters, values).map { $0.clamp($1) })
    else { return nil }
    (scenario.seed, scenario.userCount) = (seed, users)
    scenario.population.conditions.deadlines = table.deadlines
    return scenario
  }

  /// Records a point of the search; the closest point with the same number of users is kept.
  func note(_ point: Descent.Point, users: Int) {
    if let nearest, nearest.users == users, nearest.distance <= point.distance { return }
    nearest = NearestPoint(at: point.at, distance: point.distance, users: users)
  }

  /// The moments of all counts of a user at some coordinates; nil without a valid scenario.
  func moments(at coordinates: [Double], users: Int) throws(Interruption) -> UserMoments? {
    let key = Key(values: coordinates, users: users)
    if let found = known[key] { return found }
    guard let scenario = scenario(at: coordinates, users: users) else {
      known[key] = .some(nil)
      return nil
    }
    let moments =
      table.separatesDays
      ? try count("moments", scenario, coordinates, CountAccumulator<DailyResolution>.self) {
        $0.moments(of: users)
      }
      : try count("moments", scenario, coordinates, CountAccumulator<RunResolution>.self) {
        $0.moments(of: users)
      }
    // Only the partial result of another shard can have another number of users.
    guard let moments else { throw .pendingShards }
    known[key] = moments
    return moments
  }

  /// The users' patterns of the table's counts, at some coordinates.
  func patterns(
    at coordinates: [Double], users: Int
  ) throws(Interruption) -> [(counts: [(row: Int, count: Int)], users: Int)] {
    guard let scenario = scenario(at: coordinates, users: users) else { return [] }
    let layout = ObservedCountLayout(scenario, separatesDays: table.separatesDays)
    let places = table.places(in: layout)
    return table.separatesDays
      ? try count("patterns", scenario, coordinates, PatternAccumulator<DailyResolution>.self) {
        $0.patterns(of: places)
      }
      : try count("patterns", scenario, coordinates, PatternAccumulator<RunResolution>.self) {
        $0.patterns(of: places)
      }
  }

  /// Runs the scenario with an accumulator.
  /// - Parameter name: the kind of counts; with the coordinates, the name of the shared batch.
  private func count<Accumulated: Accumulator, Found>(
    _ name: String, _ scenario: Scenario, _ coordinates: [Double], _ totals: Accumulated.Type,
    _ found: (Accumulated) -> Found
  ) throws(Interruption) -> Found {
    let place = coordinates.map { String($0.bitPattern, radix: 16) }.joined(separator: " ")
    let batch = division?.section(named: "\(name) of \(scenario.userCount) at \(place)")
    let kept: Runner.AccumulationResult<Accumulated> = Runner(scenario, stop: stop, in: batch)
      .accumulate(workers: workers, progress: nil)
    if let interruption = kept.interruption { throw interruption }
    return found(kept.totals)
  }
}

extension CountAccumulator {
  /// The moments of all counts of a user; nil if the number of users differs.
  fileprivate func moments(of users: Int) -> UserMoments? {
    self.users == users ? UserMoments(sums: sums, products: product, users: users) : nil
  }
}

extension Fit.Parameter {
  /// The value limited to the range, because rounding of a logarithm can leave it.
  func clamp(_ value: Double) -> Double { min(max(value, range.lowerBound), range.upperBound) }

  /// The coordinate of a value.
  func coordinate(_ value: Double) -> Double { isLogarithmic ? log(value) : value }

  /// The value at a coordinate.
  package func value(at coordinate: Double) -> Double {
    isLogarithmic ? exp(coordinate) : coordinate
  }

  /// The value and its range in the form that the statistics need.
  var freeValue: FreeParameter {
    FreeParameter(
      coordinate(range.lowerBound)...coordinate(range.upperBound), isLogarithmic: isLogarithmic,
      prior: prior.map { FreeParameter.Prior(median: $0.median, sigma: $0.sigma) })
  }
}
