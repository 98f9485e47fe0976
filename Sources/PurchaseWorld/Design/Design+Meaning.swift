/// A value of an axis that is a word.
package protocol AxisValue: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// What a design does that has it, in one phrase, with the rules that say so.
  var meaning: String { get }
}

// What happens up to the payment.

extension Design.StoreKind: AxisValue {
  package var meaning: String {
    switch self {
    case .storeKit1: "the payment queue of StoreKit 1, with an observer and a receipt (S1, S3, S6)"
    }
  }
}

extension Design.Timing: AxisValue {
  package var meaning: String {
    switch self {
    case .orderFirst: "before the payment: without an order nothing is sold (C2)"
    case .purchaseFirst: "after the payment: in the verification, or just before it (C7)"
    }
  }
}

extension Design.OrderRequest: AxisValue {
  package var meaning: String {
    switch self {
    case .separate: "a `createOrder` of its own, and `verify` when it has answered (C7)"
    case .merged: "part of `verify`: the backend makes the order when it delivers (B6)"
    }
  }
}

extension Design.PayloadContent: AxisValue {
  package var meaning: String {
    switch self {
    case .none: "nothing: the transaction itself names no more than its product (C5)"
    case .order: "the order: the backend knows its item and its owner (C5, B7)"
    case .account: "the account, but neither the order nor the item (C5)"
    case .intent: "the account, and the order or, without one, the item (C5)"
    }
  }
}

extension Design.RepurchaseRule: AxisValue {
  package var meaning: String {
    switch self {
    case .allow: "the purchase goes on as if nothing waited (C1)"
    case .resume: "a waiting record of the same item and account is delivered instead (C1)"
    case .resumeOrBlock: "as `resume`; any other waiting record of the product refuses the tap (C1)"
    case .refuse: "the tap is refused if any transaction of the product is in the queue (C1)"
    case .finishPending:
      "whatever is charged or failed is finished first, delivered or not (C1)"
    }
  }
}

extension Design.GuestRule: AxisValue {
  package var meaning: String {
    switch self {
    case .requireLogin: "a guest's tap asks for a login, and goes on after it (C10)"
    case .deviceAccount: "a guest buys as the device; the delivery waits for the login (C10)"
    }
  }
}

extension Design.Interface: AxisValue {
  package var meaning: String {
    switch self {
    case .blocking: "a spinner covers the app from the tap to the end of the delivery (P2)"
    case .nonBlocking: "the app can be used while the delivery goes on (P2)"
    }
  }
}

// What the client remembers, and to what it binds.

extension RecordRules.Place: AxisValue {
  package var meaning: String {
    switch self {
    case .memory: "in the memory of the process, and gone when it dies (D1)"
    case .sandbox: "in the app's sandbox, and gone when the app is deleted (D2)"
    case .keychain: "in the keychain, and gone only on a new device (D2)"
    case .server: "on the backend under the account, never gone; a request can fail (C3, D3)"
    }
  }
}

extension RecordRules.Key: AxisValue {
  package var meaning: String {
    switch self {
    case .single: "one slot: the newest record takes it, and binds any product (C5)"
    case .product: "by product, among the records without a transaction identifier (C5)"
    case .payload: "by what the payload names; by product where none came back (C5)"
    }
  }
}

extension RecordRules.Match: AxisValue {
  package var meaning: String {
    switch self {
    case .latest: "the newest of them (C5)"
    case .oldest: "the oldest of them (C5)"
    case .unanimous: "one of them if all name one item and one account, else none (C5)"
    }
  }
}

extension BindingRules.ItemSource: AxisValue {
  package var meaning: String {
    switch self {
    case .payload: "the order or the item in the payload, if it came back (C5, S8)"
    case .record: "the order or the item of the record that fits (C5)"
    case .product: "the product's item, if it has only one (C5)"
    case .latestOrder: "the newest undelivered order of account and product on the backend (C5)"
    }
  }
}

extension BindingRules.AccountSource: AxisValue {
  package var meaning: String {
    switch self {
    case .payload: "the account in the payload, if it came back (C5, S8)"
    case .record: "the account of the record that fits (C5)"
    case .order: "the owner of the bound order, whom the backend knows (C5, B7)"
    case .session: "whoever is logged in (C5)"
    }
  }
}

