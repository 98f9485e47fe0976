package import Experiments
package import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// A member of a summary object, declared once: its name, form, meaning and value, and its reader
/// if runs are compared by it.
///
/// Writer, schema and reader of summaries use the same lists of members, as those of scenarios use
/// lists of `Field`.
package struct Member<Source, Target>: Sendable {
  package let name: String
  let form: MemberSchema
  /// Short meaning; empty if the name is sufficient.
  let meaning: String
  private(set) var isRequired = true
  /// The member's value in a source; nil if it is omitted.
  let value: @Sendable (Source) -> JSONOutput?
  /// Reader into a target; nil if runs are not compared by it.
  private(set) var field: Field<Target>?

  package init(
    _ name: String, _ form: MemberSchema, _ meaning: String = "",
    value: @escaping @Sendable (Source) -> JSONOutput?
  ) { (self.name, self.form, self.meaning, self.value) = (name, form, meaning, value) }

  /// A text member.
  package static func text(
    _ name: String, _ meaning: String = "", _ value: @escaping @Sendable (Source) -> String?
  ) -> Member { Member(name, .text, meaning) { value($0).map { .string($0) } } }

  /// A whole number from 0.
  package static func count(
    _ name: String, _ meaning: String = "", _ value: @escaping @Sendable (Source) -> Int?
  ) -> Member { Member(name, .count, meaning) { value($0).map { .integer($0) } } }

  /// A list of whole numbers from 0.
  package static func counts(
    _ name: String, _ value: @escaping @Sendable (Source) -> [Int]?
  ) -> Member { Member(name, .list(.count)) { value($0).map { .integers($0) } } }

  /// A member that is true or false.
  package static func boolean(
    _ name: String, _ meaning: String = "", _ value: @escaping @Sendable (Source) -> Bool
  ) -> Member { Member(name, .boolean, meaning) { .bool(value($0)) } }

  /// A member with one word of a type; the schema lists all words.
  package static func word<Word: CaseIterable & RawRepresentable<String> & SendableMetatype>(
    _ name: String, _ meaning: String = "", _ value: @escaping @Sendable (Source) -> Word?
  ) -> Member {
    Member(name, .words(Word.self), meaning) { value($0).map { .string($0.rawValue) } }
  }

  /// A share with its interval, or null.
  package static func estimate(
    _ name: String, of share: MemberSchema = .share, _ meaning: String = "",
    _ value: @escaping @Sendable (Source) -> Estimate?
  ) -> Member { Member(name, .orNull(.interval(share)), meaning) { .estimate(value($0)) } }

  /// A list of user numbers.
  package static func users(
    _ name: String, _ meaning: String = "", _ value: @escaping @Sendable (Source) -> [UInt64]
  ) -> Member { Member(name, .list(.user), meaning) { .array(value($0).map { .user($0) }) } }

  package static func object<Part, Read>(
    _ name: String, _ members: [Member<Part, Read>], _ meaning: String = "",
    _ part: @escaping @Sendable (Source) -> Part?
  ) -> Member { Member(name, members.form(), meaning) { part($0).map { members.output(of: $0) } } }

  /// An object of other members, which is read as well.
  static func object<Part, Read>(
    _ name: String, _ members: [Member<Part, Read>], into place: FieldKeyPath<Target, Read>,
    _ meaning: String = "", _ part: @escaping @Sendable (Source) -> Part?
  ) -> Member {
    object(name, members, meaning, part).read(.other("an object")) {
      $0.read(members, into: &$1[keyPath: place])
    }
  }

  /// A list of objects that have the same members.
  package static func list<Part, Read>(
    _ name: String, of members: [Member<Part, Read>], _ meaning: String = "",
    _ parts: @escaping @Sendable (Source) -> [Part]?
  ) -> Member {
    Member(name, .list(members.form()), meaning) { source in
      parts(source).map { parts in .array(parts.map { members.output(of: $0) }) }
    }
  }

  private func with<Value>(_ place: WritableKeyPath<Member, Value>, _ value: Value) -> Member {
    var member = self
    member[keyPath: place] = value
    return member
  }

  /// The same member, absent from some objects.
  package var optional: Member { with(\.isRequired, false) }

  /// The same member with a reader; required if every object has it.
  func read(_ field: Field<Target>) -> Member { with(\.field, isRequired ? field.required : field) }

  /// The same member, read as a value of a kind.
  func read(
    _ kind: ValueKind, _ read: @escaping @Sendable (FileValue, inout Target) -> Void
  ) -> Member { self.read(Field(name, kind, meaning, read: read)) }

  func read(_ place: FieldKeyPath<Target, Int>, _ range: ClosedRange<Int> = 0...Int.max) -> Member {
    read(.integer(name, range, place, meaning))
  }

  func read(_ place: FieldKeyPath<Target, Double>, _ range: ClosedRange<Double>) -> Member {
    read(.number(name, range, place, meaning))
  }

  func read(_ place: FieldKeyPath<Target, Bool>) -> Member { read(.boolean(name, place, meaning)) }

  /// The same member, read if present; a reader can do without it.
  func readIfThere(
    _ kind: ValueKind, _ read: @escaping @Sendable (FileValue, inout Target) -> Void
  ) -> Member { with(\.field, Field(name, kind, meaning, read: read)) }

  /// The same member for a larger source that contains this one.
  func of<Whole>(_ part: @escaping @Sendable (Whole) -> Source) -> Member<Whole, Target> {
    let value = value
    var member = Member<Whole, Target>(name, form, meaning) { value(part($0)) }
    (member.isRequired, member.field) = (isRequired, field)
    return member
  }
}

