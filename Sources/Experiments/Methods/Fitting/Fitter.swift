package import Experiments
import CLibrary
import EventEngine
import JSONText
import PurchaseWorld
package import Scenarios
import Statistics

/// Fitter of a scenario: finds the values for which its simulation is closest to the observations.
package struct Fitter {
  private let scenario: Scenario, fit: Fit, table: FitTable, workers: Int, stop: CancellationToken
  /// The number of simulated users at every point; nil to choose it for the table.
  private let users: Int?
  private let free: [FreeParameter], division: ShardedExecution?

  /// The number of users per start, of possible starts, and of descents.
  private static let (perStart, maximum, kept) = (25_000, 12, 3)
  /// The difference of distances that makes another start better.
  private static let asGood = 0.5
  /// The range of the automatic number of users.
  private static let bounds = 100_000...2_000_000
  /// The smallest number of users: with fewer, noise dominates the covariance of many rows.
  package static let minUsers = 1_000
  /// The number of drawn sets of values, and of draws at which the surface is checked.
  package static let posteriorDrawCount = 200
  private static let checked = 4

  package init(
    _ scenario: Scenario, _ fit: Fit, _ table: FitTable, users: Int?, workers: Int,
    stop: CancellationToken, in division: ShardedExecution? = nil
  ) {
    self.division = division
    (self.scenario, self.fit, self.table, self.users) = (scenario, fit, table, users)
    (self.workers, self.stop) = (workers, stop)
    free = fit.parameters.map(\.freeValue)
  }

  /// Runs the fit; nil if no values within the ranges are a valid scenario.
  /// - Parameter progress: called with the completed fraction (0 to 1).
  /// - Throws: the reason of an end before any result.
  package func run(progress: ((Double) -> Void)? = nil) throws(Interruption) -> FitFindings? {
    var findings = FitFindings(scenario, fit)
    let simulator = MomentSimulator(
      fit, free, table, seed: scenario.seed, workers: workers, stop: stop, in: division)
    do throws(Interruption) {
      return try find(simulator, &findings, progress) ? findings : nil
    } catch {
      // A runaway simulation gives no result.
      guard let nearest = simulator.nearest, error == .interrupted || error == .timeUp else {
        throw error
      }
      return unfinished(error, at: nearest, findings)
    }
  }

  /// The result of an interrupted search: its position, without conclusions.
  private func unfinished(
    _ interruption: Interruption, at nearest: MomentSimulator.NearestPoint, _ findings: FitFindings
  ) -> FitFindings {
    var found = FitFindings(scenario, fit)
    found.interruption = interruption
    (found.startCount, found.refused) = (findings.startCount, findings.refused)
    (found.finalDistances, found.usersPerPoint) = (findings.finalDistances, nearest.users)
    found.distance = nearest.distance
    found.interruptedPosition = free.indices.map {
      self.fit.parameters[$0].clamp(free[$0].value(at: nearest.at[$0]))
    }
    return found
  }

  /// Completes the findings; false if no values are a valid scenario.
  private func find(
    _ simulator: MomentSimulator, _ findings: inout FitFindings, _ progress: ((Double) -> Void)?
  ) throws(Interruption) -> Bool {
    guard let (start, layout) = try start(simulator, &findings, progress) else { return false }
    let places = table.places(in: layout)
    let users = self.users ?? enough(start, places)
    let descent = Descent(simulator, free, table, places: places, users: users)
    progress?(0.4)
    let near = MomentFit(start.surface(of: places), table.sums(simulated: users), free)
    let best = near.minimum(from: start.point.at, reach: 0.1)
    var first = try descent.point(at: best)
    if first == nil { first = try descent.point(at: start.point.at) }
    guard let first,
      let found = try descent.descend(from: first, steps: descent.steps(near, at: best))
    else { return false }
    progress?(0.8)
    try judge(descent.withCorners(found), descent, layout, simulator, &findings)
    return true
  }

  /// The best of several descents with few users.
  private func start(
    _ simulator: MomentSimulator, _ findings: inout FitFindings, _ progress: ((Double) -> Void)?
  ) throws(Interruption) -> (Descent.Neighbourhood, ObservedCountLayout)? {
    var points: [Descent.Point] = []
    var layout: ObservedCountLayout?
    var isElsewhere = false
    let perStart = min(users ?? Fitter.perStart, Fitter.perStart)
    let candidates = candidates()
    for (index, at) in candidates.enumerated() {
      progress?(0.1 * Double(index) / Double(Fitter.maximum))
      findings.startCount += 1
      guard let scenario = simulator.scenario(at: at, users: perStart) else {
        findings.refused += 1
        continue
      }
      let found = ObservedCountLayout(scenario, separatesDays: table.separatesDays)
      layout = found
      let descent = Descent(
        simulator, free, table, places: table.places(in: found), users: perStart)
      do throws(Interruption) {
        guard let point = try descent.point(at: at) else { continue }
        points.append(point)
        simulator.note(point, users: perStart)
      } catch {
        guard error == .pendingShards else { throw error }
        isElsewhere = true
      }
    }
    if isElsewhere { throw .pendingShards }
    guard let layout else { return nil }
    let descent = Descent(simulator, free, table, places: table.places(in: layout), users: perStart)
    var best: Descent.Neighbourhood?
    // The sort is stable, so the first of equal starts stays first.
    let written = points.prefix { $0.at == candidates[0] }
    let others = points.dropFirst(written.count).sorted { $0.distance < $1.distance }
    for (index, point) in (written + others.prefix(Fitter.kept)).enumerated() {
      progress?(0.1 + 0.075 * Double(index))
      guard let end = try descent.descend(from: point) else { continue }
      findings.finalDistances.append(end.point.distance)
      // The values of the file are the start unless another start explains the table better.
      if end.point.distance + Fitter.asGood < best?.point.distance ?? .infinity { best = end }
    }
    return best.map { ($0, layout) }
  }

  /// Possible starts: the values of the file, and points spread evenly over the ranges.
  ///
  /// The points are M. Roberts' additive sequence by the generalised golden ratio (2018): every
  /// prefix is evenly spread, and coordinates do not depend on the other values.
  private func candidates() -> [[Double]] {
    let middle = free.map { ($0.range.lowerBound + $0.range.upperBound) / 2 }
    let written = zip(fit.parameters, middle).map { free, middle in
      free.valueInFile.map { free.coordinate($0) } ?? middle
    }
    var ratio = 2.0
    for _ in 0..<60 { ratio = pow(1 + ratio, 1 / Double(free.count + 1)) }
    let spread = (1..<Fitter.maximum).map { number in
      free.enumerated().map { index, free in
        let share = (0.5 + Double(number) * pow(1 / ratio, Double(index + 1)))
          .truncatingRemainder(dividingBy: 1)
        return free.range.lowerBound + share * free.width
      }
    }
    return [written] + spread
  }

  /// Ten times the observed users, so the simulation's noise widens intervals by a twentieth.
  private func enough(_ start: Descent.Neighbourhood, _ places: [Int]) -> Int {
    let fit = MomentFit(start.surface(of: places), table.sums(simulated: Fitter.perStart), free)
    let observed = fit.residuals(at: start.point.at).userCount
    let wanted = min(10 * observed, Double(Fitter.bounds.upperBound)).rounded(digits: 2)
    return min(max(Int(wanted), Fitter.bounds.lowerBound), scenario.maxUsersForMoney)
  }

  /// Computes the results from the neighbourhood of the best values.
  private func judge(
    _ found: Descent.Neighbourhood, _ descent: Descent, _ layout: ObservedCountLayout,
    _ simulator: MomentSimulator, _ findings: inout FitFindings
  ) throws(Interruption) {
    let fit = descent.fit(found)
    let best = fit.minimum(from: found.point.at)
    let residuals = FitResiduals(fit, at: best)
    findings.usersPerPoint = descent.users
    (findings.observedUsers, findings.isObservedKnown) = (residuals.userCount, table.users != nil)
    findings.distance = fit.distance(at: best)
    let there = try descent.point(at: best)
    findings.surfaceExcess = there.map { max(0, $0.distance - findings.distance) } ?? .infinity
    findings.rows = rows(residuals)
    let patterns = try simulator.patterns(at: found.point.at, users: descent.users)
    let check = FitCheck(
      residuals, table.sums(simulated: descent.users), patterns,
      mean: found.point.moments.picking(descent.places).mean, seed: scenario.seed)
    let isTested = residuals.explainedBasis.count < table.rows.count
    (findings.pValue, findings.drawnTableCount) = (isTested ? check.pValue : nil, check.tables)
    let covariance = fit.covariance(at: best)
    findings.values = free.indices.map { index in
      value(index, fit, best, spread: covariance[index, index].squareRoot())
    }
    let identification = Identification(
      fit: fit, best: best, neighbourhood: found, table: table, places: descent.places,
      layout: layout, simulated: descent.users, users: residuals.userCount,
      open: free.indices.filter { findings.values[$0].isUnbounded })
    findings.unidentifiedParameters = identification.unidentifiedParameters()
    let posterior = QuasiPosterior(
      fit, from: best, count: Fitter.posteriorDrawCount, seed: scenario.seed)
    findings.posteriorDraws = posterior.draws.map { draw in
      free.indices.map { self.fit.parameters[$0].clamp(free[$0].value(at: draw[$0])) }
    }
    for index in 0..<Fitter.checked {
      let draw = posterior.draws[index * Fitter.posteriorDrawCount / Fitter.checked]
      guard let point = try descent.point(at: draw) else { continue }
      let error = abs(point.distance - fit.distance(at: draw))
      findings.surfaceError = max(findings.surfaceError, error)
    }
  }

  private func value(
    _ index: Int, _ fit: MomentFit, _ best: [Double], spread: Double
  ) -> FitFindings.Value {
    let profile = ValueProfile(of: index, fit, best: best, spread: spread, confidence: .standard)
    let declared = self.fit.parameters[index]
    let value = { (coordinate: Double) in declared.clamp(free[index].value(at: coordinate)) }
    return FitFindings.Value(
      parameter: declared, best: value(best[index]), low: value(profile.low),
      high: value(profile.high),
      isUnboundedBelow: profile.isOpenBelow, isUnboundedAbove: profile.isUnboundedAbove,
      profile: profile.points.map { (value($0.coordinate), $0.rise) })
  }

  private func rows(_ residuals: FitResiduals) -> [FitFindings.FittedRow] {
    // The limit for this number of rows: one is off at random in 1 of 20 tables (C. E. Bonferroni).
    let limit = Confidence(error: FitFindings.significanceLevel / Double(table.rows.count)).z
    return zip(table.rows, residuals.rows).map { row, found in
      let room = Confidence.standard.z * found.standardDeviation
      return FitFindings.FittedRow(
        row: row, expected: found.expected, low: max(0, found.expected - room),
        high: found.expected + room, score: found.score, isUnexplained: abs(found.score) > limit)
    }
  }
}
