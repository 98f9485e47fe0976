import TestSupport
import Testing

/// The names of the command's module in templates and articles, which no build of this package
/// compiles.
@Suite struct ClientTemplateTests {
  @Test func `templates and articles use only declared members of the command's module`() throws {
    let sources = try PackageFiles.list(below: "Sources/lostorder", ending: ".swift")
      .map { try PackageFiles.text($0) }.joined(separator: "\n")
    let members = Set(
      sources.matches(of: /public (?:static )?(?:func|struct|typealias|enum) (\w+)/).map { $0.1 })
    let texts =
      try PackageFiles.list(below: "Sources", ending: ".md")
      + PackageFiles.list(below: "Sources/Resources/EmbeddedFiles/Files/NewClient", ending: ".txt")
    var used = 0
    for file in texts {
      for use in try PackageFiles.text(file).matches(of: /\bLostOrder\.(\w+)/) {
        used += 1
        #expect(members.contains(use.1), "\(file): \(use.0)")
      }
    }
    #expect(used > 4)
  }
}
