import Experiments
import Methods
import JSONText
import Scenarios
import Statistics

/// What the draws of a scenario leave open of the rates of designs, and of the differences of pairs.
extension HTMLReport {
  var leftOpen: Section? {
    guard let draws = findings.draws, draws.played > 1 else { return nil }
    let text = DrawsText(draws, findings, language)
    let key = language(
      "A dot with a line is what the run found and the luck of its users; the bar below it is what is"
        + " open, each small line under that a draw.")
    return Section(
      name: "open", title: language("What the data leave open"),
      note: language.sentences(
        [text.meaning] + (text.missing.map { [language("Cannot tell: {0}.", $0)] } ?? []) + [key]),
      body: figure(ofRates: draws) + (draws.pairs.isEmpty ? "" : figure(ofPairs: draws, text)))
  }

  private func figure(ofRates draws: DrawsFindings) -> String {
    let rows = ranked.map { name, rate, _, _ in
      let open = draws.open(name)
      let words = open.map { language("open {0} ‰", Numerals.range($0.range)) } ?? ""
      return ForestPlot.Row(
        name: name, mark: mark(name), value: rate, words: Numerals.estimate(rate, language),
        note: words, open: open.map { ($0.range, $0.values, words) })
    }
    let title = losses.axis
    let plot = ForestPlot(
      rows: rows, title: title,
      label: language("{0}, by design, with what the data leave open", title))
    let columns = draws.shares.map { share in
      Column<Findings.DesignFindings>.cells(share.title(language)) { design in
        guard let range = draws.open(design.name, share)?.range else { return .dash }
        return Table.Cell(text: Numerals.range(range), key: range.high)
      }
    }
    return figure(
      plot.svg, Table(designs, [.marked(language("design"), self)] + columns),
      language("What the data leave open of each rate, by design"))
  }

  private func figure(ofPairs draws: DrawsFindings, _ text: DrawsText) -> String {
    let rows = draws.pairs.map { pair in
      let found = findings.comparisons.first {
        $0.first == pair.first && $0.second == pair.second
      }?.difference
      return ForestPlot.Row(
        name: pair.second, less: pair.first, mark: mark(pair.second), value: found,
        words: found.map { Numerals.signedEstimate($0, language) }
          ?? language("nobody was charged"), note: text.words(pair),
        open: pair.difference.map { open in
          let range = Numerals.signedRange(open.range, language)
          return (open.range, open.values, language("open {0} ‰", range))
        })
    }
    let title = losses.axisOfDifferences
    let plot = ForestPlot(
      rows: rows, title: title, isSigned: true,
      label: language("{0}, by pair, with what the data leave open", title))
    let table = Table(
      draws.pairs,
      [
        .markup("A") { self.marked($0.first) }, .markup("B") { self.marked($0.second) },
        .counts(language("draws in which B loses fewer")) { $0.fewer },
        .counts(language("in which B loses more")) { $0.more },
        .cells(language("open, B − A ‰")) { pair in
          guard let range = pair.difference?.range else { return .dash }
          return Table.Cell(text: Numerals.signedRange(range, self.language), key: range.low)
        },
      ])
    return figure(plot.svg, table, language("In how many draws which design of a pair loses fewer"))
  }
}
