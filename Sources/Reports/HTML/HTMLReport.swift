package import Experiments
import JSONText
import PurchaseWorld
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
      self.design = design
      self.user = user
      self.story = story
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
      self.run = run
      self.replay = replay
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

  /// Makes the report of a run.
  ///
  /// - Parameters:
  ///   - source: the text of the scenario's file.
  ///   - examples: the lives to draw; those for which there is no room are left out.
  package init(
    _ findings: Findings, source: String, commands: Commands, examples: [Example]
  ) {
    self.findings = findings
    self.source = source
    self.commands = commands
    self.examples = examples
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
      <h2 id="\(name)-title">\(Markup.escaped(title))</h2>
      \(note.isEmpty ? "" : "<p class=\"note\">\(Markup.escaped(note))</p>")
      \(body)</section>

      """
    }
  }

  /// The whole page.
  package var text: String {
    let sections = sections
    let links = sections.map { "<a href=\"#\($0.name)\">\(Markup.escaped($0.title))</a>" }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="lostorder \(Version.current)">
      <title>\(Markup.escaped(findings.heading))</title>
      <link rel="icon" href="data:,">
      <style>
      \(ReportStyle.text)
      \(SequencePage.style)
      </style>
      </head>
      <body>
      <header>
      <h1>\(Markup.escaped(findings.heading))</h1>
      <p class="sub">\(Markup.escaped(findings.subtitle))</p>
      <p class="verdict \(findings.verdict.rawValue)"><b>\(findings.verdict.rawValue)</b>: \
      \(Markup.escaped(verdict))</p>
      </header>
      <nav aria-label="parts of this report">\(links.joined(separator: "\n"))</nav>
      <main>
      \(sections.map(\.html).joined())</main>
      <script>
      \(ReportScript.text)
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
  static func figure(_ svg: String, _ table: HTMLTable) -> String {
    """
    <figure>
    \(svg)<details><summary>as a table</summary>
    \(table.html)</details>
    </figure>

    """
  }

  /// The scenario's file.
  private var scenario: Section {
    Section(
      name: "scenario", title: "The scenario", note: findings.title,
      body: "<details><summary>the file</summary>\n<pre>\(Markup.escapedLines(source))</pre>"
        + "</details>\n")
  }

  /// How to have the same again.
  private var reproduction: Section {
    var lines = [commands.run]
    if let example = examples.first { lines.append(commands.replay(example.design, example.user)) }
    let sample = SampleText.lines(findings).joined(separator: " ")
    let replay = lines.count > 1 ? " The second command plays one life of this report again." : ""
    let note =
      "lostorder \(Version.current) gives the same bytes from the same file and seed, on any number"
      + " of workers.\(replay) " + sample
    return Section(
      name: "reproduction", title: "How to reproduce", note: note,
      body: "<pre>\(Markup.escapedLines(lines.joined(separator: "\n")))</pre>\n")
  }
}

/// The verdict, in a sentence.
extension HTMLReport {
  private var verdict: String {
    let claims = findings.claims
    let held = claims.count { $0.verdict == .pass }
    var sentence = findings.isCase ? caseWords : rateWords
    if !claims.isEmpty {
      sentence +=
        " \(Numerals.count(held)) of \(Numerals.count(claims.count))"
        + " \(claims.count == 1 ? "expectation holds" : "expectations hold")."
    }
    for trouble in RunReport(findings, Palette(hasColor: false)).troubles {
      sentence += " Cannot tell: \(trouble)."
    }
    return sentence
  }

  private var caseWords: String {
    let losing = findings.designs.filter {
      $0.ending?.fates.contains(where: \.countsAsLost) == true
    }
    return
      "the order is lost under \(losing.count) of \(findings.designs.count)"
      + " \(findings.designs.count == 1 ? "design" : "designs")."
  }

  private var rateWords: String {
    let rated = ranked
    guard let best = rated.first else { return "nobody was charged." }
    var sentence = "\(best.name) loses \(lost(best.rate)) of its charges"
    if let worst = rated.last, worst.name != best.name {
      sentence += rated.count > 2 ? ", the least; " : "; "
      sentence += "\(worst.name) loses \(Numerals.perMille(worst.rate.value)) ‰"
      sentence += rated.count > 2 ? ", the most." : "."
    } else {
      sentence += "."
    }
    return sentence
  }

  private func lost(_ rate: Estimate) -> String {
    "\(Numerals.perMille(rate.value)) ‰ (\(Numerals.interval(rate)))"
  }

  /// The designs that charged anybody, the least lost-order rate first.
  var ranked: [(name: String, rate: Estimate, tally: SampledTally)] {
    findings.designs.compactMap { design in
      let tally = design.ledger.all
      return tally.rate(.lost).map { (design.name, $0, tally) }
    }.sorted { left, right in
      // Stable by the order of the scenario, because sorting is.
      left.rate.value < right.rate.value
    }
  }

  /// The design with which others are compared: the first of the pairs, else the first of all.
  var reference: String {
    findings.comparisons.first?.first ?? findings.designs[0].name
  }
}
