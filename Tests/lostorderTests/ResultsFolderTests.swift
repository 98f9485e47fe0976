import Foundation
import Testing

@testable import lostorder

/// Results that cannot be written: one clear message, code 74, and what was there stays.
@Suite("ResultsFolder")
struct ResultsFolderTests {
  private static let scenario = #"{ "name": "small", "users": 10, "designs": ["naive"] }"#

  @Test("a results folder that is a file is refused before the run")
  func file() throws {
    let folder = try Scratch()
    let file = try folder.write(ResultsFolderTests.scenario, "small.json")
    let ending = try Executable.run("run", file, "--out", file)
    #expect(ending.code == 74 && ending.output == "")
    #expect(
      ending.errors == "lostorder: cannot write results: folder '\(file)/small': not a directory\n")
  }

  @Test("a folder that cannot be made is named")
  func unwritable() {
    let folder = ResultsFolder(path: "/dev/null/results")
    #expect(
      throws: ResultsFolder.Failure(
        message: "cannot write results: folder '/dev/null/results': not a directory")
    ) {
      try folder.write("{}", name: "small", file: "summary.json")
    }
  }

  @Test("a summary that cannot be written leaves the one before, and nothing beside it")
  func halfWritten() throws {
    let folder = try Scratch()
    let file = try folder.write(ResultsFolderTests.scenario, "small.json")
    try folder.write("what was there", "out/small/summary.json")
    let ending = try Executable.run(
      file, folder.path + "/out",
      shell: "ulimit -f 0; exec \"$0\" run \"$1\" --quiet --out \"$2\"")
    #expect(ending.code == 74)
    #expect(ending.errors.hasPrefix("lostorder: cannot write results: file '"))
    #expect(ending.errors.hasSuffix("': file too large\n"))
    #expect(try folder.bytes("out/small/summary.json") == Data("what was there".utf8))
    #expect(try folder.list("out/small") == ["summary.json"])
  }

  @Test("a summary replaces the one before as a whole")
  func replaced() throws {
    let folder = try Scratch()
    let file = try folder.write(ResultsFolderTests.scenario, "small.json")
    try folder.write(String(repeating: "long ", count: 10_000), "out/small/summary.json")
    let ending = try Executable.run("run", file, "--quiet", "--out", folder.path + "/out")
    #expect(ending.code == 0)
    let text = String(decoding: try folder.bytes("out/small/summary.json"), as: UTF8.self)
    #expect(text.hasPrefix("{\n  \"format\": 1,") && text.hasSuffix("}\n"))
    #expect(try folder.list("out/small") == Scratch.filesOfRun)
  }

  @Test("results that standard output does not take are not results")
  func fullOutput() throws {
    let ending = try Executable.run(shell: "exec \"$0\" designs > /dev/full")
    #expect(ending.code == 74)
    #expect(
      ending.errors
        == "lostorder: cannot write results: standard output: no space left on device\n")
  }
}
