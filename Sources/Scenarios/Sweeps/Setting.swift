package import JSONText

/// A value that is put into a file before it is read, such as `behavior.patience=20s`.
///
/// It goes the way of a sweep's values (``ValuePath``), and the file is then read like any other: what
/// the format refuses is refused, with the setting in the place of the file and its line.
package struct Setting: Hashable, Sendable {
  /// As it was given: a path, `=` and a value.
  package let text: String

  /// The keys of a scenario that begin the path of a setting. What names the scenario or claims
  /// something of it is none: a claim is about the file.
  package static let roots =
    ["seed", "users", "replications", "sampling", "precision"] + Sweep.roots

  /// Takes a text for a setting.
  /// - Throws: what is wrong with it, and what was expected, as a message goes on behind the text.
  package init(_ text: String) throws(Refused) {
    self.text = text
    guard let parts = Setting.parts(of: text) else {
      throw Refused(what: "is not a setting", expected: "PATH=VALUE such as behavior.patience=20s")
    }
    guard let path = ValuePath(parts.path) else {
      throw Refused(
        what: "has no path before '='", expected: "a path such as 'faults[2].probability'")
    }
    if Setting.roots.contains(path.root) { return }
    throw Refused(
      what: "would set \(path.root.quoted)", expected: .choice(Setting.roots),
      suggestion: NearestName.of(path.root, among: Setting.roots))
  }

  /// Why a text is no setting of any file.
  package struct Refused: Error {
    package var what: Phrase, expected: Phrase
    package var suggestion: String?
  }

  /// What stands before and behind the first `=`; nil if there is none, or nothing behind it.
  private static func parts(of text: String) -> (path: String, value: String)? {
    let parts = text.unicodeScalars.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    return parts.count == 2 && !parts[1].isEmpty ? (parts[0], parts[1]) : nil
  }

  /// A value as it is written in a shell: JSON, or else a text without its quotes.
  private static func json(_ text: String, at position: TextPosition) -> JSONValue {
    let parsed = try? JSONValue.parse(Array(text.utf8))
    return JSONValue(parsed?.content ?? .string(text), at: position).moved(to: position)
  }

  /// The place of a setting in no file: the line 0, and its index as the column.
  private static func position(_ index: Int) -> TextPosition {
    TextPosition(line: 0, column: index)
  }

  /// A file with the values of settings in their places, one after the other.
  /// - Parameter file: the name under which problems show the file.
  static func put(
    _ settings: [Setting], into json: JSONValue, file: String
  ) throws(Problems) -> JSONValue {
    let log = ProblemLog(file: file)
    var json = json
    for (index, setting) in settings.enumerated() {
      guard let parts = parts(of: setting.text), let path = ValuePath(parts.path) else {
        preconditionFailure("a setting has been checked")
      }
      let place = FileValue(JSONValue(.string(parts.path), at: position(index)), log)
      json =
        path.putting(Setting.json(parts.value, at: position(index)), in: json, for: place) ?? json
    }
    try log.refuseIfAny()
    return json
  }

  /// A problem where it belongs: that of a setting has no place in the file.
  static func placed(_ problem: Problem, _ settings: [Setting]) -> Problem {
    guard let position = problem.position, position.line == 0,
      settings.indices.contains(position.column)
    else { return problem }
    let setting = settings[position.column]
    var placed = problem
    (placed.setting, placed.position) = (setting.text, nil)
    if let path = parts(of: setting.text)?.path, path == problem.path { placed.path = "" }
    return placed
  }
}

extension JSONValue {
  /// The value with all that is in it, as if it all stood at one place.
  fileprivate func moved(to position: TextPosition) -> JSONValue {
    switch content {
    case .array(let elements):
      JSONValue(.array(elements.map { $0.moved(to: position) }), at: position)
    case .object(let members):
      JSONValue(
        .object(members.map { JSONMember($0.key, at: position, $0.value.moved(to: position)) }),
        at: position)
    case .null, .bool, .number, .string: JSONValue(content, at: position)
    }
  }
}
