import JSONText

/// A place of a file whose value is varied, and the place of its path.
struct VariedPlace {
  let path: ValuePath
  /// The place of the path in the file.
  let place: FileValue

  /// Checks a place as far as possible without the rest of the file; nil after reporting a problem.
  /// - Parameter refusal: the message for a path that begins with another key, from that key.
  init?(_ given: ReadValue<ValuePath>?, in root: JSONValue, otherwise refusal: (Phrase) -> Phrase) {
    guard let path = given?.value, let place = given?.place else { return nil }
    guard Sweep.roots.contains(path.root) else {
      place.report(
        refusal(.verbatim(path.root.quoted)), expected: .choice(Sweep.roots),
        suggestion: NearestName.of(path.root, among: Sweep.roots).map { path.mended(by: $0) })
      return nil
    }
    guard path.putting(place.json, in: root, for: place) != nil else { return nil }
    (self.path, self.place) = (path, place)
  }

  /// Whether the places do not overlap; reports a problem otherwise.
  /// - Parameter wanted: the expectation in the message.
  func isBeside(_ first: VariedPlace, expecting wanted: Phrase) -> Bool {
    let (own, other) = (path.text.quoted, first.path.text.quoted)
    guard path.holds(first.path) || first.path.holds(path) else { return true }
    if path.holds(first.path), first.path.holds(path) {
      place.reportSemanticProblem("\(own) is already varied", expected: "another path")
    } else {
      let (part, whole) = path.holds(first.path) ? (other, own) : (own, other)
      place.reportSemanticProblem("\(part) is part of \(whole)", expected: wanted)
    }
    return false
  }

  /// The file with another value at the place, which exists.
  func putting(_ value: JSONValue, in root: JSONValue) -> JSONValue {
    guard let json = path.putting(value, in: root, for: place) else {
      preconditionFailure("a valid path stays valid")
    }
    return json
  }
}

extension Problem {
  /// The problem of a value that changes the names of designs.
  static func differentNames(file: String) -> Problem {
    Problem(
      file: file, message: "the designs get different names",
      expected: "the names in the file as written")
  }

  /// Moves the problem to the place that causes it, whose value has been set there.
  mutating func move(to origin: FileValue) {
    (path, position, level) = (origin.path, origin.json.position, .meaning)
  }

  /// Adds the path to the message, unless it is the path of a varied value.
  mutating func namePath(unless varied: [String] = []) {
    if !path.isEmpty, !varied.contains(path) { message = "\(path + ": ")\(message)" }
  }

  /// Replaces a suggestion for a wrong key by one for the whole path.
  mutating func mend(_ wrong: ValuePath) {
    suggestion = suggestion.map { wrong.mended(behind: path, by: $0) }
  }
}

extension JSONValue {
  /// The file without sweep, fit and draws, and without expectations, which are about the file as
  /// written.
  var simulatedPart: JSONValue {
    let left = members?.filter {
      !["sweep", "fit", "draws", "expect", "publishedLadder"].contains($0.key)
    }
    return left.map { JSONValue(.object($0), at: position) } ?? self
  }
}
