package import EventEngine

/// A declared fault: how often it strikes an intent, when, and with which parameters.
package struct FaultRate: Hashable, Sendable {
  package var kind: FaultKind
  /// How often it strikes an intent.
  package var probability: Chance
  package var anchor: Anchor
  package var after: Distribution
  package var parameters: FaultParameters
  /// In how many equally likely parts every drawn delay is cut, each drawn as its middle; nil: in none.
  package var cells: Int?

  package init(
    kind: FaultKind, probability: Chance, at anchor: Anchor, after: Distribution,
    parameters: FaultParameters
  ) {
    self.kind = kind
    self.probability = probability
    self.anchor = anchor
    self.after = after
    self.parameters = parameters
  }
}

/// The parameters of a declared fault; each kind reads its own and ignores the rest.
package struct FaultParameters: Hashable, Sendable {
  /// From a death of the process to the reopening; the default is the user's.
  package var reopens: Distribution
  /// How long the fault goes on.
  package var lasts = Distribution.constant(.seconds(600))
  /// From a switch of accounts to the switch back; absent: never.
  package var returns: Distribution?
  /// How many times longer latencies are, in thousandths.
  package var slowdown = 10_000
  package var of = RequestKinds.verify
  package var completes = Chance.always
  package var resolves = Distribution.constant(.seconds(300))
  package var dropsPayload = Chance.always
  package var kills = Chance.never
  package var from = PayloadLoss.callback
  package var copies = 1
  package var gap = Distribution.constant(.seconds(1))
  package var approves = Chance.always
  package var answers = Distribution.constant(.seconds(10_800))
  package var pays = Chance.never

  package init(reopens: Distribution) { self.reopens = reopens }
}

/// The questions that one declaration asks; each declaration has its own sixteen numbers.
enum FaultQuestion: UInt32 {
  case strikes, after, reopens, lasts, returns, completes, resolves, dropsPayload, kills, gap
  case approves, answers, pays
}

/// What decides when a fault strikes and with which parameters.
protocol FaultAnswers {
  mutating func delay(_ distribution: Distribution, _ question: FaultQuestion) -> Delay
  mutating func happens(_ chance: Chance, _ question: FaultQuestion) -> Bool
}

extension FaultRate {
  /// The bits that decide whether a declared fault strikes an intent.
  @inline(__always)
  static func strikeBits(of intent: Int, declaration: Int, _ draws: Draws) -> UInt64 {
    bits(.strikes, of: intent, declaration, draws)
  }

  /// Draws the moment and the parameters of a fault that strikes.
  ///
  /// - Parameters:
  ///   - intent: the index of the intent that it strikes.
  ///   - declaration: the index of this declaration; it keys the draws.
  package func planned(for intent: Int, declaration: Int, by draws: Draws) -> PlannedFault {
    var luck = Luck(cells: cells, intent: intent, declaration: declaration, draws: draws)
    return planned(for: intent, declaration: declaration, by: &luck)
  }

  /// The fault as it strikes by given answers.
  func planned<Answers: FaultAnswers>(
    for intent: Int, declaration: Int, by answers: inout Answers
  ) -> PlannedFault {
    PlannedFault(
      fault(by: &answers), intent: intent, at: anchor, after: answers.delay(after, .after),
      declaration: declaration)
  }

  /// The uniform draw from 0 to 1 that decides whether an intent is struck.
  func level(of intent: Int, declaration: Int, _ draws: Draws) -> Double {
    Distribution.uniform(FaultRate.strikeBits(of: intent, declaration: declaration, draws))
  }

  @inline(__always)
  private static func bits(
    _ question: FaultQuestion, of intent: Int, _ declaration: Int, _ draws: Draws
  ) -> UInt64 {
    let name = name(of: question, declaration, intent)
    return draws.bits(site: name.site, occurrence: name.occurrence)
  }

  /// The name under which a declaration asks a question about an intent.
  @inline(__always)
  static func name(of question: FaultQuestion, _ declaration: Int, _ intent: Int) -> LuckName {
    LuckName(
      site: 64 + UInt32(declaration) * 16 + question.rawValue, occurrence: UInt32(intent))
  }

  /// The answers of a user's luck.
  private struct Luck: FaultAnswers {
    let cells: Int?
    let intent: Int
    let declaration: Int
    let draws: Draws

    func delay(_ distribution: Distribution, _ question: FaultQuestion) -> Delay {
      let bits = FaultRate.bits(question, of: intent, declaration, draws)
      guard let cells else { return distribution.sample(bits) }
      let cell = bits.multipliedFullWidth(by: UInt64(cells)).high
      return distribution.middle(of: Int(cell), among: cells)
    }

    func happens(_ chance: Chance, _ question: FaultQuestion) -> Bool {
      chance.happens(FaultRate.bits(question, of: intent, declaration, draws))
    }
  }

  private func fault<Answers: FaultAnswers>(by answers: inout Answers) -> Fault {
    let given = parameters
    switch kind {
    case .crash: return .crash(reopens: answers.delay(given.reopens, .reopens))
    case .appKill: return .appKill(reopens: answers.delay(given.reopens, .reopens))
    case .accountSwitch:
      return .accountSwitch(returns: given.returns.map { answers.delay($0, .returns) })
    case .networkLoss: return .networkLoss(lasts: answers.delay(given.lasts, .lasts))
    case .weakNetwork:
      return .weakNetwork(lasts: answers.delay(given.lasts, .lasts), slowdown: given.slowdown)
    case .replyLoss: return .replyLoss(of: given.of)
    case .spuriousCancel: return .interruption(interruption(.cancelled, by: &answers))
    case .spuriousFailure: return .interruption(interruption(.error, by: &answers))
    case .payloadLoss: return .payloadLoss(from: given.from)
    case .duplicateCallback:
      return .duplicateCallback(copies: given.copies, gap: answers.delay(given.gap, .gap))
    case .missedCallback: return .missedCallback
    case .reinstall: return .reinstall(reopens: answers.delay(given.reopens, .reopens))
    case .newDevice: return .newDevice(reopens: answers.delay(given.reopens, .reopens))
    case .askToBuy:
      return .askToBuy(
        approves: answers.happens(given.approves, .approves),
        answers: answers.delay(given.answers, .answers))
    case .delisting: return .delisting
    case .tokenExpiry: return .tokenExpiry(lasts: answers.delay(given.lasts, .lasts))
    case .staleReceipt: return .staleReceipt(lasts: answers.delay(given.lasts, .lasts))
    case .backendOutage: return .backendOutage(lasts: answers.delay(given.lasts, .lasts))
    case .storeCheckOutage: return .storeCheckOutage(lasts: answers.delay(given.lasts, .lasts))
    case .doubleTap:
      return .doubleTap(
        gap: answers.delay(given.gap, .gap), pays: answers.happens(given.pays, .pays))
    case .refund: return .refund
    }
  }

  private func interruption<Answers: FaultAnswers>(
    _ code: FailureCode, by answers: inout Answers
  ) -> Interruption {
    Interruption(
      code: code, completes: answers.happens(parameters.completes, .completes),
      resolves: answers.delay(parameters.resolves, .resolves),
      dropsPayload: answers.happens(parameters.dropsPayload, .dropsPayload),
      kills: answers.happens(parameters.kills, .kills),
      reopens: answers.delay(parameters.reopens, .reopens))
  }
}
