import Foundation
import TestSupport
import Testing

/// The CI configurations of the article on pipelines, as far as they run without a CI service.
@Suite("Pipelines") struct PipelineTests {
  private static func article() throws -> String {
    try PackageFiles.text("Sources/Reports/Reports.docc/Pipelines.md")
  }

  /// The calls of the command in the files of the services, without the start of a container.
  private static func calls() throws -> [String] {
    try article().split(separator: "\n").compactMap { line in
      guard line.contains(" run mine.json ") else { return nil }
      return line.range(of: "lostorder run ").map { String(line[$0.upperBound...]) }
    }
  }

  @Test("the command lines for CI services run and write the files that the services collect")
  func lines() throws {
    let calls = try Self.calls()
    expectEqual(calls.count, 2)
    for call in calls {
      let folder = try Scratch()
      try folder.write(#"{ "name": "mine", "users": 100, "designs": ["keep-2"] }"#, "mine.json")
      let ending = try Executable.run(
        list: ["run"] + call.split(separator: " ").map(String.init), in: folder.path)
      #expect(ending.code == 0 && ending.errors == "")
      let written = try folder.list("results")
      for name in ["junit.xml", "report.md"] { #expect(written.contains(name)) }
      expectEqual(written.contains("codequality.json"), call.contains("gitlab"))
    }
  }

  @Test("the container file and the install lines run the same build of the package")
  func container() throws {
    let file = try PackageFiles.text(".ci/Containerfile")
    let install = try PackageFiles.text("Sources/lostorder/lostorder.docc/lostorder.md")
    let build = "swift build -c release --static-swift-stdlib --product lostorder"
    #expect(file.contains("\nRUN \(build) \\\n") && install.contains("\n\(build)\n"))
    for line in file.split(separator: "\n")
    where line.hasPrefix("COPY ") && !line.contains("--from") {
      let source = line.split(separator: " ")[1]
      #expect(FileManager.default.fileExists(atPath: PackageFiles.path(String(source))))
    }
    #expect(try Self.article().contains("-f LostOrder/.ci/Containerfile "))
  }
}
