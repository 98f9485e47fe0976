import EventLogs
import EventEngine
import JSONText
import PurchaseWorld

/// The store's own records of the charges of a life, in the shapes that the stores document, so that a
/// backend can be tested with what it would get.
///
/// They are as the store's server gives them at the horizon. What a scenario does not say stands fixed:
/// the app is ``app``, storefront and currency are those of the United States, and the run begins at
/// ``RecordClock/start``. Names are drawn from the seed, the user and the charge (``RecordNames``).
/// Nothing is signed: only a store can do that, and every record says so.
struct StoreRecords: Sendable {
  /// The bundle identifier and the package name: what verifiers compare with their own.
  static let app = "com.example.lostorder"

  private let store: Design.StoreKind
  private let catalog: Catalog
  private let names: RecordNames
  private let horizon: Instant
  private let books: [BookedCharge]

  /// - Parameter books: what the store holds of each charge at the horizon.
  init(
    _ books: [BookedCharge], of user: VirtualUser, in conditions: Conditions,
    store: Design.StoreKind
  ) {
    (self.books, self.store, catalog) = (books, store, conditions.catalog)
    (names, horizon) = (RecordNames(user.draws), .start + conditions.horizon)
  }

  /// All of them, in the order of charging.
  var output: JSONOutput {
    [
      "store": .string(store.word), "app": .string(StoreRecords.app),
      "start": .string(RecordClock.iso(.start)), "asOf": .string(RecordClock.iso(horizon)),
      "signed": false, "note": .string(note),
      "charges": .array(zip(0..., books).map { record(of: $1, place: $0) }),
    ]
  }

  /// What a verifier has to know of records without a signature.
  private var note: String {
    switch store {
    case .storeKit1: "simulated entries of in_app as verifyReceipt answers; there is no receipt"
    case .storeKit2:
      "simulated and not signed: alg is none, the signature is empty; verifiers that skip signatures"
        + " in the environment \(SignedTransaction.environment) take it"
    case .playBilling: "simulated and not signed: the signature of originalJson is empty"
    }
  }

  private func record(of booked: BookedCharge, place: Int) -> JSONOutput {
    let charge = RecordedCharge(
      booked: booked, product: catalog.products[booked.product], place: place, names: names,
      asOf: horizon)
    let transaction: JSONOutput = ["transaction": .string(Story.name(of: booked.transaction))]
    return switch store {
    case .storeKit1: transaction.and(ReceiptEntry(charge).output)
    case .storeKit2: transaction.and(SignedTransaction(charge).output)
    case .playBilling: transaction.and(PlayPurchase(charge).output)
    }
  }
}

/// One charge of which a record is written.
struct RecordedCharge {
  let booked: BookedCharge
  let product: Catalog.Product
  /// Which charge of the life it is, from 0.
  let place: Int
  let names: RecordNames
  /// When the store's server is asked.
  let asOf: Instant
}
