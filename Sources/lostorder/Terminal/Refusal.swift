package import JSONText
package import Reports
import Scenarios

/// Why the command ends without what it was asked for, or without all of it.
package struct Refusal: Error, Equatable {
  private enum Said: Equatable {
    case text(String)
    case message(Phrase)
    case problems([Problem])
  }

  private let said: Said
  package let code: ExitCode

  /// What is said in a language already.
  init(text: String, _ code: ExitCode) { (said, self.code) = (.text(text), code) }

  /// One line, in the name of the program: what is wrong, what was expected, and the nearest name.
  package init(
    _ what: Phrase, expected: Phrase? = nil, suggestion: String? = nil, _ code: ExitCode = .usage
  ) {
    // A name may be long: it is there to be pasted.
    let nearest = suggestion.map { "'\($0.escapingControls)'" }
    said = .message(what.wanting(expected, nearest: nearest.map { .verbatim($0) }))
    self.code = code
  }

  /// What is wrong with files, a line each.
  init(problems: [Problem]) { (said, code) = (.problems(problems), .badScenario) }

  /// What is wrong with files, if that is why.
  var problems: [Problem]? { if case .problems(let problems) = said { problems } else { nil } }

  /// What is said, in lines.
  package func text(in language: Language = .en) -> String {
    switch said {
    case .text(let text): text
    case .message(let message): "lostorder: \(language.text(of: message))\n"
    case .problems(let problems): problems.map { language.line($0) + "\n" }.joined()
    }
  }
}
