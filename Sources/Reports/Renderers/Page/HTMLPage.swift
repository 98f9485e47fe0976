package import Experiments
import JSONText
package import Scenarios
import Statistics

/// A self-contained page: a heading, a verdict, links to its sections, and the sections.
package struct HTMLPage {
  /// A section of a page: its title, a note on how to read it, and its contents.
  package struct Section: Sendable {
    /// Id, the target of links.
    var name: String
    var title: String
    /// What the section shows and how to read it.
    var note: String
    /// TextMeasure.
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

    /// The last sections of a page: the scenario file, and the command that makes the page again.
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

    /// Sentences as a list.
    static func list(_ lines: [String]) -> String {
      "<ul>\n\(lines.map { "<li>\($0.escapingMarkup)</li>\n" }.joined())</ul>\n"
    }

    /// A chart with a collapsed table of its numbers.
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
  /// Overall verdict: a class of `report.css`, and markup; nil if nothing is judged.
  var verdict: (style: String, markup: String)?
  var sections: [Section]

  /// The box below the heading. It begins with the first failed expectation, if there is one; a
  /// page without expectations has no verdict.
  /// - Parameter words: additional sentences.
  static func verdict(
    _ verdict: Verdict, of claims: [ClaimFinding], _ words: String, _ language: Language
  ) -> (style: String, markup: String) {
    if claims.isEmpty, verdict == .pass { return ("", words.escapingMarkup) }
    let failed = claims.first { verdict == .fail && $0.verdict == .fail }
    let sentences =
      (failed.map { [language("{0}.", ClaimText($0, language).line)] } ?? []) + [words]
    let text = language.sentences(sentences).escapingMarkup
    return (verdict.rawValue, language("<b>{0}</b>: {1}", verdict.word(language), text))
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
  /// A method's results for a scenario, as a separate page.
  /// - Parameter interruption: why the results are incomplete; nil if they are complete.
  package init(
    of scenario: Scenario, interruption: Interruption?, _ language: Language, _ sections: [Section]
  ) {
    let head = MethodHead(scenario: scenario, interruption: interruption)
    self.init(
      language: language, heading: head.heading, subtitle: head.subtitle(language),
      sections: sections)
  }
}

private struct MethodHead: ScenarioResult, HeadedResult {
  let scenario: Scenario, interruption: Interruption?
  var simulatedUsers: Int? { scenario.isCase ? nil : scenario.userCount }
}
