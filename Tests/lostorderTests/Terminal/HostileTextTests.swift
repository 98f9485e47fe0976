import Foundation
import FoundationXML
import LostOrder
import TestSupport
import Testing

/// Titles and names are read from files of unknown origin.
@Suite("Hostile text") struct HostileTextTests {
  /// Texts with a meaning for their targets: markup, formulas, commands of CI services, controls.
  private static let corpus = [
    "</title><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='x",
    "<![CDATA[x]]>", "]]>", "<!--", "&lt;b&gt;", "&#x3C;", "=cmd|' /C calc'!A0", "+1+1",
    "-2+3", "@SUM(A1)", "\u{1B}[31mred\u{1B}[0m", "\u{9B}2J", "\u{7}bell", "a\rb", "a\nb",
    "a\tb", "\u{202E}evil", "\u{200B}", "\u{FEFF}", "\u{FFFE}", "\u{0}", "::error::x",
    "##vso[task.complete result=Failed;]", "x ##[add-path]/evil", "###vso[x]",
    "%0A%0Dx", "**b** `c` | [x](javascript:alert(1))",
    "```\nfence\n```", "$(touch /tmp/x)", "`id`", "; rm -rf x", "'; id; '", "../../up",
    "{{7*7}}", "${7*7}", "%s%n", "掉单 🙂", String(repeating: "W", count: 300),
    "x'\u{301};touch PWNED;'", "\u{D4E}##vso[task.setvariable variable=A]b", "#\u{FE0F}#vso[x]",
    "a`\u{20DD}b|\u{301}c]\u{93F},\u{1F1E6}d", "::stop-commands::x", "=\u{301}1+1",
    "javascript:alert(1)//", "data:text/html,<b>x", "#\" onclick=\"x", "\\u003cb>", "a,b\"c",
  ]

