import Experiments
import Statistics

/// Path from a starting point to the values for which the simulation is closest to a table.
///
/// The moments are simulated at a point and at two neighbours along every value. The closest point
/// on the surface through them is simulated next (Gauss-Newton). If a step increases the distance,
/// it is repeated with a third of its length.
struct Descent {
  let simulator: MomentSimulator, free: [FreeParameter], table: FitTable
  /// The number of simulated users at every point.
  let users: Int
  private let sums: ObservedSums
  /// The indices of the counts that the table needs.
  let places: [Int]

  /// A point with the moments of all counts.
  struct Point { var at: [Double], moments: UserMoments, distance: Double }

  /// The surface around a point.
  struct Neighbourhood {
    var point: Point
    /// The moments of all counts at two neighbours along each value.
    var along: [MomentSurface.AxisMoments]
    /// The moments of all counts with two values at their first neighbours.
    var corners: [(first: Int, second: Int, moments: UserMoments)] = []

    /// The surface of some counts.
    func surface(of places: [Int]) -> MomentSurface {
      let base = point.moments.picking(places)
      let picked = along.map { along in
        MomentSurface.AxisMoments(
          (along.first.offset, along.first.moments.picking(places)),
          (along.second.offset, along.second.moments.picking(places)))
      }
      return MomentSurface(
        center: point.at, base: base, along: picked,
        together: corners.map { corner in
          .init(corner.first, corner.second, corner.moments.picking(places), base, picked)
        })
    }
  }

  /// The largest number of steps, and the precision of the end as a fraction of a step.
  private static let (maximum, precision) = (12, 0.1)
  /// The distance of neighbours along a value, in standard deviations.
  private static let step = 3.0
  /// The fraction of its range above which the standard deviation of a value is large.
  private static let largeDeviation = 0.1

  init(
    _ simulator: MomentSimulator, _ free: [FreeParameter], _ table: FitTable, places: [Int],
    users: Int
  ) {
    (self.simulator, self.free, self.table) = (simulator, free, table)
    (self.users, self.places) = (users, places)
    sums = table.sums(simulated: users)
  }

  /// Simulates a point; nil if the values are not a valid scenario.
  func point(at values: [Double]) throws(Interruption) -> Point? {
    guard let moments = try simulator.moments(at: values, users: users) else { return nil }
    let distance = MomentFit.distance(sums, moments.picking(places), free, at: values)
    return Point(at: values, moments: moments, distance: distance)
  }

  func fit(_ neighbourhood: Neighbourhood) -> MomentFit {
    MomentFit(neighbourhood.surface(of: places), sums, free)
  }

  /// Simulates the neighbours of a point; nil if there are none along some value.
  /// - Parameter steps: the distance along each value.
  func neighbourhood(of point: Point, steps: [Double]) throws(Interruption) -> Neighbourhood? {
    var along: [MomentSurface.AxisMoments] = []
    var isElsewhere = false
    for index in free.indices {
      // All neighbours are requested first, so that shards have enough work before they wait.
      do throws(Interruption) {
        guard let found = try neighbours(of: point, index, steps[index]) else { return nil }
        along.append(found)
      } catch {
        guard error == .pendingShards else { throw error }
        isElsewhere = true
      }
    }
    if isElsewhere { throw .pendingShards }
    return Neighbourhood(point: point, along: along)
  }

  private func neighbours(
    of point: Point, _ index: Int, _ step: Double
  ) throws(Interruption) -> MomentSurface.AxisMoments? {
    var step = min(step, free[index].width / 4)
    let range = free[index].range
    let (below, above) = (point.at[index] - range.lowerBound, range.upperBound - point.at[index])
    for _ in 0..<5 {
      // Neighbours on both sides within the range, or two on one side near the end of the range.
      let nearer = (-min(step, below), min(step, above))
      let sides = min(below, above) > step / 4 ? [nearer] : []
      let oneSided = [(1, 3), (-1, -3), (0.5, 1), (-0.5, -1)].map { ($0 * step, $1 * step) }
      for (a, b) in sides + oneSided {
        let first = Result { () throws(Interruption) in try neighbour(of: point, index, a) }
        if case .success(nil) = first { continue }
        if let second = try neighbour(of: point, index, b), let first = try first.get() {
          return .init((a, first), (b, second))
        }
      }
      step /= 2
    }
    return nil
  }

