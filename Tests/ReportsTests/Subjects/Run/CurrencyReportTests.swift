import Experiments
import JSONText
import Methods
import Scenarios
import TestSupport
import Testing

@testable import Reports

/// Amounts of money as reports print them.
@Suite("Amounts in a currency") struct CurrencyReportTests {
  private func findings(_ currency: String, price: String) throws -> RunFindings {
    return try Fixture.findings(
      """
      { "name": "sold", "users": 1000, "sampling": "plain", \(currency)
        "catalog": [ { "product": "p", "price": \(price) } ], "designs": [ "naive", "keep-3" ],
        "faults": [ { "fault": "crash", "probability": 0.5, "at": "callback" } ],
        "expect": [
          { "design": "keep-3", "metric": "lostRevenue", "min": 1 },
          { "metric": "lostRevenue", "of": "keep-3", "below": "naive", "by": 1.00 } ] }
      """)
  }

  @Test("An amount has its currency's decimals, and its code when it is printed alone")
  func amounts() {
    let (euro, yen, dinar) = (Currency(code: "EUR"), Currency(code: "JPY"), Currency(code: "KWD"))
    expectEqual(NumberFormat.amount(123_450, euro), "1,234.50 EUR")
    expectEqual(NumberFormat.amount(-5, euro), "-0.05 EUR")
    expectEqual(NumberFormat.amount(123_450, yen), "123,450 JPY")
    expectEqual(NumberFormat.amount(123_450, dinar), "123.450 KWD")
    expectEqual(NumberFormat.amount(123_450, nil), "123,450")
    expectEqual(NumberFormat.amount(.max, euro), "92,233,720,368,547,758.07 EUR")
  }

  @Test("Reports print the currency; files for programs have minor units and the currency's code")
  func reports() throws {
    let euros = try findings(#""currency": "EUR","#, price: "1234.50")
    let minor = try findings("", price: "123450")
    let lost = euros.designs[0].totalCounters.money.lost
    #expect(lost > 0 && lost == minor.designs[0].totalCounters.money.lost)
    let (text, plain) = (RunReport(euros).text, RunReport(minor).text)
    #expect(text.contains("Money in EUR: the amounts that the store charged"))
    #expect(text.contains(NumberFormat.money(lost, Currency(code: "EUR"))))
    #expect(text.contains("lostRevenue = 0.00 EUR (0.00 to 3,692.70), expected at least 1.00 EUR"))
    #expect(text.contains(", expected at least 1.00 EUR"))
    #expect(
      plain.contains("Money in minor units, such as cents: the amounts that the store charged"))
    #expect(plain.contains(NumberFormat.count(lost)) && !plain.contains("EUR"))
    let euroPage = Fixture.page(euros)
    #expect(euroPage.contains("Money in EUR") && euroPage.contains(" EUR of "))
    #expect(!Fixture.page(minor).contains("EUR"))
    #expect(RunReport(euros, .zh).text.contains("金额单位：EUR。"))
    let record = RunRecord(euros, path: "sold.json") { _, _ in "" }
    #expect(MarkdownReport.text([(record, [])]).contains("1.00 EUR"))
    let summary = SummaryJSON.output(euros).line
    #expect(summary.contains(#""currency": "EUR""#) && summary.contains(#""lost": \#(lost)"#))
    #expect(!SummaryJSON.output(minor).line.contains("currency"))
  }

  @Test("A conclusion states bad debt in the currency")
  func conclusions() throws {
    let texts = { (currency: String, price: String) throws -> [String] in
      let scenario = try Fixture.scenario(
        """
        { "name": "owed", "users": 1000, "sampling": "plain", \(currency)
          "catalog": [ { "product": "p", "price": \(price) } ],
          "designs": [ "keep-3",
            { "name": "again", "extends": "keep-3", "server.dedupe": "none", "ledger": false } ],
          "faults": [ { "fault": "duplicateCallback", "probability": 0.5 },
            { "fault": "replyLoss", "probability": 0.5 } ] }
        """)
      let conclusion = try #require(Conclusion(RunFindings(Runner(scenario).run(workers: 1))))
      return ConclusionText(conclusion).parts.map(\.text).filter { $0.contains("bad debt") }
    }
    let euros = try texts(#""currency": "EUR","#, "4.99")
    let sum = /[+-]?[0-9,]+\.[0-9]{2} EUR/
    #expect(euros.contains { $0.firstMatch(of: sum) != nil })
    #expect(try texts("", "499").allSatisfy { !$0.contains("EUR") })
  }
}
