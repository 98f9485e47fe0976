import EventEngine
import JSONText
import PurchaseWorld

/// A trace as a drawn sequence diagram: an SVG file that needs nothing else.
package struct SequenceDrawing {
  private let language: Language
  private var page = SequencePage()
  /// The time that was shown last.
  private var shown: Instant?
  private var process = Process.none

  /// What the app's lifeline shows.
  private enum Process: Equatable {
    /// Nothing runs.
    case none
    /// A process runs in front, from a height on.
    case front(Int)
    /// A process waits in the background, from a height on.
    case asleep(Int)
  }

  /// Where the lifelines stand.
  private static let lifelines: [(actor: Party, x: Int)] = [
    (.user, 175), (.app, 405), (.store, 635), (.backend, 865),
  ]

  /// The room for a label beside a lifeline.
  private static let labelWidth = 210
  /// Where the room for what lies across all lifelines begins.
  private static let left = 130
  private static let right = SequencePage.width - SequencePage.margin

  /// One life.
  ///
  /// - Parameter isStyled: whether the drawing brings its colours and letters, as one that stands
  ///   alone does.
  package static func svg(_ story: Story, isStyled: Bool = true) -> String {
    let language = story.language
    var drawing = SequenceDrawing(language: language)
    drawing.begin(story.title, [language.clauses(story.endings)])
    drawing.draw(story.events, of: story, under: nil)
    drawing.end()
    return drawing.page.svg(
      title: story.title,
      description: language(
        "A sequence diagram of {0} events between user, app, store and backend; {1}.",
        "\(story.events.count)", language.clauses(story.endings)), isStyled: isStyled)
  }

  /// Two lives of one user: together while they are the same, then one below the other.
  package static func svg(_ comparison: StoryComparison) -> String {
    let language = comparison.language
    var drawing = SequenceDrawing(language: language)
    let stories = [comparison.first, comparison.second]
    drawing.begin(
      comparison.title,
      stories.map { language("{0}: {1}", $0.heading.design, language.clauses($0.endings)) })
    drawing.draw(
      comparison.common, of: comparison.rows.isEmpty ? comparison.first : nil,
      under: language("under both designs"))
    let process = drawing.process
    var text = language("no difference: both designs give the same life")
    if let parting = comparison.parting {
      text = language("the first difference, at {0}", Timeline.clock(parting))
      drawing.band(text, "apart")
      for story in stories {
        drawing.process = process
        drawing.draw(
          comparison.rest(of: story), of: story,
          under: language("from here on under {0}", story.heading.design))
      }
    } else {
      drawing.band(text, "apart")
    }
    drawing.end()
    return drawing.page.svg(
      title: comparison.title,
      description: language.sentences(
        [language("Sequence diagrams of one user under two designs; {0}.", text)]
          + stories.map {
            language("{0}: {1}.", $0.heading.design, language.clauses($0.endings))
          }))
  }

  /// Writes what was played and how every charge ended.
  private mutating func begin(_ title: String, _ endings: [String]) {
    let width = SequenceDrawing.right - SequencePage.margin
    let lines = Markup.wrapped(title, width: width, size: 20)
    page.text(lines, x: SequencePage.margin, y: page.y + 18, "title", step: 24)
    page.y += lines.count * 24 + 6
    for ending in endings {
      let lines = Markup.wrapped(ending, width: width, size: 13)
      page.text(lines, x: SequencePage.margin, y: page.y + 12)
      page.y += lines.count * 16 + 4
    }
    page.y += 10
  }

  /// Says what the signs mean.
  private mutating func end() {
    page.y += 10
    page.text(
      [
        language(
          "Blue: a process of the app, pale in the background. Amber: a fault. Red: the drop point."
            + " In parentheses: the rule that decides.")
      ], x: SequencePage.margin, y: page.y + 12, "quiet")
    page.y += 16
  }
}

/// The parts of a diagram.
extension SequenceDrawing {
  /// Draws what happened, with the lifelines beside it.
  ///
  /// - Parameter story: the story that ends with it; nil if one goes on.
  private mutating func draw(_ events: [TraceEvent], of story: Story?, under heading: String?) {
    if let heading {
      let lines = Markup.wrapped(heading, width: 1_000, size: 14)
      page.text(lines, x: SequencePage.margin, y: page.y + 16)
      page.y += lines.count * 16 + 8
    }
    heads()
    let top = page.y
    page.y += 6
    shown = nil
    resume()
    for part in StoryPart.parts(of: events) {
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
    for (_, x) in SequenceDrawing.lifelines {
      page.lifelines += SequencePage.line(x, top, to: x, page.y, "life")
    }
    heads()
    page.y += 6
  }

  /// The names of those who act.
  private mutating func heads() {
    for (actor, x) in SequenceDrawing.lifelines {
      page.above += SequencePage.box(x: x - 50, y: page.y, width: 100, height: 26, "head")
      page.text([actor.name(language)], x: x, y: page.y + 17, "name")
    }
    page.y += 26
  }

  /// Words of nobody.
  private mutating func remark(_ text: String) {
    page.text([text], x: 520, y: page.y + 18, "quiet middle")
    page.y += 30
  }

  /// A line across before a visit.
  private mutating func rule() {
    page.y += 8
    page.below += SequencePage.line(
      SequencePage.margin, page.y, to: SequenceDrawing.right, page.y, "break")
    page.y += 6
  }

  /// A band across all lifelines.
  private mutating func band(_ text: String, _ style: String, isCrossed: Bool = false) {
    let left = SequenceDrawing.left
    let width = SequenceDrawing.right - left
    let lines = Markup.wrapped(text, width: width - 50, size: 13)
    let height = lines.count * 16 + 10
    page.above += SequencePage.box(x: left, y: page.y + 4, width: width, height: height, style)
    if isCrossed { page.cross(x: left + 18, y: page.y + 4 + height / 2) }
    page.text(lines, x: left + 34, y: page.y + 21)
    page.y += height + 12
  }
}

/// Single events.
extension SequenceDrawing {
  private mutating func add(_ event: TraceEvent) {
    if let shown, event.time - shown >= .seconds(60) { page.y += 8 }
    if event.time != shown {
      let isBoxed = event.kind != .plain
      page.text(
        [Timeline.clock(event.time)], x: SequencePage.margin, y: page.y + (isBoxed ? 21 : 14),
        "time")
    }
    shown = event.time
    switch (event.kind, event.receiver) {
    case (.drop, _): band(event.words(language), "drop", isCrossed: true)
    case (.fault, _): fault(event)
    case (.plain, let receiver?): message(event, to: receiver)
    case (.plain, nil): note(event)
    }
  }

