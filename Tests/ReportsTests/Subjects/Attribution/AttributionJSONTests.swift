import Experiments
import Foundation
import JSONText
import Reports
import TestSupport
import Testing

@Suite("AttributionJSON") struct AttributionJSONTests {
  @Test("the JSON output equals the golden file")
  func whole() throws {
    let text = AttributionJSON.output(HandMadeAttribution.found()).text
    #expect(try Golden.difference(text, "attribution.json") == nil)
  }

  @Test("sampled orders are reported with their number and errors")
  func sampled() {
    let text = AttributionJSON.output(HandMadeAttribution.found(sampled: true)).text
    #expect(text.contains("\"orders\": 38,"))
    #expect(text.contains("\"lostRateOrderError\": 0"))
    #expect(text.contains("\"lostRevenueOrderError\": 0"))
  }

  @Test("the CSV has rows for losses, outcomes, faults and the effects of axes")
  func rows() {
    let rows = AttributionCSV.text(HandMadeAttribution.found()).split(separator: "\r\n")
    let columns = "part,design,name,orders,rate,rateLow,rateHigh,alone"
    expectEqual(rows[0], columns + ",lostRevenue,lostRevenueLow,lostRevenueHigh")
    let lost = rows.filter { $0.hasPrefix("all,") || $0.contains(",zero-loss-1.0,") }
    #expect(rows.contains("all,zero-loss-1.0,,100,0.1,0.082909444,0.120151963,,,,"))
    let count = { (part: String) in
      lost.filter { $0.hasPrefix(part + ",") }.compactMap {
        Int($0.split(separator: ",", omittingEmptySubsequences: false)[3])
      }
    }
    // The outcomes add up to all, and so do the sets of faults with the rest.
    #expect(count("way").reduce(0, +) == 100 && count("way").count == 4)
    let exact = ["exactly", "moreThanThree", "noSingleFault", "noFault"].flatMap(count)
    expectEqual(exact.reduce(0, +), 100)
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

  @Test("the article on the format names every member")
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
}