  private func neighbour(
    of point: Point, _ index: Int, _ offset: Double
  ) throws(Interruption) -> UserMoments? {
    var values = point.at
    values[index] += offset
    // At the end of the range the last digit may differ.
    values[index] = free[index].clamp(values[index])
    let isThere = abs(values[index] - point.at[index] - offset) <= 1e-9 * free[index].width
    return try isThere ? simulator.moments(at: values, users: users) : nil
  }

  /// The same neighbourhood with the interaction of values that are correlated or have large
  /// deviations: their true values may be far from the point.
  func withCorners(_ here: Neighbourhood) throws(Interruption) -> Neighbourhood {
    let covariance = fit(here).covariance(at: here.point.at)
    let deviations = free.indices.map { covariance[$0, $0].squareRoot() }
    let isUncertain = free.indices.map { deviations[$0] > Descent.largeDeviation * free[$0].width }
    var found = here
    for second in free.indices {
      for first in 0..<second {
        let correlation = covariance[first, second] / (deviations[first] * deviations[second])
        guard isUncertain[first] || isUncertain[second] || abs(correlation) > 0.9 else { continue }
        var values = here.point.at
        values[first] += here.along[first].first.offset
        values[second] += here.along[second].first.offset
        guard let moments = try simulator.moments(at: values, users: users) else { continue }
        found.corners.append((first, second, moments))
      }
    }
    return found
  }

  /// Steps of three standard deviations of each value. The surface must be accurate as far as
  /// intervals reach, and larger steps give more precise slopes. Noise in the slopes would look
  /// like information in the table and make intervals too narrow.
  func steps(_ fit: MomentFit, at values: [Double]) -> [Double] {
    let covariance = fit.covariance(at: values)
    return free.indices.map { index in
      let width = free[index].width
      return min(max(Descent.step * covariance[index, index].squareRoot(), width * 1e-3), width / 8)
    }
  }

  /// Descends from a point to the smallest distance; nil if a value has no neighbours.
  /// - Parameter steps: the distances of the first neighbours; nil if no estimate exists.
  func descend(from start: Point, steps first: [Double]? = nil) throws(Interruption)
    -> Neighbourhood?
  {
    simulator.note(start, users: users)
    var steps = first ?? free.map { $0.width / 16 }
    guard var here = try neighbourhood(of: start, steps: steps) else { return nil }
    var reach = 0.5
    for _ in 0..<Descent.maximum {
      let fit = fit(here)
      let next = fit.minimum(from: here.point.at, reach: reach)
      let sizes = self.steps(fit, at: next)
      let isNear = free.indices.allSatisfy {
        abs(next[$0] - here.point.at[$0]) < Descent.precision * sizes[$0]
      }
      let areFine = zip(steps, sizes).allSatisfy { $0 < 2 * $1 }
      if isNear && areFine { return here }
      // The smallest objective may have a slightly larger distance, which is acceptable.
      let more = max(0, fit.distance(at: next) - fit.distance(at: here.point.at))
      guard let there = try point(at: next), there.distance <= here.point.distance + more + 0.01
      else {
        reach /= 3
        if reach < 1e-3 { return here }
        if areFine { continue }
        steps = sizes
        guard let finer = try neighbourhood(of: here.point, steps: steps) else { return here }
        here = finer
        continue
      }
      simulator.note(there, users: users)
      steps = sizes
      guard let found = try neighbourhood(of: there, steps: steps) else { return here }
      here = found
      reach = min(1, reach * 2)
    }
    return here
  }
}