extension Array {
  /// JSON object with the members that are present in a source.
  package func output<Source, Target>(of source: Source) -> JSONOutput
  where Element == Member<Source, Target> {
    .object(compactMap { member in member.value(source).map { .init(member.name, $0) } })
  }

  /// Form of an object with exactly these members.
  func form<Source, Target>() -> MemberSchema where Element == Member<Source, Target> {
    let properties = map { member -> JSONOutput.Member in
      let meaning: JSONOutput? = member.meaning.isEmpty ? nil : .string(member.meaning)
      return .init(member.name, .object(present: ["description": meaning], member.form.schema))
    }
    return MemberSchema([
      .init("type", "object"), .init("properties", .object(properties)),
      .init("required", .array(filter(\.isRequired).map { .string($0.name) })),
      .init("additionalProperties", false),
    ])
  }

  /// JSON Schema (draft 2020-12) of an object with these members, ending with a line feed.
  package func schema<Source, Target>(_ title: String) -> String
  where Element == Member<Source, Target> {
    JSONOutput.object(
      [
        .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
        .init("title", .string(title)),
      ] + form().schema
    ).text
  }
}

extension FileValue {
  /// Reads an object by its members. Unknown members are ignored, because a form may gain members.
  /// - Returns: whether the object and everything in it is valid.
  @discardableResult func read<Source, Target>(
    _ members: [Member<Source, Target>], into target: inout Target
  ) -> Bool { read(members.compactMap(\.field), into: &target, passesOver: true) }
}

