internal import EventEngine

/// Launches and deaths, installations and sessions (D1, D2, C10).
extension DeviceHost where Self: ~Copyable {
  // What everybody sees of it.
  @inline(__always) var app: AppState { device.state.app }
  @inline(__always) var isInFront: Bool { device.state.app == .foreground }
  @inline(__always) var isInBackground: Bool { _slowPath(device.state.app == .background) }
  @inline(__always) var process: ProcessID { device.state.process }
  /// The process that runs now; nil if none does.
  @inline(__always)
  var livingProcess: ProcessID? { device.state.app == .dead ? nil : device.state.process }
  @inline(__always) var session: AccountID { device.state.session }
  var lastOpening: Instant { device.state.lastOpening }

  /// A new process begins (D1).
  @inline(__always) mutating func launch() {
    precondition(device.state.app == .dead, "one process at a time")
    device.state.app = .launching
    device.state.process = device.state.process.advanced(by: 1)
    note(.launched)
    if visit >= design.updatesAt { updateApp() }
    beginProcess()
    connect()
    let takes = luck.delay(.launch, device.state.process.place)
    calendar.schedule(.ready(process: device.state.process), after: takes)
  }

  /// The process is ready: the client goes on, then the user.
  @inline(__always) mutating func becomeReady(_ ready: ProcessID) {
    guard device.state.app == .launching, ready == device.state.process else { return }
    device.state.app = .foreground
    device.state.lastOpening = now
    note(.ready)
    goOnAtLaunch()
    guard device.state.app == .foreground else { return }
    resume(on: .launch)
    comeBack()
  }

  /// The app returns from the background: what waited is handled (D5), callbacks arrive (S3).
  @inline(__always) mutating func comeToFront() {
    precondition(device.state.app == .background, "only a background process comes to the front")
    device.state.app = .foreground
    device.state.lastOpening = now
    note(.cameToFront)
    var index = 0
    while index < device.suspended.count, device.state.app == .foreground {
      handleInFront(device.suspended[index])
      index += 1
    }
    device.suspended.removeAll()
    guard device.state.app == .foreground else { return }
    if device.state.missedLogin != .nobody {
      let isFirst = device.state.missedLogin == .first
      device.state.missedLogin = .nobody
      learnOfLogin(isFirst: isFirst)
    }
    guard device.state.app == .foreground else { return }
    meetForeground()
    guard device.state.app == .foreground else { return }
    resume(on: .foreground)
    if device.state.missedLinkUp {
      device.state.missedLinkUp = false
      resume(on: .network)
    }
    comeBack()
  }

  /// What the process learns waits for the foreground (D5).
  @inline(__always) mutating func suspend(_ event: Event) { device.suspended.append(event) }

  /// The link is up again: a process in front learns of it at once (D3, D5).
  mutating func learnOfLink() {
    switch device.state.app {
    case .foreground: resume(on: .network)
    case .background: device.state.missedLinkUp = true
    case .dead, .launching: break
    }
  }

  /// The user has left; the process stays, unless the system takes it.
  @inline(__always) mutating func goToBackground(isEvicted: Bool) {
    if isEvicted {
      note(.evicted)
      stopProcess()
    } else {
      learnOfLeaving()
      device.state.app = .background
    }
  }

  /// The update of a waiting app ends its process, and the user opens the new one (M1).
  mutating func relaunchUpdated() {
    precondition(device.state.app == .background, "nobody is in the app that is updated")
    note(.evicted)
    stopProcess()
    launch()
  }

  /// The process dies; a user who was there opens the app again, unless they never return.
  /// - Parameter delay: from the death to the reopening.
  mutating func die(reopensAfter delay: Delay) {
    guard device.state.app != .dead else { return }
    let wasThere = device.state.app != .background || isStoreInFront
    note(.died)
    stopProcess()
    meetDeath(wasThere: wasThere, reopensAfter: delay)
  }

  /// Everything that lives in memory is gone (D1).
  private mutating func stopProcess() {
    device.state.app = .dead
    device.state.missedLogin = .nobody
    device.suspended.removeAll()
    endProcess()
  }

  /// The app is deleted and installed again (D2).
  mutating func reinstall(keychain: Bool, reopens: Delay) {
    // Before the first visit there is no app that could be opened again.
    let wasDead = device.state.app == .dead && hasBegun
    die(reopensAfter: reopens)
    note(.reinstalled)
    wipe(keychain: keychain)
    renewReceipt()
    if wasDead { planReopening(after: reopens) }
  }

  /// The user goes on with another device (D2, S3).
  mutating func moveToNewDevice(reopens: Delay) {
    reinstall(keychain: true, reopens: reopens)
    if device.state.session.isDevice {
      // It has another identifier: what names the old device stays with it (C10).
      device.state.session = device.state.session.advanced(by: 1)
      _ = moveWishes()
    }
    if !conditions.store.survivesNewDevice { leaveStoreBehind() }
  }

  /// The session changes hands, whatever the app does. A process in front learns of it at once, one in
  /// the background when it comes to the front; the next one finds the new account.
  mutating func switchAccount(to account: AccountID, returns: Delay?) {
    let before = device.state.session
    let wasGuest = before.isDevice
    device.state.session = account
    renewToken()
    note(.accountSwitched(account: account))
    if let returns {
      calendar.schedule(.switchBack(account: wasGuest ? .own : before), after: returns)
    }
    if wasGuest, moveWishes(), design.guest == .deviceAccount {
      note(.movedFromDevice(account: account))
      moveFromDevice(before)
    }
    switch device.state.app {
    case .foreground: learnOfLogin(isFirst: wasGuest)
    case .background:
      device.state.missedLogin = wasGuest || device.state.missedLogin == .first ? .first : .another
    case .dead, .launching: break
    }
  }

  /// Another account logs in, the next of those that the user has.
  mutating func switchAway(returns: Delay?) {
    let before = device.state.session.isDevice ? AccountID.own : device.state.session
    let other = AccountID((before.place + 1) % conditions.behavior.accounts)
    switchAccount(to: other, returns: returns)
  }
}
