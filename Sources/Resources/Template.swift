/// A text with placeholders such as `{{name}}`.
package struct Template: Sendable {
  private let text: String

  package init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }
  package init(_ text: String) { self.text = text }

  /// The text with its placeholders replaced, in one pass: braces in replacements are not
  /// placeholders.
  /// - Precondition: every placeholder has a replacement.
  package func filled(_ texts: [String: String]) -> String {
    var (filled, rest) = ("", text[...])
    while let open = rest.firstRange(of: "{{"), let end = rest.firstRange(of: "}}") {
      guard let text = texts[String(rest[open.upperBound..<end.lowerBound])] else {
        preconditionFailure("every placeholder of a template has a replacement")
      }
      filled += rest[..<open.lowerBound] + text
      rest = rest[end.upperBound...]
    }
    return filled + rest
  }
}
