package import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// What a run has found, as one page that needs nothing else: charts, tables, drawn lives.
package struct HTMLReport {
  /// A life that is drawn in the report.
  ///
  /// The number of the user is 0 in a case.
  package typealias Example = (design: String, user: UInt64, story: Story)

  /// How many bytes of drawings a page has, about.
  package static let mostDrawings = 1_100_000

  let findings: Findings
  let examples: [Example]
  private let source: String
  let language: Language
  private let run: String
  let replay: (_ design: String, _ user: UInt64) -> String

  /// - Parameter source: the text of the scenario's file.
  /// - Parameter examples: the lives to draw; those for which there is no room are left out.
  /// - Parameter language: that of all that is said on the page; drawn lives are told in their own.
  /// - Parameter run: the command that ran.
  /// - Parameter replay: the command that plays a user under a design.
  package init(
    _ findings: Findings, source: String, examples: [Example], language: Language = .en,
    run: String, replay: @escaping (_ design: String, _ user: UInt64) -> String
  ) {
    (self.findings, self.source, self.examples) = (findings, source, examples)
    (self.language, self.run, self.replay) = (language, run, replay)
  }

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

  package var text: String {
    let sections =
      findings.isCase
      ? [endings, lives, expectations, scenario, reproduction]
      : [
        conclusion, rates, pairs, dropPoints, faults, delivery, retries, money, expectations,
        scenario,
        reproduction,
      ].compactMap(\.self)
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

  func figure(_ svg: String, _ table: Table, _ caption: String) -> String {
    """
    <figure>
    \(svg)<details><summary>\(language("as a table"))</summary>
    \(table.html(caption))</details>
    </figure>

    """
  }

  /// What the run decides.
  private var conclusion: Section? {
    guard let conclusion = findings.conclusion else { return nil }
    let text = ConclusionText(conclusion, language)
    let rows = text.parts.map { part in
      "<dt>\(part.label.escapingMarkup)</dt><dd>\(part.text.escapingMarkup)</dd>\n"
    }
    return Section(
      name: "conclusion", title: language("Conclusion"), note: text.certainty ?? "",
      body: "<dl class=\"conclusion\">\n\(rows.joined())</dl>\n")
  }

  private var scenario: Section {
    Section(
      name: "scenario", title: language("The scenario"), note: findings.title,
      body: "<details><summary>\(language("the file"))</summary>\n"
        + "<pre>\(source.escapingMarkupLines)</pre></details>\n")
  }

  private var reproduction: Section {
    let played = examples.first.map { replay($0.design, $0.user) }
    let notes = [
      language(
        "lostorder {0} gives the same bytes from the same file and seed, on any number of workers.",
        Version.current),
      played == nil ? "" : language("The second command plays one life of this report again."),
      language.sentences(RunReport(findings, language).sample),
    ]
    let both = [run, played].compactMap(\.self).joined(separator: "\n")
    return Section(
      name: "reproduction", title: language("How to reproduce"),
      note: language.sentences(notes.filter { !$0.isEmpty }),
      body: "<pre>\(both.escapingMarkupLines)</pre>\n")
  }

  private var verdict: String {
    let (count, held) = (findings.claims.count, findings.claims.count { $0.verdict == .pass })
    let expectations =
      count == 1
      ? language("{0} of 1 expectation holds.", Numerals.count(held))
      : language("{0} of {1} expectations hold.", Numerals.count(held), Numerals.count(count))
    let troubles = RunReport(findings, language).troubles
    return language.sentences(
      [findings.isCase ? caseWords : rateWords] + goodsWords + (count == 0 ? [] : [expectations])
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
    if findings.haveAutoRefunds {
      return language(
        "{0} loses, or has Play refund before the goods come, {1} of its charges, the least; {2} {3} ‰,"
          + " the most.", best.name, least, worst.name, most)
    }
    return rated.count > 2
      ? language(
        "{0} loses {1} of its charges, the least; {2} loses {3} ‰, the most.", best.name, least,
        worst.name, most)
      : language(
        "{0} loses {1} of its charges; {2} loses {3} ‰.", best.name, least, worst.name, most)
  }

  /// Goods for which nobody has paid; none where no store refunds by itself (G10).
  private var goodsWords: [String] {
    let refunds = findings.designs.filter(\.refundsItself).compactMap { design in
      design.tally.rate(.autoRefundedAfterDelivery).map { (name: design.name, rate: $0.value) }
    }
    guard let most = refunds.max(by: { $0.rate < $1.rate }), !findings.isCase, most.rate > 0
    else { return [] }
    return [
      language(
        "Play refunded as many as {0} ‰ of {1} after the goods had come.",
        Numerals.perMille(most.rate), most.name)
    ]
  }

  /// The designs that charged anybody with the rates by which they are compared, the least first: of lost
  /// orders, automatic refunds included where a store makes any (G10).
  var ranked: [(name: String, rate: Estimate, tally: SampledTally)] {
    let share = findings.haveAutoRefunds ? Share.lostOrAutoRefunded : .lost
    return findings.designs.compactMap { design in
      let tally = design.tally
      return tally.rate(share).map { (design.name, $0, tally) }
    }.sorted { $0.rate.value < $1.rate.value }  // Stable by the order of the scenario.
  }

  /// The design with which others are compared: the first of the pairs, else the first of all.
  var reference: String { findings.comparisons.first?.first ?? findings.designs[0].name }
}
