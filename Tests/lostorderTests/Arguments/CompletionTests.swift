import Foundation
import TestSupport
import Testing

@Suite("Completions") struct CompletionTests {
  /// The completions that bash offers for the last word.
  private func bash(_ words: String...) throws -> [String] {
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    let script = """
      source <("$0" completions bash)
      COMP_WORDS=(lostorder \(line)); COMP_CWORD=\(words.count)
      _lostorder && printf '%s\\n' "${COMPREPLY[@]}"
      """
    let ending = try Executable.run(
      shell: "exec bash -c '\(script.replacing("'", with: #"'\''"#))' \"$0\"")
    expectEqual(ending.errors, "")
    return ending.output.split(separator: "\n").map(String.init)
  }

  @Test("bash completes commands, options, values and files")
  func completes() throws {
    #expect(try bash("ex") == ["explore", "explain"])
    #expect(try bash("run", "--w") == ["--workers"])
    #expect(
      try bash("trace", "--format", "") == ["text", "json", "csv", "mermaid", "svg", "perfetto"])
    #expect(try bash("new", "x", "--from", "f") == ["first", "field", "faults", "fit"])
    #expect(
      try bash("run", "scenarios/kee").sorted() == [
        "scenarios/keep-ladder.csv", "scenarios/keep-ladder.json", "scenarios/keep-open.json",
        "scenarios/keep.json",
      ])
    #expect(try bash("designs", "keep-") == ["keep-original", "keep-1", "keep-2", "keep-3"])
    #expect(try bash("explain", "behavior.pat") == ["behavior.patience"])
    #expect(try bash("explain", "pat") == ["patience", "path"])
    #expect(try bash("trace", "x", "--design", "keep-") == bash("designs", "keep-"))
    #expect(try bash("explore", "x", "--kinds", "cr") == ["crash"])
    #expect(try bash("explore", "x", "--journey", "t") == ["two"])
    #expect(try bash("explain", "undel") == ["undeliveredRate", "undelivered"])
    #expect(try bash("explain", "--language", "") == ["en", "zh"])
    #expect(try bash("completions", "z") == ["zsh"])
    #expect(try bash("run", "--seed", "1") == [])
  }

  @Test("a file name with spaces is completed as one word")
  func spaces() throws {
    let (folder, file) = try Scratch.with("{}", "a b.json")
    #expect(try bash("run", folder.path + "/a") == [file])
    #expect(try bash("run", "--out", folder.path + "/a") == [file])
  }

  @Test("every command and option is in every script")
  func complete() throws {
    let options = ["--seed", "--users", "--format", "--from", "--structure", "--help"]
    for shell in ["bash", "zsh", "fish"] {
      let script = try Command.run("completions", shell).output
      for command in ["run", "explain", "schema", "new", "completions", "shrink"] {
        #expect(script.contains(command), "\(shell): \(command)")
      }
      for option in options {
        let text = shell == "fish" ? " -l " + option.dropFirst(2) + " " : option
        #expect(script.contains(text), "\(shell): \(option)")
      }
    }
  }

  @Test("zsh and fish accept their scripts, if they are installed", arguments: ["zsh", "fish"])
  func parses(shell: String) throws {
    let ending = try Executable.run(
      shell: """
        command -v \(shell) >/dev/null || exit 0
        "$0" completions \(shell) >/tmp/lostorder-$$ && \(shell) -n /tmp/lostorder-$$
        code=$?; rm -f /tmp/lostorder-$$; exit $code
        """)
    ending.expectErrors("", code: 0)
  }

  @Test("an unsupported shell is rejected")
  func refuses() throws {
    let ending = try Command.run("completions", "csh")
    ending.expectErrors(
      "lostorder: there are no completions for 'csh'; expected one of bash, zsh, fish\n", code: 64)
    #expect(
      try Command.run("completions").errors
        == "lostorder: 'completions' needs a shell: bash, zsh or fish\n")
  }
}
