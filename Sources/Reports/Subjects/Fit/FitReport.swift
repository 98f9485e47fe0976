import Experiments
package import Fitting
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

extension FitFindings: HeadedResult { var simulatedUsers: Int? { usersPerPoint } }

/// Results of a fit, as text for people.
package struct FitReport {
  let findings: FitFindings
  let language: Language

  package init(_ findings: FitFindings, _ language: Language = .en) {
    (self.findings, self.language) = (findings, language)
  }

  /// The full report: goodness of fit, values, what the table does not determine, rows.
  package var text: String {
    let head = [findings.heading, findings.subtitle(language)]
    if findings.interruption != nil {
      return [head, summary, reachedTable.lines, wrapped(reachedLegend)].page
    }
    let unidentified = findings.unidentifiedParameters.flatMap(lines).flatMap(wrapped)
    return [
      head, summary, valueTable.lines, valuesLegend, unidentified, rowTable.lines, rowsLegend,
      caveats.flatMap(wrapped),
    ].page
  }

  package var shortText: String { summary.joined(separator: "\n") + "\n" }

  private var summary: [String] { verdictLines.flatMap(wrapped) }

  private var design: String { findings.scenario.designs[findings.fit.designIndex].name }

  // MARK: Goodness of fit

  /// Whether the model explains the table, and which rows it does not explain: one sentence each.
  package var verdictLines: [String] {
    let name = findings.name.escapingControls
    if let interruption = findings.interruption {
      let why = InterruptionText.line(interruption, users: nil, designs: [], language)
      return [
        language(
          "{0}: incomplete, {1}: it is unknown whether {2} explains the table", name, why, design)
      ]
    }
    let rows = findings.unexplainedRows.map(words)
    let but =
      rows.isEmpty ? [] : [language("it explains all rows except {0}", language.list(rows))]
    guard let pValue = findings.pValue else {
      return convergenceWarning + [
        language(
          "{0}: the fit of {1} cannot be tested: there are as many values as rows", name, design)
      ] + but
    }
    let chance = NumberFormat.probability(pValue)
    let first =
      findings.isConsistentWithTable
      ? language("{0}: the fitted {1} explains the table (p = {2})", name, design, chance)
      : language(
        "{0}: the fitted {1} does NOT explain the table (p = {2}): do not trust the intervals",
        name, design, chance)
    let how = language(
      "p: the fraction of {0} tables drawn from the fitted model that differ from it at least as"
        + " much", NumberFormat.count(findings.drawnTableCount))
    return convergenceWarning + [first] + but + [how]
  }

  /// Why the search did not converge.
  private var convergenceWarning: [String] {
    if findings.hasConverged { return [] }
    let name = findings.name.escapingControls
    let why =
      if findings.surfaceExcess.isInfinite {
        language("the estimates are not a valid scenario")
      } else if findings.hasUnexplainedRowsWhenSaturated {
        language("as many values as rows could explain all rows")
      } else {
        language(
          "simulated at the estimates, the table is farther off than reported, by {0}",
          NumberFormat.fixed(findings.surfaceExcess, digits: 1))
      }
    return [
      language(
        "{0}: the search did not converge: {1}; increase the number of users (--users), narrow the"
          + " ranges, or change the values to start at", name, why)
    ]
  }

  /// A paragraph, wrapped even without a terminal.
  private func wrapped(_ text: String) -> [String] {
    LineBreaking.lines(of: text, atMost: OutputWidth.usual)
  }

  /// A row that the model does not explain, in words.
  private func words(_ row: FitFindings.FittedRow) -> String {
    language(
      "{0} ({1} observed, {2} expected)", label(row.row.count),
      NumberFormat.count(row.row.observed), range(of: row))
  }

  /// What a row counts.
  func label(_ count: CountKind) -> String {
    switch count {
    case .event(let event, nil): event.name
    case .event(let event, let day?): language("{0} on day {1}", event.name, "\(day)")
    case .failedTries(0): language("failed first tries")
    case .failedTries(let rung): language("failed retries {0}", "\(rung)")
    case .share(let share): share.row.name
    case .whole(let base): "\(base)"
    case .late(let deadline): language("not delivered within {0}", deadline.words)
    }
  }

  /// Range in which a row is expected, in whole counts.
  func range(of row: FitFindings.FittedRow) -> String {
    let whole = { (number: Double) in NumberFormat.count(Int(number.rounded())) }
    return language("{0} to {1}", whole(row.low), whole(row.high))
  }

  // MARK: An incomplete search

  /// Current point of the search.
  var reachedTable: Table {
    Table(
      Array(zip(findings.fit.parameters, findings.interruptedPosition)),
      [
        .words(language("free value")) { self.name(of: $0.0) },
        .numbers(language("nearest\nso far")) { self.words($0.1, $0.0) },
        .numbers(language("free\nbetween")) { self.range(of: $0.0) },
      ])
  }

  var reachedLegend: String {
    language(
      "nearest so far: the current point of the search, at a distance of {0} from the table. These"
        + " values are not estimates: others may be nearer, and their intervals are unknown.",
      NumberFormat.fixed(findings.distance, digits: 1))
  }

  // MARK: The values

  /// The free values: estimate, interval, range, and a note.
  var valueTable: Table {
    Table(
      findings.values,
      [
        .words(language("free value")) { self.name(of: $0.parameter) },
        .numbers(language("estimate")) { self.words($0.best, $0.parameter) },
        .numbers(language("95 %\ninterval")) { self.interval(of: $0) },
        .numbers(language("free\nbetween")) { self.range(of: $0.parameter) },
        .words("") { self.note(of: $0) },
      ])
  }

  /// Path of a value; a fault's path includes its kind, because an index alone is not clear.
  func name(of free: Fit.Parameter) -> String {
    guard let match = free.path.firstMatch(of: /^faults\[([0-9]+)\]/), let place = Int(match.1),
      findings.scenario.population.faults.indices.contains(place)
    else { return free.path }
    let kind = findings.scenario.population.faults[place].kind
    return "\(free.path) (\(language.named(kind.rawValue)))"
  }

  /// Value with three digits, as in a file.
  func words(_ value: Double, _ free: Fit.Parameter) -> String {
    if free.isDuration { return NumberFormat.time(seconds: value, language) }
    return JSONOutput.number(value.rounded(digits: 3)).line
  }

  private func range(of free: Fit.Parameter) -> String {
    language("{0} to {1}", words(free.range.lowerBound, free), words(free.range.upperBound, free))
  }

  func interval(of value: FitFindings.Value) -> String {
    language("{0} to {1}", words(value.low, value.parameter), words(value.high, value.parameter))
  }

  /// Note beside the interval of an estimate.
  func note(of value: FitFindings.Value) -> String {
    let range = value.parameter.range
    return switch (value.border, value.isUnboundedBelow, value.isUnboundedAbove) {
    case (.low, _, _) where range.lowerBound == 0: language("at its lower bound")
    case (.low, _, _): language("at its lower bound: widen its range")
    case (.high, _, _) where range.upperBound == 1: language("at its upper bound")
    case (.high, _, _): language("at its upper bound: widen its range")
    case (nil, true, true): language("the table does not determine it")
    case (nil, true, false): language("not limited from below")
    case (nil, false, true): language("not limited from above")
    case (nil, false, false): ""
    }
  }

  private var valuesLegend: [String] {
    let observed = NumberFormat.count(Int(findings.observedUsers.rounded()))
    let first =
      findings.isObservedKnown
      ? language("The table covers {0} users.", observed)
      : language(
        "The table covers about {0} users; this number was estimated with the values.", observed)
    let noise = language(
      "Each set of values was simulated with {0} users; their noise widens each interval by {1}.",
      NumberFormat.count(findings.usersPerPoint),
      NumberFormat.percent(ofAll: findings.widening - 1))
    return [first, noise].flatMap(wrapped)
  }

  // MARK: What the table does not determine

  /// Values that the table does not determine, and a count that would.
  func lines(_ spot: UnidentifiedParameters) -> [String] {
    let parameters = spot.values.map { findings.values[$0].parameter }
    let paths = parameters.map(name)
    var what: String
    switch spot.kind {
    case .silent: what = language("The table does not determine {0}.", paths[0])
    case .several:
      what = language(
        "{0} compensate for each other: only their combination can be estimated.",
        language.list(paths))
    case .together(let factor, let sum, let deviation, let holds):
      let number = { (number: Double) in JSONOutput.number(number.rounded(digits: 3)).line }
      let (first, second) = (parameters[0], parameters[1])
      let (low, high) = (first.value(at: holds.lowerBound), first.value(at: holds.upperBound))
      what = language(
        "Only a sum of {0} and {1} can be estimated: {2} + {3} × {4} is {5} ± {6} where the first"
          + " is from {7} to {8}.", paths[0], paths[1],
        first.isLogarithmic ? language("ln(the first)") : language("the first"), number(factor),
        second.isLogarithmic ? language("ln(the second)") : language("the second"), number(sum),
        number(Confidence.standard.z * deviation), words(low, first), words(high, first))
      // The sum is a tangent; beyond it only the curve is valid.
      let beyond = [spot.curve.first, spot.curve.last].compactMap(\.self).filter {
        $0.first < low || $0.first > high
      }
      if !beyond.isEmpty {
        let points = beyond.map {
          language("{0} with {1}", words($0.first, first), words($0.second, second))
        }
        what +=
          " "
          + language(
            "Outside of this range they are on a curve, not on the sum: {0} agree as well.",
            language.list(points))
      }
    }
    guard let remedy = spot.remedy else {
      return [what, language("No event that clients log would separate them.")]
    }
    let room = JSONOutput.number((Confidence.standard.z * remedy.deviation).rounded(digits: 2)).line
    let count = remedy.count.map(label) ?? "users"
    return [
      what,
      parameters[0].isLogarithmic
        ? language("To separate them, also count {0}.", count)
        : language(
          "To separate them, also count {0}: {1} would be known to ± {2}.", count, paths[0], room),
    ]
  }

  // MARK: The rows

  /// The rows of the table beside the expectation of the best values.
  var rowTable: Table {
    Table(
      findings.rows,
      [
        .words(language("row")) { self.label($0.row.count) },
        .counts(language("observed")) { $0.row.observed },
        .numbers(language("expected")) { NumberFormat.count(Int($0.expected.rounded())) },
        .numbers(language("95 %\nrange")) { self.range(of: $0) },
        .numbers(language("off by\nσ")) { NumberFormat.fixed($0.score, digits: 1) },
        .words("") { $0.isUnexplained ? language("← not explained") : "" },
      ])
  }

  private var rowsLegend: [String] {
    language(
      "observed: in the table. expected: at the estimates. 95 % range: where the observed count lies in 95\n"
        + "of 100 fits if the model is right. It is narrow for a row that determines a value alone.\n"
        + "A row is marked if, among as many rows, one is as far off in only 1 of 20 tables."
    ).lines
  }

  /// Reasons why the result is less certain than it looks.
  private var caveats: [String] {
    var lines: [String] = []
    if findings.surfaceError > FitReport.error {
      lines.append(
        language(
          "The surface between the simulated points is off by up to {0} in the region of the draws:"
            + " intervals and draws of poorly determined values are rough.",
          NumberFormat.fixed(findings.surfaceError, digits: 1)))
    }
    if let least = findings.finalDistances.min(), let maximum = findings.finalDistances.max(),
      maximum > least + 4
    {
      lines.append(
        language(
          "Descents from {0} starts ended at distances from {1} to {2}; the least is used.",
          "\(findings.finalDistances.count)", NumberFormat.fixed(least, digits: 1),
          NumberFormat.fixed(maximum, digits: 1)))
    }
    if findings.refused > 0 {
      lines.append(
        language(
          "{0} of {1} starts are not valid scenarios and were omitted.",
          "\(findings.refused)", "\(findings.startCount)"))
    }
    return lines
  }

  /// Largest error of the surface: the distance between the 95 % and the 99 % level.
  private static let error = 2.8
}
