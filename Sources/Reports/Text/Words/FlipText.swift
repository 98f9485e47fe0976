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
    _ pair: ComparisonFinding, most: Int, _ language: Language,
    replay: (_ design: String, UInt64) -> String
  ) -> [String] {
    let ways = [
      (loser: pair.first, saver: pair.second, pair.counted.onlyFirst, pair.flipsOfFirst),
      (loser: pair.second, saver: pair.first, pair.counted.onlySecond, pair.flipsOfSecond),
    ]
    let blocks = ways.map { loser, saver, users, flips -> [String] in
      let shown = flips.prefix(most)
      var found = users > 1 ? language("{0} users", Numerals.count(users)) : language("1 user")
      if users == 0 {
        found = language("no user")
      } else if shown.count < users {
        found = language("{0}, of whom the first {1}", found, "\(shown.count)")
      }
      let (lost, saved) = (loser.escapingControls, saver.escapingControls)
      return [language("lost under {0}, not under {1}: {2}", lost, saved, found)]
        + shown.flatMap { flip in
          [
            "  " + language("user {0}: {1}", UserNumber.text(flip.user), flip.fate.told(language)),
            "    " + replay(loser, flip.user), "    " + replay(saver, flip.user),
          ]
        }
    }
    return Array(blocks.joined(separator: [""]))
  }
}

extension Fate {
  /// How a charge ended, with the drop point of a lost one.
  func told(_ language: Language) -> String {
    let words = words.map(language.named)
    if words.count == 1 { return words[0] }
    return language("{0}, {1}, drop point {2}", words[0], words[1], words[2])
  }
}
