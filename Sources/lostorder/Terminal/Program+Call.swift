import CLibrary
import JSONText
import Reports

extension Program {
  /// The programs of this package, which are known by their names wherever they stand.
  private static let own = [name, "lostorder-clients"]

  /// How the program that runs can be called again from where it was called.
  static var callAgain: String {
    guard let here = getcwd(nil, 0) else { return call(CommandLine.arguments[0], from: "") }
    defer { free(here) }
    return call(CommandLine.arguments[0], from: String(cString: here))
  }

  /// - Parameter path: as which it was called.
  /// - Parameter folder: where, from the root.
  static func call(_ path: String, from folder: String) -> String {
    let parts = path.split(separator: "/")
    guard let last = parts.last.map(String.init) else { return name }
    if own.contains(last) { return last }
    // What the package manager has built here it also runs, built anew if something has changed.
    guard path.hasPrefix(folder + "/.build/") else { return path.shellWord }
    let mode = parts.contains("release") ? " -c release" : ""
    return "swift run\(mode) \(last.shellWord)"
  }
}
