import EventEngine
import JSONText

/// Writes shapes as JSON Schema, and collects their definitions.
struct SchemaWriter {
  /// Whether the shapes are of a case, in which every parameter is a constant.
  var isCase = false
  /// The definitions so far, each after the definitions that it uses.
  private(set) var definitions: [JSONOutput.Member] = []

  /// A reference to a definition, which is added if it is missing. A definition that differs in a
  /// case has a separate name there.
  mutating func reference(to name: String, _ shape: ValueShape) -> JSONOutput {
    reference(to: name, schema(of: shape))
  }

  private mutating func reference(to name: String, _ definition: JSONOutput) -> JSONOutput {
    for name in isCase ? [name, "case." + name] : [name] {
      let known = definitions.first { $0.key == name }
      if known == nil { definitions.append(.init(name, definition)) }
      if known == nil || known?.value == definition { return ["$ref": .string("#/$defs/" + name)] }
    }
    preconditionFailure("the definition \(name) has two meanings")
  }

  private mutating func schema(of shape: ValueShape) -> JSONOutput {
    switch shape {
    case .value(let kind): schema(of: kind)
    case .durationAboveZero:
      reference(to: "durationAboveZero", SchemaWriter.duration("(?=.*[1-9])", "A duration above 0"))
    case .pattern(let pattern): ["type": "string", "pattern": .string(pattern)]
    // A list with room for each word once does not allow repetitions.
    case .list(.value(.choice(let words)), let counts, nil) where counts.upperBound == words.count:
      list(["enum": .strings(words)], counts) + ["uniqueItems": true]
    case .list(let element, let counts, let key):
      list(schema(of: element), counts) + (key.map { ["contains": .requiring([$0])] } ?? [:])
    case .pair(let first, let second):
      [
        "type": "array", "prefixItems": [schema(of: first), schema(of: second)], "items": false,
        "minItems": 2,
      ]
    case .object(let keys): object(keys)
    case .named(let name, let shape): reference(to: name, shape)
    case .any(let shapes): ["anyOf": .array(shapes.map { schema(of: $0) })]
    case .anything: [:]
    case .byWord(let key, let summary, let alternatives): choosing(by: key, summary, alternatives)
    case .byKeys(let keys, let shape, let otherwise):
      ["if": .any(of: keys), "then": schema(of: shape), "else": schema(of: otherwise)]
    case .inCase(let shape, let otherwise): schema(of: isCase ? shape : otherwise)
    }
  }

  private mutating func schema(of kind: ValueKind) -> JSONOutput {
    switch kind {
    case .name: ["type": "string", "pattern": "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$"]
    case .text: ["type": "string"]
    case .line: SchemaWriter.line(0...FileValue.maxLineLength)
    case .label: SchemaWriter.line(1...100)
    case .boolean: ["type": "boolean"]
    case .duration: reference(to: "duration", SchemaWriter.duration("", "A duration"))
    case .distribution where isCase: schema(of: .duration)
    case .distribution:
      reference(to: "distribution", .any(of: [.value(.duration), DistributionFamily.shape]))
    case .probability where isCase: ["enum": [0, 1]]
    case .probability: schema(of: .number(0...1))
    case .integer(let range):
      bounded("integer", .integer(range.lowerBound), .integer(range.upperBound))
    case .number(let range) where range.upperBound == .greatestFiniteMagnitude: ["type": "number"]
    case .number(let range): bounded("number", .number(range.lowerBound), .number(range.upperBound))
    case .choice(let words): ["enum": .strings(words)]
    case .list(.choice(let words)):
      list(["enum": .strings(words)], 0...FileValue.maxListLength) + ["uniqueItems": true]
    case .list(let element): list(schema(of: element), 0...FileValue.maxListLength)
    case .other("null"): ["type": "null"]
    case .other: preconditionFailure("a key that takes \(kind.phrase.english) declares its shape")
    }
  }

