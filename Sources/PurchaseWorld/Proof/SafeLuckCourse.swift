internal import EventEngine

extension SafeLuckSearch {
  /// A user who never returns, has a wish and is struck, and whose delays are still to be said.
  struct Course {
    /// The delays that are drawn with the user, and not when a life asks.
    private(set) var questions: [Question] = []
    private let fault: (rate: FaultRate, declaration: Int)?
    private let wish: VirtualUser

    /// Makes a user; nil if more than delays is drawn with those of the stratum.
    init?(_ wish: Wish, _ strikes: Stratum.Strikes, _ population: Population, _ strata: Strata) {
      var user = VirtualUser(number: 0, draws: Draws(seed: 0, user: 0))
      user.neverReturns = true
      let behavior = population.conditions.behavior
      user.starts = behavior.starts.sample(strata.starts.bits(1 << 63, inside: false))
      population.enter(wish, into: &user)
      self.wish = user
      switch strikes {
      case .none: fault = nil
      case .one(let declaration) where wish.kind != .paysForOther:
        fault = (population.faults[declaration], declaration)
      case .one, .two, .threeOrMore, .oneOrMore: return nil
      }
      for intent in user.intents.indices {
        let occurrence = UInt32(intent << 8)
        ask(.sheet, occurrence, behavior.sheet)
        // Nobody pays on the first sheet of a wish that is cancelled.
        if user.intents[intent].pays {
          ask(.processing, occurrence, population.conditions.store.processing)
        }
      }
      if let fault {
        var asking = CourseAnswers(declaration: fault.declaration)
        _ = fault.rate.planned(for: 0, declaration: fault.declaration, by: &asking)
        guard fault.rate.cells == nil, asking.isDelaysOnly else { return nil }
        questions += asking.questions
      }
    }

    private mutating func ask(_ site: DrawSite, _ occurrence: UInt32, _ delays: Distribution) {
      if case .constant = delays { return }
      let name = LuckName(site: site.rawValue, occurrence: occurrence)
      questions.append(Question(name: name, distribution: delays, isWait: false))
    }

    /// Whether the fault strikes so late that its strike is what a question is about.
    var waitsForStrike: Bool {
      questions.contains { $0.isWait && DrawSite(rawValue: $0.name.site) == nil }
    }

    /// The user with given delays.
    ///
    /// What varies and is not given is endless: whoever needed it would never get to the end.
    func user(_ given: [(name: LuckName, delay: Delay)], _ conditions: Conditions) -> VirtualUser {
      var user = wish
      let delay = { (site: DrawSite, intent: Int, distribution: Distribution) -> Delay in
        if case .constant(let delay) = distribution { return delay }
        let name = LuckName(site: site.rawValue, occurrence: UInt32(intent << 8))
        return given.first { $0.name == name }?.delay ?? .longest
      }
      for intent in user.intents.indices {
        user.intents[intent].sheet = delay(.sheet, intent, conditions.behavior.sheet)
        user.intents[intent].processing = delay(.processing, intent, conditions.store.processing)
      }
      if let fault {
        var answers = CourseAnswers(declaration: fault.declaration)
        answers.given = given
        user.plan = [fault.rate.planned(for: 0, declaration: fault.declaration, by: &answers)]
        precondition(answers.questions.isEmpty, "every delay of a fault is given")
      }
      return user
    }
  }
}

/// Answers a fault with given delays, and writes down what else it asks of luck.
private struct CourseAnswers: FaultAnswers {
  let declaration: Int
  var given: [(name: LuckName, delay: Delay)] = []
  private(set) var questions: [SafeLuckSearch.Question] = []
  /// Whether chance decides nothing.
  private(set) var isDelaysOnly = true
  init(declaration: Int) { self.declaration = declaration }

  mutating func delay(_ distribution: Distribution, _ question: FaultQuestion) -> Delay {
    if case .constant(let delay) = distribution { return delay }
    let name = FaultRate.name(of: question, declaration, 0)
    if let answer = given.first(where: { $0.name == name }) { return answer.delay }
    questions.append(
      SafeLuckSearch.Question(name: name, distribution: distribution, isWait: question == .after))
    return .zero
  }

  mutating func happens(_ chance: Chance, _ question: FaultQuestion) -> Bool {
    if chance != .never && chance != .always { isDelaysOnly = false }
    return chance == .always
  }
}

extension DrawSite {
  /// Whether its delays only say when something happens that a safe life does not live to see: the
  /// next visit, the end of patience, a look at what is missing.
  var isWait: Bool { self == .gap || self == .patience || self == .notices }
}

extension World {
  /// Lives the life of the user who came last until no order can get lost, and takes its course in.
  /// - Parameter end: when it has to be over.
  /// - Parameter waitsForStrike: whether the planned fault has to strike later.
  /// - Parameter path: what happens, and after each step the state but for its times.
  /// - Returns: whether it came to its end without a loss, without the end of a wait, and without
  ///   anything that says more than the order of sums of delays.
  mutating func playSafely(
    until end: Instant, waitsForStrike: Bool, into path: inout StateHasher
  ) -> Bool {
    while canLoseYet() {
      guard let event = takeNext(), now <= end else { return false }
      if isIdle(event), !user.state.wantsToLeave {
        _ = goOn(with: event)
        continue
      }
      switch event {
      case .patience, .notice, .support: return false
      case .visit(let number) where number > 0: return false
      case .strike where waitsForStrike: return false
      case .visit, .strike, .leave, .reopen, .ready, .tap, .loggedIn, .guestLogin, .decide,
        .interrupt,
        .resolve, .charge, .purchasing, .purchased, .purchasedAgain, .result, .update, .echo,
        .lapse, .serviceUp, .notify, .reconcile, .arrive, .checked, .reply, .timeout, .retry,
        .linkUp,
        .switchBack:
        break
      }
      path.add(event)
      let goesOn = goOn(with: event)
      addState(to: &path)
      path.add(scheduled())
      guard goesOn || !canLoseYet(), isPlain() else { return false }
    }
    // Whoever never returns is gone after a leave or a death.
    if user.state.hasGone || waitsForStrike && misfortune.state.struck != 0 { return false }
    // An outdated look at missing goods would be about them again if they were paid for once more.
    for intent in judge.intents.indices where judge.intents[intent].charges > 1 { return false }
    return orderCount().lost == 0
  }

  /// Whether chance has decided nothing so far, and every time is a sum of delays: the later of two
  /// times is none, and only who should have left and whoever misses an answer act at such a time.
  private func isPlain() -> Bool {
    luck.decisions == 0 && now <= user.state.staysUntil && !link.state.hasLostMessage
  }

  /// Whether an order can still get lost.
  private func canLoseYet() -> Bool { hasOpenOrder() || misfortune.canAddCharge }

  /// Whether nothing would come of an event, now or later.
  private func isIdle(_ event: Event) -> Bool {
    switch event {
    case .patience(let serial): isOutdated(patience: serial)
    case .notice(let intent): !user.intents[intent].expectsGoods
    default: false
    }
  }

  /// What is scheduled, in whatever order.
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
