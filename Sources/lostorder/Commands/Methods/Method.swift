import Experiments
import JSONText
import Reports
import Scenarios

/// A method applied to one scenario. ``CommandContext/execute(_:)`` prints its result and writes
/// its files; ``CommandContext/sections(of:order:)`` adds it to a report.
protocol Method {
  associatedtype Finding

  /// The names of its files in the folder of the scenario: JSON first; of several tables, the table
  /// for CSV output first.
  static var files: [String] { get }
  /// Whether the files are written; if not, they are only printed on request.
  static var keepsFiles: Bool { get }
  /// Whether the files are listed after the text.
  static var listsFiles: Bool { get }

  var call: CommandContext { get }
  var input: ScenarioInput { get }

  /// Does the work until it is complete or interrupted.
  /// - Throws: an error if there is no result, such as for work that was interrupted at its
  ///   beginning.
  func find() throws(CommandError) -> Finding
  /// Whether there is no result although no error was thrown; then nothing is printed or written.
  func isUnknown(_ finding: Finding) -> Bool
  /// The reason for an interruption; nil: the work is complete.
  func interruption(of finding: Finding) -> Interruption?
  /// The text for people.
  /// - Parameter isShort: whether to return only the outcome.
  func text(of finding: Finding, isShort: Bool) -> String
  /// The questions that remain inconclusive, one per line.
  func warnings(of finding: Finding) -> [String]
  /// Other remarks for people, which do not belong to the results for programs: whole lines.
  func remarks(on finding: Finding) -> [String]
  /// The contents of the files, in order; fewer or none for an interrupted result.
  func contents(of finding: Finding) throws(CommandError) -> [String]
  /// The sections of the result on a page.
  /// - Parameter order: the names of the designs in the order of the page; nil: the order of the
  ///   scenario.
  func sections(of finding: Finding, order: [String]?) -> [HTMLPage.Section]
  /// The number of users simulated so far, for the error of an interruption; nil: none.
  func users(of finding: Finding) -> Int?
  /// The error for work that was interrupted with a partial result.
  func refusal(_ interruption: Interruption, of finding: Finding) -> CommandError
  /// The exit code of complete work.
  func exitCode(of finding: Finding) -> ExitCode
}

extension Method {
  static var keepsFiles: Bool { true }
  static var listsFiles: Bool { false }

  var console: Console { call.console }
  var language: Language { call.language }
  var scenario: Scenario { input.scenario }

  func isUnknown(_ finding: Finding) -> Bool { false }
  func interruption(of finding: Finding) -> Interruption? { nil }
  func warnings(of finding: Finding) -> [String] { [] }
  func remarks(on finding: Finding) -> [String] { [] }
  func sections(of finding: Finding, order: [String]?) -> [HTMLPage.Section] { [] }
  func exitCode(of finding: Finding) -> ExitCode {
    warnings(of: finding).isEmpty ? .holds : .undecided
  }

  /// The error for work that was interrupted before any result.
  func nothing(_ interruption: Interruption) -> CommandError {
    call.refusal(interruption, users: 0, of: input)
  }
  func users(of finding: Finding) -> Int? { nil }
  func refusal(_ interruption: Interruption, of finding: Finding) -> CommandError {
    call.refusal(interruption, users: users(of: finding), of: input)
  }

  /// A page with this method only.
  func page(of finding: Finding) -> String {
    HTMLPage(
      of: scenario, interruption: interruption(of: finding), language,
      sections(of: finding, order: nil)
    ).text
  }

  fileprivate func written(_ finding: Finding) throws(CommandError) -> [NamedText] {
    zip(Self.files, try contents(of: finding)).map { ($0, $1) }
  }
}

extension CommandContext {
  /// Runs a method, prints its result and writes its files; throws if it was interrupted.
  func perform<Performed: Method>(_ method: Performed) throws(CommandError) -> ExitCode {
    let found = try execute(method)
    if let interruption = method.interruption(of: found) {
      throw method.refusal(interruption, of: found)
    }
    return method.exitCode(of: found)
  }

  /// Runs a method, prints its result and writes its files, even if it was interrupted.
  func execute<Performed: Method>(_ method: Performed) throws(CommandError) -> Performed.Finding {
    let name = method.scenario.name
    if Performed.keepsFiles { try results.prepare(name: name, for: Performed.files) }
    let found = try method.find()
    if method.isUnknown(found) { return found }
    printText(method.text(of: found, isShort: arguments.has(.quiet)))
    for warning in method.warnings(of: found) {
      console.printError(inconclusiveMessage(method.input, warning))
    }
    method.remarks(on: found).forEach(console.printError)
    // The files are neither written nor printed.
    if !Performed.keepsFiles, form == .text { return found }
    let files = try method.written(found)
    if files.isEmpty { return found }
    print(files)
    if !Performed.keepsFiles { return found }
    try results.write(files, name: name)
    if Performed.listsFiles, !arguments.has(.quiet) {
      let folder = (results.path + "/" + name).escapingControls
      let names = language.list(files.map(\.name))
      printText("\n" + language("files in {0}: {1}", folder, names) + "\n")
    }
    return found
  }

  /// Prints the file for the requested output format.
  private func print(_ files: [NamedText]) {
    let file: NamedText? =
      switch form {
      case .text: nil
      case .json: files[0]
      case .csv: files.first { $0.name.hasSuffix(".csv") }
      case .losses: files.first { $0.name == FolderOperations.lossesFile }
      }
    if let file { console.show(file.text, isForPrograms: true) }
  }

  /// Runs a method of a report, writes its files and prints its outcome.
  /// - Parameter method: nil if it does not apply to the scenario.
  /// - Parameter order: the names of the designs in the order of the page.
  func sections<Performed: Method>(
    of method: Performed?, order: [String]
  ) throws(CommandError) -> [HTMLPage.Section] {
    guard let method, let found = try? method.find() else { return [] }
    let outcome = method.text(of: found, isShort: true)
    if !outcome.isEmpty { printText("\n" + outcome) }
    try results.write(try method.written(found), name: method.scenario.name)
    return method.sections(of: found, order: order)
  }
}
