package import JSONText

/// What a value of the format looks like, without what it is read into.
///
/// A field of a simple kind has the shape of its kind; lists and objects say theirs. The schema and the
/// explanations of keys are made from shapes.
package indirect enum ValueShape: Sendable {
  /// A value of a kind that is neither an object nor a list of objects.
  case value(ValueKind)
  /// A duration, but not 0.
  case durationAboveZero
  /// A text that matches a regular expression (ECMA-262).
  case pattern(String)
  /// A list of so many elements, of which at least one has a key, if one is named.
  case list(ValueShape, ClosedRange<Int>, withKey: String? = nil)
  /// A list of two different things.
  case pair(ValueShape, ValueShape)
  case object(KeySet)
  /// A shape with a name of its own, by which others refer to it.
  case named(String, ValueShape)
  /// One of several shapes.
  case any(of: [ValueShape])
  /// Any JSON.
  case anything
  /// An object whose shape follows from the word under one key, which must be there.
  case byWord(key: String, summary: String, [(word: String, shape: ValueShape)])
  /// An object that has one shape when it has any of some keys, and another when it has none.
  case byKeys([String], ValueShape, otherwise: ValueShape)
  /// One shape in a case and another in a scenario.
  case inCase(ValueShape, otherwise: ValueShape)
}

/// The keys that an object may have; it has no others.
package struct KeySet: Sendable {
  package var keys: [Key]
  /// What holds between the keys.
  package var rules: [KeyRule] = []
  /// How many keys it has; nil for any number.
  package var count: ClosedRange<Int>?

  init(_ keys: [Key], count: ClosedRange<Int>? = nil, rules: [KeyRule] = []) {
    (self.keys, self.count, self.rules) = (keys, count, rules)
  }

  /// The keys that fields read, with the defaults that a target has.
  init<Target>(_ fields: [Field<Target>], _ target: Target, rules: [KeyRule] = []) {
    self.init(fields.map { $0.key(in: target) }, rules: rules)
  }
}

/// One key: what a field says of it (``Field``), and its default in a certain object.
package struct Key: Sendable {
  package var name: String
  package var kind = ValueKind.other("an object")
  package var shape: ValueShape
  package var summary: String
  package var meanings: [WordMeaning] = []
  package var isRequired = false
  package var isForCases = true
  /// The value without the key; nil when there is none, or when it is no constant.
  package var standard: JSONOutput?
  /// What else the value may be without the key, in words.
  package var fallback: Phrase?
}

/// What holds between the keys of one object.
package enum KeyRule: Sendable {
  /// When a rule applies.
  package enum Condition: Sendable {
    case given(String)
    case missing(String)
    /// The key is there, and is one of some words.
    case among(String, [String])
    case notAmong(String, [String])
  }

  case exactlyOne([String])
  case atLeastOne([String])
  case notBoth(String, String)
  /// Under a condition values have shapes of their own, and keys are there or not.
  case when(
    Condition, shapes: [(key: String, shape: ValueShape)] = [], requires: [String] = [],
    forbids: [String] = [])
}
