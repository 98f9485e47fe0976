import PurchaseWorld

/// Orders lines of the same millisecond in a way that is possible for clients; a log may have any
/// order.
///
/// A try ends before the next begins, and begins before it ends. Other lines follow the usual
/// order, and sessions follow each other.
struct TieOrder {
  private struct Subject: Hashable { var payment: Int32, session: Int32 }

  private var group: [UserLog.Entry] = []
  /// The numbers of the tries in progress.
  private var open: [Subject: Int32] = [:]
  private var session: Int32 = -1

  mutating func begin() {
    group.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    session = -1
  }

  /// Adds the next line in order of time.
  /// - Returns: the lines of the previous millisecond, in order.
  mutating func add(_ entry: UserLog.Entry) -> [UserLog.Entry] {
    let isLater = group.first.map { $0.time != entry.time } ?? false
    let earlier = isLater ? end() : []
    group.append(entry)
    return earlier
  }

  /// Returns the remaining lines, in order.
  mutating func end() -> [UserLog.Entry] {
    if group.count == 1 {
      note(group[0])
      defer { group.removeAll(keepingCapacity: true) }
      return group
    }
    var ordered: [UserLog.Entry] = []
    group.sort { ($0.rank, $0.tryNumber, $0.line) < ($1.rank, $1.tryNumber, $1.line) }
    while !group.isEmpty {
      let possible = group.firstIndex { isInSession($0) && isPossible($0) }
      let next = possible ?? group.firstIndex(where: isInSession) ?? group.startIndex
      let entry = group.remove(at: next)
      note(entry)
      ordered.append(entry)
    }
    return ordered
  }

  private func isInSession(_ entry: UserLog.Entry) -> Bool {
    entry.session == session || entry.session < 0 && entry.isOfClient
  }

  private func isPossible(_ entry: UserLog.Entry) -> Bool {
    if entry.transaction < 0 { return true }
    let number = open[Subject(payment: entry.transaction, session: entry.session)]
    if entry.isOne(of: .starts) { return number == nil }
    guard entry.isOne(of: .results) else { return true }
    return number.map { $0 < 0 || entry.tryNumber < 0 || $0 == entry.tryNumber } ?? false
  }

  private mutating func note(_ entry: UserLog.Entry) {
    if entry.session >= 0 { session = entry.session }
    let subject = Subject(payment: entry.transaction, session: entry.session)
    if entry.isOne(of: .starts) { open[subject] = entry.tryNumber }
    if entry.isOne(of: .results) { open[subject] = nil }
  }
}

extension UserLog.Entry {
  /// The preferred position among lines whose order is free.
  fileprivate var rank: Int { TieOrder.ranks[event.rawValue.trailingZeroBitCount] }
}

extension TieOrder {
  /// By the index of an event among all events.
  fileprivate static let ranks: [Int] = LogEntry.Event.allCases.map { event in
    switch event {
    case .client(let event):
      switch event {
      case .purchaseClick, .recoveryPageRetry, .supportTicket: 0
      case .orderSucceed, .orderFail, .purchaseRefused, .purchaseResumed: 2
      case .paymentAdded: 3
      case .transactionCancel, .transactionFail, .transactionSucceed: 4
      case .transactionUnbound: 5
      case .verifySucceed, .verifyReject, .verifyFail, .retryVerifySucceed, .retryVerifyReject,
        .retryVerifyFail:
        7
      case .retryExhausted: 8
      case .verifyStart, .retryVerifyStart: 9
      case .transactionFinish: 13
      }
    case .server(let event):
      switch event {
      // The backend's actions follow the requests, because it has its own clock.
      case .orderCreated, .notified, .reconciled: 20
      case .verifyReceived: 21
      case .delivered, .deliveredByHand, .acknowledged, .consumed, .takenBack: 22
      case .verifyAnswered: 23
      }
    }
  }
}
