package import JSONText

/// A word that a value can be, and what it means in one phrase.
package typealias WordMeaning = (word: String, meaning: String)

/// One key of the format: its name, kind, meaning and default in one place.
///
/// The reader walks lists of fields; help and schema can be made from the same lists. The default is
/// never written down twice: it is what the field holds in a fresh target.
package struct Field<Target>: Sendable {
  /// The key, such as `launch`; the axes of designs have dotted ones, such as `records.in`.
  package let name: String
  /// What kind of value the key takes.
  package let kind: ValueKind
  /// What the key means, in one phrase.
  package let summary: String
  /// What each word means that the value can be or hold; empty where only the summary tells.
  package private(set) var meanings: [WordMeaning] = []
  /// Whether the key must be given.
  package private(set) var isRequired = false
  /// Whether a case may give the key.
  private var isForCases = true
  /// What the value is without the key where that is no constant, in words.
  private var fallback: Phrase?

  /// Reads the value into a target; reports what is wrong.
  private(set) var read: @Sendable (FileValue, inout Target) -> Void
  /// The shape of the value, given the target from which defaults come; nil for that of the kind.
  private let shape: (@Sendable (Target) -> ValueShape)?
  /// Writes what a target holds; nil when it holds nothing.
  private let writing: (@Sendable (Target) -> JSONOutput?)?
  /// Replaces a drawn value of a target by its median.
  private(set) var settle: (@Sendable (inout Target) -> Void)?

  package init(
    _ name: String, _ kind: ValueKind, _ summary: String,
    shape: (@Sendable (Target) -> ValueShape)? = nil,
    write: (@Sendable (Target) -> JSONOutput?)? = nil,
    settle: (@Sendable (inout Target) -> Void)? = nil,
    read: @escaping @Sendable (FileValue, inout Target) -> Void
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.read = read
    self.shape = shape
    self.writing = write
    self.settle = settle
  }

  /// What a target holds under this key, as the format writes it; nil when it holds nothing.
  package func value(in target: Target) -> JSONOutput? { writing?(target) }

  /// The same field, but it must be given.
  package var required: Field {
    var field = self
    field.isRequired = true
    return field
  }

  /// The same field, which says what each of its words means.
  func meaning(_ meanings: [WordMeaning]) -> Field {
    var field = self
    field.meanings = meanings
    return field
  }

  /// The same field of a whole that has the target as a part.
  func reading<Whole>(_ part: Place<Whole, Target>) -> Field<Whole> {
    let (read, settle) = (read, settle)
    var shaped: (@Sendable (Whole) -> ValueShape)?
    if let shape { shaped = { shape($0[keyPath: part]) } }
    var written: (@Sendable (Whole) -> JSONOutput?)?
    if let writing { written = { writing($0[keyPath: part]) } }
    var settled: (@Sendable (inout Whole) -> Void)?
    if let settle { settled = { settle(&$0[keyPath: part]) } }
    var field = Field<Whole>(
      name, kind, summary, shape: shaped, write: written, settle: settled
    ) { read($0, &$1[keyPath: part]) }
    (field.isRequired, field.isForCases, field.fallback) = (isRequired, isForCases, fallback)
    field.meanings = meanings
    return field
  }

  /// The same field, which without the key takes what words tell.
  func otherwise(_ fallback: Phrase) -> Field {
    var field = self
    field.fallback = fallback
    return field
  }

  /// The same field, but not every value of it has a meaning.
  ///
  /// - Parameter isVoid: whether a target says nothing by what was read, in a case or in a scenario.
  func refusing(
    _ what: String, expected: String,
    if isVoid: @escaping @Sendable (Target, _ isCase: Bool) -> Bool
  ) -> Field {
    var field = self
    field.read = { value, target in
      let before = value.log.count
      read(value, &target)
      if value.log.count == before, isVoid(target, value.log.isCase) {
        value.report(meaning: what, expected: expected)
      }
    }
    return field
  }

  /// The same field, but a case must not give it; it says what it wants in its place.
  func withoutCases(wanting wanted: String) -> Field {
    var field = self
    field.isForCases = false
    field.read = { value, target in
      if value.log.isCase {
        value.report("\(name.quoted) has no meaning in a case", expected: wanted)
      } else {
        read(value, &target)
      }
    }
    return field
  }

  /// The key without the type of its target, which gives the default.
  package func key(in target: Target) -> Key {
    var key = Key(name, shape?(target) ?? .value(kind), summary, kind: kind)
    key.meanings = meanings
    key.isRequired = isRequired
    key.isForCases = isForCases
    key.fallback = fallback
    if !isRequired, fallback == nil { key.standard = value(in: target) }
    return key
  }
}

extension FileValue {
  /// Reads an object by its fields: unknown, repeated and missing keys are problems.
  ///
  /// - Parameter passesOver: whether keys that no field has are passed over instead.
  /// - Returns: whether this object, and everything in it, is right.
  @discardableResult package func read<Target>(
    _ fields: [Field<Target>], into target: inout Target, passesOver: Bool = false
  ) -> Bool {
    guard case .object(let members) = json.content else {
      refuse(.other("an object"))
      return false
    }
    let before = log.count
    for member in unique(members) {
      if let field = fields.first(where: { $0.name == member.key }) {
        field.read(child(member.value, member.key), &target)
      } else if !passesOver {
        reportUnknown(member, among: fields.map(\.name))
      }
    }
    for field in fields where field.isRequired && !members.contains(where: { $0.key == field.name })
    { report("\(field.name.quoted) is missing", expected: field.kind.words) }
    return log.count == before
  }

  /// The members whose keys are not a repetition; repetitions are reported.
  package func unique(_ members: [JSONMember]) -> [JSONMember] {
    var seen: [String: TextPosition] = [:]
    return members.filter { member in
      if let first = seen[member.key] {
        log.add(
          at: member.position, path: path, "key \(member.key.quoted) is given twice",
          expected: "it once (first on line \(first.line))", concern: .meaning)
        return false
      }
      seen[member.key] = member.position
      return true
    }
  }

  /// Adds the problem that a key is none of the valid ones.
  func reportUnknown(_ member: JSONMember, among names: [String], suggesting more: [String] = []) {
    if log.isFull { return log.add(at: member.position, path: path, "unknown key") }
    log.add(
      at: member.position, path: path, "unknown key \(member.key.quoted)", expected: names.choice,
      suggestion: NearestName.of(member.key, among: names + more))
  }
}
