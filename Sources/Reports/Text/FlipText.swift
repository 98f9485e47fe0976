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
    _ comparison: ComparisonFinding, most: Int, replay: (_ design: String, UInt64) -> String
  ) -> [String] {
    let (first, second) = (comparison.first, comparison.second)
    return way(first, second, comparison.users.onlyFirst, comparison.flipsOfFirst, most, replay)
      + [""]
      + way(second, first, comparison.users.onlySecond, comparison.flipsOfSecond, most, replay)
  }

  private static func way(
    _ loser: String, _ saver: String, _ users: Int, _ flips: [Flip], _ most: Int,
    _ replay: (_ design: String, UInt64) -> String
  ) -> [String] {
    let shown = flips.prefix(most)
    var head = "lost under \(loser.escapingControls), not under \(saver.escapingControls): "
    let none = head + "no user"
    // Of strata the count is scaled, and can be smaller than the list.
    let few = users == 0 ? "less than " : users < shown.count ? "about " : ""
    head += few + (users > 1 ? "\(Numerals.count(users)) users" : "1 user")
    if shown.count < users { head += ", of whom the first \(shown.count)" }
    var lines = [shown.isEmpty && users == 0 ? none : head]
    for flip in shown {
      lines += [
        "  user \(UserNumber.text(flip.user)): \(words(flip.fate))",
        "    " + replay(loser, flip.user), "    " + replay(saver, flip.user),
      ]
    }
    return lines
  }

  private static func words(_ fate: Fate) -> String {
    guard case .lost(let kind, let point) = fate else { return fate.name }
    return "\(fate.name), \(kind.rawValue), drop point \(point.rawValue)"
  }
}
