internal import EventEngine

/// Sending, losing and receiving messages (D1, D3, D4, D5).
extension LinkHost where Self: ~Copyable {
  // The state and actions for other parts.
  @inline(__always) func request(_ request: RequestID) -> Request { link.requests[request] }

  /// Whether the backend still works on a transaction, or will when a request arrives.
  func isWorkedOn(_ transaction: TransactionID) -> Bool {
    link.requests.indices.contains {
      link.requests[$0].call.transaction == transaction && link.requests[$0].isAtWork
        && link.requests[$0].call.kind != .records
    }
  }

  /// Loses the next reply of a kind, or of any kind (D4).
  mutating func loseNextReply(_ kind: RequestKinds) {
    if kind == .any {
      link.state.losesNextReply = true
    } else {
      link.state.repliesToLose.formUnion(kind)
    }
  }

  /// Lengthens latencies for a while, by a factor in thousandths; the largest factor counts (D3).
  mutating func slowDown(by slowdown: Int, for lasts: Delay) {
    let isWeak = now < link.state.weakUntil
    link.state.slowdown = isWeak ? max(link.state.slowdown, slowdown) : slowdown
    link.state.weakUntil = max(link.state.weakUntil, now + lasts)
  }

  var isLinkDown: Bool { link.state.isDown }

  /// Creates a request with its latencies; inlined, so that it is made in the table without a copy.
  @inline(__always) private mutating func request(_ call: BackendCall) -> Request {
    let draw = nextDraw(for: call)
    var latency = randomDraws.delay(draw.site, draw.occurrence)
    let check: Delay =
      draw.site == .verify ? randomDraws.delay(.storeCheck, draw.occurrence) : .zero
    if now < link.state.weakUntil { latency = latency.scaled(byThousandths: link.state.slowdown) }
    return Request(
      call: call, session: session, process: process, sentAt: now, latency: latency, check: check,
      losses: link.state.losses)
  }

  /// Creates a request of a team's own client to its own service.
  @inline(never) private mutating func named(_ call: BackendCall, _ place: Int32) -> Request {
    let takes = place < 0 ? conditions.backend.order : conditions.calls[Int(place)].takes
    // These keys are far from the numbers of tries, and from the draws of the client.
    let key = 5 << 29 | link.requests.count
    var latency = takes.quantile(conditions.jitterLevel ?? randomDraws.level(.jitter, key))
    if now < link.state.weakUntil { latency = latency.scaled(byThousandths: link.state.slowdown) }
    return Request(
      call: call, session: session, process: process, sentAt: now, latency: latency, check: .zero,
      losses: link.state.losses)
  }

  /// Sends a request that the client waits for; returns its identity.
  @inline(__always) mutating func ask(_ call: BackendCall) -> RequestID {
    let index = post(request(call))
    awaitAnswer(of: index, to: call)
    return index
  }

  /// Sends a request of a team's own client, by its index among the scenario's calls.
  @inline(never) mutating func ask(_ call: BackendCall, named place: Int32) -> RequestID {
    let index = post(named(call, place))
    awaitAnswer(of: index, to: call)
    return index
  }

  @inline(__always) private mutating func awaitAnswer(of index: RequestID, to call: BackendCall) {
    note(.sent(call.kind, transaction: call.transaction, name: call.name))
    if link.requests[index].latency + link.requests[index].check > design.retry.timeout {
      calendar.schedule(.timeout(index), at: now + design.retry.timeout)
    }
  }

  /// Sends a change of records; there is no retry and no wait.
  mutating func send(_ call: BackendCall) {
    noteSentChange(call)
    guard !isLinkDown else { return noteLostChange(call) }
    var request = request(call)
    request.isAwaited = false
    _ = post(request)
  }

  @inline(__always) private mutating func post(_ request: Request) -> RequestID {
    let index = link.requests.append(request)
    calendar.schedule(.arrive(index), after: request.latency.halves.0)
    return index
  }

