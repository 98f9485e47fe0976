internal import EventEngine

extension World {
  /// The fingerprint of all state on which the rest of this run and its judgement depend.
  ///
  /// It omits counts and explanations: the number of events, the log, the trace, the faults that
  /// occurred. Past times count as never; link losses count by the messages that they affect.
  /// - Precondition: the user's faults were injected, not planned.
  /// - Parameter effectsOnly: whether to include only visible effects of faults: scheduled events,
  ///   the app's data and actions, its requests and their answers. Pending effects, such as an
  ///   unread payload or an outage without requests, are then omitted.
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

  /// Adds the state of the world, without the scheduled events.
  func addState(to print: inout StateHasher) {
    store.add(to: &print, at: now)
    for payment in payments {
      print.add(faultInjector.declaration(of: store.transactions[payment].interruption))
    }
    addEffects(to: &print)
    backend.add(to: &print, at: now)
    link.add(to: &print, at: now)
    user.add(to: &print, at: now)
    print.add(device.state.session)
    print.add(client.state.collected)
    faultInjector.add(to: &print, at: now)
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
