import Foundation
import TestSupport
import Testing

/// The folders of a module are layers: a file names types of its own layer and of those below it. The compiler
/// checks modules; these tests check folders, by the names that their files use.
@Suite struct LayerTests {
  /// The folders of a module, each above those before it.
  static let layers: [(module: String, folders: [String])] = [
    ("Sources/Experiments", ["Execution", "Counting", "Evidence", "Methods"]),
    ("Sources/Reports", ["Document", "Story", "Phrases", "Renderers", "Subjects"]),
    (
      "Sources/lostorder",
      ["Terminal", "Arguments", "Files", "Sharding", "Commands", "", "Command"]
    ),
  ]

  /// Folders whose subfolders have no order, but never use each other's types in a cycle, directly or indirectly.
  static let siblings = ["Sources/Experiments/Methods", "Sources/Reports/Subjects"]

  @Test(arguments: layers)
  func `a layer uses no type of a layer above it`(module: String, folders: [String]) throws {
    let names = try Names(of: module)
    #expect(names.folders.isSubset(of: folders), "a folder of \(module) that is no layer")
    let upwards = names.uses.filter { use in
      guard let from = folders.firstIndex(of: use.from), let to = folders.firstIndex(of: use.to)
      else { return true }
      return to > from
    }
    expectEqual(upwards.map(\.description).sorted(), [])
  }

  @Test(arguments: siblings) func `sibling folders use no types in a cycle`(folder: String) throws {
    let names = try Names(of: folder)
    #expect(names.folders.count > 3)
    let above = Dictionary(grouping: names.uses, by: \.from)
    for start in names.folders {
      var reached: Set<String> = []
      var next = [start]
      while let folder = next.popLast() {
        for use in above[folder] ?? [] where reached.insert(use.to).inserted { next.append(use.to) }
      }
      #expect(!reached.contains(start), "\(start) uses itself through \(reached.sorted())")
    }
  }

  @Test func `upward and cyclic uses of types are found, and lookalikes are not`() {
    let source = SwiftSource(
      ##"""
      struct Own<Part: Sendable>: Base { enum Nested { case one } }
      private struct Secret {}
      /* Comment /* Comment */ Comment */ let text = "Literal \(Used(1, (2)).name) Literal" + #"Raw \#(Inner.x)"#
      // Comment
      extension Other.Member { func f() -> Result { .Case } }
      """##)
    expectEqual(source.declared, ["Own"])
    expectEqual(source.hidden, ["Nested", "Secret", "Part"])
    expectEqual(source.used, ["Part", "Sendable", "Base", "Used", "Inner", "Other", "Result"])
  }
}

/// The uses of types between the subfolders of a folder.
private struct Names {
  struct Use: CustomStringConvertible {
    var from: String, to: String, file: String, type: String

    var description: String { "\(file) names \(type) of \(to)" }
  }

  private(set) var folders: Set<String> = []
  private(set) var uses: [Use] = []

  init(of top: String) throws {
    let files = try PackageFiles.list(below: top, ending: ".swift").map { path in
      let below = path.dropFirst(top.count + 1).split(separator: "/")
      return (
        path: path, folder: below.count > 1 ? String(below[0]) : "",
        source: SwiftSource(try PackageFiles.text(path))
      )
    }
    folders = Set(files.map(\.folder))
    var owners: [String: String] = [:]
    for file in files { for type in file.source.declared { owners[type] = file.folder } }
    for file in files {
      for type in file.source.used.subtracting(file.source.hidden) {
        guard let owner = owners[type], owner != file.folder else { continue }
        uses.append(Use(from: file.folder, to: owner, file: file.path, type: type))
      }
    }
  }
}
