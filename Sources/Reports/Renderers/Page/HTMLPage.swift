package import Experiments
import JSONText
package import Scenarios
import Statistics

/// A page that needs nothing else: a heading, a verdict, links to its sections, and these.
package struct HTMLPage {
  /// A part of a page: what it shows and how to read it, then the thing itself.
  package struct Section: Sendable {
    /// The name by which links lead to it.
    var name: String
    var title: String
    /// What it shows and how to read it.
    var note: String
    /// Markup.
    var body: String

    fileprivate var html: String {
      """
      <section id="\(name)" aria-labelledby="\(name)-title">
      <h2 id="\(name)-title">\(title.escapingMarkup)</h2>
      \(note.isEmpty ? "" : "<p class=\"note\">\(note.escapingMarkup)</p>")
      \(body)</section>

      """
    }

    /// - Parameter body: markup.
    package init(name: String, title: String, note: String, body: String = "") {
      (self.name, self.title, self.note, self.body) = (name, title, note, body)
    }

    /// The last sections of a page: the file from which it comes, and the command that makes it again.
    static func origin(
      source: String, command: String, title: String, _ language: Language
    ) -> [Section] {
      [
        Section(
          name: "scenario", title: language("The scenario"), note: title,
          body: "<details><summary>\(language("the file"))</summary>\n"
            + "<pre>\(source.escapingMarkupLines)</pre></details>\n"),
        Section(
          name: "reproduction", title: language("How to reproduce"), note: "",
          body: "<pre>\(command.escapingMarkupLines)</pre>\n"),
      ]
    }

    /// A chart with the table of the numbers behind it, folded away.
    static func figure(
      _ svg: String, _ table: Table, _ caption: String, _ language: Language
    ) -> String {
      """
      <figure>
      \(svg)<details><summary>\(language("as a table"))</summary>
      \(table.html(caption))</details>
      </figure>

      """
    }
  }

  var language: Language
  var heading: String
  var subtitle: String
  /// What came of it all: a class of `report.css`, and markup; nil where nothing is judged.
  var verdict: (style: String, markup: String)?
  var sections: [Section]

  /// The box below the heading. A page on which something failed begins with the first claim that did; one on which
  /// nothing was expected passes nothing.
  /// - Parameter words: what else is said.
  static func verdict(
    _ verdict: Verdict, of claims: [ClaimFinding], _ words: String, _ language: Language
  ) -> (style: String, markup: String) {
    if claims.isEmpty, verdict == .pass { return ("", words.escapingMarkup) }
    let failed = claims.first { verdict == .fail && $0.verdict == .fail }
    let all = failed.map {
      language.sentences([language("{0}.", ClaimText($0, language).line), words])
    }
    return (
      verdict.rawValue,
      language("<b>{0}</b>: {1}", verdict.word(language), (all ?? words).escapingMarkup)
    )
  }

  package var text: String {
    let links = sections.map { "<a href=\"#\($0.name)\">\($0.title.escapingMarkup)</a>" }
    let box = verdict.map { "<p class=\"verdict \($0.style)\">\($0.markup)</p>\n" } ?? ""
    return """
      <!DOCTYPE html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="lostorder \(Version.current)">
      <title>\(heading.escapingMarkup)</title>
      <link rel="icon" href="data:,">
      <style>
      \(PageParts.style)
      \(PageParts.drawingStyle)
      </style>
      </head>
      <body>
      <header>
      <h1>\(heading.escapingMarkup)</h1>
      <p class="sub">\(subtitle.escapingMarkup)</p>
      \(box)</header>
      <nav aria-label="\(language("parts of this report"))">\(links.joined(separator: "\n"))</nav>
      <main>
      \(sections.map(\.html).joined())</main>
      \(PageParts.patterns)<script>
      \(PageParts.script)
      </script>
      </body>
      </html>

      """
  }
}

extension HTMLPage {
  /// What a method found of a scenario, as a page of its own.
  /// - Parameter cut: why not all was found; nil: it was.
  package init(of scenario: Scenario, cut: Cut?, _ language: Language, _ sections: [Section]) {
    let head = MethodHead(scenario: scenario, cut: cut)
    self.init(
      language: language, heading: head.heading, subtitle: head.subtitle(language),
      sections: sections)
  }
}

private struct MethodHead: OfScenario, Headed {
  let scenario: Scenario, cut: Cut?
  var played: Int? { scenario.isCase ? nil : scenario.users }
}
