import Experiments
import JSONText
import PurchaseWorld
import Statistics

/// Which faults designs do not survive, and drawn lives.
extension HTMLReport {
  /// Designs against kinds of faults; nil without declared faults.
  var faults: Section? {
    let kinds = findings.faultKinds
    guard !kinds.isEmpty else { return nil }
    let drawn = drawings
    let map = HeatMap(
      rows: findings.designs.map(\.name), columns: kinds.map { language.named($0.rawValue) },
      cells: findings.designs.map { design in
        kinds.indices.map { cell(design, kinds[$0], $0, drawn) }
      },
      label: language(
        "Lost orders per mille of the charges of struck users, by design and kind of fault"))
    let struck = kinds.enumerated().map { place, kind in
      Column<Findings.DesignFindings>.cells(language.named(kind.rawValue)) { design in
        var cell = Table.Cell.share(design.ledger.struckRate(place)?.value)
        cell.text += " (\(Numerals.count(design.ledger.struckCharges(place))))"
        return cell
      }
    }
    let table = Table(findings.designs, [.design(language("design"))] + struck)
    let caption = language(
      "Lost orders per mille of the charges of users whom a kind of fault struck, and the number"
        + " of these charges")
    return Section(
      name: "faults", title: language("Designs against faults"),
      note: language(
        "Lost orders per mille of the charges of users whom a fault of the kind struck, and under"
          + " it the number of these charges. A user whom several faults struck counts for each, so"
          + " a column also shows what came together with its fault. A click on an underlined"
          + " number leads to a drawn life that lost an order there; other cells name the command."),
      body: figure(map.svg, table, caption) + examplesHTML(drawn))
  }

  private func cell(
    _ design: Findings.DesignFindings, _ kind: FaultKind, _ place: Int, _ drawn: [Drawing]
  ) -> HeatMap.Cell {
    let charges = design.ledger.struckCharges(place)
    // A scaled count can round to none.
    let rate = charges > 0 ? design.ledger.struckRate(place) : nil
    let name = language.named(kind.rawValue)
    let title =
      rate.map {
        language(
          "{0}, {1}: {2} ‰ ({3}) of {4} charges", design.name, name, Numerals.perMille($0.value),
          Numerals.interval($0, language), Numerals.count(charges))
      } ?? language("{0}, {1}: nobody was charged", design.name, name)
    var cell = HeatMap.Cell(perMille: rate.map { $0.value * 1_000 }, size: charges, title: title)
    guard let user = design.ledger.firstStruckLoser(place) else { return cell }
    if let index = drawn.firstIndex(where: {
      $0.example.design == design.name && $0.example.user == user
    }) {
      cell.link = "example-\(index)"
      cell.title = language("{0}; click for a drawn life", title)
    } else {
      cell.title = language("{0}; {1}", title, commands.replay(design.name, user))
    }
    return cell
  }

  /// A drawn life.
  typealias Drawing = (example: Example, svg: String)

  /// As many of the examples as there is room for.
  var drawings: [Drawing] {
    var room = HTMLReport.mostDrawings
    return examples.compactMap { example in
      let svg = SequenceDrawing.svg(example.story, isStyled: false)
      guard svg.utf8.count <= room else { return nil }
      room -= svg.utf8.count
      return (example, svg)
    }
  }

  private func examplesHTML(_ drawn: [Drawing]) -> String {
    guard !drawn.isEmpty else { return "" }
    let summary =
      drawn.count == 1
      ? language("1 drawn life that lost an order")
      : language("{0} drawn lives that lost an order", Numerals.count(drawn.count))
    return """
      <details class="examples"><summary>\(summary)</summary>
      \(drawn.enumerated().map { html($1, id: "example-\($0)") }.joined())</details>

      """
  }

  /// One drawn life, with the command that plays it.
  private func html(_ drawing: Drawing, id: String) -> String {
    let (example, story) = (drawing.example, drawing.example.story)
    return """
      <article class="example" id="\(id)">
      <h3>\(story.title.escapingMarkup)</h3>
      <p class="note">\(language.clauses(story.endings).escapingMarkup)</p>
      <pre>\(commands.replay(example.design, example.user).escapingMarkup)</pre>
      <div class="scroll">\(drawing.svg)</div>
      </article>

      """
  }

  /// The lives of a case, design by design.
  var lives: Section {
    let drawn = drawings
    return Section(
      name: "lives", title: language("What happened"),
      note: drawn.count < findings.designs.count
        ? language(
          "Designs with the same life as one before, or for which there is no room, are left out.")
        : "", body: drawn.enumerated().map { html($1, id: "life-\($0)") }.joined())
  }
}
