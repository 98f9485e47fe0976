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
    let shown = all.first { count($0) <= room } ?? shortened(all[all.count - 1], to: room)
    return [heading]
      + shown.flatMap { part, indent, lines in
        lines.enumerated().map { index, line in
          "  " + DisplayWidth.padded(index == 0 ? part.label : "", to: indent) + "  " + line
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
  private func shortened(_ blocks: [Block], to room: Int) -> [Block] {
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
    let fewest = language("fewest {0}", orders)
    let names = some(conclusion.best.map(rated), maximum: maximum)
    let text =
      if conclusion.best.count < 2 {
        language(
          "{0}: {1}, {2} (interval {3} ‰)", fewest, leadingDesign, rate(conclusion.leadingDesign),
          leadingInterval)
      } else if conclusion.replicationCount != nil {
        language(
          "{0}: {1}; no significant difference in {2} replications", fewest, names, sampleSize)
      } else {
        language("{0}: {1}; no significant difference with {2} users", fewest, names, sampleSize)
      }
    return Part(label: language("best"), text: text)
  }

  /// The designs that lose significantly more, and the worst.
  private func worse(_ maximum: Int) -> Part? {
    let items = losingMore
    return items.isEmpty
      ? nil : Part(label: language("lose more"), text: upToLast(items, maximum: maximum))
  }

  /// What the leading design costs: for each other objective the best rival that is better in it.
  private var costs: Part? {
    guard conclusion.standings.count > 1 else { return nil }
    let places = conclusion.objectives.indices.dropFirst()
    let clauses = places.compactMap { place in
      rivals(place).first.map {
        language("{0}: {1}", words(conclusion.objectives[place]), rival(place, $0))
      }
    }
    let none = language(
      "no design is better in {0}",
      language.list(places.map { words(conclusion.objectives[$0]) }, ofWords: true))
    return Part(label: language("trade-off"), clauses.isEmpty ? [none] : clauses, language)
  }

  /// The single changes of the leading design with the largest effects on lost orders, one a line.
  private func effects(_ maximum: Int) -> Part? {
    guard conclusion.ablation != nil else { return nil }
    let none = language("no change of a single axis of {0} changes {1}", leadingDesign, orders)
    return Part(
      label: language("effects on lost orders"), largest(changes, maximum, otherwise: none),
      language)
  }

  /// The single changes of the leading design that reduce what it still loses, one a line.
  private func cures(_ maximum: Int) -> Part? {
    guard conclusion.ablation != nil, !conclusion.dropPointRates.isEmpty else { return nil }
    let better = changes.filter { $0.designComparisons[0]?.direction == .fewer }
    let none = language("no change of a single axis loses significantly fewer orders")
    let clauses = largest(better, min(maximum, Self.maxRivals), otherwise: none)
    return Part(label: language("improvements"), clauses, language)
  }

  /// The leading design with each of the largest changes, and the effect on lost orders.
  /// - Parameter none: the text if there is no change.
  private func largest(_ changes: [Effect], _ maximum: Int, otherwise none: String) -> [String] {
    let moves = largest(changes, by: 0).prefix(maximum)
    return moves.isEmpty
      ? [none]
      : moves.map { language("{0}, {1}", changed($0.effect.step), size(of: $0.difference)) }
  }

  /// The drop points of the leading design.
  private func leftovers(_ maximum: Int) -> Part? {
    if dropPoints.isEmpty { return nil }
    let points = some(dropPoints, maximum: maximum)
    let text = language("under {0}, by drop point: {1}", leadingDesign, points)
    return Part(label: language("still lost"), text: text)
  }

  /// The range of the leading design over the draws, and whether another one leads in some.
  private var draws: Part? {
    leftOpen.map { Part(label: $0.label, Array($0.clauses.prefix(2)), language) }
  }
}
