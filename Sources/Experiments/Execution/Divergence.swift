package import EventEngine
package import PurchaseWorld

/// The first moment at which a life that is played again differs from the life before.
package struct Divergence: Hashable, Sendable {
  package var time: Instant
  /// What happens then in the first playing and in the second; nil: nothing.
  package var first: Trace.Moment?
  package var second: Trace.Moment?
  /// What the client printed and stored in each playing, for the words of a moment.
  package var firstLines: [String] = []
  package var secondLines: [String] = []
  /// A fault of the scenario that was added to the user's plan for the rehearsal; nil: none was.
  package var addedFault: FaultKind?
  /// Whose life it is, where it is played, and in which store: for the words of a moment.
  package let user: VirtualUser
  package let conditions: Conditions
  package let store: Design.StoreKind

  /// Compares two playings of one life.
  /// - Returns: nil where nothing differs.
  init?(
    _ life: Trace, _ again: Trace, isSameOutcome: Bool, of user: VirtualUser,
    in conditions: Conditions, _ store: Design.StoreKind
  ) {
    (self.user, self.conditions, self.store) = (user, conditions, store)
    let place = zip(life.entries, again.entries).enumerated().first { _, both in
      !Divergence.isSame(both.0, both.1, life, again)
    }?.offset
    let (all, others) = (life.entries, again.entries)
    if let place = place ?? (all.count == others.count ? nil : min(all.count, others.count)) {
      let one = place < all.count ? all[place] : nil
      let another = place < others.count ? others[place] : nil
      time = [one, another].compactMap(\.?.time).min() ?? .start
      // What comes later has not happened yet where the other playing differs.
      first = one?.time == time ? one?.moment : nil
      second = another?.time == time ? another?.moment : nil
      (firstLines, secondLines) = (life.lines, again.lines)
    } else if !isSameOutcome {
      time = all.last?.time ?? .start
    } else {
      return nil
    }
  }

  private static func isSame(
    _ entry: Trace.Entry, _ another: Trace.Entry, _ life: Trace, _ other: Trace
  ) -> Bool {
    guard entry.time == another.time, entry.moment == another.moment else { return false }
    switch entry.moment {
    case .clientPrinted(let line), .clientStored(let line), .sent(_, _, let line?),
      .unreachable(_, _, let line?):
      return life.lines[Int(line)] == other.lines[Int(line)]
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
