internal import EventEngine

/// The service through which the app communicates with Play (G12).
extension StoreHost where Self: ~Copyable {
  /// Whether the current process has the service; other stores need none.
  @inline(__always) var isConnectedToPlay: Bool {
    design.store != .playBilling
      || (now >= store.state.serviceOutUntil && !store.state.lacksService)
  }

  /// Loses the service for at least this long.
  @inline(never) mutating func loseService(for lasts: Delay) {
    note(.serviceLost)
    store.state.serviceOutUntil = max(store.state.serviceOutUntil, now + lasts)
    if design.reconnect == .never, livingProcess != nil { store.state.lacksService = true }
    calendar.schedule(.serviceUp, after: lasts)
    guard design.isOwn, livingProcess != nil, !store.state.lacksService else { return }
    store.state.lacksService = true
    if isInFront { learnOfService(isUp: false) }
  }

  /// Connects a team's own client, optionally with automatic reconnection.
  /// - Returns: whether it is connected.
  mutating func connectOwn(staysConnected: Bool) -> Bool {
    store.state.lacksService = !staysConnected && now < store.state.serviceOutUntil
    return isConnectedToPlay
  }

  /// Handles the end of an outage: a client that reconnects queries its purchases.
  @inline(never) mutating func handleServiceUp() {
    guard now >= store.state.serviceOutUntil else { return }
    note(.serviceUp)
    if design.isOwn, isInFront { return learnOfService(isUp: true) }
    guard design.reconnect == .auto, isInFront, store.state.isObserving, design.sources.haveQuery
    else { return }
    query(by: .reconnectQuery)
  }

  /// Connects a new process to the service, if it is available.
  @inline(__always) mutating func connect() {
    guard design.store == .playBilling else { return }
    // A team's own client connects by itself.
    store.state.lacksService =
      design.isOwn || design.reconnect == .never && now < store.state.serviceOutUntil
  }
}
