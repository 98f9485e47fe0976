package import JSONText
package import Reports
import Scenarios

/// The reason why the command ends without its result, or without a part of it.
package struct CommandError: Error, Equatable {
  private enum Kind: Equatable {
    case text(String)
    case message(Phrase)
    case problems([Problem])
  }

  private let content: Kind
  package let code: ExitCode

  /// An error whose text is already in the language of the user.
  init(text: String, _ code: ExitCode) { (content, self.code) = (.text(text), code) }

  /// An error in one line, after the program's name: the problem, what is expected, and the nearest
  /// name.
  package init(
    _ message: Phrase, expected: Phrase? = nil, suggestion: String? = nil, _ code: ExitCode = .usage
  ) {
    // A name may be long: it is there to be pasted.
    let nearest = suggestion.map { "'\($0.escapingControls)'" }
    content = .message(message.expecting(expected, nearest: nearest.map { .verbatim($0) }))
    self.code = code
  }

  /// An error for a word that is not one of some names, with these names and the nearest one.
  init(_ message: Phrase, _ word: String, among names: [String]) {
    self.init(
      message, expected: .alternatives(names), suggestion: NearestName.of(word, among: names))
  }

  /// Problems of files, one line each.
  init(problems: [Problem]) { (content, code) = (.problems(problems), .badScenario) }

  /// The problems of files; nil for other errors.
  var problems: [Problem]? { if case .problems(let problems) = content { problems } else { nil } }

  /// The lines of the error in a language.
  package func text(in language: Language = .en) -> String {
    switch content {
    case .text(let text): text
    case .message(let message): "lostorder: \(language.text(of: message))\n"
    case .problems(let problems): problems.map { language.line($0) + "\n" }.joined()
    }
  }
}
