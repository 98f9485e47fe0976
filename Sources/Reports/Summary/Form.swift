import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// What a member of a summary can be, as JSON Schema says it.
struct Form: Sendable {
  let schema: [JSONOutput.Member]

  init(_ schema: [JSONOutput.Member]) { self.schema = schema }

  private init(type: String, _ more: JSONOutput.Member...) {
    schema = [.init("type", .string(type))] + more
  }

  private init(any forms: Form...) {
    schema = [.init("anyOf", .array(forms.map { .object($0.schema) }))]
  }

  static let text = Form(type: "string")
  static let count = Form(type: "integer", .init("minimum", 0))
  /// Minor units of money.
  static let money = Form(type: "integer")
  static let number = Form(type: "number")
  static let share = Form(type: "number", .init("minimum", 0), .init("maximum", 1))
  /// A share less another.
  static let difference = Form(type: "number", .init("minimum", -1), .init("maximum", 1))
  static let yesOrNo = Form(type: "boolean")
  static let anyObject = Form(type: "object")
  private static let null = Form(type: "null")
  private static let never = constant("never")

  /// Seconds, or never.
  static let seconds = Form(any: Form(type: "number", .init("minimum", 0)), never)
  /// A number, or never, or unknown.
  static let value = Form(any: number, never, null)
  static let user = Form(any: count, Form(type: "string", .init("pattern", "^[0-9]+:[0-9]+$")))

  static func constant(_ value: JSONOutput) -> Form { Form([.init("const", value)]) }

  static func words(_ words: [String]) -> Form {
    Form([.init("enum", .array(words.map { .string($0) }))])
  }

  static func words<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> Form {
    words(type.allCases.map(\.rawValue))
  }

  static func list(_ elements: Form) -> Form {
    Form(type: "array", .init("items", .object(elements.schema)))
  }

  /// A value and both limits of its interval.
  static func interval(_ element: Form) -> Form {
    Form(list(element).schema + [.init("minItems", 3), .init("maxItems", 3)])
  }

  static func orNull(_ form: Form) -> Form { Form(any: form, null) }
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

  /// What every form begins with, its version and that of the product, and the members of objects.
  static func head(format: Int, _ objects: JSONOutput...) -> JSONOutput {
    join([["format": .integer(format), "version": .string(Version.current)]] + objects)
  }

  /// The confidence of all intervals.
  static var standard: JSONOutput { .number(Confidence.standard.level) }

  /// What ran.
  ///
  /// - Parameter isCase: whether it is a case; nil where that goes without saying.
  static func scenario(_ ran: Scenario, isCase: Bool? = nil) -> JSONOutput {
    .object(present: [
      "name": .string(ran.name), "title": .string(ran.title), "case": isCase.map { .bool($0) },
      "seed": .integer(Int(clamping: ran.seed)), "users": .integer(isCase == true ? 1 : ran.users),
    ])
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
