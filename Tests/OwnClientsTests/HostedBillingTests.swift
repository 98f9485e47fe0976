import Experiments
import OwnClients
import PurchaseClientKit
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// The callbacks and responses for a client of Play Billing (G1–G12).
@Suite struct HostedBillingTests {
  /// The output of a client for one simulated user, with the time in seconds.
  private func lines(
    _ keys: String, reconnects: Bool = false, asks: Duration? = nil, connects: Duration? = nil,
    finishes: Bool = true
  ) throws -> [String] {
    let text = #"{ "name": "s", "designs": ["play-sample"], \#(keys) }"#
    let scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json")
    var design = Design(name: "own")
    (design.store, design.routes) = (.playBilling, [.result, .updates])
    design.client =
      OwnClients([
        "own": {
          Printing($0, reconnects: reconnects, asks: asks, connects: connects, finishes: finishes)
        }
      ]).references[0]
    var simulator = Simulator(conditions: scenario.population.conditions)
    var outcome = UserOutcome()
    let trace = simulator.trace(design, of: scenario.population.user(0, seed: 1), into: &outcome)
    return trace.printed.map { "\(Int($0.seconds)) \($0.text)" }
  }

  private let normal = #""behavior": { "sheet": "8s", "evicted": 0, "gap": "1d" }"#
  private let processing = #""store": { "processing": "2s" }"#

  @Test func `a purchase has its attached data and is consumed once (G2, G8, G11)`() throws {
    let found = try lines("\(normal), \(processing)")
    expectEqual(
      found.prefix(5),
      [
        "1 connected ok", "21 flow ok",
        "31 updated ok, purchased me of mine, acknowledged false", "31 consumed ok",
        "31 consumed itemNotOwned",
      ], "\(found)")
  }

