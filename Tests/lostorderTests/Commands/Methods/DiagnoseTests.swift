import Foundation
import Reports
import TestSupport
import Testing

/// `lostorder diagnose`.
@Suite struct DiagnoseTests {
  private static let log = """
    {"id":"1","user":"a","session":1,"time":"2026-01-01T00:00:00Z","event":"iap_order_succeed","product":"p"}
    {"id":"2","user":"a","session":1,"time":"2026-01-01T00:00:01Z","event":"iap_purchase_payment_added","product":"p"}
    {"id":"3","user":"a","session":1,"time":"2026-01-01T00:00:05Z","event":"iap_purchase_transaction_succeed","product":"p","transaction":"t"}
    {"id":"4","user":"a","session":1,"time":"2026-01-01T00:00:05Z","event":"iap_verify_start","product":"p","transaction":"t","try":0}
    {"id":"5","user":"a","session":1,"time":"2026-01-01T00:00:06Z","event":"iap_verify_succeed","product":"p","transaction":"t","try":0,"code":"delivered"}
    {"id":"6","user":"a","session":1,"time":"2026-01-01T00:00:06Z","event":"iap_transaction_finish","product":"p","transaction":"t"}

    """

  private func check(
    _ words: String..., list: [String] = [], log: String = Self.log, map: String = "{}"
  ) throws -> Ending {
    let folder = try Scratch()
    try folder.write(log, "log")
    try folder.write(map, "map.json")
    return try Executable.run(list: ["diagnose"] + words + list, in: folder.path)
  }

  @Test func `a log that the design can produce ends with 0`() throws {
    let ending = try check("log", "--design", "keep-1", "--users", "2000")
    #expect(ending.code == 0 && ending.errors == "", "\(ending.errors)")
    #expect(ending.output.hasPrefix("log, under keep-1; lines: 6, users: 1, transactions: 1\n"))
    #expect(ending.output.contains("No user's events break a rule of keep-1."))
    #expect(ending.output.contains("0 of 1 orders (0.00 ‰) were not delivered automatically"))
  }

