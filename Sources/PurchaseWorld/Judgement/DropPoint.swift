/// The kind of a lost order (<doc:Outcomes>).
package enum LossKind: String, CaseIterable, BitwiseCopyable, Sendable {
  case undelivered, crossed, misdelivered

  /// The meaning in one phrase; the article on outcomes has the same text.
  package var meaning: String {
    switch self {
    case .undelivered: "nothing was delivered for the charge"
    case .crossed: "a different item was delivered for the charge"
    case .misdelivered: "the right item was delivered to a wrong account"
    }
  }
}

/// The drop point: the earliest moment after which an order could not be delivered correctly.
package enum DropPoint: String, CaseIterable, BitwiseCopyable, Sendable {
  case recordCleared, recordDied, recordWiped, recordOverwritten
  case finishedUnbound, rejectedAndFinished, triesUsedUp, finishedEarly, checkAbandoned
  case wrongRecord, wrongEntry, wrongAccount
  case unboundKept, unboundCollected, waitingForAccount, notForSale, observerMissing
  case hungBehindUnfinished, neverReopened
  case unverifiedKept, unverifiedFinished

  /// The condition in one phrase, with its rules; the article on outcomes has the same text.
  package var meaning: String {
    switch self {
    case .recordCleared:
      "the client deleted the record at a `failed` callback, but the transaction needed it (C4)"
    case .recordDied: "the record was only in memory, and the process died (D1)"
    case .recordWiped: "the record was lost with the installation or the device (D2)"
    case .recordOverwritten:
      "the client keeps only one record, and another purchase overwrote it (C5)"
    case .finishedUnbound: "the client found no item for the transaction, and finished it (C5)"
    case .rejectedAndFinished: "the transaction is finished, and the backend rejected it (C7)"
    case .triesUsedUp: "the transaction is finished, and the last attempt failed (C7)"
    case .finishedEarly:
      "the transaction was finished before its delivery was certain, and nothing retries (C1, C6)"
    case .checkAbandoned:
      "the transaction was finished after it was sent, and the backend gave up checking it (B3)"
    case .wrongRecord: "the client used the record of another intent for the transaction (C5)"
    case .wrongEntry:
      "the backend used this charge's receipt entry to deliver another charge's goods (B4)"
    case .wrongAccount:
      "the right item was delivered to an account that is not the buyer's (C5, B7, B4)"
    case .unboundKept: "the client found no item for the transaction, and left it unfinished (C5)"
    case .unboundCollected:
      "the client found no item for the transaction, and listed it for manual recovery (C5)"
    case .waitingForAccount:
      "the delivery waits until the transaction's account logs in (C5), or until the guest logs in"
        + " (C10)"
    case .notForSale: "the backend no longer sells the item (B1, B6)"
    case .observerMissing:
      "the app was open after the charge, but never received the transaction (S3)"
    case .hungBehindUnfinished:
      "the transaction is still unfinished: the client is retrying, waits for the trigger of a retry,"
        + " such as a launch (C7, C8), or could not consume it (G11)"
    case .neverReopened: "the app was never opened again, so it never received the transaction (P4)"
    case .unverifiedKept:
      "the client left the transaction unfinished: the device cannot verify its signature (K12)"
    case .unverifiedFinished:
      "the client finished the transaction: the device could not verify its signature (K12)"
    }
  }

  /// A few words for people; the name stays the key.
  package var title: String {
    switch self {
    case .recordCleared: "record cleared"
    case .recordDied: "record lost with the process"
    case .recordWiped: "record lost with installation or device"
    case .recordOverwritten: "record overwritten"
    case .finishedUnbound: "no item found, finished"
    case .rejectedAndFinished: "rejected and finished"
    case .triesUsedUp: "finished after the last attempt failed"
    case .finishedEarly: "finished before delivery was certain"
    case .checkAbandoned: "backend gave up the check"
    case .wrongRecord: "another intent's record"
    case .wrongEntry: "another charge's receipt entry"
    case .wrongAccount: "delivered to another account"
    case .unboundKept: "no item found, left unfinished"
    case .unboundCollected: "no item found, listed for recovery"
    case .waitingForAccount: "waiting for a login"
    case .notForSale: "item no longer sold"
    case .observerMissing: "never received by the open app"
    case .hungBehindUnfinished: "still waiting for a retry"
    case .neverReopened: "app never opened again"
    case .unverifiedKept: "signature not verified, unfinished"
    case .unverifiedFinished: "signature not verified, finished"
    }
  }

  /// The numbers of the rules that the meaning cites.
  package var rules: [String] {
    let words = meaning.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init)
    return words.filter { $0.first?.isUppercase == true && $0.last?.isNumber == true }
  }

  /// The participant that lost the order.
  package var actor: Participant {
    switch self {
    case .checkAbandoned, .wrongEntry, .notForSale: .backend
    case .neverReopened: .user
    case .recordCleared, .recordDied, .recordWiped, .recordOverwritten, .finishedUnbound,
      .rejectedAndFinished, .triesUsedUp, .finishedEarly, .wrongRecord, .wrongAccount, .unboundKept,
      .unboundCollected, .waitingForAccount, .observerMissing, .hungBehindUnfinished,
      .unverifiedKept, .unverifiedFinished:
      .app
    }
  }

  /// Whether the record that would have bound was destroyed; a right binding cancels the loss.
  package var isRecordLoss: Bool {
    switch self {
    case .recordCleared, .recordDied, .recordWiped, .recordOverwritten: true
    case .finishedUnbound, .rejectedAndFinished, .triesUsedUp, .finishedEarly, .checkAbandoned,
      .wrongRecord, .wrongEntry, .wrongAccount, .unboundKept, .unboundCollected, .waitingForAccount,
      .notForSale, .observerMissing, .hungBehindUnfinished, .neverReopened, .unverifiedKept,
      .unverifiedFinished:
      false
    }
  }
}
