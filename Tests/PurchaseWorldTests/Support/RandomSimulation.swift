import EventEngine

@testable import PurchaseWorld

/// Draws the inputs of a simulation: a design over all axes, a user, and conditions.
struct RandomSimulation {
  private let draws: KeyedDraws
  private var asked: UInt32 = 0

  /// The random draws of one simulation; `label` separates the seeds of the tests.
  init(label: UInt64, number: UInt64) { draws = KeyedDraws(seed: label, user: number) }

  private mutating func bits() -> UInt64 {
    asked += 1
    return draws.bits(site: 1, occurrence: asked)
  }

  private mutating func below(_ count: Int) -> Int { Int(bits() >> 32) % count }

  private mutating func happens(_ chance: Double) -> Bool { Probability(chance).happens(bits()) }

  private mutating func one<T>(of all: [T]) -> T { all[below(all.count)] }

  /// Some of all, in a random order.
  private mutating func some<T>(of all: [T]) -> [T] {
    var rest = all
    var chosen: [T] = []
    while !rest.isEmpty {
      let element = rest.remove(at: below(rest.count))
      if happens(0.6) { chosen.append(element) }
    }
    return chosen
  }

  private mutating func seconds(_ maximum: Double) -> Delay {
    Delay(roundingSeconds: maximum * Distribution.uniformDraw(bits()))
  }

  /// A delay that is often short, sometimes nothing, sometimes hours.
  private mutating func length() -> Delay {
    switch below(6) {
    case 0: .zero
    case 1, 2: seconds(2)
    case 3, 4: seconds(200)
    default: seconds(100_000)
    }
  }
}

// Designs.
extension RandomSimulation {
  /// A design over all axis values, except `asynchronous` with `afterVerification`.
  mutating func design() -> Design {
    var design = Design(name: "random")
    design.timing = one(of: Design.OrderTiming.allCases)
    design.orderRequest = one(of: Design.OrderRequest.allCases)
    design.payload = one(of: Design.PayloadContent.allCases)
    design.records.place = one(of: RecordRules.Place.allCases)
    design.records.at = RecordRules.Moments(rawValue: UInt8(below(8)))
    design.records.key = one(of: RecordRules.Key.allCases)
    design.records.match = one(of: RecordRules.Match.allCases)
    design.records.clearOn = FailureCodes(rawValue: UInt8(below(4)))
    design.binding.itemSources = some(of: BindingRules.ItemSource.allCases)
    design.binding.accountSources = some(of: BindingRules.AccountSource.allCases)
    design.binding.recordWindow = happens(0.3) ? length() : nil
    design.binding.otherAccount = one(of: BindingRules.OtherAccountRule.allCases)
    design.binding.unbound = one(of: BindingRules.UnboundRule.allCases)
    design.onRejection = one(of: Design.RejectionResponse.allCases)
    design.onFailed = one(of: Design.FailureResponse.allCases)
    design.onDeferred = one(of: Design.DeferralResponse.allCases)
    design.observer = one(of: Design.ObserverTime.allCases)
    design.hasLedger = happens(0.5)
    design.deliveryConcurrency = one(of: Design.DeliveryConcurrency.allCases)
    design.purchasePage = one(of: Design.PurchasePageMode.allCases)
    design.repurchase = one(of: Design.RepurchaseRule.allCases)
    design.recognisesExpiry = happens(0.5)
    design.guest = one(of: Design.GuestRule.allCases)
    design.retry = retry()
    design.backend = server()
    let finishes = Design.FinishTime.allCases.filter {
      $0 != .afterVerification || design.backend.verification == .synchronous
    }
    design.finish = one(of: finishes)
    return design
  }

  /// The same design on another store, over the axes of that.
  mutating func newer(_ design: Design) -> Design {
    var design = design
    design.store = one(of: [.storeKit2, .playBilling])
    design.routes = Routes(rawValue: UInt8(below(16)))
    design.onFailed = .finish
    if design.store == .storeKit2 {
      design.unverified = one(of: Design.UnverifiedRule.allCases)
    } else {
      design.acknowledge = one(of: Design.AcknowledgementTime.allCases)
      design.onAlreadyOwned = one(of: Design.AlreadyOwnedResponse.allCases)
      design.reconnect = one(of: Design.ReconnectRule.allCases)
      design.backend.completion = one(of: BackendRules.Completion.allCases)
    }
    return design
  }

  private mutating func retry() -> RetryRules {
    var retry = RetryRules()
    for _ in 0..<below(4) { retry.delays.append(length()) }
    if happens(0.3) {
      retry.delays.append(seconds(1_000) + 600)
      retry.repeatsLastDelay = true
    }
    retry.timeout = one(of: [15, 2, 0.7])
    retry.resumeOn = RetryRules.Triggers(rawValue: UInt8(below(8)))
    retry.onExhaustion = one(of: RetryRules.ExhaustionRule.allCases)
    retry.jitter = one(of: RetryRules.Jitter.allCases)
    retry.budgetRefill = happens(0.2) ? 0.1 : nil
    return retry
  }

