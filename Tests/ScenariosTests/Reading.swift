import Scenarios
import TestSupport

/// Reads a text as the file `s.json`; nil when there are problems.
func scenario(_ text: String) -> Scenario? {
  try? ScenarioReader.read(Array(text.utf8), file: "s.json")
}

/// The lines that reading a text as the file `s.json` prints; none if the text is valid.
func problems(_ text: String) -> [String] {
  do throws(Problems) {
    _ = try ScenarioReader.read(Array(text.utf8), file: "s.json")
    return []
  } catch {
    return error.list.map(\.description)
  }
}

/// The problems of a scenario that is valid except for some members.
func problems(with members: String) -> [String] {
  problems(#"{ "name": "s", "designs": ["naive"], \#(members) }"#)
}

/// The problems of a case that is valid except for its plan.
func problems(withPlan plan: String) -> [String] {
  problems(#"{ "name": "s", "designs": ["naive"], "plan": [\#(plan)] }"#)
}

/// Expects exactly one problem.
func expectOnly(
  _ found: [String]?, _ problem: String, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) {
  expectEqual(found, [problem], fileID: fileID, filePath: filePath, line: line, column: column)
}
