import Foundation
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// `lostorder count`.
@Suite struct CountTests {
  private static let log = """
    {"user": "a", "time": "2026-01-01T00:00:00Z", "event": "iap_verify_start", "try": 0}
    {"user": "a", "time": "2026-01-01T00:00:01Z", "event": "iap_verify_fail", "try": 0}
    {"user": "a", "time": "2026-01-01T00:00:01Z", "event": "iap_verify_fail", "try": 0}
    {"user": "b", "time": "2026-01-01T00:00:02Z", "event": "iap_verify_strat"}

    """

  private func count(_ words: String..., log: String = Self.log, map: String = "{}") throws
    -> Ending
  {
    let folder = try Scratch()
    try folder.write(log, "log")
    try folder.write(map, "map.json")
    return try Executable.run(list: ["count"] + words, in: folder.path)
  }

  @Test func `the table is CSV or JSON, and notes about the lines are errors`() throws {
    let ending = try count("log")
    #expect(ending.code == 0 && ending.output.hasPrefix("event,count,rung\r\nusers,1,\r\n"))
    #expect(ending.output.hasSuffix("iap_verify_fail,1,0\r\n"))
    expectEqual(
      ending.errors,
      """
      'iap_verify_strat' is not in the map; lines: 1; did you mean 'iap_verify_start'?

      lines                                 4
      bytes                               328
      events counted                        2
      users                                 1
      with a name that is not in the map    1
      repetitions                           1

      """)
    let json = try count("log", "--format", "json")
    let read = try Observations.read(Array(json.output.utf8), file: "o")
    #expect(
      read[.event(.verifyFail, day: nil)]?.count == 1 && read[.failedTries(rung: 0)]?.count == 1)
  }

  @Test func `damaged lines are reported and end with 65, unless they are skipped`() throws {
    let log = Self.log + "{\n"
    let (strict, lax) = (try count("log", log: log), try count("log", "--skip-damaged", log: log))
    #expect(strict.code == 65 && lax.code == 0 && strict.output == lax.output)
    #expect(strict.errors.hasPrefix("log:5:2: this is not JSON; expected an object on each line\n"))
    #expect(strict.errors == lax.errors && strict.output.contains("iap_verify_start,1"))
  }

  @Test(arguments: [
    ("nolog", "{}", "nolog: the file cannot be read (no such file or directory)", 65),
    ("log", "{", "map.json:1:2: the text ends here", 65),
    (".", "{}", ".: the file cannot be read (is a directory)", 65),
  ])
  func `unreadable input is reported`(log: String, map: String, error: String, code: Int32) throws {
    let ending = try count(log, "--map", "map.json", map: map)
    #expect(ending.code == code && ending.errors.contains(error), "\(ending.errors)")
    expectEqual(ending.output, "")
  }

  @Test func `a log without events is inconclusive, and one without the column rejected`() throws {
    let none = try count("log", log: "{}\n")
    #expect(
      none.code == 2 && none.output == "" && none.errors.hasSuffix("log: no event was counted\n"))
    let csv = try count("log", log: "user,name\na,b\n")
    #expect(
      csv.code == 65
        && csv.errors.hasSuffix(
          "column 'event' is missing; expected an event log, as JSON Lines or CSV\n")
    )
    let list = try count("log", log: "[{}]\n")
    #expect(list.code == 65 && list.errors.contains("the file is a single JSON array"))
    let twice = try count("-", "--map", "-")
    #expect(twice.code == 65 && twice.errors.contains("standard input can be read only once"))
  }

  @Test func `control characters in names of a log are escaped`() throws {
    let ending = try count("log", log: #"{"event": "\u001b[31m::error::x"}"# + "\n")
    #expect(!ending.errors.contains("\u{1B}") && ending.errors.contains("\\u{1b}[31m"))
  }
}
