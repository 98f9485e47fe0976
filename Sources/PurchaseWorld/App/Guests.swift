internal import EventEngine

/// Users who have not logged in (C10).
extension World {
  /// Whether nobody is logged in.
  var isGuest: Bool { session.isDevice }

  /// A guest has paid for the first time, and will log in to use the goods. [000]
  mutating func planGuestLogin() {
    guard charges.count == 1 else { return }
    let after = luck.delay(.guestLogin, 0)
    calendar.schedule(.guestLogin, after: after)
  }

  /// A guest logs in, unless they have meanwhile, as soon as the app is in front.
  mutating func logInGuest() {
    guard isGuest else { return }
    guestLoginWaits = app != .foreground
    if !guestLoginWaits { switchAccount(to: .own, returns: nil) }
  }

  /// Whatever names the device is the account's from now on, for client and backend alike (C10).
  mutating func moveFromDevice(_ device: AccountID) {
    guard moveIntents(), design.guest == .deviceAccount else { return }
    note(.movedFromDevice(account: session))
    if customer == device { customer = session }
    for index in records.indices where records[index].account == device {
      records[index].account = session
    }
    for index in storedRecords.indices where storedRecords[index].owner == device {
      storedRecords[index].owner = session
    }
    for index in flows.indices where flows[index].account == device {
      flows[index].account = session
    }
    for index in tasks.indices where tasks[index].bound.account == device {
      tasks[index].bound.account = session
    }
    for index in transactions.indices where transactions[index].payload.account == device {
      transactions[index].payload.account = session
    }
    for index in orders.indices where orders[index].account == device {
      orders[index].account = session
    }
    for index in requests.indices where requests[index].account == device {
      requests[index].account = session
    }
  }

  /// A guest goes on with another device, which has another identifier (D2).
  ///
  /// What the user wants follows the user. What names the old device stays with it.
  mutating func changeDeviceOfGuest() {
    session = session.advanced(by: 1)
    _ = moveIntents()
  }

  /// What a guest wants is wanted for the account of the moment; returns whether there is anything.
  private mutating func moveIntents() -> Bool {
    var hasMoved = false
    for index in intents.indices where intents[index].account?.isDevice == true {
      intents[index].account = session
      hasMoved = true
    }
    return hasMoved
  }

  /// The first login: what waited for it is tried, and taps that asked for it go on (C10).
  mutating func goOnAfterFirstLogin() {
    for task in openTasks where tasks[task].state == .waitsForGuest { restart(task) }
    // Of the server they were asked for already if this login is a trigger (C5).
    let isListed = design.records.place == .server && design.binding.otherAccount == .wait
    if !isListed { resumeRecords() }
    for tap in taps.indices where taps[tap].waitsForLogin {
      taps[tap].waitsForLogin = false
      goOn(with: tap)
    }
    asksForLogin = false
    if noticesToCome > 0 { noticeWhatWaited() }
  }

  /// The process dies while the user logs in: taps that waited for it are made again (C10).
  mutating func leaveTapsWaiting() {
    for tap in taps.indices where taps[tap].waitsForLogin {
      taps[tap].waitsForLogin = false
      waitingTaps.append(tap)
    }
  }
}
