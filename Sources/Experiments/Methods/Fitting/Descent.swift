import Experiments
import Statistics

/// The way from a start to the values under which the simulation comes nearest to a table.
///
/// Around a point the moments are simulated on both sides along every value; on the surface through them
/// the nearest point is found, and simulated in its turn (Gauss and Newton). A step that leads away is
/// taken a third as far.
struct Descent {
  let simulator: Simulator, free: [FreeValue], table: FitTable
  /// How many users are simulated at every point.
  let users: Int
  private let sums: ObservedSums
  /// The places of what the table counts.
  let places: [Int]

  /// A point, and the moments of all counts there.
  struct Point {
    var at: [Double]
    var moments: UserMoments
    var distance: Double
  }

  /// The surface around a point.
  struct Neighbourhood {
    var point: Point
    /// The moments of all counts on two sides along each value.
    var along: [MomentSurface.Along]
    /// The moments of all counts where two values are at their first points.
    var corners: [(first: Int, second: Int, moments: UserMoments)] = []

    /// The surface of some counts.
    func surface(of places: [Int]) -> MomentSurface {
      let base = point.moments.picking(places)
      let picked = along.map { along in
        MomentSurface.Along(
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

  /// The steps of a descent, and how far from the least it may end, as a share of its steps.
  private static let (most, precision) = (12, 0.1)
  /// How far off the neighbours along a value are, in standard deviations.
  private static let step = 3.0
  /// The share of its range above which the deviation of a value is large.
  private static let vague = 0.1

  init(_ simulator: Simulator, _ free: [FreeValue], _ table: FitTable, places: [Int], users: Int) {
    (self.simulator, self.free, self.table) = (simulator, free, table)
    (self.users, self.places) = (users, places)
    sums = table.sums(simulated: users)
  }

  /// Simulates a point; nil where there is no such scenario.
  func point(at values: [Double]) throws(Cut) -> Point? {
    guard let moments = try simulator.moments(at: values, users: users) else { return nil }
    let distance = MomentFit.distance(sums, moments.picking(places), free, at: values)
    return Point(at: values, moments: moments, distance: distance)
  }

  func fit(_ neighbourhood: Neighbourhood) -> MomentFit {
    MomentFit(neighbourhood.surface(of: places), sums, free)
  }

  /// Simulates the neighbours of a point; nil if along some value there are none.
  /// - Parameter steps: how far off along each value.
  func neighbourhood(of point: Point, steps: [Double]) throws(Cut) -> Neighbourhood? {
    var along: [MomentSurface.Along] = []
    var isElsewhere = false
    for index in free.indices {
      // All of them are asked for, so that shards have much to do before they wait.
      do throws(Cut) {
        guard let found = try neighbours(of: point, index, steps[index]) else { return nil }
        along.append(found)
      } catch {
        guard error == .elsewhere else { throw error }
        isElsewhere = true
      }
    }
    if isElsewhere { throw .elsewhere }
    return Neighbourhood(point: point, along: along)
  }

  private func neighbours(
    of point: Point, _ index: Int, _ step: Double
  ) throws(Cut) -> MomentSurface.Along? {
    var step = min(step, free[index].width / 4)
    let (below, above) = (
      point.at[index] - free[index].range.lowerBound, free[index].range.upperBound - point.at[index]
    )
    for _ in 0..<5 {
      // Both sides, as far as the borders let them; or two on one side, near a border.
      let nearer = (-min(step, below), min(step, above))
      let sides = min(below, above) > step / 4 ? [nearer] : []
      for (a, b) in sides
        + [(1, 3), (-1, -3), (0.5, 1), (-0.5, -1)].map({ ($0 * step, $1 * step) })
      {
        let first = Result { () throws(Cut) in try neighbour(of: point, index, a) }
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
  ) throws(Cut) -> UserMoments? {
    var values = point.at
    values[index] += offset
    // At a border a last digit may be lost.
    values[index] = free[index].clamp(values[index])
    guard abs(values[index] - point.at[index] - offset) <= 1e-9 * free[index].width else {
      return nil
    }
    return try simulator.moments(at: values, users: users)
  }

  /// The same neighbourhood with what values do together, of those pairs that the table hardly tells apart:
  /// these may be far from the point.
  func withCorners(_ here: Neighbourhood) throws(Cut) -> Neighbourhood {
    let covariance = fit(here).covariance(at: here.point.at)
    let deviations = free.indices.map { covariance[$0, $0].squareRoot() }
    let isVague = free.indices.map { deviations[$0] > Descent.vague * free[$0].width }
    var found = here
    for second in free.indices {
      for first in 0..<second {
        let correlation = covariance[first, second] / (deviations[first] * deviations[second])
        guard isVague[first] || isVague[second] || abs(correlation) > 0.9 else { continue }
        var values = here.point.at
        values[first] += here.along[first].first.offset
        values[second] += here.along[second].first.offset
        guard let moments = try simulator.moments(at: values, users: users) else { continue }
        found.corners.append((first, second, moments))
      }
    }
    return found
  }

  /// Steps of three standard deviations of each value: as far as intervals reach the surface must be right,
  /// and the more lives differ between its points, the better its slopes are known. Noise in slopes looks like
  /// something that the table tells, and makes intervals too narrow.
  func steps(_ fit: MomentFit, at values: [Double]) -> [Double] {
    let covariance = fit.covariance(at: values)
    return free.indices.map { index in
      let width = free[index].width
      return min(max(Descent.step * covariance[index, index].squareRoot(), width * 1e-3), width / 8)
    }
  }

  /// Goes from a point to the least distance.
  /// - Parameter steps: how far off the first neighbours are; nil where nothing is known of that.
  func descend(from start: Point, steps first: [Double]? = nil) throws(Cut) -> Neighbourhood? {
    simulator.note(start, users: users)
    var steps = first ?? free.map { $0.width / 16 }
    guard var here = try neighbourhood(of: start, steps: steps) else { return nil }
    var reach = 0.5
    for _ in 0..<Descent.most {
      let fit = fit(here)
      let next = fit.minimum(from: here.point.at, reach: reach)
      let sizes = self.steps(fit, at: next)
      let isNear = free.indices.allSatisfy {
        abs(next[$0] - here.point.at[$0]) < Descent.precision * sizes[$0]
      }
      let areFine = zip(steps, sizes).allSatisfy { $0 < 2 * $1 }
      if isNear && areFine { return here }
      // The least objective may be at a somewhat larger distance, which is no way off.
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
