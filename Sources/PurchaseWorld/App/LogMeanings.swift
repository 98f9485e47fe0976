extension ClientLogEvent {
  /// When a client logs the event, with the rules; the article on observations has the same text.
  package var meaning: String {
    switch self {
    case .purchaseClick: "the user tapped Buy (C1)"
    case .purchaseRefused: "the client (axis `repurchase`) or the backend refused a tap (C1, B1)"
    case .purchaseResumed: "a tap resumed an earlier delivery instead of buying again (C1)"
    case .orderSucceed: "the order request before a payment returned an order (C2)"
    case .orderFail:
      "the order request before a payment returned no order, so no payment follows (C2)"
    case .paymentAdded: "the app passed the payment to the store (S1)"
    case .transactionCancel: "the app received `failed` with the code `cancelled` (S2, S7)"
    case .transactionFail: "the app received `failed` with the code `error` (S7)"
    case .transactionSucceed: "the app received `purchased`; every callback counts (S3)"
    case .transactionUnbound: "the client found no item for a transaction (C5)"
    case .verifyStart:
      "the first try (attempt to deliver a transaction) began, in the app process of the tap (C7)"
    case .verifySucceed: "the first try ended with the answer `delivered` or `duplicate` (C7)"
    case .verifyReject: "the backend rejected the first try (C7)"
    case .verifyFail: "the first try failed with an error or a timeout (C7)"
    case .retryVerifyStart:
      "a retry (any other try) began, for example by hand or after a relaunch (C7, C9)"
    case .retryVerifySucceed: "a retry ended with the answer `delivered` or `duplicate` (C7)"
    case .retryVerifyReject: "the backend rejected a retry (C7)"
    case .retryVerifyFail: "a retry failed with an error or a timeout (C7)"
    case .retryExhausted: "a delivery had no tries left (C7)"
    case .recoveryPageRetry: "the user retried a delivery on the recovery page (C9)"
    case .supportTicket: "the user wrote to support (P3)"
    case .transactionFinish: "the client finished a charged transaction (S11)"
    }
  }
}

extension BackendEvent {
  /// When a backend logs the event, with the rules; the article on logs has the same text.
  package var meaning: String {
    switch self {
    case .orderCreated: "the backend created an order (B1)"
    case .verifyReceived: "the backend received a verification request (B3)"
    case .verifyAnswered: "the backend answered a verification with a `code` (B3)"
    case .delivered: "the backend delivered a transaction's goods, the first time or again (B6)"
    case .deliveredByHand: "support delivered the goods (P3)"
    case .notified: "the backend received and answered a notification of a charge (B8)"
    case .reconciled: "the backend fetched charges from the store (B9)"
    case .acknowledged: "the backend acknowledged a purchase at the store (B10)"
    case .consumed: "the backend consumed a purchase at the store (B10)"
    case .takenBack: "the backend took the goods back after a refund (S10)"
    }
  }
}
