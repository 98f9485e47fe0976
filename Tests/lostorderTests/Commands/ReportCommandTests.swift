import Foundation
import TestSupport
import Testing

@Suite("lostorder report") struct ReportCommandTests {
  private static let scenario = """
    { "name": "all", "users": 3000, "designs": ["naive", "keep-1", "keep-2"],
      "faults": [ { "fault": "crash", "probability": 0.1, "at": "charge" },
        { "fault": "networkLoss", "probability": 0.1, "at": "callback", "lasts": "1m" } ],
      "sweep": { "value": "faults[0].probability", "values": [0.05, 0.1, 0.2] },
      "expect": [ { "metric": "lostRate", "of": "keep-2", "below": "naive" } ] }
    """

  private static func report(
    _ options: String...
  ) throws -> (ending: Ending, page: String, scratch: Scratch) {
    let scratch = try Scratch()
    try scratch.write(scenario, "all.json")
    let words = ["report", "all.json", "--out", "out"] + options
    let ending = try Executable.run(list: words, in: scratch.path)
    return (
      ending, try scratch.text("out/all/report.html"), scratch
    )
  }

  @Test("one page has the run and the results of every method, and each method has a file")
  func page() throws {
    let (ending, page, scratch) = try Self.report()
    #expect(ending.code == 0 && ending.errors == "", "\(ending.errors)")
    let sections = page.matches(of: /<section id="([a-z]+)"/).map { String($0.1) }
    for name in [
      "conclusion", "rates", "sweep", "causes", "axes", "exploration", "search", "expectations",
    ] { #expect(sections.contains(name), "\(name) in \(sections)") }
    expectEqual(Set(sections).count, sections.count)
    for name in ["summary", "sweep", "attribution", "exploration", "search"] {
      #expect(try !scratch.bytes("out/all/\(name).json").isEmpty)
    }
    #expect(ending.output.hasSuffix("all results on one page: out/all/report.html\n"))
    // The files equal those of the single commands, with their pages.
    for command in ["attribute", "sweep", "explore", "search"] {
      _ = try Executable.run(command, "all.json", "--out", "own", "--quiet", in: scratch.path)
    }
    let files = try scratch.list("own/all")
    expectEqual(files.count, 11, "\(files)")
    for file in files {
      #expect(try scratch.bytes("own/all/\(file)") == scratch.bytes("out/all/\(file)"), "\(file)")
    }
    #expect(
      try scratch.text("own/all/attribution.html")
        .contains("<section id=\"causes\""))
  }

  @Test("the page is the same with any number of workers")
  func workers() throws {
    let pages = try ["1", "3"].map { try Self.report("--workers", $0).page }
    expectEqual(pages[0], pages[1])
  }

  @Test("work that a time limit omits is named on the page, and the result is no pass")
  func limit() throws {
    let (ending, page, _) = try Self.report("--users", "3e6", "--time-limit", "2s")
    expectEqual(ending.code, 2, "\(ending.code)")
    #expect(page.contains("<section id=\"cut\"") && page.contains("the time limit was reached"))
  }

  @Test("the methods are reported in Chinese")
  func chinese() throws {
    let (ending, page, _) = try Self.report("--language", "zh")
    #expect(ending.output.contains("全部结果汇总在一个页面上"))
    let words = LanguageCommandTests.words(of: page)
    #expect(words.contains("掉单需要哪些异常") && words.contains("每个维度的作用"))
  }
}
