import Experiments
import Methods
import JSONText
import Scenarios
import Statistics

/// Ranges that the draws leave open, for rates of designs and for differences of pairs.
extension RunPage {
  var leftOpen: Section? {
    guard let draws = findings.parameterDrawFindings, draws.simulatedDraws > 1 else { return nil }
    let text = ParameterDrawText(draws, findings, language)
    let key = language(
      "A mark with a line is the result of the run with its sampling error. The bar below it is the"
        + " open range; each small line below the bar is a draw.")
    let missing = text.missingDrawsReason.map { language("Inconclusive: {0}.", $0) }
    return Section(
      name: "open", title: language("Ranges left open by the data"),
      note: language.sentences([text.meaning, missing, key].compactMap(\.self)),
      body: figure(ofRates: draws) + (draws.pairs.isEmpty ? "" : figure(ofPairs: draws, text)))
  }

  /// Chart of the rates with their open ranges, and a table behind it.
  private func figure(ofRates draws: ParameterDrawFindings) -> String {
    let rows = ranked.map { name, rate, _ in
      let open = draws.variation(name)
      let words = open.map { language("open {0} ‰", NumberFormat.range($0.range)) } ?? ""
      return ForestPlot.Row(
        name: name, mark: mark(name), value: rate, words: NumberFormat.estimate(rate, language),
        note: words, open: open.map { ($0.range, $0.values, words) })
    }
    let plot = ForestPlot(
      rows: rows, title: losses.axis,
      label: language("{0}, by design, with the range left open by the data", losses.axis))
    let columns = draws.shares.map { Column.open($0.title(language), $0, draws) }
    return figure(
      plot.svg, Table(designs, [.marked(language("design"), self)] + columns),
      language("Range of each rate left open by the data, by design"))
  }

  /// Chart of the pairs with their open ranges, and a table behind it.
  private func figure(ofPairs draws: ParameterDrawFindings, _ text: ParameterDrawText) -> String {
    let rows = draws.pairs.map { pair in
      let found = findings.comparisons.first { $0.first == pair.first && $0.second == pair.second }?
        .difference
      return ForestPlot.Row(
        name: pair.second, less: pair.first, mark: mark(pair.second), value: found,
        words: found.map { NumberFormat.signedEstimate($0, language) }
          ?? language("no user was charged"), note: text.words(pair),
        open: pair.difference.map { open in
          let range = NumberFormat.signedRange(open.range, language)
          return (open.range, open.values, language("open {0} ‰", range))
        })
    }
    let title = losses.axisOfDifferences
    let plot = ForestPlot(
      rows: rows, title: title, isSigned: true,
      label: language("{0}, by pair, with the range left open by the data", title))
    let table = Table(
      draws.pairs,
      [
        .markup("A") { self.marked($0.first) }, .markup("B") { self.marked($0.second) },
        .counts(language("draws in which B loses fewer")) { $0.fewer },
        .counts(language("in which B loses more")) { $0.more },
        .cells(language("open, B − A ‰")) { pair in
          guard let range = pair.difference?.range else { return .dash }
          return Table.Cell(text: NumberFormat.signedRange(range, self.language), key: range.low)
        },
      ])
    return figure(
      plot.svg, table, language("Number of draws in which each design of a pair loses fewer"))
  }
}
