import EventEngine
import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Reads bytes as the table `o.csv`: the table, or the lines of its problems.
func observed(_ bytes: [UInt8]) -> (table: Observations?, problems: [String]) {
  do throws(Problems) { return (try Observations.read(bytes, file: "o.csv"), []) } catch {
    return (nil, error.list.map(\.description))
  }
}

func observed(_ text: String) -> (table: Observations?, problems: [String]) {
  observed(Array(text.utf8))
}

/// The counts of a dashboard, as CSV and as JSON.
@Suite struct ObservationTests {
  @Test func `the ladder of article 002 has eleven rows`() throws {
    let ladder = [332, 166, 127, 122, 103, 85, 69, 52, 34, 23, 15]
    let csv =
      "event,count,rung\niap_verify_fail,332,0\n"
      + ladder.enumerated().dropFirst().map { "iap_retry_verify_fail,\($1),\($0)\n" }.joined()
    let table = try #require(observed(csv).table)
    expectEqual(table.rows.map(\.count), ladder)
    expectEqual(table.rows.map(\.quantity), ladder.indices.map { .failedTries(rung: $0) })
    let json = "{ \"ladder\": \(ladder) }"
    expectEqual(observed(json).table?.rows.map(\.quantity), table.rows.map(\.quantity))
  }

  @Test func `a sum may be too small by the number of damaged lines`() {
    let rows = "event,count\niap_order_succeed,100\niap_purchase_payment_added,97\n"
    expectEqual(observed(rows).problems.count, 1)
    expectEqual(observed(rows + "damaged,2\n").problems.count, 1)
    expectEqual(observed(rows + "damaged,3\n").table?.rows.last?.quantity, .damaged)
    expectEqual(
      observed(#"{ "damaged": 3, "users": 5 }"#).table?.output.line, #"{"users": 5, "damaged": 3}"#)
  }

  @Test func `a table with zero users has no other counts`() {
    let found = observed("event,count\nusers,0\niap_purchase_click,231\n").problems
    #expect(
      found.count == 1
        && found[0].hasPrefix("o.csv:2:7: the number of users is 0, but another count is 231"))
  }

  @Test func `columns may be in any order, quoted, with a byte order mark and CR LF`() throws {
    let text =
      "\u{FEFF}day,\"count\",event\r\n1,\"52\",iap_purchase_click\r\n\r\n2,7,\"iap_purchase_click\""
    let rows = try #require(observed(text).table).rows
    expectEqual(
      rows,
      [
        .init(.event(.purchaseClick, day: 1), 52, at: TextPosition(line: 2, column: 3)),
        .init(.event(.purchaseClick, day: 2), 7, at: TextPosition(line: 4, column: 3)),
      ])
  }

  @Test func `CSV and JSON hold every count, and a written table reads back`() throws {
    let json = """
      { "users": 50000, "events": { "iap_purchase_click": 52111 },
        "days": [{ "day": 2, "events": { "iap_support_ticket": 3 } }], "ladder": [332, 166],
        "shares": { "lostRate": { "count": 21, "of": 50000 } },
        "late": [{ "count": 9, "of": 1000, "within": "10m" }],
        "quantiles": [{ "metric": "deliveryP50", "is": "850ms", "of": 1001 }] }
      """
    let table = try #require(observed(json).table)
    expectEqual(
      table.rows.map { [$0.count, $0.denominator ?? 0] },
      [
        [50_000, 0], [52_111, 0], [3, 0], [332, 0], [166, 0], [21, 50_000], [9, 1_000],
        [500, 1_001],
      ])
    expectEqual(table.rows.last?.quantity, .late(within: .milliseconds(850)))
    let csv = table.table.map { $0.joined(separator: ",") + "\n" }.joined()
    #expect(csv.hasPrefix("event,count,day,rung,of,within\nusers,50000,,,,\n"))
    for text in [csv, table.output.text] {
      let again = try #require(observed(text).table)
      expectEqual(Set(again.rows.map(\.quantity)), Set(table.rows.map(\.quantity)))
      for row in table.rows {
        #expect(
          again[row.quantity]?.count == row.count
            && again[row.quantity]?.denominator == row.denominator)
      }
    }
  }

