internal import EventEngine

/// What the backend does with requests (section 4).
extension World {
  /// A request reaches the backend, unless it is lost on the way (D1, D3) or the backend is out.
  @inline(__always)
  mutating func arrive(_ index: RequestID) {
    if link.requests[index].changesRecords {
      changeRecords(index)
      return
    }
    guard link.requests[index].process == livingProcess else {
      endWork(on: index)
      return
    }
    guard link.requests[index].losses == link.state.losses, !isOut(.backend) else {
      endWork(on: index)
      loseMessage(of: index)
      return
    }
    // A guest has no token that could expire (C10).
    guard now >= backend.state.tokenExpiredUntil || link.requests[index].session.isDevice else {
      endWork(on: index)
      answer(index, with: .unauthorised)
      return
    }
    switch link.requests[index].asker {
    case .flow, .order:
      endWork(on: index)
      guard let item = link.requests[index].item, let account = link.requests[index].account else {
        preconditionFailure("an order is for an item and somebody")
      }
      answer(index, with: createOrder(item: item, account: account))
    case .verification:
      if design.server.verification == .asynchronous { answer(index, with: .accepted) }
      calendar.schedule(.checked(index), after: link.requests[index].check)
    case .reading, .listing:
      endWork(on: index)
      link.requests[index].answeredAt = Int32(events)
      answer(index, with: .list)
    case .writing, .clearing, .settling, .wiping:
      preconditionFailure("changes of records have no answer")
    }
  }

  /// Whether something is out now, for this user or for all (section 7, `outages`).
  mutating func isOut(_ target: Outage.Target) -> Bool {
    if now < (target == .backend ? backend.state.outUntil : backend.state.checkOutUntil) {
      return true
    }
    for index in backend.outages.indices where backend.outages[index].target == target {
      let outage = backend.outages[index]
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
    guard !backend.shelf.items[item].isDelisted else { return nil }
    note(.orderCreated(item: item))
    return backend.orders.append(Order(item: item, account: account))
  }

  /// The store's check of a receipt has ended and is judged by the state of the moment (B3).
  @inline(__always)
  mutating func endCheck(_ index: RequestID) {
    link.requests[index].checks += 1
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
    if isAsynchronous, Int(link.requests[index].checks) < design.server.attempts {
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
    guard let transaction = link.requests[index].transaction else {
      preconditionFailure("a verification names its transaction")
    }
    switch checked {
    case .error: store.transactions[transaction].failedCheck = .checkAbandoned
    case .rejected, .notForSale: store.transactions[transaction].failedCheck = .rejectedAndFinished
    default: break
    }
    noteFinishedUndelivered(transaction)
  }

  private mutating func endWork(on index: RequestID) { link.requests[index].isAtWork = false }

  /// The client asks the user to log in again; a user in the foreground does (B2).
  mutating func askForLogin() {
    guard !client.state.asksForLogin else { return }
    client.state.asksForLogin = true
    note(.loginAsked)
    if device.state.app == .foreground { scheduleLogin() }
  }

  /// The user, in front of the app, starts to log in.
  mutating func scheduleLogin() {
    let takes = luck.delay(.login, user.state.logins)
    user.state.logins += 1
    calendar.schedule(.loggedIn(process: device.state.process), after: takes)
  }

  /// The token is good again: whatever waited for it tries once more (B2).
  mutating func logInAgain(_ asking: ProcessID) {
    guard client.state.asksForLogin, asking == device.state.process, device.state.app == .foreground
    else { return }
    client.state.asksForLogin = false
    guard !isGuest else { return logInGuest() }
    backend.state.tokenExpiredUntil = now
    note(.loggedIn)
    for task in openTasks { tryAfterLogin(task) }
    for flow in client.flows.indices where client.flows[flow].waitsForLogin {
      client.flows[flow].waitsForLogin = false
      if client.flows[flow].state == .ordering { requestOrder(forFlow: flow) }
    }
    if client.state.listsAfterLogin {
      client.state.listsAfterLogin = false
      listRecords()
    }
  }
}
