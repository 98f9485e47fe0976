import JSONText
import Scenarios
import TestSupport
import Testing

@testable import Reports

@Suite struct MessageTests {
  /// The sources with messages of the command and of its reports.
  static let folders = [
    "Sources/JSONText", "Sources/Scenarios", "Sources/Reports/Document", "Sources/Reports/Phrases",
    "Sources/Reports/Story", "Sources/Reports/Subjects", "Sources/lostorder",
  ]

  /// Sources whose words are not messages: help has its own catalog, schemas and names are for
  /// programs, and some meanings are concatenated before they are phrases.
  private static let others = [
    "CommandTable", "LogCommands", "Option", "Completions", "Help",
    "ScenarioTemplate", "ScenarioSchema", "Metric", "Expectation", "Explanation+Columns",
    "Explanation+Synonyms", "DesignDifference", "Signals",
    // Commands.
    "Program", "Program+Call",
    // Output for pull requests and other programs.
    "RunCommand", "RunTables", "SharedBackendTables", "MarkdownReport", "ReportedRun",
    "SharedBackendRecord", "JUnitXML", "MutationXML", "SignedTransaction", "StoreRecords",
    "PartialResultFile", "TraceEvent", "TraceForms", "LogForms",
    // Pages and drawings: markup.
    "RunSections", "RunPage", "RunPage+Causes", "RunPage+Designs", "SweepSections",
    "SequenceDrawing",
  ]

  @Test func `every message in a source has a Chinese translation`() throws {
    let literals = try SourceLiteral.all(below: Self.folders)
    #expect(literals.count > 2_000)
    let known = Set(ChineseTranslations.embedded.phrases.keys).union(
      ChineseTranslations.embedded.help.keys)
    var (asked, missing) = (0, [String]())
    let command = /^\s*lostorder |^[A-Z\s]+$/
    for literal in literals where literal.hasWords || literal.isMessage {
      let name = literal.place.split(separator: "/").last?.split(separator: ".").first ?? ""
      // JSON formats have schemas.
      let isForPrograms = name.contains("JSON") || Self.others.contains(String(name))
      if isForPrograms && !literal.isMessage { continue }
      if literal.isCondition || !literal.phrase.contains(where: \.isLetter) { continue }
      // Commands and currency codes are the same in every language.
      if literal.phrase.contains(command) { continue }
      asked += 1
      if literal.phrase.contains(where: \.isLowercase), !known.contains(literal.phrase) {
        missing.append("\(literal.place): \(literal.phrase)")
      }
    }
    #expect(asked > 700)
    expectEqual(missing, [])
  }

  @Test func `a scan finds nested literals, concatenated literals and escapes`() {
    let source = #"""
      // "no"
      let a = value.report("unknown \(kind ?? "one two") '\(x(")"))'" + " at \(y)\n",
        expected: "a \"b\"")
      precondition(a(1), "it holds")
      """#
    let found = SourceLiteral.all(in: source, "x.swift")
    expectEqual(
      found.map(\.phrase), ["unknown {0} '{1}' at {2}\n", "one two", ")", "a \"b\"", "it holds"])
    expectEqual(found.map(\.isMessage), [true, false, false, true, false])
    expectEqual(found.map(\.isCondition), [false, false, false, false, true])
    expectEqual(found.map(\.place).last, "x.swift:4")
  }

  /// Damages to a value, each applied to every value of a file.
  private static let damages: [@Sendable (JSONValue.Content) -> JSONValue.Content] = [
    { if case .number = $0 { .string("nave") } else { $0 } },
    { if case .number = $0 { .number(JSONNumber(double: -1, integer: -1)) } else { $0 } },
    { if case .number = $0 { .number(JSONNumber(double: 1e18, integer: nil)) } else { $0 } },
    { if case .string = $0 { .number(JSONNumber(double: 5, integer: 5)) } else { $0 } },
    { if case .string = $0 { .string("nave") } else { $0 } },
    { if case .string = $0 { .string("5") } else { $0 } },
    { if case .string = $0 { .string("-5x") } else { $0 } },
    { if case .array = $0 { .array([]) } else { $0 } },
    { if case .array = $0 { .null } else { $0 } },
    { if case .array(let all) = $0 { .array(all + all) } else { $0 } },
    { if case .object(let all) = $0 { .object(all + all) } else { $0 } },
    { if case .object(let all) = $0 { .object(Array(all.dropFirst())) } else { $0 } },
    { if case .object(let all) = $0 { .object(Array(all.dropLast())) } else { $0 } },
    { if case .bool = $0 { .null } else { $0 } },
  ]

  private static func damaged(
    _ value: JSONValue, _ damage: (JSONValue.Content) -> JSONValue.Content, isRoot: Bool = true
  ) -> JSONValue {
    var value = value
    switch value.content {
    case .array(let all): value.content = .array(all.map { damaged($0, damage, isRoot: false) })
    case .object(let all):
      value.content = .object(
        all.map { JSONMember($0.key, at: $0.position, damaged($0.value, damage, isRoot: false)) })
    case .null, .bool, .number, .string: break
    }
    if !isRoot { value.content = damage(value.content) }
    return value
  }

  @Test func `errors in files are reported in Chinese with names and values unchanged`() throws {
    var seen: Set<String> = []
    let paths = try PackageFiles.list(below: "scenarios", ending: ".json")
    for (place, path) in paths.enumerated()
    where Nightly.isOn || !path.contains("cases/") && place.isMultiple(of: 3) {
      guard let json = try? JSONValue.parse(Array(PackageFiles.text(path).utf8)) else { continue }
      for damage in Self.damages {
        let bytes = Array(JSONOutput(Self.damaged(json, damage)).line.utf8)
        guard
          case .failure(let problems) = Result(catching: { () throws(Problems) in
            try ScenarioReader.read(bytes, file: "s.json")
          })
        else { continue }
        for problem in problems.list {
          let english = problem.description
          expectEqual(Language.en.line(problem), english)
          guard seen.insert(problem.oneLineText.keys.joined(separator: "|")).inserted else {
            continue
          }
          let chinese = Language.zh.line(problem)
          let englishRuns = EnglishRuns.all(in: chinese, but: ["JSON Schema"])
          expectEqual(englishRuns, [], "\(chinese)")
          #expect(chinese.hasPrefix(english.prefix { $0 != " " }))
        }
      }
    }
    #expect(seen.count > 60)
  }

  @Test func `a Chinese error has a position, the expected value and the nearest name`() throws {
    let text = #"{ "name": "s", "designs": ["nave"], "usrs": 5, "horizon": "-3" }"#
    let error = #expect(throws: Problems.self) {
      try ScenarioReader.read(Array(text.utf8), file: "场景.json")
    }
    let lines = (error?.list ?? []).map { Language.zh.line($0) }
    expectEqual(lines.count, 3)
    #expect(lines[0].hasPrefix("场景.json:1:28: designs[0]: 未知的方案 'nave'；应为：naive、zero-loss-legacy、"))
    #expect(lines[0].hasSuffix(" 之一；你是不是想写 'naive'？"))
    #expect(lines[1].hasSuffix("；你是不是想写 'users'？") && lines[1].contains(": 未知的键 'usrs'；应为："))
    expectEqual(lines[2], "场景.json:1:59: horizon: '-3' 是负数；应为：带单位的时长，如 '5s'（us、ms、s、m、h、d）")
  }
}
