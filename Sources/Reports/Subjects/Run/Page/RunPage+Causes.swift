import Experiments
import Methods
import EventEngine
import JSONText
import PurchaseWorld
import Statistics

/// Losses by fault, drawn traces, and delivery times.
extension RunPage {
  /// Designs by kinds of faults; nil without declared faults.
  var faults: Section? {
    let kinds = findings.faultKinds
    guard !kinds.isEmpty else { return nil }
    let drawn = drawings
    let names = kinds.map { language.named($0.rawValue) }
    let rows = designs.map { design in
      let cells = names.enumerated().map { cell(design, $1, $0, drawn) }
      return HeatMap.Row(name: design.name, mark: mark(design.name), cells: cells)
    }
    let map = HeatMap(
      rows: rows, columns: names,
      label: language(
        "Lost orders per mille of the charges of affected users, by design and kind of fault"))
    let occurredFaults = names.enumerated().map { place, name in
      Column<RunFindings.DesignFindings>.cells(name) { design in
        var cell = Table.Cell.share(design.designCounters.lossRate(withFaultAt: place)?.value)
        cell.text += " (\(NumberFormat.count(design.designCounters.charges(withFaultAt: place))))"
        return cell
      }
    }
    let table = Table(designs, [.marked(language("design"), self)] + occurredFaults)
    let caption = language(
      "Lost orders per mille of the charges of users affected by a kind of fault, and the number of"
        + " these charges")
    let note = language(
      "Users affected by a kind of fault: lost orders per mille of their charges, and below it the"
        + " number of these charges. A user with several faults counts for each of them, so a"
        + " column includes the effects of the other faults. Click an underlined number for the"
        + " trace of a lost order, and any other number for the command that prints a trace.")
    return Section(
      name: "faults", title: language("Losses by kind of fault"),
      note: language.sentences([note] + losses.note),
      body: figure(map.svg, table, caption) + examplesHTML(drawn))
  }

  /// Cell of a design and a kind of fault, linked to a trace if one is drawn.
  private func cell(
    _ design: RunFindings.DesignFindings, _ name: String, _ place: Int, _ drawn: [Drawing]
  ) -> HeatMap.Cell {
    let charges = design.designCounters.charges(withFaultAt: place)
    // A scaled count can round to zero.
    let rate = charges > 0 ? design.designCounters.lossRate(withFaultAt: place) : nil
    let title =
      rate.map {
        language(
          "{0}, {1}: {2} ‰ ({3}) of {4} charges", design.name, name,
          NumberFormat.perMille($0.value), NumberFormat.interval($0, language),
          NumberFormat.count(charges))
      } ?? language("{0}, {1}: no user was charged", design.name, name)
    var cell = HeatMap.Cell(perMille: rate.map { $0.value * 1_000 }, size: charges, title: title)
    guard let user = design.designCounters.firstLoser(withFaultAt: place) else { return cell }
    let index = drawn.firstIndex {
      $0.example.user == user && ([$0.example.design] + $0.alike).contains(design.name)
    }
    cell.link = index.map { "example-\($0)" }
    cell.title =
      index == nil
      ? language("{0}; {1}", title, replay(design.name, user))
      : language("{0}; click for the trace", title)
    return cell
  }

  /// A trace to draw.
  private struct Drawing {
    let example: Example
    let svg: String
    /// Designs under which the user has the same trace.
    var alike: [String] = []
  }

  /// As many examples as fit; traces that are the same under several designs are drawn once.
  private var drawings: [Drawing] {
    var room = RunPage.maxEvents
    var drawn: [Drawing] = []
    for example in examples {
      let story = example.story
      let same = drawn.firstIndex {
        $0.example.user == example.user && $0.example.story.events == story.events
          && $0.example.story.endings == story.endings
      }
      if let same {
        drawn[same].alike.append(example.design)
      } else if story.drawnMoments <= room {
        room -= story.drawnMoments
        drawn.append(Drawing(example: example, svg: SequenceDrawing.svg(story, isStyled: false)))
      }
    }
    return drawn
  }

