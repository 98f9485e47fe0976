internal import EventEngine

/// What StoreKit 1 alone keeps of a payment: how it stands with the app's observer and the receipt.
struct QueueEntry {
  /// Why it failed, if it has; it stays in the queue until it is finished (S2).
  var code = FailureCode.cancelled
  /// Whether a `failed` or `purchased` waits until the app can be reached (S3).
  var waits = false
  /// Whether the live `purchased` has not come yet; an attachment takes its place (S3).
  var isOnItsWay = true
  /// How often beyond once the next attachment calls back (S3, S5).
  var copies: Int32 = 0
  /// From when on the device sees no payload; nil while it does (S8).
  var payloadLoss: PayloadLoss?
  /// The process in which the payload was lost.
  var payloadLostIn = ProcessID(0)
  /// Before it the receipt stays as it was before this charge (fault `staleReceipt`).
  var listedFrom = Instant.start

  func add(to print: inout StateHasher, at now: Instant) {
    print.add(payloadLostIn, copies)
    print.add(
      StateHasher.byte(payloadLoss) | StateHasher.byte(code) << 8 | StateHasher.byte(waits) << 16
        | StateHasher.byte(isOnItsWay) << 24)
    print.add(listedFrom, ifAfter: now)
  }
}
