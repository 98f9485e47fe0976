package import EventEngine
package import JSONText

/// A word that a value can be, with its meaning in one phrase.
package typealias WordMeaning = (word: String, meaning: String)

/// A key path into a target, from which a field reads its default and to which it writes.
package typealias FieldKeyPath<Target, Value> = any WritableKeyPath<Target, Value> & Sendable

/// Returns a copy of a value with a change.
func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}

/// One key of the format: its name, kind, meaning and default in one place.
///
/// The reader, the explanations and the schema use the same lists of fields. The default is
/// declared once: it is the value of the field in a new target.
package struct Field<Target>: Sendable {
  /// The key, such as `launch`; keys of design axes are dotted, such as `records.in`.
  package let name: String
  package let kind: ValueKind
  /// The meaning of the key, in one phrase.
  package let summary: String
  /// The meanings of the words that the value can be or hold; empty if the summary is enough.
  package private(set) var meanings: [WordMeaning] = []
  package private(set) var isRequired = false
  /// Whether a case may give the key.
  private var isForCases = true
  /// A description of the default that is not a constant.
  private var fallback: Phrase?

  /// Reads the value into a target and reports problems.
  private(set) var read: @Sendable (FileValue, inout Target) -> Void
  /// The shape of the value, for the target that holds the defaults.
  private let shape: @Sendable (Target) -> ValueShape
  /// Writes the value of a target; nil if it has none.
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

  /// The same field, but required.
  package var required: Field { with(self) { $0.isRequired = true } }
  /// The same field with the meanings of its words.
  func meaning(_ meanings: [WordMeaning]) -> Field { with(self) { $0.meanings = meanings } }
  /// The same field with a description of its default.
  func otherwise(_ fallback: Phrase) -> Field { with(self) { $0.fallback = fallback } }

  /// The same field, which also refuses values that have no effect.
  /// - Parameter isVoid: whether the value that was read has no effect, in a case or in a scenario.
  func refusing(
    _ message: Phrase, expected: Phrase,
    if isVoid: @escaping @Sendable (Target, _ isCase: Bool) -> Bool
  ) -> Field {
    with(self) { field in
      field.read = { value, target in
        let before = value.log.count
        read(value, &target)
        if value.log.count == before, isVoid(target, value.log.isCase) {
          value.reportSemanticProblem(message, expected: expected)
        }
      }
    }
  }

  /// The same field, which is not allowed in a case.
  /// - Parameter wanted: what a case expects instead.
  func withoutCases(expecting wanted: Phrase) -> Field {
    with(self) { field in
      field.isForCases = false
      field.read = { value, target in
        guard value.log.isCase else { return read(value, &target) }
        value.report("\(name.quoted) is not allowed in a case", expected: wanted)
      }
    }
  }

  func reading<Whole>(_ part: FieldKeyPath<Whole, Target>) -> Field<Whole> {
    var field = Field<Whole>(
      name, kind, summary, shape: { shape($0[keyPath: part]) },
      write: { write($0[keyPath: part]) }, settle: { settle(&$0[keyPath: part]) }
    ) { read($0, &$1[keyPath: part]) }
    (field.isRequired, field.isForCases) = (isRequired, isForCases)
    (field.fallback, field.meanings) = (fallback, meanings)
    return field
  }

  /// The key without the type of its target; the target supplies the default.
  package func key(in target: Target) -> Key {
    Key(
      name: name, kind: kind, shape: shape(target), summary: summary, meanings: meanings,
      isRequired: isRequired, isForCases: isForCases,
      defaultValue: isRequired || fallback != nil ? nil : write(target),
      defaultDescription: fallback)
  }

  /// The value of a target under this key, as the format writes it; nil if it has none.
  package func value(in target: Target) -> JSONOutput? { write(target) }

  /// Copies the value of this key from one target to another.
  ///
  /// The value is copied as text, so that it is exactly the value that a file would contain.
  package func copy(from source: Target, into target: inout Target) {
    guard let value = value(in: source) else { preconditionFailure("a copied value exists") }
    precondition(put(value, into: &target), "a field can read what it writes")
  }

  /// Sets the value of a target under this key; returns whether the value is valid for the field.
  /// - Returns: whether the value is valid.
  package func put(_ value: JSONOutput, into target: inout Target) -> Bool {
    guard let json = try? JSONValue.parse(Array(value.line.utf8)) else { return false }
    let log = ProblemLog(file: "")
    read(FileValue(json, log, path: name), &target)
    return log.count == 0
  }

  /// The constant duration of a target under this key; nil if it has none, or a random one.
  package func delay(in target: Target) -> Delay? {
    guard kind == .duration || kind == .distribution, let value = value(in: target),
      case .string(let words) = value
    else { return nil }
    return Delay(words: words)
  }
}

extension Array {
  /// The members of a target under these keys, without those that are equal in another target.
  func members<Target>(of target: Target, unlike other: Target? = nil) -> [JSONOutput.Member]
  where Element == Field<Target> {
    compactMap { field in
      let value = field.value(in: target)
      return value == other.flatMap(field.value) ? nil : value.map { .init(field.name, $0) }
    }
  }
}

extension FileValue {
  /// Reads an object by its fields; unknown, repeated and missing keys are problems.
  /// - Parameter passesOver: whether unknown keys are ignored.
  /// - Returns: whether this object and everything in it is valid.
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

  /// Reads an object by its fields into a new target; returns nil after reporting a problem.
  func read<Target>(_ fields: [Field<Target>], _ start: Target) -> Target? {
    var target = start
    return read(fields, into: &target) ? target : nil
  }

  /// Whether the value is an object with a key.
  func has(_ key: String) -> Bool { json.members?.contains { $0.key == key } ?? false }

  /// The members of an object without repeated keys, which are reported.
  /// - Parameter kind: the kind to expect if the value is not an object.
  func members(_ kind: ValueKind = .other("an object")) -> [JSONMember]? {
    json.members.map(unique) ?? reportMismatch(kind)
  }

  /// The members without repeated keys, which are reported.
  package func unique(_ members: [JSONMember]) -> [JSONMember] {
    var seen: [String: TextPosition] = [:]
    return members.filter { member in
      guard let first = seen.updateValue(member.position, forKey: member.key) else { return true }
      seen[member.key] = first
      key(of: member).reportSemanticProblem(
        "key \(member.key.quoted) is given twice",
        expected: "it once (first on line \(first.line))")
      return false
    }
  }

  /// Reports an unknown key.
  func reportUnknown(_ member: JSONMember, among names: [String], suggesting more: [String] = []) {
    let key = key(of: member)
    if log.isFull { return key.report("unknown key", expected: "a known key") }
    key.report(
      "unknown key \(member.key.quoted)", expected: .choice(names),
      suggestion: NearestName.of(member.key, among: names + more))
  }
}
