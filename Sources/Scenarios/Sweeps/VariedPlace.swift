import JSONText

/// A place of a file into which other values are put, and where the file names it.
struct VariedPlace {
  let path: ValuePath
  /// Where the file gives the path.
  let place: FileValue

  /// Checks what can be said of a place before the rest of its file is known; nil when it is wrong,
  /// which is reported.
  /// - Parameter refusal: what is wrong with a path that begins with another key, which is given.
  init?(_ given: Given<ValuePath>?, in root: JSONValue, otherwise refusal: (Phrase) -> Phrase) {
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

  /// Whether neither place is in the other; reports it if not.
  /// - Parameter wanted: what is expected instead of a place within the other.
  func isBeside(_ first: VariedPlace, wanting wanted: Phrase) -> Bool {
    let (own, other) = (path.text.quoted, first.path.text.quoted)
    guard path.holds(first.path) || first.path.holds(path) else { return true }
    if path.holds(first.path), first.path.holds(path) {
      place.report(meaning: "\(own) is varied already", expected: "another path")
    } else {
      let (part, whole) = path.holds(first.path) ? (other, own) : (own, other)
      place.report(meaning: "\(part) is a part of \(whole)", expected: wanted)
    }
    return false
  }

  /// The file with another value at the place, which is there.
  func putting(_ value: JSONValue, in root: JSONValue) -> JSONValue {
    guard let json = path.putting(value, in: root, for: place) else {
      preconditionFailure("a path that led somewhere leads there again")
    }
    return json
  }
}

extension Problem {
  /// Suggests a whole path where only a key of it was known to be wrong.
  mutating func mend(_ wrong: ValuePath) {
    suggestion = suggestion.map { wrong.mended(behind: path, by: $0) }
  }
}

extension JSONValue {
  /// A file without what puts other values into it, and without its expectations: those are about the
  /// file as written.
  var played: JSONValue {
    let left = members?.filter {
      !["sweep", "fit", "draws", "expect", "publishedLadder"].contains($0.key)
    }
    return left.map { JSONValue(.object($0), at: position) } ?? self
  }
}