  @Test func `a quantile is the time that a fraction of all charges do not exceed`() {
    for (metric, of, late) in [
      ("deliveryP50", 1, 0), ("deliveryP50", 2, 1), ("deliveryP95", 100, 5),
      ("deliveryP95", 101, 5), ("deliveryP99", 50, 0), ("deliveryP99", 0, 0),
    ] {
      let text = #"{ "quantiles": [{ "metric": "\#(metric)", "is": "1s", "of": \#(of) }] }"#
      expectEqual(observed(text).table?.rows.map(\.count), [late])
    }
  }

  @Test func `the funnel of one design is a table, as CSV and as JSON`() throws {
    let csv =
      "design,logged,count\r\na,iap_verify_fail,3\r\na,abnormalUsers,3\r\na,failed first try,2\r\n"
      + "a,failed retry 1,1\r\n"
    expectEqual(
      observed(csv).table?.rows.map(\.quantity),
      [.event(.verifyFail, day: nil), .failedTries(rung: 0), .failedTries(rung: 1)])
    let json = """
      { "version": "0", "scenario": { "name": "s", "users": 9 }, "designs": [
        { "name": "a", "funnel": { "iap_verify_fail": 3, "abnormalUsers": 3 }, "ladder": [2, 1] }] }
      """
    expectEqual(
      observed(json).table?.rows.map(\.quantity),
      [.users, .event(.verifyFail, day: nil), .failedTries(rung: 0), .failedTries(rung: 1)])
    expectEqual(
      observed(csv + "b,iap_verify_fail,3\r\n").problems,
      ["o.csv:6:1: design: the table has a second design; expected the counts of one design"])
    let two = json.replacing(" }] }", with: " }, {}] }")
    expectOnly(
      observed(two).problems,
      "o.csv:1:71: designs: the file has the funnels of 2 designs; "
        + "expected the funnel of a scenario with one design")
  }

