import EventEngine
import JSONText

/// Writes shapes as JSON Schema, and collects the definitions to which they refer.
struct SchemaWriter {
  typealias Members = [JSONOutput.Member]

  /// Whether the shapes are those of a case, in which every parameter is a constant.
  var isCase = false
  /// The definitions so far, each behind those to which it refers.
  private(set) var definitions: Members = []

  /// A reference to a definition, which is made unless it is there. One that differs in a case has a
  /// name of its own there.
  mutating func reference(to name: String, _ shape: ValueShape) -> Members {
    reference(to: name, members(of: shape))
  }

  private mutating func reference(to name: String, _ members: Members) -> Members {
    let definition = JSONOutput.object(members)
    for name in isCase ? [name, "case." + name] : [name] {
      let known = definitions.first { $0.key == name }
      if known == nil { definitions.append(.init(name, definition)) }
      if known == nil || known?.value == definition {
        return [.init("$ref", .string("#/$defs/" + name))]
      }
    }
    preconditionFailure("the definition \(name) has two meanings")
  }

  private mutating func members(of shape: ValueShape) -> Members {
    switch shape {
    case .value(let kind): return members(of: kind)
    case .durationAboveZero:
      return reference(
        to: "durationAboveZero", SchemaWriter.duration("(?=.*[1-9])", "A duration above 0"))
    case .pattern(let pattern):
      return [.init("type", "string"), .init("pattern", .string(pattern))]
    case .nullable(let shape): return members(of: .any(of: [shape, .value(.other("null"))]))
    case .list(let element, let counts): return list(.object(members(of: element)), counts)
    case .listWith(let key, let element, let counts):
      return list(.object(members(of: element)), counts)
        + [.init("contains", ["required": [.string(key)]])]
    case .pair(let first, let second):
      let parts = [first, second].map { JSONOutput.object(members(of: $0)) }
      return [
        .init("type", "array"), .init("prefixItems", .array(parts)), .init("items", false),
        .init("minItems", 2),
      ]
    case .object(let keys): return object(keys)
    case .named(let name, let shape): return reference(to: name, shape)
    case .any(let shapes): return [.init("anyOf", .array(shapes.map { .object(members(of: $0)) }))]
    case .anything: return []
    case .byWord(let key, let summary, let alternatives):
      return choosing(by: key, summary, alternatives)
    case .byKeys(let keys, let shape, let otherwise):
      return [
        .init("if", .object(SchemaWriter.atLeastOne(keys))),
        .init("then", .object(members(of: shape))), .init("else", .object(members(of: otherwise))),
      ]
    case .inCase(let shape, let otherwise): return members(of: isCase ? shape : otherwise)
    }
  }

  private mutating func members(of kind: ValueKind) -> Members {
    switch kind {
    case .name:
      return [.init("type", "string"), .init("pattern", "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$")]
    case .text: return [.init("type", "string")]
    case .line: return SchemaWriter.line(0...FileValue.longestLine)
    case .label: return SchemaWriter.line(1...100)
    case .boolean: return [.init("type", "boolean")]
    case .duration: return reference(to: "duration", SchemaWriter.duration("", "A duration"))
    case .distribution where isCase: return members(of: .duration)
    case .distribution:
      return reference(to: "distribution", .any(of: [.value(.duration), DistributionDraft.shape]))
    case .probability where isCase: return [.init("enum", [0, 1])]
    case .probability: return members(of: .number(0...1))
    case .integer(let range):
      return [
        .init("type", "integer"), .init("minimum", .integer(range.lowerBound)),
        .init("maximum", .integer(range.upperBound)),
      ]
    case .number(let range):
      let isBounded = range.upperBound < .greatestFiniteMagnitude
      return [.init("type", "number")]
        + (isBounded
          ? [
            .init("minimum", .number(range.lowerBound)),
            .init("maximum", .number(range.upperBound)),
          ] : [])
    case .choice(let words): return [.init("enum", .array(words.map { .string($0) }))]
    case .list(let element):
      var members = list(.object(members(of: element)), 0...FileValue.longestList)
      if case .choice = element { members.append(.init("uniqueItems", true)) }
      return members
    case .other("null"): return [.init("type", "null")]
    case .other: preconditionFailure("a key that takes \(kind.words) says its shape")
    }
  }

  private func list(_ element: JSONOutput, _ counts: ClosedRange<Int>) -> Members {
    var members: Members = [.init("type", "array"), .init("items", element)]
    if counts.lowerBound > 0 { members.append(.init("minItems", .integer(counts.lowerBound))) }
    return members + [.init("maxItems", .integer(counts.upperBound))]
  }

  private mutating func object(_ set: KeySet) -> Members {
    var properties: Members = []
    for key in set.keys where !isCase || key.isForCases {
      properties.append(.init(key.name, .object(property(key))))
    }
    let required = set.keys.filter(\.isRequired).map { JSONOutput.string($0.name) }
    var members: Members = [
      .init("type", "object"), .init("properties", .object(properties)),
      .init("additionalProperties", false),
    ]
    if !required.isEmpty { members.append(.init("required", .array(required))) }
    if let count = set.count {
      members.append(.init("minProperties", .integer(count.lowerBound)))
      members.append(.init("maxProperties", .integer(count.upperBound)))
    }
    let rules = set.rules.map { JSONOutput.object(self.members(of: $0)) }
    if !rules.isEmpty { members.append(.init("allOf", .array(rules))) }
    return members
  }

