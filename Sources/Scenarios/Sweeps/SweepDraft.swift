import JSONText

/// A sweep while it is read.
package struct SweepDraft {
  /// The object itself.
  var object: FileValue?
  /// Whether every key of the object is right, so that none is missing for being misspelt.
  var isComplete = false
  var path: (path: ValuePath, value: FileValue)?
  var from: FileValue?
  var to: FileValue?
  /// The number of values, nil when it is wrong, and where it stands.
  var steps: (count: Int?, value: FileValue)?
  var log: (isOn: Bool, value: FileValue)?
  var values: FileValue?

  package init() {}

  /// The keys of a sweep.
  package static let fields: [Field<SweepDraft>] = [
    Field(
      "value", .text, "the path of the value, as messages print it",
      shape: { _ in .pattern(ValuePath.pattern) }
    ) { value, draft in
      guard let text = value.text() else { return }
      if let path = ValuePath(text) {
        draft.path = (path, value)
      } else {
        value.report(
          "\(text.quoted) is not a path", expected: "a path such as 'faults[2].probability'")
      }
    }.required,
    Field("from", .other(end), "the first value", shape: { _ in endShape }) { $1.from = $0 },
    Field("to", .other(end), "the last value, above the first", shape: { _ in endShape }) {
      $1.to = $0
    },
    Field("steps", .integer(counts), "how many values, both ends included") {
      $1.steps = ($0.integer(counts), $0)
    },
    Field(
      "log", .boolean, "whether each value is the same multiple of the one before it",
      write: { .bool($0.log?.isOn ?? false) }
    ) { value, draft in if let isOn = value.boolean() { draft.log = (isOn, value) } },
    Field(
      "values", .other("a list of values"), "instead: the values themselves, of any kind",
      shape: { _ in .list(.anything, counts) }
    ) { $1.values = $0 },
  ]

  /// What a sweep looks like: it has values, or two ends and steps.
  static let shape = ValueShape.object(
    KeySet(
      fields, SweepDraft(),
      rules: [
        .when(.given("values"), forbids: ["from", "to", "steps"]),
        .when(.missing("values"), requires: ["from", "to", "steps"]),
      ]))

  /// How many values a sweep has.
  static let counts = 2...100
  /// What an end of a range is.
  static let end: Phrase = "a number or a duration"
  private static let endShape = ValueShape.any(of: [
    .value(.number(-.greatestFiniteMagnitude ... .greatestFiniteMagnitude)), .value(.duration),
  ])
}
