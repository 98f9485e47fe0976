import PurchaseWorld
import JSONText
import Scenarios
import LossAttribution
import Methods
package import Experiments

/// Work on a scenario whose report begins with what ran.
protocol Headed {
  var name: String { get }
  /// What it shows; may be empty.
  var title: String { get }
  var seed: UInt64 { get }
  /// How many users there were; nil of a case.
  var played: Int? { get }
  /// What was put into the file before it was read.
  var settings: [Setting] { get }
  /// Why not everything was done; nil: it was.
  var cut: Cut? { get }
}

extension Findings: Headed { var played: Int? { isCase ? nil : users } }
extension Attribution: Headed { var played: Int? { isCase ? nil : users } }
extension Digest: Headed { var played: Int? { users } }
extension SweepFindings: Headed { var played: Int? { users } }

extension Headed {
  var heading: String { Heading.title(name, title) }

  /// The version, the seed and how many users; what is said behind them; what was put into the file.
  func subtitle(_ language: Language = .en, _ more: String = "") -> String {
    let (version, seed) = (Version.current, "\(seed)")
    let ran =
      switch played {
      case nil: language("lostorder {0}, seed {1}, a case", version, seed)
      case 1?: language("lostorder {0}, seed {1}, 1 user", version, seed)
      case let users?:
        language("lostorder {0}, seed {1}, {2} users", version, seed, Numerals.count(users))
      }
    return ran + more + Heading.settings(settings) + CutText.mark(cut, language)
  }
}

enum Heading {
  static func title(_ name: String, _ title: String) -> String {
    (title.isEmpty ? name : name + ": " + title).escapingControls
  }

  /// What was put into a file, as the options that do so.
  static func settings(_ settings: [Setting]) -> String {
    settings.map { ", --set " + $0.text.escapingControls }.joined()
  }
}

/// The version of the product, by which results name the model that made them.
package enum Version { package static let current = "0.1.0" }

package enum CutText {
  /// What is said of a run, or of other work, that was cut short.
  /// - Parameter users: how many were played until then; nil where none are.
  /// - Parameter designs: the names of the designs of the file, in their order.
  package static func line(
    _ cut: Cut, users: Int?, designs: [String], _ language: Language = .en
  ) -> String {
    let count = Numerals.count(users ?? 0)
    return switch (cut, users) {
    case (.interrupted, nil): language("interrupted")
    case (.interrupted, 0?): language("interrupted before anything was known")
    case (.interrupted, _):
      language(
        "interrupted after {0} users; how many those are is not repeated by another run", count)
    case (.timeUp, nil): language("the time limit was reached")
    case (.timeUp, 0?): language("the time limit was reached before anything was known")
    case (.timeUp, _):
      language(
        "the time limit was reached after {0} users; how many those are is not repeated by another"
          + " run", count)
    case (.elsewhere, _): language("other shards have yet to play the rest")
    case (.endless(let life), _): line(life, designs, language)
    }
  }

  private static func line(_ life: EndlessUser, _ designs: [String], _ language: Language) -> String
  {
    if let misdeed = life.misdeed { return ClientWords.line(misdeed, life, language) }
    let (name, path) = (life.design.escapingControls, path(life, designs))
    let most = Numerals.count(EndlessLife.mostEvents)
    guard let user = life.user else {
      return language(
        "a life under '{0}' has more than {1} events, most of them because of '{2}';"
          + " expected longer times there", name, most, path)
    }
    return language(
      "the life of user {0} under '{1}' has more than {2} events, most of them because of '{3}';"
        + " expected longer times there", UserNumber.text(user), name, most, path)
  }

  /// Where the value stands that makes a life endless.
  package static func path(_ life: EndlessUser, _ designs: [String]) -> String {
    if life.misdeed != nil {
      let index = designs.firstIndex(of: life.design)
      return index.map { "designs[\($0)].client" } ?? "client"
    }
    guard life.cause.isOfDesign, let index = designs.firstIndex(of: life.design) else {
      return life.cause.path
    }
    return "designs[\(index)].\(life.cause.path)"
  }

  /// What is added to the line that says what ran; empty for a run that was not cut.
  static func mark(_ cut: Cut?, _ language: Language) -> String {
    switch cut {
    case .interrupted: language(", interrupted")
    case .timeUp: language(", cut short by the time limit")
    case .endless(let life) where life.misdeed != nil:
      language(", stopped by what a client does")
    case .endless: language(", cut short by an endless life")
    // What lacks a shard is shown to nobody.
    case .elsewhere, nil: ""
    }
  }
}

extension Cut {
  /// The name by which programs know it.
  var name: String {
    switch self {
    case .interrupted: "interrupted"
    case .timeUp: "timeLimit"
    case .endless: "endless"
    case .elsewhere: "elsewhere"
    }
  }

  /// All names by which programs know one.
  static let names: Set<String> = ["interrupted", "timeLimit", "endless"]
}
