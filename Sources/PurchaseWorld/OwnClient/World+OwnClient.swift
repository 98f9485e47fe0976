internal import EventEngine

/// The world's connection to a team's own client, in designs with one instead of axes.
extension World {
  mutating func handle(_ moment: ClientEvent) {
    guard let ownClient else { preconditionFailure("the client of the design exists") }
    withUnsafeMutablePointer(to: &self) { ownClient.handle(moment, ClientPort($0)) }
  }

  /// Creates the client of the current design, unless it exists, and begins a run with it.
  mutating func beginOwnClient() {
    guard let reference = design.client else { return }
    if ownReference != reference {
      let setting = ClientEnvironment(catalog: conditions.catalog, store: design.store)
      (ownClient, ownReference) = (reference.makeClient(in: setting), reference)
    }
    (ownChances, clientViolation) = (0, nil)
    // This number precedes the client's own random numbers.
    let order =
      design.isSeeded
      ? design.interleaving.map { UInt64($0) } ?? randomDraws.level(.jitter, 1 << 31).bitPattern
      : nil
    handle(.runBegan(user: userNumber, order: order))
  }

  /// Retries what the page of a client lists for an intent (C9).
  mutating func handOverRetry(of intent: IntentID) {
    for number in charges
    where client.state.collected.lists(number) && self.intent(of: charge(number)) == intent {
      handle(.retriedByHand(charge(number)))
    }
  }

  /// Whether a client, whose plans are unknown, may still act: it waits, or goods are missing.
  @inline(__always) var mayOwnClientAct: Bool {
    design.isOwn && (ownClient?.isWaiting == true || hasOpenCharge)
  }
}

/// Events of a client that are passed on to a team's own client.
extension ClientHost where Self: ~Copyable {
  mutating func handOverTap(_ item: ItemID, _ product: ProductID) {
    client.state.hasTapped = true
    let flow = client.flows.append(
      Flow(item: item, product: product, account: session, process: process, state: .ordering))
    startedFlow()
    handle(.tapped(flow, item, product))
    // A tap that has ended at once opens no spinner.
    if isInFront, client.flows[flow].state != .ended { openSpinner(of: product) }
  }

  /// Passes on the state of a payment, which the client's log counts (C3, C4).
  mutating func handOverNews(
    _ news: StoreCallback, of transaction: TransactionID, endsCall: TransactionID?
  ) {
    switch news {
    case .started, .pending: break
    case .paid, .unverified: log(.transactionSucceed, of: .transaction(transaction))
    case .failed(.cancelled): log(.transactionCancel, of: .transaction(transaction, .cancelled))
    case .failed, .alreadyOwned: log(.transactionFail, of: .transaction(transaction, .error))
    }
    handle(.news(news, of: transaction, endsCall: endsCall))
  }

  /// Passes on the answer to a request, which ends its try (C7).
  mutating func handOverAnswer(
    _ answer: BackendAnswer, to asker: Request.Requester, of request: RequestID
  ) {
    switch asker {
    case .flow(let flow):
      if case .order(let order) = answer {
        client.flows[flow].order = order
        log(.orderSucceed, of: .flow(flow))
      } else {
        log(answer == .notForSale ? .purchaseRefused : .orderFail, of: .flow(flow, LogCode(answer)))
      }
    case .order(let task): endTask(task)
    case .verification(let task): endTry(task, answer)
    case .named: break
    case .reading, .listing, .writing, .clearing, .settling, .wiping:
      preconditionFailure("a team's own client requests orders and verifications")
    }
    handle(.answered(request, answer))
  }

  mutating func endTask(_ task: TaskID) { client.tasks[task].state = .ended }

  /// Ends a try with the answer to its verification.
  private mutating func endTry(_ task: TaskID, _ answer: BackendAnswer) {
    endTask(task)
    let transaction = client.tasks[task].transaction
    let moment: TryMoment
    switch answer {
    case .delivered, .duplicate, .accepted: moment = .success
    case .rejected, .notForSale: moment = .rejection
    case .unauthorised, .error, .timeout, .refused, .order, .list, .called: moment = .failure
    }
    log(moment.event(client.tasks[task].mark), of: .task(task, LogCode(answer)))
    if moment == .rejection {
      if answer == .notForSale { stands(transaction, .notForSale) }
      note(.rejected(transaction: transaction))
      noteRejection(of: transaction)
    }
  }

  /// Handles a user who has left the app, which stays (P4).
  mutating func learnOfLeaving() { if design.isOwn { handle(.wentToBackground) } }

  /// Handles a sheet of Play that has closed over the app (G2).
  mutating func comeToFrontAfterSheet() { if design.isOwn { handle(.cameToFront) } }

  /// Handles a loss or a return of Play's service (G12).
  mutating func learnOfService(isUp: Bool) { handle(isUp ? .serviceUp : .serviceLost) }

  /// Ends the process: flows and tries end, and the client is notified last (D1).
  mutating func loseOwnProcess() {
    for index in client.flows.indices { client.flows[index].state = .ended }
    for index in client.openTasks where client.tasks[index].isActive {
      endTask(index)
      noteEnd(of: client.tasks[index].transaction, at: .finishedEarly)
    }
    handle(.died)
  }
}
