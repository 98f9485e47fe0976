import EventEngine
import EventLogs
import Experiments
import Foundation
import JSONText
import PurchaseWorld
import TestSupport
import Testing

@testable import Reports

/// The stores' own records of the charges of a simulated user.
@Suite("Store records") struct RecordTests {
  /// A design of each store that passes an account or an order to it, except StoreKit 1.
  static let designs = ["zero-loss-1.2", "sk2-token", "play-server-ack"]

  /// One purchase under a design, with additional plan entries.
  /// - Parameter returns: whether the app is ever opened again.
  static func story(
    _ design: String, _ more: String = "", seed: Int = 1, returns: Bool = true
  ) throws -> AnnotatedTrace {
    try Fixture.story(
      """
      { "name": "purchase", "horizon": "10d", "seed": \(seed), "designs": ["\(design)"],
        "behavior": { "neverReturns": \(returns ? 0 : 1) },
        "catalog": [{ "product": "tier.500", "price": 500, "storePrice": 600,
                      "items": ["marathon"] }],
        "plan": [{ "tap": 1 }\(more)] }
      """)
  }

  /// The record of the only charge, decoded by a JSON reader without types.
  private func record(_ story: AnnotatedTrace) throws -> [String: Any] {
    let data = Data(story.records.output.text.utf8)
    let records = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(records["signed"] as? Bool == false)
    let charges = try #require(records["charges"] as? [[String: Any]])
    return try #require(charges.first)
  }

  private func member(_ key: String, of record: [String: Any]) throws -> [String: Any] {
    try #require(record[key] as? [String: Any])
  }

  /// Decodes Base64 with an independent decoder.
  private func decoded(_ part: Substring) throws -> Data {
    let plain = part.replacing("-", with: "+").replacing("_", with: "/")
    let padded = plain + String(repeating: "=", count: (4 - plain.count % 4) % 4)
    return try #require(Data(base64Encoded: String(padded)))
  }

