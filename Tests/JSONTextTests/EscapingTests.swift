import Foundation
import JSONText
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Foreign text reads back unchanged from every target and controls none.
@Suite("Escaping") struct EscapingTests {
  private static func isSame(_ first: String, _ second: String) -> Bool {
    first.utf8.elementsEqual(second.utf8)
  }

  /// Whether a text has no control sequence of a terminal.
  private static func isPlain(_ text: String) -> Bool {
    !text.unicodeScalars.contains { $0.isFormatControl }
  }

  /// A text as compared by services that ignore marks: without them, in lower case.
  private static func skippingMarks(_ text: String) -> String {
    let left = text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .spacingMark: false
      default: !scalar.properties.isDefaultIgnorableCodePoint
      }
    }
    return String(String.UnicodeScalarView(left)).lowercased()
  }

  private static func hasCommand(_ text: String) -> Bool {
    let seen = skippingMarks(text).unicodeScalars
    return ["##[", "##vso["].contains { seen.contains($0.unicodeScalars) }
      || seen.drop { $0.properties.isWhitespace }.starts(with: "::".unicodeScalars)
      || seen.contains(" ::".unicodeScalars)
  }

  @Test("a terminal and a CI log show every text, and no text controls them")
  func terminal() {
    let words = ["##[", "##vso[", "##VSO[", "###vso[", "::", " ::error::x", "::::"]
    let texts =
      EscapingCorpus.texts(words + EscapingCorpus.controls.map { String(Character($0)) })
      + ["\u{D4E}##vso[task.setvariable variable=A]b", "behavior.x\n::error file=x::PWNED\n"]
    for text in texts {
      let shown = text.escapingControls
      #expect(EscapingTests.isPlain(shown) && !EscapingTests.hasCommand(shown), "\(shown)")
      #expect(EscapingTests.isSame(shown.escapingControls, shown), "once is enough: \(shown)")
      // Only inserted spaces are removed.
      let bare = { (text: String) in text.utf8.filter { $0 != UInt8(ascii: " ") } }
      if EscapingTests.isPlain(text) { expectEqual(bare(shown), bare(text)) }
    }
    for text in EscapingCorpus.texts(["a:b", "#1", "[x]", "掉单 🙂", "a:: b"], EscapingCorpus.joining)
    { #expect(EscapingTests.isSame(text.escapingControls, text), "\(text)") }
  }

  @Test("a quoted text is bounded by scalars rather than characters")
  func quoted() {
    let long = "e" + String(repeating: "\u{301}", count: 1_000_000)
    #expect(long.count == 1 && long.quoted.utf8.count < 200)
    expectEqual("a\u{1B}b".quoted, "'a\\u{1b}b'")
    expectEqual(String(repeating: "x", count: 60).quoted.utf8.count, 62)
  }

  @Test("a shell word reads back unchanged in sh and bash", arguments: ["sh", "bash"])
  func shell(name: String) throws {
    let words = [
      "'", "\"", "\\", "$(touch PWNED)", "`id`", ";", "&", "|", "<", ">", "*", "?", "~", "!", "#",
      "%", "%s", "%%", "-", "--", "x'y", "{a,b}", "$HOME", "\\047", "",
    ]
    let controls = EscapingCorpus.controls.dropFirst().map { "a" + String(Character($0)) + "'b" }
    let texts = EscapingCorpus.texts(words) + controls + ["::error::x", "##vso[a]%d\\n"]
    for text in texts {
      let word = text.shellWord
      #expect(EscapingTests.isPlain(word) && !EscapingTests.hasCommand(word), "\(word)")
    }
    let script = "printf '%s\\0' " + texts.map(\.shellWord).joined(separator: " ")
    let folder = FileManager.default.temporaryDirectory.appending(path: "words-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "script")
    try Data(script.utf8).write(to: file)
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/" + name)
    shell.arguments = [file.path]
    shell.currentDirectoryURL = folder
    let pipe = Pipe()
    shell.standardOutput = pipe
    try shell.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    let found = output.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    expectEqual(found.count, texts.count)
    for (text, found) in zip(texts, found) {
      #expect(found.elementsEqual(text.utf8), "\(text.shellWord)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["script"])
  }

  /// The value that a service decodes from an escaped value.
  private static func decoded(_ text: some StringProtocol, _ codes: [(String, String)]) -> String {
    var (result, rest) = ("".unicodeScalars, Array(text.unicodeScalars)[...])
    while let first = rest.first {
      if let (code, scalar) = codes.first(where: { rest.starts(with: $0.0.unicodeScalars) }) {
        result.append(contentsOf: scalar.unicodeScalars)
        rest = rest.dropFirst(code.unicodeScalars.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(result)
  }

  @Test("a command of GitHub or Azure has exactly its given properties")
  func annotations() throws {
    let words = ["%", "%25", "%0A", ":", ",", "=", ";", "]", "[", "\n", "\r", "a,b:c;d]e"]
    let github = [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")]
    let azure = [("%0D", "\r"), ("%0A", "\n"), ("%3B", ";"), ("%5D", "]"), ("%AZP25", "%")]
    for text in EscapingCorpus.texts(words, EscapingCorpus.joining) {
      let property = text.escapingGitHub(isProperty: true).unicodeScalars
      #expect(!property.contains(":") && !property.contains(","), "\(text)")
      #expect(EscapingTests.isSame(EscapingTests.decoded(String(property), github), text))
      let message = text.escapingGitHub(isProperty: false)
      let command = "::error file=\(String(property))::\(message)"
      #expect(EscapingTests.isPlain(command) && !command.unicodeScalars.contains("\n"))
      // A service splits at the first `::` after the beginning.
      let parts = command.dropFirst(2).utf8.split(
        separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      expectEqual(parts[0].count, "error file=".utf8.count + String(property).utf8.count)
      let value = text.escapingAzure.unicodeScalars
      #expect(!value.contains(";") && !value.contains("]") && EscapingTests.isPlain(String(value)))
      #expect(EscapingTests.isSame(EscapingTests.decoded(String(value), azure), text))
    }
  }

  @Test("JSON reads back every text and shows no control sequence")
  func json() throws {
    let words =
      ["\"", "\\", "\\u0022", "/", "##vso[", "##["]
      + EscapingCorpus.controls.map { String(Character($0)) }
    for text in EscapingCorpus.texts(words) {
      let written = JSONOutput.object([.init(text, .string(text))]).line
      #expect(EscapingTests.isPlain(written) && !EscapingTests.hasCommand(written))
      guard case .object(let members) = try JSONValue.parse(Array(written.utf8)).content,
        let member = members.first, case .string(let value) = member.value.content
      else {
        Issue.record("\(written) is no object")
        continue
      }
      #expect(EscapingTests.isSame(value, text) && EscapingTests.isSame(member.key, text))
    }
  }

  /// Takes the text and the attribute of one element.
  private final class Reader: NSObject, XMLParserDelegate {
    var (text, attribute, elements) = ("", "", 0)

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements += 1
      attribute = attributes["a"] ?? ""
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
  }

  @Test("an XML parser reads back text and attributes, and finds no element in them")
  func markup() {
    let words = [
      "<", ">", "&", "\"", "'", "]]>", "<!--", "<b>", "&lt;", "</a>", "\u{FFFE}", "\u{FFFF}",
    ]
    let controls = EscapingCorpus.controls.map { String(Character($0)) }
    for text in EscapingCorpus.texts(words) + controls {
      let reader = Reader()
      let parser = XMLParser(
        data: Data("<a a=\"\(text.escapingMarkup)\">\(text.escapingMarkup)</a>".utf8))
      parser.delegate = reader
      #expect(parser.parse() && reader.elements == 1, "\(text.escapingMarkup)")
      let shown = text.removingInvalidXMLCharacters
      #expect(EscapingTests.isPlain(shown))
      #expect(EscapingTests.isSame(reader.text, shown), "\(text)")
      #expect(EscapingTests.isSame(reader.attribute, shown), "\(text)")
      if EscapingTests.isPlain(text),
        text.unicodeScalars.allSatisfy({ $0.value & 0xFFFE != 0xFFFE })
      {
        #expect(EscapingTests.isSame(shown, text))
      }
    }
    expectEqual("a<\r\nb\n\r\u{301}c".escapingMarkupLines, "a&lt;\nb\n\\u{d}\u{301}c")
  }

  @Test("a CSV cell reads back unchanged and is not a formula")
  func csv() {
    let words = ["\"", ",", "\"\"", "=1+1", "+1", "-1+1", "@SUM(A1)", "＝1", "-", "a,b\"c"]
    for text in EscapingCorpus.texts(words, EscapingCorpus.joining) {
      let cell = Array(text.csvCell.unicodeScalars)
      var value = "".unicodeScalars
      if cell.first == "\"" {
        var place = 1
        while place < cell.count - 1 {
          if cell[place] == "\"" {
            place += 1
            #expect(place < cell.count - 1 && cell[place] == "\"", "a mark alone in \(text)")
          }
          value.append(cell[place])
          place += 1
        }
        #expect(cell.last == "\"" && cell.count > 1)
      } else {
        #expect(!cell.contains("\"") && !cell.contains(","))
        value = String.UnicodeScalarView(cell)
      }
      let isNumber = Double(String(value)) != nil
      #expect(isNumber || !"=+-@＝＋－＠".unicodeScalars.contains(value.first ?? "x"), "\(text)")
      if value.first == "'" { value.removeFirst() }
      #expect(EscapingTests.isSame(String(value), text))
    }
    #expect(
      "\r\n\u{301}=1".csvCell == "\"'\r\n\u{301}=1\""
        && "a\u{85}b\u{1B}".csvCell == "a\\u{85}b\\u{1b}")
    expectEqual(["-1", "-0.5", "+12", "-1e-5"].map(\.csvCell), ["-1", "-0.5", "+12", "-1e-5"])
    expectEqual(["-inf", "+1+1", "-0x1p3"].map(\.csvCell), ["'-inf", "'+1+1", "'-0x1p3"])
  }

  /// The text that CommonMark shows for a line without markup; nil if the line has markup.
  private static func shown(_ markdown: String) -> String? {
    let entities = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&#64;", "@"), ("&#32;", " ")]
    var (result, rest) = ("".unicodeScalars, Array(markdown.unicodeScalars)[...])
    while let first = rest.first {
      if let (code, scalar) = entities.first(where: { rest.starts(with: $0.0.unicodeScalars) }) {
        result.append(contentsOf: scalar.unicodeScalars)
        rest = rest.dropFirst(code.unicodeScalars.count)
        continue
      }
      if first == "\\" {
        guard let next = rest.dropFirst().first, next.isASCII,
          next.properties.generalCategory
            != .uppercaseLetter, "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".unicodeScalars.contains(next)
        else { return nil }
        result.append(next)
        rest = rest.dropFirst(2)
        continue
      }
      if "`*_[]()#|~!{}$<>@&".unicodeScalars.contains(first) { return nil }
      result.append(first)
      rest = rest.dropFirst()
    }
    return String(result)
  }

  @Test("a line of Markdown shows the text and nothing else")
  func markdown() {
    let words = [
      "`", "*", "_", "[", "]", "(x)", "<b>", "&", "|", "#", "~~", "![", "@user", "\\", "$x$", "- ",
      "+ ", "1. ", "12.", "===", "---", "    x", "x  ",
    ]
    for text in EscapingCorpus.texts(words, EscapingCorpus.joining) {
      let line = text.escapingMarkdown
      expectEqual(EscapingTests.shown(line).map { EscapingTests.isSame($0, text) }, true, "\(line)")
      #expect(line.unicodeScalars.first != " " && line.unicodeScalars.last != " ")
      #expect(!"-+=".unicodeScalars.contains(line.unicodeScalars.first ?? "x"), "\(line)")
      #expect(
        line.prefixMatch(of: /[0-9]+[.)]/.matchingSemantics(.unicodeScalar)) == nil, "\(line)")
    }
  }

  @Test("code in Markdown ends at its fence")
  func markdownCode() {
    for text in EscapingCorpus.texts(["`", "``", "```", " ", "x"], EscapingCorpus.joining) {
      let code = Array(text.markdownCode.unicodeScalars)
      let fence = code.prefix { $0 == "`" }.count
      var inner = code.dropFirst(fence).dropLast(fence)
      #expect(code.suffix(fence).allSatisfy { $0 == "`" })
      // The inner text has no run of backquotes of the fence's length.
      let rows = inner.split { $0 != "`" }.map(\.count)
      #expect(!rows.contains(fence) && inner.first != "`" && inner.last != "`", "\(text)")
      if inner.first == " ", inner.last == " " { inner = inner.dropFirst().dropLast() }
      #expect(inner.elementsEqual(text.unicodeScalars), "\(text)")
      let block = "a\n\(text)\nb".markdownBlock.unicodeScalars.split(separator: "\n")
      let end = String(String.UnicodeScalarView(block[block.count - 1]))
      #expect(
        block.dropFirst().dropLast().allSatisfy { line in
          line.prefix { $0 == "`" }.count < end.utf8.count
        })
    }
  }

  @Test("a Mermaid label reads back unchanged and ends nothing")
  func mermaid() {
    let words = [
      "#", ";", ":", "%%", "<br/>", "\"", "{", "}", "$$", "\\n", "|", "style:", "wrap:", "-->",
    ]
    for text in EscapingCorpus.texts(words, EscapingCorpus.joining) {
      let label = text.escapingMermaid.unicodeScalars
      var (value, place) = ("".unicodeScalars, label.startIndex)
      while place < label.endIndex {
        guard label[place] == "#" else {
          #expect(!";%<>\"{}$\\|".unicodeScalars.contains(label[place]), "\(text)")
          value.append(label[place])
          place = label.index(after: place)
          continue
        }
        let rest = label[place...].dropFirst()
        let digits = rest.prefix { $0 != ";" }
        value.append(Unicode.Scalar(UInt32(String(digits)) ?? 0) ?? "?")
        place = label.index(after: digits.endIndex)
      }
      #expect(EscapingTests.isSame(String(value), text), "\(text)")
      if text.unicodeScalars.contains("style".unicodeScalars) { #expect(!label.contains(":")) }
    }
  }
}
