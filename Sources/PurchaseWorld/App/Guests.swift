internal import EventEngine

/// Users who have not logged in (C10).
extension World {
  /// Whether nobody is logged in.
  var isGuest: Bool { device.state.session.isDevice }

  /// A guest has paid for the first time, and will log in to use the goods. [000]
  mutating func planGuestLogin() {
    guard store.charges.count == 1 else { return }
    let after = luck.delay(.guestLogin, 0)
    calendar.schedule(.guestLogin, after: after)
  }

  /// A guest logs in, unless they have meanwhile, as soon as the app is in front.
  mutating func logInGuest() {
    guard isGuest else { return }
    user.state.guestLoginWaits = device.state.app != .foreground
    if !user.state.guestLoginWaits { switchAccount(to: .own, returns: nil) }
  }

  /// Whatever names the device is the account's from now on, for client and backend alike (C10).
  mutating func moveFromDevice(_ identifier: AccountID) {
    guard moveIntents(), design.guest == .deviceAccount else { return }
    note(.movedFromDevice(account: device.state.session))
    if backend.state.customer == identifier { backend.state.customer = device.state.session }
    for index in client.records.indices where client.records[index].account == identifier {
      client.records[index].account = device.state.session
    }
    for index in backend.storedRecords.indices
    where backend.storedRecords[index].owner == identifier {
      backend.storedRecords[index].owner = device.state.session
    }
    for index in client.flows.indices where client.flows[index].account == identifier {
      client.flows[index].account = device.state.session
    }
    for index in client.tasks.indices where client.tasks[index].bound.account == identifier {
      client.tasks[index].bound.account = device.state.session
    }
    for index in store.transactions.indices
    where store.transactions[index].payload.account == identifier {
      store.transactions[index].payload.account = device.state.session
    }
    for index in backend.orders.indices where backend.orders[index].account == identifier {
      backend.orders[index].account = device.state.session
    }
    for index in link.requests.indices where link.requests[index].account == identifier {
      link.requests[index].account = device.state.session
    }
  }

  /// A guest goes on with another device, which has another identifier (D2).
  ///
  /// What the user wants follows the user. What names the old device stays with it.
  mutating func changeDeviceOfGuest() {
    device.state.session = device.state.session.advanced(by: 1)
    _ = moveIntents()
  }

  /// What a guest wants is wanted for the account of the moment; returns whether there is anything.
  private mutating func moveIntents() -> Bool {
    var hasMoved = false
    for index in user.intents.indices where user.intents[index].account?.isDevice == true {
      user.intents[index].account = device.state.session
      hasMoved = true
    }
    return hasMoved
  }

  /// The first login: what waited for it is tried, and taps that asked for it go on (C10).
  mutating func goOnAfterFirstLogin() {
    for task in openTasks where client.tasks[task].state == .waitsForGuest { restart(task) }
    // Of the server they were asked for already if this login is a trigger (C5).
    let isListed = design.records.place == .server && design.binding.otherAccount == .wait
    if !isListed { resumeRecords() }
    for tap in user.taps.indices where user.taps[tap].waitsForLogin {
      user.taps[tap].waitsForLogin = false
      goOn(with: tap)
    }
    client.state.asksForLogin = false
    if user.state.noticesToCome > 0 { noticeWhatWaited() }
  }

  /// The process dies while the user logs in: taps that waited for it are made again (C10).
  mutating func leaveTapsWaiting() {
    for tap in user.taps.indices where user.taps[tap].waitsForLogin {
      user.taps[tap].waitsForLogin = false
      user.waitingTaps.append(tap)
    }
  }
}
