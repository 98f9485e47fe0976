import EventLogs
import EventEngine
import JSONText
import PurchaseWorld

/// The store's records of a user's charges in the documented formats, as test data for a backend.
///
/// They show the state at the horizon. Values that a scenario does not define are fixed: the app is
/// ``app``, storefront and currency are those of the United States, and the run begins at
/// ``RunDates/start``. Identifiers are derived from the seed, the user and the charge
/// (``RecordNames``). Nothing is signed, because only a store can sign; every record states this.
struct StoreRecords: Sendable {
  /// Bundle identifier and package name, which verifiers compare with their own.
  static let app = "com.example.lostorder"

  private let store: Design.StoreKind
  private let catalog: Catalog
  private let names: RecordNames
  private let horizon: Instant
  private let chargeRecords: [StoreChargeRecord]

  /// - Parameter chargeRecords: the store's state of each charge at the horizon.
  init(
    _ chargeRecords: [StoreChargeRecord], of user: VirtualUser, in conditions: Conditions,
    store: Design.StoreKind
  ) {
    (self.chargeRecords, self.store, catalog) = (chargeRecords, store, conditions.catalog)
    (names, horizon) = (RecordNames(user.draws), .start + conditions.horizon)
  }

  /// All records, in order of charging.
  var output: JSONOutput {
    [
      "store": .string(store.word), "app": .string(StoreRecords.app),
      "start": .string(RunDates.iso(.start)), "asOf": .string(RunDates.iso(horizon)),
      "signed": false, "note": .string(note),
      "charges": .array(zip(0..., chargeRecords).map { record(of: $1, place: $0) }),
    ]
  }

  /// What a verifier must support to accept unsigned records.
  private var note: String {
    switch store {
    case .storeKit1:
      "simulated entries of in_app as in the answer of verifyReceipt; there is no receipt"
    case .storeKit2:
      "simulated and not signed: alg is none, the signature is empty; verifiers that skip"
        + " signatures in the environment \(SignedTransaction.environment) accept it"
    case .playBilling: "simulated and not signed: the signature of originalJson is empty"
    }
  }

  private func record(of booked: StoreChargeRecord, place: Int) -> JSONOutput {
    let charge = RecordedCharge(
      booked: booked, product: catalog.products[booked.product], place: place, names: names,
      asOf: horizon)
    let transaction: JSONOutput = [
      "transaction": .string(AnnotatedTrace.name(of: booked.transaction))
    ]
    return switch store {
    case .storeKit1: transaction.and(ReceiptEntry(charge: charge).output)
    case .storeKit2: transaction.and(SignedTransaction(charge: charge).output)
    case .playBilling: transaction.and(PlayPurchase(charge: charge).output)
    }
  }
}

/// A charge to write a record of.
struct RecordedCharge {
  let booked: StoreChargeRecord
  let product: Catalog.Product
  /// Index of the charge among the user's charges.
  let place: Int
  let names: RecordNames
  /// Time of the query to the store's server.
  let asOf: Instant
}