/// Possible values of a summary member, in the words of JSON Schema.
package struct MemberSchema: Sendable {
  let schema: [JSONOutput.Member]

  init(_ schema: [JSONOutput.Member]) { self.schema = schema }

  private init(type: String, _ more: JSONOutput.Member...) {
    schema = [.init("type", .string(type))] + more
  }

  private init(any forms: MemberSchema...) {
    schema = [.init("anyOf", .array(forms.map { .object($0.schema) }))]
  }

  package static let text = MemberSchema(type: "string")
  package static let count = MemberSchema(type: "integer", .init("minimum", 0))
  /// Minor units of money.
  package static let money = MemberSchema(type: "integer")
  package static let number = MemberSchema(type: "number")
  package static let share = MemberSchema(type: "number", .init("minimum", 0), .init("maximum", 1))
  /// A share minus another.
  package static let difference = MemberSchema(
    type: "number", .init("minimum", -1), .init("maximum", 1))
  package static let boolean = MemberSchema(type: "boolean")
  package static let anyObject = MemberSchema(type: "object")
  /// Any value that the scenario format allows there.
  package static let anything = MemberSchema([])
  private static let null = MemberSchema(type: "null")
  private static let never = constant("never")

  package static let seconds = MemberSchema(
    any: MemberSchema(type: "number", .init("minimum", 0)), never)
  /// A number, `"never"` for an infinite time, or null for a missing number.
  package static let numberOrNever = MemberSchema(any: number, never, null)
  /// A number that may be above or below all others.
  package static let extendedNumber = MemberSchema(any: number, never, constant("-never"))
  package static let user = MemberSchema(
    any: count, MemberSchema(type: "string", .init("pattern", "^[0-9]+:[0-9]+$")))

  /// A single allowed value.
  package static func constant(_ value: JSONOutput) -> MemberSchema {
    MemberSchema([.init("const", value)])
  }

  package static func words(_ words: [String]) -> MemberSchema {
    MemberSchema([.init("enum", .array(words.map { .string($0) }))])
  }

  package static func words<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type)
    -> MemberSchema
  {
    words(type.allCases.map(\.rawValue))
  }

  package static func list(_ elements: MemberSchema) -> MemberSchema {
    MemberSchema(type: "array", .init("items", .object(elements.schema)))
  }

  /// A value and both limits of its interval.
  package static func interval(_ element: MemberSchema) -> MemberSchema {
    MemberSchema(list(element).schema + [.init("minItems", 3), .init("maxItems", 3)])
  }

  /// A form that also allows null.
  package static func orNull(_ form: MemberSchema) -> MemberSchema { MemberSchema(any: form, null) }
  package static func either(_ first: MemberSchema, _ second: MemberSchema) -> MemberSchema {
    MemberSchema(any: first, second)
  }
}

extension Estimate {
  /// The value, and the lower and the upper limit of its interval.
  var valueAndLimits: [Double] { [value, interval.low, interval.high] }
}

/// Repeated parts of outputs, and numbers with their number of digits.
extension JSONOutput {
  static func integers(_ numbers: [Int]) -> JSONOutput { .array(numbers.map { .integer($0) }) }
  static func strings(_ texts: [String]) -> JSONOutput { .array(texts.map { .string($0) }) }
  static func word(_ word: some RawRepresentable<String>) -> JSONOutput { .string(word.rawValue) }

  static func words(_ words: [some RawRepresentable<String>]) -> JSONOutput {
    strings(words.map(\.rawValue))
  }

  static func some<Value>(_ value: Value?, _ output: (Value) -> JSONOutput) -> JSONOutput {
    value.map(output) ?? .null
  }

  /// Confidence level of all intervals.
  static var standard: JSONOutput { .number(Confidence.standard.level) }

  /// Settings applied to the scenario file before it was read; nil if there are none.
  static func settings(_ ran: Scenario) -> JSONOutput? {
    ran.settings.isEmpty ? nil : .strings(ran.settings.map(\.text))
  }

  static func list<Element>(
    _ elements: some Sequence<Element>, _ value: (Element) -> JSONOutput
  ) -> JSONOutput { .array(elements.map(value)) }

  /// Object with these members, followed by those of other objects.
  func and(_ objects: JSONOutput...) -> JSONOutput {
    .object(
      ([self] + objects).flatMap { object -> [Member] in
        if case .object(let members) = object { members } else { [] }
      })
  }

  /// Share with nine decimals.
  static func share(_ value: Double) -> JSONOutput { .number((value * 1e9).rounded() / 1e9) }

  /// Seconds, to the microsecond.
  static func seconds(_ value: Double) -> JSONOutput { .number((value * 1e6).rounded() / 1e6) }

  /// Value and both limits of a share; null if there is nothing to measure.
  static func estimate(_ rate: Estimate?) -> JSONOutput {
    .some(rate) { .list($0.valueAndLimits, share) }
  }

  /// Number of a user; text such as `3:17` for a user of a stratum.
  static func user(_ number: UInt64) -> JSONOutput {
    UserNumber.stratum(of: number) == nil
      ? .integer(Int(clamping: number)) : .string(UserNumber.text(number))
  }
}