  private static func x(_ actor: Party) -> Int {
    lifelines.first { $0.actor == actor }?.x ?? 405
  }

  /// Words beside a lifeline, the rules behind them in a quieter colour; returns how many lines.
  private mutating func label(
    _ event: TraceEvent, _ text: String, x: Int, toTheLeft: Bool = false
  ) -> Int {
    let width = SequenceDrawing.labelWidth
    var lines = Markup.wrapped(text, width: width, size: 13)
    var rules = ""
    if !event.rules.isEmpty {
      let words = event.citation(language)
      let last = language.joined(lines[lines.count - 1], "")
      if Markup.width(last + words, size: 13) > width {
        lines.append("")
      } else {
        lines[lines.count - 1] = last
      }
      rules = "<tspan class=\"rule\">\(words.escapingMarkup)</tspan>"
    }
    page.text(lines, x: x, y: page.y + 14, toTheLeft ? "end" : "", more: rules)
    return lines.count
  }

  private mutating func message(_ event: TraceEvent, to receiver: Party) {
    let from = SequenceDrawing.x(event.actor)
    let end = SequenceDrawing.x(receiver)
    let step = end > from ? 1 : -1
    let lines = label(event, event.text, x: from + 13 * step, toTheLeft: step < 0)
    let y = page.y + lines * 16 + 6
    var isReply = ""
    if case .answered? = event.moment { isReply = " reply" }
    page.arrow(from: from + 6 * step, to: end - 6 * step, y: y, isReply)
    page.y = y + 8
    if event.moment == .left { sleep() }
  }

  /// What an actor keeps for itself, or what gets lost on its way.
  private mutating func note(_ event: TraceEvent) {
    let from = event.actor == .link ? .app : event.actor
    let x = SequenceDrawing.x(from)
    if event.moment == .launched { open() }
    if event.moment == .cameToFront { wake() }
    let text = event.actor == .link ? language("the link {0}", event.text) : event.text
    switch event.moment {
    case .messageLost, .recordChangeLost, .callbackMissed:
      let step = event.actor == .link ? 1 : -1
      let lines = label(event, text, x: x + 13 * step, toTheLeft: step < 0)
      let y = page.y + lines * 16 + 8
      page.lostArrow(from: x + 6 * step, to: x + 115 * step, y: y)
      page.y = y + 8
    case .died, .evicted:
      close(at: page.y + 10)
      page.cross(x: x, y: page.y + 10)
      page.y += label(event, text, x: x + 13) * 16 + 6
    default:
      if event.actor != .link { page.dot(x: x, y: page.y + 10) }
      page.y += label(event, text, x: x + 13) * 16 + 6
    }
  }

  /// A fault in a box that begins at the lifeline that it strikes.
  private mutating func fault(_ event: TraceEvent) {
    let lines = Markup.wrapped(event.words(language), width: 420, size: 13)
    let width = (lines.map { Markup.width($0, size: 13) }.max() ?? 0) + 38
    let x = min(SequenceDrawing.x(event.actor) - 12, SequenceDrawing.right - width)
    let height = lines.count * 16 + 10
    page.above += SequencePage.box(x: x, y: page.y + 4, width: width, height: height, "fault")
    page.bolt(x: x + 15, y: page.y + 4 + height / 2)
    page.text(lines, x: x + 28, y: page.y + 21)
    page.y += height + 10
  }
}

/// The processes of the app.
extension SequenceDrawing {
  private mutating func open() { process = .front(page.y + 10) }

  /// Goes on with the process of the moment at this height.
  private mutating func resume() {
    switch process {
    case .none: break
    case .front: process = .front(page.y)
    case .asleep: process = .asleep(page.y)
    }
  }

  private mutating func sleep() {
    guard case .front = process else { return }
    close(at: page.y)
    process = .asleep(page.y)
  }

  private mutating func wake() {
    guard case .asleep = process else { return }
    close(at: page.y)
    process = .front(page.y)
  }

  /// Draws the process of the moment down to a height; nothing runs from there on.
  private mutating func close(at y: Int) {
    let x = SequenceDrawing.x(.app) - 5
    switch process {
    case .none: break
    case .front(let top):
      page.below += SequencePage.box(x: x, y: top, width: 10, height: max(2, y - top), "process")
    case .asleep(let top):
      page.below += SequencePage.box(x: x, y: top, width: 10, height: max(2, y - top), "asleep")
    }
    process = .none
  }
}
