import EventLogs
import Experiments
import Foundation
import JSONText
import PurchaseWorld
import Reports
import Resources
import Scenarios
import TestSupport
import Testing

@Suite("Language") struct LanguageTests {
  private let chinese = ChineseTranslations.embedded

  /// A call `language("…", …)` in a source.
  struct Call {
    var place: String
    /// Nil when the phrase is not a literal.
    var phrase: String?
    var arguments: Int
  }

  /// The calls in all sources with text for people.
  static func calls() throws -> [Call] {
    let root = URL(filePath: PackageFiles.root)
    var calls: [Call] = []
    for folder in ["Sources/Reports", "Sources/lostorder"] {
      let names = try FileManager.default.subpathsOfDirectory(
        atPath: root.appending(path: folder).path)
      for name in names.sorted() where name.hasSuffix(".swift") {
        let text = try String(
          contentsOf: root.appending(path: folder).appending(path: name), encoding: .utf8)
        calls += self.calls(in: text, name)
      }
    }
    return calls
  }

  static func calls(in source: String, _ place: String) -> [Call] {
    let code = source.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }.joined(separator: "\n")
    return code.ranges(of: /\blanguage\(\s*/).map { range in
      let (phrase, rest) = Self.literal(code[range.upperBound...])
      return Call(place: place, phrase: phrase, arguments: Self.commas(rest))
    }
  }

  /// A literal, or several joined by "+", and the source after it.
  private static func literal(_ text: Substring) -> (String?, Substring) {
    var (rest, phrase) = (text, "")
    repeat {
      guard rest.first == "\"" else { return (nil, rest) }
      rest.removeFirst()
      while let letter = rest.popFirst(), letter != "\"" {
        if letter != "\\" {
          phrase.append(letter)
          continue
        }
        switch rest.popFirst() {
        case "n": phrase.append("\n")
        case "\""?: phrase.append("\"")
        case "u"?:
          let code = rest.prefix { $0 != "}" }
          guard let scalar = UInt32(code.dropFirst(), radix: 16).flatMap(Unicode.Scalar.init) else {
            return (nil, rest)
          }
          phrase.append(Character(scalar))
          rest = rest.dropFirst(code.count + 1)
        default: return (nil, rest)
        }
      }
      rest = rest.drop(while: \.isWhitespace)
      guard rest.first == "+" else { break }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
    } while true
    return (phrase, rest)
  }

  /// The number of arguments up to the parenthesis that closes the call.
  private static func commas(_ text: Substring) -> Int {
    var (depth, count, isQuoted) = (0, 0, false)
    var last: Character = " "
    for letter in text {
      if letter == "\"", last != "\\" { isQuoted.toggle() }
      last = letter
      if isQuoted { continue }
      switch letter {
      case "(", "[", "{": depth += 1
      case ")" where depth == 0: return count
      case ")", "]", "}": depth -= 1
      case "," where depth == 0: count += 1
      default: break
      }
    }
    return count
  }

  private static func places(_ phrase: String) -> [String] {
    phrase.matches(of: /\{[0-9]+\}/).map { String($0.0) }.sorted()
  }

  @Test("every phrase is a literal with one argument per placeholder")
  func literals() throws {
    let calls = try Self.calls()
    #expect(calls.count > 150)
    for call in calls {
      guard let phrase = call.phrase else {
        Issue.record("\(call.place): a phrase that is no literal")
        continue
      }
      let places = (0..<call.arguments).map { "{\($0)}" }
      expectEqual(Self.places(phrase), places, "\(call.place): \(phrase)")
    }
  }

  @Test("every phrase has a Chinese translation with the same placeholders, and no entry is unused")
  func catalog() throws {
    let keys = Explanation.allWithColumns.flatMap(\.phrases).flatMap(\.keys)
    #expect(keys.count > 1000)
    // A probability has no value.
    let parameters = FaultCatalog.all.flatMap(\.parameters).map {
      $0.kind == .probability ? $0.name : $0.name + " {0}"
    }
    let used = Set(try Self.calls().compactMap(\.phrase)).union(keys).union(parameters)
      .union(LogRule.all.map(\.violationText))
    let known = Set(chinese.phrases.keys)
    expectEqual(used.subtracting(known).sorted(), [])
    // Messages are phrases in their own sources; another test checks that each has a translation.
    let messages = try SourceLiteral.all(below: MessageTests.folders).map(\.phrase)
    expectEqual(known.subtracting(used).subtracting(messages).sorted(), [])
    for (phrase, translation) in chinese.phrases {
      expectEqual(Self.places(phrase), Self.places(translation), "\(phrase)")
      let signs = phrase.replacing(/\{[0-9]+\}|<[^>]*>/, with: "")
      #expect(translation.contains(/\p{Han}/) || !signs.contains(where: \.isLetter), "\(phrase)")
    }
  }