  private func examplesHTML(_ drawn: [Drawing]) -> String {
    if drawn.isEmpty { return "" }
    let summary =
      drawn.count == 1
      ? language("1 trace of a lost order")
      : language("{0} traces of lost orders", NumberFormat.count(drawn.count))
    return """
      <details class="examples"><summary>\(summary)</summary>
      <p class="note">\(rulesHint.escapingMarkup)</p>
      \(drawn.enumerated().map { html($1, id: "example-\($0)") }.joined())</details>

      """
  }

  private var rulesHint: String {
    language(
      "A code in parentheses, such as (S7), is a rule of the model. '{0}' explains it.",
      language.command("lostorder explain S7"))
  }

  private func html(_ drawing: Drawing, id: String) -> String {
    let (example, story) = (drawing.example, drawing.example.story)
    return """
      <article class="example" id="\(id)">
      <h3>\(story.title.escapingMarkup)</h3>
      <p class="note">\(language.clauses(story.endings).escapingMarkup)\(alike(drawing))</p>
      <pre>\(replay(example.design, example.user).escapingMarkup)</pre>
      <div class="scroll">\(drawing.svg)</div>
      </article>

      """
  }

  private func alike(_ drawing: Drawing) -> String {
    if drawing.alike.isEmpty { return "" }
    let designs = drawing.alike.joined(separator: ", ")
    return "<br>" + language("The trace under {0} is the same", designs).escapingMarkup
  }

  var traces: Section {
    let drawn = drawings
    let omitted = language(
      "A trace that is the same under several designs is drawn once. Traces that do not fit are"
        + " omitted.")
    let isComplete = drawn.count >= findings.designs.count
    return Section(
      name: "lives", title: language("Traces"),
      note: language.sentences((isComplete ? [] : [omitted]) + [rulesHint]),
      body: drawn.enumerated().map { html($1, id: "life-\($0)") }.joined())
  }

  var delivery: Section? {
    let times = RunPage.times
    let curves = designs.compactMap { design in
      let counters = design.totalCounters
      return counters.undeliveredShares(after: times).flatMap { curve in
        counters.undeliveredShares(after: marks.map(\.delay)).map { (design, curve, $0) }
      }
    }
    guard !curves.isEmpty else { return nil }
    let table = Table(
      curves,
      [.markup(language("design")) { marked($0.0.name) }]
        + marks.enumerated().map { place, mark in .cells(mark.label) { .share($0.2[place]) } })
    let chart = LineChart(
      series: curves.map { design, curve, _ in
        LineChart.Series(
          name: design.name,
          points: zip(times, curve).map { ($0.seconds, $1) }.filter { $0.1 >= RunPage.least },
          colour: place(of: design.name))
      },
      x: LineChart.Axis(
        kind: .logarithmic, domain: RunPage.span, title: language("time since the charge"),
        ticks: marks.map { ($0.delay.seconds, $0.label) }),
      y: LineChart.Axis(
        kind: .logarithmic, domain: RunPage.least...1, title: language("share not delivered"),
        ticks: [
          (1, "100 %"), (0.1, "10 %"), (0.01, "1 %"), (0.001, "1 ‰"), (0.0001, "0.1 ‰"),
          (0.00001, "0.01 ‰"),
        ]), isStepped: true,
      label: language("Share of charges not delivered, by the time since the charge"))
    let note = language(
      "Share of charges not yet delivered at each time after the charge; a rescued order is"
        + " delivered at its rescue. Both axes are logarithmic. The right end shows the share"
        + " never delivered.")
    return Section(
      name: "delivery", title: language("Undelivered charges over time"),
      note: language.sentences([note] + losses.missing),
      body: figure(
        chart.svg, table, language("Undelivered charges, per mille, by the time since the charge")))
  }

  /// Smallest share shown; a curve ends below it.
  private static let least = 1e-5
  /// Smallest share of deliveries shown in the ladder.
  private static let leastLadder = 1e-3
  /// First and last time shown, in seconds.
  private static let span = 0.1...2_592_000.0