  @Test(
    arguments: [
      "": "1:1: the file is empty; expected a table of counts, JSON or CSV",
      " \r\n\t": "1:1: the file is empty; expected a table of counts, JSON or CSV",
      "event\nusers\n":
        "1:1: column 'count' is missing; expected a first row such as 'event,count'",
      "event,cuont\nusers,1\n":
        "1:1: column 'count' is missing; expected a first row such as 'event,count'\n"
        + "1:7: unknown column 'cuont'; expected one of event, count, of, day, rung, within or design;"
        + " did you mean 'count'?",
      "event,count,count\nusers,1,1\n":
        "1:13: key 'count' is given twice; expected it once (first on line 1)",
      "event,count\n": "1:1: the table has no count; expected at least one count",
      "event,count\nusers\n": "2:1: a row of 1 cell; expected 2, as the first row has",
      "event,count\nusers;5\n": "2:1: a row of 1 cell; expected 2, separated by commas",
      "\nevent;count\nusers;5\n":
        "2:6: the cells are separated by ';'; "
        + "expected cells separated by commas, such as 'event,count'",
      "event\tcount\nusers\t5\n":
        "1:6: the cells are separated by tabs; "
        + "expected cells separated by commas, such as 'event,count'",
      "event,count\nusers,-1\n":
        "2:7: count: -1 is out of range; expected a whole number from 0 to 1000000000000",
      "event,count\nusers,1.5\n":
        "2:7: count: 1.5 is not a whole number; expected a whole number from 0 to 1000000000000",
      "event,count\nusers,99999999999999999999\n":
        "2:7: count: 1e+20 is out of range; expected a whole number from 0 to 1000000000000",
      "event,count\nusers,\"1,000\"\n":
        "2:7: count: '1,000' is not a whole number; "
        + "expected a whole number from 0 to 1000000000000",
      "event,count\nusers,\n":
        "2:1: 'count' is missing; expected a whole number from 0 to 1000000000000",
      "event,count\niap_verify_fial,1\n":
        "2:1: event: unknown event 'iap_verify_fial'; expected a moment such as 'iap_purchase_click', 'users',"
        + " a metric, or 'lateRate'; did you mean 'iap_verify_fail'?",
      "event,count\nusers,1\nusers,2\n":
        "3:7: the same count is given twice; expected it once (first on line 2)",
      "event,count,of\nlostRate,3,2\n":
        "2:10: the count 3 is above the total 2; expected a count of at most the total",
      "event,count\nlostRate,3\n":
        "2:1: event: 'lostRate' needs 'of'; expected a value in that column",
      "event,count,of\nlateRate,3,5\n":
        "2:1: event: 'lateRate' needs 'within'; expected a value in that column",
      "event,count,of\nusers,3,5\n":
        "2:9: of: 'of' does not apply to 'users'; expected an empty cell",
      "event,count,rung\niap_verify_start,3,1\n":
        "2:1: event: 'iap_verify_start' has no rung; "
        + "expected one of iap_verify_fail or iap_retry_verify_fail",
      "event,count,rung\niap_verify_fail,127,0\niap_retry_verify_fail,166,1\n":
        "3:23: more retries than failures: 166 after 127; "
        + "expected no more on a rung than on the previous rung (C7)",
      "event,count,rung\niap_verify_fail,1,17\n":
        "2:19: rung: 17 is out of range; expected a whole number from 0 to 16",
      "event,count,day\niap_verify_fail,1,\niap_verify_fail,1,3\n":
        "3:17: 'iap_verify_fail' is counted both by day and in total; expected only one of them",
      "event,count,of,within\nlateRate,3,9,1m\nlateRate,4,9,2m\n":
        "3:10: 4 charges are late after '2m', but only 3 after '1m'; "
        + "expected no more charges after a later deadline",
      "event,count\niap_verify_start,5\niap_verify_succeed,4\niap_verify_fail,2\n":
        "4:17: iap_verify_succeed, iap_verify_fail add up to 6, but iap_verify_start only to 5;"
        + " expected at most as many: a first try ends once (C7)",
      "event,count\n\"users,1\n":
        "2:1: the quotation mark that opens here is not closed; expected '\"'",
      "event,count\nus\"ers,1\n":
        "2:3: a quotation mark inside a cell; "
        + "expected the whole cell in quotation marks, with this mark doubled",
      "event,count\n\"users\"x,1\n":
        "2:8: there is text after the closing quotation mark of a cell; "
        + "expected a comma or the end of the line",
      #"{ "users": 1, "evnts": {} }"#:
        "1:15: unknown key 'evnts'; expected one of users, damaged, events, days, ladder, shares, late or quantiles;"
        + " did you mean 'events'?",
      "{}": "1:1: the table has no count; expected at least one count",
      "[1]": "1:1: a list is not allowed here; expected an object",
      #"{ "days": [{ "day": 0, "events": {} }, { "events": 1 }] }"#:
        "1:21: days[0].day: 0 is out of range; expected a whole number from 1 to 36525\n"
        + "1:40: days[1]: 'day' is missing; expected a whole number from 1 to 36525",
      #"{ "shares": { "lostRate": { "count": 5, "of": 4 } } }"#:
        "1:38: the count 5 is above the total 4; expected a count of at most the total",
      #"{ "users": "\uD800" }"#:
        "1:13: an unpaired surrogate; expected a pair such as \\uD83D\\uDE00",
    ] as [String: String])
  func `a problem has its position and the expected value`(text: String, message: String) {
    expectEqual(observed(text).problems.map { String($0.dropFirst(6)) }, message.lines)
  }

  @Test func `counts of retries may exceed the counts of taps`() {
    let possible = "event,count\niap_verify_succeed,9\niap_retry_verify_succeed,9\nusers,1\n"
    expectEqual(observed(possible).problems, [])
  }

  @Test func `a file of more than 16 MiB or 100,000 rows is rejected`() {
    let many = "event,count\n" + String(repeating: "users,1\n", count: 100_001)
    expectEqual(
      observed(many).problems,
      ["o.csv:100001:1: there are more than 100000 rows; expected at most 100000"])
    let large = [UInt8](repeating: UInt8(ascii: "x"), count: 16 << 20 + 1)
    expectEqual(
      observed(large).problems,
      ["o.csv:1:1: the file has 16777217 bytes; expected at most 16777216 bytes (16 MiB)"])
  }
}

extension String { fileprivate var lines: [String] { split(separator: "\n").map(String.init) } }
