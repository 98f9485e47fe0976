extension LogEvent {
  /// When a client logs it, in one phrase, with the rules; the article about observations has the same.
  package var meaning: String {
    switch self {
    case .purchaseClick: "the user tapped Buy (C1)"
    case .purchaseRefused: "a tap was refused, by `repurchase` or by the backend (C1, B1)"
    case .purchaseResumed: "a tap resumed a delivery instead (C1)"
    case .orderSucceed: "the order request before a payment was answered with an order (C2)"
    case .orderFail:
      "the order request before a payment was not answered with an order, and no payment follows (C2)"
    case .paymentAdded: "the payment was handed to the store (S1)"
    case .transactionCancel: "`failed` with the code `cancelled` reached the app (S2, S7)"
    case .transactionFail: "`failed` with the code `error` reached the app (S7)"
    case .transactionSucceed: "`purchased` reached the app, once for every callback (S3)"
    case .transactionUnbound: "no item was found for a transaction (C5)"
    case .verifyStart:
      "the first try of a transaction began: the first of all, in the process of its tap (C7)"
    case .verifySucceed:
      "the first try ended in a delivery, or in the answer that there had been one (C7)"
    case .verifyReject: "the first try was rejected (C7)"
    case .verifyFail: "the first try failed: an error, or no answer in time (C7)"
    case .retryVerifyStart:
      "any other try began: a later one, the first one after a relaunch, or one by hand (C7, C9)"
    case .retryVerifySucceed:
      "any other try ended in a delivery, or in the answer that there had been one (C7)"
    case .retryVerifyReject: "any other try was rejected (C7)"
    case .retryVerifyFail: "any other try failed: an error, or no answer in time (C7)"
    case .retryExhausted: "the tries of a delivery were used up (C7)"
    case .recoveryPageRetry: "the user tried by hand from the recovery page (C9)"
    case .supportTicket: "the user wrote to support (P3)"
    case .transactionFinish: "a charged transaction was finished (S11)"
    }
  }
}

extension ServerEvent {
  /// When a backend logs it, in one phrase, with the rules; the article about logs has the same.
  package var meaning: String {
    switch self {
    case .orderCreated: "an order was made (B1)"
    case .verifyReceived: "a verification came, and is looked into (B3)"
    case .verifyAnswered: "a verification was answered with a `code` (B3)"
    case .delivered: "goods were handed out for a transaction, the first time or again (B6)"
    case .deliveredByHand: "support handed out the goods (P3)"
    case .notified: "the store told of a charge, and was answered (B8)"
    case .reconciled: "the backend fetched what the store had charged (B9)"
    case .acknowledged: "the backend acknowledged a purchase at the store (B10)"
    case .consumed: "the backend consumed a purchase at the store (B10)"
    case .takenBack: "goods were taken back after a refund (S10)"
    }
  }
}
