extension String {
  /// The text as one word of a shell command, on one line that is safe for a terminal.
  ///
  /// Plain words are unchanged, others are in single quotes. For a word that is not safe for a
  /// terminal, `printf` writes every byte that is not plain; a shell removes line feeds at the end
  /// of its output.
  package var shellWord: String {
    if !isEmpty, utf8.allSatisfy(String.isPlainInShells) { return self }
    return utf8.elementsEqual(escapingControls.utf8) ? inShellQuotes : printedInShell
  }

  /// The name of a file or folder as one word of a command, which is not parsed as an option.
  package var fileWord: String {
    (utf8.count > 1 && utf8.first == UInt8(ascii: "-") ? "./" + self : self).shellWord
  }

  /// The text in single quotes for a shell, also if it needs no quotes.
  package var inShellQuotes: String { "'" + replacingScalars { $0 == "'" ? "'\\''" : nil } + "'" }

  private var printedInShell: String {
    let bytes = utf8.map { byte in
      if String.isPlainInShells(byte) { return String(Unicode.Scalar(byte)) }
      return byte == UInt8(ascii: "%") ? "%%" : "\\" + byte.digits(3, radix: 8)
    }
    return "\"$(printf -- '\(bytes.joined())')\""
  }

  private static func isPlainInShells(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "/._-".utf8.contains(byte)
  }

  /// The text in a workflow command of GitHub Actions.
  ///
  /// Characters that would end a value are escaped; see docs.github.com, "Workflow commands for
  /// GitHub Actions".
  /// - Parameter isProperty: whether the text is the value of a property instead of the message.
  package func escapingGitHub(isProperty: Bool) -> String {
    escaping(isProperty ? String.githubProperty : String.githubMessage)
  }

  /// The text in a logging command of Azure Pipelines.
  ///
  /// See learn.microsoft.com, "Logging commands".
  package var escapingAzure: String {
    escaping(["%": "%AZP25", "\r": "%0D", "\n": "%0A", ";": "%3B", "]": "%5D"])
  }

  private static let githubMessage: [Unicode.Scalar: String] = [
    "%": "%25", "\r": "%0D", "\n": "%0A",
  ]
  private static let githubProperty = githubMessage.merging([":": "%3A", ",": "%2C"]) { $1 }

  /// The text with some scalars replaced, and safe for a log.
  private func escaping(_ replacements: [Unicode.Scalar: String]) -> String {
    replacingScalars { replacements[$0] }.escapingControls(startsLines: false)
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  /// Whether the byte is a letter or a digit of ASCII.
  package var isLetterOrDigit: Bool { isLetter || isDigit }
}
