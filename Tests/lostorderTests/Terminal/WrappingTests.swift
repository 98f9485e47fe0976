import Foundation
import LostOrder
import Reports
import TestSupport
import Testing

/// Output for a terminal has no line that the terminal would have to break.
@Suite("Wrapping") struct WrappingTests {
  @Test("prose wraps with an indent, and rows wrap in their last cell")
  func prose() {
    expectEqual("one two three".wrapped(to: 13), "one two three")
    expectEqual("one two three\nfour".wrapped(to: 9), "one two\nthree\nfour")
    expectEqual("  one two three".wrapped(to: 11), "  one two\n    three")
    expectEqual(
      "  --seed N  take this seed, not that".wrapped(to: 26),
      "  --seed N  take this\n            seed, not that")
    #expect("".wrapped(to: 20) == "" && "\n\n".wrapped(to: 20) == "\n\n")
    expectEqual("unbreakable".wrapped(to: 5), "unbreakable")
  }

  @Test("Chinese wraps between characters, and colours take no columns")
  func wide() {
    expectEqual("掉单，就是付了钱".wrapped(to: 12), "掉单，就是付\n了钱")
    expectEqual("\u{1B}[31mone\u{1B}[0m two".wrapped(to: 7), "\u{1B}[31mone\u{1B}[0m two")
    expectEqual("\u{1B}[31mone\u{1B}[0m two".wrapped(to: 6), "\u{1B}[31mone\u{1B}[0m\ntwo")
  }

  @Test(
    "commands to paste and progress lines are not wrapped",
    arguments: [
      "  lostorder trace a file.json --design keep-1 --seed 1",
      "to see it: lostorder run a.json --users 5", "{ \"name\": \"a long one, with spaces\" }",
      "  \"title\": \"a long one, with spaces\",", "\r\u{1B}[Ka line that shows how far a run is",
    ])
  func invocation(line: String) {
    expectEqual(line.wrapped(to: 20, commands: Subcommand.names), line)
  }

  @Test("lines that only begin with the name of the program are not commands")
  func subtitles() {
    #expect(
      "lostorder 0.1.0, seed 1, 10 users".wrapped(to: 20, commands: Subcommand.names).contains("\n")
    )
    #expect("lostorder: no such design".wrapped(to: 20, commands: Subcommand.names).contains("\n"))
  }

  @Test("all helps and explanations fit a terminal of 40 or more columns", arguments: [40, 60, 80])
  func helps(columns: Int) {
    for text in [Help.general()] + Subcommand.all.map({ Help.of($0) }) {
      for line in text.wrapped(to: columns, commands: Subcommand.names).split(separator: "\n") {
        let isCommand = [": ", "  ", "| "].contains { line.contains($0 + "lostorder ") }
        #expect(
          DisplayWidth.of(String(line)) <= columns || isCommand
            || !line.drop { $0 == " " }.contains(" "), "\(line)")
      }
    }
  }

  #if os(Linux)
    @Test("lines fit a terminal, and are not wrapped in pipes and files")
    func terminal() throws {
      let folder = try Scratch()
      let shell =
        "command -v script >/dev/null || exit 99;"
        + " COLUMNS=80 TERM=xterm script -qec \"stty cols 80; $0 $1\" /dev/null </dev/null"
      for words in ["help", "run --help", "search --help", "designs", "explain", "explain faults"] {
        let shown = try Executable.run(words, in: folder.path, shell: shell)
        if shown.code == 99 { return }
        let piped = try Executable.run(list: words.split(separator: " ").map(String.init))
        let lines = shown.output.split(whereSeparator: \.isNewline).map(String.init)
        #expect(lines.count > 3, "\(shown)")
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= 80 }, "\(words)")
        let flat = { (text: String) in text.split(whereSeparator: \.isWhitespace).map(String.init) }
        expectEqual(flat(shown.output), flat(piped.output))
      }
    }
  #endif
}
