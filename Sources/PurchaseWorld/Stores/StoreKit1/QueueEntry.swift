internal import EventEngine

/// The data of a payment that only StoreKit 1 has: the app's observer and the receipt.
struct QueueEntry {
  /// The reason of a failure; the payment stays in the queue until it is finished (S2).
  var code = FailureCode.cancelled
  /// Whether a `failed` or `purchased` waits until the app can be reached (S3).
  var waits = false
  /// Whether the live `purchased` is still due; an attachment replaces it (S3).
  var isOnItsWay = true
  /// The number of extra callbacks at the next attachment (S3, S5).
  var copies: Int32 = 0
  /// The time from which the device sees no payload; nil if it sees it (S8).
  var payloadLoss: PayloadLossStart?
  var payloadLostIn = ProcessID(0)
  /// The time before which the receipt lacks this charge and later ones (fault `staleReceipt`).
  var listedFrom = Instant.start

  func add(to print: inout StateHasher, at now: Instant) {
    print.add(payloadLostIn, copies)
    print.add(
      StateHasher.byte(payloadLoss) | StateHasher.byte(code) << 8 | StateHasher.byte(waits) << 16
        | StateHasher.byte(isOnItsWay) << 24)
    print.add(listedFrom, ifAfter: now)
  }
}
