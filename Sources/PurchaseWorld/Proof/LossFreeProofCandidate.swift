internal import EventEngine

extension LossFreeSearch {
  /// A user who never returns, with an intent and faults, whose delays are not set yet.
  struct ProofCandidate {
    /// The delays that are drawn with the user rather than during a run.
    private(set) var questions: [DelayDraw] = []
    private let fault: (rate: FaultDeclaration, declaration: Int)?
    private let drawnIntent: VirtualUser

    /// Creates a user; nil if the user's draws are more than delays and those of the stratum.
    init?(
      _ drawnIntent: DrawnIntent, _ faultCount: Stratum.FaultCount, _ population: Population,
      _ strata: Strata
    ) {
      var user = VirtualUser(number: 0, draws: KeyedDraws(seed: 0, user: 0))
      user.neverReturns = true
      let behavior = population.conditions.behavior
      user.startDelay = behavior.startDelay.sample(strata.starts.bits(1 << 63, inside: false))
      population.enter(drawnIntent, into: &user)
      self.drawnIntent = user
      switch faultCount {
      case .none: fault = nil
      case .one(let declaration) where drawnIntent.kind != .paysForOther:
        fault = (population.faults[declaration], declaration)
      case .one, .two, .threeOrMore, .oneOrMore: return nil
      }
      for intent in user.intents.indices {
        let occurrence = UInt32(intent << 8)
        ask(.sheet, occurrence, behavior.sheet)
        // There is no payment on the first sheet of a cancelled intent.
        if user.intents[intent].pays {
          ask(.processing, occurrence, population.conditions.store.processing)
        }
      }
      if let fault {
        var asking = ProofCandidateAnswers(declaration: fault.declaration)
        _ = fault.rate.planned(for: 0, declarationIndex: fault.declaration, by: &asking)
        guard fault.rate.cellCount == nil, asking.isDelaysOnly else { return nil }
        questions += asking.questions
      }
    }

    private mutating func ask(_ site: DrawSite, _ occurrence: UInt32, _ delays: Distribution) {
      if case .constant = delays { return }
      let name = DrawKey(site: site.rawValue, occurrence: occurrence)
      questions.append(DelayDraw(name: name, distribution: delays, isWait: false))
    }

    /// Whether the fault occurs so late that its time is a question.
    var waitsForFault: Bool {
      questions.contains { $0.isWait && DrawSite(rawValue: $0.name.site) == nil }
    }

    /// The user with given delays. All other varying delays are endless: a run with one never ends.
    func user(_ given: [(name: DrawKey, delay: Delay)], _ conditions: Conditions) -> VirtualUser {
      var user = drawnIntent
      let delay = { (site: DrawSite, intent: Int, distribution: Distribution) -> Delay in
        if case .constant(let delay) = distribution { return delay }
        let name = DrawKey(site: site.rawValue, occurrence: UInt32(intent << 8))
        return given.first { $0.name == name }?.delay ?? .longest
      }
      for intent in user.intents.indices {
        user.intents[intent].sheetTime = delay(.sheet, intent, conditions.behavior.sheet)
        user.intents[intent].processingTime = delay(
          .processing, intent, conditions.store.processing)
      }
      if let fault {
        var answers = ProofCandidateAnswers(declaration: fault.declaration, given: given)
        user.plannedFaults = [
          fault.rate.planned(for: 0, declarationIndex: fault.declaration, by: &answers)
        ]
        precondition(answers.questions.isEmpty, "every delay of a fault is given")
      }
      return user
    }
  }
}

/// Answers a fault's questions with given delays, and records the others.
private struct ProofCandidateAnswers: FaultAnswers {
  let declaration: Int
  var given: [(name: DrawKey, delay: Delay)] = []
  private(set) var questions: [LossFreeSearch.DelayDraw] = []
  /// Whether only delays are drawn.
  private(set) var isDelaysOnly = true

  mutating func delay(_ distribution: Distribution, _ drawID: FaultDrawID) -> Delay {
    if case .constant(let delay) = distribution { return delay }
    let name = FaultDeclaration.name(of: drawID, declaration, 0)
    if let answer = given.first(where: { $0.name == name }) { return answer.delay }
    questions.append(
      LossFreeSearch.DelayDraw(name: name, distribution: distribution, isWait: drawID == .after))
    return .zero
  }

  mutating func happens(_ chance: Probability, _ drawID: FaultDrawID) -> Bool {
    if chance != .never && chance != .always { isDelaysOnly = false }
    return chance == .always
  }
}

extension DrawSite {
  /// Whether its delays only time events after the end of a provable run: the next visit, the end
  /// of patience, a check for missing goods.
  var isWait: Bool { self == .gap || self == .patience || self == .notices }
}

extension World {
  /// Simulates the current user until no order can get lost, and records the path.
  /// - Parameter end: the latest end.
  /// - Parameter waitsForFault: whether the planned fault must occur later.
  /// - Parameter path: the events, and after each the state without its times.
  /// - Returns: whether the run ended without a loss, without the end of a wait, and depends only
  ///   on the order of sums of delays.
  mutating func proveLossFree(
    until end: Instant, waitsForFault: Bool, into path: inout StateHasher
  ) -> Bool {
    while canLoseYet() {
      guard let event = takeNext(), now <= end else { return false }
      if isIdle(event), !user.state.wantsToLeave {
        _ = proceed(with: event)
        continue
      }
      switch event {
      case .patience, .notice, .support: return false
      case .visit(let number) where number > 0: return false
      case .inject where waitsForFault: return false
      case .visit, .inject, .leave, .reopen, .ready, .tap, .loggedIn, .guestLogin, .decide,
        .interrupt, .resolve, .charge, .purchasing, .purchased, .purchasedAgain, .result, .update,
        .echo, .lapse, .serviceUp, .notify, .reconcile, .arrive, .checked, .reply, .timeout, .retry,
        .linkUp, .switchBack:
        break
      }
      path.add(event)
      let continues = proceed(with: event)
      addState(to: &path)
      path.add(scheduled())
      guard continues || !canLoseYet(), isPlain() else { return false }
    }
    // A user who never returns is gone after leaving or after a death.
    if user.state.hasGone || waitsForFault && faultInjector.state.occurredFaults != 0 {
      return false
    }
    // After a second payment, an outdated check for missing goods would apply again.
    for intent in judge.intents.indices where judge.intents[intent].charges > 1 { return false }
    return chargeCounts().lostOrAutoRefunded == 0
  }

  /// Whether there was no random decision so far, and every time is a sum of delays. The later of
  /// two times is not a sum; only late leaving and missed answers have such times.
  private func isPlain() -> Bool {
    randomDraws.decisions == 0 && now <= user.state.staysUntil && !link.state.hasLostMessage
  }

  private func canLoseYet() -> Bool { hasOpenOrder() || faultInjector.canAddCharge }

  /// Whether an event has no effect, now or later.
  private func isIdle(_ event: Event) -> Bool {
    switch event {
    case .patience(let serial): isOutdated(patience: serial)
    case .notice(let intent): !user.intents[intent].expectsGoods
    default: false
    }
  }

  /// The scheduled events, in any order.
  private func scheduled() -> FingerprintSum {
    var sum = FingerprintSum()
    let (isWaiting, newest) = (isSpinnerOpen, user.state.patiences)
    calendar.forEach { event, _ in
      switch event {
      case .patience(let serial) where !isWaiting || serial != newest: return
      case .notice: return
      default:
        var hasher = StateHasher(takesTimes: false)
        hasher.add(event)
        sum.add(hasher.fingerprint)
      }
    }
    return sum
  }
}
