#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The accepted output of a command or report: a file of `Tests/Golden`.
///
/// With `LOSTORDER_GOLDEN=1` in the environment, tests write the files again; the commit shows the changes.
package enum Golden {
  private static let areWritten = ProcessInfo.processInfo.environment["LOSTORDER_GOLDEN"] == "1"

  /// Where a text first differs from the file of a name; nil: nowhere.
  package static func difference(_ text: String, _ name: String) throws -> String? {
    let path = PackageFiles.path("Tests/Golden/" + name)
    if areWritten {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return nil
    }
    let accepted = try String(contentsOfFile: path, encoding: .utf8)
    if text == accepted { return nil }
    let (expected, found) = (lines(accepted), lines(text))
    let line =
      zip(expected, found).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? min(expected.count, found.count)
    let show = { (lines: [Substring]) in line < lines.count ? "'\(lines[line])'" : "no line" }
    return "\(name):\(line + 1): expected \(show(expected)); found \(show(found))"
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
