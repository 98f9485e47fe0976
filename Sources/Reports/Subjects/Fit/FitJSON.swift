import Experiments
package import Fitting
package import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// What a fit found out as JSON: `results/<name>/fit.json`, and the fitted scenario.
///
/// The article <doc:FitFormat> explains every member.
package enum FitJSON {
  /// The version of the form.
  package static let format = 1

  package static func output(_ found: FitFindings) -> JSONOutput {
    .head(
      format: format,
      ["confidence": .standard, "scenario": .scenario(found.scenario, isCase: nil)],
      Cut.output(found.cut),
      found.cut == nil ? whole(found) : unfinished(found))
  }

  /// Where a search that was cut short stood.
  private static func unfinished(_ found: FitFindings) -> JSONOutput {
    .object(present: [
      "design": .string(found.scenario.designs[found.fit.design].name),
      "simulatedUsers": .integer(found.simulated),
      "distance": .number(found.distance.rounded(digits: 6)),
      "starts": .integer(found.starts), "refusedStarts": .integer(found.refused),
      "ends": .array(found.ends.map { .number($0.rounded(digits: 6)) }),
      "reached": .list(Array(zip(found.fit.free, found.reached))) { free, value in
        ["path": .string(free.path), "value": found.fit.output(digits(value), of: free)]
      },
    ])
  }

  private static func whole(_ found: FitFindings) -> JSONOutput {
    .object(present: [
      "design": .string(found.scenario.designs[found.fit.design].name),
      "simulatedUsers": .integer(found.simulated),
      "observedUsers": .number(found.observed.rounded(digits: 6)),
      "observedUsersKnown": .bool(found.isObservedKnown),
      "atRest": .bool(found.isAtRest),
      "fits": .bool(found.fits), "pValue": found.pValue.map { .number($0.rounded(digits: 4)) },
      "tables": .integer(found.tables),
      "distance": .number(found.distance.rounded(digits: 6)),
      "surfaceError": .number(found.surfaceError.rounded(digits: 4)),
      "starts": .integer(found.starts), "refusedStarts": .integer(found.refused),
      "ends": .array(found.ends.map { .number($0.rounded(digits: 6)) }),
      "values": .list(found.values) { value(found, $0) },
      "rows": .list(found.rows) { row($0) },
      "blindSpots": .list(found.blindSpots) { spot($0, found) },
      "draws": draws(found),
    ])
  }

  private static func value(_ found: FitFindings, _ value: FitFindings.Value) -> JSONOutput {
    let output = { (number: Double) in found.fit.output(digits(number), of: value.free) }
    return .object(present: [
      "path": .string(value.free.path), "estimate": output(value.best),
      "low": output(value.low), "high": output(value.high),
      "openBelow": .bool(value.isOpenBelow), "openAbove": .bool(value.isOpenAbove),
      "atBound": value.border.map { .string($0 == .low ? "from" : "to") },
      "profile": .list(value.profile) { point in
        [output(point.value), .number(point.rise.rounded(digits: 5))]
      },
    ])
  }

  private static func row(_ row: FitFindings.Row) -> JSONOutput {
    .object(present: [
      "counts": .string(name(row.row.count)), "day": day(row.row.count),
      "seen": .integer(row.row.seen), "of": row.row.of.map { .integer($0) },
      "expected": .number(row.expected.rounded(digits: 6)),
      "low": .number(row.low.rounded(digits: 6)), "high": .number(row.high.rounded(digits: 6)),
      "score": .number(row.score.rounded(digits: 4)), "off": .bool(row.isOff),
    ])
  }

  /// The name of a count, which does not depend on a language.
  private static func name(_ count: ObservedCount) -> String {
    switch count {
    case .event(let event, _): event.name
    case .failedTries(let rung): "failedTries[\(rung)]"
    case .share(let share): share.row.name
    case .whole(let base): "\(base)"
    case .late(let deadline): "lateRate within \(deadline.words)"
    }
  }

  private static func day(_ count: ObservedCount) -> JSONOutput? {
    if case .event(_, let day?) = count { .integer(day) } else { nil }
  }

  private static func spot(_ spot: BlindSpot, _ found: FitFindings) -> JSONOutput {
    let number = { (number: Double) in JSONOutput.number(number.rounded(digits: 6)) }
    var together: JSONOutput?
    let kind: String
    switch spot.kind {
    case .silent: kind = "silent"
    case .several: kind = "several"
    case .together(let factor, let sum, let deviation, let holds):
      kind = "sum"
      let free = found.values[spot.values[0]].free
      together = [
        "factor": number(factor), "sum": number(sum), "deviation": number(deviation),
        "from": number(free.value(at: holds.lowerBound)),
        "to": number(free.value(at: holds.upperBound)),
        "logarithmic": .array(
          spot.values.map { .bool(found.values[$0].free.isLogarithmic) }),
      ]
    }
    return .object(present: [
      "kind": .string(kind),
      "values": .strings(spot.values.map { found.values[$0].free.path }), "sum": together,
      "curve": spot.curve.isEmpty
        ? nil : .list(spot.curve) { [number($0.first), number($0.second)] },
      "partedBy": spot.remedy.map { .string($0.count.map { name($0) } ?? "users") },
    ])
  }

  /// The draws as a scenario takes them.
  private static func draws(_ found: FitFindings) -> JSONOutput {
    .object(present: [
      "values": .strings(found.fit.free.map(\.path)),
      "sets": .list(found.draws) { draw in
        .array(
          zip(found.fit.free, draw).map { found.fit.output(digits($1), of: $0) })
      },
      "explains": found.fits ? nil : .bool(false),
    ])
  }

  private static func digits(_ number: Double) -> Double { number.rounded(digits: 6) }

  /// The fitted scenario: the file with the estimates, under a name of its own, with the draws.
  package static func scenario(_ found: FitFindings) -> JSONOutput {
    let best = found.values.map { digits($0.best) }
    return found.fit.file(
      named: String(found.name.prefix(93)) + "-fitted", at: best,
      adding: [JSONOutput.Member("draws", draws(found))])
  }
}
