import Foundation
import Scenarios
import TestSupport
import Testing

/// The lines that reading a file prints; none if the file is valid.
private func problems(ofFile path: String) -> [String] {
  do throws(Problems) {
    _ = try ScenarioFileReader.read(path)
    return []
  } catch {
    return error.list.map(\.description)
  }
}

/// Files that are rejected before or after they are opened.
@Suite struct ScenarioFileTests {
  /// A temporary folder for one test, deleted afterwards.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test func `a missing file, a folder and a device are one problem each`() throws {
    expectOnly(
      problems(ofFile: "no/such.json"),
      "no/such.json: the file cannot be read (no such file or directory); expected a scenario file")
    expectEqual(problems(ofFile: "/"), ["/: this is a folder; expected a scenario file"])
    expectEqual(
      problems(ofFile: "/dev/null"),
      ["/dev/null: this is not a regular file; expected a scenario file"])
    expectEqual(
      problems(ofFile: ""), [": this is not the name of a file; expected a scenario file"])
    expectEqual(
      problems(ofFile: "a\0b"),
      ["a\\u{0}b: this is not the name of a file; expected a scenario file"])
  }

  @Test func `a file of a hundred megabytes is rejected before it is read`() throws {
    try inFolder { folder in
      let path = folder + "/large.json"
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      expectEqual(truncate(path, 100_000_000), 0)
      expectEqual(
        problems(ofFile: path),
        ["\(path): the file has 100000000 bytes; expected at most 16777216 bytes (16 MiB)"])
    }
  }

  @Test func `an empty file is one problem with a position`() throws {
    try inFolder { folder in
      let path = folder + "/empty.json"
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      expectEqual(problems(ofFile: path), ["\(path):1:1: the text is empty; expected a JSON value"])
    }
  }
}
