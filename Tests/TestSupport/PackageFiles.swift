#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of this package as text, for tests about the package itself.
package enum PackageFiles {
  /// The folder of the package, derived from the place of this file: `Tests/TestSupport`.
  package static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

  /// The whole path of a file or a folder of the package.
  package static func path(_ relative: String) -> String { root + "/" + relative }

  /// The text of a file.
  package static func text(_ relative: String) throws -> String {
    try String(contentsOfFile: path(relative), encoding: .utf8)
  }

  /// The paths of all files below a folder with a name ending, in order.
  package static func list(below folder: String, ending: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path(folder))
      .filter { $0.hasSuffix(ending) }
      .sorted()
      .map { folder + "/" + $0 }
  }
}
