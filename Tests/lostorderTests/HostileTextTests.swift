import Foundation
import FoundationXML
import Testing

@testable import lostorder

/// Titles and names come from files, and files from anybody.
@Suite("Hostile text")
struct HostileTextTests {
  /// Texts that mean something to what shows them: markup, formulas, commands of CI services, controls.
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

  /// A scenario with a text as its title and the name of an item; nil if the reader refuses it.
  private static func run(_ text: String, in folder: Scratch) throws -> Executable.Ending? {
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
    let ending = try Executable.run(
      "run", file, "--out", folder.path + "/out", "--annotate", "github")
    if ending.code == 65 {
      #expect(isPlain(ending.errors), "the reader's words for \(quoted)")
      return nil
    }
    #expect(ending.code == 1, "\(quoted): \(ending.errors)")
    return ending
  }

  /// Whether a terminal is steered by nothing but the ends of lines.
  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || (scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
    }
  }

  @Test("no text of a scenario steers a terminal, a page, a table, a diagram or a CI service")
  func corpus() throws {
    var shown = 0
    for text in HostileTextTests.corpus {
      let folder = try Scratch()
      guard let ending = try HostileTextTests.run(text, in: folder) else { continue }
      shown += 1
      #expect(HostileTextTests.isPlain(ending.output), "\(text)")
      // What a service takes for a command begins a line, and only ours do.
      for line in ending.output.split(separator: "\n") where line.hasPrefix("::") {
        #expect(line.hasPrefix("::error file=") || line.hasPrefix("::warning file="), "\(line)")
      }
      // Some services look for commands in the middle of lines.
      #expect(!ending.output.contains("##vso[") && !ending.output.contains("##["), "\(text)")
      for file in ["out/junit.xml", "out/report.md", "out/s/report.html", "out/s/losses.csv"] {
        let bytes = try folder.bytes(file)
        let content = String(decoding: bytes, as: UTF8.self)
        let unended = content.replacing("\r\n", with: "\n")
        #expect(HostileTextTests.isPlain(unended), "\(file) of \(text)")
        if file.hasSuffix(".xml") { #expect(XMLParser(data: bytes).parse(), "\(text)") }
        guard file.hasSuffix(".html") else { continue }
        #expect(content.matches(of: /<script/).count == 1, "\(text)")
        #expect(!content.contains("<img") && !content.contains("<b>x"), "\(text)")
        #expect(!content.contains("href=\"javascript") && !content.contains("href=\"data:text"))
      }
      for format in ["svg", "mermaid", "csv", "text"] {
        let trace = try Executable.run(
          "trace", folder.path + "/s.json", "--design", "naive", "--format", format)
        #expect(trace.code == 0)
        #expect(HostileTextTests.isPlain(trace.output.replacing("\r\n", with: "\n")))
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
