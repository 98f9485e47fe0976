import EventEngine
import JSONText
import PurchaseWorld

/// A trace as a sequence diagram: a self-contained SVG file.
package struct SequenceDrawing {
  private let language: Language
  private var page = SequencePage()
  private var shown: Instant?
  /// Process on the app's lifeline: its top, and whether it is in the background; nil if no process
  /// runs.
  private var process: (top: Int, isAsleep: Bool)?

  private static let lifelines: [(actor: Participant, x: Int)] = [
    (.user, 175), (.app, 405), (.store, 635), (.backend, 865),
  ]

  private static let labelWidth = 210
  /// Left edge of elements that span all lifelines.
  private static let left = 130
  private static let right = SequencePage.width - SequencePage.margin

  /// One run.
  /// - Parameter isStyled: whether the drawing includes its style, as a file of its own needs it.
  package static func svg(_ story: AnnotatedTrace, isStyled: Bool = true) -> String {
    let language = story.language
    let ending = language.clauses(story.endings)
    var drawing = SequenceDrawing(language: language)
    drawing.begin(story.title, [ending])
    drawing.draw(story.events, of: story, under: nil)
    let description = language(
      "A sequence diagram of {0} events between user, app, store and backend; {1}.",
      "\(story.events.count)", ending)
    return drawing.svg(story.title, description, isStyled)
  }

  /// Two runs of one user: shared while they are the same, then one below the other.
  package static func svg(_ comparison: TraceComparison) -> String {
    let language = comparison.language
    var drawing = SequenceDrawing(language: language)
    let stories = [comparison.first, comparison.second]
    let endings = stories.map { ($0.heading.design, language.clauses($0.endings)) }
    drawing.begin(comparison.title, endings.map { language("{0}: {1}", $0, $1) })
    let whole = comparison.rows.isEmpty ? comparison.first : nil
    drawing.draw(comparison.common, of: whole, under: language("common to both designs"))
    let process = drawing.process
    let text =
      comparison.firstDifference.map {
        language("the first difference, at {0}", Timeline.clock($0))
      } ?? language("no difference: both designs have the same trace")
    drawing.band(text, "apart")
    for story in comparison.firstDifference == nil ? [] : stories {
      drawing.process = process
      let heading = language("after that, under {0}", story.heading.design)
      drawing.draw(comparison.rest(of: story), of: story, under: heading)
    }
    let description = language.sentences(
      [language("Sequence diagrams of one user under two designs; {0}.", text)]
        + endings.map { language("{0}: {1}.", $0, $1) })
    return drawing.svg(comparison.title, description)
  }

  private mutating func begin(_ title: String, _ endings: [String]) {
    let width = SequenceDrawing.right - SequencePage.margin
    paragraph(title, width: width, size: 20, above: 18, below: 6, "title", step: 24)
    for ending in endings { paragraph(ending, width: width, size: 13, above: 12, below: 4) }
    page.y += 10
  }

  /// Writes lines from the left margin on.
  /// - Parameter y: baseline of the first line.
  private mutating func paragraph(
    _ text: String, width: Int, size: Int, above: Int, below: Int, _ style: String = "",
    step: Int = 16
  ) {
    let lines = TextMeasure.wrapped(text, width: width, size: size)
    page.text(lines, x: SequencePage.margin, y: page.y + above, style, step: step)
    page.y += lines.count * step + below
  }

  /// The whole drawing with its legend.
  private mutating func svg(
    _ title: String, _ description: String, _ isStyled: Bool = true
  ) -> String {
    let legend = language(
      "Blue: a process of the app, pale in the background. Amber: a fault. Red: the drop point. In"
        + " parentheses: the rule that applies.")
    page.above.text(legend, x: SequencePage.margin, y: page.y + 22, "quiet")
    page.y += 26
    return page.svg(title: title, description: description, isStyled: isStyled)
  }

  /// Draws the events with the lifelines beside them.
  /// - Parameter story: the story that ends with them; nil if it continues.
  private mutating func draw(
    _ events: [TraceEvent], of story: AnnotatedTrace?, under heading: String?
  ) {
    if let heading { paragraph(heading, width: 1_000, size: 14, above: 16, below: 8) }
    heads()
    let top = page.y
    page.y += 6
    shown = nil
    process?.top = page.y
    for part in TraceSegment.parts(of: events) {
      switch part {
      case .visit(let events):
        if events[0].opensApp, page.y > top + 6 { rule() }
        for event in events { add(event) }
      case .again: remark(part.words(language))
      }
    }
    if let story, story.endsEarly { remark(story.end) }
    page.y += 8
    let goesOn = process
    close(at: page.y)
    process = goesOn
    for (_, x) in SequenceDrawing.lifelines { page.lifelines.line(x, top, to: x, page.y, "life") }
    heads()
    page.y += 6
  }

  /// Draws the names of the participants above their lifelines.
  private mutating func heads() {
    for (actor, x) in SequenceDrawing.lifelines {
      page.above.card(x: x - 50, y: page.y, width: 100, height: 26, "head")
      page.above.text(actor.name(language), x: x, y: page.y + 17, "name")
    }
    page.y += 26
  }

  /// Draws a line of text between events, such as a count of repeated visits.
  private mutating func remark(_ text: String) {
    page.above.text(text, x: 520, y: page.y + 18, "quiet middle")
    page.y += 30
  }

  private mutating func rule() {
    page.y += 8
    page.below.line(SequencePage.margin, page.y, to: SequenceDrawing.right, page.y, "break")
    page.y += 6
  }

  /// Draws an event without an actor across all lifelines.
  private mutating func band(_ text: String, _ style: String, isCrossed: Bool = false) {
    let left = SequenceDrawing.left
    let width = SequenceDrawing.right - left
    let lines = TextMeasure.wrapped(text, width: width - 50, size: 13)
    let height = lines.count * 16 + 10
    page.above.card(x: left, y: page.y + 4, width: width, height: height, style)
    if isCrossed { page.above.cross(x: left + 18, y: page.y + 4 + height / 2) }
    page.text(lines, x: left + 34, y: page.y + 21)
    page.y += height + 12
  }

  private mutating func add(_ event: TraceEvent) {
    if let shown, event.time - shown >= .seconds(60) { page.y += 8 }
    if event.time != shown {
      let y = page.y + (event.kind == .plain ? 14 : 21)
      page.above.text(Timeline.clock(event.time), x: SequencePage.margin, y: y, "time")
    }
    shown = event.time
    switch (event.kind, event.receiver) {
    case (.drop, _): band(event.words(language), "drop", isCrossed: true)
    case (.fault, _): fault(event)
    case (.plain, let receiver?): message(event, to: receiver)
    case (.plain, nil): note(event)
    }
  }

  private static func x(_ actor: Participant) -> Int {
    lifelines.first { $0.actor == actor }?.x ?? 405
  }

  /// Draws words beside a lifeline, with the rules in a quieter colour.
  /// - Parameter step: 1 to the right of the lifeline, -1 to its left.
  /// - Returns: their height.
  private mutating func label(_ event: TraceEvent, _ text: String, x: Int, step: Int = 1) -> Int {
    let width = SequenceDrawing.labelWidth
    var lines = TextMeasure.wrapped(text, width: width, size: 13)
    var rules = ""
    if !event.rules.isEmpty {
      let words = event.citation(language)
      let last = language.joined(lines[lines.count - 1], "")
      let fits = TextMeasure.width(last + words, size: 13) <= width
      if fits { lines[lines.count - 1] = last } else { lines.append("") }
      rules = "<tspan class=\"rule\">\(words.escapingMarkup)</tspan>"
    }
    page.text(lines, x: x + 13 * step, y: page.y + 14, step < 0 ? "end" : "", more: rules)
    return lines.count * 16
  }

  /// Draws a message as an arrow between two lifelines.
  private mutating func message(_ event: TraceEvent, to receiver: Participant) {
    let (from, end) = (SequenceDrawing.x(event.actor), SequenceDrawing.x(receiver))
    let step = end > from ? 1 : -1
    let y = page.y + label(event, event.text, x: from, step: step) + 6
    page.above.arrow(from: from + 6 * step, to: end - 6 * step, y: y, event.isReply ? " reply" : "")
    page.y = y + 8
    if event.occurrence == .left { moveProcess(isAsleep: true) }
  }

  /// An event without a receiver, or a lost message.
  private mutating func note(_ event: TraceEvent) {
    let isOnLink = event.actor == .link
    let x = SequenceDrawing.x(isOnLink ? .app : event.actor)
    if event.occurrence == .launched { process = (page.y + 10, false) }
    if event.occurrence == .cameToFront { moveProcess(isAsleep: false) }
    let text = isOnLink ? language("the link {0}", event.text) : event.text
    switch event.occurrence {
    case .messageLost, .recordChangeLost, .callbackMissed:
      let step = isOnLink ? 1 : -1
      let (y, end) = (page.y + label(event, text, x: x, step: step) + 8, x + 115 * step)
      page.above.line(x + 6 * step, y, to: end, y, "arrow reply")
      page.above.cross(x: end, y: y)
      page.y = y + 8
      return
    case .died, .evicted:
      close(at: page.y + 10)
      page.above.cross(x: x, y: page.y + 10)
    default: if !isOnLink { page.above.circle(x: x, y: page.y + 10, radius: 3, "dot") }
    }
    page.y += label(event, text, x: x) + 6
  }

  /// A fault in a box that begins at the affected lifeline.
  private mutating func fault(_ event: TraceEvent) {
    let lines = TextMeasure.wrapped(event.words(language), width: 420, size: 13)
    let width = (lines.map { TextMeasure.width($0, size: 13) }.max() ?? 0) + 38
    let x = min(SequenceDrawing.x(event.actor) - 12, SequenceDrawing.right - width)
    let height = lines.count * 16 + 10
    page.above.card(x: x, y: page.y + 4, width: width, height: height, "fault")
    page.above.bolt(x: x + 15, y: page.y + 4 + height / 2)
    page.text(lines, x: x + 28, y: page.y + 21)
    page.y += height + 10
  }

  /// Draws the current process, which moves to the background or back.
  private mutating func moveProcess(isAsleep: Bool) {
    guard process?.isAsleep == !isAsleep else { return }
    close(at: page.y)
    process = (page.y, isAsleep)
  }

  /// Draws the current process down to a height; no process runs below.
  private mutating func close(at y: Int) {
    guard let (top, isAsleep) = process else { return }
    page.below.card(
      x: SequenceDrawing.x(.app) - 5, y: top, width: 10, height: max(2, y - top),
      isAsleep ? "asleep" : "process")
    process = nil
  }
}

