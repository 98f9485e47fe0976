internal import EventEngine

/// The user: wishes, taps and visits.
struct User: ~Copyable {
  /// What the user is in every life.
  var given = Given()
  /// The wishes with which the user comes.
  var wishes = Table<Kind.Intent, Intent>()
  /// Those wishes as every life finds them; the first of ``intents``.
  var firstIntents = Table<Kind.Intent, WishState>()
  /// The taps that the user means to make from the start; the first of ``taps``.
  var firstTaps = Table<Kind.Tap, TapState>()

  var state = State()
  /// The wishes in this life, in the order of ``wishes``.
  var intents = Table<Kind.Intent, WishState>()
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
    /// The visit that goes on or was the last, from 0; -1 before the first.
    var visit: Int32 = -1
    /// The newest visit whose taps are planned.
    var plannedVisit: Int32 = -1
    /// When the dwell of the visit is over (P4).
    var staysUntil = Instant.start
    /// Whether a look at the clock is scheduled; there is never more than one.
    var leavePending = false
    /// Whether the dwell is over and only what is open keeps the user (P4).
    var wantsToLeave = false
    /// Whether the user never opens the app again.
    var hasGone = false
    /// How many wishes whose goods the user would miss are without them (P3).
    var noticesToCome = 0
    /// How many tickets support has yet to resolve (P3).
    var ticketsToResolve: Int32 = 0
    var spinners = 0
    /// The wish whose spinner the user looks at, or looked at last (P2).
    var waitsFor: IntentID?
    /// How long the user waits for that spinner.
    var patience = Delay.zero
    /// Counts openings and restarts of patience, so that an outdated loss of patience is known.
    var patiences: Int32 = 0
    var logins = 0
  }

  /// Sets the stage for the next life of the same user.
  @inline(__always) mutating func reset() {
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

  /// Goes into bytes, or comes out of them.
  mutating func carry(by bytes: inout StateBytes) {
    bytes.carry(&given)
    bytes.carry(&wishes)
    bytes.carry(&state)
    bytes.carry(&intents)
    bytes.carry(&taps)
    bytes.carry(&waitingTaps)
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

  /// Whether a tap or a notice is still to come.
  @inline(__always) var isKeptOpen: Bool {
    assert(min(state.tapsToCome, state.noticesToCome) >= 0, "what is to come is counted")
    return state.tapsToCome | state.noticesToCome != 0
  }

  /// Whether the user still means to tap in this visit.
  var hasTapsInThisVisit: Bool {
    state.tapsToCome > 0
      && taps.indices.contains { !taps[$0].isHandled && taps[$0].visit <= Int(state.visit) }
  }

  /// Whether a tap goes on when the user has logged in (C10).
  @inline(__always) var hasTapsForLogin: Bool {
    for tap in taps.indices where taps[tap].waitsForLogin { return true }
    return false
  }
}

/// A tap that the user means to make, or has made.
struct TapState {
  let intent: IntentID
  /// The number of the visit in which it is due.
  let visit: Int
  /// From the first tap of that visit to this one.
  let after: Delay
  /// Whether the user confirms its sheet, as opposed to cancelling.
  let pays: Bool
  /// Whether it has met an app that could handle it.
  var isHandled = false
  /// Whether it goes on when the user has logged in (C10).
  var waitsForLogin = false
}

/// What the user wants with one wish, and what they have done about it.
struct WishState {
  let item: ItemID
  let product: ProductID
  /// The account that was logged in at the first tap; nil before it (vocabulary).
  var account: AccountID?
  /// Whether the user wants to pay, as opposed to cancelling on every sheet.
  var wantsToPay: Bool
  /// How many sheets it has had; keys the draws of the next.
  var sheets: Int32 = 0
  /// How often the user reacted to missing goods (P3).
  var reactions: Int32 = 0
  /// Whether the user would notice that the goods are missing (P3).
  var expectsGoods = false
  /// Whether a notice waits for the app to be in front.
  var noticeWaits = false
  /// Whether the user has thought again after a cancel.
  var hasReconsidered = false
  /// Whether the recovery page has told the user (C9).
  var knowsRecoveryPage = false
  /// When it was last paid on a sheet or completed in the store; nil once the goods have come (P4).
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

extension TapState {
  func add(to print: inout StateHasher) {
    print.add(intent, Int32(visit))
    print.add(after)
    print.add(
      StateHasher.byte(pays) | StateHasher.byte(isHandled) << 8
        | StateHasher.byte(waitsForLogin) << 16)
  }
}
