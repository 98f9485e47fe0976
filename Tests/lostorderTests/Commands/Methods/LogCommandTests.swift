import TestSupport
import Testing

/// `lostorder log`, and its conversion to a table.
@Suite struct LogCommandTests {
  /// The counts of a funnel for a design as rows of the table: an event or a rung, and its number.
  private static func funnel(_ file: String, _ design: String) throws -> [String] {
    let rows = try Command.run("funnel", file, "--users", "1500", "--format", "csv").output
      .split(whereSeparator: \.isNewline).map { $0.split(separator: ",").map(String.init) }
    return rows.filter { $0[0] == design && $0[2] != "0" && $0[1] != "abnormalUsers" }.map { row in
      switch row[1] {
      case "failed first try": return "iap_verify_fail,\(row[2]),0"
      case let name where name.hasPrefix("failed retry "):
        return "iap_retry_verify_fail,\(row[2]),\(name.dropFirst("failed retry ".count))"
      default: return "\(row[1]),\(row[2]),"
      }
    }.sorted()
  }

  @Test(
    "the lines of a log equal the counts of a funnel and the ladder, in either format",
    arguments: [
      ("scenarios/field.json", "zero-loss-1.2"), ("scenarios/field.json", "keep-2"),
      ("scenarios/keep-ladder.json", "keep-1"), ("scenarios/stores.json", "sk2"),
      ("scenarios/play-axes.json", "play-sample"),
    ])
  func funnel(file: String, design: String) throws {
    let folder = try Scratch()
    for form in ["jsonl", "csv"] {
      let log = try Command.run(
        "log", file, "--design", design, "--users", "1500", "--format", form)
      #expect(log.code == 0 && log.errors == "")
      let again = try Command.run(
        "log", file, "--design", design, "--users", "1500", "--format", form, "--workers", "1")
      expectEqual(again.output, log.output)
      let path = try folder.write(log.output, "log.\(form)")
      let table = try Command.run("count", path)
      expectEqual(table.code, 0, "\(table.errors)")
      let rows = table.output.split(whereSeparator: \.isNewline).map(String.init)
      #expect(rows.contains { $0.hasPrefix("users,1500") })
      let counted = rows.dropFirst().filter { !$0.hasPrefix("users,") }.map { row in
        row.split(separator: ",", omittingEmptySubsequences: false).count == 2 ? row + "," : row
      }.sorted()
      #expect(try counted == Self.funnel(file, design))
    }
  }

  @Test func `a log without a reader ends quietly, long before its last user`() throws {
    let ending = try Executable.run(
      shell:
        "{ timeout 60 \"$0\" log scenarios/keep.json --design keep-1 --users 1e9; echo $? >&2; }"
        + " | head -1")
    expectEqual(ending.errors, "0\n")
    #expect(ending.output.hasPrefix(#"{"id":"u0.1","user":"u0","session":1,"time":"2026-01-01T00"#))
  }

  @Test func `a time limit ends a log with 2 after whole users, and reports their number`() throws {
    let ending = try Command.run(
      "log", "scenarios/keep.json", "--design", "keep-1", "--users", "1e9", "--time-limit", "300ms")
    expectEqual(ending.code, 2)
    let number = try #require(ending.errors.firstMatch(of: /([0-9,]+) users/)).1
    let users = try #require(Int(number.filter(\.isNumber)))
    let last = try #require(ending.output.split(separator: "\n").last)
    #expect(last.contains(#""user":"u\#(users - 1)""#))
  }

  @Test func `a runaway simulation ends a log after the users before it`() throws {
    let folder = try Scratch()
    let file = try folder.write(
      """
      { "name": "h", "users": 3000,
        "faults": [{ "fault": "networkLoss", "probability": 0.001, "lasts": "14d" }],
        "designs": [{ "name": "d", "extends": "keep-1",
          "retry": { "delays": ["1us"], "repeatLast": true } }] }
      """, "h.json")
    let endings = try ["1", "3"].map { try Command.run("log", file, "--workers", $0) }
    #expect(endings[0].code == 2 && endings[0].output == endings[1].output)
    #expect(endings[0].output.contains(#""user":"u0""#))
    let trace = try #require(endings[0].errors.firstMatch(of: /--user ([0-9]+)/)).1
    let first = try #require(Int(trace))
    #expect(first > 0)
    let last = try #require(endings[0].output.split(separator: "\n").last)
    #expect(last.contains(#""user":"u\#(first - 1)""#))
  }

  @Test func `a design must be named if there are several`() throws {
    let ending = try Command.run("log", "scenarios/keep.json")
    #expect(ending.code == 64 && ending.output == "")
    #expect(ending.errors.contains("expected --design with one of "))
  }

  /// S1: a transaction gets its identifier with the charge.
  @Test func `S1: a transaction that was never charged has no identifier in a log`() throws {
    let log = try Command.run(
      "log", "scenarios/field.json", "--design", "keep-1", "--users", "3000")
    let lines = log.output.split(separator: "\n")
    let failed = lines.filter {
      $0.contains("transaction_cancel") || $0.contains("transaction_fail")
    }
    #expect(failed.count > 100 && failed.allSatisfy { $0.contains(#""code":""#) })
    #expect(failed.allSatisfy { !$0.contains(#""transaction":"#) })
    let paid = lines.filter { $0.contains("transaction_succeed") }
    #expect(paid.count > 100 && paid.allSatisfy { $0.contains(#""transaction":"#) })
  }
}
