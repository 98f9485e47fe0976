/// What is said of something, before it is said in a language.
///
/// What stands here is English, and is the key of its translations. So whatever is put together
/// keeps its parts apart, and what is no word of a language is told from what is. A literal is put
/// together where it stands: `"\(name) is not a path"` has the words `{0} is not a path` and one
/// argument, which may be a phrase itself; a text in it is alike in every language.
package indirect enum Phrase: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// What is alike in every language: an identifier, a value, JSON.
  case verbatim(String)
  /// Words in English, with `{0}`, `{1}` … where the arguments stand.
  case words(String, [Phrase] = [])
  /// Things of one kind, one after the other.
  case list([Phrase])

  package init(stringLiteral words: String) { self = .words(words) }
  package init(stringInterpolation literal: Literal) {
    self = .words(literal.words, literal.arguments)
  }

  /// The words of a literal, and what stands in their places.
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

  /// One phrase of two whose words follow each other, so that a literal may take several lines.
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

  /// The words that a translation must know, those of the arguments too.
  package var keys: [String] {
    switch self {
    case .verbatim: []
    case .words(let words, let arguments): [words] + arguments.flatMap(\.keys)
    case .list(let parts): parts.flatMap(\.keys)
    }
  }

  /// A value as the format writes it, if there is one.
  package static func json(_ value: JSONOutput?) -> Phrase? { value.map { .verbatim($0.line) } }
  /// Identifiers one after the other: `a, b, c`.
  package static func names(_ names: [String]) -> Phrase { .list(names.map { .verbatim($0) }) }

  /// Identifiers of which one is meant: `a, b or c`.
  package static func alternatives(_ names: [String]) -> Phrase {
    guard let last = names.last, names.count > 1 else {
      return names.first.map { .verbatim($0) } ?? "nothing"
    }
    return "\(.names(names.dropLast())) or \(last)"
  }

  /// Identifiers of which one is meant, or the only one: `one of a, b or c`.
  package static func choice(_ names: [String]) -> Phrase {
    names.count > 1 ? "one of \(alternatives(names))" : alternatives(names)
  }

  /// Puts arguments into their places, once: braces in an argument are words.
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
