import Foundation
import LostOrder
import Reports
import TestSupport
import Testing

/// The examples of help texts, and their Chinese.
@Suite("Help examples and languages") struct HelpExampleTests {
  @Test("every help has one or two examples that run", arguments: Subcommand.names)
  func examples(name: String) throws {
    let subcommand = try #require(Subcommand.named(name))
    #expect((1...2).contains(subcommand.examples.count))
    let folder = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/scenarios", withDestinationPath: Executable.package + "/scenarios")
    // Examples write to this folder.
    try FileManager.default.createDirectory(
      atPath: folder.path + "/results", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Executable.package + "/results/keep", toPath: folder.path + "/results/keep")
    for example in subcommand.examples {
      #expect(Help.of(subcommand).contains("\n  \(example)\n"))
      #expect(example.contains("lostorder \(name)"))
      // A tenth of the users is enough to see that it runs.
      let command = Nightly.isOn ? example : example.replacing("2e4", with: "2e3")
      // Both take seconds and have separate tests.
      if !Nightly.isOn && ["fit ", "| lostorder diagnose"].contains(where: command.contains) {
        continue
      }
      let ending = try Executable.run(
        list: [command], in: folder.path,
        shell: "PATH=\"$(dirname \"$0\"):$PATH\" exec bash -c \"$1\"")
      // Any verdict is a valid result.
      #expect((0...2).contains(ending.code), "\(example): \(ending.errors)")
    }
  }

  @Test("every help text has a Chinese translation, and no translation is unused")
  func chinese() {
    let known = Set(ChineseTranslations.embedded.help.keys)
    expectEqual(Help.phrases.subtracting(known).sorted(), [])
    expectEqual(known.subtracting(Help.phrases).sorted(), [])
    for (phrase, translation) in ChineseTranslations.embedded.help {
      #expect(translation.contains(/\p{Han}/) || !phrase.contains(/[a-z]{3} [a-z]{3}/), "\(phrase)")
    }
  }

  @Test("Chinese help contains English only in names", arguments: ["", "run", "explore", "new"])
  func englishWords(name: String) throws {
    let ending = try Command.run(
      list: ["help"] + (name.isEmpty ? [] : [name]) + ["--language", "zh"])
    #expect(ending.code == 0 && ending.errors == "")
    // Several consecutive English words are a phrase; usages and examples have none.
    let lines = ending.output.split(separator: "\n").filter { !$0.contains("lostorder ") }
    let phrases = lines.flatMap { $0.matches(of: /[a-z]{2,} [a-z]{2,} [a-z]{2,}/) }
    expectEqual(phrases.map { String($0.0) }, [])
    #expect(ending.output.contains("用法: lostorder "))
  }

  @Test("the help of a command is the same for each way to request it, in each language")
  func ways() throws {
    for language in Language.allCases.map(\.rawValue) {
      let output = try Command.run("help", "sweep", "--language", language).output
      #expect(try Command.run("sweep", "--help", "--language", language).output == output)
      #expect(try Command.run("--help", "sweep", "--language", language).output == output)
    }
  }
}
