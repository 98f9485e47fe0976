package import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// What a run has found, as one page that needs nothing else: charts, tables, drawn lives.
package struct HTMLReport {
  /// A life that is drawn in the report.
  package struct Example {
    package var design: String
    /// The number of the user; of a case always 0.
    package var user: UInt64
    /// What happened.
    package var story: Story

    package init(design: String, user: UInt64, story: Story) {
      (self.design, self.user, self.story) = (design, user, story)
    }
  }

  /// How the run and its lives can be had again.
  package struct Commands {
    /// The command that ran.
    package var run: String
    /// The command that plays a user under a design.
    package var replay: @Sendable (_ design: String, _ user: UInt64) -> String

    package init(
      run: String, replay: @escaping @Sendable (_ design: String, _ user: UInt64) -> String
    ) {
      (self.run, self.replay) = (run, replay)
    }
  }

  /// How many bytes of drawings a page has, about.
  package static let mostDrawings = 1_100_000

  let findings: Findings
  let commands: Commands
  /// The lives that are drawn, by place; what is too much is left out.
  let examples: [Example]
  /// The text of the scenario's file.
  let source: String
  /// The language of everything that is said on the page; drawn lives are told in their own.
  let language: Language

  /// - Parameters:
  ///   - source: the text of the scenario's file.
  ///   - examples: the lives to draw; those for which there is no room are left out.
  package init(
    _ findings: Findings, source: String, commands: Commands, examples: [Example],
    language: Language = .en
  ) {
    self.findings = findings
    self.source = source
    (self.commands, self.examples, self.language) = (commands, examples, language)
  }

  /// One part of the page.
  struct Section {
    /// The name by which links lead to it.
    var name: String
    var title: String
    /// What it shows and how to read it.
    var note: String
    /// Markup.
    var body: String

    var html: String {
      """
      <section id="\(name)" aria-labelledby="\(name)-title">
      <h2 id="\(name)-title">\(title.escapingMarkup)</h2>
      \(note.isEmpty ? "" : "<p class=\"note\">\(note.escapingMarkup)</p>")
      \(body)</section>

      """
    }
  }

  /// The whole page.
  package var text: String {
    let sections = sections
    let links = sections.map { "<a href=\"#\($0.name)\">\($0.title.escapingMarkup)</a>" }
    return """
      <!DOCTYPE html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="lostorder \(Version.current)">
      <title>\(findings.heading.escapingMarkup)</title>
      <link rel="icon" href="data:,">
      <style>
      \(PageParts.style)
      \(PageParts.drawingStyle)
      </style>
      </head>
      <body>
      <header>
      <h1>\(findings.heading.escapingMarkup)</h1>
      <p class="sub">\(findings.subtitle(language).escapingMarkup)</p>
      <p class="verdict \(findings.verdict.rawValue)">\
      \(language("<b>{0}</b>: {1}", findings.verdict.word(language), verdict.escapingMarkup))</p>
      </header>
      <nav aria-label="\(language("parts of this report"))">\(links.joined(separator: "\n"))</nav>
      <main>
      \(sections.map(\.html).joined())</main>
      <script>
      \(PageParts.script)
      </script>
      </body>
      </html>

      """
  }

  private var sections: [Section] {
    if findings.isCase { return [endings, lives, expectations, scenario, reproduction] }
    return [
      rates, pairs, dropPoints, faults, delivery, retries, money, expectations, scenario,
      reproduction,
    ].compactMap(\.self)
  }

  /// A chart with the table behind it.
  func figure(_ svg: String, _ table: Table, _ caption: String) -> String {
    """
    <figure>
    \(svg)<details><summary>\(language("as a table"))</summary>
    \(table.html(caption))</details>
    </figure>

    """
  }

  /// The scenario's file.
  private var scenario: Section {
    Section(
      name: "scenario", title: language("The scenario"), note: findings.title,
      body: "<details><summary>\(language("the file"))</summary>\n"
        + "<pre>\(source.escapingMarkupLines)</pre></details>\n")
  }

  /// How to have the same again.
  private var reproduction: Section {
    let played = examples.first.map { commands.replay($0.design, $0.user) }
    let notes = [
      language(
        "lostorder {0} gives the same bytes from the same file and seed, on any number of workers.",
        Version.current),
      played == nil ? "" : language("The second command plays one life of this report again."),
      language.sentences(SampleText.lines(findings, language)),
    ]
    let both = [commands.run, played].compactMap(\.self).joined(separator: "\n")
    return Section(
      name: "reproduction", title: language("How to reproduce"),
      note: language.sentences(notes.filter { !$0.isEmpty }),
      body: "<pre>\(both.escapingMarkupLines)</pre>\n")
  }
}

/// The verdict, in a sentence.
extension HTMLReport {
  private var verdict: String {
    let (count, held) = (findings.claims.count, findings.claims.count { $0.verdict == .pass })
    let expectations =
      switch count {
      case 0: [String]()
      case 1: [language("{0} of 1 expectation holds.", Numerals.count(held))]
      default:
        [language("{0} of {1} expectations hold.", Numerals.count(held), Numerals.count(count))]
      }
    let troubles = RunReport(findings, Palette(hasColor: false), language).troubles
    return language.sentences(
      [findings.isCase ? caseWords : rateWords] + expectations
        + troubles.map { language("Cannot tell: {0}.", $0) })
  }

  private var caseWords: String {
    let losing = findings.designs.count { ($0.ending?.lostOrders ?? 0) > 0 }
    let all = findings.designs.count
    return all == 1
      ? language("the order is lost under {0} of 1 design.", "\(losing)")
      : language("the order is lost under {0} of {1} designs.", "\(losing)", "\(all)")
  }

  private var rateWords: String {
    let rated = ranked
    guard let best = rated.first, let worst = rated.last else {
      return language("nobody was charged.")
    }
    let interval = Numerals.interval(best.rate, language)
    let least = "\(Numerals.perMille(best.rate.value)) ‰ (\(interval))"
    if worst.name == best.name {
      return language("{0} loses {1} of its charges.", best.name, least)
    }
    let most = Numerals.perMille(worst.rate.value)
    return rated.count > 2
      ? language(
        "{0} loses {1} of its charges, the least; {2} loses {3} ‰, the most.", best.name, least,
        worst.name, most)
      : language(
        "{0} loses {1} of its charges; {2} loses {3} ‰.", best.name, least, worst.name, most)
  }

  /// The designs that charged anybody, the least lost-order rate first.
  var ranked: [(name: String, rate: Estimate, tally: SampledTally)] {
    findings.designs.compactMap { design in
      let tally = design.tally
      return tally.rate(.lost).map { (design.name, $0, tally) }
    }.sorted { $0.rate.value < $1.rate.value }  // Stable by the order of the scenario.
  }

  /// The design with which others are compared: the first of the pairs, else the first of all.
  var reference: String { findings.comparisons.first?.first ?? findings.designs[0].name }
}
