import EventEngine
import PurchaseWorld

/// The rest of the table of built-in designs as Swift values: those of StoreKit 2 and Play Billing.
let storeDesigns: [Design] = [
  changed(naive, "sk2-naive") { $0.store = .storeKit2 },
  changed(sample, "sk2-sample") { $0.store = .storeKit2 }, sk2Token,
  changed(sk2Token, "sk2-server") {
    $0.binding.unbound = .submit
    $0.server.lateOrder = true
    $0.server.notifications = true
    $0.server.reconciliation = .seconds(6 * 3600)
  },
  changed(revenueCat, "sk2-revenuecat") { $0.store = .storeKit2 },
  changed(sample, "sk2-rn-iap") {
    $0.store = .storeKit2
    $0.observer = .purchase
  },
  changed(naive, "play-naive") {
    $0.store = .playBilling
    $0.reconnect = .never
  },
  playSample,
  changed(playSample, "play-ack-first") { $0.acknowledge = .onCallback },
  playServerAck,
  changed(playServerAck, "play-rtdn") {
    $0.binding.unbound = .submit
    $0.server.lateOrder = true
    $0.server.notifications = true
    $0.server.completes = .consume
  },
  changed(revenueCat, "play-revenuecat") { $0.store = .playBilling },
  changed(sample, "play-rn-iap") {
    $0.store = .playBilling
    $0.onAlreadyOwned = .query
    $0.observer = .purchase
  },
  changed(sample, "play-flutter") {
    $0.store = .playBilling
    $0.binding.unbound = .drop
    $0.finish = .onCallback
    $0.reconnect = .never
  },
]

private func changed(_ design: Design, _ name: String, _ change: (inout Design) -> Void) -> Design {
  var design = design
  design.name = name
  change(&design)
  return design
}

private let plain = Design(name: "")
private let everyRoute: Routes = [.result, .updates, .launchQuery, .resumeQuery]

/// What both first integrations have.
private let naive = changed(plain, "") {
  $0.sources = .result
  $0.records.at = .payment
  $0.binding.item = [.record]
  $0.binding.account = [.session]
  $0.binding.unbound = .drop
  $0.finish = .onCallback
  $0.observer = .purchase
}

/// What the product says, for whoever is logged in; the call and the updates are heard.
private let sample = changed(plain, "") {
  $0.sources = [.result, .updates]
  $0.binding.item = [.product]
  $0.binding.account = [.session]
}

private let playSample = changed(sample, "play-sample") {
  $0.store = .playBilling
  $0.sources = everyRoute
}

/// An order before the payment, and its name in the payload.
private let ordered = changed(plain, "") {
  $0.sources = everyRoute
  $0.timing = .orderFirst
  $0.payload = .intent
  $0.binding.item = [.payload]
  $0.binding.account = [.payload, .order, .session]
  $0.retry.delays = [1, 2, 4, 8, 16, 32].map { .seconds($0) }
  $0.retry.resumeOn = [.launch, .foreground, .network]
}

private let sk2Token = changed(ordered, "sk2-token") {
  $0.store = .storeKit2
  $0.unverified = .submit
}

private let playServerAck = changed(ordered, "play-server-ack") {
  $0.store = .playBilling
  $0.onAlreadyOwned = .query
  $0.server.completes = .acknowledge
}

private let revenueCat = changed(sample, "") {
  $0.sources = everyRoute
  $0.payload = .account
  $0.records.place = .sandbox
  $0.records.at = .purchased
  $0.onRejection = .finish
  $0.retry.resumeOn = [.launch, .foreground]
}