  private mutating func server() -> BackendRules {
    var server = BackendRules()
    server.verification = one(of: BackendRules.Verification.allCases)
    server.attemptCount = 1 + below(3)
    server.attemptInterval = seconds(100)
    server.onCheckError = one(of: BackendRules.CheckErrorRule.allCases)
    server.entry = one(of: BackendRules.EntryRule.allCases)
    server.checksProduct = happens(0.5)
    server.dedupe = one(of: BackendRules.DedupeKey.allCases)
    server.allowsLateOrder = happens(0.5)
    server.receivesNotifications = happens(0.3)
    server.reconciliation = happens(0.2) ? seconds(200_000) + 60 : nil
    return server
  }
}

// Conditions and users.
extension RandomSimulation {
  /// Constant times, and behaviour with reactions.
  mutating func conditions() -> Conditions {
    var conditions = happens(0.5) ? Conditions.cases : .many
    if happens(0.3) { conditions.catalog.products[0].type = .nonRenewing }
    if happens(0.3) { conditions.catalog.products[0].storePrice = 500 }
    conditions.behavior.startDelay = happens(0.2) ? .constant(length()) : 0
    conditions.store.redeliversOnForeground = happens(0.5)
    conditions.store.unfinishedSurviveNewDevice = happens(0.5)
    conditions.store.confirmationNeedsNetwork = happens(0.5)
    conditions.store.repurchaseReplayProbability = one(of: [.never, .always, Probability(0.5)])
    conditions.behavior.evictionProbability = Probability(0.5)
    conditions.behavior.retapProbability = Probability(0.5)
    conditions.behavior.accountCount = 1 + below(3)
    conditions.behavior.recoveryPageProbability = Probability(0.5)
    conditions.behavior.supportResolutionProbability = Probability(0.3)
    conditions.behavior.supportAfter = .constant(length())
    conditions.store.approvalTimeLimit = one(of: [.seconds(86_400), 60])
    conditions.behavior.guestLogin = .constant(length())
    conditions.behavior.noticeDelay = .constant(seconds(200))
    conditions.behavior.reactions.shares = one(
      of: [[1, 0, 0, 0, 0], [0.2, 0.2, 0.2, 0.2, 0.2], [0, 1, 0, 0, 0]])
    if happens(0.2) {
      conditions.outages = [
        Outage(of: one(of: Outage.Target.allCases), from: .start + seconds(100), lasts: length())
      ]
    }
    return conditions
  }

  /// The same conditions with the parameters of the stores after StoreKit 1.
  mutating func newer(_ conditions: Conditions) -> Conditions {
    conditions.with {
      $0.store.echoProbability = one(of: [.never, .always, Probability(0.5)])
      $0.store.echoAfter = length()
      $0.store.acknowledgeWithin = one(of: [.seconds(3 * 86_400), 180, length()])
    }
  }

  /// A user of one to four purchases and up to five faults.
  mutating func user(_ number: UInt64, in conditions: Conditions) -> VirtualUser {
    var script = Population.Script(intents: [], taps: [], plan: [])
    let inOneVisit = happens(0.7)
    var after = Delay.zero
    for intent in 0...below(4) {
      let pays = happens(0.8)
      script.intents.append(Intent(item: below(2), pays: pays))
      script.taps.append(
        PlannedTap(intent: intent, visit: inOneVisit ? 0 : intent, after: after, pays: pays))
      if inOneVisit { after = after + seconds(60) }
    }
    for declaration in 0..<below(6) {
      script.plannedFaults.append(
        PlannedFault(
          fault(), intent: below(script.intents.count), at: anchor(), after: length(),
          declaration: declaration))
    }
    var user = person(script, number: number, seed: bits(), in: conditions)
    user.neverReturns = happens(0.1)
    user.isGuest = happens(0.3)
    return user
  }

  private mutating func anchor() -> FaultAnchor {
    one(of: [.tap, .sheet, .charge, .callback, .delivery, .step(1 + below(60))])
  }

  private mutating func fault() -> Fault {
    var given = FaultParameters(reopens: .constant(length()))
    given.lasts = .constant(length())
    given.returnDelay = happens(0.5) ? .constant(length()) : nil
    given.slowdown = one(of: [1_000, 10_000, 100_000])
    given.lostReplies = one(of: [.verify, .createOrder, .records, .any])
    given.completes = Probability(0.8)
    given.resolutionDelay = .constant(length())
    given.payloadDropProbability = Probability(0.5)
    given.kills = Probability(0.5)
    given.from = one(of: PayloadLossStart.allCases)
    given.copyCount = 1 + below(3)
    given.gap = .constant(length())
    given.approves = Probability(0.8)
    given.answerDelay = .constant(length())
    given.pays = Probability(0.5)
    given.omittingRoutes = [nil, .updates, .query, [.updates, .query]][given.copyCount]
    let rate = FaultDeclaration(
      kind: one(of: FaultKind.allCases), probability: .always, at: .tap, after: 0,
      parameters: given)
    return rate.planned(for: 0, declarationIndex: below(1_000), by: draws).fault
  }
}