/// Canvas of a sequence diagram: shapes and texts in order, and their style.
struct SequencePage {
  /// Width of every drawing in pixels, readable without horizontal scrolling.
  static let width = 1_100
  static let margin = 24

  /// A layer of the drawing.
  struct Sheet: Layer { var markup = "" }

  /// From bottom to top: lifelines; processes; labels, arrows and marks.
  var (lifelines, below, above) = (Sheet(), Sheet(), Sheet())
  /// Lower end of the used part.
  var y = 20

  /// The whole drawing; title and description are for screen readers.
  func svg(title: String, description: String, isStyled: Bool) -> String {
    let (width, height) = (SequencePage.width, y + 20)
    let style = isStyled ? "<style>\n\(PageParts.drawingStyle)\n</style>\n" : ""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="lostorder" role="img" \
      width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
      <title>\(title.escapingMarkup)</title>
      <desc>\(description.escapingMarkup)</desc>
      \(style)<rect class="paper" width="\(width)" height="\(height)"/>
      \(lifelines.markup)\(below.markup)\(above.markup)</svg>

      """
  }

  /// Lines of text one below the other.
  /// - Parameter y: baseline of the first line.
  /// - Parameter more: markup after the last line.
  mutating func text(
    _ lines: [String], x: Int, y: Int, _ style: String = "", step: Int = 16, more: String = ""
  ) {
    for (index, line) in lines.enumerated() {
      above.text(line, x: x, y: y + index * step, style, more: index + 1 == lines.count ? more : "")
    }
  }
}

extension SequencePage.Sheet {
  /// A box with round corners.
  mutating func card(x: Int, y: Int, width: Int, height: Int, _ style: String) {
    box(x: x, y: y, width: width, height: height, style, attributes: " rx=\"4\"")
  }

  mutating func arrow(from x: Int, to end: Int, y: Int, _ style: String) {
    let back = end > x ? -8 : 8
    line(x, y, to: end + back / 2, y, "arrow" + style)
    path("M\(end) \(y)l\(back) -4v8z", "tip")
  }

  mutating func cross(x: Int, y: Int) { path("M\(x - 5) \(y - 5)l10 10m0 -10l-10 10", "cross") }

  mutating func bolt(x: Int, y: Int) {
    path("M\(x + 1) \(y - 7)l-6 8h4l-2 6l7 -9h-4l3 -5z", "bolt")
  }
}
