import JSONText
import PurchaseWorld
import TestSupport
import Testing

@testable import Scenarios

/// Prices and bounds of money in a currency.
@Suite("Currencies") struct CurrencyTests {
  private func read(_ currency: String, _ price: String, _ more: String = "") -> Scenario? {
    scenario(
      #"{ "name": "s", "designs": ["naive"], "catalog": [{ "product": "p", "price": \#(price) }], "#
        + #""currency": "\#(currency)"\#(more) }"#)
  }

  private func price(_ currency: String, _ price: String) -> Int? {
    read(currency, price)?.population.conditions.catalog.products[0].price
  }

  /// The problems of a scenario with a price, without the file and the line.
  private func wrong(_ currency: String, _ price: String) -> [String] {
    problems(
      #"{ "name": "s", "designs": ["naive"], "currency": "\#(currency)", "#
        + #""catalog": [{ "product": "p", "price": \#(price) }] }"#
    ).map { String($0.replacing(#/^s\.json:[0-9]+:[0-9]+: /#, with: "")) }
  }

  @Test(
    "A price is read exactly in minor units",
    arguments: [
      ("EUR", "4.99", 499), ("EUR", "5", 500), ("EUR", "4.9", 490), ("EUR", "4.990", 499),
      ("USD", "0.07", 7), ("CNY", "0", 0), ("CNY", "0.00", 0), ("EUR", "1e2", 10_000),
      ("EUR", "4.99e+1", 4_990), ("EUR", "499e-2", 499), ("EUR", "1000000", 100_000_000),
      ("EUR", "0e999999999999999999999", 0), ("JPY", "600", 600), ("JPY", "600.0", 600),
      ("KWD", "1.234", 1_234), ("KWD", "0.001", 1), ("EUR", "-0", 0),
      // As doubles, 1.15 and 8.20 times 100 are below 115 and 820.
      ("EUR", "1.15", 115), ("EUR", "8.20", 820), ("EUR", "999999.99", 99_999_999),
    ])
  func prices(currency: String, text: String, units: Int) {
    expectEqual(price(currency, text), units)
  }

  @Test(
    "An amount with too many decimals for its currency is rejected, however close",
    arguments: [
      ("EUR", "4.999", 2), ("JPY", "0.5", 0), ("KWD", "1.2345", 3),
      // The nearest double is 5.
      ("EUR", "4.99999999999999999999", 2), ("EUR", "1e-99999999999999999999", 2),
    ])
  func tooFine(currency: String, text: String, decimals: Int) {
    expectOnly(
      wrong(currency, text),
      "catalog[0].price: \(text) has too many decimals for \(currency); "
        + "expected at most \(decimals) decimals")
  }

  @Test("A price has a limit in minor units, and a currency needs a valid code")
  func limits() {
    expectEqual(
      wrong("EUR", "1000000.01"),
      ["catalog[0].price: 1000000.01 EUR is out of range; expected at most 100000000 minor units"])
    expectEqual(
      wrong("EUR", "1e9"),
      ["catalog[0].price: 1000000000 is out of range; expected a number from 0 to 100000000"])
    expectOnly(
      wrong("EUT", "1"),
      "currency: unknown currency 'EUT'; expected a currency code of ISO 4217 such as 'EUR'; "
        + "did you mean 'EUR'?")
  }

  @Test("Without a currency a price is in minor units, and every currency has the same default")
  func without() {
    let plain = scenario(
      #"{ "name": "s", "designs": ["naive"], "catalog": [{ "product": "p", "price": 499 }] }"#)
    #expect(plain?.currency == nil)
    expectEqual(plain?.population.conditions.catalog.products[0].price, 499)
    for currency in ["EUR", "JPY"] {
      let read = scenario(
        #"{ "name": "s", "designs": ["naive"], "currency": "\#(currency)", "#
          + #""catalog": [{ "product": "p" }] }"#)
      expectEqual(read?.population.conditions.catalog.products[0].price, 600)
      expectEqual(read?.currency?.code, currency)
    }
  }

  @Test("A bound of money is an amount in the currency, also for the store's price")
  func bounds() throws {
    let expect = #", "expect": [{ "design": "naive", "metric": "lostRevenue", "max": 12.5 }]"#
    let euros = try #require(read("EUR", "4.99", expect))
    expectEqual(
      euros.expectations.map(\.claim),
      [.range(.lostRevenue, design: "naive", min: nil, max: 1_250)])
    let order = problems(
      with: #""currency": "EUR", "expect": [{ "design": "naive", "metric": "badDebt", "#
        + #""min": 2.5, "max": 1 }]"#)
    expectEqual(
      order.first?.hasSuffix("'max' (1) is below 'min' (2.5); expected 'min' not above 'max'"), true
    )
    let fine = problems(
      with:
        #""currency": "JPY", "expect": [{ "design": "naive", "metric": "badDebt", "max": 1.5 }]"#)
    expectEqual(
      fine.first?.hasSuffix("1.5 has too many decimals for JPY; expected at most 0 decimals"), true)
  }

  @Test("A written scenario reads back in every currency")
  func written() throws {
    for code in Currency.all {
      let currency = try #require(Currency(code: code))
      for units in [0, 1, 7, 115, 820, 99_999_999, 100_000_000] {
        let text = JSONOutput.amount(units, in: currency).line
        expectEqual(currency.reading(text), .units(units), "\(code) \(text)")
      }
    }
    let text = #"""
      { "name": "c", "currency": "KWD", "designs": ["naive"], "plan": [{ "tap": 1 }],
        "catalog": [{ "product": "p", "price": 1.205, "storePrice": 1.2 }] }
      """#
    let read = try #require(scenario(text))
    #expect(read.caseText.contains(#""currency": "KWD""#))
    #expect(read.caseText.contains(#""price": 1.205, "storePrice": 1.2"#))
    let again = try #require(scenario(read.caseText))
    expectEqual(again.population.conditions, read.population.conditions)
    expectEqual(again.currency, read.currency)
  }

  @Test("Currencies have the decimals of ISO 4217, each code once")
  func decimals() {
    expectEqual(Set(Currency.all).count, Currency.all.count)
    #expect(Currency.all.allSatisfy { $0.wholeMatch(of: /[A-Z]{3}/) != nil })
    for (code, decimals) in [
      ("JPY", 0), ("KRW", 0), ("CNY", 2), ("EUR", 2), ("USD", 2), ("KWD", 3),
    ] { expectEqual(Currency(code: code)?.decimals, decimals) }
    #expect(Currency(code: "eur") == nil)
  }
}
