import Foundation
import JSONText
import TestSupport
import Testing

/// Foreign text in a Swift source.
@Suite struct SwiftLiteralTests {
  private static let words = [
    "\"", "\"\"", "\"\"\"", "\\", "\\(print(1))", "\\u{41}", "\\#(x)", "*/", "//", "#",
    "\n\"\"\"\n", "\n\n", "  \n", "\\\n",
  ]

  @Test func `a text is unchanged in a program that has it as a literal`() throws {
    let controls = EscapingCorpus.controls.map { "a" + String(Character($0)) + "\"b" }
    let texts =
      EscapingCorpus.texts(Self.words) + controls + ["", "掉单 🙂", "##vso[a]", "::error::x"]
    let literals = texts.map(\.swiftLiteral) + texts.map { $0.swiftLines(indentation: 4) }
    for literal in literals {
      let lines = literal.unicodeScalars.split(separator: "\n")
      #expect(!lines.joined().contains { $0.isFormatControl }, "\(literal)")
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "literals-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = """
      let texts: [String] = [
          \(literals.joined(separator: ",\n    "))
      ]
      for text in texts { print(Array(text.utf8).map { String($0) }.joined(separator: " ")) }
      """
    let file = folder.appending(path: "main.swift")
    try Data(source.utf8).write(to: file)
    let program = folder.appending(path: "program")
    let errors = try Self.run("/usr/bin/env", "swiftc", "-Onone", file.path, "-o", program.path)
    expectEqual(errors, "")
    let output = try Self.run(program.path)
    let found = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    expectEqual(found.count, literals.count)
    for (text, found) in zip(texts + texts, found) {
      #expect(found == text.utf8.map { String($0) }.joined(separator: " "), "\(text)")
    }
  }

  /// The complete output of a program.
  private static func run(_ path: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
