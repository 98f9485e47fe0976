import CLibrary
import JSONText
import Reports

extension Program {
  /// The programs of this package, which are called by name in any folder.
  private static let programNames = [name, "lostorder-clients"]

  /// The command that calls the running program again from the current folder.
  static var callAgain: String {
    guard let here = getcwd(nil, 0) else { return call(CommandLine.arguments[0], from: "") }
    defer { free(here) }
    return call(CommandLine.arguments[0], from: String(cString: here))
  }

  /// - Parameter path: the path with which the program was called.
  /// - Parameter folder: the current folder, as an absolute path.
  static func call(_ path: String, from folder: String) -> String {
    let parts = path.split(separator: "/")
    guard let last = parts.last.map(String.init) else { return name }
    if programNames.contains(last) { return last }
    // A program built by the package manager here is called with `swift run`, which also rebuilds
    // it.
    guard path.hasPrefix(folder + "/.build/") else { return path.shellWord }
    let mode = parts.contains("release") ? " -c release" : ""
    return "swift run\(mode) \(last.shellWord)"
  }
}
