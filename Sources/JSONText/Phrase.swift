/// A text for people that can be translated.
///
/// The words are English and are the key of the translations. A composed phrase therefore keeps its
/// arguments apart, and separates words from text that is the same in every language. A literal is
/// a phrase: `"\(name) is not a path"` has the words `{0} is not a path` and one argument, which
/// can be a phrase itself; a string argument is the same in every language.
package indirect enum Phrase: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// Text that is the same in every language: an identifier, a value, JSON.
  case verbatim(String)
  /// English words, with `{0}`, `{1}` … in the places of the arguments.
  case words(String, [Phrase] = [])
  /// A list of phrases of one kind.
  case list([Phrase])

  package init(stringLiteral words: String) { self = .words(words) }
  package init(stringInterpolation literal: Literal) {
    self = .words(literal.words, literal.arguments)
  }

  /// The words of a literal and its arguments.
  package struct Literal: StringInterpolationProtocol {
    fileprivate private(set) var words = ""
    fileprivate private(set) var arguments: [Phrase] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}
    package mutating func appendLiteral(_ literal: String) { words += literal }
    package mutating func appendInterpolation(_ phrase: Phrase) {
      words += "{\(arguments.count)}"
      arguments.append(phrase)
    }
    package mutating func appendInterpolation(_ text: some StringProtocol) {
      appendInterpolation(Phrase.verbatim(String(text)))
    }
    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      appendInterpolation(Phrase.verbatim(String(number)))
    }
  }

  /// Joins the words of two phrases into one phrase, for literals over several lines.
  package static func + (first: Phrase, next: Phrase) -> Phrase {
    let ((words, arguments), (more, others)) = (first.parts, next.parts)
    let places = others.indices.map { "{\(arguments.count + $0)}" }
    return .words(words + filled(more, places), arguments + others)
  }

  private var parts: (words: String, arguments: [Phrase]) {
    if case .words(let words, let arguments) = self { (words, arguments) } else { ("{0}", [self]) }
  }

  package var english: String {
    switch self {
    case .verbatim(let text): text
    case .words(let words, let arguments): Phrase.filled(words, arguments.map(\.english))
    case .list(let parts): parts.map(\.english).joined(separator: ", ")
    }
  }

  /// The words that need a translation, including those of the arguments.
  package var keys: [String] {
    switch self {
    case .verbatim: []
    case .words(let words, let arguments): [words] + arguments.flatMap(\.keys)
    case .list(let parts): parts.flatMap(\.keys)
    }
  }

  /// A value as the format writes it; nil if there is none.
  package static func json(_ value: JSONOutput?) -> Phrase? { value.map { .verbatim($0.line) } }
  /// A list of identifiers: `a, b, c`.
  package static func names(_ names: [String]) -> Phrase { .list(names.map { .verbatim($0) }) }

  /// Alternative identifiers: `a, b or c`.
  package static func alternatives(_ names: [String]) -> Phrase {
    guard let last = names.last, names.count > 1 else {
      return names.first.map { .verbatim($0) } ?? "nothing"
    }
    return "\(.names(names.dropLast())) or \(last)"
  }

  /// A choice of identifiers, or the only identifier: `one of a, b or c`.
  package static func choice(_ names: [String]) -> Phrase {
    names.count > 1 ? "one of \(alternatives(names))" : alternatives(names)
  }

  /// Inserts arguments in their places, once: braces in an argument are text.
  package static func filled(_ phrase: String, _ arguments: [String]) -> String {
    var text = ""
    var rest = phrase[...]
    while let open = rest.firstIndex(of: "{") {
      text += rest[..<open]
      rest = rest[open...].dropFirst()
      guard let close = rest.firstIndex(of: "}"), let place = Int(rest[..<close]),
        arguments.indices.contains(place)
      else {
        text += "{"
        continue
      }
      text += arguments[place]
      rest = rest[close...].dropFirst()
    }
    return text + rest
  }
}
