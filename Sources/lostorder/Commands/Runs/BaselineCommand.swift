import CLibrary
import JSONText
import Reports
import Scenarios

extension Option {
  static let tolerance = Option(
    "--tolerance", "PERMILLE", .text(.none),
    "call a share worse if it grew by more than this (default: 0)")
}

/// `lostorder compare OLD NEW`: what changed between two runs, by their summaries.
struct BaselineCommand: Playing {
  let console: Console
  let arguments: Arguments

  func run(_ old: String, _ new: String) -> ExitCode {
    guard let tolerance = BaselineCommand.tolerance(arguments, console) else { return .usage }
    var problems: [String] = []
    let before = SummaryFiles(old, &problems)
    let after = SummaryFiles(new, &problems)
    guard problems.isEmpty else { return console.refuse(problems: problems) }
    let runs = after.summaries.compactMap { summary in
      before.summaries.first { $0.name == summary.name }.map { (old: $0, new: summary) }
    }
    let tests = JointTests(runs, tolerance: tolerance)
    let comparisons = runs.map { BaselineCommand.compare($0.old, $0.new, tolerance, tests) }
    let names = { (files: SummaryFiles) in files.summaries.map(\.name) }
    let report = BaselineReport(
      comparisons, added: names(after).filter { !names(before).contains($0) },
      missing: names(before).filter { !names(after).contains($0) }, tolerance: tolerance,
      preparation.language)
    console.print(report.text)
    return ExitCode(report)
  }

  /// Compares two runs. Their summaries do not tell the file of the scenario, which whoever replays an
  /// order has to name.
  private static func compare(
    _ old: BaselineSummary, _ new: BaselineSummary, _ tolerance: Double, _ tests: JointTests
  ) -> BaselineComparison {
    BaselineComparison(old, new, tolerance: tolerance, tests: tests) { design, user in
      RunCommand.tracing(
        (design, user), "FILE", seed: new.isCase ? nil : UInt64(clamping: new.seed))
    }
  }

  /// What was asked for, as a share; nil when it is no number, which is shown.
  static func tolerance(_ arguments: Arguments, _ console: Console) -> Double? {
    guard let text = arguments.text(.tolerance) else { return 0 }
    if let number = Double(text), number >= 0, number <= 1_000 { return number / 1_000 }
    console.complain(
      "lostorder: \(text.quoted) is not a value of '--tolerance'; expected a number of per mille"
        + " from 0 to 1000\n")
    return nil
  }
}

extension ExitCode {
  /// The code of a comparison with a baseline.
  init(_ report: BaselineReport) {
    self = report.hasRegression ? .fails : report.hasGap ? .undecided : .holds
  }
}

/// The summaries at a place: one file, or those of the scenarios in a folder.
struct SummaryFiles {
  /// The summaries, by the names of their files.
  private(set) var summaries: [BaselineSummary] = []

  init(_ path: String, _ problems: inout [String]) {
    guard SummaryFiles.isFolder(path) else {
      read(path, &problems)
      return
    }
    let files = SummaryFiles.names(in: path).map { name -> String in "\(path)/\(name)/summary.json"
    }.filter { file in access(file, F_OK) == 0 }
    if files.isEmpty {
      problems.append(
        "\(path.escapingControls): no summaries here; expected a folder with NAME/summary.json")
    }
    for file in files { read(file, &problems) }
  }

  static func isFolder(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether two names are those of one folder.
  static func isSame(_ first: String, _ second: String) -> Bool {
    var (left, right) = (stat(), stat())
    guard stat(first, &left) == 0, stat(second, &right) == 0 else { return false }
    return left.st_dev == right.st_dev && left.st_ino == right.st_ino
  }

  private mutating func read(_ path: String, _ problems: inout [String]) {
    do {
      let bytes = try ScenarioFile.bytes(of: path, as: "a summary or a folder with summaries")
      let summary = try BaselineSummary(bytes, file: path)
      if summaries.contains(where: { $0.name == summary.name }) {
        problems.append(
          "\(path.escapingControls): scenario.name: '\(summary.name)' has a summary already; expected"
            + " one of each scenario")
      }
      summaries.append(summary)
    } catch { problems += error.list.map(\.description) }
  }

  /// What stands in a folder, in order of names.
  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.utf8.first != UInt8(ascii: ".") { names.append(name) }
    }
    return names.sorted()
  }
}
