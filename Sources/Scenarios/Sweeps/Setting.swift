package import JSONText

/// A value that is set in a file before reading, such as `behavior.patience=20s`.
///
/// It is set like the values of a sweep (``ValuePath``), and the file is then read like any other.
/// A problem with the value names the setting instead of a line of the file.
package struct Setting: Hashable, Sendable {
  /// The text as given: a path, `=` and a value.
  package let text: String
  /// The texts before and after the first `=`.
  private let path: String, value: String

  /// The keys with which the path of a setting can begin. The name and the expectations of a
  /// scenario are excluded, since they describe the file as written.
  package static let roots =
    ["seed", "users", "replications", "sampling", "precision"] + Sweep.roots

  /// Creates a setting from a text.
  /// - Throws: what is wrong and what was expected, as the rest of a message after the text.
  package init(_ text: String) throws(InvalidSetting) {
    let parts = text.unicodeScalars.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    guard parts.count == 2, !parts[1].isEmpty else {
      throw InvalidSetting(
        message: "is not a setting", expected: "PATH=VALUE such as behavior.patience=20s")
    }
    (self.text, self.path, value) = (text, parts[0], parts[1])
    guard let path = ValuePath(parts[0]) else {
      throw InvalidSetting(
        message: "has no path before '='", expected: "a path such as 'faults[2].probability'")
    }
    if Setting.roots.contains(path.root) { return }
    throw InvalidSetting(
      message: "cannot set \(path.root.quoted)", expected: .choice(Setting.roots),
      suggestion: NearestName.of(path.root, among: Setting.roots))
  }

  /// Why a text is not a setting for any file.
  package struct InvalidSetting: Error {
    package var message: Phrase, expected: Phrase
    package var suggestion: String?
  }

  /// The value as written in a shell: JSON, otherwise a string without quotes.
  private func json(at position: TextPosition) -> JSONValue {
    let parsed = try? JSONValue.parse(Array(value.utf8))
    return JSONValue(parsed?.content ?? .string(value), at: position).moved(to: position)
  }

  /// A file with the values of all settings, applied in order.
  /// - Parameter file: the name of the file in problems.
  static func put(
    _ settings: [Setting], into json: JSONValue, file: String
  ) throws(Problems) -> JSONValue {
    let log = ProblemLog(file: file)
    var json = json
    for (index, setting) in settings.enumerated() {
      guard let path = ValuePath(setting.path) else {
        preconditionFailure("a setting has been checked")
      }
      // Line 0 marks a setting, with the index as the column.
      let position = TextPosition(line: 0, column: index)
      let place = FileValue(JSONValue(.string(setting.path), at: position), log)
      json = path.putting(setting.json(at: position), in: json, for: place) ?? json
    }
    try log.throwIfAny()
    return json
  }

  /// The problem with its setting instead of a position, if a setting causes it.
  static func placed(_ problem: Problem, _ settings: [Setting]) -> Problem {
    guard let position = problem.position, position.line == 0,
      settings.indices.contains(position.column)
    else { return problem }
    let setting = settings[position.column]
    var placed = problem
    (placed.setting, placed.position) = (setting.text, nil)
    if setting.path == problem.path { placed.path = "" }
    return placed
  }
}

extension JSONValue {
  /// The value and all its parts, with the same position.
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
