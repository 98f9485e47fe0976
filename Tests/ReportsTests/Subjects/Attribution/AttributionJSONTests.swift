import Experiments
import Foundation
import JSONText
import Reports
import Testing
import TestSupport

@Suite("AttributionJSON")
struct AttributionJSONTests {
  @Test("the whole file")
  func whole() {
    let text = AttributionJSON.output(HandMadeAttribution.found()).text
    #expect(text == AttributionJSONTests.text)
  }

  @Test("with sampled orders their number and errors stand there")
  func sampled() {
    let text = AttributionJSON.output(HandMadeAttribution.found(sampled: true)).text
    #expect(text.contains("\"orders\": 38,"))
    #expect(text.contains("\"lostRateOrderError\": 0"))
    #expect(text.contains("\"lostRevenueOrderError\": 0"))
  }

  @Test("the same as rows: what was lost, in which ways, but for which faults, and what axes add")
  func rows() {
    let rows = AttributionCSV.text(HandMadeAttribution.found()).split(separator: "\r\n")
    let columns = "part,design,name,orders,rate,rateLow,rateHigh,alone"
    #expect(rows[0] == columns + ",lostRevenue,lostRevenueLow,lostRevenueHigh")
    let lost = rows.filter { $0.hasPrefix("all,") || $0.contains(",zero-loss-1.0,") }
    #expect(rows.contains("all,zero-loss-1.0,,100,0.1,0.082909444,0.120151963,,,,"))
    let count = { (part: String) in
      lost.filter { $0.hasPrefix(part + ",") }.compactMap {
        Int($0.split(separator: ",", omittingEmptySubsequences: false)[3])
      }
    }
    // Ways add up to all; so do the sets of faults with the rest.
    #expect(count("way").reduce(0, +) == 100 && count("way").count == 4)
    let exact = ["exactly", "moreThanThree", "noSingleFault", "noFault"].flatMap(count)
    #expect(exact.reduce(0, +) == 100)
    #expect(rows.contains { $0.hasPrefix("way,zero-loss-1.0,lost undelivered recordDied,70,") })
    #expect(
      rows.contains { $0.hasPrefix("butFor,zero-loss-1.0,crash[0],70,") && $0.hasSuffix(",50,,,") })
    #expect(rows.contains { $0.hasPrefix("exactly,zero-loss-1.0,crash[0] + appKill[1],20,") })
    let axes = rows.filter { $0.hasPrefix("axis,") }
    let shares = axes.compactMap {
      Double($0.split(separator: ",", omittingEmptySubsequences: false)[4])
    }
    #expect(axes.count == 3 && abs(shares.reduce(0, +) + 0.1) < 1e-6, "\(axes)")
  }

  @Test("the article on the form names every member")
  func article() throws {
    let article = try PackageFiles.text("Sources/Reports/Reports.docc/AttributionFormat.md")
    let texts = [false, true].map { sampled in
      AttributionJSON.output(HandMadeAttribution.found(sampled: sampled)).text
    }
    for text in texts {
      for member in text.matches(of: /"([A-Za-z]+)":/) {
        #expect(article.contains("`\(member.1)`"), "\(member.1)")
      }
    }
  }

  private static let text = """
    {
      "format": 1,
      "version": "0.1.0",
      "confidence": 0.95,
      "scenario": {
        "name": "hand-made",
        "title": "Two designs by hand",
        "case": false,
        "seed": 7,
        "users": 1000
      },
      "faults": ["crash", "appKill", "networkLoss"],
      "designs": [
        {
          "name": "zero-loss-1.0",
          "charges": 1000,
          "lost": {
            "orders": 100,
            "rate": [0.1, 0.082909444, 0.120151963],
            "firstUsers": [3, 13, 23]
          },
          "ways": [
            {
              "outcome": "lost",
              "kind": "undelivered",
              "dropPoint": "recordDied",
              "orders": 70,
              "rate": [0.07, 0.055776364, 0.087514648],
              "firstUsers": [13, 23, 53]
            },
            {
              "outcome": "lost",
              "kind": "undelivered",
              "dropPoint": "unboundKept",
              "orders": 10,
              "rate": [0.01, 0.004805511, 0.018313243],
              "firstUsers": [43, 143, 243]
            },
            {
              "outcome": "lost",
              "kind": "crossed",
              "dropPoint": "wrongRecord",
              "orders": 10,
              "rate": [0.01, 0.004805511, 0.018313243],
              "firstUsers": [33, 133, 233]
            },
            {
              "outcome": "rescued",
              "orders": 10,
              "rate": [0.01, 0.004805511, 0.018313243],
              "firstUsers": [3, 103, 203]
            }
          ],
          "butFor": [
            {
              "declaration": 0,
              "orders": 70,
              "rate": [0.07, 0.055776364, 0.087514648],
              "firstUsers": [13, 23, 53],
              "alone": 50
            },
            {
              "declaration": 1,
              "orders": 30,
              "rate": [0.03, 0.020330486, 0.042551402],
              "firstUsers": [3, 13, 23],
              "alone": 10
            },
            {
              "declaration": 2,
              "orders": 0,
              "rate": [0, 0, 0.00299125],
              "firstUsers": [],
              "alone": 0
            }
          ],
          "exactly": [
            {
              "declarations": [0],
              "orders": 50,
              "rate": [0.05, 0.037335398, 0.065390488],
              "firstUsers": [53, 63, 73]
            },
            {
              "declarations": [0, 1],
              "orders": 20,
              "rate": [0.02, 0.012258268, 0.030720033],
              "firstUsers": [13, 23, 113]
            },
            {
              "declarations": [1],
              "orders": 10,
              "rate": [0.01, 0.004805511, 0.018313243],
              "firstUsers": [3, 103, 203]
            }
          ],
          "moreThanThree": {
            "orders": 0,
            "rate": [0, 0, 0.00299125],
            "firstUsers": []
          },
          "noSingleFault": {
            "orders": 10,
            "rate": [0.01, 0.004805511, 0.018313243],
            "firstUsers": [33, 133, 233]
          },
          "noFault": {
            "orders": 10,
            "rate": [0.01, 0.004805511, 0.018313243],
            "firstUsers": [43, 143, 243]
          }
        },
        {
          "name": "zero-loss-1.2",
          "charges": 1000,
          "lost": {
            "orders": 0,
            "rate": [0, 0, 0.00299125],
            "firstUsers": []
          },
          "ways": [],
          "butFor": [
            {
              "declaration": 0,
              "orders": 0,
              "rate": [0, 0, 0.00299125],
              "firstUsers": [],
              "alone": 0
            },
            {
              "declaration": 1,
              "orders": 0,
              "rate": [0, 0, 0.00299125],
              "firstUsers": [],
              "alone": 0
            },
            {
              "declaration": 2,
              "orders": 0,
              "rate": [0, 0, 0.00299125],
              "firstUsers": [],
              "alone": 0
            }
          ],
          "exactly": [],
          "moreThanThree": {
            "orders": 0,
            "rate": [0, 0, 0.00299125],
            "firstUsers": []
          },
          "noSingleFault": {
            "orders": 0,
            "rate": [0, 0, 0.00299125],
            "firstUsers": []
          },
          "noFault": {
            "orders": 0,
            "rate": [0, 0, 0.00299125],
            "firstUsers": []
          }
        }
      ],
      "axes": {
        "from": "zero-loss-1.0",
        "to": "zero-loss-1.2",
        "hybrids": 8,
        "orders": "all",
        "lostRate": {
          "from": 0.1,
          "to": 0,
          "difference": [-0.1, -0.115843227, -0.084156773]
        },
        "lostRevenue": {
          "from": 60100,
          "to": 0,
          "difference": [-60100, -69622, -50578]
        },
        "shares": [
          {
            "axes": [
              {
                "name": "timing",
                "from": "purchaseFirst",
                "to": "orderFirst"
              },
              {
                "name": "payload",
                "from": "none",
                "to": "order"
              }
            ],
            "lostRate": [-0.075, -0.088119745, -0.061880255],
            "lostRevenue": [-45075, -52960, -37190]
          },
          {
            "axes": [
              {
                "name": "finish",
                "from": "afterVerification",
                "to": "onCallback"
              }
            ],
            "lostRate": [-0.025, -0.032335362, -0.017664638],
            "lostRevenue": [-15025, -19434, -10616]
          },
          {
            "axes": [
              {
                "name": "ledger",
                "from": "false",
                "to": "true"
              }
            ],
            "lostRate": [0, -0.003841459, 0.003841459],
            "lostRevenue": [0, -2309, 2309]
          }
        ]
      }
    }

    """
}
