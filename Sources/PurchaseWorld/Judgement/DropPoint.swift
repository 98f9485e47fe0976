/// How an order was lost (section 8).
package enum LossKind: String, CaseIterable, BitwiseCopyable, Sendable {
  case undelivered, crossed, misdelivered

  /// How the order was lost, in one phrase; the article about outcomes has the same.
  package var meaning: String {
    switch self {
    case .undelivered: "nothing was delivered for the charge"
    case .crossed: "another item was delivered for the charge"
    case .misdelivered: "the goods went to another account"
    }
  }
}

/// Where an order was lost: the earliest moment after which it could not come right (section 8).
package enum DropPoint: String, CaseIterable, BitwiseCopyable, Sendable {
  case recordCleared, recordDied, recordWiped, recordOverwritten
  case finishedUnbound, rejectedAndFinished, triesUsedUp, finishedEarly, checkAbandoned
  case wrongRecord, wrongEntry, wrongAccount
  case unboundKept, unboundCollected, waitingForAccount, notForSale, observerMissing
  case hungBehindUnfinished, neverReopened
  case unverifiedKept, unverifiedFinished

  /// When it holds, in one phrase, with the rules that decide; the article about outcomes has the same.
  package var meaning: String {
    switch self {
    case .recordCleared: "a `failed` callback wiped the record that would have bound (C4)"
    case .recordDied: "the record was in memory and died with the process (D1)"
    case .recordWiped: "the record went with the installation or with the device (D2)"
    case .recordOverwritten: "another purchase took the one slot of the record (C5)"
    case .finishedUnbound: "the transaction was finished because it had no item (C5)"
    case .rejectedAndFinished: "the transaction was finished and its verification was rejected (C7)"
    case .triesUsedUp: "the transaction was finished and the last try failed (C7)"
    case .finishedEarly:
      "the transaction was finished before its delivery was sure, and nothing tries again (C1, C6)"
    case .checkAbandoned:
      "the transaction was finished after the submission, and the backend gave up its checks (B3)"
    case .wrongRecord: "the record of another intent bound the transaction (C5)"
    case .wrongEntry: "the goods of one entry of the receipt were handed out for another (B4)"
    case .wrongAccount: "the right goods went to an account that was not the buyer's (C5, B7, B4)"
    case .unboundKept: "the transaction has no item and is left unfinished (C5)"
    case .unboundCollected: "the transaction has no item and is listed for manual recovery (C5)"
    case .waitingForAccount:
      "the transaction's account has not come back (C5), or nobody has logged in (C10)"
    case .notForSale: "the backend no longer sells the item (B1, B6)"
    case .observerMissing: "no route of the client ever brought the transaction (S3)"
    case .hungBehindUnfinished:
      "the tries go on, or wait for a trigger, without success so far (C7, C8)"
    case .neverReopened: "the app was never opened again, so no route brought the transaction (P4)"
    case .unverifiedKept: "the device cannot check its signature, and it is left unfinished (K12)"
    case .unverifiedFinished:
      "the transaction was finished because the device could not check its signature (K12)"
    }
  }

  /// The numbers of the rules that decide that an order is lost here: those that the meaning cites.
  package var rules: [String] {
    let words = meaning.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init)
    return words.filter { $0.first?.isUppercase == true && $0.last?.isNumber == true }
  }

  /// Who has let go of the order.
  package var actor: Party {
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

  /// Whether the record that would have bound was destroyed; a later right binding makes up for it.
  package var isOfRecord: Bool {
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
