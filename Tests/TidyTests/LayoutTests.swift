import Foundation
import TestSupport
import Testing

/// The location, number and length of files.
@Suite struct LayoutTests {
  /// Test files that may be longer.
  static let longFiles: Set = ["Tests/PurchaseWorldTests/App/GuestRuleTests.swift"]

  /// Folders with one file for each member of a group.
  static let wideFolders: Set = [
    "Sources/Scenarios/Designs", "scenarios", "scenarios/cases", "scenarios/rules",
  ]

  @Test func `the top level has only the documented files and folders`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: PackageFiles.root)
      .filter { !$0.hasPrefix(".") }.sorted()
    expectEqual(names, ["Package.swift", "README.md", "Sources", "Tests", "results", "scenarios"])
  }

  @Test func `a Swift file has at most 400 lines`() throws {
    let files = try ["Sources", "Tests"].flatMap {
      try PackageFiles.list(below: $0, ending: ".swift")
    }
    #expect(files.count > 300)
    let long = try files.filter { file in
      try PackageFiles.text(file).count { $0 == "\n" } > 400
        && !LayoutTests.longFiles.contains(file)
    }
    expectEqual(long, [])
  }

  @Test func `a folder has at most 13 Swift or JSON files`() throws {
    var counts: [String: Int] = [:]
    for top in ["Sources", "Tests", "scenarios"] {
      for ending in [".swift", ".json"] {
        for file in try PackageFiles.list(below: top, ending: ending) {
          counts[file.split(separator: "/").dropLast().joined(separator: "/"), default: 0] += 1
        }
      }
    }
    let wide = counts.filter { $0.value > 13 && !LayoutTests.wideFolders.contains($0.key) }
    expectEqual(wide, [:])
  }
}
