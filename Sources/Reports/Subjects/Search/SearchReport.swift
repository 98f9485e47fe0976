import Experiments
package import ExhaustiveSearch
import JSONText
package import PurchaseWorld
import Scenarios

/// What a search found, as text for people.
package struct SearchReport {
  private let found: SearchFindings
  /// Whether the candidates were the whole design space, and not the designs of the file.
  private let isSpace: Bool
  private let language: Language
  private let words: (Fault) -> String
  private let explore: (Design) -> String

  /// The most points that the table has; the rest stands in the data.
  private static let most = 20
  private static let mostFaults = 12

  /// - Parameter words: a fault with its parameters, in the language.
  /// - Parameter explore: the command that shows what loses the orders of a design.
  package init(
    _ found: SearchFindings, isSpace: Bool, _ language: Language = .en,
    words: @escaping (Fault) -> String, explore: @escaping (Design) -> String
  ) {
    (self.found, self.isSpace, self.language) = (found, isSpace, language)
    (self.words, self.explore) = (words, explore)
  }

  package var text: String {
    let scenario = found.search.scenario
    let nobody =
      found.cut == nil && found.survivors == 0
      ? [language("no design survives; those that come nearest were sampled")] : []
    let heading = Heading.title(scenario.name, scenario.title)
    let head = [[heading, subtitle], funnel.lines, nobody, inevitable]
    guard let plainest = found.plainest else { return head.page }
    let more = found.points.count - SearchReport.most
    let rest = more > 0 ? [language("… and {0} more in {1}", "\(more)", "search.json")] : []
    let count = found.points.count
    let points =
      count == 1 ? language("Pareto set: 1 point") : language("Pareto set: {0} points", "\(count)")
    let set = [[points], table.lines + rest, axes]
    return (head + set + [legend, answer(plainest)]).page
  }

  package var verdict: String {
    let name = found.search.scenario.name.escapingControls
    let count = Numerals.count(found.search.candidates.count)
    let survivors = Numerals.count(found.survivors)
    guard let plainest = found.plainest.map({ found.points[$0] }) else {
      let cut = CutText.mark(found.cut, language)
      return language(
        "{0}: {1} of {2} designs are not known to lose an order", name + cut, survivors, count)
        + "\n"
    }
    let (best, away) = (plainest.design.name.escapingControls, away(plainest.axes.count))
    return
      (found.inevitable.isEmpty
      ? language(
        "{0}: {1} of {2} designs lose nothing with {3}; the plainest of the Pareto set is {4}, {5}",
        name, survivors, count, upTo, best, away)
      : language(
        "{0}: {1} of {2} designs lose nothing with {3} but the inevitable;"
          + " the plainest of the Pareto set is {4}, {5}", name, survivors, count, upTo, best, away))
      + "\n"
  }

  private var legend: [String] {
    let text = language(
      "Lost orders and duplicate deliveries per mille of charges; lost sales per mille of intents that\n"
        + "wanted to pay; double charges per mille of intents. No design of the set is better than another\n"
        + "in all of them. axes: how many are away from their defaults. same: other designs with the same\n"
        + "numbers. least: lost orders that the users cannot tell from those of the first (McNemar, Holm)."
    )
    let refunds = language(
      "Auto-refunded: by Play before the right goods came, and the same after them, per mille of all\n"
        + "charges; those before count as lost where it is told who loses least.")
    return text.lines + (found.criteria.contains(.autoRefunded) ? refunds.lines : [])
  }

  private var subtitle: String {
    let search = found.search
    let kinds =
      search.kinds.count == 1 ? language("1 kind") : language("{0} kinds", "\(search.kinds.count)")
    let journeys = names(search.journeys)
    let (version, seed) = (Version.current, "\(search.scenario.seed)")
    let ran =
      search.journeys.count == 1
      ? language(
        "lostorder {0}, seed {1}; {2} of {3} before any event of journey {4}", version, seed, upTo,
        kinds, journeys)
      : language(
        "lostorder {0}, seed {1}; {2} of {3} before any event of journeys {4}", version, seed, upTo,
        kinds, journeys)
    return ran + Heading.settings(search.scenario.settings) + CutText.mark(found.cut, language)
  }

  private func names(_ journeys: [Journey]) -> String { language.list(journeys.map(\.rawValue)) }

  private var upTo: String { Numerals.upTo(faults: found.search.faults, language) }

  private var funnel: Table {
    let candidates = isSpace ? language("the design space") : language("the designs of the file")
    let losing = found.losing.enumerated().map { faults, count in
      let with =
        switch faults {
        case 0: language("lose an order without any fault")
        case 1: language("lose an order with 1 fault")
        default: language("lose an order with {0}", "\(faults)")
        }
      return (with, count)
    }
    let isExplored = found.losing.count > found.search.faults
    let rounds = found.rounds.map { round in
      let users = Numerals.count(round.users)
      return (language("met {0} users (seed {1})", users, "\(round.seed)"), round.designs)
    }
    let points = (language("Pareto set"), found.points.reduce(0) { $0 + 1 + $1.others.count })
    let survivors = (
      isExplored ? language("survive") : language("not known to lose one"), found.survivors
    )
    let explored = [(candidates, found.search.candidates.count)] + losing + [survivors]
    return Table(
      explored + rounds + (found.points.isEmpty ? [] : [points]),
      [.words("", \.0), .counts(language("designs"), \.1)])
  }

  private var inevitable: [String] {
    guard !found.inevitable.isEmpty else { return [] }
    let designs = found.search.candidates.count - (found.losing.first ?? 0)
    let which =
      designs == 1
      ? language("the only design") : language("all {0} designs", Numerals.count(designs))
    let hint =
      isSpace ? [] : ["  " + language("another design may survive them: --space tries many")]
    let head = language(
      "inevitable: faults with which {0} lose an order that lose none without a fault", which)
    return [head] + told(found.inevitable) + hint
  }

  /// Faults in a line each: those of a kind together if they are many.
  private func told(_ faults: [FaultScreen.LosingFault]) -> [String] {
    guard faults.count > SearchReport.mostFaults else {
      return faults.map { fault in
        let kind = language.named(fault.fault.kind.rawValue)
        let text =
          fault.outlastsRetries
          ? language("{0}, longer than the retries", kind) : words(fault.fault)
        let purchase = fault.intent == 0 ? "" : language(", of purchase {0}", "\(fault.intent + 1)")
        return "  " + text + purchase + among(fault.journeys)
      }
    }
    let kinds = found.search.kinds.filter { kind in faults.contains { $0.fault.kind == kind } }
    return kinds.map { kind in
      let these = faults.filter { $0.fault.kind == kind }
      let journeys = found.search.journeys.filter { journey in
        these.contains { $0.journeys.contains(journey) }
      }
      let count = these.count == 1 ? "" : language(", in {0} ways", "\(these.count)")
      return "  " + language.named(kind.rawValue) + count + among(journeys)
    }
  }

  private func among(_ journeys: [Journey]) -> String {
    journeys == found.search.journeys ? "" : language(" ({0})", names(journeys))
  }

  private var table: Table {
    let estimates = found.criteria.flatMap { share -> [Column<SearchFindings.Point>] in
      [
        .cells(share.title(language)) { .share($0.estimate(share)?.value) },
        .words(language("95 %\ninterval")) {
          $0.estimate(share).map { Numerals.interval($0, language) } ?? "–"
        },
      ]
    }
    return Table(
      found.points.prefix(SearchReport.most),
      [.words(language("design"), \.design.name), .counts(language("axes"), \.axes.count)]
        + estimates + [
          .numbers(language("same")) { $0.others.isEmpty ? "" : "\($0.others.count)" },
          .words(language("least")) { $0.losesMore ? "" : language("yes") },
        ])
  }

  /// What tells the designs of the table from the defaults.
  private var axes: [String] {
    found.points.prefix(SearchReport.most).flatMap { point in
      TextBlock.wrapped(
        point.design.name.escapingControls + ":", point.axes.map { "\($0.name)=\($0.to)" },
        most: 98, indentation: "   ")
    }
  }

  private func away(_ axes: Int) -> String {
    axes == 1
      ? language("1 axis away from the defaults")
      : language("{0} axes away from the defaults", "\(axes)")
  }

  private func answer(_ index: Int) -> [String] {
    let plainest = found.points[index]
    let name = plainest.design.name.escapingControls
    let away = away(plainest.axes.count)
    let next =
      isSpace
      ? [
        language("plainest: {0}, {1}; as a scenario declares it:", name, away),
        "  \(plainest.design.declaration.line)",
      ]
      : [
        language("plainest: {0}, {1}; to see what loses its orders:", name, away),
        "  " + language.command(explore(plainest.design)),
      ]
    if plainest.losesWith.isEmpty { return next }
    let others = language("it loses an order with one of these, which other designs survive")
    return next + [others] + told(plainest.losesWith)
  }
}
