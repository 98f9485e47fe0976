internal import EventEngine

/// The user: wishes, taps and visits.
struct User: ~Copyable {
  /// What the user is in every life.
  var given = Given()
  /// The wishes with which the user comes.
  var wishes = Table<Kind.Intent, Intent>()
  /// Those wishes as every life finds them; the first of ``intents``.
  var firstIntents = Table<Kind.Intent, IntentState>()
  /// The taps that the user means to make from the start; the first of ``taps``.
  var firstTaps = Table<Kind.Tap, TapState>()

  var state = State()
  var intents = Table<Kind.Intent, IntentState>()
  var taps = Table<Kind.Tap, TapState>()
  /// Taps that met a dead process.
  var waitingTaps = List<TapID>()

  struct Given: BitwiseCopyable {
    /// The account that the user begins with (C10).
    var firstSession = AccountID.own
    /// From the start of the run to the first opening of the app.
    var starts = Delay.zero
    /// Whether the app stays closed after the first death or visit.
    var neverReturns = false
  }

  struct State: BitwiseCopyable {
    /// Planned taps that have not been handled.
    var tapsToCome = 0
    /// Whether a guest is to log in as soon as the app is in front (C10).
    var guestLoginWaits = false
    var visit: Int32 = -1
    /// The newest visit whose taps are planned.
    var plannedVisit: Int32 = -1
    var staysUntil = Instant.start
    var leavePending = false
    var wantsToLeave = false
    var hasGone = false
    var noticesToCome = 0
    var spinners = 0
    var logins = 0
  }

  /// Sets the stage for the next life of the same user.
  mutating func reset() {
    state = State()
    intents.replaceAll(with: firstIntents)
    taps.replaceAll(with: firstTaps)
    waitingTaps.removeAll()
    state.tapsToCome = firstTaps.count
  }

  /// - Precondition: both are the same user.
  mutating func become(_ other: borrowing User) {
    state = other.state
    intents.replaceAll(with: other.intents)
    taps.replaceAll(with: other.taps)
    waitingTaps.replaceAll(with: other.waitingTaps)
  }

  func add(to print: inout StateHasher, at now: Instant) {
    print.add(Int32(intents.count), Int32(taps.count))
    for index in intents.indices {
      intents[index].add(to: &print)
      print.add(intents[index].receiptStaleUntil, ifAfter: now)
    }
    for index in taps.indices { taps[index].add(to: &print) }
    print.add(Int32(waitingTaps.count), Int32(state.tapsToCome))
    for place in waitingTaps.indices { print.add(waitingTaps[place], Int32(-4)) }
    print.add(state.visit, state.plannedVisit)
    print.add(state.staysUntil)
    print.add(
      StateHasher.byte(state.leavePending) | StateHasher.byte(state.wantsToLeave) << 8
        | StateHasher.byte(state.hasGone) << 16 | StateHasher.byte(given.neverReturns) << 24
        | StateHasher.byte(state.guestLoginWaits) << 32)
    print.add(Int32(state.noticesToCome), Int32(state.spinners))
    print.add(state.logins)
  }
}

extension IntentState {
  func add(to print: inout StateHasher) {
    print.add(item, product)
    print.add(account, newest)
    print.add(charged, delivered)
    print.add(calledBack)
    print.add(outcome.charges)
    print.add(
      StateHasher.byte(outcome.wantsToPay) | StateHasher.byte(outcome.flags) << 8
        | StateHasher.byte(anchors) << 16 | StateHasher.byte(recordLoss) << 24
        | StateHasher.byte(expectsGoods) << 32 | StateHasher.byte(noticeWaits) << 40
        | StateHasher.byte(hasReconsidered) << 48 | StateHasher.byte(knowsRecoveryPage) << 56)
    print.add(paidAt ?? .start, if: paidAt != nil)
    print.add(sheets)
    print.add(verifications)
    print.add(orderRequests)
    print.add(reactions)
    print.add(
      UInt64(recordRequests.reads) | UInt64(recordRequests.writes) << 8
        | UInt64(recordRequests.wipes) << 16)
  }
}

extension TapState {
  func add(to print: inout StateHasher) {
    print.add(intent, Int32(visit))
    print.add(after)
    print.add(
      StateHasher.byte(pays) | StateHasher.byte(isHandled) << 8
        | StateHasher.byte(waitsForLogin) << 16)
  }
}
