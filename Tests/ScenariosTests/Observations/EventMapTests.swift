import EventEngine
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@Suite struct EventMapTests {
  private func problems(_ text: String) -> [String] {
    do throws(Problems) {
      _ = try EventMap.read(Array(text.utf8), file: "m")
      return []
    } catch { return error.list.map(\.description) }
  }

  @Test func `a map names keys, events and days`() throws {
    let text = """
      { "user": ["uid", "device.id"], "time": "ts", "received": "got", "timeFormat": "seconds",
        "event": "name", "transaction": "txn", "try": "n", "id": "id", "window": "1m", "days": true,
        "from": "2024-02-29", "until": "2024-03-01",
        "events": { "buy": "iap_purchase_click", "ping": null, "debug_*": null } }
      """
    let map = try EventMap.read(Array(text.utf8), file: "m")
    #expect(
      map.user == ["uid", "device.id"] && map.timeFormat == .seconds && map.window == .seconds(60))
    expectEqual(map.eventMeanings.map(\.name), ["buy", "debug_*", "ping"])
    expectEqual(map.eventMeanings.map(\.event), [.client(.purchaseClick), nil, nil])
    expectEqual(EventMap().eventMeanings.count, LogEntry.Event.allCases.count + 1)
  }

  @Test(
    arguments: [
      #"{ "usr": "a" }"#:
        "m:1:3: unknown key 'usr'; expected one of user, time, received, timeFormat, event, session, product, item,"
        + " transaction, code, try, id, events, codes, skew, window, days, from or until; did you mean 'user'?",
      #"{ "events": { "a": "iap_purchase_clik" } }"#: "did you mean 'iap_purchase_click'?",
      #"{ "events": { "a*": "iap_purchase_click" } }"#: "events.a*: a name that ends with '*'",
      #"{ "days": true }"#: "m:1:1: 'days' has no first day; expected 'from' together with 'days'",
      #"{ "from": "2026-02-29" }"#:
        "m:1:11: from: '2026-02-29' is not a date; expected a date such as '2026-01-31'",
      #"{ "from": "2026-02-02", "until": "2026-02-02" }"#:
        "m:1:1: 'until' is not after 'from'; expected a later day",
      #"{ "user": [] }"#: "m:1:11: user: 0 user keys; expected from 1 to 8",
      #"{ "user": ["a", "a"] }"#: "m:1:17: user[1]: key 'a' appears twice; expected it once",
      #"{ "time": "" }"#: "m:1:11: time: '' cannot be a key; expected at most 200 bytes",
      #"{ "window": 5 }"#: "m:1:13: window: 5 has no unit",
    ] as [String: String])
  func `an invalid map is reported with its position`(text: String, message: String) {
    let lines = problems(text)
    #expect(lines.count == 1 && lines.first?.contains(message) == true, "\(lines)")
  }
}
