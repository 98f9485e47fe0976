internal import EventEngine

/// The service through which the app talks to Play (G12).
extension StoreHost where Self: ~Copyable {
  /// Whether the process of the moment has the service; other stores need none.
  @inline(__always) var hasService: Bool {
    design.store != .playBilling
      || (now >= store.state.serviceOutUntil && !store.state.lacksService)
  }

  /// The service is lost for so long from now, at least.
  @inline(never) mutating func loseService(for lasts: Delay) {
    note(.serviceLost)
    store.state.serviceOutUntil = max(store.state.serviceOutUntil, now + lasts)
    if design.reconnect == .never, livingProcess != nil { store.state.lacksService = true }
    calendar.schedule(.serviceUp, after: lasts)
    guard design.isOwn, livingProcess != nil, !store.state.lacksService else { return }
    store.state.lacksService = true
    if isInFront { learnOfService(isUp: false) }
  }

  /// A team's own client connects, or lets the connection come back by itself.
  /// - Returns: whether it is connected.
  mutating func connectOwn(staysConnected: Bool) -> Bool {
    store.state.lacksService = !staysConnected && now < store.state.serviceOutUntil
    return hasService
  }

  /// The service may be there again: a client that connects again asks what it owns.
  @inline(never) mutating func meetService() {
    guard now >= store.state.serviceOutUntil else { return }
    note(.serviceUp)
    if design.isOwn, isInFront { return learnOfService(isUp: true) }
    guard design.reconnect == .auto, isInFront, store.state.isObserving, design.sources.haveQuery
    else { return }
    query(by: .reconnectQuery)
  }

  /// A new process connects to the service, if it is there.
  @inline(__always) mutating func connect() {
    guard design.store == .playBilling else { return }
    // A team's own client connects by itself.
    store.state.lacksService =
      design.isOwn || design.reconnect == .never && now < store.state.serviceOutUntil
  }
}
