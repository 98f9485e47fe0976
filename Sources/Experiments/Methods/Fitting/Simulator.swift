import Experiments
import CLibrary
import PurchaseWorld
import Scenarios
import Statistics

/// Simulates the observed design with some values of what is free, always with the same users.
///
/// Draws are keyed by what they decide, so between two values only the lives change that the values
/// change: differences are known far better than either count.
final class Simulator {
  private let fit: Fit, free: [FreeValue], table: FitTable, seed: UInt64, stop: StopSign
  private let workers: Int, division: Division?
  private var known: [Key: UserMoments?] = [:]

  /// Where the search stands: what is told if it is cut short.
  private(set) var nearest: Nearest?

  private struct Key: Hashable { var values: [Double], users: Int }

  struct Nearest { var at: [Double], distance: Double, users: Int }

  init(
    _ fit: Fit, _ free: [FreeValue], _ table: FitTable, seed: UInt64, workers: Int, stop: StopSign,
    in division: Division?
  ) {
    self.division = division
    (self.fit, self.free, self.table) = (fit, free, table)
    (self.seed, self.workers, self.stop) = (seed, workers, stop)
  }

  /// The scenario at some coordinates; nil where the format takes no such values together.
  func scenario(at coordinates: [Double], users: Int) -> Scenario? {
    let values = zip(free, coordinates).map { $0.value(at: $1) }
    guard var scenario = try? fit.scenario(at: zip(fit.free, values).map { $0.clamp($1) }) else {
      return nil
    }
    (scenario.seed, scenario.users) = (seed, users)
    scenario.population.conditions.deadlines = table.deadlines
    return scenario
  }

  /// Notes a point at which the search has arrived; of as many users the nearest one stays.
  func note(_ point: Descent.Point, users: Int) {
    if let nearest, nearest.users == users, nearest.distance <= point.distance { return }
    nearest = Nearest(at: point.at, distance: point.distance, users: users)
  }

  /// The layout of the counts.
  func layout(_ scenario: Scenario) -> CountLayout {
    CountLayout(scenario, tellsDays: table.tellsDays)
  }

  /// The moments of all counts of a user at some coordinates; nil where there is no such scenario.
  func moments(at coordinates: [Double], users: Int) throws(Cut) -> UserMoments? {
    let key = Key(values: coordinates, users: users)
    if let found = known[key] { return found }
    guard let scenario = scenario(at: coordinates, users: users) else {
      known[key] = .some(nil)
      return nil
    }
    let moments =
      table.tellsDays
      ? try count("moments", scenario, coordinates, CountBooks<DayByDay>.self) {
        $0.moments(of: users)
      }
      : try count("moments", scenario, coordinates, CountBooks<WholeLife>.self) {
        $0.moments(of: users)
      }
    // Only what other shards have found can be of other users.
    guard let moments else { throw .elsewhere }
    known[key] = moments
    return moments
  }

  /// How many users have which counts of the table, at some coordinates.
  func patterns(
    at coordinates: [Double], users: Int
  ) throws(Cut) -> [(counts: [(row: Int, count: Int)], users: Int)] {
    guard let scenario = scenario(at: coordinates, users: users) else { return [] }
    let places = table.places(in: layout(scenario))
    return table.tellsDays
      ? try count("patterns", scenario, coordinates, PatternBooks<DayByDay>.self) {
        $0.patterns(of: places)
      }
      : try count("patterns", scenario, coordinates, PatternBooks<WholeLife>.self) {
        $0.patterns(of: places)
      }
  }

  /// - Parameter name: what is counted; with the coordinates the name of a batch where shards share in it.
  private func count<Books: Bookkeeping, Found>(
    _ name: String, _ scenario: Scenario, _ coordinates: [Double], _ books: Books.Type,
    _ found: (Books) -> Found
  ) throws(Cut) -> Found {
    let place = coordinates.map { String($0.bitPattern, radix: 16) }.joined(separator: " ")
    let batch = division?.named("\(name) of \(scenario.users) at \(place)")
    let kept: Runner.Kept<Books> = Runner(scenario, stop: stop, in: batch).keepBooks(
      workers: workers, progress: nil)
    if let cut = kept.cut { throw cut }
    return found(kept.books)
  }
}

extension CountBooks {
  /// The moments of all counts of a user; nil where these are not so many users.
  fileprivate func moments(of users: Int) -> UserMoments? {
    self.users == users ? UserMoments(sums: sums, products: product, users: users) : nil
  }
}

extension Fit.Free {
  /// A value within the range, whatever was lost on the way through a logarithm.
  func clamp(_ value: Double) -> Double { min(max(value, range.lowerBound), range.upperBound) }

  /// The value as a coordinate.
  func coordinate(_ value: Double) -> Double { isLogarithmic ? log(value) : value }

  /// The value at a coordinate.
  package func value(at coordinate: Double) -> Double {
    isLogarithmic ? exp(coordinate) : coordinate
  }

  /// The value with its range as statistics take it.
  var freeValue: FreeValue {
    FreeValue(
      coordinate(range.lowerBound)...coordinate(range.upperBound), isLogarithmic: isLogarithmic,
      prior: prior.map { FreeValue.Prior(median: $0.median, sigma: $0.sigma) })
  }
}
