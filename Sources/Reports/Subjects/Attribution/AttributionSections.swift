import Experiments
package import LossAttribution
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Why orders were lost and what each axis buys, as sections of a page.
package struct AttributionSections: ShowsDesigns {
  private let found: Attribution
  private let order: [String]
  private let language: Language

  /// How many sets of faults have a colour; what is left is one part.
  private static let mostSets = 6

  /// - Parameter order: the names of the designs in the order of the page; nil: that of the scenario.
  package init(_ found: Attribution, order: [String]? = nil, _ language: Language = .en) {
    (self.found, self.language) = (found, language)
    self.order = order ?? found.scenario.designs.map(\.name)
  }

  package var sections: [HTMLPage.Section] { [causes, axes].compactMap(\.self) }

  private var designs: [Attribution.DesignLosses] {
    order.compactMap { name in found.designs.first { $0.name == name } }
  }

  var designNames: [String] { found.scenario.designs.map(\.name) }

  private func fault(_ declaration: Int) -> String {
    language.named(found.faults[declaration].rawValue) + " [\(declaration)]"
  }

  private var lost: String { LossWords(found.scenario.comparedShare, language).orders }

  // Why orders were lost.

  private var causes: HTMLPage.Section? {
    let losing = designs.filter { $0.all.orders > 0 }
    guard !losing.isEmpty else { return nil }
    let sets = commonSets(losing)
    let rows = losing.map { design in
      let orders = sets.map { set in
        design.exactly.first { $0.declarations == set }?.count.orders ?? 0
      }
      let parts = orders + [design.noSingleFault.orders, design.noFault.orders]
      let rate = design.all.rate.map { Numerals.perMille($0.value) } ?? "–"
      return ShareBars.Row(
        name: design.name, mark: mark(design.name),
        parts: (parts + [design.all.orders - parts.reduce(0, +)]).map { ShareBars.Part(lost: $0) },
        words: "\(rate) ‰")
    }
    let names =
      sets.map { $0.map(fault).joined(separator: " + ") }
      + [language("no single fault"), language("no fault"), language("all else")]
    let bars = ShareBars(
      parts: names, rows: rows, language: language,
      label: language("The lost orders of each design by the faults that they needed"))
    let kinds = found.faults.indices.filter { fault in
      losing.contains { $0.causes[fault].count.orders > 0 }
    }
    let table = Table(
      designs,
      [
        .markup(language("design")) { marked($0.name) },
        .counts(lost) { $0.all.orders },
      ]
        + kinds.map { kind in
          .counts(language("but for {0}", fault(kind))) { $0.causes[kind].count.orders }
        })
    return HTMLPage.Section(
      name: "causes", title: language("Which faults lost orders needed"),
      note: language(
        "Every user who lost an order was played again without each of the faults. Each bar is all"
          + " lost orders of a design, by the set of faults without any one of which they would not"
          + " have been lost; 'no fault' are lost by the design, by what users do, or in an outage."
      ),
      body: HTMLPage.Section.figure(
        bars.svg, table,
        language("Orders that would not have been lost but for a fault; rows overlap"), language))
  }

  /// The sets of faults that most lost orders of any design needed, the most frequent first.
  private func commonSets(_ designs: [Attribution.DesignLosses]) -> [[Int]] {
    var weights: [[Int]: Double] = [:]
    for design in designs {
      for needs in design.exactly where needs.count.orders > 0 {
        weights[needs.declarations, default: 0] +=
          Double(needs.count.orders) / Double(design.all.orders)
      }
    }
    return weights.sorted { left, right in
      left.value == right.value
        ? left.key.lexicographicallyPrecedes(right.key) : left.value > right.value
    }.prefix(AttributionSections.mostSets).map(\.key)
  }

  // What each axis buys.

  private var axes: HTMLPage.Section? {
    guard let axes = found.axes, axes.shares.contains(where: { !$0.isIdle }) else { return nil }
    let shares = axes.shares.filter { !$0.isIdle }.sorted { $0.rate.value < $1.rate.value }
    let names = shares.map { $0.axes.map(\.name).joined(separator: " + ") }
    let rows = zip(names, shares).map { name, share in
      ForestPlot.Row(
        name: name, value: share.rate, words: Numerals.signedEstimate(share.rate, language),
        note: share.axes.map { "\($0.name): \($0.from) → \($0.to)" }.joined(separator: "; "))
    }
    let plot = ForestPlot(
      rows: rows, title: language("change of {0} per mille of charges", lost), isSigned: true,
      label: language("What each axis buys from {0} to {1}, with intervals", axes.from, axes.to))
    let currency = found.scenario.currency
    let table = Table(
      shares,
      [
        .words(language("axis")) { $0.axes.map(\.name).joined(separator: " + ") },
        .words(language("from")) { $0.axes.map(\.from).joined(separator: ", ") },
        .words(language("to")) { $0.axes.map(\.to).joined(separator: ", ") },
        .cells(language("change ‰")) {
          Table.Cell(text: Numerals.signedEstimate($0.rate, language), key: $0.rate.value)
        },
        .cells(language("change of lost money")) { .money($0.revenue, currency) },
      ])
    let idle = axes.shares.filter(\.isIdle).map { $0.axes.map(\.name).joined(separator: " + ") }
    let notes =
      [
        language(
          "From {0} ({1} ‰) to {2} ({3} ‰): the Shapley share of every axis in which they differ,"
            + " the mean change when it is switched over the orders of switching. The shares add up to"
            + " the difference; below 0 less is lost.", axes.from,
          Numerals.perMille(axes.rates.from), axes.to, Numerals.perMille(axes.rates.to))
      ] + (idle.isEmpty ? [] : [language("Changes nothing here: {0}.", language.list(idle))])
    return HTMLPage.Section(
      name: "axes", title: language("What each axis buys"), note: language.sentences(notes),
      body: HTMLPage.Section.figure(
        plot.svg, table, language("What each axis buys from {0} to {1}", axes.from, axes.to),
        language))
  }
}
