package import JSONText
import Resources
import Scenarios

/// The Chinese of everything that is said, by its English, from `Resource.chinese`.
///
/// The words are those of the articles [000–003]. The file is read when Chinese is first asked for. What
/// it does not say stays English; a test holds that it says everything, each phrase once.
package struct Chinese: Sendable {
  /// Every phrase with its translation.
  package private(set) var phrases: [String: String] = [:]
  /// The names of identifiers that are no Chinese words; they stand beside them.
  package private(set) var names: [String: String] = [:]
  /// The names of what has none on reports, by the group's: they stand beside it in explanations.
  package private(set) var terms: [String: [String: String]] = [:]

  /// What this module says.
  package static let own = (try? Chinese(Resource.chinese)) ?? Chinese()

  private init() {}

  /// Reads `phrases` by part of what is said, `names`, and `terms` by group.
  package init(_ bytes: [UInt8]) throws(JSONProblem) {
    for part in try Chinese.members(of: .parse(bytes)) {
      switch part.key {
      case "phrases":
        for section in try Chinese.members(of: part.value) {
          try Chinese.read(section.value, into: &phrases)
        }
      case "names": try Chinese.read(part.value, into: &names)
      case "terms":
        for group in try Chinese.members(of: part.value) {
          try Chinese.read(group.value, into: &terms[group.key, default: [:]])
        }
      default: throw Chinese.problem(part.position, "phrases, names or terms")
      }
    }
  }

  /// The name of something in a group of explanations; nil if it has none.
  func term(_ name: String, _ group: Explanation.Group) -> String? { terms[group.rawValue]?[name] }

  private static func read(
    _ value: JSONValue, into texts: inout [String: String]
  ) throws(JSONProblem) {
    for member in try members(of: value) {
      guard case .string(let text) = member.value.content else {
        throw problem(member.value.position, "a text")
      }
      guard texts.updateValue(text, forKey: member.key) == nil else {
        throw problem(member.position, "a phrase that is not translated yet")
      }
    }
  }

  private static func members(of value: JSONValue) throws(JSONProblem) -> [JSONMember] {
    guard case .object(let members) = value.content else {
      throw problem(value.position, "an object")
    }
    return members
  }

  private static func problem(_ position: TextPosition, _ expected: String) -> JSONProblem {
    JSONProblem(at: position, "this cannot be translated by", expected: expected)
  }
}
