/// A text with places for what is not known yet, such as `{{name}}`.
package struct Template: Sendable {
  private let text: String

  package init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }
  package init(_ text: String) { self.text = text }

  /// The text with its places filled, once: braces in what stands there are no places.
  /// - Precondition: every place has a text.
  package func filled(_ texts: [String: String]) -> String {
    var (filled, rest) = ("", text[...])
    while let open = rest.firstRange(of: "{{"), let end = rest.firstRange(of: "}}") {
      guard let text = texts[String(rest[open.upperBound..<end.lowerBound])] else {
        preconditionFailure("every place of a template has a text")
      }
      filled += rest[..<open.lowerBound] + text
      rest = rest[end.upperBound...]
    }
    return filled + rest
  }
}