  @Test func `a broken rule ends with 1 and is reported with its line and its cause`() throws {
    let log = Self.log.split(separator: "\n").enumerated().filter { $0.offset != 2 }
      .map { $0.element + "\n" }.joined()
    // If the log has no callback at all, callbacks are not checked.
    let ending = try check("log", "--design", "keep-1", "--users", "2000", log: log)
    expectEqual(ending.code, 0)
    #expect(
      ending.output.contains(
        "finishWithoutCallback: the log has no iap_purchase_transaction_succeed"))
    let more =
      log
      + (1...9).map { number in
        log.replacing("\"a\"", with: "\"b\(number)\"").replacing("\"t\"", with: "\"t2\(number)\"")
          .replacing("\"id\":\"", with: "\"id\":\"b\(number)")
      }.joined()
      + #"{"user":"c","session":1,"time":"2026-01-01T00:00:05Z","event":"iap_purchase_transaction_succeed","product":"p","transaction":"t3"}"#
    let found = try check("log", "--design", "keep-1", "--users", "2000", log: more)
    expectEqual(found.code, 1)
    let line = found.output.split(separator: "\n").first {
      $0.contains("finished without a callback (S3, C5)")
    }
    expectEqual(line?.contains(/10 +10 +5 \(a t\)$/), true, "\(found.output)")
  }

  @Test func `a missing line is reported first and attributed to no user`() throws {
    let log = (1...200).map { number in
      Self.log.replacing("\"a\"", with: "\"a\(number)\"").replacing("\"t\"", with: "\"t\(number)\"")
        .replacing("\"id\":\"", with: "\"id\":\"\(number).")
    }.joined()
    let lines = log.split(separator: "\n").enumerated().filter { ![8, 700].contains($0.offset) }
      .map { $0.element + "\n" }.joined()
    let ending = try check("log", "--design", "keep-1", "--users", "2000", log: lines)
    expectEqual(ending.code, 2, "\(ending.output)")
    #expect(ending.output.contains(/^About 0\.[1-4] % of the lines seem to be missing\./))
    #expect(ending.output.contains("No rule of keep-1 is broken more often than lost lines"))
    #expect(ending.output.contains("undecided: lost lines and wrong times explain it"))
  }

  /// Map and client of a team that does not log its retries.
  @Test func `a map without retries causes no false violation of a rule`() throws {
    let folder = try Scratch()
    let names =
      [
        "iap_purchase_click", "iap_order_succeed", "iap_order_fail", "iap_purchase_payment_added",
        "iap_purchase_transaction_cancel", "iap_purchase_transaction_succeed",
        "iap_purchase_transaction_unbound", "iap_verify_start", "iap_verify_succeed",
        "iap_verify_fail", "iap_support_ticket", "iap_transaction_finish", "server_order_created",
        "server_verify_received", "server_verify_answered", "server_delivered",
        "server_delivered_by_hand",
      ].map { "\"\($0)\": \"\($0)\"" }.joined(separator: ", ")
    try folder.write("{ \"try\": \"try\", \"events\": { \(names) } }", "map.json")
    let ending = try Executable.run(
      folder.path,
      shell: "\"$0\" log scenarios/field.json --design keep-1 --users 5000 | grep -v iap_retry_"
        + " > \"$1/log\"; \"$0\" diagnose \"$1/log\" scenarios/field.json --design keep-1"
        + " --map \"$1/map.json\" --users 20000")
    #expect([0, 2].contains(ending.code), "\(ending.output)")
    #expect(ending.output.contains("No user's events break a rule of keep-1."))
    #expect(ending.output.contains("the log has no iap_retry_verify_start"))
  }

  @Test(
    "an endless log respects the time limit and the first signal",
    arguments: [("", "INT", 130), ("", "TERM", 130), ("--time-limit 500ms", "CONT", 2)])
  func endless(limit: String, signal: String, code: Int32) throws {
    let folder = try Scratch()
    for writer in ["sleep 60 > \"$1/pipe\" 2>/dev/null &", "true &"] {
      let ending = try Executable.run(
        folder.path, signal,
        shell: "mkfifo \"$1/pipe\"; \(writer) other=$!;"
          + " \"$0\" diagnose \"$1/pipe\" --design keep-1 \(limit) & own=$!;"
          + " sleep 1; kill -$2 $own; wait $own; code=$?; kill $other 2>/dev/null;"
          + " rm \"$1/pipe\"; exit $code")
      expectEqual(ending.code, code, "\(writer) \(ending.errors)")
      #expect(ending.errors.contains("/pipe: inconclusive: "))
    }
  }

  @Test func `a drop point of few simulated orders is printed with their number`() throws {
    let ending = try Executable.run(
      shell: "\"$0\" log scenarios/field.json --design keep-1 --users 5000 | \"$0\" diagnose -"
        + " scenarios/field.json --design keep-1 --users 5000")
    #expect(ending.output.contains(/[0-9] of [0-9]/))
    #expect(!ending.output.contains("100 %"), "\(ending.output)")
  }

  @Test func `JSON is the same with any number of workers`() throws {
    let words = ["log", "--design", "keep-1", "--users", "20000", "--format", "json", "--workers"]
    let one = try check(list: words + ["1"])
    let three = try check(list: words + ["3"])
    #expect(one.output == three.output && one.code == 0)
    #expect(one.output.contains("\"transactions\": 1,"))
  }

  @Test(arguments: [
    (
      ["nolog", "--design", "keep-1"], "{}",
      "nolog: the file cannot be read (no such file or directory)", 65
    ),
    (["log"], "{}", "lostorder: --design is missing; expected one of naive, ", 64),
    (
      ["log", "--design", "keep1"], "{}",
      "lostorder: there is no built-in design 'keep1'; did you mean 'keep-1'?", 64
    ),
    (
      ["log", "--design", "keep-1", "--map", "map.json"], #"{ "codes": { "9": "cancled" } }"#,
      "map.json:1:19: codes.9: unknown value 'cancled'", 65
    ),
    (
      ["log", "--design", "keep-1", "--map", "map.json"], #"{ "event": "name" }"#,
      "lines without an event  6", 2
    ),
    (["log", "no.json", "--design", "keep-1"], "{}", "no.json: ", 65),
  ])
  func `wrong input is reported`(words: [String], map: String, error: String, code: Int32) throws {
    let ending = try check(list: words + ["--users", "1000"], map: map)
    expectEqual(ending.code, code)
    #expect(ending.errors.contains(error), "\(ending.errors)")
  }

  @Test func `damaged lines are reported and end with 65, unless they are skipped`() throws {
    let log = Self.log + "{\n"
    let words = ["log", "--design", "keep-1", "--users", "1000"]
    let strict = try check(list: words, log: log)
    let lax = try check(list: words + ["--skip-damaged"], log: log)
    #expect(strict.code == 65 && lax.code == 0 && strict.output == lax.output)
    expectEqual(strict.errors, "log:7:2: this is not JSON; expected an object on each line\n")
  }

  @Test func `a team's names and codes come from the map, and unknown ones are reported`() throws {
    let log = """
      {"uid":"a","ts":1767225600000,"name":"paid","txn":"1"}
      {"uid":"a","ts":1767225601000,"name":"check","txn":"1"}
      {"uid":"a","ts":1767225602000,"name":"check_bad","txn":"1","why":"E7"}
      {"uid":"a","ts":1767225603000,"name":"check_bad","txn":"1","why":"E9"}
      {"uid":"a","ts":1767225604000,"name":"pade","txn":"1"}
      """
    let map = """
      { "user": "uid", "time": "ts", "timeFormat": "milliseconds", "event": "name", "transaction": "txn",
        "code": "why", "codes": { "E7": "timeout" },
        "events": { "paid": "iap_purchase_transaction_succeed", "check": "iap_verify_start",
          "check_bad": "iap_verify_fail", "given": "server_delivered" } }
      """
    let ending = try check(
      "log", "--design", "keep-1", "--users", "2000", "--map", "map.json", log: log, map: map)
    #expect(ending.errors.contains("'pade' is not in the map; lines: 1"))
    #expect(ending.errors.contains("'E9' is not in the map; lines: 1"))
    #expect(ending.output.contains("1 of 1 orders (1000.00 ‰) were not delivered automatically"))
    #expect(
      ending.output.contains(
        "retryTooEarly: the log has no iap_retry_verify_start, 'session', 'try'"))
  }

  @Test func `no line is wider than a page`() throws {
    let ending = try Executable.run(
      shell: "\"$0\" log scenarios/field.json --design keep-1 --users 2000 | \"$0\" diagnose -"
        + " --design naive --users 20000")
    expectEqual(ending.code, 1)
    let lines = ending.output.split(separator: "\n")
    #expect(lines.count > 15 && lines.allSatisfy { DisplayWidth.of(String($0)) <= 100 })
  }

  @Test func `a log from a pipe, a custom scenario and Chinese can be combined`() throws {
    let ending = try Executable.run(
      shell: "\"$0\" log scenarios/keep.json --design keep-1 --users 3000 | \"$0\" diagnose -"
        + " scenarios/keep.json --design keep-1 --users 20000 --language zh")
    #expect(ending.code == 0 && ending.errors == "", "\(ending.errors)\(ending.output)")
    #expect(ending.output.contains("没有用户的过程违反 keep-1 的规则。"))
  }
}