  private var marks: [(delay: Delay, label: String)] {
    [
      (.milliseconds(100), language("{0} ms", "100")), (.seconds(1), language("{0} s", "1")),
      (.seconds(10), language("{0} s", "10")), (.seconds(60), language("{0} min", "1")),
      (.seconds(600), language("{0} min", "10")), (.seconds(3_600), language("{0} h", "1")),
      (.seconds(21_600), language("{0} h", "6")), (.seconds(86_400), language("{0} d", "1")),
      (.seconds(604_800), language("{0} d", "7")), (.seconds(2_592_000), language("{0} d", "30")),
    ]
  }

  private static let times: [Delay] = {
    let factors = [1.0, 1.2, 1.5, 1.8, 2.2, 2.6, 3.2, 3.8, 4.6, 5.6, 6.8, 8.2]
    let powers = [0.1, 1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
    return powers.flatMap { power in factors.map { Delay(roundingSeconds: power * $0) } }
      .filter { $0.seconds <= span.upperBound }
  }()

  var retries: Section? {
    let published = findings.publishedFailuresByTry
    let ladders = designs.map {
      (name: $0.name, failures: $0.designCounters.retryFailures.failures)
    }
    let climbing = ladders.filter { $0.failures.count > 1 }
    guard !climbing.isEmpty else { return nil }
    let longest = max(climbing.map(\.failures.count).max() ?? 0, published.count)
    let series = climbing.map { name, failures in
      LineChart.Series(name: name, points: RunPage.ladder(failures), colour: place(of: name))
    }
    let reference = LineChart.Series(
      name: language("published"), points: RunPage.ladder(published), isReference: true)
    let chart = LineChart(
      series: series + (published.isEmpty ? [] : [reference]),
      x: LineChart.Axis(
        kind: .linear, domain: 0...Double(max(1, longest - 1)), title: language("retry"),
        ticks: (0..<max(2, longest)).map { (Double($0), $0 == 0 ? language("first") : "\($0)") }),
      y: LineChart.Axis(
        kind: .logarithmic, domain: RunPage.leastLadder...1, title: language("share still failing"),
        ticks: [(1, "100 %"), (0.1, "10 %"), (0.01, "1 %"), (0.001, "0.1 %")]),
      label: language(
        "Share of deliveries whose first try failed and whose k-th retry failed as well"))
    let shares = (1..<max(2, longest)).map { rung in
      Column<(name: String, failures: [Int])>.cells(language("retry {0}", "\(rung)")) {
        guard rung < $0.failures.count, $0.failures[0] > 0 else { return .dash }
        let share = Double($0.failures[rung]) / Double($0.failures[0])
        return Table.Cell(text: NumberFormat.fixed(share * 100, digits: 1) + " %", key: share)
      }
    }
    let ladder = Table(
      (published.isEmpty ? [] : [(language("published"), published)]) + ladders,
      [
        .markup(language("design")) { marked($0.name) },
        .counts(language("failed first tries")) { $0.failures.first ?? 0 },
      ] + shares)
    let events = ClientLogEvent.allCases.filter { event in
      findings.designs.contains { $0.designCounters.funnel.count(event) > 0 }
    }
    let funnel = Table(
      designs,
      [.marked(language("design"), self)]
        + events.map { event in .counts(event.name) { $0.designCounters.funnel.count(event) } }
        + [.counts(language("abnormal users"), \.designCounters.funnel.abnormalUsers)])
    let caption = language(
      "Log events of the clients. Abnormal users logged a failure, a retry, a transaction without an"
        + " item, or a ticket.")
    return Section(
      name: "retries", title: language("The retry funnel"),
      note: language(
        "Of the deliveries whose first try failed: the share whose k-th retry failed as well. A"
          + " delivery that starts again, for example at a launch, begins with its first try again."
      ),
      body: figure(
        chart.svg, ladder,
        language("Deliveries whose first try failed, and the share whose k-th retry failed as well")
      ) + "<details><summary>\(language("what clients logged"))</summary>\n"
        + funnel.html(caption) + "</details>\n")
  }

  /// Points of a retry ladder: the share of deliveries that still fail at each retry.
  private static func ladder(_ failures: [Int]) -> [(x: Double, y: Double)] {
    guard let first = failures.first, first > 0 else { return [] }
    return failures.enumerated().map { (Double($0), Double($1) / Double(first)) }
      .filter { $0.1 >= leastLadder }
  }
}
