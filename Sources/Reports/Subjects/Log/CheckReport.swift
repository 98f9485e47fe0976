package import EventLogs
import JSONText
import PurchaseWorld
package import Scenarios
import Statistics

/// What a check of an event log found, as text for people.
package struct CheckReport {
  private let check: LogCheck
  private let map: EventMap
  /// The log as messages name it.
  private let file: String
  /// Of lines that are told: whose they are; empty where the log cannot be read twice.
  private let owners: [Int: String]
  private let language: Language

  package init(
    _ check: LogCheck, _ map: EventMap, of file: String, owners: [Int: String] = [:],
    _ language: Language = .en
  ) {
    (self.check, self.map, self.file) = (check, map, file)
    (self.owners, self.language) = (owners, language)
  }

  private var design: String { check.scenario.designs[0].name.escapingControls }

  /// What could not be read: damaged lines, unknown names and codes, and all that was left out.
  package var notes: String {
    let (reading, notes) = (check.reading, LogNotes(file: file, language: language))
    let damaged = notes.damaged(reading.damaged)
    let names = notes.unknown(reading.unknown, among: map.meanings.map(\.name))
    let codes = notes.unknown(reading.unknownCodes, among: map.codeMeanings.map(\.name))
    let rows = [
      (language("lines without an event"), reading.unnamed),
      (language("passed over, as the map says"), reading.passedOver),
      (language("lines without a user"), reading.withoutUser),
      (language("lines without a time"), reading.timeless),
      (language("outside of the days from 'from' to 'until'"), reading.outside),
      (language("repetitions"), reading.repeated),
      (
        language("lines of users with more than {0}", Numerals.count(StoryCollector.longestStory)),
        reading.overlong
      ),
      (language("lines of users who were left out"), reading.thinned),
    ].filter { $0.1 > 0 }
    let table = rows.isEmpty ? [] : Table(rows, [.words("", \.0), .counts("", \.1)]).lines
    return (damaged + names + codes + table).map { $0 + "\n" }.joined()
  }

  package var text: String {
    [damage, head, breaches, explained, rules, orders, points, groups, tickets, legend].page
  }

  // MARK: Damage

  /// How much of the log is damaged: what is said first.
  private var damage: [String] {
    var lines: [String] = []
    let (damage, reading) = (check.damage, check.reading)
    if damage.lost > 0 {
      lines.append(language("About {0} of the lines seem to be missing.", roughly(damage.lost)))
    }
    if damage.misdated > 0 {
      lines.append(
        language(
          "About {0} of the lines seem to have times that are off by about {1}.",
          roughly(damage.misdated),
          Numerals.time(seconds: Double(damage.offset) / 1_000, language)))
    }
    if !check.explained.isEmpty {
      let users = Numerals.count(damage.users)
      lines.append(
        lines.isEmpty
          ? language(
            "{0} users break rules, no more than lost lines or wrong times could explain: the design is not accused.",
            users)
          : language(
            "That explains {0} users who break rules; the design is not charged with them.", users))
    }
    if check.skewed.users > 0 {
      let share = Double(check.skewed.users) / Double(max(1, reading.users))
      lines.append(
        language(
          "The clocks of {0} users ({1}) are off from the backend's, by {2} in the middle: their lines were moved.",
          Numerals.count(check.skewed.users), roughly(share),
          Numerals.time(seconds: Double(abs(check.skewed.offset)) / 1_000, language)))
    }
    let orders = check.hidden.reduce(0) { $0 + $1.orders }
    if orders > 0 {
      lines.append(
        language(
          "{0} orders look as if they had not come, as orders do whose lines are lost: they are not counted below.",
          Numerals.count(orders)))
    }
    return lines.flatMap { wrapped($0) }
  }

  private var head: [String] {
    let (reading, name) = (check.reading, file.escapingControls)
    let size = language(
      "under {0}; lines: {1}, users: {2}, transactions: {3}", design,
      Numerals.count(reading.lines), Numerals.count(reading.users), Numerals.count(check.orders))
    let thinned =
      reading.thinning > 1
      ? [language("One user in {0} was looked at.", Numerals.count(reading.thinning))] : []
    return wrapped("\(name), \(size)") + thinned
  }

  private func roughly(_ share: Double) -> String {
    (share < 0.000_5 ? "<0.1" : Numerals.fixed(share * 100, digits: 1)) + " %"
  }

  // MARK: Rules

  private var breaches: [String] {
    if check.breaches.isEmpty {
      return check.explained.isEmpty
        ? [language("No user's story breaks a rule of {0}.", design)]
        : wrapped(
          language(
            "No rule of {0} is broken more often than lost lines and wrong times explain.", design))
    }
    return table(of: check.breaches, language("no run of {0} can tell that", design))
  }

  /// Rules of which it cannot be told whether clients keep them.
  private var explained: [String] {
    if check.explained.isEmpty { return [] }
    return table(of: check.explained, language("undecided: lost lines and wrong times explain it"))
  }

  private func table(of breaches: [LogCheck.Breach], _ title: String) -> [String] {
    Table(
      breaches,
      [
        .words(title) { language.translated($0.rule.meaning) },
        .counts(language("users")) { $0.users },
        .counts(language("on the\nfirst day")) { $0.early },
        .words(language("first line")) { self.places($0.lines) },
      ]
    ).folded(by: [0: 0.7, 3: 0.3]).lines
  }

  private var rules: [String] {
    let held = language("rules that hold: {0}", Numerals.count(check.held.count))
    let unchecked = check.unchecked.flatMap { unchecked in
      let lines = wrapped(unchecked.rule.name + ": " + why(unchecked), margin: 4)
      return lines.enumerated().map { ($0 == 0 ? "  " : "    ") + $1 }
    }
    if unchecked.isEmpty { return [held] }
    let count = Numerals.count(check.unchecked.count)
    return [held, language("rules that were not looked at: {0}", count)] + unchecked
  }

  /// A paragraph; where there is no terminal nobody else breaks its line.
  private func wrapped(_ text: String, margin: Int = 0) -> [String] {
    LineBreaking.lines(of: text, atMost: Page.usual - margin)
  }

  private func why(_ unchecked: LogCheck.Unchecked) -> String {
    if unchecked.simulated > 0 {
      return language("simulated users break it, too: {0}", Numerals.count(unchecked.simulated))
    }
    let events = unchecked.events.map { set in
      set.events.map(\.rawValue).joined(separator: language(" or "))
    }
    return language(
      "the log has no {0}", language.list(events + unchecked.keys.names.map(\.quoted)))
  }

  // MARK: Orders

  private var orders: [String] {
    guard check.orders > 0 else { return [language("The log tells of no transaction.")] }
    let share = Numerals.perMille(Double(check.lost) / Double(check.orders))
    let hand = check.groups.reduce(0) { $0 + ($1.signs.isByHand ? $1.orders : 0) }
    let young = check.groups.reduce(0) { $0 + $1.young }
    return wrapped(
      language(
        "{0} of {1} orders ({2} ‰) did not come by themselves: {3} brought by hand, {4} of the last day.",
        Numerals.count(check.lost), Numerals.count(check.orders), share, Numerals.count(hand),
        Numerals.count(young)))
  }

  private var points: [String] {
    if check.lost == 0 { return [] }
    var rows = check.points.filter { $0.orders >= 0.05 }.map { point, orders in
      (point.map { language.named($0.rawValue) } ?? language("delivered after all"), orders)
    }
    if check.unexplained > 0 { rows.append((language("unexplained"), Double(check.unexplained))) }
    let table = Table(
      rows,
      [
        .words(language("likely drop point"), \.0),
        .numbers(language("orders")) { Numerals.fixed($0.1, digits: 1) },
      ]
    ).lines
    if check.unexplained == 0 || !check.mayBeUnseen { return table }
    let text = language(
      "So few are unexplained because no simulated user had a story as rare ({0} can be expected); --users takes more.",
      Numerals.fixed(check.expectedUnseen, digits: 1))
    return table + wrapped(text)
  }

  private var groups: [String] {
    if check.groups.isEmpty { return [] }
    let shown = check.groups.prefix(CheckReport.mostGroups)
    let rest = check.groups.count - shown.count
    let table = Table(
      shown,
      [
        .words(language("called back")) { $0.signs.callbackWords(self.language) },
        .words(language("what the log tells then")) {
          self.language.list($0.signs.words(self.language))
        },
        .counts(language("orders")) { $0.orders },
        .numbers(language("expected")) { Numerals.fixed($0.expected, digits: 1) },
        .words(language("likely drop points")) { self.points(of: $0) },
        .words(language("last line of the first")) { self.places($0.lines) },
      ]
    ).folded(by: [0: 0.18, 1: 0.36, 4: 0.26, 5: 0.2]).lines
    return table
      + (rest > 0 ? [language("and {0} more, which --format json has", Numerals.count(rest))] : [])
  }

  private func points(of group: LogCheck.Group) -> String {
    if group.isUnexplained { return language("← unexplained") }
    let likely = group.points.filter { $0.share >= CheckReport.leastShare }
    return language.list(likely.prefix(CheckReport.mostPoints).map(words))
  }

  /// A drop point with its share; with how many simulated orders have it, where these are too few for a share.
  private func words(_ point: LogCheck.Point) -> String {
    let name = point.point.map(\.rawValue) ?? language("delivered after all")
    let interval = point.interval
    if interval.high - interval.low > CheckReport.widestShare {
      return language("{0} {1} of {2}", name, Numerals.count(point.count), Numerals.count(point.of))
    }
    // Nearly all are not all.
    let percent = point.count == point.of ? 100 : min(99, (point.share * 100).rounded())
    return name + " " + Numerals.fixed(percent, digits: 0) + " %"
  }

  // MARK: Tickets

  private var tickets: [String] {
    guard let tickets = check.tickets else { return [] }
    let rows = [
      (language("of an order that never came"), tickets.neverCame),
      (language("of an order that support brought"), tickets.broughtByHand),
      (language("of an order that came later"), tickets.cameLater),
      (language("of an order that had come"), tickets.delivered),
      (language("of no order that the log tells of"), tickets.withoutOrder),
    ]
    let table = Table(
      rows, [.words(language("tickets"), \.0), .counts(language("number"), \.1)]
    ).lines
    return table
      + [
        language(
          "users with an order that never came, and no ticket: {0}",
          Numerals.count(check.usersWithoutTicket))
      ]
  }

  /// Lines, and whose they are.
  private func places(_ lines: [Int]) -> String {
    let told = lines.prefix(CheckReport.mostPlaces).map { line in
      owners[line].map { "\(line) (\($0.escapingControls))" } ?? "\(line)"
    }
    return language.list(told)
  }

  private var legend: [String] {
    if check.lost == 0 { return [] }
    let table = check.table
    return wrapped(
      language(
        "Drop points are those of {0} simulated users of {1} in {2}, of whose orders a log tells the same;"
          + " expected: so many orders like these that scenario would have. Of {3} simulated orders that were lost"
          + " or brought by hand, {4} show in such a log; {5} that show had come after all.",
        Numerals.count(table.users), design, check.scenario.name.escapingControls,
        Numerals.count(table.lost), Numerals.count(table.shown),
        Numerals.count(table.orders - table.shown)))
  }

  /// The most groups that are told, and of each the most drop points, and the most lines.
  private static let mostGroups = 20
  private static let mostPoints = 3
  private static let mostPlaces = 1
  /// The smallest share of a drop point that is told.
  private static let leastShare = 0.01
  /// The widest interval of a share that is told as a share.
  private static let widestShare = 0.1
}