  @Test func `a cancelled flow and an owned product have their own responses (G2, G5)`() throws {
    let cancelled = try lines(
      #""behavior": { "sheet": "8s", "cancels": 1, "evicted": 0, "gap": "1d" }"#)
    #expect(cancelled.contains("29 updated userCanceled"), "\(cancelled)")
    // A product that is not consumed is still owned at the second tap, and a query returns it.
    let again = #""faults": [{ "fault": "doubleTap", "probability": 1, "gap": "20s" }]"#
    let owned = try lines("\(normal), \(processing), \(again)", asks: .seconds(60), finishes: false)
    #expect(owned.contains { $0.hasSuffix("updated itemAlreadyOwned") }, "\(owned)")
    #expect(owned.contains("61 owned purchased"), "\(owned)")
  }

  @Test func `a failed request to Play returns the reason and succeeds later (G11, G12)`() throws {
    let noLink =
      #""faults": [{ "fault": "networkLoss", "probability": 1, "at": "callback", "lasts": "1h" }]"#
    #expect(try lines("\(normal), \(processing), \(noLink)").contains("31 consumed networkError"))
    let noService =
      #""faults": [{ "fault": "serviceDisconnect", "probability": 1, "at": "callback", "lasts": "1m" }]"#
    let lost = try lines("\(normal), \(processing), \(noService)", asks: .seconds(45))
    #expect(lost.contains("31 consumed serviceDisconnected"), "\(lost)")
    #expect(lost.contains("31 disconnected"), "\(lost)")
    #expect(lost.contains("46 owned serviceDisconnected"), "\(lost)")
  }

  @Test(arguments: [false, true])
  func `a client waits for a connection only if it reconnects by itself (G12)`(reconnects: Bool)
    throws
  {
    let noService =
      #""faults": [{ "fault": "serviceDisconnect", "probability": 1, "at": "callback", "lasts": "1m" }]"#
    let found = try lines(
      "\(normal), \(processing), \(noService)", reconnects: reconnects, connects: .seconds(45))
    let connected = found.filter { $0.contains("connected ") && !$0.hasPrefix("1 ") }
    expectEqual(
      connected.prefix(reconnects ? 1 : 2),
      (reconnects
        ? ["91 connected ok"]
        : ["31 connected serviceDisconnected", "46 connected serviceDisconnected"]), "\(found)")
  }

  @Test func `a pending purchase is reported and can be queried (G9)`() throws {
    let asked =
      #""faults": [{ "fault": "askToBuy", "probability": 1, "approves": 1, "answers": "1d" }]"#
    let found = try lines("\(normal), \(asked)", asks: .seconds(60))
    #expect(found.contains { $0.contains("updated ok, pending me of mine") }, "\(found)")
    #expect(found.contains("61 owned pending"), "\(found)")
  }

  /// The user leaves two minutes after the purchase, and returns a day later (D5).
  @Test(arguments: [false, true])
  func `a connection that was lost in the background is missing at the return`(reconnects: Bool)
    throws
  {
    let away =
      #""faults": [{ "fault": "serviceDisconnect", "probability": 1, "at": "callback", "after": "1h", "lasts": "1m" }]"#
    let found = try lines("\(normal), \(processing), \(away)", reconnects: reconnects)
    let later = found.filter { Int($0.split(separator: " ")[0]) ?? 0 > 3_600 }
    #expect(later.contains("86400 disconnected"), "\(found)")
    #expect(later.contains { $0.hasSuffix("front, ready \(reconnects)") }, "\(found)")
    expectEqual(later.contains { $0.hasSuffix("connected ok") }, !reconnects, "\(found)")
  }
}

/// Connects, buys, consumes twice, and prints the callbacks and responses.
private actor Printing: PurchaseClient {
  let device: Device
  private let reconnects: Bool, asks: Duration?, connects: Duration?, finishes: Bool
  private var billing: any BillingClient { device.store.billingClient }
  private var listener: Listener?

  private final class Listener: BillingListener {
    let client: Printing
    init(_ client: Printing) { self.client = client }

    func purchasesUpdated(_ response: BillingResponse, _ purchases: [Purchase]) {
      Task { await client.updated(response, purchases) }
    }
    func billingServiceDisconnected() { Task { await client.lose() } }
  }

  init(_ device: Device, reconnects: Bool, asks: Duration?, connects: Duration?, finishes: Bool) {
    (self.device, self.reconnects, self.finishes) = (device, reconnects, finishes)
    (self.asks, self.connects) = (asks, connects)
  }

  func launched() async {
    if let asks {
      Task {
        try await device.clock.sleep(for: asks)
        do { for found in try await billing.queryPurchases() { say("owned \(found.state)") } } catch
        { say("owned \(error)") }
      }
    }
    if let connects {
      Task {
        try await device.clock.sleep(for: connects)
        await connect()
      }
    }
    await connect()
  }

  func becameActive() async { say("front, ready \(billing.isReady)") }
  func releaseResources() async { listener = nil }

  func buy(_ item: Item) async -> ShownOutcome {
    let flow = BillingFlowParams(
      product: item.product, obfuscatedAccountID: "me", obfuscatedProfileID: "mine")
    say("flow \(billing.launchBillingFlow(flow))")
    return .pending
  }

  private func connect() async {
    let listener = Listener(self)
    self.listener = listener
    let response = await billing.startConnection(listener, reconnectsAutomatically: reconnects)
    say("connected \(response)")
  }

  private func lose() async {
    say("disconnected")
    if !reconnects { await connect() }
  }

  private func updated(_ response: BillingResponse, _ purchases: [Purchase]) async {
    guard let bought = purchases.first else { return say("updated \(response)") }
    let ids = "\(bought.obfuscatedAccountID ?? "nobody") of \(bought.obfuscatedProfileID ?? "none")"
    if bought.state == .pending { return say("updated \(response), pending \(ids)") }
    say("updated \(response), purchased \(ids), acknowledged \(bought.isAcknowledged)")
    guard finishes else { return }
    for _ in 0..<2 { say("consumed \(await billing.consumePurchase(bought.purchaseToken))") }
  }

  private func say(_ text: String) { device.print(text) }
}
