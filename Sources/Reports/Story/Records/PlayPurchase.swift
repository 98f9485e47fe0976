import EventLogs
import JSONText
import PurchaseWorld

/// A charge of Play Billing as the app and the backend receive it.
///
/// For the app, members and their order are those of `Purchase.getOriginalJson` (Google Play
/// Billing Library, class "Purchase"). For the backend, they are those of "REST Resource:
/// purchases.products", resource "ProductPurchase" (Google Play Developer API v3), where 64-bit
/// numbers are strings.
struct PlayPurchase {
  let charge: RecordedCharge

  /// The purchase as the app received it when it was sold, because no query returns a consumed or
  /// refunded purchase. `acknowledged` is the store's state at the horizon.
  var purchase: JSONOutput {
    .object(present: [
      "orderId": .string(order), "packageName": .string(StoreRecords.app),
      "productId": .string(charge.product.name),
      "purchaseTime": .integer(RunDates.milliseconds(charge.booked.chargedAt)),
      // In this text 0 is purchased and 4 pending; `getPurchaseState` returns 1 and 2 for them.
      "purchaseState": 0, "purchaseToken": .string(token), "obfuscatedAccountId": accountID,
      "obfuscatedProfileId": profileID, "quantity": 1,
      "acknowledged": .bool(charge.booked.isAcknowledged),
    ])
  }

  /// Answer of the store's server at the horizon.
  var product: JSONOutput {
    let booked = charge.booked
    return .object(present: [
      "kind": "androidpublisher#productPurchase",
      "purchaseTimeMillis": .string(String(RunDates.milliseconds(booked.chargedAt))),
      // 0 is purchased; 1 is canceled, including refunded. A pending purchase is not a charge.
      "purchaseState": booked.refundedAt == nil ? 0 : 1,
      "consumptionState": booked.isFinished ? 1 : 0, "orderId": .string(order),
      // Purchase of a licence tester: a real purchase has this member only if it was a gift.
      "purchaseType": 0, "acknowledgementState": booked.isAcknowledged ? 1 : 0,
      "purchaseToken": .string(token), "productId": .string(charge.product.name), "quantity": 1,
      "obfuscatedExternalAccountId": accountID, "obfuscatedExternalProfileId": profileID,
      "regionCode": "US",
    ])
  }

  private var order: String { charge.names.order(charge.place) }
  private var token: String { charge.names.purchaseToken(charge.place) }

  /// Account of the payload (G8); an obfuscated identifier has at most 64 characters.
  private var accountID: JSONOutput? {
    charge.booked.payload.account.map { .string(charge.names.token(for: .init(account: $0))) }
  }

  /// Order of the payload, or its item if it has no order (G8).
  private var profileID: JSONOutput? {
    let payload = charge.booked.payload
    let named = StoreChargeRecord.PayloadParts(order: payload.order, item: payload.item)
    return named.isEmpty ? nil : .string(charge.names.token(for: named))
  }

  var output: JSONOutput {
    [
      "originalJson": .string(purchase.line), "signature": "", "purchase": purchase,
      "productPurchase": product,
    ]
  }
}
