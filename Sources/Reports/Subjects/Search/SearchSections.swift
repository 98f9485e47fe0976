package import DesignSearch
import ExhaustiveSearch
import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Designs without losses and their Pareto set, as a section of a page.
package struct SearchSections: DesignMarking {
  private let found: SearchFindings
  private let language: Language

  package init(_ found: SearchFindings, _ language: Language) {
    (self.found, self.language) = (found, language)
  }

  package var sections: [HTMLPage.Section] {
    guard let simplest = found.simplest else { return [] }
    let columns: [Column<SearchFindings.Point>] =
      [.markup(language("design")) { marked($0.design.name) }]
      + found.criteria.map { share in
        .cells(share.title(language)) {
          .estimate($0.estimate(share)) { NumberFormat.estimate($0, language) }
        }
      } + [
        .counts(language("axes away from the defaults"), \.axes.count),
        .words(language("designs with the same numbers")) { $0.others.joined(separator: ", ") },
      ]
    let table = Table(found.points, columns)
    let chosen = found.points[simplest]
    let count = NumberFormat.count(found.search.candidates.count)
    let notes =
      [
        language(
          "{0} of {1} designs lose nothing with up to {2} of the declared faults before any event,"
            + " except for faults that no design survives. These designs, or the nearest ones, were"
            + " simulated with {3} users.", NumberFormat.count(found.survivorCount), count,
          "\(found.search.maxFaults)", NumberFormat.count(found.rounds.last?.users ?? 0)),
        language(
          "No other design has fewer lost orders, lost sales, double charges and duplicates at the"
            + " same time. The simplest of those that lose least is {0}.", chosen.design.name),
      ]
      + (found.faultsLosingAlways.isEmpty
        ? [] : [language("Inevitable: {0}.", language.list(inevitableFaults))])
    return [
      HTMLPage.Section(
        name: "search", title: language("Designs that lose nothing"),
        note: language.sentences(notes),
        body: plot(table) ?? table.html(language("The Pareto set")))
    ]
  }

  /// Kinds of faults that no design survives, without duplicates.
  private var inevitableFaults: [String] {
    let kinds = Set(found.faultsLosingAlways.map(\.fault.kind))
    return found.search.kinds.filter(kinds.contains).map { language.named($0.rawValue) }
  }

  var designNames: [String] { found.search.scenario.designs.map(\.name) }

  /// Lost orders against lost sales of the set; nil for a single design, or if no sale was lost.
  private func plot(_ table: Table) -> String? {
    let points = found.points.enumerated().compactMap { number, point -> ScatterPlot.Point? in
      guard let x = point.estimate(.lost), let y = point.estimate(.lostSale) else { return nil }
      return ScatterPlot.Point(
        name: point.design.name, mark: mark(point.design.name) ?? DesignMark(number), x: x, y: y,
        isOnFront: true,
        words: language(
          "lost orders {0} ‰, lost sales {1} ‰", NumberFormat.estimate(x, language),
          NumberFormat.estimate(y, language)))
    }
    guard points.count > 1, points.contains(where: { $0.y.value > 0 }) else { return nil }
    let plot = ScatterPlot(
      points: points, xTitle: language("lost orders per mille of charges"),
      yTitle: language("lost sales per mille of intents"),
      frontTitle: language("in bold: not dominated"),
      label: language("Lost orders against lost sales of the Pareto set"))
    return HTMLPage.Section.figure(plot.svg, table, language("The Pareto set"), language)
  }
}
