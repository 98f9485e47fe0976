import Experiments
import JSONText
import Methods
import PurchaseWorld
import Scenarios
import Statistics

/// The conclusion in a few short lines; the page has every part in full.
extension ConclusionText {
  /// Most lines of a terminal, the heading included.
  static let maxLines = 12
  /// Most designs, and most changes, that the summary names.
  private static let maxShort = 3

  /// The answers in reading order: the best design, its costs, the largest effects, what is still
  /// lost.
  package var summaryParts: [Part] { summary(maximum: Self.maxShort) }

  private func summary(maximum: Int) -> [Part] {
    [
      winner(maximum), stores, worse(maximum), costs, effects(maximum), cures(maximum),
      leftovers(maximum), conclusion.floor > 0 ? floor : nil, draws,
    ].compactMap(\.self)
  }

  /// The heading, with the joint confidence of what follows if anything is compared.
  package var heading: String {
    guard conclusion.comparisonCount > 0 || conclusion.ablation != nil else {
      return language("conclusion:")
    }
    return language(
      "conclusion ({0} joint confidence, given the fault probabilities of this scenario):",
      NumberFormat.percent(conclusion.confidence))
  }

  /// The conclusion in lines of a terminal. If they are too many, fewer designs and changes are
  /// named.
  package func lines(columns: Int = 100) -> [String] {
    let room = Self.maxLines - 1
    let all = (1...Self.maxShort).reversed().map { blocks(summary(maximum: $0), columns) }
    let shown = all.first { count($0) <= room } ?? interruption(all[all.count - 1], to: room)
    return [heading]
      + shown.flatMap { block in
        block.lines.indices.map { index in
          let isFirst = index == 0
          let label = DisplayWidth.padded(isFirst ? block.part.label : "", to: block.indent)
          return "  " + label + "  " + block.lines[index]
        }
      }
  }

  /// A part in lines that begin behind the longest label.
  private typealias Block = (part: Part, indent: Int, lines: [String])

  private func blocks(_ parts: [Part], _ columns: Int) -> [Block] {
    let width = parts.map { DisplayWidth.of($0.label) }.max() ?? 0
    // Four spaces around the label, and two columns for " …".
    return parts.map { part in
      (part, width, part.clauses.flatMap { broken($0, columns - width - 6) })
    }
  }

  private func count(_ blocks: [Block]) -> Int { blocks.reduce(0) { $0 + $1.lines.count } }

  /// Shortens the longest blocks, and adds a note about it.
  private func interruption(_ blocks: [Block], to room: Int) -> [Block] {
    var blocks = blocks
    while count(blocks) > room,
      let longest = blocks.indices.max(by: {
        (blocks[$0].lines.count, $1) < (blocks[$1].lines.count, $0)
      }), blocks[longest].lines.count > 1
    {
      blocks[longest].lines.removeLast()
      let last = blocks[longest].lines.count - 1
      if !blocks[longest].lines[last].hasSuffix(" …") { blocks[longest].lines[last] += " …" }
    }
    return blocks
  }

  /// The conclusion for a pull request.
  package var markdown: [String] {
    let parts = summaryParts.map { part in
      "- **\(part.label.escapingMarkdown)**: \(part.text.escapingMarkdown)"
    }
    return [heading.escapingMarkdown, ""] + parts + [""]
  }

  /// Text in lines; a number stays on the line of its unit.
  private func broken(_ text: String, _ columns: Int) -> [String] {
    LineBreaking.lines(of: text.replacing(" ‰", with: "\u{A0}‰"), atMost: columns)
      .map { $0.replacing("\u{A0}‰", with: " ‰") }
  }

