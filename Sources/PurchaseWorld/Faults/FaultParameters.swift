package import EventEngine

/// What the store does when it needs something before the purchase (S7).
package struct Interruption: Hashable, BitwiseCopyable, Sendable {
  /// The code that the app is told.
  package var code: FailureCode
  /// Whether the user completes the purchase in the store.
  package var completes: Bool
  /// From the interruption to its completion or abandonment.
  package var resolves: Delay
  /// Whether the second transaction has no payload; nil: as the store does (S7, K7, G7).
  package var dropsPayload: Bool?
  /// Whether the app is killed meanwhile.
  package var kills: Bool
  /// From the kill to the reopening.
  package var reopens: Delay
}

/// From when on a payload is lost (S8).
package enum PayloadLoss: String, CaseIterable, BitwiseCopyable, Sendable {
  /// In every callback from now on.
  case callback
  /// In every callback after the process has died.
  case relaunch
}

/// Ways in which a store brings up again what is unfinished (K3, G3).
package struct Replays: OptionSet, Hashable, BitwiseCopyable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// What `updates` emits at the first attachment of a process.
  package static let updates = Replays(rawValue: 1)
  /// What a query gives.
  package static let query = Replays(rawValue: 2)
}

/// A set of requests to the backend.
package struct RequestKinds: OptionSet, Hashable, BitwiseCopyable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let verify = RequestKinds(rawValue: 1)
  package static let createOrder = RequestKinds(rawValue: 2)
  /// Records that are kept on the backend are read.
  package static let records = RequestKinds(rawValue: 4)
  /// Whatever a team's own client asks by a name.
  package static let calls = RequestKinds(rawValue: 8)
  /// Whichever comes next, as one set: a single reply gets lost (D4).
  package static let any: RequestKinds = [.verify, .createOrder, .records]
}

/// The parameters of a declared fault; each kind reads its own and ignores the rest.
package struct FaultParameters: Hashable, Sendable {
  /// The default is the user's (``Behavior``).
  package var reopens: Distribution
  package var lasts = Distribution.constant(.seconds(600))
  /// Absent: never.
  package var returns: Distribution?
  /// In thousandths.
  package var slowdown = 10_000
  /// Which reply gets lost (D4).
  package var of = RequestKinds.verify
  /// Whether the user completes an interrupted purchase in the store (S7).
  package var completes = Chance.always
  /// From an interruption to its end (S7).
  package var resolves = Distribution.constant(.seconds(300))
  /// Whether what is completed there comes without payload; absent: as the store does (S7, K7, G7).
  package var dropsPayload: Chance?
  /// Whether the app is killed while the user is in the store.
  package var kills = Chance.never
  package var from = PayloadLoss.callback
  /// How often `purchased` comes beyond once.
  package var copies = 1
  /// Between callbacks, or between two taps.
  package var gap = Distribution.constant(.seconds(1))
  /// Whether somebody allows the purchase (S9).
  package var approves = Chance.always
  /// From the confirmation to the answer of Ask to Buy (S9).
  package var answers = Distribution.constant(.seconds(10_800))
  /// Whether the user pays on the sheet of a second tap too.
  package var pays = Chance.never
  /// Which replays leave transactions out; absent: those on which the store's clients rely.
  package var replays: Replays?
  /// How much later a notification comes (B8).
  package var by = Distribution.constant(.seconds(3_600))
  package init(reopens: Distribution) { self.reopens = reopens }
}

/// A parameter that a kind of fault takes; scenarios tell what it means.
package enum FaultParameter: Sendable {
  case reopens, lasts, returns, slowdown, of, completes, resolves, dropsPayload, kills, from
  case copies, gap, approves, answers, pays, replays, by
  /// The gap between two taps, which is another by default.
  case secondTap
}

/// The moments of a purchase to which a planned fault can be tied (section 7).
package enum Anchor: Hashable, BitwiseCopyable, Sendable {
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

  /// The bit of an anchor that a wish passes once; a step is passed by all wishes at once.
  var bit: UInt8 {
    switch self {
    case .tap: 1
    case .sheet: 2
    case .charge: 4
    case .callback: 8
    case .delivery: 16
    case .step: preconditionFailure("no wish passes a step")
    }
  }
}

/// A fault that will strike one intent: what, and when.
package struct PlannedFault: Hashable, BitwiseCopyable, Sendable {
  package var fault: Fault
  package var intent: Int
  /// The moment from which `after` counts.
  package var anchor: Anchor
  /// From the anchor to the strike; 0 strikes just before the anchor's event is handled.
  package var after: Delay
  /// The index of the declaration in the scenario or case, by which strikes are counted.
  package var declaration: Int

  package init(_ fault: Fault, intent: Int, at anchor: Anchor, after: Delay, declaration: Int) {
    (self.fault, self.intent, self.declaration) = (fault, intent, declaration)
    (self.anchor, self.after) = (anchor, after)
  }
}

extension Fault {
  package var description: FaultDescription { kind.description }

  /// Its parameters; those that it does not have are as ``FaultParameters`` begins.
  package var parameters: FaultParameters {
    var parameters = FaultParameters(reopens: .constant(.zero))
    parameters.take(self)
    return parameters
  }

  /// Whether the process dies of it.
  package var endsProcess: Bool {
    let takes = description.takes
    return takes.contains(.reopens) && (!takes.contains(.kills) || parameters.kills == .always)
  }

  /// How long it goes on; nil if it is over at once, or says nothing.
  package var lasts: Delay? {
    let (takes, all) = (description.takes, parameters)
    let courses: KeyValuePairs<FaultParameter, Distribution> = [
      .lasts: all.lasts, .resolves: all.resolves, .answers: all.answers, .by: all.by,
    ]
    return courses.first { takes.contains($0.key) }?.value.median
  }
}