  /// Loses a message: the client notices at its timeout, at once if that has passed (D3, D4).
  mutating func loseMessage(of index: RequestID) {
    guard isAwaited(index) else { return }
    link.state.hasLostMessage = true
    let request = link.requests[index]
    let call = request.call
    note(.messageLost(call.kind, transaction: call.transaction, name: call.name))
    calendar.schedule(.timeout(index), at: max(request.sentAt + design.retry.timeout, now))
  }

  /// Sends the backend's answer; the reply may get lost (D4).
  mutating func answer(
    _ index: RequestID, with answer: BackendAnswer, alsoDelivered: ChargeSet = ChargeSet()
  ) {
    link.requests[index].answer = answer
    link.requests[index].alsoDelivered = alsoDelivered
    let kind = link.requests[index].call.kind
    if _slowPath(link.state.losesNextReply || link.state.repliesToLose.contains(kind)) {
      link.state.losesNextReply = false
      link.state.repliesToLose.remove(kind)
      loseMessage(of: index)
    } else {
      calendar.schedule(.reply(index), after: link.requests[index].latency.halves.1)
    }
  }

  @inline(__always)
  mutating func endWork(on index: RequestID) { link.requests[index].isAtWork = false }

  mutating func countCheck(of index: RequestID) -> Int {
    link.requests[index].checks += 1
    return Int(link.requests[index].checks)
  }

  /// Whether the current process has a correct record of a payment on its way to the backend.
  func writesUnderWay(of transaction: TransactionID, where isMeant: (RecordID) -> Bool) -> Bool {
    link.requests.indices.contains { index in
      guard link.requests[index].call.transaction == transaction, link.requests[index].isAtWork,
        case .writing(let record) = link.requests[index].call.asker
      else { return false }
      return link.requests[index].process == livingProcess && !isLost(index) && isMeant(record)
    }
  }

  mutating func list(for index: RequestID, at event: Int) {
    link.requests[index].answeredAt = Int32(event)
  }

  /// Whether the link went down since a request was sent (D3).
  func isLost(_ index: RequestID) -> Bool { link.requests[index].losses != link.state.losses }

  /// Reads a reply at the device, unless the process has died (D1).
  @inline(__always) mutating func receiveReply(_ index: RequestID) {
    guard isAwaited(index) else { return }
    conclude(index, with: link.requests[index].answer)
  }

  mutating func timeOut(_ index: RequestID) {
    guard isAwaited(index) else { return }
    conclude(index, with: .timeout)
  }

  /// Whether the process that sent a request is running and waits for its answer (D1).
  @inline(__always) private func isAwaited(_ index: RequestID) -> Bool {
    link.requests[index].isAwaited && link.requests[index].process == livingProcess
  }

  /// Passes the final answer of a request to the client.
  @inline(__always) private mutating func conclude(_ index: RequestID, with answer: BackendAnswer) {
    link.requests[index].isAwaited = false
    note(
      .answered(
        link.requests[index].call.kind, answer, transaction: link.requests[index].call.transaction,
        name: link.requests[index].call.name))
    receive(
      answer, to: link.requests[index].call.asker, of: index,
      alsoDelivered: link.requests[index].alsoDelivered)
  }

  /// Takes the link down: everything in flight is lost (D3).
  mutating func dropLink(for delay: Delay) {
    link.state.downUntil = max(link.state.downUntil, now + delay)
    if !link.state.isDown { link.state.losses += 1 }
    link.state.isDown = true
    calendar.schedule(.linkUp, at: now + delay)
  }

  /// Ends a loss; the link is up unless another loss is active.
  mutating func raiseLink() {
    guard link.state.isDown, now >= link.state.downUntil else { return }
    link.state.isDown = false
    note(.linkUp)
    learnOfLink()
  }
}

extension Delay {
  func scaled(byThousandths factor: Int) -> Delay {
    let (product, overflow) = microseconds.multipliedReportingOverflow(by: Int64(factor))
    guard !overflow else { return .longest }
    return Delay(microseconds: min(product / 1_000, Delay.longest.microseconds))
  }
}
