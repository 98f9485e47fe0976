import CLibrary
import JSONText
import Methods
import Reports
import Scenarios

/// The summaries at a path: one file, or the summaries of the scenarios in a folder, in order of
/// name.
enum SummaryFiles {
  static func read(_ path: String, _ problems: inout [Problem]) -> [BaselineSummary] {
    var files = [path]
    if isFolder(path) {
      let folders = (FolderOperations.names(in: path) ?? []).filter { !$0.hasPrefix(".") }.sorted()
      files = folders.flatMap { folder in
        ["summary.json", "together.json"].map { "\(path)/\(folder)/\($0)" }
      }.filter { access($0, F_OK) == 0 }
    }
    if files.isEmpty {
      problems.append(
        Problem(
          file: path, message: "there are no summaries here",
          expected: "a folder with NAME/summary.json"))
    }
    var summaries: [BaselineSummary] = []
    for file in files {
      do {
        let bytes = try ScenarioFileReader.bytes(
          of: file, as: "a summary or a folder with summaries")
        let summary = try BaselineSummary(bytes, file: file)
        if summaries.contains(where: { $0.name == summary.name }) {
          problems.append(
            Problem(
              file: file, path: "scenario.name", message: "'\(summary.name)' already has a summary",
              expected: "one summary for each scenario"))
        }
        summaries.append(summary)
      } catch { problems += error.list }
    }
    return summaries
  }

  static func isFolder(_ path: String) -> Bool {
    FolderOperations.isFolder(FolderOperations.real(path))
  }

  /// Whether two paths are the same folder.
  static func isSame(_ first: String, _ second: String) -> Bool {
    var (left, right) = (stat(), stat())
    guard stat(first, &left) == 0, stat(second, &right) == 0 else { return false }
    return left.st_dev == right.st_dev && left.st_ino == right.st_ino
  }
}
