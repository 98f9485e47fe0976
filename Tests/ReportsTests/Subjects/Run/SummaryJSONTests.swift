import Methods
import Experiments
import JSONText
import Reports
import Scenarios
import Testing

@Suite("SummaryJSON")
struct SummaryJSONTests {
  @Test("a case's summary in full")
  func ofCase() {
    #expect(SummaryJSON.output(HandMade.caseFindings()).text == SummaryJSONTests.caseText)
  }

  static let caseText = """
    {
      "format": 1,
      "version": "0.1.0",
      "confidence": 0.95,
      "intervals": "wilson",
      "scenario": {
        "name": "hand-made",
        "title": "Two designs by hand",
        "case": true,
        "seed": 7,
        "users": 1
      },
      "verdict": "fail",
      "troubles": [],
      "designs": [
        {
          "name": "zero-loss-1.0",
          "events": 12,
          "ending": {
            "charges": [
              {
                "outcome": "lost",
                "kind": "undelivered",
                "dropPoint": "recordCleared"
              },
              {
                "outcome": "recovered"
              }
            ],
            "flags": ["doubleCharge", "hung"]
          }
        },
        {
          "name": "zero-loss-1.2",
          "events": 12,
          "ending": {
            "charges": [
              {
                "outcome": "delivered"
              }
            ],
            "flags": []
          }
        }
      ],
      "expectations": [
        {
          "path": "expect[0]",
          "verdict": "fail",
          "design": "zero-loss-1.0",
          "expected": {
            "charges": [
              {
                "outcome": "lost",
                "kind": "crossed"
              }
            ],
            "flags": []
          }
        },
        {
          "path": "expect[1]",
          "verdict": "pass",
          "design": "zero-loss-1.2",
          "expected": {
            "charges": [
              {
                "outcome": "delivered"
              }
            ],
            "flags": []
          }
        },
        {
          "path": "expect[2]",
          "verdict": "pass",
          "design": "zero-loss-1.2",
          "metric": "lostRate",
          "min": null,
          "max": 0,
          "found": [0, 0, 0]
        }
      ]
    }

    """

  @Test("a scenario's summary begins with the run and has every design's counts")
  func scenario() {
    let claims = RunReportTests.claims
    let text = SummaryJSON.output(HandMade.findings(claims)).text
    #expect(text.hasPrefix(SummaryJSONTests.scenarioStart))
    #expect(text.hasSuffix(SummaryJSONTests.scenarioEnd))
  }

  static let scenarioStart = """
    {
      "format": 1,
      "version": "0.1.0",
      "confidence": 0.95,
      "intervals": "wilson",
      "scenario": {
        "name": "hand-made",
        "title": "Two designs by hand",
        "case": false,
        "seed": 7,
        "users": 10000,
        "sampling": "plain"
      },
      "verdict": "fail",
      "troubles": [],
      "designs": [
        {
          "name": "zero-loss-1.0",
          "events": 120000,
          "charges": {
            "total": 10000,
            "delivered": 9800,
            "recovered": 0,
            "rescued": 40,
            "undelivered": 120,
            "crossed": 40,
            "misdelivered": 0,
            "duplicateDelivery": 0,
            "wrongBeside": 0,
            "refunded": 0,
            "late": [
              {
                "within": 3600,
                "missed": 200,
                "rate": [0.02, 0.017434712, 0.022933927]
              }
            ]
          },
          "intents": {
            "total": 10000,
            "wantedToPay": 10000,
            "lostSales": 0,
            "doubleCharge": 0,
            "hung": 0,
            "refused": 0,
            "noOrder": 0,
            "blocked": 0,
            "tickets": 0
          },
          "money": {
            "charged": 253000000,
            "delivered": 243000000,
            "recovered": 0,
            "rescued": 2000000,
            "lost": 8000000,
            "refunded": 0,
            "booked": 0,
            "badDebt": {
              "total": 0,
              "refundedGoods": 0,
              "duplicates": 0,
              "priceDifferences": 0
            }
          },
          "rates": {
            "lostRate": [0.02, 0.017434712, 0.022933927],
            "undeliveredRate": [0.012, 0.010045476, 0.014329306],
            "crossedRate": [0.004, 0.00285915, 0.005442922],
            "misdeliveredRate": [0, 0, 0.000299528],
            "rescuedRate": [0.004, 0.00285915, 0.005442922],
            "recoveredRate": [0, 0, 0.000299528],
            "recoveredInProcessRate": [0, 0, 0.000299528],
            "recoveredAfterRelaunchRate": [0, 0, 0.000299528],
            "duplicateRate": [0, 0, 0.000299528],
            "doubleChargeRate": [0, 0, 0.000299528],
            "hungRate": [0, 0, 0.000299528],
            "refusedRate": [0, 0, 0.000299528],
            "blockedRate": [0, 0, 0.000299528],
            "ticketRate": [0, 0, 0.000299528],
            "lostSaleRate": [0, 0, 0.000299528]
          },
          "delivery": {
            "p50": [0.847871, 0.843776, 0.851967],
            "p95": [0.847871, 0.843776, 0.851967],
            "p99": ["never", "never", "never"]
          },
          "funnel": {
            "iap_purchase_click": 0,
            "iap_purchase_refused": 0,
            "iap_purchase_resumed": 0,
            "iap_order_succeed": 0,
            "iap_order_fail": 0,
            "iap_purchase_payment_added": 0,
            "iap_purchase_transaction_cancel": 0,
            "iap_purchase_transaction_fail": 0,
            "iap_purchase_transaction_succeed": 0,
            "iap_purchase_transaction_unbound": 0,
            "iap_verify_start": 0,
            "iap_verify_succeed": 0,
            "iap_verify_reject": 0,
            "iap_verify_fail": 0,
            "iap_retry_verify_start": 0,
            "iap_retry_verify_succeed": 0,
            "iap_retry_verify_reject": 0,
            "iap_retry_verify_fail": 0,
            "iap_retry_exhausted": 0,
            "iap_recovery_page_retry": 0,
            "iap_support_ticket": 0,
            "iap_transaction_finish": 0,
            "abnormalUsers": 0
          },
          "ladder": [200, 160, 120, 80, 40],
          "ladderRates": [
            [0.8, 0.737773635, 0.853105512],
            [0.6, 0.53083672, 0.665394214],
            [0.4, 0.334605786, 0.46916328],
            [0.2, 0.146894488, 0.262226365]
          ],
          "lost": [
            {
              "kind": "undelivered",
              "dropPoint": "recordCleared",
              "charges": 120,
              "firstUsers": [101, 151, 201]
            },
            {
              "kind": "crossed",
              "dropPoint": "wrongRecord",
              "charges": 40,
              "firstUsers": [1, 251, 501]
            }
          ],

    """

