import Foundation
import JSONText
import PurchaseWorld
import Reports
import Scenarios
import TestSupport
import Testing

@Suite("Explanations as text") struct ExplanationReportTests {
  /// English words that Chinese text contains unchanged: names, trade terms, units.
  private static let names: Set<String> = [
    "id", "App", "Apple", "ID", "loading", "token", "keychain", "JSON", "Schema", "null", "Keep",
    "Leo", "p95", "p99", "exp", "scale", "shape", "t", "n", "lostorder", "sweep", "us", "ms", "s",
    "m", "h", "d", "step", "StoreKit", "Play", "Billing", "UUID", "RevenueCat", "Flutter",
    "Google", "Store", "ISO",
  ]

  private static func texts(_ language: Language) -> [String] {
    return Explanation.allWithColumns.map { language.text(of: $0) }
      + Explanation.Group.allCases.map { language.list(of: $0) }
  }

  @Test("no line exceeds 100 columns, starts with a closing mark or ends with an opening mark")
  func width() {
    for language in Language.allCases {
      for line in Self.texts(language).flatMap({ $0.split(separator: "\n") }) {
        #expect(DisplayWidth.of(String(line)) <= 100, "\(line)")
        let first = line.first { $0 != " " }
        #expect(first.map { !"，。、；：）”".contains($0) } ?? false, "\(line)")
        #expect(line.last.map { !"（“ ".contains($0) } ?? false, "\(line)")
      }
    }
  }

  @Test("Chinese explanations contain English only in names, keys, values and code")
  func noEnglish() {
    var names = Self.names
    func add(_ text: String) {
      names.formUnion(text.matches(of: /[A-Za-z][A-Za-z0-9]*/).map { String($0.0) })
    }
    for explanation in Explanation.allWithColumns {
      add(explanation.name)
      for fact in explanation.facts { add(Self.verbatim(in: fact.text)) }
      for phrase in explanation.phrases {
        let quoted = phrase.english.matches(of: /`[^`]+`|'[^' ]+'|\*[^*]+\*|\([SDCBPKGM].*?\)/)
        for match in quoted { add(String(match.0)) }
      }
    }
    #expect(!names.contains("the") && !names.contains("or"))
    for text in Self.texts(.zh) {
      let words = text.matches(of: /[A-Za-z][A-Za-z0-9]*/).map { String($0.0) }
      expectEqual(words.filter { !names.contains($0) }, [], "\(text)")
      #expect(text.contains(/\p{Han}/))
    }
  }

  /// The parts of a phrase that are the same in every language.
  private static func verbatim(in phrase: Phrase) -> String {
    switch phrase {
    case .verbatim(let text): text
    case .words(_, let arguments): arguments.map { verbatim(in: $0) }.joined(separator: " ")
    case .list(let parts): parts.map { verbatim(in: $0) }.joined(separator: " ")
    }
  }

  @Test("every rule that a line of a trace or a drop point cites is explained")
  func cited() throws {
    var codes = DropPoint.allCases.flatMap(\.rules)
    let files = try ["Story", "Subjects/Trace"].flatMap {
      try PackageFiles.list(below: "Sources/Reports/\($0)", ending: ".swift")
    }
    for file in files {
      let source = try PackageFiles.text(file)
      codes += source.matches(of: /"([SDCBPKGM][0-9]+)"/).map { String($0.1) }
    }
    let known = Set(Explanation.allWithColumns.filter { $0.group == .rule }.map(\.name))
    #expect(Set(codes).count > 20)
    expectEqual(codes.filter { !known.contains($0) }, [])
  }

  @Test("facts are aligned by display width")
  func columns() throws {
    let patience = try #require(Explanation.of("behavior.patience").first)
    expectEqual(
      Language.zh.text(of: patience),
      """
      behavior.patience：场景的键
        loading 转多久后用户失去耐心、杀掉 App（P2）

        取值    时长，如 '5s'；或 uniform、exponential、lognormal、weibull、empirical 之一
        默认    {"lognormal": {"median": "30s", "sigma": 0.5}}
        用例中  "30s"
        出处    规则 P2（UserRules）

      """)
  }

  @Test("a long meaning is wrapped in both languages")
  func long() throws {
    let intent = try #require(Explanation.of("intent").first)
    expectEqual(
      Language.en.text(of: intent),
      """
      intent: term
        one user wants to buy one item for the account that is logged in; a repeated tap for the item
        belongs to the same intent, and restarts it after a failure for the account that is then logged in

        also called  purchase intent, wish
        source       Glossary

      """)
    expectEqual(
      Language.zh.text(of: intent),
      """
      intent 购买：术语
        一名用户要为当前登录的账号买一个业务 id，算一次购买；再次点击仍是同一次购买，如果此前已经失败，就
        为那时登录的账号重新开始

        别称  purchase intent, wish
        出处  Glossary

      """)
  }
}
