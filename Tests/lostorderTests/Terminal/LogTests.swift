import Foundation
import TestSupport
import Testing

/// `lostorder funnel`, by event and by day, as separate processes.
@Suite("Log") struct LogTests {
  /// One user with an interrupted purchase, under the design that loses it and a design that keeps it.
  private static let story = """
    { "name": "story", "title": "A cancel that was none",
      "designs": ["zero-loss-1.0", "zero-loss-1.2"], "horizon": "2d",
      "catalog": [{ "product": "tier.500", "price": 50000, "items": ["one", "two"] }],
      "behavior": { "gap": "8h" },
      "plan": [{ "tap": 1 },
               { "fault": "spuriousCancel", "at": "sheet", "after": "8s", "resolves": "60s" },
               { "fault": "networkLoss", "at": "callback", "lasts": "1d" }] }
    """

  @Test("funnel counts what the client of each design logged")
  func funnel() throws {
    let scratch = try Scratch()
    let ending = try Executable.run("funnel", try scratch.write(Self.story, "story.json"))
    #expect(ending.code == 0 && ending.errors == "")
    #expect(ending.output.hasPrefix(Self.funnelText))
  }

  static let funnelText = """
    story: A cancel that was none
    lostorder 0.1.0, seed 1, a case

    logged                            zero-loss-1.0  zero-loss-1.2
    iap_purchase_click                            1              1
    iap_purchase_payment_added                    1              1
    iap_purchase_transaction_cancel               1              1
    iap_purchase_transaction_succeed              6              5
    iap_purchase_transaction_unbound              6              0
    iap_verify_start                              0              1
    iap_verify_fail                               0              1
    iap_retry_verify_start                        0             19
    iap_retry_verify_succeed                      0              1
    iap_retry_verify_fail                         0             18
    iap_retry_exhausted                           0              4
    iap_transaction_finish                        0              1
    abnormal users                                1              1

    """

  @Test("by day it counts by simulated day, with the revenue recovered on that day")
  func digest() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.story, "story.json")
    let ending = try Executable.run("funnel", path, "--by", "day", "--design", "zero-loss-1.2")
    #expect(ending.code == 0 && ending.errors == "")
    #expect(ending.output.hasPrefix(Self.digestText))
  }

  static let digestText = """
    story: A cancel that was none
    lostorder 0.1.0, seed 1, a case

    zero-loss-1.2
    day  purchase_  transaction_  transaction_  verify_  retry_verify_     retry_  abnormal  recovered      in
             click        cancel       succeed     fail        succeed  exhausted     users   that day   total
      1          1             1             3        1              0          3         1          0       0
      2          0             0             2        0              1          1         1     50,000  50,000

    """

  @Test("counts are the same on any number of workers")
  func workers() throws {
    for options in [[], ["--by", "day"]] {
      let run = { (workers: String) in
        try Executable.run(
          list: ["funnel", "scenarios/keep.json", "--users", "3000", "--workers", workers] + options
        ).output
      }
      let one = try run("1")
      #expect(one.contains("3,000 users"))
      #expect(try run("3") == one)
    }
  }

  @Test("an unknown design is rejected with the nearest name")
  func unknownDesign() throws {
    let ending = try Executable.run(
      "funnel", "scenarios/first.json", "--by", "day", "--design", "zero-loss-1.3")
    ending.expectErrors(
      "lostorder: the scenario has no design 'zero-loss-1.3'; expected zero-loss-1.0 or"
        + " zero-loss-1.2; did you mean 'zero-loss-1.0'?\n", code: 64)
  }
}
