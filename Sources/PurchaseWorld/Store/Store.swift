internal import EventEngine

/// The store: its payments, sheets and the receipt.
struct Store: ~Copyable {
  var state = State()
  var transactions = Table<Kind.Transaction, Transaction>()
  /// Charged transactions, in the order of charging.
  var charges = Table<Kind.Charge, TransactionID>()
  /// Transactions whose sheets wait for their turn.
  var sheetQueue = List<TransactionID>()

  struct State: BitwiseCopyable {
    /// The transaction whose sheet is up.
    var sheet: TransactionID?
    var openInterruptions = 0
    /// Whether the app's observer is attached (S3).
    var isObserving = false
  }

  mutating func reset() {
    state = State()
    transactions.removeAll()
    charges.removeAll()
    sheetQueue.removeAll()
  }

  mutating func become(_ other: borrowing Store) {
    state = other.state
    transactions.replaceAll(with: other.transactions)
    charges.replaceAll(with: other.charges)
    sheetQueue.replaceAll(with: other.sheetQueue)
  }

  func add(to print: inout StateHasher, at now: Instant) {
    print.add(Int32(transactions.count), Int32(charges.count))
    for index in transactions.indices {
      transactions[index].add(to: &print)
      print.add(transactions[index].listedFrom, ifAfter: now)
    }
    for place in charges.indices { print.add(charges[place], Int32(-2)) }
    print.add(Int32(sheetQueue.count), state.sheet)
    for place in sheetQueue.indices { print.add(sheetQueue[place], Int32(-3)) }
    print.add(state.openInterruptions)
  }
}

extension Transaction {
  func add(to print: inout StateHasher) {
    print.add(intent, product)
    print.add(tapProcess, flow)
    print.add(payload.order, payload.item)
    print.add(payload.account, payloadLostIn)
    print.add(
      StateHasher.byte(pays) | StateHasher.byte(state) << 8 | StateHasher.byte(payloadLoss) << 16
        | StateHasher.byte(code) << 24 | StateHasher.byte(waits) << 32
        | StateHasher.byte(isOnItsWay) << 40 | StateHasher.byte(missesLive) << 48
        | StateHasher.byte(wasCalledBack) << 56)
    print.add(number, copies)
    print.add(chargedAt)
    print.add(unansweredPosts, tries)
    print.add(
      StateHasher.byte(isFinished) | StateHasher.byte(isPosted) << 8 | StateHasher.byte(isServed)
        << 16
        | StateHasher.byte(isAfterRelaunch) << 24 | StateHasher.byte(failedCheck) << 32
        | StateHasher.byte(wrong) << 40 | StateHasher.byte(wrongBeside) << 48
        | StateHasher.byte(duplicate) << 56)
    print.add(
      StateHasher.byte(isRefunded) | StateHasher.byte(standing) << 8 | StateHasher.byte(drop) << 16
        | (right?.code ?? 255) << 24)
    print.add(rightAt)
    print.add(booked ?? -1)
    print.add(bookedAgain)
  }
}

extension Fate {
  /// A number for each fate that a delivery can have.
  fileprivate var code: UInt64 {
    switch self {
    case .delivered: 0
    case .recovered: 1
    case .rescued: 2
    case .refunded: 3
    case .lost(let kind, let point): 4 + UInt64(LossSet.place(of: kind, point))
    }
  }
}