  @Test("the members of a JWS transaction have the names and types of Apple's documentation")
  func storeKit2() throws {
    let payload = try member("payload", of: record(Self.story("sk2-token")))
    let identifier = try #require(payload["transactionId"] as? String)
    #expect(identifier.wholeMatch(of: /2[0-9]{15}/) != nil)
    #expect(payload["originalTransactionId"] as? String == identifier)
    let texts = [
      "bundleId": "com.example.lostorder", "productId": "tier.500", "type": "Consumable",
      "inAppOwnershipType": "PURCHASED", "environment": "LocalTesting",
      "transactionReason": "PURCHASE", "storefront": "USA", "storefrontId": "143441",
      "currency": "USD",
    ]
    for (key, text) in texts { #expect(payload[key] as? String == text, "\(key)") }
    // The charge occurs 31.3 s after the start, and the horizon is ten days after it.
    let numbers = [
      "purchaseDate": 1_767_225_631_300, "originalPurchaseDate": 1_767_225_631_300,
      "signedDate": 1_768_089_600_000, "quantity": 1, "price": 6_000,
    ]
    for (key, number) in numbers { #expect(payload[key] as? Int == number, "\(key)") }
    let token = try #require(payload["appAccountToken"] as? String)
    expectEqual(UUID(uuidString: token)?.uuidString.lowercased(), token)
    #expect(token.dropFirst(14).first == "4" && "89ab".contains(token.dropFirst(19).first ?? " "))
    expectEqual((payload["appTransactionId"] as? String)?.count, 18)
    expectEqual(payload.count, 18)
  }

  @Test("a JWS has three parts, the last one empty, and decodes to the JSON beside it")
  func compact() throws {
    for design in ["sk2-token", "sk2-sample"] {
      let record = try record(Self.story(design))
      let text = try #require(record["signedTransactionInfo"] as? String)
      #expect(text.wholeMatch(of: /[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\./) != nil)
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      #expect(parts.count == 3 && parts[2].isEmpty)
      #expect(try decoded(parts[0]) == Data(#"{"alg": "none"}"#.utf8))
      let payload = try JSONSerialization.jsonObject(with: decoded(parts[1])) as? NSDictionary
      expectEqual(payload, (record["payload"] as? NSDictionary))
      expectEqual((payload?["appAccountToken"] != nil), (design == "sk2-token"))
    }
  }

  @Test(
    "Base64 URL encoding follows RFC 4648 without padding",
    arguments: [
      // RFC 4648, section 10; RFC 7515, appendix C; and the two letters that differ.
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
      ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"), ("\u{3}\u{EC}\u{FF}\u{E0}\u{C1}", nil),
      ("?>~", "Pz5-"), ("???", "Pz8_"), (#"{"alg":"none"}"#, "eyJhbGciOiJub25lIn0"),
    ])
  func base64(text: String, encoded: String?) throws {
    guard let encoded else {
      return expectEqual(Base64URL.text(of: [3, 236, 255, 224, 193]), "A-z_4ME")
    }
    expectEqual(Base64URL.text(of: text.utf8), encoded)
  }

  @Test("a refund is a revocation, a cancellation, or a canceled purchase")
  func refunds() throws {
    let fault = #", { "fault": "refund", "at": "charge", "after": "1h" }"#
    let revoked = try member("payload", of: record(Self.story("sk2-token", fault)))
    #expect(revoked["revocationDate"] as? Int == 1_767_229_231_300)
    #expect(revoked["revocationReason"] as? Int == 0)
    #expect(revoked["revocationType"] as? String == "REFUND_FULL")
    #expect(revoked["revocationPercentage"] as? Int == 100_000)
    expectEqual(revoked.count, 22)
    let entry = try member("in_app", of: record(Self.story("zero-loss-1.2", fault)))
    #expect(entry["cancellation_date"] as? String == "2026-01-01 01:00:31 Etc/GMT")
    #expect(entry["cancellation_date_ms"] as? String == "1767229231000")
    #expect(entry["cancellation_date_pst"] as? String == "2025-12-31 17:00:31 America/Los_Angeles")
    #expect(entry["cancellation_reason"] as? String == "0")
    let play = try record(Self.story("play-server-ack", fault))
    #expect(try member("productPurchase", of: play)["purchaseState"] as? Int == 1)
    #expect(try member("purchase", of: play)["purchaseState"] as? Int == 0)
  }

  @Test("the members of Play's records have the names and types of Google's documentation")
  func play() throws {
    let record = try record(Self.story("play-server-ack"))
    let purchase = try member("purchase", of: record)
    let product = try member("productPurchase", of: record)
    let order = try #require(purchase["orderId"] as? String)
    #expect(order.wholeMatch(of: /GPA\.[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{5}/) != nil)
    let token = try #require(purchase["purchaseToken"] as? String)
    #expect(token.wholeMatch(of: /[a-z]{24}\.[A-Za-z0-9_-]{80}/) != nil)
    let account = try #require(purchase["obfuscatedAccountId"] as? String)
    let profile = try #require(purchase["obfuscatedProfileId"] as? String)
    #expect(UUID(uuidString: account) != nil && UUID(uuidString: profile) != nil)
    #expect(account != profile)
    let expected: NSDictionary = [
      "orderId": order, "packageName": "com.example.lostorder", "productId": "tier.500",
      "purchaseTime": 1_767_225_631_300, "purchaseState": 0, "purchaseToken": token,
      "obfuscatedAccountId": account, "obfuscatedProfileId": profile, "quantity": 1,
      "acknowledged": true,
    ]
    #expect(purchase as NSDictionary == expected)
    let served: NSDictionary = [
      "kind": "androidpublisher#productPurchase", "purchaseTimeMillis": "1767225631300",
      "purchaseState": 0, "consumptionState": 1, "orderId": order, "purchaseType": 0,
      "acknowledgementState": 1, "purchaseToken": token, "productId": "tier.500", "quantity": 1,
      "obfuscatedExternalAccountId": account, "obfuscatedExternalProfileId": profile,
      "regionCode": "US",
    ]
    #expect(product as NSDictionary == served)
    let text = try #require(record["originalJson"] as? String)
    let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    expectEqual(read, expected)
    #expect(record["signature"] as? String == "")
  }

  @Test(
    "Play's record shows whether a purchase is acknowledged, consumed or canceled",
    arguments: [
      // The app keeps running, or dies and is never opened again.
      ("play-sample", nil, [0, 1, 1]),
      ("play-server-ack", "delivery", [0, 0, 1]), ("play-rtdn", "charge", [0, 1, 1]),
      ("play-ack-first", "delivery", [0, 0, 1]), ("play-sample", "charge", [1, 0, 0]),
    ])
  func states(design: String, diesAt anchor: String?, states: [Int]) throws {
    let crash = anchor.map { ", { \"fault\": \"crash\", \"at\": \"\($0)\" }" }
    let record = try record(Self.story(design, crash ?? "", returns: anchor == nil))
    let product = try member("productPurchase", of: record)
    let keys = ["purchaseState", "consumptionState", "acknowledgementState"]
    expectEqual(keys.map { product[$0] as? Int }, states)
    let acknowledged = try member("purchase", of: record)["acknowledged"] as? Bool
    expectEqual(acknowledged, (states[2] == 1))
  }

  @Test("the members of a receipt entry have the names of Apple's documentation and are strings")
  func storeKit1() throws {
    let record = try record(Self.story("zero-loss-1.2"))
    let entry = try #require(record["in_app"] as? [String: String])
    let identifier = try #require(entry["transaction_id"])
    let day = "2026-01-01 00:00:31 Etc/GMT"
    let pacific = "2025-12-31 16:00:31 America/Los_Angeles"
    expectEqual(
      entry,
      [
        "quantity": "1", "product_id": "tier.500", "transaction_id": identifier,
        "original_transaction_id": identifier, "purchase_date": day,
        "purchase_date_ms": "1767225631000", "purchase_date_pst": pacific,
        "original_purchase_date": day, "original_purchase_date_ms": "1767225631000",
        "original_purchase_date_pst": pacific, "is_trial_period": "false",
      ])
    #expect(record["finished"] as? Bool == true && record["inReceipt"] as? Bool == false)
    let crash = #", { "fault": "crash", "at": "charge" }"#
    let open = try self.record(Self.story("zero-loss-1.2", crash, returns: false))
    #expect(open["finished"] as? Bool == false && open["inReceipt"] as? Bool == true)
  }

  @Test("a lost payload is in no record (K8, G8)")
  func payloads() throws {
    let fault = #", { "fault": "payloadLoss", "at": "charge" }"#
    let payload = try member("payload", of: record(Self.story("sk2-token", fault)))
    #expect(payload["appAccountToken"] == nil)
    let play = try record(Self.story("play-server-ack", fault))
    for record in [try member("purchase", of: play), try member("productPurchase", of: play)] {
      #expect(!record.keys.contains { $0.hasPrefix("obfuscated") })
    }
  }

  @Test("records are reproducible and depend on the seed; two charges have different names")
  func names() throws {
    for design in Self.designs {
      let text = try Self.story(design).records.output.text
      #expect(try Self.story(design).records.output.text == text)
      #expect(try Self.story(design, seed: 2).records.output.text != text)
      let twice = try Self.story(design, #", { "tap": 2, "time": "1h" }"#).records.output
      let found = twice.text.matches(of: /"(transactionId|transaction_id|purchaseToken)": "(.*?)"/)
      expectEqual(Set(found.map(\.2)).count, 2)
      #expect(twice.text.contains("\"transaction\": \"T2\""))
    }
  }

  @Test("an account token is equal for all purchases of the account, an order token is not")
  func tokens() throws {
    let taps = #", { "tap": 2, "time": "1h" }"#
    func tokens(_ design: String) throws -> [Substring] {
      try Self.story(design, taps).records.output.text
        .matches(of: /"appAccountToken": "(.*?)"/).map(\.1)
    }
    let account = try tokens("sk2-revenuecat")
    #expect(account.count == 2 && Set(account).count == 1)
    expectEqual(Set(try tokens("sk2-token")).count, 2)
  }

  @Test("dates match the calendar, in UTC and in California")
  func dates() {
    func at(_ seconds: Int64) -> Instant { Instant(microseconds: seconds * 1_000_000) }
    let reference = ISO8601DateFormatter()
    for day in stride(from: Int64(0), to: 40_000, by: 13) {
      let time = at(day * 86_400 + day % 86_400)
      let date = Date(timeIntervalSince1970: Double(RunDates.milliseconds(time)) / 1_000)
      expectEqual(RunDates.iso(time), reference.string(from: date))
    }
    expectEqual(RunDates.milliseconds(Instant(microseconds: 1_999)), 1_767_225_600_001)
    // 2026-03-08 and 2026-11-01, at 2 o'clock local time.
    let (spring, autumn) = (at(66 * 86_400 + 36_000), at(304 * 86_400 + 32_400))
    expectEqual(RunDates.gmt(spring), "2026-03-08 10:00:00 Etc/GMT")
    expectEqual(RunDates.pacific(spring), "2026-03-08 03:00:00 America/Los_Angeles")
    expectEqual(
      RunDates.pacific(at(66 * 86_400 + 35_999)), "2026-03-08 01:59:59 America/Los_Angeles")
    expectEqual(RunDates.pacific(autumn), "2026-11-01 01:00:00 America/Los_Angeles")
    expectEqual(
      RunDates.pacific(at(304 * 86_400 + 32_399)), "2026-11-01 01:59:59 America/Los_Angeles")
  }

  @Test("records follow the outcome of each design, and are printed only on request")
  func places() throws {
    let story = try Self.story("sk2-token")
    let (plain, more) = (TraceJSON.output(story), TraceJSON.output(story, withRecords: true))
    guard case .object(let members) = plain, case .object(let all) = more else {
      throw CancellationError()
    }
    #expect(all.dropLast() == members[...] && all.last?.key == "records")
    let pair = TraceComparison(story, try Self.story("play-server-ack"))
    #expect(TraceJSON.output(pair).text.matches(of: /"records"/).isEmpty)
    expectEqual(TraceJSON.output(pair, withRecords: true).text.matches(of: /"records"/).count, 2)
  }
}
