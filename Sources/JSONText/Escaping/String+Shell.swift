extension String {
  /// The text as one word of a shell's command, on one line that a terminal may show.
  ///
  /// Plain words stay, others stand in single quotes. Of a word that no terminal may show `printf` makes
  /// every byte that is not plain; a shell drops line feeds at the end of what a command prints.
  package var shellWord: String {
    if !isEmpty, utf8.allSatisfy({ String.isPlainInShells($0) }) { return self }
    return self.utf8.elementsEqual(escapingControls.utf8) ? inShellQuotes : printedInShell
  }

  /// The text in single quotes of a shell, whatever it is.
  package var inShellQuotes: String {
    "'" + replacingScalars { $0 == "'" ? "'\\''" : nil } + "'"
  }

  private var printedInShell: String {
    let bytes = utf8.map { byte in
      if String.isPlainInShells(byte) { return String(Unicode.Scalar(byte)) }
      if byte == UInt8(ascii: "%") { return "%%" }
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    return "\"$(printf -- '\(bytes.joined())')\""
  }

  private static func isPlainInShells(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