extension BindingRules.OtherAccountRule: AxisValue {
  package var meaning: String {
    switch self {
    case .deliver: "the delivery starts all the same, for the bound account (C5)"
    case .wait: "the delivery waits until that account logs in (C5)"
    }
  }
}

extension BindingRules.UnboundRule: AxisValue {
  package var meaning: String {
    switch self {
    case .drop: "the transaction is finished and forgotten (C5)"
    case .keep: "the transaction stays unfinished: the next attachment calls it back (C5, S3)"
    case .collect: "it stays unfinished, and is listed for manual recovery (C5, C9)"
    case .submit: "it is sent without an order; the backend may find or make one (C5, B6)"
    }
  }
}

// What happens after the payment.

extension Design.FinishTime: AxisValue {
  package var meaning: String {
    switch self {
    case .onCallback: "at the `purchased` callback; every try sends the receipt read there (C6)"
    case .afterSubmission: "when the backend has accepted the request, checked or not (C7, B3)"
    case .afterVerification: "when the backend has verified and delivered (C7)"
    }
  }
}

extension Design.RejectionResponse: AxisValue {
  package var meaning: String {
    switch self {
    case .finish: "the transaction is finished: nothing tries again (C7)"
    case .keep: "the transaction stays unfinished: a trigger or a callback tries again (C7, C8)"
    }
  }
}

extension Design.FailureResponse: AxisValue {
  package var meaning: String {
    switch self {
    case .finish: "the failed transaction leaves the queue (C4)"
    case .keep: "the failed transaction stays in the queue, where `refuse` meets it (C4, C1)"
    }
  }
}

extension Design.DeferralResponse: AxisValue {
  package var meaning: String {
    switch self {
    case .end: "the flow of the tap ends: the spinner closes, the record stays (C11)"
    case .ignore: "nothing: the spinner goes on (C11)"
    }
  }
}

extension Design.ObserverTime: AxisValue {
  package var meaning: String {
    switch self {
    case .launch: "at every launch (S3)"
    case .login: "while a session exists: at a launch with one, and at a login (S3, C10)"
    case .purchase: "at the first tap of a process; what is unfinished waits until then (S3, C1)"
    }
  }
}

extension Design.QueueKind: AxisValue {
  package var meaning: String {
    switch self {
    case .perTransaction: "one a transaction: while it runs, another callback starts none (C7)"
    case .perCallback: "one a callback: two can deliver the same transaction at once (C7)"
    }
  }
}

extension RetryRules.Ending: AxisValue {
  package var meaning: String {
    switch self {
    case .wait: "nothing, until the next trigger or callback (C7, C8)"
    case .recoveryPage: "the user is told, and can try by hand from the recovery page (C9)"
    case .drop: "the transaction is finished and its record wiped (C7)"
    }
  }
}

// What the backend does.

extension ServerRules.Verification: AxisValue {
  package var meaning: String {
    switch self {
    case .synchronous: "after the check: the client hears the result (B3)"
    case .asynchronous: "before it, with `accepted`: the client never hears the result (B3)"
    }
  }
}

extension ServerRules.CheckErrorRule: AxisValue {
  package var meaning: String {
    switch self {
    case .error: "an error: `retry` decides when the client tries again (B3, C7)"
    case .rejected: "a rejection: `onRejection` decides, however good the receipt is (B3, C7)"
    }
  }
}

extension ServerRules.EntryRule: AxisValue {
  package var meaning: String {
    switch self {
    case .first: "the newest, whichever transaction the request names (B4)"
    case .matching: "that of the transaction that the request names (B4)"
    case .all: "that one, and beside it every other that is not delivered yet (B4)"
    }
  }
}

extension ServerRules.DedupeKey: AxisValue {
  package var meaning: String {
    switch self {
    case .none: "nothing: whatever is verified is delivered again (B5)"
    case .receipt: "the receipt, whichever transaction the request names (B5)"
    case .order: "the order; a request without one is never a duplicate (B5)"
    case .transaction: "the transaction (B5)"
    }
  }
}
