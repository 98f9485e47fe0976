import Foundation
import LostOrder
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@Suite("Language of commands") struct LanguageCommandTests {
  /// Faults, products, pairs, strata, a precision, claims of every verdict, and a fault that never
  /// occurs.
  static let rates = """
    { "name": "rates", "title": "各种异常", "users": 4000, "sampling": "stratified",
      "precision": { "halfWidth": 0.000001, "atMost": 4000 },
      "designs": ["naive", "keep-1", "zero-loss-1.2"], "reference": "naive",
      "catalog": [ { "product": "coins.60", "price": 600, "items": ["coins"] },
        { "product": "tier.500", "price": 50000, "items": ["a", "b"] } ],
      "faults": [ { "fault": "crash", "probability": 0.2, "at": "charge" },
        { "fault": "refund", "probability": 0.02 },
        { "fault": "payloadLoss", "probability": 0.1 },
        { "fault": "networkLoss", "probability": 0.1, "at": "callback", "lasts": "1h" } ],
      "expect": [ { "design": "naive", "metric": "lostRate", "min": 0.05 },
        { "design": "naive", "metric": "lostRate", "max": 0.01 },
        { "design": "naive", "metric": "deliveryP99", "max": "1h" },
        { "design": "naive", "metric": "lostRate", "product": "tier.500", "min": 0.1, "max": 0.9 },
        { "design": "keep-1", "metric": "lateRate", "within": "1h", "max": 0.5 },
        { "metric": "lostRate", "of": "keep-1", "below": "naive" },
        { "metric": "lostRate", "of": "keep-1", "below": "naive", "factor": 2 },
        { "metric": "badDebt", "of": "keep-1", "below": "naive" } ] }
    """

  /// A case that some designs pass.
  static let caseText = """
    { "name": "life", "title": "一笔掉单", "designs": ["naive", "keep-2"],
      "catalog": [ { "product": "coins.60", "price": 600, "items": ["coins"] } ],
      "plan": [ { "tap": 1, "time": "0s", "item": "coins" }, { "fault": "crash", "at": "charge" } ],
      "expect": [ { "design": "naive", "charges": [ { "outcome": "delivered" } ], "flags": ["hung"] },
        { "design": "keep-2", "charges": [ { "outcome": "recovered" } ], "flags": [] } ] }
    """

  /// English words that Chinese text contains unchanged: names, units and trade terms.
  static let names: Set<String> = {
    var names: Set = [
      "lostorder", "App", "loading", "p", "p99", "A", "B", "McNemar", "Holm", "ms", "s", "min", "h",
      "d", "k", "rates", "life", "rates.json", "expect", "atMost", "observer", "verify",
      "createOrder", "purchasing", "purchased", "failed", "cancelled", "error", "callback",
      "duplicate", "rejected", "order", "finish",
    ]
    names.formUnion(["coins.60", "coins", "tier.500", "a", "b", "naive", "keep-1", "keep-2"])
    names.formUnion(["zero-loss-1.2", "lostRate", "deliveryP99", "lateRate", "badDebt"])
    names.formUnion(DropPoint.allCases.map(\.rawValue) + LossKind.allCases.map(\.rawValue))
    names.formUnion(FaultKind.allCases.map(\.rawValue) + CaseFlag.allCases.map(\.rawValue))
    names.formUnion(["delivered", "recovered", "rescued", "lost", "refunded"])
    names.formUnion(ClientLogEvent.allCases.map(\.name))
    // The designs of a page by their axes, and metrics by the keys that they need.
    names.formUnion(DesignAxes.all.flatMap { [$0.name] + $0.meanings.map(\.word) })
    names.formUnion(["true", "false", "none", "updates", "within", "retry"])
    // A conclusion names axes and their values.
    let designs = ["naive", "keep-1", "zero-loss-1.2"].compactMap {
      BuiltInDesign.named($0)?.design
    }
    for (from, to) in designs.flatMap({ from in designs.map { (from, $0) } }) {
      for axis in DesignDifference(from: from, to: to).parts.flatMap(\.axes) {
        names.formUnion(
          [axis.name] + (axis.from + "+" + axis.to).split(separator: "+").map { String($0) })
      }
    }
    return names
  }()

  /// The words of a text that are neither Chinese nor names nor parts of commands.
  static func englishWords(in text: String) -> [String] {
    let plain =
      text.replacing(/(?m)^ +lostorder .*$/, with: "").replacing(/'lostorder [^']*'/, with: "")
      .replacing(/lostorder trace [^；"<\n]*/, with: "")
      // Transactions, rules, and times as scenarios write them.
      .replacing(/\b([TSDBCPKG][0-9]+|[0-9]+(s|m|h|d|ms))\b/, with: "")
    let words = plain.matches(of: /[A-Za-z][A-Za-z0-9_.\-]*/).map { String($0.0) }
    return words.filter { !names.contains($0.trimmingCharacters(in: ["."])) }
  }

  /// The visible text of a page: text, tooltips, and text for screen readers.
  static func words(of page: String) -> String {
    let shown = page.replacing(/<(script|style|pre)[^>]*>(?s:.*?)<\/\1>/, with: "")
    let labels = shown.matches(of: /aria-label="([^"]*)"/).map { String($0.1) }
    return (labels + [shown.replacing(/<[^>]*>/, with: "\n")]).joined(separator: "\n")
      .replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&")
  }

  private static func run(_ file: String, _ text: String) throws -> (
    ending: Ending, page: String, scratch: Scratch
  ) {
    let scratch = try Scratch()
    try scratch.write(text, file + ".json")
    let ending = try Executable.run(
      "run", file + ".json", "--language", "zh", "--out", "out", in: scratch.path)
    let page = try scratch.text("out/\(file)/report.html")
    return (ending, page, scratch)
  }

  @Test("the report of a scenario is Chinese except for names and commands")
  func scenario() throws {
    let (ending, page, _) = try Self.run("rates", Self.rates)
    expectEqual(ending.code, 1, "\(ending.errors)")
    for part in [
      "rates：不通过（", "  通过      naive：lostRate ", "  不通过    naive：lostRate ", "  无法判定  ",
      "各商品掉单 ‰", "不计入上式，可能与上式各项重叠", "仅在 B 下掉单的用户占全部用户的比例",
      "逐步查看 expect[1] 哪里不通过：\n  lostorder trace",
      "多对一", "没有达到：每个掉单率精确到 ±0.001 ‰",
    ] { #expect(ending.output.contains(part), "\(part) in \(ending.output)") }
    expectEqual(Self.englishWords(in: ending.output), [])
    #expect(ending.errors.contains("rates.json：无法判定：4000 名用户达不到要求的精度"))
    expectEqual(Self.englishWords(in: ending.errors), [])
    // A printed command also answers in Chinese.
    #expect(ending.output.contains(/\n  lostorder trace .* --language zh\n/))
    #expect(page.contains(/lostorder run rates.json --seed \d+ --users 4000 --language zh\n/))
    let words = Self.words(of: page)
    #expect(page.contains("<html lang=\"zh\">") && words.contains("crash 崩溃"))
    #expect(words.contains("掉在哪里") && words.contains("重试漏斗") && words.contains("以表格查看"))
    // Drawn timelines.
    #expect(words.contains("\n客户端\n") && words.contains("的支付弹窗"))
    expectEqual(Self.englishWords(in: words), [])
  }

  @Test("the report of a case is Chinese except for names and commands")
  func ofCase() throws {
    let (ending, page, _) = try Self.run("life", Self.caseText)
    expectEqual(ending.code, 1, "\(ending.errors)")
    #expect(ending.output.contains("lost 掉单") && ending.output.contains("observerMissing"))
    #expect(ending.output.contains("  一直没有回调\n"))
    #expect(ending.output.contains("逐步查看 expect[0] 哪里不通过："))
    expectEqual(Self.englishWords(in: ending.output), [])
    let words = Self.words(of: page)
    #expect(words.contains("2 个方案中有 1 个掉单。") && words.contains("掉单点 observerMissing"))
    expectEqual(Self.englishWords(in: words), [])
  }

  @Test("the search for English words finds them, also in charts and labels")
  func search() {
    let page = """
      <p class="note">One</p><svg class="chart wide" aria-label="two"><title>three naive</title>
      </svg><style>four</style><pre>five</pre><svg x="1" class="lostorder"><text>six</text></svg>
      """
    let words = Self.words(of: page)
    expectEqual(Self.englishWords(in: words), ["two", "One", "three", "six"])
    let text = "x\n  lostorder run all of it\n'lostorder compare FILE' 掉单 lost users T3 5m 3mi"
    expectEqual(Self.englishWords(in: text), ["x", "users", "mi"])
  }

  @Test("files for programs are the same in every language")
  func programs() throws {
    let scratch = try Scratch()
    try scratch.write(Self.rates, "rates.json")
    for language in ["en", "zh"] {
      _ = try Executable.run(
        "run", "rates.json", "--language", language, "--out", language, in: scratch.path)
    }
    for file in ["rates/summary.json", "rates/losses.csv", "rates/designs.csv", "junit.xml"] {
      #expect(try scratch.bytes("en/" + file) == scratch.bytes("zh/" + file), "\(file)")
    }
    #expect(try scratch.bytes("en/rates/report.html") != scratch.bytes("zh/rates/report.html"))
    // In the pull request report only the conclusion is in the language.
    let texts = try ["en", "zh"].map {
      try scratch.text($0 + "/report.md")
        .split(separator: "\n", omittingEmptySubsequences: false)
    }
    #expect(texts[0].count == texts[1].count && texts[1].contains { $0.hasPrefix("- **最好**") })
    for (english, chinese) in zip(texts[0], texts[1]) where english != chinese {
      #expect(english.hasPrefix("- **") || english.hasPrefix("conclusion "), "\(english)")
    }
  }

  @Test("the summary of several files is in the language, and English is the default")
  func total() throws {
    let scratch = try Scratch()
    try scratch.write(Self.caseText, "life.json")
    try scratch.write(Self.rates, "rates.json")
    let words = ["run", "life.json", "rates.json", "--quiet", "--out", "out"]
    let chinese = try Executable.run(list: words + ["--language=zh"], in: scratch.path)
    #expect(chinese.output.hasSuffix("\n2 个文件：2 项不通过\n"))
    expectEqual(Self.englishWords(in: chinese.output), [])
    let plain = try Executable.run(list: words, in: scratch.path)
    let english = try Executable.run(list: words + ["--language", "en"], in: scratch.path)
    #expect(plain.output == english.output && plain.output.hasSuffix("\n2 files: 2 fail\n"))
  }

  @Test("changes since a baseline are reported in Chinese, by run and by compare")
  func baseline() throws {
    let scratch = try Scratch()
    try scratch.write(Self.rates, "rates.json")
    try scratch.write(Self.caseText, "life.json")
    let words = ["run", "rates.json", "life.json", "--quiet", "--out"]
    _ = try Executable.run(list: words + ["old"], in: scratch.path)
    try scratch.write(Self.rates.replacing("0.2, \"at\"", with: "0.6, \"at\""), "rates.json")
    let run = try Executable.run(
      list: words + ["new", "--baseline", "old", "--language", "zh"], in: scratch.path)
    let compared = try Executable.run("diff", "old", "new", "--language", "zh", in: scratch.path)
    #expect(run.code == 1 && compared.code == 1)
    for output in [run.output, compared.output] {
      #expect(output.contains("\nrates\n") || output.hasPrefix("rates\n"))
      #expect(output.contains("\n  变差  naive：掉单 ") && output.contains("\n与基线相比，2 个场景："))
      expectEqual(Self.englishWords(in: output), [])
    }
    let markdown = try scratch.text("new/report.md")
    #expect(markdown.contains("naive: lost orders "))
    let pairs = try Executable.run("compare", "rates.json", "--language", "zh", in: scratch.path)
    #expect(pairs.code == 0 && pairs.output.contains(" 下掉单、"))
    expectEqual(Self.englishWords(in: pairs.output), [])
  }

  @Test("an unknown language is rejected with the nearest one")
  func refused() {
    expectEqual(
      ArgumentsTests.message("run", "a.json", "--language", "ZH"),
      "'ZH' is not a value of '--language'; expected en or zh; did you mean 'zh'?")
    expectEqual(
      ArgumentsTests.message("run", "a.json", "--language=zhs"),
      "'zhs' is not a value of '--language'; expected en or zh; did you mean 'zh'?")
    expectEqual(
      ArgumentsTests.message("run", "a.json", "--language", "fr"),
      "'fr' is not a value of '--language'; expected en or zh")
  }
}