  private static func quoted(_ text: String) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: [text]), as: UTF8.self)
      .dropFirst().dropLast().description
  }

  /// A scenario with a text as its title and the name of an item; nil if the reader rejects it.
  private static func run(_ text: String, in folder: Scratch) throws -> Ending? {
    let quoted = try quoted(text)
    let scenario = """
      { "name": "s", "title": \(quoted), "users": 60, "sampling": "plain",
        "designs": ["naive", "keep-2"],
        "catalog": [ { "product": "p", "items": [\(quoted), "b"] }, { "product": "q" } ],
        "faults": [ { "fault": "crash", "probability": 0.5, "at": "charge" } ],
        "expect": [ { "design": "naive", "metric": "lostRate", "max": 0.0001 },
          { "design": "naive", "metric": "lostRate", "product": "p", "max": 0.0001 } ] }
      """
    let file = try folder.write(scenario, "s.json")
    let ending = try Command.run("run", file, "--out", folder.path + "/out", "--annotate", "github")
    if ending.code == 65 {
      #expect(isPlain(ending.errors), "the reader's words for \(quoted)")
      return nil
    }
    expectEqual(ending.code, 1, "\(quoted): \(ending.errors)")
    return ending
  }

  @Test("a sweep path and a file name stay on one line of a message and are escaped")
  func messages() throws {
    let folder = try Scratch()
    for hidden in [
      "\u{1B}[2J", "\n::error file=x::PWNED\n", "\u{9B}", "\u{202E}", "\u{2028}", "\u{85}",
    ] {
      let quoted = try Self.quoted("behavior.patience.x" + hidden)
      let file = try folder.write(
        """
        { "name": "s", "designs": ["keep-1"], "sweep": { "value": \(quoted), "values": ["10s", "20s"] },
          "behavior": { "patience": { "lognormal": { "median": "30s", "sigma": 0.5 } } } }
        """, hidden.contains("/") ? "s.json" : "s\(hidden).json")
      let ending = try Command.run("check", file)
      #expect(ending.code == 65 && Self.isPlain(ending.errors), "\(ending.errors)")
      let lines = ending.errors.split(separator: "\n")
      #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix(folder.path) }, "\(lines)")
    }
  }

  @Test("a printed command replays the order and never runs the name of an item")
  func invocation() throws {
    let (folder, file) = try Scratch.with(
      #"{ "name": "e", "catalog": [ { "product": "p", "items": ["x'\u0301;touch PWNED;'"] } ],"#
        + #" "designs": ["keep-original"] }"#, "a'\u{301}$(touch PWNED).json")
    let explored = try Executable.run(
      "explore", file, "--kinds", "crash", "--journey", "one", in: folder.path)
    let command = try #require(
      explored.output.split(separator: "\n").first { $0.contains("lostorder trace") })
    let words = command[try #require(command.range(of: "lostorder trace")).upperBound...]
    let shown = try Executable.run(in: folder.path, shell: "\"$0\" trace \(words)")
    #expect(shown.code == 0 && shown.output.contains("touch PWNED"), "\(shown)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/PWNED"))
  }

  @Test("annotations of all services are one line each, whatever the file name")
  func annotations() throws {
    let folder = try Scratch()
    let scenario = """
      { "name": "s", "users": 60, "designs": ["naive"],
        "faults": [ { "fault": "crash", "probability": 1, "at": "charge" } ],
        "expect": [ { "design": "naive", "metric": "lostRate", "max": 0.0001 } ] }
      """
    for name in ["a,\u{301}b:\u{20DD}c", "\u{D4E}##vso[x]\u{301};d", "::e\nf\r%0A", "g]\u{FE0F}=h"]
    {
      let file = try folder.write(scenario, name + ".json")
      for service in ["github", "azure", "gcc"] {
        let ending = try Command.run(
          "run", file, "--quiet", "--annotate", service, "--out", folder.path + "/out")
        #expect(ending.code == 1 && Self.isPlain(ending.output))
        let lines = ending.output.unicodeScalars.split(separator: "\n").map { String($0).utf8 }
        switch service {
        case "github":
          let notes = lines.filter { $0.starts(with: "::".utf8) }
          expectEqual(notes.count, 1)
          let names = ["file", "line", "col", "title"]
          expectEqual(Self.properties(notes[0].dropFirst("::error ".utf8.count), ",", ":"), names)
        case "azure":
          let notes = lines.filter { $0.contains("##vso[".utf8) }
          expectEqual(notes.count, 1)
          let names = ["type", "sourcepath", "linenumber", "columnnumber", ""]
          let head = "##vso[task.logissue ".utf8.count
          expectEqual(Self.properties(notes[0].dropFirst(head), ";", "]"), names)
        default: expectEqual(lines.count { $0.contains(": error: ".utf8) }, 1)
        }
      }
    }
  }

  /// The names of the properties of a command up to its end, by bytes.
  private static func properties(
    _ text: Substring.UTF8View, _ between: Unicode.Scalar, _ end: Unicode.Scalar
  ) -> [String] {
    let all = text.prefix { $0 != UInt8(ascii: end) }
    return all.split(separator: UInt8(ascii: between), omittingEmptySubsequences: false).map {
      String(decoding: $0.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    }
  }

  /// Whether a text has no control character except ends of lines.
  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || (scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
    }
  }

  @Test("no text of a scenario controls a terminal, page, table, diagram or CI service")
  func corpus() throws {
    var shown = 0
    for text in Self.corpus {
      let folder = try Scratch()
      guard let ending = try Self.run(text, in: folder) else { continue }
      shown += 1
      #expect(Self.isPlain(ending.output), "\(text)")
      // A command of a CI service begins a line, and only our commands do.
      for line in ending.output.split(separator: "\n") where line.hasPrefix("::") {
        #expect(line.hasPrefix("::error file=") || line.hasPrefix("::warning file="), "\(line)")
      }
      // Some services look for commands in the middle of lines.
      #expect(!ending.output.contains("##vso[") && !ending.output.contains("##["), "\(text)")
      for file in ["out/junit.xml", "out/report.md", "out/s/report.html", "out/s/losses.csv"] {
        let bytes = try folder.bytes(file)
        let content = String(decoding: bytes, as: UTF8.self)
        let unended = content.replacing("\r\n", with: "\n")
        #expect(Self.isPlain(unended), "\(file) of \(text)")
        if file.hasSuffix(".xml") { #expect(XMLParser(data: bytes).parse(), "\(text)") }
        guard file.hasSuffix(".html") else { continue }
        expectEqual(content.matches(of: /<script/).count, 1, "\(text)")
        #expect(!content.contains("<img") && !content.contains("<b>x"), "\(text)")
        #expect(!content.contains("href=\"javascript") && !content.contains("href=\"data:text"))
      }
      for format in ["svg", "mermaid", "csv", "text"] {
        let trace = try Command.run(
          "trace", folder.path + "/s.json", "--design", "naive", "--format", format)
        expectEqual(trace.code, 0)
        #expect(Self.isPlain(trace.output.replacing("\r\n", with: "\n")))
        #expect(format != "text" || !trace.output.contains(/##(vso)?\[/), "\(text)")
        if format == "svg" { #expect(XMLParser(data: Data(trace.output.utf8)).parse(), "\(text)") }
        for row in trace.output.split(separator: "\r\n") where format == "csv" {
          #expect(!row.contains(",=") && !row.contains(",@") && !row.contains(",+"), "\(row)")
        }
      }
    }
    #expect(shown > 25, "most of them are read")
  }
}
