internal import EventEngine

/// Visits, launches and deaths (D1, D2, P4).
extension World {
  /// The process that runs now; 0 if none does.
  var livingProcess: ProcessID? { device.state.app == .dead ? nil : device.state.process }

  /// Starts a visit: opens the app, or brings it to the front, and plans the next visit.
  @inline(__always)
  mutating func beginVisit(_ number: Int32) {
    guard !user.state.hasGone else { return }
    user.state.visit = number
    let gap = luck.delay(.gap, Int(number))
    let next = now + max(gap, .seconds(1))
    if next <= horizon { calendar.schedule(.visit(number + 1), at: next) }
    stay()
    switch device.state.app {
    case .dead: launch()
    case .launching: break
    case .foreground: planTaps()
    case .background: comeToFront()
    }
  }

  /// The user stays for a dwell from now on.
  mutating func stay() {
    let dwell = luck.delay(.dwell, Int(user.state.visit))
    user.state.staysUntil = max(user.state.staysUntil, now + dwell)
    planLeaving()
  }

  /// The user will look at the clock when the dwell is over, unless they will anyway.
  @inline(__always)
  private mutating func planLeaving() { planLeaving(at: max(user.state.staysUntil, now)) }

  @inline(__always)
  private mutating func planLeaving(at time: Instant) {
    guard !user.state.leavePending else { return }
    user.state.leavePending = true
    calendar.schedule(.leave, at: time)
  }

  /// A new process begins (D1).
  @inline(__always)
  mutating func launch() {
    precondition(device.state.app == .dead, "one process at a time")
    device.state.app = .launching
    device.state.process = device.state.process.advanced(by: 1)
    client.state.hasTapped = false
    note(.launched)
    let takes = luck.delay(.launch, device.state.process.place)
    calendar.schedule(.ready(process: device.state.process), after: takes)
  }

  /// The process is ready: the observer is attached, then waiting records try again (C8).
  @inline(__always)
  mutating func becomeReady(_ ready: ProcessID) {
    guard device.state.app == .launching, ready == device.state.process else { return }
    device.state.app = .foreground
    device.state.lastOpening = now
    note(.ready)
    attachAtLaunch()
    guard device.state.app == .foreground else { return }
    resume(on: .launch)
    comeBack()
  }

  /// The app returns from the background: what waited is handled (D5), callbacks arrive (S3).
  @inline(__always)
  mutating func comeToFront() {
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
    if store.state.isObserving {
      if conditions.store.redeliversOnForeground { callBackAll() } else { callBackWaiting() }
    }
    guard device.state.app == .foreground else { return }
    resume(on: .foreground)
    if device.state.missedLinkUp {
      device.state.missedLinkUp = false
      resume(on: .network)
    }
    comeBack()
  }

  /// What the user does as soon as the app is in front.
  @inline(__always)
  private mutating func comeBack() {
    // A dwell that ended during the launch was not noticed.
    planLeaving()
    if client.state.asksForLogin { scheduleLogin() }
    if user.state.guestLoginWaits { logInGuest() }
    planTaps()
    if user.state.noticesToCome > 0 { noticeWhatWaited() }
  }

  /// Plans the taps of this visit, and those that met a dead process.
  @inline(__always)
  private mutating func planTaps() {
    if user.state.tapsToCome > 0 { planTapsToCome() }
  }

  private mutating func planTapsToCome() {
    let browse = luck.delay(.browse, device.state.process.place)
    if !user.waitingTaps.isEmpty {
      for place in user.waitingTaps.indices {
        calendar.schedule(.tap(user.waitingTaps[place]), after: browse)
      }
      user.waitingTaps.removeAll()
    }
    guard user.state.plannedVisit < user.state.visit else { return }
    user.state.plannedVisit = user.state.visit
    for index in user.firstTaps.indices where user.taps[index].visit == Int(user.state.visit) {
      calendar.schedule(.tap(index), after: browse + user.taps[index].after)
    }
  }

  /// Whether something keeps the user in the app (P4).
  private var isKept: Bool {
    client.state.spinner.isOpen || store.state.sheet != nil || store.state.openInterruptions > 0
      || hasTapsInThisVisit
  }

  private var hasTapsInThisVisit: Bool {
    guard user.state.tapsToCome > 0 else { return false }
    for tap in user.taps.indices
    where !user.taps[tap].isHandled && user.taps[tap].visit <= Int(user.state.visit) {
      return true
    }
    return false
  }

  /// The dwell of a visit may be over.
  @inline(__always)
  mutating func leaveIfTime() {
    user.state.leavePending = false
    guard device.state.app == .foreground else { return }
    if now < user.state.staysUntil {
      planLeaving()
    } else {
      leaveUnlessKept()
    }
  }

  /// Leaves once nothing keeps the user any more.
  @inline(never)
  mutating func considerLeaving() {
    guard device.state.app == .foreground, now >= user.state.staysUntil else {
      user.state.wantsToLeave = false
      if device.state.app == .foreground { planLeaving() }
      return
    }
    leaveUnlessKept()
  }

  @inline(__always)
  private mutating func leaveUnlessKept() {
    user.state.wantsToLeave = true
    if isKept { return }
    if let end = nextEndOfWaits() { return planLeaving(at: end) }
    user.state.wantsToLeave = false
    leave()
  }

  /// When the user, who has just paid, stops looking for what was bought; nil if they do not look (P4).
  private mutating func nextEndOfWaits() -> Instant? {
    var next: Instant?
    for intent in user.intents.indices {
      guard let paidAt = user.intents[intent].paidAt else { continue }
      let end = paidAt + luck.delay(.waits, Int(user.state.visit))
      if now < end { next = min(next ?? end, end) }
    }
    return next
  }

  @inline(__always)
  private mutating func leave() {
    note(.left)
    if user.given.neverReturns { user.state.hasGone = true }
    if luck.happens(conditions.behavior.evicted, .evicted, Int(user.state.visit)) {
      note(.evicted)
      endProcess()
    } else {
      device.state.app = .background
    }
  }

  /// The process dies; a user who was there opens the app again, unless they never return.
  ///
  /// - Parameter delay: from the death to the reopening.
  mutating func die(reopensAfter delay: Delay) {
    guard device.state.app != .dead else { return }
    let wasThere =
      device.state.app != .background || store.state.sheet != nil
      || store.state.openInterruptions > 0
    note(.died)
    endProcess()
    if user.given.neverReturns {
      user.state.hasGone = true
    } else if wasThere {
      calendar.schedule(.reopen(process: device.state.process), after: delay)
    }
  }

  /// Opens an app that died, unless it was opened meanwhile.
  mutating func reopen(after dead: ProcessID) {
    guard device.state.app == .dead, dead == device.state.process, !user.state.hasGone else {
      return
    }
    stay()
    launch()
  }

  /// Everything that lives in memory is gone (D1).
  private mutating func endProcess() {
    device.state.app = .dead
    store.state.isObserving = false
    device.state.missedLogin = .nobody
    user.state.wantsToLeave = false
    if client.state.asksForLogin { leaveTapsWaiting() }
    client.state.asksForLogin = false
    device.suspended.removeAll()
    client.state.spinner.isOpen = false
    loseMemory()
  }

  /// The installation is gone, and with a new device the keychain too (D2).
  mutating func wipe(keychain: Bool) {
    switch design.records.place {
    case .memory: break
    case .sandbox: loseRecords(.recordWiped)
    case .keychain: if keychain { loseRecords(.recordWiped) }
    case .server: break
    }
  }
}
