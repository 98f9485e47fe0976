package import EventEngine

/// A request of the store to the user before the purchase (S7).
package struct StoreInterruption: Hashable, BitwiseCopyable, Sendable {
  /// The code that the app receives.
  package var code: FailureCode
  /// Whether the user completes the purchase in the store.
  package var completes: Bool
  /// The delay from the interruption to its completion or abandonment.
  package var resolutionDelay: Delay
  /// Whether the second transaction has no payload; nil: the store's default (S7, K7, G7).
  package var dropsPayload: Bool?
  /// Whether the app is killed meanwhile.
  package var kills: Bool
  /// The delay from the kill to the reopening.
  package var reopeningDelay: Delay
}

/// The start of the loss of a payload (S8).
package enum PayloadLossStart: String, CaseIterable, BitwiseCopyable, Sendable {
  /// In every callback from now on.
  case callback
  /// In every callback after the process has died.
  case relaunch
}

/// The ways in which a store repeats unfinished transactions (K3, G3).
package struct RedeliveryRoutes: OptionSet, Hashable, BitwiseCopyable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The transactions that `updates` emits at the first attachment of a process.
  package static let updates = RedeliveryRoutes(rawValue: 1)
  /// The result of a query.
  package static let query = RedeliveryRoutes(rawValue: 2)
}

/// A set of requests to the backend.
package struct RequestKinds: OptionSet, Hashable, BitwiseCopyable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let verify = RequestKinds(rawValue: 1)
  package static let createOrder = RequestKinds(rawValue: 2)
  /// Reads of records that are kept on the backend.
  package static let records = RequestKinds(rawValue: 4)
  /// Named calls of a team's own client.
  package static let calls = RequestKinds(rawValue: 8)
  /// All kinds of requests; a fault with this set loses only the next reply (D4).
  package static let any: RequestKinds = [.verify, .createOrder, .records]
}

/// The parameters of a declared fault; each kind reads its own and ignores the others.
package struct FaultParameters: Hashable, Sendable {
  /// The time until the user reopens the app after a crash or a kill; by default that of
  /// ``Behavior``.
  package var reopeningDelay: Distribution
  /// The duration of a loss, an outage, an expiry or another state.
  package var lasts = Distribution.constant(.seconds(600))
  /// The time until a switched account returns; nil for never.
  package var returnDelay: Distribution?
  /// The factor by which a weak network slows requests, in thousandths.
  package var slowdown = 10_000
  /// The kinds of request whose reply gets lost (D4).
  package var lostReplies = RequestKinds.verify
  /// Whether the user completes an interrupted purchase in the store (S7).
  package var completes = Probability.always
  /// The delay from an interruption to its end (S7).
  package var resolutionDelay = Distribution.constant(.seconds(300))
  /// The probability that the completed purchase has no payload; absent: the store's default (S7,
  /// K7, G7).
  package var payloadDropProbability: Probability?
  /// Whether the app is killed while the user is in the store.
  package var kills = Probability.never
  /// The moment from which the payload is lost (S8).
  package var from = PayloadLossStart.callback
  /// The number of extra `purchased` callbacks.
  package var copyCount = 1
  /// The time between callbacks, or between two taps.
  package var gap = Distribution.constant(.seconds(1))
  /// Whether the purchase is approved (S9).
  package var approves = Probability.always
  /// The delay from the confirmation to the answer of Ask to Buy (S9).
  package var answerDelay = Distribution.constant(.seconds(10_800))
  /// Whether the user also pays on the sheet of a second tap.
  package var pays = Probability.never
  /// The redelivery routes that omit transactions; nil: those on which the store's clients rely.
  package var omittingRoutes: RedeliveryRoutes?
  /// The extra delay of a notification (B8).
  package var extraDelay = Distribution.constant(.seconds(3_600))
  package init(reopens: Distribution) { self.reopeningDelay = reopens }
}

/// A parameter of a kind of fault; the scenario format documents its meaning.
package enum FaultParameterKind: Sendable {
  case reopens, lasts, returns, slowdown, of, completes, resolves, dropsPayload, kills, from
  case copies, gap, approves, answers, pays, replays, by
  /// The gap between two taps, which has another default.
  case secondTap
}

/// The moments of a purchase to which a planned fault can be tied.
package enum FaultAnchor: Hashable, BitwiseCopyable, Sendable {
  /// The intent's first tap.
  case tap
  /// The first payment sheet appears.
  case sheet
  /// The first charge.
  case charge
  /// The first `purchased` that reaches the app.
  case callback
  /// The first delivery.
  case delivery
  /// Just before the n-th event of this user, counted from 1.
  case step(Int)

  /// The bit of an anchor that an intent passes once; a step is passed by all intents at once.
  var bit: UInt8 {
    switch self {
    case .tap: 1
    case .sheet: 2
    case .charge: 4
    case .callback: 8
    case .delivery: 16
    case .step: preconditionFailure("intents pass no steps")
    }
  }
}

/// A fault that will occur for one intent, with its moment.
package struct PlannedFault: Hashable, BitwiseCopyable, Sendable {
  package var fault: Fault
  package var intentIndex: Int
  /// The moment from which `after` counts.
  package var anchor: FaultAnchor
  /// The delay after the anchor; with 0 the fault occurs just before the anchor's event is handled.
  package var after: Delay
  /// The index of the declaration in the scenario or case, which keys the fault counts.
  package var declarationIndex: Int

  package init(_ fault: Fault, intent: Int, at anchor: FaultAnchor, after: Delay, declaration: Int)
  {
    (self.fault, self.intentIndex, self.declarationIndex) = (fault, intent, declaration)
    (self.anchor, self.after) = (anchor, after)
  }
}

extension Fault {
  package var properties: FaultProperties { kind.properties }

  /// Its parameters; those that it does not have keep the values of ``FaultParameters``.
  package var parameters: FaultParameters {
    var parameters = FaultParameters(reopens: .constant(.zero))
    parameters.update(from: self)
    return parameters
  }

  /// Whether it ends the process.
  package var endsProcess: Bool {
    let parameterKinds = properties.parameterKinds
    return parameterKinds.contains(.reopens)
      && (!parameterKinds.contains(.kills) || parameters.kills == .always)
  }

  /// Its duration; nil if it has none.
  package var lasts: Delay? {
    let (parameterKinds, all) = (properties.parameterKinds, parameters)
    let courses: KeyValuePairs<FaultParameterKind, Distribution> = [
      .lasts: all.lasts, .resolves: all.resolutionDelay, .answers: all.answerDelay,
      .by: all.extraDelay,
    ]
    return courses.first { parameterKinds.contains($0.key) }?.value.median
  }
}
