extension String {
  /// The text with control characters spelled out, so that it cannot steer a terminal.
  ///
  /// Nor can it steer a CI service that reads the log: `##[` and `##vso[` begin commands of some, in
  /// the middle of a line too.
  package var escapingControls: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    for command in ["##vso[", "##["] where text.contains(command) {
      text = text.split(separator: command, omittingEmptySubsequences: false)
        .joined(separator: "# #" + command.dropFirst(2))
    }
    return text
  }
}
