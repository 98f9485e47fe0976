import Experiments
package import Methods
import JSONText

/// Results of a sweep, as sections of a page.
package struct SweepSections {
  private let findings: SweepFindings
  private let language: Language

  package init(_ findings: SweepFindings, _ language: Language) {
    (self.findings, self.language) = (findings, language)
  }

  /// One section per chart; the first adds the break-evens, or where each design loses least, in
  /// words.
  package var sections: [HTMLPage.Section] {
    SweepCharts(findings, language).figures.enumerated().map { index, figure in
      HTMLPage.Section(
        name: figure.name, title: figure.title, note: figure.note,
        body: (index == 0 ? words : "")
          + HTMLPage.Section.figure(figure.chart.svg, figure.table, figure.title, language))
    }
  }

  private var words: String {
    let lines = SweepReport(findings, language).answers
    return lines.isEmpty ? "" : HTMLPage.Section.list(lines)
  }

  /// The results as a separate page: `sweep.html`.
  /// - Parameter source: text of the scenario file.
  /// - Parameter command: the command that ran.
  package func page(source: String, command: String) -> HTMLPage {
    let report = SweepReport(findings, language)
    let warnings = report.warnings.map { language("Inconclusive: {0}.", $0).escapingMarkup }
    return HTMLPage(
      language: language, heading: findings.heading, subtitle: report.subtitle,
      verdict: warnings.isEmpty ? nil : ("inconclusive", language.sentences(warnings)),
      sections: sections
        + HTMLPage.Section.origin(
          source: source, command: command, title: findings.title, language))
  }
}

/// Charts of a sweep as a self-contained drawing: `sweep.svg`.
package enum SweepDrawing {
  package static func svg(_ findings: SweepFindings, _ language: Language) -> String {
    let figures = SweepCharts(findings, language).figures
    let margin = 20.0
    var sheet = Canvas(width: Canvas.wide + 2 * margin)
    var y = margin
    let width = Int(Canvas.wide)
    y += sheet.lines(findings.heading, x: margin, y: y + 14, width: width, "title", size: 17)
    let subtitle = SweepReport(findings, language).subtitle
    y += sheet.lines(subtitle, x: margin, y: y + 12, width: width, "axis")
    for figure in figures {
      y += 26
      y += sheet.lines(figure.title, x: margin, y: y + 12, width: width, "name", size: 14)
      y += sheet.lines(figure.note, x: margin, y: y + 12, width: width, "axis") + 4
      var canvas = Canvas(width: Canvas.wide)
      figure.chart.draw(on: &canvas)
      sheet.markup +=
        "<g transform=\"translate(\(margin.pixels) \(y.pixels))\">\n\(canvas.markup)</g>\n"
      y += canvas.height
    }
    let size = (width: sheet.width.pixels, height: (y + margin).pixels)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="lostorder" role="img" \
      width="\(size.width)" height="\(size.height)" viewBox="0 0 \(size.width) \(size.height)">
      <title>\(findings.heading.escapingMarkup)</title>
      <desc>\(language.sentences(figures.map(\.title)).escapingMarkup)</desc>
      <style>
      \(PageParts.chartStyle)
      </style>
      <rect class="paper" width="\(size.width)" height="\(size.height)"/>
      \(sheet.markup)</svg>

      """
  }
}
