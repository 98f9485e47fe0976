package import EventEngine

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
  /// The index of the intent.
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
  /// What there is to know of its kind.
  package var description: FaultDescription { kind.description }

  /// Its parameters; those that it does not have are as ``FaultParameters`` begins.
  package var parameters: FaultParameters {
    var parameters = FaultParameters(reopens: .constant(.zero))
    parameters.take(self)
    return parameters
  }

  /// Whether the process dies of it.
  package var endsProcess: Bool {
    let takes = description.takes.map(\.name)
    return takes.contains("reopens") && (!takes.contains("kills") || parameters.kills == .always)
  }

  /// How long it goes on; nil if it is over at once, or says nothing.
  package var lasts: Delay? {
    description.takes.lazy.compactMap(\.course).first.map { parameters[keyPath: $0].median }
  }
}
