internal import EventEngine

extension World {
  /// The fingerprint of everything on which the rest of this life and its judgement depend.
  ///
  /// Left out is what only counts or explains: the number of events so far, the log, the trace, which
  /// faults struck. Times that are over count as never; losses of the link count by who they hit.
  /// - Precondition: the user's faults were struck by hand, not planned.
  /// - Parameter effectsOnly: whether only that is taken in in which a fault shows once it has changed
  ///   something: what is scheduled, what the app knows and does, its requests and their answers; and
  ///   not what may still have an effect, such as a payload that nobody has read so far, or an outage
  ///   that nobody has met.
  func hashed(effectsOnly: Bool) -> StateHasher {
    var print = StateHasher()
    print.add(now)
    calendar.forEach { event, time in
      print.add(time)
      print.add(event)
    }
    if effectsOnly { addEffects(to: &print) } else { addState(to: &print) }
    return print
  }

  /// Takes in what the world holds, without what is scheduled.
  func addState(to print: inout StateHasher) {
    store.add(to: &print, at: now)
    for payment in payments {
      print.add(misfortune.declaration(of: store.transactions[payment].interruption))
    }
    addEffects(to: &print)
    backend.add(to: &print, at: now)
    link.add(to: &print, at: now)
    user.add(to: &print, at: now)
    print.add(device.state.session)
    print.add(client.state.collected)
    misfortune.add(to: &print, at: now)
    judge.add(to: &print)
  }

  private func addEffects(to print: inout StateHasher) {
    device.add(to: &print)
    print.add(store.state.isObserving ? 1 : 0)
    client.add(to: &print)
    link.addRequests(to: &print)
    backend.addOrders(to: &print)
  }
}
