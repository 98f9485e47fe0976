package import DesignSearch
import ExhaustiveSearch
import Experiments
import JSONText
package import PurchaseWorld
import Scenarios

/// Results of a search, as text for people.
package struct SearchReport {
  private let found: SearchFindings
  /// Whether the candidates are the whole design space, not only the designs of the file.
  private let isSpace: Bool
  private let language: Language
  private let words: (Fault) -> String
  private let explore: (Design) -> String

  /// Most points in the table; the data file contains all.
  private static let maximum = 20
  private static let maxFaults = 12

  /// - Parameter words: a fault with its parameters, in the language.
  /// - Parameter explore: the command that shows what loses orders under a design.
  package init(
    _ found: SearchFindings, isSpace: Bool, _ language: Language = .en,
    words: @escaping (Fault) -> String, explore: @escaping (Design) -> String
  ) {
    (self.found, self.isSpace, self.language) = (found, isSpace, language)
    (self.words, self.explore) = (words, explore)
  }

  package var text: String {
    let scenario = found.search.scenario
    let noSurvivor =
      found.interruption == nil && found.survivorCount == 0
      ? [language("no design survives; the nearest ones were sampled")] : []
    let title = [Heading.title(scenario.name, scenario.title), subtitle]
    let head = [title, funnel.lines, noSurvivor, inevitableFaults]
    guard let simplest = found.simplest else { return head.page }
    let more = found.points.count - SearchReport.maximum
    let rest = more > 0 ? [language("… and {0} more in {1}", "\(more)", "search.json")] : []
    let count = found.points.count
    let points =
      count == 1 ? language("Pareto set: 1 point") : language("Pareto set: {0} points", "\(count)")
    let set = [[points], table.lines + rest, axes]
    return (head + set + [legend, answer(simplest)]).page
  }

  package var verdict: String {
    let name = found.search.scenario.name.escapingControls
    let count = NumberFormat.count(found.search.candidates.count)
    let survivors = NumberFormat.count(found.survivorCount)
    guard let simplest = found.simplest.map({ found.points[$0] }) else {
      let interruption = InterruptionText.mark(found.interruption, language)
      return language(
        "{0}: {1} of {2} designs are not known to lose an order", name + interruption, survivors,
        count) + "\n"
    }
    let (best, away) = (simplest.design.name.escapingControls, away(simplest.axes.count))
    return
      (found.faultsLosingAlways.isEmpty
      ? language(
        "{0}: {1} of {2} designs lose nothing with {3}; the simplest of the Pareto set is {4}, {5}",
        name, survivors, count, upTo, best, away)
      : language(
        "{0}: {1} of {2} designs lose nothing with {3} except inevitable losses; the simplest of"
          + " the Pareto set is {4}, {5}", name, survivors, count, upTo, best, away)) + "\n"
  }

  private var legend: [String] {
    let text = language(
      "Lost orders and duplicate deliveries: per mille of charges. Lost sales: per mille of intents whose\n"
        + "user wanted to pay. Double charges: per mille of intents. No design of the set is better than\n"
        + "another in all of them. axes: number of axes that differ from their defaults. same: other designs\n"
        + "with the same numbers. least: lost orders that do not differ significantly from the fewest\n"
        + "(McNemar, Holm)."
    )
    let refunds = language(
      "Auto-refunded: by Play before the right goods were delivered, and the same after delivery, per\n"
        + "mille of all charges. Those before delivery count as lost where designs are compared by losses."
    )
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
    return ran + Heading.settings(search.scenario.settings)
      + InterruptionText.mark(found.interruption, language)
  }

  private func names(_ journeys: [Journey]) -> String { language.list(journeys.map(\.rawValue)) }

  private var upTo: String { NumberFormat.upTo(faults: found.search.maxFaults, language) }

  private var funnel: Table {
    let candidates = isSpace ? language("the design space") : language("the designs of the file")
    let losing = found.candidateCountsByLosingFaultCount.enumerated().map { faults, count in
      let with =
        switch faults {
        case 0: language("lose an order without any fault")
        case 1: language("lose an order with 1 fault")
        default: language("lose an order with {0}", "\(faults)")
        }
      return (with, count)
    }
    let isExplored = found.candidateCountsByLosingFaultCount.count > found.search.maxFaults
    let rounds = found.rounds.map {
      let (users, seed) = (NumberFormat.count($0.users), "\($0.seed)")
      return (language("simulated with {0} users (seed {1})", users, seed), $0.designCount)
    }
    let points = (language("Pareto set"), found.points.reduce(0) { $0 + 1 + $1.others.count })
    let survive = isExplored ? language("survive") : language("not known to lose one")
    let explored =
      [(candidates, found.search.candidates.count)] + losing + [(survive, found.survivorCount)]
    return Table(
      explored + rounds + (found.points.isEmpty ? [] : [points]),
      [.words("", \.0), .counts(language("designs"), \.1)])
  }

  private var inevitableFaults: [String] {
    guard !found.faultsLosingAlways.isEmpty else { return [] }
    let losing = found.candidateCountsByLosingFaultCount.first ?? 0
    let designs = found.search.candidates.count - losing
    let which =
      designs == 1
      ? language("the only design") : language("all {0} designs", NumberFormat.count(designs))
    let hint =
      isSpace ? [] : ["  " + language("another design may survive them: --space tries many")]
    let head = language(
      "inevitable: faults with each of which {0} lose an order (without a fault, they lose none)",
      which)
    return [head] + faultLines(found.faultsLosingAlways) + hint
  }

  /// Faults in a line each; many faults of a kind share a line.
  private func faultLines(_ faults: [FaultScreen.LosingFault]) -> [String] {
    guard faults.count > SearchReport.maxFaults else {
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
      let matching = faults.filter { $0.fault.kind == kind }
      let journeys = found.search.journeys.filter { journey in
        matching.contains { $0.journeys.contains(journey) }
      }
      let count = matching.count == 1 ? "" : language(", in {0} ways", "\(matching.count)")
      return "  " + language.named(kind.rawValue) + count + among(journeys)
    }
  }

  private func among(_ journeys: [Journey]) -> String {
    if journeys == found.search.journeys { return "" }
    return journeys.count == 1
      ? language(", in journey {0}", names(journeys))
      : language(", in journeys {0}", names(journeys))
  }

  private var table: Table {
    let estimates = found.criteria.flatMap { share -> [Column<SearchFindings.Point>] in
      [
        .cells(share.title(language)) { .share($0.estimate(share)?.value) },
        .words(language("95 %\ninterval")) {
          $0.estimate(share).map { NumberFormat.interval($0, language) } ?? "–"
        },
      ]
    }
    return Table(
      found.points.prefix(SearchReport.maximum),
      [.words(language("design"), \.design.name), .counts(language("axes"), \.axes.count)]
        + estimates + [
          .numbers(language("same")) { $0.others.isEmpty ? "" : "\($0.others.count)" },
          .words(language("least")) { $0.losesMore ? "" : language("yes") },
        ])
  }

  /// Axes in which the designs of the table differ from the defaults.
  private var axes: [String] {
    found.points.prefix(SearchReport.maximum).flatMap { point in
      TextBlock.wrapped(
        point.design.name.escapingControls + ":", point.axes.map { "\($0.name)=\($0.to)" },
        maximum: 98, indentation: "   ")
    }
  }

  private func away(_ axes: Int) -> String {
    axes == 1
      ? language("1 axis away from the defaults")
      : language("{0} axes away from the defaults", "\(axes)")
  }

  /// The simplest design: its declaration or the next command, and the faults that it does not
  /// survive.
  private func answer(_ index: Int) -> [String] {
    let simplest = found.points[index]
    let (design, faults) = (simplest.design, simplest.losingFaults)
    let (name, away) = (design.name.escapingControls, away(simplest.axes.count))
    let head =
      isSpace
      ? language("simplest: {0}, {1}; as a scenario declares it:", name, away)
      : language("simplest: {0}, {1}; to see what loses its orders:", name, away)
    let next = isSpace ? design.declaration.line : language.command(explore(design))
    let others = language("it loses an order with one of these, but other designs survive them")
    return [head, "  " + next] + (faults.isEmpty ? [] : [others] + faultLines(faults))
  }
}
