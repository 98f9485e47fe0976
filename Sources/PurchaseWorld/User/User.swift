internal import EventEngine

/// The user: intents, taps and visits.
struct User: ~Copyable {
  /// The values that are the same in every run of the user.
  var given = UserConditions()
  var plannedIntents = Table<EntityKind.Intent, Intent>()
  /// The states of these intents at the start of every run; the first of ``intents``.
  var firstIntents = Table<EntityKind.Intent, IntentState>()
  /// The taps that are planned from the start; the first of ``taps``.
  var firstTaps = Table<EntityKind.Tap, TapState>()

  var state = State()
  /// The intents in this run, in the order of ``plannedIntents``.
  var intents = Table<EntityKind.Intent, IntentState>()
  var taps = Table<EntityKind.Tap, TapState>()
  /// Taps that found the app dead.
  var waitingTaps = List<TapID>()

  struct UserConditions: BitwiseCopyable {
    /// The account at the start (C10).
    var firstSession = AccountID.own
    /// The time from the start of the run to the first opening of the app.
    var starts = Delay.zero
    var neverReturns = false
  }

  struct State: BitwiseCopyable {
    /// The number of planned taps that are not handled yet.
    var tapsToCome = 0
    /// Whether a guest logs in as soon as the app is in front (C10).
    var guestLoginWaits = false
    /// The current or last visit, from 0; -1 before the first.
    var visit: Int32 = -1
    /// The newest visit whose taps are planned.
    var plannedVisit: Int32 = -1
    /// The end of the visit's dwell (P4).
    var staysUntil = Instant.start
    /// Whether a check of the dwell is scheduled; there is at most one.
    var leavePending = false
    /// Whether the dwell is over and only something open keeps the user (P4).
    var wantsToLeave = false
    var hasGone = false
    /// The number of intents without goods that the user would miss (P3).
    var noticesToCome = 0
    /// The number of tickets that support has not resolved yet (P3).
    var ticketsToResolve: Int32 = 0
    var spinners = 0
    /// The intent of the spinner that the user looks at, or looked at last (P2).
    var waitsFor: IntentID?
    var patience = Delay.zero
    /// Counts openings and restarts of patience, to detect an outdated loss of patience.
    var patiences: Int32 = 0
    var logins = 0
  }

  /// Resets the state for the next run of the same user.
  @inline(__always) mutating func reset() {
    state = State()
    intents.replaceAll(with: firstIntents)
    taps.replaceAll(with: firstTaps)
    waitingTaps.removeAll()
    state.tapsToCome = firstTaps.count
  }

  /// - Precondition: both are the same user.
  mutating func restore(_ other: borrowing User) {
    state = other.state
    intents.replaceAll(with: other.intents)
    taps.replaceAll(with: other.taps)
    waitingTaps.replaceAll(with: other.waitingTaps)
  }

  mutating func transcode(by bytes: inout StateSnapshot) {
    bytes.transcode(&given)
    bytes.transcode(&plannedIntents)
    bytes.transcode(&state)
    bytes.transcode(&intents)
    bytes.transcode(&taps)
    bytes.transcode(&waitingTaps)
  }

  func add(to print: inout StateHasher, at now: Instant) {
    print.add(Int32(intents.count), Int32(taps.count))
    for index in intents.indices { intents[index].add(to: &print) }
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
    if state.ticketsToResolve != 0 { print.add(state.ticketsToResolve, Int32(-6)) }
    print.add(state.logins)
    print.add(state.patiences, state.waitsFor)
    print.add(state.patience)
  }

  /// Whether a tap or a notice is still pending.
  @inline(__always) var isKeptOpen: Bool {
    assert(min(state.tapsToCome, state.noticesToCome) >= 0, "no count is negative")
    return state.tapsToCome | state.noticesToCome != 0
  }

  /// Whether a tap of this visit is still planned.
  var hasTapsInThisVisit: Bool {
    state.tapsToCome > 0
      && taps.indices.contains { !taps[$0].isHandled && taps[$0].visit <= Int(state.visit) }
  }

  /// Whether a tap waits for the user's login (C10).
  @inline(__always)
  var hasTapsForLogin: Bool { taps.indices.contains { taps[$0].waitsForLogin } }
}

struct TapState {
  let intent: IntentID
  /// The number of the visit of the tap.
  let visit: Int
  let after: Delay
  let pays: Bool
  /// Whether an app could handle the tap.
  var isHandled = false
  /// Whether it continues when the user has logged in (C10).
  var waitsForLogin = false

  func add(to print: inout StateHasher) {
    print.add(intent, Int32(visit))
    print.add(after)
    print.add(
      StateHasher.byte(pays) | StateHasher.byte(isHandled) << 8
        | StateHasher.byte(waitsForLogin) << 16)
  }
}

/// The state of an intent: what the user wants and has done about it.
struct IntentState {
  let item: ItemID
  let product: ProductID
  /// The account that was logged in at the first tap; nil before it.
  var account: AccountID?
  /// Whether the user wants to pay rather than cancel on every sheet.
  var wantsToPay: Bool
  /// The number of sheets so far; keys the next draws.
  var sheets: Int32 = 0
  /// The number of reactions to missing goods (P3).
  var reactions: Int32 = 0
  /// Whether the user would notice that the goods are missing (P3).
  var expectsGoods = false
  /// Whether a notice waits for the app to be in front.
  var noticeWaits = false
  var hasReconsidered = false
  /// Whether the user has seen the recovery page (C9).
  var knowsRecoveryPage = false
  /// The last payment on a sheet or completion in the store; nil once the goods are delivered (P4).
  var paidAt: Instant?

  func add(to print: inout StateHasher) {
    print.add(item, product)
    print.add(account, sheets)
    print.add(
      UInt64(UInt32(bitPattern: reactions)) << 32 | StateHasher.byte(wantsToPay)
        | StateHasher.byte(expectsGoods) << 8 | StateHasher.byte(noticeWaits) << 16
        | StateHasher.byte(hasReconsidered) << 20 | StateHasher.byte(knowsRecoveryPage) << 24)
    print.add(paidAt ?? .start, if: paidAt != nil)
  }
}
