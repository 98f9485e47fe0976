import Methods
import JSONText
import PurchaseWorld
import Scenarios

/// The designs by the axes in which they differ.
extension RunPage {
  /// One row per design and one column per axis; nil for a single design.
  var designTable: Section? {
    let rows = designs.compactMap { design in
      findings.scenario.designs.first { $0.name == design.name }
    }
    guard let first = rows.first, rows.count > 1 else { return nil }
    let differing = DesignAxes.all.filter { axis in
      rows.contains { axis.value(in: $0) != axis.value(in: first) }
    }
    let plain = Design(name: "")
    let alike = DesignAxes.all.filter { axis in
      !differing.contains { $0.name == axis.name } && axis.value(in: first) != axis.value(in: plain)
    }
    let columns = differing.map { axis in
      Column<Design>(
        head: Table.Head(title: axis.name, style: .markup, note: language.translated(axis.summary))
      ) { design in
        let value = axis.value(in: design)?.label ?? "none"
        let isDefault = axis.value(in: design) == axis.value(in: plain)
        let broken = value.escapingMarkup.replacing("+", with: "+<wbr>")
        return .text(isDefault ? "<span class=\"quiet\">\(broken)</span>" : broken)
      }
    }
    let updates: [Column<Design>] =
      rows.contains(where: \.hasUpdate)
      ? [.words("updates") { $0.updateOutput?.label ?? "none" }] : []
    let table = Table(rows, [.markup(language("design")) { marked($0.name) }] + columns + updates)
    let shared = alike.compactMap { axis in axis.value(in: first).map { "\(axis.name) \($0.label)" }
    }
    let notes =
      [language("Axes in which the designs differ; defaults are grey.")]
      + (shared.isEmpty ? [] : [language("Common to all: {0}.", language.list(shared))])
    return Section(
      name: "designs", title: language("Designs"), note: language.sentences(notes),
      body: table.html(language("Axes in which the designs differ")))
  }
}
