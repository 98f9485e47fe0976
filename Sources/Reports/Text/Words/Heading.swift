import Experiments
import JSONText

/// Work on a scenario whose report begins with what ran.
protocol Headed {
  /// The name of the scenario.
  var name: String { get }
  /// What it shows; may be empty.
  var title: String { get }
  var seed: UInt64 { get }
  /// How many users there were; nil of a case.
  var played: Int? { get }
  /// Why not everything was done; nil: it was.
  var cut: Cut? { get }
}

extension Findings: Headed { var played: Int? { isCase ? nil : users } }
extension Attribution: Headed { var played: Int? { isCase ? nil : users } }
extension Digest: Headed { var played: Int? { users } }
extension SweepFindings: Headed { var played: Int? { users } }

extension Headed {
  /// The name and the title of the scenario.
  var heading: String { Heading.title(name, title) }

  /// The version, the seed and how many users; what is said behind them.
  func subtitle(_ language: Language = .en, _ more: String = "") -> String {
    let (version, seed) = (Version.current, "\(seed)")
    let ran =
      switch played {
      case nil: language("lostorder {0}, seed {1}, a case", version, seed)
      case 1?: language("lostorder {0}, seed {1}, 1 user", version, seed)
      case let users?:
        language("lostorder {0}, seed {1}, {2} users", version, seed, Numerals.count(users))
      }
    return ran + more + CutText.mark(cut, language)
  }
}

enum Heading {
  static func title(_ name: String, _ title: String) -> String {
    (title.isEmpty ? name : name + ": " + title).escapingControls
  }
}

/// The version of the product, by which results name the model that made them.
package enum Version { package static let current = "0.1.0" }
