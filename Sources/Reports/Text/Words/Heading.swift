import Experiments
import JSONText

/// What ran, as every report begins.
extension Findings {
  /// The name and the title of the scenario.
  var heading: String { Heading.title(name, title) }

  /// The version, the seed and how many users.
  func subtitle(_ language: Language = .en) -> String {
    Heading.subtitle(seed: seed, users: isCase ? nil : users, cut, language)
  }
}

extension Digest {
  /// The name and the title of the scenario.
  var heading: String { Heading.title(name, title) }

  /// The version, the seed and how many users.
  var subtitle: String { Heading.subtitle(seed: seed, users: users, cut) }
}

extension SweepFindings {
  /// The name and the title of the scenario.
  var heading: String { Heading.title(name, title) }

  /// The version, the seed, and how many users there were how often.
  var subtitle: String {
    Heading.subtitle(seed: seed, users: users) + " at each of \(points.count) values"
      + CutText.mark(cut, .en)
  }
}

extension Attribution {
  /// The name and the title of the scenario.
  var heading: String { Heading.title(name, title) }

  /// The version, the seed and how many users.
  var subtitle: String { Heading.subtitle(seed: seed, users: isCase ? nil : users, cut) }
}

private enum Heading {
  static func title(_ name: String, _ title: String) -> String {
    (title.isEmpty ? name : name + ": " + title).escapingControls
  }

  static func subtitle(
    seed: UInt64, users: Int?, _ cut: Cut? = nil, _ language: Language = .en
  ) -> String {
    let mark = CutText.mark(cut, language)
    guard let users else {
      return language("lostorder {0}, seed {1}, a case", Version.current, "\(seed)") + mark
    }
    if users == 1 {
      return language("lostorder {0}, seed {1}, 1 user", Version.current, "\(seed)") + mark
    }
    return language(
      "lostorder {0}, seed {1}, {2} users", Version.current, "\(seed)", Numerals.count(users))
      + mark
  }
}
