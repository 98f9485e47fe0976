import JSONText

/// The path from the top level of a file to a value, as problems print it.
struct ValuePath {
  private enum Step: Equatable {
    case key(String)
    case element(Int)
  }

  /// The path as written, such as `designs[1].retry.delays[0]`.
  let text: String
  private let steps: [Step]

  /// The regular expression of a path for a sweep.
  static var pattern: String {
    let key = #"[^.\[\]]+"#
    let index = #"(\[[0-9]{1,5}\])*"#
    return "^(\(Sweep.roots.joined(separator: "|")))\(index)(\\.\(key)\(index))*$"
  }

  /// Parses a text; nil if it is not a path.
  init?(_ text: String) {
    var steps: [Step] = []
    // Splitting by scalars finds a point or a bracket even before a combining mark.
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
    (self.text, self.steps) = (text, steps)
  }

  /// The top-level key with which the path begins.
  var root: String {
    guard case .key(let key)? = steps.first else { preconditionFailure("a path begins with a key") }
    return key
  }

  /// The path with another name for one of its keys.
  /// - Parameter object: the path of the object that does not have the key.
  func mended(behind object: String = "", by key: String) -> String {
    let start = object.isEmpty ? "" : object + "."
    // A dotted key can replace several steps; then the key alone is returned.
    guard text.hasPrefix(start), !key.contains(".") else { return key }
    return start + key + text.dropFirst(start.count).drop { $0 != "." && $0 != "[" }
  }

  /// Whether another path is equal to this one or continues it.
  func holds(_ other: ValuePath) -> Bool { other.steps.starts(with: steps) }

  /// The file with another value at the path; returns nil after reporting an invalid path.
  ///
  /// Missing keys are created, as if the user wrote the value. Missing elements are not.
  /// - Parameter place: the place of the path in the file, for problems.
  func putting(_ new: JSONValue, in json: JSONValue, for place: FileValue) -> JSONValue? {
    put(new, in: json, steps[...], behind: "", place)
  }

  /// - Parameter json: the current value there; nil if there is none.
  /// - Parameter path: the path so far; for a missing value, up to its first key.
  private func put(
    _ new: JSONValue, in json: JSONValue?, _ steps: ArraySlice<Step>, behind path: String,
    _ place: FileValue
  ) -> JSONValue? {
    let words: Phrase = json.map { FileValue($0, place.log).words } ?? ""
    let position = json?.position ?? place.json.position
    switch steps.first {
    case nil: return new
    case .element(let index):
      guard let json else {
        return place.reportSemanticProblem(
          "there is no \(path.quoted)", expected: "a list that is in the file")
      }
      guard var elements = json.elements else {
        return place.reportSemanticProblem("\(path.quoted) is \(words)", expected: "a list")
      }
      guard index < elements.count else {
        let last = elements.count - 1
        return place.reportSemanticProblem(
          last == 0
            ? "\(path.quoted) has 1 element" : "\(path.quoted) has \(elements.count) elements",
          expected: last < 0 ? "a list that is not empty" : last > 0 ? "[0] to [\(last)]" : "[0]")
      }
      let path = path + "[\(index)]"
      return put(new, in: elements[index], steps.dropFirst(), behind: path, place).map { value in
        elements[index] = value
        return JSONValue(.array(elements), at: position)
      }
    case .key(let key):
      guard var members = json == nil ? [] : json?.members else {
        return place.reportSemanticProblem("\(path.quoted) is \(words)", expected: "an object")
      }
      let known = ValuePath.member(of: members, steps)
      let old = known.map { members[$0.index] }
      let path = json == nil ? path : (path.isEmpty ? "" : path + ".") + (old?.key ?? key)
      let rest = steps.dropFirst(known?.taken ?? 1)
      return put(new, in: old?.value, rest, behind: path, place).map { value in
        if let known {
          members[known.index].value = value
        } else {
          members.append(JSONMember(key, at: place.json.position, value))
        }
        return JSONValue(.object(members), at: position)
      }
    }
  }

  /// The value at the path in a file; nil if there is none.
  func value(in json: JSONValue) -> JSONValue? {
    var (value, left) = (json, steps[...])
    while let step = left.first {
      switch step {
      case .element(let index):
        guard let elements = value.elements, elements.indices.contains(index) else { return nil }
        (value, left) = (elements[index], left.dropFirst())
      case .key:
        guard let members = value.members, let known = ValuePath.member(of: members, left) else {
          return nil
        }
        (value, left) = (members[known.index].value, left.dropFirst(known.taken))
      }
    }
    return value
  }

  /// The member that the first steps name, and their number; a dotted key takes several steps.
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
}
