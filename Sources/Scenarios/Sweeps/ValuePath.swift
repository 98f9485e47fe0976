import JSONText

/// The way from the top level of a file to one of its values, as problems print it.
struct ValuePath {
  private enum Step {
    case key(String)
    case element(Int)
  }

  /// Why a path leads nowhere.
  struct Obstacle: Error {
    var what: String
    var expected: String
  }

  /// The path as it is written: `designs[1].retry.delays[0]`.
  let text: String
  private let steps: [Step]

  /// The regular expression of a path that a sweep can take.
  static var pattern: String {
    let key = #"[^.\[\]]+"#
    let index = #"(\[[0-9]{1,5}\])*"#
    return "^(\(Sweep.roots.joined(separator: "|")))\(index)(\\.\(key)\(index))*$"
  }

  /// Takes a text apart; nil when it is not a path.
  init?(_ text: String) {
    var steps: [Step] = []
    // By scalars: a mark that follows a point or a bracket does not hide it.
    for part in text.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false) {
      var pieces = part.split(separator: "[", omittingEmptySubsequences: false)[...]
      guard let key = pieces.popFirst(), !key.isEmpty, !key.contains("]") else { return nil }
      steps.append(.key(String(key)))
      for piece in pieces {
        let digits = piece.dropLast()
        guard piece.last == "]", digits.allSatisfy({ ("0"..."9").contains($0) }),
          let index = UInt16(String(digits))
        else { return nil }
        steps.append(.element(Int(index)))
      }
    }
    self.text = text
    self.steps = steps
  }

  /// The key of the top level at which the path begins.
  var root: String {
    guard case .key(let key)? = steps.first else { preconditionFailure("a path begins with a key") }
    return key
  }

  /// The file with another value at the path.
  ///
  /// Keys that are not there are made, as a user would who writes the value down. Elements are not.
  ///
  /// - Parameter position: where the file asks for what has to be made.
  func putting(
    _ new: JSONValue, in json: JSONValue, at position: TextPosition
  ) throws(Obstacle) -> JSONValue {
    try put(new, in: json, steps[...], behind: "", position)
  }

  private func put(
    _ new: JSONValue, in json: JSONValue, _ steps: ArraySlice<Step>, behind path: String,
    _ position: TextPosition
  ) throws(Obstacle) -> JSONValue {
    switch steps.first {
    case nil: return new
    case .element(let index):
      guard case .array(var elements) = json.content else {
        throw Obstacle(what: "\(path.quoted) is \(ValuePath.words(json))", expected: "a list")
      }
      guard index < elements.count else {
        let last = elements.count - 1
        throw Obstacle(
          what: "\(path.quoted) has \(elements.count) element\(elements.count == 1 ? "" : "s")",
          expected: last < 0 ? "a list with elements" : last > 0 ? "[0] to [\(last)]" : "[0]")
      }
      elements[index] = try put(
        new, in: elements[index], steps.dropFirst(), behind: path + "[\(index)]", position)
      return JSONValue(.array(elements), at: json.position)
    case .key(let key):
      guard case .object(var members) = json.content else {
        throw Obstacle(what: "\(path.quoted) is \(ValuePath.words(json))", expected: "an object")
      }
      let separator = path.isEmpty ? "" : "."
      guard let (index, taken) = ValuePath.member(of: members, steps) else {
        let made = try ValuePath.object(around: new, steps, behind: path, position)
        members.append(JSONMember(key, at: position, made))
        return JSONValue(.object(members), at: json.position)
      }
      members[index].value = try put(
        new, in: members[index].value, steps.dropFirst(taken),
        behind: path + separator + members[index].key, position)
      return JSONValue(.object(members), at: json.position)
    }
  }

  /// The member to which the first steps lead, and how many they are: a key may be dotted.
  private static func member(
    of members: [JSONMember], _ steps: ArraySlice<Step>
  ) -> (index: Int, taken: Int)? {
    var name = ""
    for (offset, step) in steps.enumerated() {
      guard case .key(let key) = step else { return nil }
      name += (name.isEmpty ? "" : ".") + key
      if let index = members.firstIndex(where: { $0.key == name }) { return (index, offset + 1) }
    }
    return nil
  }

  /// What has to stand under the first key so that the others lead to a value.
  private static func object(
    around new: JSONValue, _ steps: ArraySlice<Step>, behind path: String, _ position: TextPosition
  ) throws(Obstacle) -> JSONValue {
    var made = new
    for step in steps.dropFirst().reversed() {
      guard case .key(let key) = step else {
        guard case .key(let first)? = steps.first else { preconditionFailure("keys are made") }
        throw Obstacle(
          what: "there is no \((path.isEmpty ? first : path + "." + first).quoted)",
          expected: "lists of the file")
      }
      made = JSONValue(.object([JSONMember(key, at: position, made)]), at: position)
    }
    return made
  }

  private static func words(_ json: JSONValue) -> String {
    FileValue(json: json, path: "", log: ProblemLog(file: "")).words
  }
}
