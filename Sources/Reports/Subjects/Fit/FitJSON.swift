import Experiments
package import Fitting
package import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Results of a fit as JSON: `results/<name>/fit.json`, and the fitted scenario.
///
/// The article <doc:FitFormat> explains every member.
package enum FitJSON {
  /// Version of the JSON format.
  package static let format = 1

  package static func output(_ found: FitFindings) -> JSONOutput { members.output(of: found) }

  package static var schema: String { members.schema("A fit of lostorder") }

  /// An incomplete search has only its current point.
  private static let members: [Member<FitFindings, Never>] =
    Member.versions(format) + [
      .confidence, .scenario { $0.scenario }, .interruption { $0.interruption },
      .text("design") { $0.scenario.designs[$0.fit.designIndex].name },
      .count("simulatedUsers") { $0.usersPerPoint },
      .number("observedUsers", digits: 6) { $0.observedUsers }.where(isDone),
      .boolean("observedUsersKnown") { $0.isObservedKnown }.where(isDone),
      .boolean("atRest") { $0.hasConverged }.where(isDone),
      .boolean("fits") { $0.isConsistentWithTable }.where(isDone),
      .number("pValue", digits: 4) { $0.pValue }.where(isDone),
      .count("tables") { $0.drawnTableCount }.where(isDone),
      .number("distance", digits: 6) { $0.distance },
      .number("surfaceError", digits: 4) { $0.surfaceError }.where(isDone),
      .count("starts") { $0.startCount }, .count("refusedStarts") { $0.refused },
      Member("ends", .list(.number), "of the descents") {
        .list($0.finalDistances) { .number($0.rounded(digits: 6)) }
      },
      .list("reached", of: reached, "current point of an incomplete search") { found in
        Array(zip(found.fit.parameters, found.interruptedPosition)).map { (found, $0, $1) }
      }.where { !isDone($0) },
      .list("values", of: value) { found in found.values.map { (found, $0) } }.where(isDone),
      .list("rows", of: row) { $0.rows }.where(isDone),
      .list("blindSpots", of: spot) { found in found.unidentifiedParameters.map { (found, $0) } }
        .where(isDone),
      .object("draws", draws, "as in a scenario") { $0 }.where(isDone),
    ]

  @Sendable private static func isDone(_ found: FitFindings) -> Bool { found.interruption == nil }

  private static let reached:
    [Member<(found: FitFindings, free: Fit.Parameter, value: Double), Never>] =
      [
        .text("path") { $0.free.path },
        Member("value", .anything) { $0.found.fit.output(digits($0.value), of: $0.free) },
      ]

  private typealias Value = (found: FitFindings, value: FitFindings.Value)

  private static let value: [Member<Value, Never>] = [
    .text("path") { $0.value.parameter.path }, number("estimate") { $0.best },
    number("low") { $0.low }, number("high") { $0.high },
    .boolean("openBelow") { $0.value.isUnboundedBelow },
    .boolean("openAbove") { $0.value.isUnboundedAbove },
    Member("atBound", .words(["from", "to"])) { source in
      source.value.border.map { $0 == .low ? "from" : "to" }
    }.optional,
    Member("profile", .list(.list(.anything)), "values, and the increase of the objective") {
      source in
      .list(source.value.profile) { point in
        [output(point.value, of: source), .number(point.rise.rounded(digits: 5))]
      }
    },
  ]

  private static func number(
    _ name: String, _ number: @escaping @Sendable (FitFindings.Value) -> Double
  ) -> Member<Value, Never> { Member(name, .anything) { output(number($0.value), of: $0) } }

  /// Value in the scenario format.
  private static func output(_ number: Double, of source: Value) -> JSONOutput {
    source.found.fit.output(digits(number), of: source.value.parameter)
  }

  private static let row: [Member<FitFindings.FittedRow, Never>] = [
    .text("counts") { name($0.row.count) },
    .count("day") { if case .event(_, let day?) = $0.row.count { day } else { nil } }.optional,
    .count("seen") { $0.row.observed }, .count("of") { $0.row.denominator }.optional,
    .number("expected", digits: 6) { $0.expected }, .number("low", digits: 6) { $0.low },
    .number("high", digits: 6) { $0.high }, .number("score", digits: 4) { $0.score },
    .boolean("off") { $0.isUnexplained },
  ]

  /// Name of a count, the same in every language.
  private static func name(_ count: CountKind) -> String {
    switch count {
    case .event(let event, _): event.name
    case .failedTries(let rung): "failedTries[\(rung)]"
    case .share(let share): share.row.name
    case .whole(let base): "\(base)"
    case .late(let deadline): "lateRate within \(deadline.words)"
    }
  }

  private typealias Spot = (found: FitFindings, spot: UnidentifiedParameters)

  private static let spot: [Member<Spot, Never>] = [
    Member("kind", .words(["silent", "several", "sum"])) { source in
      switch source.spot.kind {
      case .silent: "silent"
      case .several: "several"
      case .together: "sum"
      }
    },
    .texts("values") { source in source.spot.values.map { source.found.values[$0].parameter.path }
    },
    .object("sum", sum) { source in
      guard case .together(let factor, let sum, let deviation, let holds) = source.spot.kind else {
        return nil
      }
      return Sum(source: source, factor: factor, sum: sum, deviation: deviation, holds: holds)
    }.optional,
    Member("curve", .list(.list(.number))) { source in
      source.spot.curve.isEmpty
        ? nil
        : .list(source.spot.curve) { [.number(digits($0.first)), .number(digits($0.second))] }
    }.optional,
    .text("partedBy") { source in source.spot.remedy.map { $0.count.map(name) ?? "users" } }
      .optional,
  ]

  /// Two values of which only a combination can be estimated.
  private struct Sum {
    let source: Spot, factor: Double, sum: Double, deviation: Double, holds: ClosedRange<Double>
    var free: Fit.Parameter { source.found.values[source.spot.values[0]].parameter }
  }

  private static let sum: [Member<Sum, Never>] = [
    .number("factor", digits: 6) { $0.factor }, .number("sum", digits: 6) { $0.sum },
    .number("deviation", digits: 6) { $0.deviation },
    .number("from", digits: 6) { $0.free.value(at: $0.holds.lowerBound) },
    .number("to", digits: 6) { $0.free.value(at: $0.holds.upperBound) },
    Member("logarithmic", .list(.boolean)) { sum in
      .list(sum.source.spot.values) { .bool(sum.source.found.values[$0].parameter.isLogarithmic) }
    },
  ]

  private static let draws: [Member<FitFindings, Never>] = [
    .texts("values") { $0.fit.parameters.map(\.path) },
    Member("sets", .list(.list(.anything))) { found in
      .list(found.posteriorDraws) { draw in
        .array(zip(found.fit.parameters, draw).map { found.fit.output(digits($1), of: $0) })
      }
    },
    Member("explains", .boolean) { $0.isConsistentWithTable ? nil : .bool(false) }.optional,
  ]

  private static func digits(_ number: Double) -> Double { number.rounded(digits: 6) }

  /// The fitted scenario: the file with the estimates, under a new name, with the draws.
  package static func scenario(_ found: FitFindings) -> JSONOutput {
    let best = found.values.map { digits($0.best) }
    return found.fit.file(
      named: String(found.name.prefix(93)) + "-fitted", at: best,
      adding: [JSONOutput.Member("draws", draws.output(of: found))])
  }
}
