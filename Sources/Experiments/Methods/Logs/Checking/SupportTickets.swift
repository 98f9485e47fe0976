import PurchaseWorld

/// Support tickets of a log, compared with their orders.
package struct SupportTickets: Sendable {
  /// Tickets with an undelivered order, and the orders among them that support delivered, or that
  /// were delivered automatically later.
  package var withUndeliveredOrder = 0, deliveredManually = 0, deliveredLater = 0
  /// Tickets with a delivered order.
  package var withDeliveredOrder = 0
  /// Tickets of users without an order of that product.
  package var withoutOrder = 0

  package var count: Int { withUndeliveredOrder + withDeliveredOrder + withoutOrder }
  /// Tickets with an order that was never delivered.
  package var withNeverDeliveredOrder: Int {
    withUndeliveredOrder - deliveredManually - deliveredLater
  }

  /// Adds the tickets of a user.
  mutating func add(_ userLog: UserLog) {
    for ticket in userLog.entries where ticket.isOne(of: .of(.supportTicket)) {
      let orders = userLog.orders(of: ticket).map { userLog.arrival(of: $0) }
      // A ticket is about a missing order; if several are missing, about the last.
      guard let arrival = orders.last(where: { $0.isAfter(ticket.time) }) ?? orders.last else {
        withoutOrder += 1
        continue
      }
      switch arrival {
      case .never: withUndeliveredOrder += 1
      case .bySupport(let time) where time >= ticket.time:
        withUndeliveredOrder += 1
        deliveredManually += 1
      case .otherwise(let time) where time > ticket.time:
        withUndeliveredOrder += 1
        deliveredLater += 1
      case .bySupport, .otherwise: withDeliveredOrder += 1
      }
    }
  }
}

extension UserLog {
  /// The time at which the goods of a transaction were delivered, in milliseconds.
  fileprivate enum Arrival {
    case never
    case bySupport(Int)
    case otherwise(Int)

    /// Support delivers at the time of the ticket, so an equal time counts as later.
    func isAfter(_ time: Int) -> Bool {
      switch self {
      case .never: true
      case .bySupport(let arrival): arrival >= time
      case .otherwise(let arrival): arrival > time
      }
    }
  }

  /// Whether the user wrote to support.
  var hasTicket: Bool { entries.contains { $0.isOne(of: .of(.supportTicket)) } }

  /// The possible transactions of a ticket, the latest last: the transaction that it names, or all
  /// earlier transactions of its product.
  fileprivate func orders(of ticket: Entry) -> [Int] {
    if ticket.transaction >= 0 { return [Int(ticket.transaction)] }
    return entriesByTransaction.indices.filter { payment in
      guard let first = entriesByTransaction[payment].first else { return false }
      return entries[first].time <= ticket.time
        && (ticket.product < 0
          || entriesByTransaction[payment].contains { entries[$0].product == ticket.product })
    }.sorted { entriesByTransaction[$0][0] < entriesByTransaction[$1][0] }
  }

  fileprivate func arrival(of payment: Int) -> Arrival {
    for place in entriesByTransaction[payment] {
      let entry = entries[place]
      if entry.isOne(of: .of(.deliveredByHand)) { return .bySupport(entry.time) }
      let isSuccess = entry.isOne(of: .successes) && entry.code != .accepted
      if isSuccess || entry.isOne(of: .of(.delivered)) { return .otherwise(entry.time) }
    }
    return .never
  }
}
