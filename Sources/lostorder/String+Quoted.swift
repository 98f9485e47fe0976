import JSONText

extension String {
  /// The text in single quotes, shortened to 60 characters, with control characters spelled out.
  var quoted: String {
    "'" + (count > 60 ? prefix(57) + "…" : self[...]).description.escapingControls + "'"
  }
}
