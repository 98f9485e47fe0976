import Experiments
import JSONText
import PurchaseWorld

/// The users who lost an order under one design of a pair alone, with the commands that play them
/// again under both.
enum FlipText {
  /// The lines of a pair, for one design that loses and the other, then the other way round.
  ///
  /// - Parameters:
  ///   - most: how many users are listed each way, at least 1.
  ///   - replay: the command that plays a user under the design of a name.
  static func lines(
    _ comparison: ComparisonFinding, most: Int, _ language: Language,
    replay: (_ design: String, UInt64) -> String
  ) -> [String] {
    let (first, second) = (comparison.first, comparison.second)
    return way(
      (first, second), comparison.counted.onlyFirst, comparison.flipsOfFirst, most, language, replay
    ) + [""]
      + way(
        (second, first), comparison.counted.onlySecond, comparison.flipsOfSecond, most, language,
        replay)
  }

  private static func way(
    _ names: (loser: String, saver: String), _ users: Int, _ flips: [Flip], _ most: Int,
    _ language: Language, _ replay: (_ design: String, UInt64) -> String
  ) -> [String] {
    let shown = flips.prefix(most)
    var found = users > 1 ? language("{0} users", Numerals.count(users)) : language("1 user")
    if users == 0 {
      found = language("no user")
    } else if shown.count < users {
      found = language("{0}, of whom the first {1}", found, "\(shown.count)")
    }
    var lines = [
      language(
        "lost under {0}, not under {1}: {2}", names.loser.escapingControls,
        names.saver.escapingControls, found)
    ]
    for flip in shown {
      lines += [
        "  " + language("user {0}: {1}", UserNumber.text(flip.user), words(flip.fate, language)),
        "    " + replay(names.loser, flip.user), "    " + replay(names.saver, flip.user),
      ]
    }
    return lines
  }

  private static func words(_ fate: Fate, _ language: Language) -> String {
    guard case .lost(let kind, let point) = fate else { return language.named(fate.name) }
    return language(
      "{0}, {1}, drop point {2}", language.named(fate.name), language.named(kind.rawValue),
      language.named(point.rawValue))
  }
}