  private mutating func property(_ key: Key) -> Members {
    var property = members(of: key.shape)
    property.append(.init("description", .string(key.description(inCase: isCase))))
    if let standard = key.standard { property.append(.init("default", standard)) }
    return property
  }

  private mutating func choosing(
    by key: String, _ summary: String, _ alternatives: [ValueShape.Alternative]
  ) -> Members {
    let words = alternatives.map { JSONOutput.string($0.word) }
    let branches = alternatives.map { alternative -> JSONOutput in
      [
        "if": .object(SchemaWriter.condition(.among(key, [alternative.word]))),
        "then": .object(members(of: alternative.shape)),
      ]
    }
    let named = Key(key, .anything, summary, kind: .choice(alternatives.map(\.word)))
    return [
      .init("type", "object"),
      .init(
        "properties",
        .object([
          .init(
            key, ["enum": .array(words), "description": .string(named.description(inCase: isCase))])
        ])), .init("required", [.string(key)]), .init("allOf", .array(branches)),
    ]
  }
}

// What stands between the keys of an object.
extension SchemaWriter {
  private mutating func members(of rule: KeyRule) -> Members {
    switch rule {
    case .exactlyOne(let keys):
      return [.init("oneOf", .array(keys.map { ["required": [.string($0)]] }))]
    case .atLeastOne(let keys): return SchemaWriter.atLeastOne(keys)
    case .notBoth(let first, let second):
      return [.init("not", ["required": [.string(first), .string(second)]])]
    case .when(let condition, let shapes, let required, let forbidden):
      var then: Members = []
      var properties = shapes.map { JSONOutput.Member($0.key, .object(members(of: $0.shape))) }
      properties += forbidden.map { .init($0, false) }
      if !properties.isEmpty { then.append(.init("properties", .object(properties))) }
      if !required.isEmpty {
        then.append(.init("required", .array(required.map { .string($0) })))
      }
      return [
        .init("if", .object(SchemaWriter.condition(condition))), .init("then", .object(then)),
      ]
    }
  }

  private static func condition(_ condition: KeyRule.Condition) -> Members {
    switch condition {
    case .given(let key): return [.init("required", [.string(key)])]
    case .missing(let key): return [.init("not", ["required": [.string(key)]])]
    case .among(let key, let words):
      let wanted: JSONOutput =
        words.count == 1
        ? ["const": .string(words[0])] : ["enum": .array(words.map { .string($0) })]
      return [
        .init("properties", .object([.init(key, wanted)])), .init("required", [.string(key)]),
      ]
    case .notAmong(let key, let words):
      return [
        .init(
          "properties",
          .object([.init(key, ["not": ["enum": .array(words.map { .string($0) })]])])),
        .init("required", [.string(key)]),
      ]
    }
  }

  private static func atLeastOne(_ keys: [String]) -> Members {
    if keys.count == 1 { return [.init("required", [.string(keys[0])])] }
    return [.init("anyOf", .array(keys.map { ["required": [.string($0)]] }))]
  }

  /// A text of a length in characters, without control characters.
  private static func line(_ lengths: ClosedRange<Int>) -> Members {
    var members: Members = [.init("type", "string")]
    if lengths.lowerBound > 0 { members.append(.init("minLength", .integer(lengths.lowerBound))) }
    let controls = FileValue.controls.map { "\(escape($0.lowerBound))-\(escape($0.upperBound))" }
    return members + [
      .init("maxLength", .integer(lengths.upperBound)),
      .init("pattern", .string("^[^\(controls.joined())]*$")),
    ]
  }

  /// A character as a regular expression names it.
  private static func escape(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static func duration(_ condition: String, _ what: String) -> Members {
    let units = Delay.units.map(\.name)
    return [
      .init("type", "string"),
      .init(
        "pattern", .string("^\(condition)[0-9]+(\\.[0-9]+)?(\(units.joined(separator: "|")))$")),
      .init(
        "description",
        .string("\(what): digits, perhaps with a fraction, and a unit (\(units.alternatives)).")),
    ]
  }
}

extension Key {
  /// What the key means, what it takes, what its words mean, and what it is when it is not given: whole sentences.
  func description(inCase isCase: Bool) -> String {
    var text = summary.prefix(1).uppercased() + summary.dropFirst() + "."
    text += " Takes \(words(inCase: isCase))."
    for (word, meaning) in meanings { text += " '\(word)': \(meaning)." }
    if isRequired { return text + " Required." }
    let defaults = [standard?.line, fallback?.english].compactMap(\.self)
    if !defaults.isEmpty { text += " Default: " + defaults.joined(separator: ", or ") + "." }
    return text
  }

  private func words(inCase isCase: Bool) -> String {
    switch kind {
    case .distribution where isCase: ValueKind.duration.words
    case .probability where isCase: "0 or 1"
    default: kind.words
    }
  }
}