  private func bounded(_ type: JSONOutput, _ least: JSONOutput, _ maximum: JSONOutput) -> JSONOutput
  { ["type": type, "minimum": least, "maximum": maximum] }

  private func list(_ element: JSONOutput, _ counts: ClosedRange<Int>) -> JSONOutput {
    .object(present: [
      "type": "array", "items": element,
      "minItems": counts.lowerBound > 0 ? .integer(counts.lowerBound) : nil,
      "maxItems": .integer(counts.upperBound),
    ])
  }

  private mutating func object(_ set: KeySet) -> JSONOutput {
    let properties = set.keys.filter { !isCase || $0.isForCases }.map { key in
      let words: JSONOutput = .object(present: [
        "description": .string(key.description(inCase: isCase)), "default": key.defaultValue,
      ])
      return JSONOutput.Member(key.name, schema(of: key.shape) + words)
    }
    let required = set.keys.filter(\.isRequired).map(\.name)
    let rules = set.rules.map { schema(of: $0) }
    return .object(present: [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
      "required": required.isEmpty ? nil : .strings(required),
      "minProperties": (set.allowedCounts?.lowerBound).map { .integer($0) },
      "maxProperties": (set.allowedCounts?.upperBound).map { .integer($0) },
      "allOf": rules.isEmpty ? nil : .array(rules),
    ])
  }

  private mutating func choosing(
    by key: String, _ summary: String, _ alternatives: [(word: String, shape: ValueShape)]
  ) -> JSONOutput {
    let kind = ValueKind.choice(alternatives.map(\.word))
    let named = Key(name: key, kind: kind, shape: .anything, summary: summary)
    let word =
      schema(of: kind) + ["description": .string(named.description(inCase: isCase))] as JSONOutput
    let branches: [JSONOutput] = alternatives.map { word, shape in
      ["if": KeyRule.Condition.among(key, [word]).schema, "then": schema(of: shape)]
    }
    return ["type": "object", "properties": .object([.init(key, word)])]
      + .requiring([key]) + ["allOf": .array(branches)]
  }

  private mutating func schema(of rule: KeyRule) -> JSONOutput {
    switch rule {
    case .exactlyOne(let keys): return ["oneOf": .array(keys.map { .requiring([$0]) })]
    case .atLeastOne(let keys): return .any(of: keys)
    case .notBoth(let first, let second): return ["not": .requiring([first, second])]
    case .when(let condition, let shapes, let required, let forbidden):
      let properties =
        shapes.map { JSONOutput.Member($0.key, schema(of: $0.shape)) }
        + forbidden.map { .init($0, false) }
      let then: JSONOutput = .object(present: [
        "properties": properties.isEmpty ? nil : .object(properties),
        "required": required.isEmpty ? nil : .strings(required),
      ])
      return ["if": condition.schema, "then": then]
    }
  }

  /// A string with a length in characters and without control characters.
  private static func line(_ lengths: ClosedRange<Int>) -> JSONOutput {
    let controls = FileValue.controls.map { range in
      [range.lowerBound, range.upperBound].map { "\\u" + $0.digits(4, radix: 16) }
        .joined(separator: "-")
    }
    return .object(present: [
      "type": "string", "minLength": lengths.lowerBound > 0 ? .integer(lengths.lowerBound) : nil,
      "maxLength": .integer(lengths.upperBound), "pattern": .string("^[^\(controls.joined())]*$"),
    ])
  }

  private static func duration(_ condition: String, _ what: String) -> JSONOutput {
    let units = Delay.units.map(\.name)
    return [
      "type": "string",
      "pattern": .string("^\(condition)[0-9]+(\\.[0-9]+)?(\(units.joined(separator: "|")))$"),
      "description": .string(
        "\(what): digits, optionally with a fraction, and a unit"
          + " (\(Phrase.alternatives(units).english))."),
    ]
  }
}

