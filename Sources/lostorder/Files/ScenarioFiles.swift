import JSONText
import Scenarios

/// The scenarios that were named on the command line, all read before any runs.
struct ScenarioFiles {
  /// One file that could be read.
  struct File {
    var path: String
    var scenario: Scenario
    /// What stands in it.
    var source: String
  }

  /// The files that could be read, in the order in which they were named.
  private(set) var files: [File] = []
  /// The files that are schemas: beside scenarios they are passed over, so that `scenarios/*.json`
  /// names scenarios.
  private(set) var schemas: [String] = []
  /// Every problem of every other file, a line each.
  private(set) var problems: [String] = []

  /// Remarks about files that could be read, a line each.
  var remarks: [String] { files.flatMap(\.scenario.remarks).map(\.description) }

  /// Reads all files.
  ///
  /// - Parameter wanted: what each should be, as problems say it.
  init(_ paths: [String], as wanted: String = "a scenario file") {
    for path in paths {
      if ScenarioFile.isSchema(path) {
        schemas.append(path)
        continue
      }
      do {
        let bytes = try ScenarioFile.bytes(of: path, as: wanted)
        let scenario = try ScenarioReader.read(bytes, file: path)
        // Two scenarios of one name would write the same results.
        if let other = files.first(where: { $0.scenario.name == scenario.name }) {
          problems.append(
            "\(path.escapingControls): name: '\(scenario.name)' is also the name of"
              + " '\(other.path.escapingControls)'; expected a name of its own, under which"
              + " results are written")
        } else {
          files.append(
            File(path: path, scenario: scenario, source: String(decoding: bytes, as: UTF8.self)))
        }
      } catch { problems += error.list.map(\.description) }
    }
    if files.isEmpty, problems.isEmpty {
      problems = schemas.map { "\($0.escapingControls): this is a schema; expected \(wanted)" }
    }
  }
}
