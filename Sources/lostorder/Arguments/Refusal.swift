import Scenarios

/// Why the command ends without what it was asked for, or without all of it.
package struct Refusal: Error, Equatable {
  /// What it says, in lines.
  package let text: String
  /// How it ends.
  package let code: ExitCode

  init(text: String, _ code: ExitCode) { (self.text, self.code) = (text, code) }

  /// One line, in the name of the program.
  package init(_ message: String, _ code: ExitCode = .usage) {
    self.init(text: "lostorder: \(message)\n", code)
  }

  /// What is wrong with files, a line each.
  init(problems: [String]) { self.init(text: problems.map { $0 + "\n" }.joined(), .badScenario) }

  /// Lets what refuses a file refuse the command.
  static func reading<Found>(_ read: () throws(Problems) -> Found) throws(Refusal) -> Found {
    do throws(Problems) { return try read() } catch {
      throw Refusal(problems: error.list.map(\.description))
    }
  }
}

extension NearestName {
  /// What is asked behind a name that there is not; empty when no name is near.
  static func question(_ name: String, among names: [String]) -> String {
    of(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
  }
}
