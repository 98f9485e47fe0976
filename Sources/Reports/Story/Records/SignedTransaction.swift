import EventLogs
import JSONText
import PurchaseWorld

/// A charge of StoreKit 2 as returned by the App Store: a JSON Web Signature in compact form, as in
/// `VerificationResult.jwsRepresentation` and in `signedTransactionInfo` of the App Store Server
/// API.
///
/// Members and types are those of "JWSTransactionDecodedPayload", "type", "price" (in milliunits),
/// "revocationReason", "revocationType" and "environment" (App Store Server API), and of the models
/// of that name in the App Store Server Library. Members of subscriptions and offers are omitted,
/// as the store omits them.
///
/// Only Apple can sign. Therefore `alg` is `none` with an empty signature (RFC 7515, appendix A.5),
/// there is no certificate chain `x5c`, and ``environment`` marks the record as a test.
struct SignedTransaction {
  /// Environment for unit tests in the App Store Server Library. Its `SignedDataVerifier` decodes
  /// records of this environment, and of `Xcode`, without checking the signature, but only if it
  /// was created for that environment. No verifier for the sandbox or for production accepts such a
  /// record.
  static let environment = "LocalTesting"

  let charge: RecordedCharge

  static let header: JSONOutput = ["alg": "none"]

  /// The signed contents.
  var payload: JSONOutput {
    let (booked, identifier) = (charge.booked, charge.names.transaction(charge.place))
    let purchased = JSONOutput.integer(RunDates.milliseconds(booked.chargedAt))
    return .object(present: [
      "transactionId": .string(identifier), "originalTransactionId": .string(identifier),
      "bundleId": .string(StoreRecords.app), "productId": .string(charge.product.name),
      "purchaseDate": purchased, "originalPurchaseDate": purchased, "quantity": 1,
      "type": .string(charge.product.type.ofAppStore),
      "appAccountToken": booked.payload.isEmpty
        ? nil : .string(charge.names.token(for: booked.payload)), "inAppOwnershipType": "PURCHASED",
      "signedDate": .integer(RunDates.milliseconds(charge.asOf)),
      // Scenarios give no reason for a refund: 0 is any other reason.
      "revocationReason": revoked(0),
      "revocationDate": booked.refundedAt.map { .integer(RunDates.milliseconds($0)) },
      // A full refund, in thousandths of a per cent.
      "revocationType": revoked("REFUND_FULL"), "revocationPercentage": revoked(100_000),
      "environment": .string(SignedTransaction.environment),
      "transactionReason": "PURCHASE", "storefront": "USA", "storefrontId": "143441",
      // A minor unit is ten milliunits.
      "price": .integer(charge.product.storePrice * 10), "currency": "USD",
      "appTransactionId": .string(charge.names.appTransaction),
    ])
  }

  /// A member that only a refunded transaction has.
  private func revoked(_ value: JSONOutput) -> JSONOutput? {
    charge.booked.refundedAt.map { _ in value }
  }

  /// Header, payload and signature, each in ``Base64URL``; the signature is empty.
  var compact: String {
    [SignedTransaction.header, payload].map { Base64URL.text(of: $0.line.utf8) + "." }.joined()
  }

  var output: JSONOutput {
    [
      // No record of the App Store contains it.
      "finished": .bool(charge.booked.isFinished), "signedTransactionInfo": .string(compact),
      "header": SignedTransaction.header, "payload": payload,
    ]
  }
}

extension Catalog.ProductType {
  /// Value of "type" in the App Store Server API.
  fileprivate var ofAppStore: String {
    switch self {
    case .consumable: "Consumable"
    case .nonRenewing: "Non-Renewing Subscription"
    }
  }
}
