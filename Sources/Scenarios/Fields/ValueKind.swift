package import JSONText

/// The kind of value that a field takes: the single source of its description in messages and help.
package indirect enum ValueKind: Hashable, Sendable {
  /// A name that is also the name of a folder; see ``FileValue/name()``.
  case name
  /// Any text, such as the name of something.
  case text
  /// A text for people; see ``FileValue/singleLineText()``.
  case line
  /// A name of the catalog; see ``FileValue/catalogName()``.
  case label
  case boolean
  /// A text with a unit, such as `5s`.
  case duration
  /// A duration, or an object that names a distribution of durations.
  case distribution
  /// A number from 0 to 1.
  case probability
  case integer(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  /// One of some words.
  case choice([String])
  case list(of: ValueKind)
  /// Any other kind, as a phrase that completes "expected …".
  case other(Phrase)

  /// The kind as a phrase that completes "expected …".
  package var phrase: Phrase {
    switch self {
    case .name: "a name of at most 100 letters, digits, '-', '_' or '.', not beginning with '.'"
    case .text, .line, .label: "a string"
    case .boolean: "true or false"
    case .duration: "a duration such as '5s' (units us, ms, s, m, h, d)"
    case .distribution:
      "a duration such as '5s', or one of uniform, exponential, lognormal, weibull or empirical"
    case .probability: "a number from 0 to 1"
    case .integer(let range) where range.lowerBound == range.upperBound:
      .verbatim(String(range.lowerBound))
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range): "a number from \(range.lowerBound.words) to \(range.upperBound.words)"
    case .choice(let words): .choice(words)
    case .list(.choice(let words)): "a list of \(.alternatives(words))"
    case .list(.duration): "a list of durations such as '5s'"
    case .list: "a list"
    case .other(let phrase): phrase
    }
  }

  /// The kind as a phrase that completes "is not …"; nil if there is none.
  var short: Phrase? {
    switch self {
    case .name: "a name"
    case .text, .line, .label: "a string"
    case .duration: "a duration"
    case .distribution: "a duration or distribution"
    case .probability: "a probability"
    case .integer: "a whole number"
    case .number: "a number"
    case .list: "a list"
    case .boolean: phrase
    case .choice, .other: nil
    }
  }
}

extension Double {
  /// The number for people; whole numbers have no decimal point.
  var words: String { magnitude < 0x1p53 && self == rounded() ? String(Int(self)) : description }
}
