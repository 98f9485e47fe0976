import Methods
import Experiments
import JSONText
import Scenarios
import Statistics

/// The scenario's draws in a conclusion.
extension ConclusionText {
  /// Range of the leading design's losses over the draws, and whether other designs lose fewer in
  /// some draws; nil without draws.
  var leftOpen: Part? {
    let leadingDesign = conclusion.standings[conclusion.leadingDesign].name
    guard let draws = conclusion.parameterDrawFindings,
      let range = draws.variation(leadingDesign)?.range
    else { return nil }
    let rate =
      range.high > 0
      ? language(
        "over the range that the data leave open, {0} has {1} to {2} ‰ {3}", self.leadingDesign,
        NumberFormat.perMille(range.low), NumberFormat.perMille(range.high), orders)
      : language(
        "over the range that the data leave open, {0} has no {1}", self.leadingDesign, orders)
    return Part(label: language("left open"), [rate] + orderInDraws(draws, leadingDesign), language)
  }

  /// Number of draws in which the leading design loses fewer orders than another, and the reverse.
  private typealias Rival = (name: String, loses: Int, wins: Int)

  /// Ranking of the leading design against the others over the draws.
  private func orderInDraws(_ draws: ParameterDrawFindings, _ leadingDesign: String) -> [String] {
    let others = conclusion.standings.map(\.name).filter { $0 != leadingDesign }
    let rivals = others.map { name -> Rival in
      let loses = draws.drawCount(where: leadingDesign, losesFewerThan: name)
      let wins = draws.drawCount(where: name, losesFewerThan: leadingDesign)
      return (name.escapingControls, loses, wins)
    }
    let all = NumberFormat.count(draws.simulatedDraws)
    let list = { (rivals: [Rival], count: KeyPath<Rival, Int>) -> String? in
      let words = rivals.map {
        language("{0} in {1} of {2}", $0.name, NumberFormat.count($0[keyPath: count]), all)
      }
      return words.isEmpty ? nil : some(words, maximum: Self.maxChanges)
    }
    let beaten = rivals.filter { $0.loses == draws.simulatedDraws }.map(\.name)
    // Sorting is stable.
    let winning = rivals.filter { $0.wins > 0 }.sorted { $0.wins > $1.wins }
    let equal = rivals.filter { $0.wins == 0 && $0.loses < draws.simulatedDraws }
    return [
      beaten.isEmpty
        ? nil : language("fewer in every draw than {0}", some(beaten, maximum: Self.maxNames)),
      list(winning, \.wins).map {
        language("the order changes: in some draws, other designs have fewer: {0}", $0)
      }, list(equal, \.loses).map { language("never more, and fewer than {0}", $0) },
    ].compactMap(\.self)
  }
}
