import JSONText

/// The schema of the format, for editors and for programs that write scenarios.
///
/// It is made from the fields that the reader walks. What it refuses, the reader refuses for a
/// problem of structure, and the other way round; see ``Problem/Concern``.
package enum ScenarioSchema {
  /// The dialect of the schema, as its `$schema` names it.
  package static let dialect = "https://json-schema.org/draft/2020-12/schema"

  /// Whether a text under `$schema` is a dialect of JSON Schema, as schemas name it.
  package static func isDialect(_ text: String) -> Bool {
    let place = text.lowercased()
    return ["http://json-schema.org/", "https://json-schema.org/"].contains {
      place.utf8.starts(with: $0.utf8)
    }
  }

  /// The keys of a scenario or of a case, each with its default there.
  package static func keys(ofCase isCase: Bool) -> KeySet {
    var draft = ScenarioDraft()
    if isCase { draft.settleForCase() }
    var keys = KeySet(ScenarioDraft.fields, draft)
    if isCase {
      keys.keys.removeAll { !$0.isForCases }
      // It is its plan that makes a file a case.
      for index in keys.keys.indices where keys.keys[index].name == "plan" {
        keys.keys[index].isRequired = true
      }
    }
    return keys
  }

  package static var text: String {
    var writer = SchemaWriter()
    let scenario = writer.reference(to: "scenario", .object(keys(ofCase: false)))
    writer.isCase = true
    let planned = writer.reference(to: "case", .object(keys(ofCase: true)))
    return JSONOutput.object([
      .init("$schema", .string(dialect)), .init("title", "A scenario or a case of LostOrder"),
      .init(
        "description",
        "Written by 'lostorder schema'. An object with 'plan' is a case, any other a scenario."),
      .init("type", "object"), .init("if", ["required": ["plan"]]), .init("then", .object(planned)),
      .init("else", .object(scenario)), .init("$defs", .object(writer.definitions)),
    ]).text
  }
}
