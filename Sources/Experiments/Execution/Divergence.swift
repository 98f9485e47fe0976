package import EventEngine
package import PurchaseWorld

/// The first difference between two simulations of the same user.
package struct Divergence: Hashable, Sendable {
  package var time: Instant
  /// The event at that time in the first and in the second simulation; nil if there is none.
  package var first: Trace.Occurrence?
  /// The same for the second simulation.
  package var second: Trace.Occurrence?
  /// Lines that the client printed and stored in each simulation, for the text of an event.
  package var firstLines: [String] = []
  /// The same for the second simulation.
  package var secondLines: [String] = []
  /// A fault that the check added to the user's plan; nil if it added none.
  package var addedFault: FaultKind?
  /// The user, conditions and store, for the text of an event.
  package let user: VirtualUser
  package let conditions: Conditions
  package let store: Design.StoreKind

  /// Compares two simulations of the same user.
  /// - Returns: nil if they do not differ.
  init?(
    _ trace: Trace, _ again: Trace, isSameOutcome: Bool, of user: VirtualUser,
    in conditions: Conditions, _ store: Design.StoreKind
  ) {
    (self.user, self.conditions, self.store) = (user, conditions, store)
    let place = zip(trace.entries, again.entries).enumerated().first { _, both in
      !Divergence.isSame(both.0, both.1, trace, again)
    }?.offset
    let (all, others) = (trace.entries, again.entries)
    if let place = place ?? (all.count == others.count ? nil : min(all.count, others.count)) {
      let one = place < all.count ? all[place] : nil
      let another = place < others.count ? others[place] : nil
      time = [one, another].compactMap(\.?.time).min() ?? .start
      // A later event has not happened yet at the time of the difference.
      first = one?.time == time ? one?.occurrence : nil
      second = another?.time == time ? another?.occurrence : nil
      (firstLines, secondLines) = (trace.clientOutput, again.clientOutput)
    } else if !isSameOutcome {
      time = all.last?.time ?? .start
    } else {
      return nil
    }
  }

  private static func isSame(
    _ entry: Trace.Entry, _ another: Trace.Entry, _ trace: Trace, _ other: Trace
  ) -> Bool {
    guard entry.time == another.time, entry.occurrence == another.occurrence else { return false }
    switch entry.occurrence {
    case .clientPrinted(let line), .clientStored(let line), .sent(_, _, let line?),
      .unreachable(_, _, let line?):
      return trace.clientOutput[Int(line)] == other.clientOutput[Int(line)]
    default: return true
    }
  }

  package static func == (left: Divergence, right: Divergence) -> Bool {
    left.time == right.time && left.first == right.first && left.second == right.second
      && left.addedFault == right.addedFault
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(time)
    hasher.combine(first)
    hasher.combine(second)
    hasher.combine(addedFault)
  }
}
