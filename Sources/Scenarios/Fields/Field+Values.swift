package import EventEngine
package import JSONText

extension Field {
  /// Gives a target the value that another has under this key.
  ///
  /// The value goes through its text, so that what is copied is exactly what a file would say.
  package func copy(from source: Target, into target: inout Target) {
    guard let value = value(in: source) else { preconditionFailure("what is copied is there") }
    precondition(put(value, into: &target), "what a field writes it also reads")
  }

  /// Gives a target a value; whether it was right.
  package func put(_ value: JSONOutput, into target: inout Target) -> Bool {
    guard let json = try? JSONValue.parse(Array(value.line.utf8)) else { return false }
    let log = ProblemLog(file: "")
    read(FileValue(json: json, path: name, log: log), &target)
    return log.count == 0
  }

  /// The duration that a target has under this key; nil if it has none, or a drawn one.
  package func delay(in target: Target) -> Delay? {
    guard kind == .duration || kind == .distribution, let text = value(in: target)?.line,
      let json = try? JSONValue.parse(Array(text.utf8)), case .string = json.content
    else { return nil }
    return FileValue(json: json, path: name, log: ProblemLog(file: "")).duration()
  }
}
