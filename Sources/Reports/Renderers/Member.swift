package import Experiments
package import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// A member of an object of a summary, declared once: what it is called, what it can be, what it means,
/// how it is found, and how it is read again where runs are compared by it.
///
/// Writer, schema and reader of summaries walk the same lists of members, as those of scenarios walk
/// lists of `Field`.
package struct Member<Source, Target>: Sendable {
  package let name: String
  let form: Form
  /// What it means, in a few words; empty where the name says it.
  let meaning: String
  private(set) var isRequired = true
  /// What it is of a source; nil where it is left out.
  let value: @Sendable (Source) -> JSONOutput?
  /// How it is read into a target; nil where nothing is compared by it.
  private(set) var field: Field<Target>?

  package init(
    _ name: String, _ form: Form, _ meaning: String = "",
    value: @escaping @Sendable (Source) -> JSONOutput?
  ) { (self.name, self.form, self.meaning, self.value) = (name, form, meaning, value) }

  package static func text(
    _ name: String, _ meaning: String = "", _ value: @escaping @Sendable (Source) -> String?
  ) -> Member { Member(name, .text, meaning) { value($0).map { .string($0) } } }

  /// A whole number from 0.
  package static func count(
    _ name: String, _ meaning: String = "", _ value: @escaping @Sendable (Source) -> Int?
  ) -> Member { Member(name, .count, meaning) { value($0).map { .integer($0) } } }

  package static func counts(
    _ name: String, _ value: @escaping @Sendable (Source) -> [Int]?
  ) -> Member { Member(name, .list(.count)) { value($0).map { .integers($0) } } }

  package static func flag(
    _ name: String, _ meaning: String = "", _ value: @escaping @Sendable (Source) -> Bool
  ) -> Member { Member(name, .yesOrNo, meaning) { .bool(value($0)) } }

  package static func word<Word: CaseIterable & RawRepresentable<String> & SendableMetatype>(
    _ name: String, _ meaning: String = "", _ value: @escaping @Sendable (Source) -> Word?
  ) -> Member {
    Member(name, .words(Word.self), meaning) { value($0).map { .string($0.rawValue) } }
  }

  /// A share with its interval, or null.
  package static func estimate(
    _ name: String, of share: Form = .share, _ meaning: String = "",
    _ value: @escaping @Sendable (Source) -> Estimate?
  ) -> Member { Member(name, .orNull(.interval(share)), meaning) { .estimate(value($0)) } }

  package static func users(
    _ name: String, _ meaning: String = "", _ value: @escaping @Sendable (Source) -> [UInt64]
  ) -> Member { Member(name, .list(.user), meaning) { .array(value($0).map { .user($0) }) } }

  package static func object<Part, Read>(
    _ name: String, _ members: [Member<Part, Read>], _ meaning: String = "",
    _ part: @escaping @Sendable (Source) -> Part?
  ) -> Member { Member(name, members.form(), meaning) { part($0).map { members.written(of: $0) } } }

  /// An object of other members, which is read, too.
  static func object<Part, Read>(
    _ name: String, _ members: [Member<Part, Read>], into place: Place<Target, Read>,
    _ meaning: String = "", _ part: @escaping @Sendable (Source) -> Part?
  ) -> Member {
    object(name, members, meaning, part).read(.other("an object")) {
      $0.read(members, into: &$1[keyPath: place])
    }
  }

  package static func list<Part, Read>(
    _ name: String, of members: [Member<Part, Read>], _ meaning: String = "",
    _ parts: @escaping @Sendable (Source) -> [Part]?
  ) -> Member {
    Member(name, .list(members.form()), meaning) { source in
      parts(source).map { parts in .array(parts.map { members.written(of: $0) }) }
    }
  }

  private func with<Value>(_ place: WritableKeyPath<Member, Value>, _ value: Value) -> Member {
    var member = self
    member[keyPath: place] = value
    return member
  }

  /// The same member, which some objects do not have.
  package var optional: Member { with(\.isRequired, false) }

  /// The same member, which is read, too; it must be there where every object has it.
  func read(_ field: Field<Target>) -> Member { with(\.field, isRequired ? field.required : field) }

  /// The same member, which is read as a value of a kind.
  func read(
    _ kind: ValueKind, _ read: @escaping @Sendable (FileValue, inout Target) -> Void
  ) -> Member { self.read(Field(name, kind, meaning, read: read)) }

  func read(_ place: Place<Target, Int>, _ range: ClosedRange<Int> = 0...Int.max) -> Member {
    read(.integer(name, range, place, meaning))
  }

  func read(_ place: Place<Target, Double>, _ range: ClosedRange<Double>) -> Member {
    read(.number(name, range, place, meaning))
  }

  func read(_ place: Place<Target, Bool>) -> Member { read(.boolean(name, place, meaning)) }

  /// The same member, which is read where it is there; a reader can do without it.
  func readIfThere(
    _ kind: ValueKind, _ read: @escaping @Sendable (FileValue, inout Target) -> Void
  ) -> Member { with(\.field, Field(name, kind, meaning, read: read)) }

  func of<Whole>(_ part: @escaping @Sendable (Whole) -> Source) -> Member<Whole, Target> {
    let value = value
    var member = Member<Whole, Target>(name, form, meaning) { value(part($0)) }
    (member.isRequired, member.field) = (isRequired, field)
    return member
  }
}

