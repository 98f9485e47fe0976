import CLibrary
import JSONText
import Reports
import Scenarios

extension Call {
  /// `lostorder compare OLD NEW`: what changed between two runs, by their summaries.
  func compareRuns(_ old: String, _ new: String) throws(Refusal) -> ExitCode {
    let tolerance = try tolerance()
    var problems: [String] = []
    let before = SummaryFiles.read(old, &problems)
    let after = SummaryFiles.read(new, &problems)
    guard problems.isEmpty else { throw Refusal(problems: problems) }
    let runs = after.compactMap { summary in
      before.first { $0.name == summary.name }.map { (old: $0, new: summary) }
    }
    let tests = JointTests(runs, tolerance: tolerance)
    let comparisons = runs.map { run in
      // Summaries do not tell the file of the scenario, which whoever replays an order has to name.
      BaselineComparison(run.old, run.new, tolerance: tolerance, tests: tests) {
        let seed = run.new.isCase ? nil : UInt64(clamping: run.new.seed)
        return Input.tracing($0, $1, "FILE", seed: seed)
      }
    }
    let (oldNames, newNames) = (before.map(\.name), after.map(\.name))
    let report = BaselineReport(
      comparisons, added: newNames.filter { !oldNames.contains($0) },
      missing: oldNames.filter { !newNames.contains($0) }, tolerance: tolerance, language)
    console.print(report.text)
    return ExitCode(report)
  }

  /// What was asked for, as a share.
  func tolerance() throws(Refusal) -> Double {
    guard let text = arguments.text(.tolerance) else { return 0 }
    if let number = Double(text), number >= 0, number <= 1_000 { return number / 1_000 }
    throw Refusal(
      "\(text.quoted) is not a value of '--tolerance'; expected a number of per mille"
        + " from 0 to 1000")
  }
}

/// The summaries at a place: one file, or those of the scenarios in a folder, by the names of these.
enum SummaryFiles {
  static func read(_ path: String, _ problems: inout [String]) -> [BaselineSummary] {
    var files = [path]
    if isFolder(path) {
      let folders = (Folder.names(in: path) ?? []).filter { !$0.hasPrefix(".") }.sorted()
      files = folders.map { "\(path)/\($0)/summary.json" }.filter { access($0, F_OK) == 0 }
    }
    if files.isEmpty {
      problems.append(
        "\(path.escapingControls): no summaries here; expected a folder with NAME/summary.json")
    }
    var summaries: [BaselineSummary] = []
    for file in files {
      do {
        let bytes = try ScenarioFile.bytes(of: file, as: "a summary or a folder with summaries")
        let summary = try BaselineSummary(bytes, file: file)
        if summaries.contains(where: { $0.name == summary.name }) {
          problems.append(
            "\(file.escapingControls): scenario.name: '\(summary.name)' has a summary already;"
              + " expected one of each scenario")
        }
        summaries.append(summary)
      } catch { problems += error.list.map(\.description) }
    }
    return summaries
  }

  static func isFolder(_ path: String) -> Bool { Folder.isFolder(Folder.real(path)) }

  /// Whether two names are those of one folder.
  static func isSame(_ first: String, _ second: String) -> Bool {
    var (left, right) = (stat(), stat())
    guard stat(first, &left) == 0, stat(second, &right) == 0 else { return false }
    return left.st_dev == right.st_dev && left.st_ino == right.st_ino
  }
}