extension KeyRule.Condition {
  /// The condition as a schema, which is valid if the condition holds.
  fileprivate var schema: JSONOutput {
    func property(_ key: String, _ schema: JSONOutput) -> JSONOutput {
      ["properties": .object([.init(key, schema)])] + .requiring([key])
    }
    return switch self {
    case .given(let key): .requiring([key])
    case .missing(let key): ["not": .requiring([key])]
    case .among(let key, let words):
      property(key, words.count == 1 ? ["const": .string(words[0])] : ["enum": .strings(words)])
    case .notAmong(let key, let words): property(key, ["not": ["enum": .strings(words)]])
    }
  }
}

extension JSONOutput {
  fileprivate static func strings(_ texts: [String]) -> Self { .array(texts.map { .string($0) }) }

  /// The schema of an object with required keys.
  fileprivate static func requiring(_ keys: [String]) -> JSONOutput { ["required": .strings(keys)] }

  /// The schema of an object with at least one of some keys.
  fileprivate static func any(of keys: [String]) -> JSONOutput {
    keys.count == 1 ? .requiring(keys) : ["anyOf": .array(keys.map { .requiring([$0]) })]
  }

  fileprivate static func + (first: JSONOutput, second: JSONOutput) -> JSONOutput {
    guard case .object(let members) = first, case .object(let more) = second else {
      preconditionFailure("a schema is an object")
    }
    return .object(members + more)
  }
}

extension Key {
  /// The description of the key in sentences: its meaning, its values, the meanings of its words,
  /// and its default.
  fileprivate func description(inCase isCase: Bool) -> String {
    var text = summary.prefix(1).uppercased() + summary.dropFirst() + "."
    text += " Takes \(words(inCase: isCase))."
    for (word, meaning) in meanings { text += " '\(word)': \(meaning)." }
    if isRequired { return text + " Required." }
    let defaults = [defaultValue?.line, defaultDescription?.english].compactMap(\.self)
    return defaults.isEmpty ? text : text + " Default: \(defaults.joined(separator: ", or "))."
  }

  private func words(inCase isCase: Bool) -> String {
    switch kind {
    case .distribution where isCase: ValueKind.duration.phrase.english
    case .probability where isCase: "0 or 1"
    default: kind.phrase.english
    }
  }
}

/// The schema of the format, for editors and for programs that write scenarios.
///
/// It is generated from the fields that the reader uses. It refuses a file exactly if the reader
/// reports a structural problem; see ``Problem/Level``.
package enum ScenarioSchema {
  /// The dialect of the schema, the value of its `$schema`.
  package static let dialect = "https://json-schema.org/draft/2020-12/schema"

  /// Whether a value of `$schema` is a dialect of JSON Schema, as in a schema.
  package static func isDialect(_ text: String) -> Bool {
    let place = text.lowercased()
    return ["http://json-schema.org/", "https://json-schema.org/"].contains {
      place.utf8.starts(with: $0.utf8)
    }
  }

  /// The keys of a scenario or of a case, with their defaults.
  package static func keys(ofCase isCase: Bool) -> KeySet {
    var set = KeySet(ScenarioDraft.fields, ScenarioDraft(isCase: isCase))
    if isCase {
      set.keys.removeAll { !$0.isForCases }
      // A file is a case if it has a plan.
      for index in set.keys.indices where set.keys[index].name == "plan" {
        set.keys[index].isRequired = true
      }
    }
    return set
  }

  package static var text: String {
    var writer = SchemaWriter()
    let scenario = writer.reference(to: "scenario", .object(keys(ofCase: false)))
    writer.isCase = true
    let planned = writer.reference(to: "case", .object(keys(ofCase: true)))
    let schema: JSONOutput = [
      "$schema": .string(dialect), "title": "LostOrder scenario or case",
      "description":
        "Written by 'lostorder schema'. An object with 'plan' is a case, any other is a scenario.",
      "type": "object", "if": ["required": ["plan"]], "then": planned, "else": scenario,
      "$defs": .object(writer.definitions),
    ]
    return schema.text
  }
}