  /// The leading design, or all designs without a significant difference from it.
  private func winner(_ maximum: Int) -> Part {
    let places = conclusion.best
    let label = language("best")
    let fewest = language("fewest {0}", orders)
    guard places.count > 1 else {
      let interval =
        conclusion.standings[conclusion.leadingDesign].values[0]
        .map { NumberFormat.interval($0, language) } ?? "–"
      let text = language(
        "{0}: {1}, {2} (interval {3} ‰)", fewest, leadingDesign, rate(conclusion.leadingDesign),
        interval)
      return Part(label: label, text: text)
    }
    let names = some(places.map { language("{0} {1}", name($0), rate($0)) }, maximum: maximum)
    let text =
      conclusion.replicationCount.map { replications in
        language(
          "{0}: {1}; no significant difference in {2} replications", fewest, names,
          NumberFormat.count(replications))
      }
      ?? language(
        "{0}: {1}; no significant difference with {2} users", fewest, names,
        NumberFormat.count(conclusion.users))
    return Part(label: label, text: text)
  }

  /// The designs that lose significantly more, and the worst.
  private func worse(_ maximum: Int) -> Part? {
    let items = conclusion.others.compactMap { place in
      conclusion.designComparison(0, from: conclusion.lowest, to: place).map {
        language("{0} {1}", name(place), signed($0.difference))
      }
    }
    return items.isEmpty
      ? nil : Part(label: language("lose more"), text: upToLast(items, maximum: maximum))
  }

  /// What the leading design costs: for each other objective the best rival that is better in it.
  private var costs: Part? {
    guard conclusion.standings.count > 1 else { return nil }
    let places = conclusion.objectives.indices.dropFirst()
    let clauses = places.compactMap { place -> String? in
      guard let first = rivals(place).first else { return nil }
      return language("{0}: {1}", words(conclusion.objectives[place]), rival(place, first))
    }
    let none = language(
      "no design is better in {0}",
      language.list(places.map { words(conclusion.objectives[$0]) }, ofWords: true))
    return Part(label: language("trade-off"), clauses.isEmpty ? [none] : clauses, language)
  }

  /// The single changes of the leading design with the largest effects on lost orders, one a line.
  private func effects(_ maximum: Int) -> Part? {
    guard conclusion.ablation != nil else { return nil }
    let moves = largest(changes, by: 0)
    let clauses = moves.prefix(maximum).map { change($0) }
    let none = language("no change of a single axis of {0} changes {1}", leadingDesign, orders)
    return Part(
      label: language("effects on lost orders"), clauses.isEmpty ? [none] : Array(clauses),
      language)
  }

  /// The single changes of the leading design that reduce what it still loses, one a line.
  private func cures(_ maximum: Int) -> Part? {
    guard conclusion.ablation != nil, !conclusion.dropPointRates.isEmpty else { return nil }
    let moves = largest(changes.filter { $0.designComparisons[0]?.direction == .fewer }, by: 0)
    let none = language("no change of a single axis loses significantly fewer orders")
    let clauses = moves.prefix(min(maximum, Self.maxRivals)).map { change($0) }
    return Part(
      label: language("improvements"), clauses.isEmpty ? [none] : Array(clauses), language)
  }

  /// The drop points of the leading design.
  private func leftovers(_ maximum: Int) -> Part? {
    let points = conclusion.dropPointRates.map { titled($0.point, $0.rate) }
    if points.isEmpty { return nil }
    let text = language(
      "under {0}, by drop point: {1}", leadingDesign, some(points, maximum: maximum))
    return Part(label: language("still lost"), text: text)
  }

  /// The range of the leading design over the draws, and whether another one leads in some.
  private var draws: Part? {
    guard let part = leftOpen else { return nil }
    return Part(label: part.label, Array(part.clauses.prefix(2)), language)
  }

  /// A drop point with its share and title.
  func titled(_ point: DropPoint, _ rate: Double) -> String {
    let known = language("{0} {1}", language.named(point.rawValue), share(rate))
    return language == .en ? "\(known) (\(point.title))" : known
  }

  /// The leading design with a change, and the effect.
  private func change(_ move: Move) -> String {
    language("{0}, {1}", changed(move.effect.step), size(of: move.difference))
  }
}
