import LostOrder
import TestSupport
import Testing

@Suite("Help") struct HelpTests {
  @Test("the general help and the help of every command equal the golden file")
  func help() throws {
    let all = [Help.general()] + Subcommand.all.map { Help.of($0) }
    let text = all.joined(separator: String(repeating: "-", count: 80) + "\n")
    #expect(try Golden.difference(text, "help.txt") == nil)
  }

  @Test("internal commands are not listed and have a help")
  func hidden() {
    #expect(!Help.general().contains("benchmark"))
    #expect(!Subcommand.names.contains("benchmark") && Subcommand.named("benchmark") != nil)
  }

  @Test("a command of an earlier release has the help of its replacement")
  func deprecatedForm() throws {
    for (old, new) in [
      ("check-log", "diagnose"), ("digest", "funnel"), ("faults", "explain"), ("new-client", "new"),
    ] { #expect(try Command.run("help", old).output == Command.run("help", new).output, "\(old)") }
  }
}
