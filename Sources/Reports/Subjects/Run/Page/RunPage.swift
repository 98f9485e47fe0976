import Experiments
package import Methods
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Results of a run as one self-contained page: charts, tables, traces.
package struct RunPage: DesignMarking {
  /// A trace drawn in the report.
  ///
  /// The user's number is 0 in a case.
  package typealias Example = (design: String, user: UInt64, story: AnnotatedTrace)

  typealias Section = HTMLPage.Section

  /// Maximum number of events drawn on a page, about 350 kB. Events are counted instead of bytes,
  /// so that pages in all languages draw the same traces.
  package static let maxEvents = 1_700

  let findings: RunFindings
  /// Designs with charges in the order of ``ranked``, then the others: the order of every chart and
  /// table.
  let designs: [RunFindings.DesignFindings]
  let examples: [Example]
  private let source: String
  let language: Language
  private let run: String
  let replay: (_ design: String, _ user: UInt64) -> String
  /// Tables beside those with sections of their own.
  var sheets: [ReportTable<RunFindings>] = RunTables.all
  /// Sections of other methods, after the sections of the run.
  private let methods: [HTMLPage.Section]

  /// - Parameter source: text of the scenario file.
  /// - Parameter examples: traces to draw; those that do not fit are omitted.
  /// - Parameter language: language of the page; traces have their own.
  /// - Parameter methods: sections of sweeps, attributions, explorations and searches.
  /// - Parameter run: the command that ran.
  /// - Parameter replay: the command that replays a user under a design.
  package init(
    _ findings: RunFindings, source: String, examples: [Example], language: Language = .en,
    methods: [HTMLPage.Section] = [], run: String,
    replay: @escaping (_ design: String, _ user: UInt64) -> String
  ) {
    (self.findings, self.source, self.examples) = (findings, source, examples)
    (self.language, self.methods, self.run, self.replay) = (language, methods, run, replay)
    designs = RunPage.designOrder(of: findings).compactMap { name in
      findings.designs.first { $0.name == name }
    }
  }

  /// Names of the designs in page order: fewest losses first, then designs without charges.
  package static func designOrder(of findings: RunFindings) -> [String] {
    let ranked = ranked(findings).map(\.name)
    return ranked + findings.designs.map(\.name).filter { !ranked.contains($0) }
  }

  package var text: String {
    let mainSections: [Section?] =
      findings.isCase
      ? [endings, traces, designTable, expectations]
      : [
        conclusion, rates, leftOpen, tradeOff, metrics, designTable, pairs, dropPoints, faults,
        delivery, retries, money,
      ]
    let tables = findings.isCase ? [] : sheets.sections(of: findings, language)
    let last = findings.isCase ? origin : [expectations] + origin
    return HTMLPage(
      language: language, heading: findings.heading, subtitle: findings.subtitle(language),
      verdict: HTMLPage.verdict(findings.verdict, of: findings.claims, verdict, language),
      sections: mainSections.compactMap(\.self) + tables + methods + last
    ).text
  }

  func figure(_ svg: String, _ table: Table, _ caption: String) -> String {
    Section.figure(svg, table, caption, language)
  }

  var designNames: [String] { findings.designs.map(\.name) }
  var losses: LossTerms { LossTerms(findings.scenario.comparedShare, language) }

  /// The conclusion of the run.
  private var conclusion: Section? { findings.conclusion.map { .conclusion($0, language) } }

  private var expectations: Section {
    .expectations(findings.claims, level: findings.confidence, isCase: findings.isCase, language)
  }

  /// The scenario file, and the commands that make the page and a trace again.
  private var origin: [Section] {
    let replayCommand = examples.first.map { replay($0.design, $0.user) }
    let notes = [
      language(
        "lostorder {0} produces identical bytes for the same file and seed, with any number of"
          + " workers.", Version.current),
      replayCommand == nil ? "" : language("The second command replays one user of this report."),
      language.sentences(RunReport(findings, language).sample),
    ]
    var sections = Section.origin(
      source: source, command: [run, replayCommand].compactMap(\.self).joined(separator: "\n"),
      title: findings.title, language)
    sections[1].note = language.sentences(notes.filter { !$0.isEmpty })
    return sections
  }

  private var verdict: String {
    language.sentences(
      [findings.isCase ? caseWords : rateWords] + goodsWords
        + HTMLPage.sentences(
          findings.claims, warnings: RunReport(findings, language).warnings, language))
  }

  private var caseWords: String {
    let losing = findings.designs.count { ($0.caseOutcome?.lostOrders ?? 0) > 0 }
    let all = findings.designs.count
    return all == 1
      ? language("the order is lost under {0} of 1 design.", "\(losing)")
      : language("the order is lost under {0} of {1} designs.", "\(losing)", "\(all)")
  }

  private var rateWords: String {
    let (rated, conclusion) = (ranked, findings.conclusion)
    let leadingDesign = conclusion.map { $0.standings[$0.leadingDesign].name }
    guard let best = rated.first(where: { $0.name == leadingDesign }) ?? rated.first,
      let worst = rated.last
    else { return language("no user was charged.") }
    let interval = NumberFormat.interval(best.rate, language)
    let least = "\(NumberFormat.perMille(best.rate.value)) ‰ (\(interval))"
    if worst.name == best.name {
      return language("{0} loses {1} of its charges.", best.name, least)
    }
    let maximum = NumberFormat.perMille(worst.rate.value)
    let isTie = conclusion.map { $0.best.count > 1 } ?? false
    if isTie, conclusion?.others.isEmpty ?? false {
      let all = NumberFormat.count(rated.count)
      let fewest = NumberFormat.perMille(rated[0].rate.value)
      return losses.includeRefunds
        ? language(
          "{0} designs lose {1} to {2} ‰ of their charges, refunds by Play before delivery"
            + " included. The sample does not separate any of them from the best.", all, fewest,
          maximum)
        : language(
          "{0} designs lose {1} to {2} ‰ of their charges. The sample does not separate any of them"
            + " from the best.", all, fewest, maximum)
    }
    let (name, other) = (best.name, worst.name)
    return switch (isTie, losses.includeRefunds) {
    case (true, true):
      language(
        "{0} loses {1} of its charges, refunds by Play before delivery included; no design loses"
          + " significantly less. {2} loses the most: {3} ‰.", name, least, other, maximum)
    case (false, true):
      language(
        "{0} loses the least: {1} of its charges, refunds by Play before delivery included. {2}"
          + " loses the most: {3} ‰.", name, least, other, maximum)
    case (true, false):
      language(
        "{0} loses {1} of its charges; no design loses significantly less. {2} loses the most: {3}"
          + " ‰.", name, least, other, maximum)
    case (false, false) where rated.count > 2:
      language(
        "{0} loses the least: {1} of its charges. {2} loses the most: {3} ‰.", name, least, other,
        maximum)
    case (false, false):
      language("{0} loses {1} of its charges; {2} loses {3} ‰.", name, least, other, maximum)
    }
  }

  /// Delivered goods that are not paid for; empty if no store refunds automatically (G10).
  private var goodsWords: [String] {
    let refunds = findings.designs.compactMap { design in
      design.rate(.autoRefundedAfterDelivery).map { (name: design.name, rate: $0.value) }
    }
    guard let maximum = refunds.max(by: { $0.rate < $1.rate }), !findings.isCase, maximum.rate > 0
    else { return [] }
    return [
      language(
        "Play refunded {0} ‰ of the charges after delivery under {1}, the most of all designs.",
        NumberFormat.perMille(maximum.rate), maximum.name)
    ]
  }

  /// A design with charges, and the rate by which it is compared.
  typealias RankedDesign = (name: String, rate: Estimate, counters: SampledCounters)

  /// Designs with charges and the rates by which they are compared, lowest first: lost orders,
  /// including automatic refunds if a store makes any (G10).
  var ranked: [RankedDesign] { RunPage.ranked(findings) }

  private static func ranked(_ findings: RunFindings) -> [RankedDesign] {
    findings.designs.compactMap { design in
      let counters = design.totalCounters
      return counters.rate(findings.scenario.comparedShare).map { (design.name, $0, counters) }
    }.sorted { $0.rate.value < $1.rate.value }  // Stable: ties keep scenario order.
  }

  /// Reference design of comparisons: the first of the pairs, otherwise the first of all.
  var reference: String { findings.comparisons.first?.first ?? findings.designs[0].name }
}

extension Column {
  /// Cells that are already markup of a page.
  static func markup(_ title: String, _ markup: @escaping Text) -> Self {
    styled(.markup, title, markup)
  }
}

extension Column<RunFindings.DesignFindings> {
  /// Name of each design after its mark.
  static func marked(_ title: String, _ report: RunPage) -> Column {
    markup(title) { report.marked($0.name) }
  }
}
