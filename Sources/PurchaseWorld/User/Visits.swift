internal import EventEngine

/// Where the app is (D1).
enum AppState {
  /// No process.
  case dead
  /// A process exists and is not ready.
  case launching
  /// The user looks at the app.
  case foreground
  /// The process exists and nothing in it runs (D5).
  case background
}

/// Visits, launches and deaths (D1, D2, P4).
extension World {
  /// The process that runs now; 0 if none does.
  var livingProcess: ProcessID? { app == .dead ? nil : process }

  /// Starts a visit: opens the app, or brings it to the front, and plans the next visit.
  @inline(__always)
  mutating func beginVisit(_ number: Int32) {
    guard !hasGone else { return }
    visit = number
    let gap = luck.delay(.gap, Int(number))
    let next = now + max(gap, .seconds(1))
    if next <= horizon { calendar.schedule(.visit(number + 1), at: next) }
    stay()
    switch app {
    case .dead: launch()
    case .launching: break
    case .foreground: planTaps()
    case .background: comeToFront()
    }
  }

  /// The user stays for a dwell from now on.
  mutating func stay() {
    let dwell = luck.delay(.dwell, Int(visit))
    staysUntil = max(staysUntil, now + dwell)
    planLeaving()
  }

  /// The user will look at the clock when the dwell is over, unless they will anyway.
  @inline(__always)
  private mutating func planLeaving() { planLeaving(at: max(staysUntil, now)) }

  @inline(__always)
  private mutating func planLeaving(at time: Instant) {
    guard !leavePending else { return }
    leavePending = true
    calendar.schedule(.leave, at: time)
  }

  /// A new process begins (D1).
  @inline(__always)
  mutating func launch() {
    precondition(app == .dead, "one process at a time")
    app = .launching
    process = process.advanced(by: 1)
    hasTapped = false
    note(.launched)
    let takes = luck.delay(.launch, process.place)
    calendar.schedule(.ready(process: process), after: takes)
  }

  /// The process is ready: the observer is attached, then waiting records try again (C8).
  @inline(__always)
  mutating func becomeReady(_ ready: ProcessID) {
    guard app == .launching, ready == process else { return }
    app = .foreground
    lastOpening = now
    note(.ready)
    attachAtLaunch()
    guard app == .foreground else { return }
    resume(on: .launch)
    comeBack()
  }

  /// The app returns from the background: what waited is handled (D5), callbacks arrive (S3).
  @inline(__always)
  mutating func comeToFront() {
    precondition(app == .background, "only a background process comes to the front")
    app = .foreground
    lastOpening = now
    note(.cameToFront)
    var index = 0
    while index < suspended.count, app == .foreground {
      handleInFront(suspended[index])
      index += 1
    }
    suspended.removeAll()
    guard app == .foreground else { return }
    if missedLogin != .nobody {
      let isFirst = missedLogin == .first
      missedLogin = .nobody
      learnOfLogin(isFirst: isFirst)
    }
    guard app == .foreground else { return }
    if isObserving {
      if conditions.store.redeliversOnForeground { callBackAll() } else { callBackWaiting() }
    }
    guard app == .foreground else { return }
    resume(on: .foreground)
    if missedLinkUp {
      missedLinkUp = false
      resume(on: .network)
    }
    comeBack()
  }

  /// What the user does as soon as the app is in front.
  @inline(__always)
  private mutating func comeBack() {
    // A dwell that ended during the launch was not noticed.
    planLeaving()
    if asksForLogin { scheduleLogin() }
    if guestLoginWaits { logInGuest() }
    planTaps()
    if noticesToCome > 0 { noticeWhatWaited() }
  }

  /// Plans the taps of this visit, and those that met a dead process.
  @inline(__always)
  private mutating func planTaps() {
    if tapsToCome > 0 { planTapsToCome() }
  }

  private mutating func planTapsToCome() {
    let browse = luck.delay(.browse, process.place)
    if !waitingTaps.isEmpty {
      for place in waitingTaps.indices {
        calendar.schedule(.tap(waitingTaps[place]), after: browse)
      }
      waitingTaps.removeAll()
    }
    guard plannedVisit < visit else { return }
    plannedVisit = visit
    for index in firstTaps.indices where taps[index].visit == Int(visit) {
      calendar.schedule(.tap(index), after: browse + taps[index].after)
    }
  }

  /// Whether something keeps the user in the app (P4).
  private var isKept: Bool {
    spinner.isOpen || sheet != nil || openInterruptions > 0 || hasTapsInThisVisit
  }

  private var hasTapsInThisVisit: Bool {
    guard tapsToCome > 0 else { return false }
    for tap in taps.indices where !taps[tap].isHandled && taps[tap].visit <= Int(visit) {
      return true
    }
    return false
  }

  /// The dwell of a visit may be over.
  @inline(__always)
  mutating func leaveIfTime() {
    leavePending = false
    guard app == .foreground else { return }
    if now < staysUntil {
      planLeaving()
    } else {
      leaveUnlessKept()
    }
  }

  /// Leaves once nothing keeps the user any more.
  @inline(never)
  mutating func considerLeaving() {
    guard app == .foreground, now >= staysUntil else {
      wantsToLeave = false
      if app == .foreground { planLeaving() }
      return
    }
    leaveUnlessKept()
  }

  @inline(__always)
  private mutating func leaveUnlessKept() {
    wantsToLeave = true
    if isKept { return }
    if let end = nextEndOfWaits() { return planLeaving(at: end) }
    wantsToLeave = false
    leave()
  }

  /// When the user, who has just paid, stops looking for what was bought; nil if they do not look (P4).
  private mutating func nextEndOfWaits() -> Instant? {
    var next: Instant?
    for intent in intents.indices {
      guard let paidAt = intents[intent].paidAt else { continue }
      let end = paidAt + luck.delay(.waits, Int(visit))
      if now < end { next = min(next ?? end, end) }
    }
    return next
  }

  @inline(__always)
  private mutating func leave() {
    note(.left)
    if neverReturns { hasGone = true }
    if luck.happens(conditions.behavior.evicted, .evicted, Int(visit)) {
      note(.evicted)
      endProcess()
    } else {
      app = .background
    }
  }

  /// The process dies; a user who was there opens the app again, unless they never return.
  ///
  /// - Parameter delay: from the death to the reopening.
  mutating func die(reopensAfter delay: Delay) {
    guard app != .dead else { return }
    let wasThere = app != .background || sheet != nil || openInterruptions > 0
    note(.died)
    endProcess()
    if neverReturns {
      hasGone = true
    } else if wasThere {
      calendar.schedule(.reopen(process: process), after: delay)
    }
  }

  /// Opens an app that died, unless it was opened meanwhile.
  mutating func reopen(after dead: ProcessID) {
    guard app == .dead, dead == process, !hasGone else { return }
    stay()
    launch()
  }

  /// Everything that lives in memory is gone (D1).
  private mutating func endProcess() {
    app = .dead
    isObserving = false
    missedLogin = .nobody
    wantsToLeave = false
    if asksForLogin { leaveTapsWaiting() }
    asksForLogin = false
    suspended.removeAll()
    spinner.isOpen = false
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
