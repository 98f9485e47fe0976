import Experiments
import JSONText
import Reports
import Scenarios

/// What a command finds of one scenario: shown, and written if it keeps files, by ``Call/carryOut(_:)``; in a report
/// by ``Call/sections(of:order:)``.
protocol Method {
  associatedtype Finding

  /// The names of its files in the folder of the scenario: the JSON first; of several tables first the one that is
  /// printed as CSV.
  static var files: [String] { get }

  /// Whether its files are written; if not, they are printed alone, on request.
  static var keepsFiles: Bool { get }

  /// Whether its files are named behind its text.
  static var listsFiles: Bool { get }

  var call: Call { get }
  var input: Input { get }

  /// Does the work until its end, or until it is cut short.
  /// - Throws: a refusal if nothing is known, as of work that is cut short at its beginning.
  func find() throws(Refusal) -> Finding
  /// Whether nothing is known although nothing was refused: then nothing is shown or written.
  func isUnknown(_ finding: Finding) -> Bool
  /// Why the work was cut short; nil: it was not.
  func cut(of finding: Finding) -> Cut?
  /// What people read.
  /// - Parameter isShort: whether it is the outcome alone.
  func text(of finding: Finding, isShort: Bool) -> String
  /// What the finding cannot answer, a line each.
  func troubles(of finding: Finding) -> [String]
  /// What else people should know, and programs should not expect among the results: whole lines.
  func remarks(on finding: Finding) -> [String]
  /// The texts of its files, in order; fewer, or none, where unfinished work makes no more.
  func contents(of finding: Finding) throws(Refusal) -> [String]
  /// What it shows on a page.
  /// - Parameter order: the names of the designs in the order of the page; nil: that of the scenario.
  func sections(of finding: Finding, order: [String]?) -> [HTMLPage.Section]
  /// What is said of work that was cut short after something was known.
  func refusal(_ cut: Cut, of finding: Finding) -> Refusal
  /// The code of work that was not cut short.
  func exitCode(of finding: Finding) -> ExitCode
}

extension Method {
  static var keepsFiles: Bool { true }
  static var listsFiles: Bool { false }

  var console: Console { call.console }
  var language: Language { call.language }
  var scenario: Scenario { input.scenario }

  func isUnknown(_ finding: Finding) -> Bool { false }
  func cut(of finding: Finding) -> Cut? { nil }
  func troubles(of finding: Finding) -> [String] { [] }
  func remarks(on finding: Finding) -> [String] { [] }
  func sections(of finding: Finding, order: [String]?) -> [HTMLPage.Section] { [] }
  func exitCode(of finding: Finding) -> ExitCode {
    troubles(of: finding).isEmpty ? .holds : .undecided
  }

  /// The refusal of work that is cut short before anything is known.
  func nothing(_ cut: Cut) -> Refusal { call.refusal(cut, users: 0, of: input) }
  func refusal(_ cut: Cut, of finding: Finding) -> Refusal { call.refusal(cut, of: input) }

  /// A page of the method alone.
  func page(of finding: Finding) -> String {
    HTMLPage(of: scenario, cut: cut(of: finding), language, sections(of: finding, order: nil)).text
  }

  fileprivate func written(_ finding: Finding) throws(Refusal) -> [(name: String, text: String)] {
    zip(Self.files, try contents(of: finding)).map { ($0, $1) }
  }
}

extension Call {
  /// Finds, shows and writes what a command asks for.
  func perform<Performed: Method>(_ method: Performed) throws(Refusal) -> ExitCode {
    let found = try carryOut(method)
    if let cut = method.cut(of: found) { throw method.refusal(cut, of: found) }
    return method.exitCode(of: found)
  }

  /// Finds, shows and writes what is known of one scenario, also of work that was cut short.
  func carryOut<Performed: Method>(_ method: Performed) throws(Refusal) -> Performed.Finding {
    let name = method.scenario.name
    if Performed.keepsFiles { try results.prepare(name: name, for: Performed.files) }
    let found = try method.find()
    if method.isUnknown(found) { return found }
    tell(method.text(of: found, isShort: arguments.has(.quiet)))
    for trouble in method.troubles(of: found) {
      console.complain(cannotTell(method.input, trouble))
    }
    method.remarks(on: found).forEach(console.complain)
    // Nobody reads files that are neither written nor printed.
    if !Performed.keepsFiles, form == .text { return found }
    let files = try method.written(found)
    if files.isEmpty { return found }
    print(files)
    if !Performed.keepsFiles { return found }
    try results.write(files, name: name)
    if Performed.listsFiles, !arguments.has(.quiet) {
      let folder = (results.path + "/" + name).escapingControls
      let names = language.list(files.map(\.name))
      tell("\n" + language("files in {0}: {1}", folder, names) + "\n")
    }
    return found
  }

  /// Prints the file of the form that was asked for.
  private func print(_ files: [(name: String, text: String)]) {
    let file: (name: String, text: String)? =
      switch form {
      case .text: nil
      case .json: files[0]
      case .csv: files.first { $0.name.hasSuffix(".csv") }
      case .losses: files.first { $0.name == Folder.lossesFile }
      }
    if let file { console.show(file.text, isForPrograms: true) }
  }

  /// Finds and writes what a method of a report finds, and says its outcome.
  /// - Parameter method: nil where the scenario has nothing for it.
  /// - Parameter order: the names of the designs in the order of the page.
  func sections<Performed: Method>(
    of method: Performed?, order: [String]
  ) throws(Refusal) -> [HTMLPage.Section] {
    guard let method, let found = try? method.find() else { return [] }
    let outcome = method.text(of: found, isShort: true)
    if !outcome.isEmpty { tell("\n" + outcome) }
    try results.write(try method.written(found), name: method.scenario.name)
    return method.sections(of: found, order: order)
  }
}
