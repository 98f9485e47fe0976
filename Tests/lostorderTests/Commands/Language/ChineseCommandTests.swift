import Foundation
import LostOrder
import TestSupport
import Testing

@Suite struct ChineseCommandTests {
  /// Every command with a report for people, on a small scenario or case.
  private static let commands = [
    "attribute rates.json --users 1000", "attribute life.json", "attribute axes.json --users 200",
    "explore life.json", "explore life.json --quiet",
    "explore rates.json --kinds crash --journey one",
    "explore rates.json --faults 0", "explore axes.json --weigh --users 200 --cells 1",
    "explore axes.json --weigh --users 200 --cells 1 --quiet", "search axes.json --users 200",
    "search axes.json --users 200 --quiet", "search life-like.json --users 100",
    "shrink rates.json --design naive --users 4000 --out cases", "shrink life.json --design naive",
    "check rates.json life.json schema.json", "check --structure rates.json", "explain faults",
    "designs", "designs naive keep-1", "benchmark axes.json --users 20", "new another",
    "new swept --from sweep",
  ]

  /// Names of products and of people, in Latin letters, with spaces in them.
  private static let names = ["Play Billing", "JSON Schema"]

  private static let axes = """
    { "name": "axes", "title": "两个方案", "users": 300, "designs": ["naive", "keep-1"],
      "faults": [ { "fault": "crash", "probability": 0.1 } ] }
    """

  private static func folder() throws -> Scratch {
    let folder = try Scratch()
    try folder.write(LanguageCommandTests.rates, "rates.json")
    try folder.write(LanguageCommandTests.caseText, "life.json")
    try folder.write(axes, "axes.json")
    try folder.write(
      axes.replacing("axes", with: "life-like").replacing("crash", with: "payloadLoss"),
      "life-like.json")
    try folder.write(
      #"{ "$schema": "https://json-schema.org/draft/2020-12/schema" }"#, "schema.json")
    return folder
  }

  @Test(arguments: commands) func `a report in Chinese contains no English`(command: String) throws
  {
    let folder = try Self.folder()
    let words = command.split(separator: " ").map(String.init)
    let english = try Executable.run(
      list: words + ["--out", "out"].filter { _ in hasOut(words) }, in: folder.path)
    try? FileManager.default.removeItem(atPath: folder.path + "/another.json")
    try? FileManager.default.removeItem(atPath: folder.path + "/swept.json")
    let chinese = try Executable.run(
      list: words + ["--language", "zh"] + ["--out", "out"].filter { _ in hasOut(words) },
      in: folder.path)
    #expect(
      chinese.code == english.code && ![64, 65, 70].contains(chinese.code), "\(chinese.errors)")
    let text = chinese.output + chinese.errors
    #expect(text.contains(/\p{Han}/) && !text.isEmpty)
    expectEqual(EnglishRuns.all(in: text, but: Self.names), [], "\(text)")
    #expect(text != english.output + english.errors)
  }

  private func hasOut(_ words: [String]) -> Bool {
    ["attribute", "explore", "search"].contains(words[0])
  }

  @Test(
    arguments: [
      ("nope --language zh", "未知的命令 'nope'；应为："),
      ("run --usrs 5 --language zh", "未知的选项 '--usrs'；应为："),
      ("run --users x --language=zh", "'x' 不是 '--users' 的有效值；应为：1 至 1000000000 的整数"),
      ("run --language zh", "'run' 需要场景文件"),
      ("run --language zh nope.json", "nope.json: 无法读取文件（找不到这个文件或文件夹）；应为：场景文件"),
      ("run --language zh --set bad rates.json", "--set：'bad' 不是 --set 的写法；应为：PATH=VALUE"),
      ("trace rates.json --design niave --language zh", "场景里没有方案 'niave'；应为：naive、"),
      (
        "trace rates.json --design naive --user 9999999 --language zh",
        "--user：4000 名用户里没有用户 9999999"
      ),
      ("explore rates.json --kinds crsh --language zh", "'crsh' 不是 '--kinds' 的异常；应为："),
      ("explore rates.json --cells 2 --language zh", "选项 '--cells' 需要 '--weigh'"),
      ("search life.json --language zh", "'life.json' 是用例，没有用户可抽；应为场景"),
      ("attribute rates.json --from naive --to naive --language zh", "--from 和 --to 是同一个方案"),
      (
        "designs nave --language zh",
        "没有内置方案 'nave'；'lostorder designs --language zh' 列出全部；你是不是想写 'naive'？"
      ),
      ("new first --from nope --language zh", "'nope' 不是 '--from' 的有效值；应为："),
      ("new rates --language zh", "'rates.json' 已经存在，没有改动"),
      ("sweep rates.json --language zh", "场景 'rates.json' 缺少键 'sweep'"),
      ("schema nope --language zh", "'nope' 没有 JSON Schema；应为：scenario、summary、together、trace、"),
    ])
  func `problems of arguments and files are reported in Chinese`(command: String, message: String)
    throws
  {
    let folder = try Self.folder()
    let ending = try Executable.run(
      list: command.split(separator: " ").map(String.init), in: folder.path)
    #expect([64, 65, 74].contains(ending.code) && ending.output == "")
    #expect(ending.errors.contains(message), "\(ending.errors)")
    expectEqual(EnglishRuns.all(in: ending.errors, but: Self.names), [])
  }

  @Test func `English is found in Chinese text, and names are not reported`() {
    let text = """
      方案 order-first 的掉单 is lost：'the app' recordDied 记录丢失，see retry.delays now
        lostorder trace a.json --design the app
      扣款  lost  none of these faults
      """
    expectEqual(EnglishRuns.all(in: text), ["is lost", "none of these faults"])
    expectEqual(EnglishRuns.all(in: text, but: ["is lost"]), ["none of these faults"])
  }

  @Test func `problems are reported in English by default`() throws {
    let words = { try Command.run(list: $0).errors }
    #expect(try words(["nope"]).hasPrefix("lostorder: unknown command 'nope'; expected run, "))
    #expect(try words(["nope", "--language", "en"]).hasPrefix("lostorder: unknown command"))
    #expect(
      try words(["run", "--language", "zhh"])
        == "lostorder: 'zhh' is not a value of '--language'; expected en or zh; did you mean 'zh'?\n"
    )
  }
}
