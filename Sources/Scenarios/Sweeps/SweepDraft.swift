import JSONText

package struct SweepDraft {
  var object: FileValue?
  /// Whether every key of the object is right, so that none is missing for being misspelt.
  var isComplete = false
  var path: Given<ValuePath>?
  var from: FileValue?
  var to: FileValue?
  var steps: Given<Int>?
  var isLogarithmic = false
  /// Where that is said.
  var log: FileValue?
  var values: FileValue?

  package init() {}

  package static let fields: [Field<SweepDraft>] = [
    Field("value", .path, given: \.path, "the path of the value, as messages print it").required,
    Field("from", end, \.from, "the first value"),
    Field("to", end, \.to, "the last value, above the first"),
    Field("steps", .integer(counts), given: \.steps, "how many values, both ends included"),
    Field(
      "log", .boolean, "whether each value is the same multiple of the one before it",
      write: { .bool($0.isLogarithmic) }
    ) { value, draft in (draft.isLogarithmic, draft.log) = (value.boolean() ?? false, value) },
    Field(
      "values", .later("a list of values", .anything, counts), \.values,
      "instead: the values themselves, of any kind"),
  ]

  /// What a sweep looks like: it has values, or two ends and steps.
  fileprivate static let shape = ValueShape.object(
    KeySet(
      fields, SweepDraft(),
      rules: [
        .when(.given("values"), forbids: ["from", "to", "steps"]),
        .when(.missing("values"), requires: ["from", "to", "steps"]),
      ]))

  static let counts = 2...100
  static let end = Form<FileValue>.later(
    .other("a number or a duration"),
    .any(of: [
      .value(.number(-.greatestFiniteMagnitude ... .greatestFiniteMagnitude)), .value(.duration),
    ]))
}

extension Form<SweepDraft> {
  static var sweep: Form {
    Form(.other("an object"), shape: SweepDraft.shape) { value in
      var sweep = SweepDraft()
      sweep.object = value
      sweep.isComplete = value.read(SweepDraft.fields, into: &sweep)
      return sweep
    }
  }
}

extension Form<ValuePath> {
  fileprivate static var path: Form {
    Form(.text, shape: .pattern(ValuePath.pattern)) { value in
      guard let text = value.text() else { return nil }
      return ValuePath(text)
        ?? value.report(
          "\(text.quoted) is not a path", expected: "a path such as 'faults[2].probability'")
    }
  }
}
