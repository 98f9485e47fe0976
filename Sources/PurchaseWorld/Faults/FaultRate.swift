package import EventEngine

/// A declared fault: how often it strikes an intent, when, and with which parameters.
package struct FaultRate: Hashable, Sendable {
  package var kind: FaultKind
  /// How often it strikes an intent.
  package var probability: Chance
  package var anchor: Anchor
  package var after: Distribution
  package var parameters: FaultParameters

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

extension FaultRate {
  /// The questions that one declaration asks; each declaration has its own sixteen numbers.
  private enum Question: UInt32 {
    case strikes, after, reopens, lasts, returns, completes, resolves, dropsPayload, kills, gap
    case approves, answers, pays
  }

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
    let luck = Luck(rate: self, intent: intent, declaration: declaration, draws: draws)
    return PlannedFault(
      luck.fault(), intent: intent, at: anchor, after: luck.delay(after, .after),
      declaration: declaration)
  }

  /// The uniform draw from 0 to 1 that decides whether an intent is struck.
  func level(of intent: Int, declaration: Int, _ draws: Draws) -> Double {
    Distribution.uniform(FaultRate.strikeBits(of: intent, declaration: declaration, draws))
  }

  @inline(__always)
  private static func bits(
    _ question: Question, of intent: Int, _ declaration: Int, _ draws: Draws
  ) -> UInt64 {
    let site = 64 + UInt32(declaration) * 16 + question.rawValue
    return draws.bits(site: site, occurrence: UInt32(intent))
  }

  /// The parameters of one strike, by name.
  private struct Luck {
    let rate: FaultRate
    let intent: Int
    let declaration: Int
    let draws: Draws

    func delay(_ distribution: Distribution, _ question: Question) -> Delay {
      distribution.sample(FaultRate.bits(question, of: intent, declaration, draws))
    }

    func happens(_ chance: Chance, _ question: Question) -> Bool {
      chance.happens(FaultRate.bits(question, of: intent, declaration, draws))
    }

    func fault() -> Fault {
      let given = rate.parameters
      switch rate.kind {
      case .crash: return .crash(reopens: delay(given.reopens, .reopens))
      case .appKill: return .appKill(reopens: delay(given.reopens, .reopens))
      case .accountSwitch:
        return .accountSwitch(returns: given.returns.map { delay($0, .returns) })
      case .networkLoss: return .networkLoss(lasts: delay(given.lasts, .lasts))
      case .weakNetwork:
        return .weakNetwork(lasts: delay(given.lasts, .lasts), slowdown: given.slowdown)
      case .replyLoss: return .replyLoss(of: given.of)
      case .spuriousCancel: return .interruption(interruption(.cancelled))
      case .spuriousFailure: return .interruption(interruption(.error))
      case .payloadLoss: return .payloadLoss(from: given.from)
      case .duplicateCallback:
        return .duplicateCallback(copies: given.copies, gap: delay(given.gap, .gap))
      case .missedCallback: return .missedCallback
      case .reinstall: return .reinstall(reopens: delay(given.reopens, .reopens))
      case .newDevice: return .newDevice(reopens: delay(given.reopens, .reopens))
      case .askToBuy:
        return .askToBuy(
          approves: happens(given.approves, .approves), answers: delay(given.answers, .answers))
      case .delisting: return .delisting
      case .tokenExpiry: return .tokenExpiry(lasts: delay(given.lasts, .lasts))
      case .staleReceipt: return .staleReceipt(lasts: delay(given.lasts, .lasts))
      case .backendOutage: return .backendOutage(lasts: delay(given.lasts, .lasts))
      case .storeCheckOutage: return .storeCheckOutage(lasts: delay(given.lasts, .lasts))
      case .doubleTap:
        return .doubleTap(gap: delay(given.gap, .gap), pays: happens(given.pays, .pays))
      case .refund: return .refund
      }
    }

    private func interruption(_ code: FailureCode) -> Interruption {
      Interruption(
        code: code, completes: happens(rate.parameters.completes, .completes),
        resolves: delay(rate.parameters.resolves, .resolves),
        dropsPayload: happens(rate.parameters.dropsPayload, .dropsPayload),
        kills: happens(rate.parameters.kills, .kills),
        reopens: delay(rate.parameters.reopens, .reopens))
    }
  }
}
