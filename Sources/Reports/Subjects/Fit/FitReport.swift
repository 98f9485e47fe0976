import Experiments
package import Fitting
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

extension FitFindings: Headed { var played: Int? { simulated } }

/// What a fit found out, as text for people.
package struct FitReport {
  let findings: FitFindings
  let language: Language

  package init(_ findings: FitFindings, _ language: Language = .en) {
    (self.findings, self.language) = (findings, language)
  }

  /// The whole report: whether the model explains the table, the values, what is not told, the rows.
  package var text: String {
    let head = [findings.heading, findings.subtitle(language)]
    if findings.cut != nil { return [head, told, reachedTable.lines, wrapped(reachedLegend)].page }
    return ([head, told, values, valuesLegend, blindSpots, rows, rowsLegend] + [doubts]).page
  }

  package var shortText: String { told.joined(separator: "\n") + "\n" }

  private var told: [String] { verdict.flatMap(wrapped) }

  private var design: String { findings.scenario.designs[findings.fit.design].name }

  // MARK: Whether it fits

  /// Whether the model explains the table, and what it does not explain: a sentence each.
  package var verdict: [String] {
    let name = findings.name.escapingControls
    if let cut = findings.cut {
      let why = CutText.line(cut, users: nil, designs: [], language)
      return [
        language(
          "{0}: unfinished, {1}: not known whether {2} explains the table", name, why, design)
      ]
    }
    let off = findings.off.map(words)
    let but = off.isEmpty ? [] : [language("it explains all but {0}", language.list(off))]
    guard let pValue = findings.pValue else {
      return unrest + [
        language(
          "{0}: the fitted {1} is not tested: there are as many values as rows", name, design)
      ] + but
    }
    let (chance, tables) = (Numerals.probability(pValue), Numerals.count(findings.tables))
    let first =
      findings.fits
      ? language("{0}: the fitted {1} explains the table (p = {2})", name, design, chance)
      : language(
        "{0}: the fitted {1} does NOT explain the table (p = {2}): do not trust the intervals",
        name, design, chance)
    let how = language(
      "p: of {0} tables drawn from the fitted model so many differ from it as much", tables)
    return unrest + [first] + but + [how]
  }

  /// That the estimates are not where the search came to rest.
  private var unrest: [String] {
    if findings.isAtRest { return [] }
    let name = findings.name.escapingControls
    let why =
      if findings.shortfall.isInfinite {
        language("the estimates are no scenario that the format takes")
      } else if findings.leavesRows {
        language("as many values as rows could explain them all")
      } else {
        language(
          "simulated at the estimates the table is farther off by {0} than is told",
          Numerals.fixed(findings.shortfall, digits: 1))
      }
    return [
      language(
        "{0}: the search did not come to rest: {1}; give it more users (--users), narrower ranges or other"
          + " values to start at", name, why)
    ]
  }

  /// A paragraph; where there is no terminal nobody else breaks its line.
  private func wrapped(_ text: String) -> [String] {
    LineBreaking.lines(of: text, atMost: Page.usual)
  }

  /// A row that is off, in words.
  private func words(_ row: FitFindings.Row) -> String {
    language(
      "{0} ({1} seen, {2} expected)", label(row.row), Numerals.count(row.row.seen), range(of: row))
  }

  /// What a row counts.
  func label(_ row: FitTable.Row) -> String { label(row.count) }

  func label(_ count: ObservedCount) -> String {
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

  /// The range in which a row is expected, in whole counts.
  func range(of row: FitFindings.Row) -> String {
    let whole = { (number: Double) in Numerals.count(Int(number.rounded())) }
    return language("{0} to {1}", whole(row.low), whole(row.high))
  }

  // MARK: A search that was cut short

  /// Where the search stood.
  var reachedTable: Table {
    Table(
      Array(zip(findings.fit.free, findings.reached)),
      [
        .words(language("free value")) { self.name(of: $0.0) },
        .numbers(language("nearest\nso far")) { self.words($0.1, $0.0) },
        .numbers(language("free\nbetween")) { self.range(of: $0.0) },
      ])
  }

  var reachedLegend: String {
    language(
      "nearest so far: where the search stood, at a distance of {0} from the table. These are no estimates:"
        + " others may be nearer, and no interval is known.",
      Numerals.fixed(findings.distance, digits: 1))
  }

  // MARK: The values

  private var values: [String] { valueTable.lines }

  /// The free values: estimate, interval, range, and what is to be known of them.
  var valueTable: Table {
    Table(
      findings.values,
      [
        .words(language("free value")) { self.name(of: $0.free) },
        .numbers(language("estimate")) { self.words($0.best, $0.free) },
        .numbers(language("95 %\ninterval")) { self.interval(of: $0) },
        .numbers(language("free\nbetween")) { self.range(of: $0.free) },
        .words("") { self.note(of: $0) },
      ])
  }

  /// The path of a value; of a fault with its kind, since a number says little.
  func name(of free: Fit.Free) -> String {
    guard let match = free.path.firstMatch(of: /^faults\[([0-9]+)\]/), let place = Int(match.1),
      findings.scenario.population.faults.indices.contains(place)
    else { return free.path }
    let kind = findings.scenario.population.faults[place].kind
    return "\(free.path) (\(language.named(kind.rawValue)))"
  }

  /// A value with three digits, as a file could have it.
  func words(_ value: Double, _ free: Fit.Free) -> String {
    if free.isDuration { return Numerals.time(seconds: value, language) }
    return JSONOutput.number(value.rounded(digits: 3)).line
  }

  private func range(of free: Fit.Free) -> String {
    language("{0} to {1}", words(free.range.lowerBound, free), words(free.range.upperBound, free))
  }

  func interval(of value: FitFindings.Value) -> String {
    language("{0} to {1}", words(value.low, value.free), words(value.high, value.free))
  }

  /// What is to be known of an estimate beside its interval.
  func note(of value: FitFindings.Value) -> String {
    switch value.border {
    case .low:
      return value.free.range.lowerBound == 0
        ? language("at its lower bound") : language("at its lower bound: widen its range")
    case .high:
      return value.free.range.upperBound == 1
        ? language("at its upper bound") : language("at its upper bound: widen its range")
    case nil: break
    }
    switch (value.isOpenBelow, value.isOpenAbove) {
    case (true, true): return language("the table does not tell it")
    case (true, false): return language("not limited from below")
    case (false, true): return language("not limited from above")
    case (false, false): return ""
    }
  }

  private var valuesLegend: [String] {
    let observed = Numerals.count(Int(findings.observed.rounded()))
    let first =
      findings.isObservedKnown
      ? language("The table is of {0} users.", observed)
      : language("The table is of about {0} users, which was estimated with the values.", observed)
    let noise = language(
      "{0} users were simulated at every point; their noise widens each interval by {1}.",
      Numerals.count(findings.simulated), Numerals.percent(ofAll: findings.widening - 1))
    return [first, noise].flatMap(wrapped)
  }

  // MARK: What is not told

  private var blindSpots: [String] { findings.blindSpots.flatMap(lines).flatMap(wrapped) }

  /// What the table does not tell, and what would.
  func lines(_ spot: BlindSpot) -> [String] {
    let paths = spot.values.map { name(of: findings.values[$0].free) }
    var what: String
    switch spot.kind {
    case .silent: what = language("The table tells nothing of {0}.", paths[0])
    case .several:
      what = language("{0} make up for each other: they show only together.", language.list(paths))
    case .together(let factor, let sum, let deviation, let holds):
      let number = { (number: Double) in JSONOutput.number(number.rounded(digits: 3)).line }
      let (first, second) = (findings.values[spot.values[0]], findings.values[spot.values[1]])
      let ends = (first.free.value(at: holds.lowerBound), first.free.value(at: holds.upperBound))
      what = language(
        "{0} and {1} show only as a sum: {2} + {3} × {4} is {5} ± {6} where the first is from {7} to {8}.",
        paths[0], paths[1],
        first.free.isLogarithmic ? language("ln(the first)") : language("the first"),
        number(factor),
        second.free.isLogarithmic ? language("ln(the second)") : language("the second"),
        number(sum), number(Confidence.standard.z * deviation),
        words(ends.0, first.free), words(ends.1, first.free))
      // The sum is a tangent; what goes beyond it is on the curve alone.
      let beyond = [spot.curve.first, spot.curve.last].compactMap(\.self).filter {
        $0.first < ends.0 || $0.first > ends.1
      }
      if !beyond.isEmpty {
        let points = beyond.map { point in
          language("{0} with {1}", words(point.first, first.free), words(point.second, second.free))
        }
        what +=
          " "
          + language(
            "Beyond that they lie on a curve, not on the sum: {0} agree as well.",
            language.list(points))
      }
    }
    guard let remedy = spot.remedy else {
      return [what, language("Nothing that clients log would part them.")]
    }
    let free = findings.values[spot.values[0]].free
    let room = JSONOutput.number((Confidence.standard.z * remedy.deviation).rounded(digits: 2)).line
    return [
      what,
      free.isLogarithmic
        ? language("To part them count {0} too.", remedy.count.map { label($0) } ?? "users")
        : language(
          "To part them count {0} too: {1} would be known to ± {2}.",
          remedy.count.map { label($0) } ?? "users", paths[0], room),
    ]
  }

  // MARK: The rows

  private var rows: [String] { rowTable.lines }

  /// The rows of the table beside what the best values explain.
  var rowTable: Table {
    Table(
      findings.rows,
      [
        .words(language("row")) { self.label($0.row) }, .counts(language("seen")) { $0.row.seen },
        .numbers(language("expected")) { Numerals.count(Int($0.expected.rounded())) },
        .numbers(language("95 of\n100 in")) { self.range(of: $0) },
        .numbers(language("off by\nσ")) { Numerals.fixed($0.score, digits: 1) },
        .words("") { $0.isOff ? language("← not explained") : "" },
      ])
  }

  private var rowsLegend: [String] {
    language(
      "seen: in the table; expected: with the estimates; the range is where 95 of 100 such rows lie if the\n"
        + "model is right and the values are fitted to them, so that what a value explains alone is narrow.\n"
        + "A row is marked where one of so many would be off as far in 1 of 20 tables."
    ).lines
  }

  /// What makes the answer less sure than it looks.
  private var doubts: [String] { limits.flatMap(wrapped) }

  private var limits: [String] {
    var lines: [String] = []
    if findings.surfaceError > FitReport.error {
      lines.append(
        language(
          "The surface between the simulated points is off by up to {0} where the draws lie: intervals and"
            + " draws of values that the table hardly tells are rough.",
          Numerals.fixed(findings.surfaceError, digits: 1)))
    }
    if let least = findings.ends.min(), let most = findings.ends.max(), most > least + 4 {
      lines.append(
        language(
          "Descents from {0} starts ended at distances from {1} to {2}: the least was taken.",
          "\(findings.ends.count)", Numerals.fixed(least, digits: 1),
          Numerals.fixed(most, digits: 1)))
    }
    if findings.refused > 0 {
      lines.append(
        language(
          "{0} of {1} starts are no scenario that the format takes, and were left out.",
          "\(findings.refused)", "\(findings.starts)"))
    }
    return lines
  }

  /// How far off the surface may be: as far as 95 % are from 99 % of a distance.
  private static let error = 2.8
}