  static let scenarioEnd = """
      "expectations": [
        {
          "path": "expect[0]",
          "verdict": "pass",
          "design": "zero-loss-1.0",
          "metric": "lostRate",
          "min": 0.015,
          "max": 0.025,
          "found": [0.02, 0.017434712, 0.022933927]
        },
        {
          "path": "expect[1]",
          "verdict": "fail",
          "design": "zero-loss-1.0",
          "metric": "lateRate",
          "within": 3600,
          "min": null,
          "max": 0.0001,
          "found": [0.02, 0.017434712, 0.022933927]
        },
        {
          "path": "expect[2]",
          "verdict": "pass",
          "design": "zero-loss-1.2",
          "metric": "deliveryP50",
          "min": null,
          "max": 1,
          "found": [0.847871, 0.843776, 0.851967]
        },
        {
          "path": "expect[3]",
          "verdict": "fail",
          "design": "zero-loss-1.0",
          "metric": "deliveryP99",
          "min": null,
          "max": 60,
          "found": ["never", "never", "never"]
        },
        {
          "path": "expect[4]",
          "verdict": "inconclusive",
          "design": "zero-loss-1.0",
          "metric": "lostRevenue",
          "min": 8000000,
          "max": null,
          "found": [8000000, 6859971, 9325903],
          "usersToDecide": null
        },
        {
          "path": "expect[5]",
          "verdict": "pass",
          "of": "zero-loss-1.2",
          "below": "zero-loss-1.0",
          "metric": "lostRate",
          "by": 0.01,
          "found": [0.02, 0.017417005, 0.022933927]
        },
        {
          "path": "expect[6]",
          "verdict": "inconclusive",
          "of": "zero-loss-1.2",
          "below": "zero-loss-1.0",
          "metric": "lostRate",
          "by": 0.0205,
          "found": [0.02, 0.017417005, 0.022933927],
          "usersToDecide": 690000
        },
        {
          "path": "expect[7]",
          "verdict": "pass",
          "of": "zero-loss-1.2",
          "below": "zero-loss-1.0",
          "metric": "lostRate",
          "factor": 20,
          "found": [0.02, 0.013439207, 0.022933927]
        },
        {
          "path": "expect[8]",
          "verdict": "pass",
          "design": "zero-loss-1.0",
          "metric": "failedRetryRate",
          "retry": 2,
          "min": 0.5,
          "max": 0.7,
          "found": [0.6, 0.53083672, 0.665394214]
        }
      ]
    }

    """

  @Test("every rate has the value that a claim about its metric finds")
  func rates() throws {
    // What no store of these designs does is not told.
    let rates = Share.metrics.filter { !$0.isOfAutoRefunds }.map { Metric.share($0) }
    #expect(rates.count == 15)
    let scenario = HandMade.scenario(
      rates.map { .range($0, design: "zero-loss-1.0", min: nil, max: 1) })
    var books = Books(scenario)
    for user in 0..<scenario.users {
      books.add(HandMade.eventful(user), design: 0, of: UInt64(user))
      books.add(HandMade.eventful(0), design: 1, of: UInt64(user))
      books.endUser()
    }
    let findings = Findings(Results(scenario: scenario, books: books, endings: []))
    let summary = SummaryJSON.output(findings)
    let found = try #require(summary["expectations"]?.elements).map { $0["found"] }
    let shown = try #require(summary["designs"]?.elements?.first?["rates"]?.members)
    #expect(shown.map(\.key) == rates.map(\.name))
    #expect(shown.map(\.value) == found)
    #expect(Set(found).count == rates.count)
  }

  @Test("what cannot be measured is null, and what never comes is never")
  func missing() {
    let findings = HandMade.findings(
      [
        .range(.lostRate, design: "zero-loss-1.0", min: 0, max: nil),
        .range(.deliveryP99, design: "zero-loss-1.0", min: nil, max: 60),
      ], product: nil)
    let text = SummaryJSON.output(findings).text
    #expect(text.contains("\"p99\": [\"never\", \"never\", \"never\"]"))
    #expect(text.contains("\"found\": [\"never\", \"never\", \"never\"]"))
  }
}

extension JSONOutput {
  /// The value of a member; nil when there is none.
  fileprivate subscript(key: String) -> JSONOutput? {
    members?.first { $0.key == key }?.value
  }

  /// The members of an object; nil for others.
  fileprivate var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The elements of a list; nil for others.
  fileprivate var elements: [JSONOutput]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}
