import Experiments
package import LossAttribution
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Causes of lost orders and effects of axes, as sections of a page.
package struct AttributionSections: DesignMarking {
  private let found: Attribution
  private let order: [String]
  private let language: Language

  /// Number of fault sets with a colour of their own; the rest is one part.
  private static let maxSets = 6

  /// - Parameter order: names of the designs in page order; nil for scenario order.
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

  private var lost: String { LossTerms(found.scenario.comparedShare, language).orders }

  // Causes of lost orders.

  private var causes: HTMLPage.Section? {
    let losing = designs.filter { $0.all.orders > 0 }
    guard !losing.isEmpty else { return nil }
    let sets = commonSets(losing)
    let rows = losing.map { design in
      let orders = sets.map { set in
        design.necessaryFaultSets.first { $0.declarations == set }?.count.orders ?? 0
      }
      let parts = orders + [design.noSingleNecessaryFault.orders, design.noFault.orders]
      let rate = design.all.rate.map { NumberFormat.perMille($0.value) } ?? "–"
      return ShareBars.Row(
        name: design.name, mark: mark(design.name),
        parts: (parts + [design.all.orders - parts.reduce(0, +)]).map { ShareBars.Part(lost: $0) },
        words: "\(rate) ‰")
    }
    let names =
      sets.map { $0.map(fault).joined(separator: " + ") }
      + [language("no single fault"), language("no fault"), language("all other")]
    let bars = ShareBars(
      parts: names, rows: rows, language: language,
      label: language("Lost orders of each design by the faults they needed"))
    let kinds = found.faults.indices.filter { fault in
      losing.contains { $0.causes[fault].count.orders > 0 }
    }
    let table = Table(
      designs,
      [.markup(language("design")) { marked($0.name) }, .counts(lost) { $0.all.orders }]
        + kinds.map { kind in
          .counts(language("needed {0}", fault(kind))) { $0.causes[kind].count.orders }
        })
    return HTMLPage.Section(
      name: "causes", title: language("Faults that lost orders needed"),
      note: language(
        "Each user with a lost order was simulated again without each of the faults. A bar shows"
          + " all lost orders of a design by the set of faults they needed: without any one of"
          + " these faults, the order would not have been lost. Orders of 'no fault' are lost by"
          + " the design, by what users do, or in an outage."),
      body: HTMLPage.Section.figure(
        bars.svg, table,
        language("Orders that would not have been lost without a fault; rows overlap"), language))
  }

  /// Sets of faults that most lost orders of any design needed, the most frequent first.
  private func commonSets(_ designs: [Attribution.DesignLosses]) -> [[Int]] {
    var weights: [[Int]: Double] = [:]
    for design in designs {
      for set in design.necessaryFaultSets where set.count.orders > 0 {
        weights[set.declarations, default: 0] +=
          Double(set.count.orders) / Double(design.all.orders)
      }
    }
    return weights.sorted { left, right in
      left.value == right.value
        ? left.key.lexicographicallyPrecedes(right.key) : left.value > right.value
    }.prefix(AttributionSections.maxSets).map(\.key)
  }

  // Effects of axes.

  private var axes: HTMLPage.Section? {
    guard let axes = found.axes, !axes.contributions.allSatisfy(\.hasNoEffect) else { return nil }
    let shares = axes.contributions.filter { !$0.hasNoEffect }.sorted {
      $0.rateChange.value < $1.rateChange.value
    }
    let rows = shares.map { share in
      ForestPlot.Row(
        name: share.name, value: share.rateChange,
        words: NumberFormat.signedEstimate(share.rateChange, language),
        note: share.axes.map { "\($0.name): \($0.from) → \($0.to)" }.joined(separator: "; "))
    }
    let plot = ForestPlot(
      rows: rows, title: language("change of {0} per mille of charges", lost), isSigned: true,
      label: language("Effect of each axis from {0} to {1}, with intervals", axes.from, axes.to))
    let currency = found.scenario.currency
    let table = Table(
      shares,
      [
        .words(language("axis"), \.name),
        .words(language("from")) { $0.axes.map(\.from).joined(separator: ", ") },
        .words(language("to")) { $0.axes.map(\.to).joined(separator: ", ") },
        .cells(language("change ‰")) {
          .estimate($0.rateChange) { NumberFormat.signedEstimate($0, language) }
        },
        .cells(language("change of lost revenue")) { .money($0.lostRevenueChange, currency) },
      ])
    let idle = axes.contributions.filter(\.hasNoEffect).map(\.name)
    let notes =
      [
        language(
          "From {0} ({1} ‰) to {2} ({3} ‰): the Shapley share of every axis in which the designs"
            + " differ. It is the mean change when the axis is switched, over sequences of"
            + " switching. The shares add up to the difference. Below 0, fewer orders are lost.",
          axes.from, NumberFormat.perMille(axes.rates.from), axes.to,
          NumberFormat.perMille(axes.rates.to))
      ] + (idle.isEmpty ? [] : [language("No effect here: {0}.", language.list(idle))])
    return HTMLPage.Section(
      name: "axes", title: language("Effect of each axis"), note: language.sentences(notes),
      body: HTMLPage.Section.figure(
        plot.svg, table, language("Effect of each axis from {0} to {1}", axes.from, axes.to),
        language))
  }
}
