/// How printed commands call the running program, so that they can be pasted. A package with
/// clients of its own builds its own program; no other program contains these clients.
package enum Program {
  /// Name of the tool in files, whose bytes must not depend on the program that wrote them.
  package static let name = "lostorder"

  /// Replacement for the name in printed text. Text for files uses ``name``.
  @TaskLocal package static var printedName = name

  /// A command ready to paste.
  /// - Parameter command: the command with ``name`` as its first word.
  package static func invocation(_ command: String) -> String {
    command.hasPrefix(name + " ") ? printedName + command.dropFirst(name.count) : command
  }

  /// The same command for a build without optimization, if the package manager builds the program.
  package static func debugInvocation(_ command: String) -> String {
    let (release, debug) = ("swift run -c release ", "swift run ")
    let invocation = invocation(command)
    return invocation.hasPrefix(release) ? debug + invocation.dropFirst(release.count) : invocation
  }

  /// Makes text for a file.
  package static func inFile<Text>(_ text: () throws -> Text) rethrows -> Text {
    try $printedName.withValue(name, operation: text)
  }
}
