internal import EventEngine

/// Visits: when the user opens the app, taps and leaves (P4).
extension UserHost where Self: ~Copyable {
  /// Starts a visit: opens the app, or brings it to the front, and plans the next visit.
  @inline(__always) mutating func beginVisit(_ number: Int32) {
    guard !user.state.hasGone else { return }
    user.state.visit = number
    let gap = randomDraws.delay(.gap, Int(number))
    let next = now + max(gap, .seconds(1))
    if next <= horizon { calendar.schedule(.visit(number + 1), at: next) }
    stay()
    switch app {
    case .dead: launch()
    case .launching: break
    case .foreground: planTaps()
    case .background: number < design.updatesAt ? comeToFront() : relaunchUpdated()
    }
  }

  /// Extends the stay by a dwell from now.
  @inline(__always) mutating func stay() {
    let dwell = randomDraws.delay(.dwell, Int(user.state.visit))
    user.state.staysUntil = max(user.state.staysUntil, now + dwell)
    planLeaving()
  }

  /// Plans a check at the end of the dwell, unless one is planned.
  @inline(__always)
  private mutating func planLeaving() { planLeaving(at: max(user.state.staysUntil, now)) }

  @inline(__always) private mutating func planLeaving(at time: Instant) {
    guard !user.state.leavePending else { return }
    user.state.leavePending = true
    calendar.schedule(.leave, at: time)
  }

  @inline(__always) mutating func comeBack() {
    // A dwell that ended during the launch was not noticed.
    planLeaving()
    if asksForLogin { scheduleLogin() }
    if user.state.guestLoginWaits { logInGuest() }
    planTaps()
    if user.state.noticesToCome > 0 { noticeWhatWaited() }
  }

  /// Plans the taps of this visit, and those that found the app dead.
  @inline(__always) private mutating func planTaps() {
    if user.state.tapsToCome > 0 { planTapsToCome() }
  }

  /// The user browses before the first tap; the planned taps keep their distances to it.
  private mutating func planTapsToCome() {
    let browse = randomDraws.delay(.browse, process.index)
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

  @inline(__always) mutating func leaveIfTime() {
    user.state.leavePending = false
    guard isInFront else { return }
    if now < user.state.staysUntil { planLeaving() } else { leaveUnlessKept() }
  }

  /// Leaves if nothing keeps the user any more.
  @inline(never) mutating func considerLeaving() {
    guard isInFront, now >= user.state.staysUntil else {
      user.state.wantsToLeave = false
      if isInFront { planLeaving() }
      return
    }
    leaveUnlessKept()
  }

  /// Leaves after the dwell, now or as soon as nothing is open and no goods are awaited (P4).
  @inline(__always) private mutating func leaveUnlessKept() {
    user.state.wantsToLeave = true
    // Something keeps the user in the app (P4).
    if isSpinnerOpen || isStoreInFront || user.hasTapsInThisVisit { return }
    if let end = nextEndOfWaits() { return planLeaving(at: end) }
    user.state.wantsToLeave = false
    leave()
  }

  /// The time when a user who has paid stops waiting for the goods; nil if no user waits (P4).
  private mutating func nextEndOfWaits() -> Instant? {
    var next: Instant?
    for intent in user.intents.indices {
      guard let paidAt = user.intents[intent].paidAt else { continue }
      let end = paidAt + randomDraws.delay(.waits, Int(user.state.visit))
      if now < end { next = min(next ?? end, end) }
    }
    return next
  }

  /// Leaves; a draw per visit decides whether the system evicts the app.
  @inline(__always) private mutating func leave() {
    note(.left)
    if user.given.neverReturns { user.state.hasGone = true }
    goToBackground(
      isEvicted: randomDraws.happens(
        conditions.behavior.evictionProbability, .evicted, Int(user.state.visit)))
  }

  /// Handles a death of the process; a user in the app reopens it, unless they never return.
  mutating func handleDeath(wasThere: Bool, reopensAfter delay: Delay) {
    if user.given.neverReturns {
      user.state.hasGone = true
    } else if wasThere {
      calendar.schedule(.reopen(process: process), after: delay)
    }
  }

  /// Plans to reopen the app, unless the user has left for good.
  mutating func planReopening(after delay: Delay) {
    if !user.state.hasGone { calendar.schedule(.reopen(process: process), after: delay) }
  }

  /// Handles the loss of the process: taps that waited for a login in it are made again (C10).
  mutating func loseApp() {
    user.state.wantsToLeave = false
    guard asksForLogin else { return }
    for tap in user.taps.indices where user.taps[tap].waitsForLogin {
      user.taps[tap].waitsForLogin = false
      user.waitingTaps.append(tap)
    }
  }

  var hasBegun: Bool { user.state.visit >= 0 }
  @inline(__always) var visit: Int32 { user.state.visit }

  /// The delay until this user opens the app again.
  mutating func reopeningDelay() -> Delay { randomDraws.delay(.reopens, process.index) }

  /// Opens an app that died, unless it was opened meanwhile.
  mutating func reopen(after dead: ProcessID) {
    guard app == .dead, dead == process, !user.state.hasGone else { return }
    stay()
    launch()
  }
}
