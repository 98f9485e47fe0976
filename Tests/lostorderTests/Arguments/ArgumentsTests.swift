import LostOrder
import TestSupport
import Testing

@Suite("Arguments") struct ArgumentsTests {
  static func message(_ words: String...) -> String? {
    do {
      _ = try Arguments.parse(words)
      return nil
    } catch {
      #expect(error.text().hasPrefix("lostorder: ") && error.text().hasSuffix("\n"))
      expectEqual(error.code, .usage)
      return String(error.text().dropFirst("lostorder: ".count).dropLast())
    }
  }

  @Test("options take a value after a space or after '='")
  func values() throws {
    let words = ["run", "a.json", "--seed", "7", "--users=20", "--quiet", "b.json", "--out", "x=y"]
    let arguments = try #require(try Arguments.parse(words))
    expectEqual(arguments.subcommand.name, "run")
    expectEqual(arguments.operands, ["a.json", "b.json"])
    #expect(arguments.number(.seed) == 7 && arguments.number(.users) == 20)
    #expect(arguments.text(.out) == "x=y" && arguments.has(.quiet))
    #expect(arguments.number(.workers) == nil && !arguments.has(.help))
  }

  @Test("commands and options of earlier releases work and print their replacements")
  func deprecatedForm() throws {
    for (old, new, words) in [
      ("check-log e.jsonl --seed 3", "diagnose e.jsonl --seed 3", "check-log, diagnose"),
      ("digest a.json --design x", "funnel --by day a.json --design x", "digest, funnel --by day"),
      ("faults", "explain faults", "faults, explain faults"),
      ("new-client Shop --package P", "new --client Shop --package P", "new-client, new --client"),
      ("compare a b --tolerance 1", "diff a b --tolerance 1", "compare OLD NEW, diff OLD NEW"),
      ("compare a b --users 9 --seed=1 --format text", "diff a b", "compare OLD NEW, diff OLD NEW"),
    ] {
      let split = { (line: String) in line.split(separator: " ").map(String.init) }
      let (found, expected) = (try Arguments.parse(split(old)), try Arguments.parse(split(new)))
      let (was, now) = (try #require(found), try #require(expected))
      #expect(was.subcommand.name == now.subcommand.name && was.operands == now.operands)
      expectEqual(was.words(without: []), now.words(without: []))
      #expect(
        was.deprecatedForm.map { "\($0.old), \($0.new)" } == words && now.deprecatedForm == nil)
    }
    #expect(try Arguments.parse(["compare", "a.json", "--users", "9"])?.deprecatedForm == nil)
    expectEqual(
      Self.message("digest", "a.json", "--from", "x")?.hasPrefix("unknown option '--from'"), true)
  }

  @Test("a whole number may have an exponent, as in scenarios")
  func powers() throws {
    for (text, number) in [("1e6", 1_000_000), ("2.5e3", 2_500), ("007", 7), ("1E2", 100)] {
      let arguments = try #require(try Arguments.parse(["run", "a.json", "--users", text]))
      expectEqual(arguments.number(.users), number)
    }
    for text in ["1e-1", "1e99", "1_000", "e6", "0x10", "true"] {
      expectEqual(
        Self.message("run", "a.json", "--users", text),
        "'\(text)' is not a value of '--users'; expected a whole number from 1 to 1000000000")
    }
  }

  @Test("every argument after '--' is a file")
  func end() throws {
    let arguments = try #require(try Arguments.parse(["check", "--", "--seed", "-"]))
    expectEqual(arguments.operands, ["--seed", "-"])
  }

  @Test("every command is declared once, and each of its options once")
  func declarations() {
    expectEqual(Set(Subcommand.all.map(\.name)).count, Subcommand.all.count)
    for command in Subcommand.all {
      let options = command.options.map(\.name)
      expectEqual(Set(options).count, options.count, "\(command.name)")
      for option in command.options {
        expectEqual(option.placeholder.isEmpty, !option.takesValue, "\(option.name)")
      }
    }
  }

  @Test("no arguments select the general help, and a leading --help the help of a command")
  func general() throws {
    #expect(try Arguments.parse([]) == nil)
    for word in ["--help", "-h"] {
      let arguments = try #require(try Arguments.parse([word, "run"]))
      #expect(arguments.subcommand.name == "help" && arguments.operands == ["run"])
    }
    #expect(try #require(try Arguments.parse(["run", "--help"])).has(.help))
  }

  @Test("an invalid argument is reported with the allowed values and the nearest name")
  func refusals() {
    expectEqual(
      Self.message("rum", "a.json"),
      "unknown command 'rum'; expected run, report, compare, diff, trace, funnel, merge,"
        + " log, count, diagnose, fit, sweep, attribute, explore, search, mutate, shrink, new, check, designs, explain, schema,"
        + " completions or help; did you mean 'run'?")
    expectEqual(
      Self.message("run", "a.json", "--worker", "2"),
      "unknown option '--worker'; expected --seed, --users, --set, --workers, --time-limit,"
        + " --exact, --baseline, --tolerance, --annotate, --format, --out, --language, --quiet,"
        + " --shard, --parts, --resume or --help;" + " did you mean '--workers'?")
    expectEqual(
      Self.message("explain", "--seed=1"), "unknown option '--seed'; expected --language or --help")
    expectEqual(
      Self.message("--versoin"),
      "unknown option '--versoin'; expected --help or --version; did you mean '--version'?")
    expectEqual(
      Self.message("run", "a.json", "--seed"),
      "option '--seed' needs a value; expected --seed NUMBER")
    expectEqual(
      Self.message("run", "a.json", "--out="),
      "option '--out' needs a value; expected --out FOLDER")
    expectEqual(
      Self.message("run", "a.json", "--users", "1.5"),
      "'1.5' is not a value of '--users'; expected a whole number from 1 to 1000000000")
    expectEqual(
      Self.message("run", "a.json", "--workers", "-1"),
      "'-1' is not a value of '--workers'; expected a whole number from 1 to 1024")
    expectEqual(
      Self.message("run", "a.json", "--seed", "99999999999999999999"),
      "'99999999999999999999' is not a value of '--seed';"
        + " expected a whole number from 0 to 9223372036854775807")
    expectEqual(
      Self.message("run", "a.json", "--seed", "1", "--seed=2"), "option '--seed' is given twice")
    expectEqual(Self.message("run", "a.json", "--quiet=yes"), "option '--quiet' takes no value")
    expectEqual(Self.message("run"), "'run' needs a scenario file")
    expectEqual(Self.message("diff", "a", "b", "crash"), "'diff' does not take 'crash'")
    expectEqual(
      Self.message("designs", "a", "b", "c", "b\u{1B}[2J"), "'designs' does not take 'b\\u{1b}[2J'")
  }
}