extension Array {
  package func written<Source, Target>(of source: Source) -> JSONOutput
  where Element == Member<Source, Target> {
    .object(compactMap { member in member.value(source).map { .init(member.name, $0) } })
  }

  /// What objects of these members, and no others, can be.
  func form<Source, Target>() -> Form where Element == Member<Source, Target> {
    let properties = map { member -> JSONOutput.Member in
      let meaning: JSONOutput? = member.meaning.isEmpty ? nil : .string(member.meaning)
      return .init(member.name, .object(present: ["description": meaning], member.form.schema))
    }
    return Form([
      .init("type", "object"), .init("properties", .object(properties)),
      .init("required", .array(filter(\.isRequired).map { .string($0.name) })),
      .init("additionalProperties", false),
    ])
  }

  /// The JSON Schema (draft 2020-12) of objects of these members, with a line feed at its end.
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
  /// Reads an object by its members; others are passed over, because some may be added within a form.
  /// - Returns: whether this object, and everything in it, is right.
  @discardableResult func read<Source, Target>(
    _ members: [Member<Source, Target>], into target: inout Target
  ) -> Bool { read(members.compactMap(\.field), into: &target, passesOver: true) }
}

/// What a member of a summary can be, as JSON Schema says it.
package struct Form: Sendable {
  let schema: [JSONOutput.Member]

  init(_ schema: [JSONOutput.Member]) { self.schema = schema }

  private init(type: String, _ more: JSONOutput.Member...) {
    schema = [.init("type", .string(type))] + more
  }

  private init(any forms: Form...) {
    schema = [.init("anyOf", .array(forms.map { .object($0.schema) }))]
  }

  package static let text = Form(type: "string")
  package static let count = Form(type: "integer", .init("minimum", 0))
  /// Minor units of money.
  package static let money = Form(type: "integer")
  package static let number = Form(type: "number")
  package static let share = Form(type: "number", .init("minimum", 0), .init("maximum", 1))
  /// A share less another.
  package static let difference = Form(type: "number", .init("minimum", -1), .init("maximum", 1))
  package static let yesOrNo = Form(type: "boolean")
  package static let anyObject = Form(type: "object")
  /// Whatever the format of scenarios has there.
  package static let anything = Form([])
  private static let null = Form(type: "null")
  private static let never = constant("never")

  package static let seconds = Form(any: Form(type: "number", .init("minimum", 0)), never)
  package static let value = Form(any: number, never, null)
  /// A number that may be above or below all others.
  package static let endless = Form(any: number, never, constant("-never"))
  package static let user = Form(
    any: count, Form(type: "string", .init("pattern", "^[0-9]+:[0-9]+$")))

  package static func constant(_ value: JSONOutput) -> Form { Form([.init("const", value)]) }

  package static func words(_ words: [String]) -> Form {
    Form([.init("enum", .array(words.map { .string($0) }))])
  }

  package static func words<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type)
    -> Form
  {
    words(type.allCases.map(\.rawValue))
  }

  package static func list(_ elements: Form) -> Form {
    Form(type: "array", .init("items", .object(elements.schema)))
  }

  /// A value and both limits of its interval.
  package static func interval(_ element: Form) -> Form {
    Form(list(element).schema + [.init("minItems", 3), .init("maxItems", 3)])
  }

  package static func orNull(_ form: Form) -> Form { Form(any: form, null) }
  package static func either(_ first: Form, _ second: Form) -> Form { Form(any: first, second) }
}

/// What outputs say more than once, and numbers with the digits that they give them.
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

  /// The confidence of all intervals.
  static var standard: JSONOutput { .number(Confidence.standard.level) }

  /// What was put into the file of a scenario before it was read; nil where that is nothing.
  static func settings(_ ran: Scenario) -> JSONOutput? {
    ran.settings.isEmpty ? nil : .strings(ran.settings.map(\.text))
  }

  static func list<Element>(
    _ elements: some Sequence<Element>, _ value: (Element) -> JSONOutput
  ) -> JSONOutput { .array(elements.map(value)) }

  /// The object of the members of all.
  static func join(_ objects: JSONOutput...) -> JSONOutput { join(objects) }

  /// The object of these members and those of other objects behind them.
  func and(_ objects: JSONOutput...) -> JSONOutput { .join([self] + objects) }

  private static func join(_ objects: [JSONOutput]) -> JSONOutput {
    .object(
      objects.flatMap { object -> [Member] in
        if case .object(let members) = object { members } else { [] }
      })
  }

  /// A share with nine digits behind the point.
  static func share(_ value: Double) -> JSONOutput { .number((value * 1e9).rounded() / 1e9) }

  /// Seconds, to the microsecond.
  static func seconds(_ value: Double) -> JSONOutput { .number((value * 1e6).rounded() / 1e6) }

  /// The value and both limits of a share; null without anything to measure.
  static func estimate(_ rate: Estimate?) -> JSONOutput {
    guard let rate else { return .null }
    return .array([rate.value, rate.interval.low, rate.interval.high].map { .share($0) })
  }

  /// The number of a user; of a stratum as text, such as `3:17`.
  static func user(_ number: UInt64) -> JSONOutput {
    UserNumber.stratum(number) == nil
      ? .integer(Int(clamping: number)) : .string(UserNumber.text(number))
  }
}
