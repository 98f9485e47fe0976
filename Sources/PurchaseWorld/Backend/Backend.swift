internal import EventEngine

/// The backend's record that an account wants an item (vocabulary).
struct Order {
  let item: ItemID
  var account: AccountID
  var isDelivered = false
}

/// Which order is meant by whoever binds, remembers or asks.
enum OrderName: Equatable, BitwiseCopyable {
  case none
  case one(OrderID)
  /// The newest undelivered order of account and product, whichever that is (C5).
  case latest

  /// The order, if it is named.
  @inline(__always)
  var id: OrderID? { if case .one(let order) = self { order } else { nil } }

  /// One order, or none.
  @inline(__always)
  init(_ order: OrderID?) { self = order.map { .one($0) } ?? .none }
}

/// What the backend does with requests (section 4).
extension World {
  /// A request reaches the backend, unless it is lost on the way (D1, D3) or the backend is out.
  @inline(__always)
  mutating func arrive(_ index: RequestID) {
    if requests[index].changesRecords {
      changeRecords(index)
      return
    }
    guard requests[index].process == livingProcess else {
      endWork(on: index)
      return
    }
    guard requests[index].losses == link.losses, !isOut(.backend) else {
      endWork(on: index)
      loseMessage(of: index)
      return
    }
    // A guest has no token that could expire (C10).
    guard now >= tokenExpiredUntil || requests[index].session.isDevice else {
      endWork(on: index)
      answer(index, with: .unauthorised)
      return
    }
    switch requests[index].asker {
    case .flow, .order:
      endWork(on: index)
      guard let item = requests[index].item, let account = requests[index].account else {
        preconditionFailure("an order is for an item and somebody")
      }
      answer(index, with: createOrder(item: item, account: account))
    case .verification:
      if design.server.verification == .asynchronous { answer(index, with: .accepted) }
      calendar.schedule(.checked(index), after: requests[index].check)
    case .reading, .listing:
      endWork(on: index)
      requests[index].answeredAt = Int32(events)
      answer(index, with: .list)
    case .writing, .clearing, .settling, .wiping:
      preconditionFailure("changes of records have no answer")
    }
  }

  /// Whether something is out now, for this user or for all (section 7, `outages`).
  mutating func isOut(_ target: Outage.Target) -> Bool {
    if now < (target == .backend ? backendOutUntil : checkOutUntil) { return true }
    for index in outages.indices where outages[index].target == target {
      let outage = outages[index]
      if now >= outage.from && now < outage.from + outage.lasts { return true }
    }
    return false
  }

  /// An order, unless the item is off the shelf (B1).
  @inline(__always)
  mutating func createOrder(item: ItemID, account: AccountID) -> Request.Answer {
    guard let order = order(item: item, account: account) else { return .notForSale }
    return .order(order)
  }

  /// Makes an order; nil when the item is off the shelf (B1).
  @inline(__always)
  mutating func order(item: ItemID, account: AccountID) -> OrderID? {
    guard !shelf.items[item].isDelisted else { return nil }
    note(.orderCreated(item: item))
    return orders.append(Order(item: item, account: account))
  }

  /// The store's check of a receipt has ended and is judged by the state of the moment (B3).
  @inline(__always)
  mutating func endCheck(_ index: RequestID) {
    requests[index].checks += 1
    if isOut(.storeCheck) {
      if design.server.onCheckError == .rejected {
        conclude(index, checked: .rejected)
      } else {
        repeatCheck(index)
      }
    } else {
      conclude(index, checked: verify(index))
    }
  }

  /// The check had no answer: a synchronous one is an error, an asynchronous one may be repeated.
  private mutating func repeatCheck(_ index: RequestID) {
    let isAsynchronous = design.server.verification == .asynchronous
    if isAsynchronous, Int(requests[index].checks) < design.server.attempts {
      calendar.schedule(.checked(index), after: design.server.attemptInterval)
    } else {
      conclude(index, checked: .error)
    }
  }

  /// The backend has done what it can; only a synchronous client is told (B3).
  private mutating func conclude(_ index: RequestID, checked: Request.Answer) {
    endWork(on: index)
    guard design.server.verification == .asynchronous else {
      answer(index, with: checked)
      return
    }
    guard let transaction = requests[index].transaction else {
      preconditionFailure("a verification names its transaction")
    }
    switch checked {
    case .error: transactions[transaction].failedCheck = .checkAbandoned
    case .rejected, .notForSale: transactions[transaction].failedCheck = .rejectedAndFinished
    default: break
    }
    noteFinishedUndelivered(transaction)
  }

  private mutating func endWork(on index: RequestID) { requests[index].isAtWork = false }

  /// The client asks the user to log in again; a user in the foreground does (B2).
  mutating func askForLogin() {
    guard !asksForLogin else { return }
    asksForLogin = true
    note(.loginAsked)
    if app == .foreground { scheduleLogin() }
  }

  /// The user, in front of the app, starts to log in.
  mutating func scheduleLogin() {
    let takes = luck.delay(.login, logins)
    logins += 1
    calendar.schedule(.loggedIn(process: process), after: takes)
  }

  /// The token is good again: whatever waited for it tries once more (B2).
  mutating func logInAgain(_ asking: ProcessID) {
    guard asksForLogin, asking == process, app == .foreground else { return }
    asksForLogin = false
    guard !isGuest else { return logInGuest() }
    tokenExpiredUntil = now
    note(.loggedIn)
    for task in openTasks { tryAfterLogin(task) }
    for flow in flows.indices where flows[flow].waitsForLogin {
      flows[flow].waitsForLogin = false
      if flows[flow].state == .ordering { requestOrder(forFlow: flow) }
    }
    if listsAfterLogin {
      listsAfterLogin = false
      listRecords()
    }
  }
}
