import EventLogs
import EventEngine
import JSONText
import PurchaseWorld

/// A charge of StoreKit 1 as an entry of `in_app` in the answer of `verifyReceipt`.
///
/// Members are those of "responseBody.Receipt.In_app" (App Store Receipts), where every value is a
/// string. Members of subscriptions are omitted, except `is_trial_period`, which every entry has.
struct ReceiptEntry {
  let charge: RecordedCharge

  var entry: JSONOutput {
    let (booked, identifier) = (charge.booked, charge.names.transaction(charge.place))
    let names: JSONOutput = [
      "quantity": "1", "product_id": .string(charge.product.name),
      "transaction_id": .string(identifier), "original_transaction_id": .string(identifier),
    ]
    let purchased = names.and(
      dates("purchase_date", booked.chargedAt), dates("original_purchase_date", booked.chargedAt),
      ["is_trial_period": "false"])
    guard let refundedAt = booked.refundedAt else { return purchased }
    // "0" is any reason except an issue within the app.
    return purchased.and(dates("cancellation_date", refundedAt), ["cancellation_reason": "0"])
  }

  /// A date in the three formats of a receipt.
  private func dates(_ name: String, _ time: Instant) -> JSONOutput {
    .object([
      .init(name, .string(RunDates.gmt(time))),
      .init(name + "_ms", .string(String(RunDates.milliseconds(time)))),
      .init(name + "_pst", .string(RunDates.pacific(time))),
    ])
  }

  var output: JSONOutput {
    [
      "finished": .bool(charge.booked.isFinished),
      // A finished consumable leaves the receipt (S6); a stale receipt does not contain new
      // charges.
      "inReceipt": .bool(charge.booked.isInReceipt), "in_app": entry,
    ]
  }
}
