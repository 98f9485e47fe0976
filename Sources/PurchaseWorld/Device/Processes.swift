internal import EventEngine

/// Launches and deaths, installations and sessions (D1, D2, C10).
extension DeviceHost where Self: ~Copyable {
  // The state that other parts can read.
  @inline(__always) var app: AppState { device.state.app }
  @inline(__always) var isInFront: Bool { device.state.app == .foreground }
  @inline(__always) var isInBackground: Bool { _slowPath(device.state.app == .background) }
  @inline(__always) var process: ProcessID { device.state.process }
  /// The process that runs now; nil if none does.
  @inline(__always)
  var livingProcess: ProcessID? { device.state.app == .dead ? nil : device.state.process }
  @inline(__always) var session: AccountID { device.state.session }
  var lastOpening: Instant { device.state.lastOpening }

  @inline(__always) mutating func launch() {
    precondition(device.state.app == .dead, "there is one process at a time")
    device.state.app = .launching
    device.state.process = device.state.process.advanced(by: 1)
    note(.launched)
    if visit >= design.updatesAt { updateApp() }
    beginProcess()
    connect()
    let takes = randomDraws.delay(.launch, device.state.process.index)
    calendar.schedule(.ready(process: device.state.process), after: takes)
  }

  /// Handles a ready process: first the client, then the user.
  @inline(__always) mutating func handleReady(_ ready: ProcessID) {
    guard device.state.app == .launching, ready == device.state.process else { return }
    device.state.app = .foreground
    device.state.lastOpening = now
    note(.ready)
    resumeAtLaunch()
    guard device.state.app == .foreground else { return }
    resume(on: .launch)
    comeBack()
  }

  /// Brings the app to the front: what waited is handled (D5), callbacks arrive (S3).
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
    handleForeground()
    guard device.state.app == .foreground else { return }
    resume(on: .foreground)
    if device.state.missedLinkUp {
      device.state.missedLinkUp = false
      resume(on: .network)
    }
    comeBack()
  }

  /// Keeps an event for the foreground (D5).
  @inline(__always) mutating func suspend(_ event: Event) { device.suspended.append(event) }

  /// Handles a link that is up again: a process in front is notified at once (D3, D5).
  mutating func learnOfLink() {
    switch device.state.app {
    case .foreground: resume(on: .network)
    case .background: device.state.missedLinkUp = true
    case .dead, .launching: break
    }
  }

  /// Moves the app to the background; the process stays unless the system evicts it.
  @inline(__always) mutating func goToBackground(isEvicted: Bool) {
    if isEvicted {
      note(.evicted)
      stopProcess()
    } else {
      learnOfLeaving()
      device.state.app = .background
    }
  }

  /// Ends the process of a waiting app that was updated; the user opens the new one (M1).
  mutating func relaunchUpdated() {
    precondition(device.state.app == .background, "no user is in the app during its update")
    note(.evicted)
    stopProcess()
    launch()
  }

  /// Ends the process; a user in the app opens it again, unless they never return.
  /// - Parameter delay: from the death to the reopening.
  mutating func die(reopensAfter delay: Delay) {
    guard device.state.app != .dead else { return }
    let wasThere = device.state.app != .background || isStoreInFront
    note(.died)
    stopProcess()
    handleDeath(wasThere: wasThere, reopensAfter: delay)
  }

  /// Ends the process with everything in memory (D1).
  private mutating func stopProcess() {
    device.state.app = .dead
    device.state.missedLogin = .nobody
    device.suspended.removeAll()
    endProcess()
  }

  /// Deletes the app and installs it again (D2).
  mutating func reinstall(keychain: Bool, reopens: Delay) {
    // Before the first visit there is no app to open again.
    let wasDead = device.state.app == .dead && hasBegun
    die(reopensAfter: reopens)
    note(.reinstalled)
    wipe(keychain: keychain)
    renewReceipt()
    if wasDead { planReopening(after: reopens) }
  }

  /// Moves the user to another device (D2, S3).
  mutating func moveToNewDevice(reopens: Delay) {
    reinstall(keychain: true, reopens: reopens)
    if device.state.session.isDevice {
      // A new device has another identifier; the old one stays with the old device (C10).
      device.state.session = device.state.session.advanced(by: 1)
      _ = moveIntents()
    }
    if !conditions.store.unfinishedSurviveNewDevice { leaveStoreBehind() }
  }

  /// Changes the session at once. A process in front notices it at once, one in the background when
  /// it comes to the front; the next process starts with the new account.
  mutating func switchAccount(to account: AccountID, returns: Delay?) {
    let before = device.state.session
    let wasGuest = before.isDevice
    device.state.session = account
    renewToken()
    note(.accountSwitched(account: account))
    if let returns {
      calendar.schedule(.switchBack(account: wasGuest ? .own : before), after: returns)
    }
    if wasGuest, moveIntents(), design.guest == .deviceAccount {
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

  /// Logs in with the next of the user's accounts.
  mutating func switchAway(returns: Delay?) {
    let before = device.state.session.isDevice ? AccountID.own : device.state.session
    let other = AccountID((before.index + 1) % conditions.behavior.accountCount)
    switchAccount(to: other, returns: returns)
  }
}
