package import EventEngine
package import JSONText

/// A word that a value can be, and what it means in one phrase.
package typealias WordMeaning = (word: String, meaning: String)

/// A place in a target, from which a field reads its default and into which it writes.
package typealias Place<Target, Value> = any WritableKeyPath<Target, Value> & Sendable

/// A value with something changed.
func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}

/// One key of the format: its name, kind, meaning and default in one place.
///
/// The reader walks lists of fields; help and schema can be made from the same lists. The default is
/// never written down twice: it is what the field holds in a fresh target.
package struct Field<Target>: Sendable {
  /// The key, such as `launch`; the axes of designs have dotted ones, such as `records.in`.
  package let name: String
  package let kind: ValueKind
  /// What the key means, in one phrase.
  package let summary: String
  /// What each word means that the value can be or hold; empty where only the summary tells.
  package private(set) var meanings: [WordMeaning] = []
  package private(set) var isRequired = false
  /// Whether a case may give the key.
  private var isForCases = true
  /// What the value is without the key where that is no constant, in words.
  private var fallback: Phrase?

  /// Reads the value into a target; reports what is wrong.
  private(set) var read: @Sendable (FileValue, inout Target) -> Void
  /// The shape of the value, given the target from which defaults come.
  private let shape: @Sendable (Target) -> ValueShape
  /// Writes what a target holds; nil when it holds nothing.
  private let write: @Sendable (Target) -> JSONOutput?
  let settle: @Sendable (inout Target) -> Void

  package init(
    _ name: String, _ kind: ValueKind, _ summary: String,
    shape: (@Sendable (Target) -> ValueShape)? = nil,
    write: @escaping @Sendable (Target) -> JSONOutput? = { _ in nil },
    settle: @escaping @Sendable (inout Target) -> Void = { _ in },
    read: @escaping @Sendable (FileValue, inout Target) -> Void
  ) {
    (self.name, self.kind, self.summary, self.read) = (name, kind, summary, read)
    (self.shape, self.write, self.settle) = (shape ?? { _ in .value(kind) }, write, settle)
  }

  package var required: Field { with(self) { $0.isRequired = true } }
  /// The same field, which says what each of its words means.
  func meaning(_ meanings: [WordMeaning]) -> Field { with(self) { $0.meanings = meanings } }
  /// The same field, which without the key takes what words tell.
  func otherwise(_ fallback: Phrase) -> Field { with(self) { $0.fallback = fallback } }

  /// The same field, but not every value of it has a meaning.
  /// - Parameter isVoid: whether a target says nothing by what was read, in a case or in a scenario.
  func refusing(
    _ what: Phrase, expected: Phrase,
    if isVoid: @escaping @Sendable (Target, _ isCase: Bool) -> Bool
  ) -> Field {
    with(self) { field in
      field.read = { value, target in
        let before = value.log.count
        read(value, &target)
        if value.log.count == before, isVoid(target, value.log.isCase) {
          value.report(meaning: what, expected: expected)
        }
      }
    }
  }

  /// The same field, but a case must not give it; it says what it wants in its place.
  func withoutCases(wanting wanted: Phrase) -> Field {
    with(self) { field in
      field.isForCases = false
      field.read = { value, target in
        guard value.log.isCase else { return read(value, &target) }
        value.report("\(name.quoted) has no meaning in a case", expected: wanted)
      }
    }
  }

  func reading<Whole>(_ part: Place<Whole, Target>) -> Field<Whole> {
    var field = Field<Whole>(
      name, kind, summary, shape: { shape($0[keyPath: part]) },
      write: { write($0[keyPath: part]) }, settle: { settle(&$0[keyPath: part]) }
    ) { read($0, &$1[keyPath: part]) }
    (field.isRequired, field.isForCases) = (isRequired, isForCases)
    (field.fallback, field.meanings) = (fallback, meanings)
    return field
  }

  /// The key without the type of its target, which gives the default.
  package func key(in target: Target) -> Key {
    Key(
      name: name, kind: kind, shape: shape(target), summary: summary, meanings: meanings,
      isRequired: isRequired, isForCases: isForCases,
      standard: isRequired || fallback != nil ? nil : write(target), fallback: fallback)
  }

  /// What a target holds under this key, as the format writes it; nil when it holds nothing.
  package func value(in target: Target) -> JSONOutput? { write(target) }

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
    read(FileValue(json, log, path: name), &target)
    return log.count == 0
  }

  /// The duration that a target has under this key; nil if it has none, or a drawn one.
  package func delay(in target: Target) -> Delay? {
    guard kind == .duration || kind == .distribution, let value = value(in: target),
      case .string(let words) = value
    else { return nil }
    return Delay(words: words)
  }
}

extension Array {
  /// What a target holds under these keys, and another, if there is one, does not.
  func members<Target>(of target: Target, unlike other: Target? = nil) -> [JSONOutput.Member]
  where Element == Field<Target> {
    compactMap { field in
      let value = field.value(in: target)
      return value == other.flatMap(field.value) ? nil : value.map { .init(field.name, $0) }
    }
  }
}

extension FileValue {
  /// Reads an object by its fields: unknown, repeated and missing keys are problems.
  /// - Parameter passesOver: whether keys that no field has are passed over instead.
  /// - Returns: whether this object, and everything in it, is right.
  @discardableResult package func read<Target>(
    _ fields: [Field<Target>], into target: inout Target, passesOver: Bool = false
  ) -> Bool {
    let before = log.count
    guard let members = members() else { return false }
    for member in members {
      if let field = fields.first(where: { $0.name == member.key }) {
        field.read(child(member), &target)
      } else if !passesOver {
        reportUnknown(member, among: fields.map(\.name))
      }
    }
    for field in fields where field.isRequired && !has(field.name) {
      report("\(field.name.quoted) is missing", expected: field.kind.phrase)
    }
    return log.count == before
  }

  /// Whether the value is an object with a key.
  func has(_ key: String) -> Bool { json.members?.contains { $0.key == key } ?? false }

  /// The members of an object whose keys are not a repetition; repetitions are reported.
  /// - Parameter kind: what is expected of what is no object.
  func members(_ kind: ValueKind = .other("an object")) -> [JSONMember]? {
    json.members.map(unique) ?? refuse(kind)
  }

  /// The members whose keys are not a repetition; repetitions are reported.
  package func unique(_ members: [JSONMember]) -> [JSONMember] {
    var seen: [String: TextPosition] = [:]
    return members.filter { member in
      guard let first = seen.updateValue(member.position, forKey: member.key) else { return true }
      seen[member.key] = first
      key(of: member).report(
        meaning: "key \(member.key.quoted) is given twice",
        expected: "it once (first on line \(first.line))")
      return false
    }
  }

  /// Adds the problem that a key is none of the valid ones.
  func reportUnknown(_ member: JSONMember, among names: [String], suggesting more: [String] = []) {
    let key = key(of: member)
    if log.isFull { return key.report("unknown key", expected: "a known one") }
    key.report(
      "unknown key \(member.key.quoted)", expected: .choice(names),
      suggestion: NearestName.of(member.key, among: names + more))
  }
}
