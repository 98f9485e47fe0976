/// How the running program is called by the commands that people are told, so that they can be pasted: a package with
/// clients of its own has a program of its own, and no other knows them.
package enum Program {
  /// The name of the tool, which stands in every file: its bytes do not depend on who wrote it.
  package static let name = "lostorder"

  /// What is printed in its place. What goes into a file is made with ``name``.
  @TaskLocal package static var call = name

  /// A command of the tool as it is pasted.
  /// - Parameter command: as the tool knows it, with its ``name`` first.
  package static func pasted(_ command: String) -> String {
    command.hasPrefix(name + " ") ? call + command.dropFirst(name.count) : command
  }

  /// The same for a build without optimisation, if the package manager builds what runs.
  package static func pastedDebug(_ command: String) -> String {
    let (release, debug) = ("swift run -c release ", "swift run ")
    let pasted = pasted(command)
    return pasted.hasPrefix(release) ? debug + pasted.dropFirst(release.count) : pasted
  }

  /// Makes what goes into a file.
  package static func inFile<Text>(_ text: () throws -> Text) rethrows -> Text {
    try $call.withValue(name, operation: text)
  }
}
