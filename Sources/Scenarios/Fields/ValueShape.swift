package import JSONText

/// The structure of a value of the format, without the type that it is read into.
///
/// A field of a simple kind has the shape of its kind; lists and objects declare theirs. The schema
/// and the explanations of keys are generated from shapes.
package indirect enum ValueShape: Sendable {
  /// A value of a kind that is neither an object nor a list of objects.
  case value(ValueKind)
  /// A duration above 0.
  case durationAboveZero
  /// A text that matches a regular expression (ECMA-262).
  case pattern(String)
  /// A list with a number of elements; if a key is given, at least one element has it.
  case list(ValueShape, ClosedRange<Int>, withKey: String? = nil)
  /// A list of two elements with different shapes.
  case pair(ValueShape, ValueShape)
  case object(KeySet)
  /// A shape with a name, by which other shapes refer to it.
  case named(String, ValueShape)
  /// One of several shapes.
  case any(of: [ValueShape])
  /// Any JSON.
  case anything
  /// An object whose shape depends on the word under one required key.
  case byWord(key: String, summary: String, [(word: String, shape: ValueShape)])
  /// An object with one shape if it has any of some keys, and another shape if it has none.
  case byKeys([String], ValueShape, otherwise: ValueShape)
  /// One shape in a case and another in a scenario.
  case inCase(ValueShape, otherwise: ValueShape)
}

/// All keys that an object can have.
package struct KeySet: Sendable {
  package var keys: [Key]
  /// The rules between the keys.
  package var rules: [KeyRule] = []
  /// The allowed numbers of keys that one object has; nil for any number.
  package var allowedCounts: ClosedRange<Int>?

  init(_ keys: [Key], count: ClosedRange<Int>? = nil, rules: [KeyRule] = []) {
    (self.keys, self.allowedCounts, self.rules) = (keys, count, rules)
  }

  /// Creates the keys of some fields, with the defaults from a target.
  init<Target>(_ fields: [Field<Target>], _ target: Target, rules: [KeyRule] = []) {
    self.init(fields.map { $0.key(in: target) }, rules: rules)
  }
}

/// One key: the declaration by its ``Field``, and its default in a certain object.
package struct Key: Sendable {
  package var name: String
  package var kind = ValueKind.other("an object")
  package var shape: ValueShape
  package var summary: String
  package var meanings: [WordMeaning] = []
  package var isRequired = false
  /// Whether a case can have the key; otherwise only a scenario can.
  package var isForCases = true
  /// The default; nil if there is none, or if it is not a constant.
  package var defaultValue: JSONOutput?
  /// A description of a default that is not a constant.
  package var defaultDescription: Phrase?
}

/// A rule between the keys of one object.
package enum KeyRule: Sendable {
  /// The condition under which a rule applies.
  package enum Condition: Sendable {
    case given(String)
    case missing(String)
    /// The key is present, and its value is one of some words.
    case among(String, [String])
    case notAmong(String, [String])
  }

  case exactlyOne([String])
  case atLeastOne([String])
  case notBoth(String, String)
  /// Under a condition, values have other shapes, and keys are required or forbidden.
  case when(
    Condition, shapes: [(key: String, shape: ValueShape)] = [], requires: [String] = [],
    forbids: [String] = [])
}
