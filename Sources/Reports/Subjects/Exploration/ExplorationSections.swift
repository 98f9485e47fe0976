package import ExhaustiveSearch
import JSONText
package import PurchaseWorld
package import Scenarios

/// Losses by a few faults before any event, as a section of a page.
package struct ExplorationSections: DesignMarking {
  private let scenario: Scenario
  private let explored: [ExplorationJSON.JourneyExploration]
  private let order: [String]
  private let faults: Int
  private let language: Language
  private let words: (Exploration, Fault) -> String
  private let replay: (ExplorationJSON.JourneyExploration, [PlannedFault]) -> String

  /// Most kinds of loss shown for a design.
  private static let maxPlacements = 12

  /// - Parameter order: names of the designs in page order; nil for scenario order.
  /// - Parameter faults: largest number of faults placed together.
  /// - Parameter words: a fault in words.
  /// - Parameter replay: the command that replays a plan of faults.
  package init(
    _ explored: [ExplorationJSON.JourneyExploration], of scenario: Scenario, order: [String]? = nil,
    faults: Int, _ language: Language, words: @escaping (Exploration, Fault) -> String,
    replay: @escaping (ExplorationJSON.JourneyExploration, [PlannedFault]) -> String
  ) {
    (self.explored, self.scenario, self.faults) = (explored, scenario, faults)
    self.order = order ?? scenario.designs.map(\.name)
    (self.language, self.words, self.replay) = (language, words, replay)
  }

  /// Results for one design over all journeys.
  private struct Row {
    var name: String
    var explored: [ExplorationJSON.JourneyExploration]

    private func sum(_ count: (Exploration) -> Int) -> Int {
      explored.reduce(0) { $0 + count($1.found) }
    }
    var placements: Int { sum(\.placementCount) }
    var lost: Int { sum { $0.resultsByFaultCount.reduce(0) { $0 + $1.losingPlacementCount } } }
    var sets: Int { sum { $0.groups.reduce(0) { $0 + $1.count } } }
    /// Fewest faults that lose an order; nil if no loss was found.
    var fewest: Int? {
      if explored.contains(where: { !$0.found.lossesWithoutFaults.isEmpty }) { return 0 }
      return explored.flatMap(\.found.groups).map(\.kinds.count).min()
    }
    var isInterrupted: Bool { explored.contains { $0.found.interruption != nil } }
  }

  private var rows: [Row] {
    order.compactMap { name in
      let matching = explored.filter { $0.found.design == name }
      return matching.isEmpty ? nil : Row(name: name, explored: matching)
    }
  }

  package var sections: [HTMLPage.Section] {
    let rows = rows
    let table = Table(
      rows,
      [
        .markup(language("design")) { marked($0.name) },
        .cells(language("loses an order with")) { row in
          Table.Cell(text: fewest(row), key: Double(row.fewest ?? Int(Int32.max)))
        }, .counts(language("placements")) { $0.placements },
        .counts(language("with a loss")) { $0.lost }, .counts(language("minimal sets")) { $0.sets },
        .words(language("kinds of faults in them")) { row in
          let kinds = FaultKind.allCases.filter { kind in
            row.explored.contains { $0.found.groups.contains { $0.kinds.contains(kind) } }
          }
          return kinds.isEmpty ? "–" : language.list(kinds.map { language.named($0.rawValue) })
        },
      ])
    return [
      HTMLPage.Section(
        name: "exploration", title: language("Orders lost by a few faults"),
        note: language(
          "Every placement of up to {0} of the faults before every event of a journey, without"
            + " sampling. A design that loses nothing here survives every such placement. A set is"
            + " minimal if no part of it loses an order.", "\(faults)"),
        body: table.html(language("Placements of faults by design")) + rows.map(details).joined())
    ]
  }

  var designNames: [String] { scenario.designs.map(\.name) }

  private func fewest(_ row: Row) -> String {
    switch row.fewest {
    case nil: row.isInterrupted ? language("incomplete") : language("none found")
    case 0?: language("no fault")
    case 1?: language("1 fault")
    case let fewest?: language("{0} faults", "\(fewest)")
    }
  }

  /// A design's kinds of loss, collapsed, each with the simplest faults that cause it.
  private func details(_ row: Row) -> String {
    var (items, lossOutcomes): ([String], [LossSet.LossOutcome]) = ([], [])
    for explored in row.explored {
      for group in explored.found.groups {
        for lossOutcome in group.losses.allLossOutcomes where !lossOutcomes.contains(lossOutcome) {
          lossOutcomes.append(lossOutcome)
          items.append(item(lossOutcome, group, explored))
        }
      }
    }
    guard !items.isEmpty else { return "" }
    let shown = items.prefix(ExplorationSections.maxPlacements)
    let rest = items.count - shown.count
    let more = language("… and {0} more kinds of loss", "\(rest)").escapingMarkup
    let title = language("how {0} loses orders", row.name).escapingMarkup
    return "<details><summary>\(title)</summary>\n<ul>\n\(shown.joined())"
      + (rest > 0 ? "<li>\(more)</li>\n" : "") + "</ul></details>\n"
  }

  private func item(
    _ lossOutcome: LossSet.LossOutcome, _ group: Exploration.Group,
    _ explored: ExplorationJSON.JourneyExploration
  ) -> String {
    let (kind, point) = lossOutcome.words(language)
    let lost = [kind, point].compactMap(\.self)
    let plan = explored.found.plannedFaults(of: group.example)
    let faults = zip(plan, group.example).map { planned, placement in
      language("{0} at {1}", words(explored.found, planned.fault), Timeline.clock(placement.time))
    }
    let text = language("{0}: {1}", language.list(lost), faults.joined(separator: " + "))
    return "<li>\(text.escapingMarkup)\n<pre>\(replay(explored, plan).escapingMarkup)</pre></li>\n"
  }
}