  @Test("the translation file is read completely, and a damaged one is rejected with its position")
  func file() throws {
    let read = try ChineseTranslations(Resource.chinese)
    #expect(read.phrases == chinese.phrases && read.names == chinese.names)
    let bytes = String(decoding: Resource.chinese, as: UTF8.self)
    #expect(
      bytes.split(separator: "\n").filter { $0.hasPrefix("      \"") }.allSatisfy {
        $0.contains("\": \"")
      })
    let damaged = [
      "", "[]", "{ \"words\": {} }", "{ \"names\": { \"lost\": 1 } }",
      "{ \"phrases\": { \"run\": 1 } }",
      "{ \"phrases\": { \"run\": { \"one\": \"一\" }, \"page\": { \"one\": \"一\" } } }",
    ]
    for text in damaged {
      #expect(throws: TextProblem.self) { try ChineseTranslations(Array(text.utf8)) }
    }
  }

  @Test("a translation names the same rules, quoted keys, code and values as its phrase")
  func sameNames() {
    let quoted = /(?:^|[ ("])'([^']+)'|`([^`]+)`|"([^"]+)"/
    for (phrase, translation) in chinese.phrases {
      let rules = { (text: String) in
        text.matches(of: /\b[SDCBPKGM][0-9]+\b/).map { String($0.0) }.sorted()
      }
      expectEqual(rules(phrase), rules(translation), "\(phrase)")
      for match in phrase.matches(of: quoted) {
        let name = match.1 ?? match.2 ?? match.3 ?? ""
        // A command may be printed with its options, and 'only A' and 'B − A users' are columns.
        if ["lostorder", "only ", "B − A"].contains(where: { name.hasPrefix($0) }) { continue }
        #expect(translation.contains(name), "\(name) of \(phrase)")
      }
    }
  }

  @Test("the texts of an axis's values are distinct in every language and differ from its meaning")
  func values() {
    for axis in Explanation.allWithColumns where axis.group == .axis {
      for language in Language.allCases {
        let texts = ([axis.meaning] + axis.values.map(\.text)).map { language.text(of: $0) }
        expectEqual(Set(texts).count, texts.count, "\(axis.name)")
      }
    }
  }

  @Test("explained terms have Chinese names, except keys, values, designs, events and rules")
  func explained() throws {
    let unnamed: [Explanation.Group] = [.key, .parameter, .axes, .value, .design, .event, .rule]
    var known: Set<String> = []
    for explanation in Explanation.allWithColumns {
      #expect(Language.en.name(of: explanation) == nil)
      let name = Language.zh.name(of: explanation)
      let isPart = explanation.group == .distribution && explanation.name.contains(".")
      let isNamed = !unnamed.contains(explanation.group) && !isPart
      expectEqual((name != nil), isNamed, "\(explanation.name)")
      guard let name else { continue }
      #expect(name.contains(/\p{Han}/), "\(explanation.name)")
      #expect(known.insert("\(explanation.group) \(name)").inserted, "\(name) is explained twice")
    }
    for (group, names) in chinese.terms {
      let explained = Explanation.allWithColumns.filter { $0.group.rawValue == group }.map(\.name)
      expectEqual(names.keys.filter { !explained.contains($0) }, [])
    }
  }

  @Test("a phrase with arguments is translated completely, with names and values unchanged")
  func phrases() {
    let phrase = Phrase.words(
      "{0}; {1}",
      [
        .list([.words("rule {0} ({1})", ["S5", "StoreRules"].map(Phrase.verbatim))]),
        .verbatim("[000, I]"),
      ])
    expectEqual(Language.en.text(of: phrase), "rule S5 (StoreRules); [000, I]")
    expectEqual(Language.zh.text(of: phrase), "规则 S5（StoreRules）；[000, I]")
    let list = Phrase.list([.verbatim("lost"), .verbatim("{0}")])
    #expect(Language.en.text(of: list) == "lost, {0}" && Language.zh.text(of: list) == "lost、{0}")
  }

  @Test("a source scan finds phrases, including concatenated ones and calls without a literal")
  func scan() {
    let source = """
      // language("not this")
      let text = language(
        "one " + "and\\n"
          + "two {0}", count(a, b))
      let other = "<p>\\(language("three"))</p>" + language(four, "five")
      """
    let calls = Self.calls(in: source, "x")
    expectEqual(calls.map(\.phrase), ["one and\ntwo {0}", "three", nil])
    expectEqual(calls.map(\.arguments), [1, 0, 1])
  }

  @Test("every identifier in reports has a Chinese name, and no name is unused")
  func names() {
    let shown =
      DropPoint.allCases.map(\.rawValue) + LossKind.allCases.map(\.rawValue)
      + FaultKind.allCases.map(\.rawValue) + CaseFlag.allCases.map(\.rawValue)
      + CaseChargeResult.Outcome.allCases.map(\.rawValue)
      + FailureCode.allCases.map(\.rawValue) + PayloadLossStart.allCases.map(\.rawValue)
      + Route.allCases.map(\.rawValue) + ["verify", "createOrder", "records", "any", "query"]
    expectEqual(Set(shown).count, shown.count)
    expectEqual(chinese.names.keys.sorted(), shown.sorted())
    expectEqual(Language.zh.named("crossed"), "crossed 串单")
    #expect(Language.zh.named("naive") == "naive" && Language.en.named("crossed") == "crossed")
    let names = DropPoint.allCases.compactMap { Language.zh.name(of: $0.rawValue) }
    expectEqual(Set(names).count, DropPoint.allCases.count)
  }

  @Test("Chinese terms match those of the articles")
  func terms() {
    let zh = Language.zh
    #expect(zh("Lost orders") == "掉单" && zh("bad debt") == "坏账")
    #expect(zh("crossed\n\n‰") == "串单\n‰" && zh("recovered") == "自动补单")
    #expect(zh("several items") == "多对一" && zh.name(of: "payloadLoss") == "透传丢失")
    expectEqual(zh.name(of: "wrongEntry"), "取错票据条目")
  }

  @Test("placeholders are filled once in the order of the language; unknown text stays English")
  func places() {
    expectEqual(Language.en("{0} of {1} charges", "2", "{0}"), "2 of {0} charges")
    expectEqual(Language.zh("{0} of {1} charges", "2", "{0}"), "{0} 笔扣款中掉单 2 笔")
    expectEqual(Language.zh("no such {1} {0} {x} {", "a", "b"), "no such b a {x} {")
    #expect(Language.en.list(["a", "b"]) == "a, b" && Language.zh.list(["a", "b"]) == "a，b")
    #expect(Language.zh.list(["a", "b"], ofWords: true) == "a、b")
  }

  @Test(
    "the words that readers search for are explained",
    arguments: [
      "renewal", "restore", "promo", "webhook", "consume", "retry attempt", "failure injection",
      "policy", "strategy", "SKU", "missing order", "idempotency", "chargeback", "漏单", "续订",
    ])
  func tradeWords(word: String) {
    let found = Explanation.of(word, among: Explanation.allWithColumns, called: Language.names(of:))
    #expect(!found.isEmpty)
  }

  @Test("a synonym refers to a term that has a different name")
  func synonyms() {
    #expect(chinese.synonyms.count > 30)
    for (word, name) in chinese.synonyms {
      let meant = Explanation.allWithColumns.filter { $0.name == name }
      #expect(!meant.isEmpty, "\(word)")
      #expect(!meant.contains { Language.zh.name(of: $0) == word }, "\(word)")
      #expect(meant.allSatisfy { Language.names(of: $0).contains(word) })
    }
    for (name, words) in Explanation.synonyms {
      let meant = Explanation.allWithColumns.filter { $0.name == name }
      #expect(!meant.isEmpty && !words.contains(name), "\(name)")
      #expect(meant.allSatisfy { Set(Language.names(of: $0)).isSuperset(of: words) })
    }
  }

  @Test("every column header of a run's tables is explained")
  func columns() throws {
    let sources = ["Subjects/Run/Text/RunReport+Tables.swift", "Phrases/ShareTitle.swift"]
    let heads = try sources.map { try PackageFiles.text("Sources/Reports/" + $0) }
      .flatMap { Self.calls(in: $0, "").compactMap(\.phrase) }
      .filter { $0.contains("\n") && !$0.contains(".") && !$0.contains("by product") }
      // One header for two columns.
      .filter { !$0.hasPrefix("lost or") }
    #expect(heads.count > 15)
    for head in heads {
      let words = head.replacing("\u{AD}\n", with: "-").replacing("-\n", with: "-").replacing(
        "\n", with: " "
      ).replacing(/\{0\}|‰|users|B − A|ref\b/, with: "").split(separator: " ")
      let name = words.joined(separator: " ")
      #expect(
        name.isEmpty || !Explanation.of(name, among: Explanation.allWithColumns).isEmpty, "\(name)")
    }
  }
}
