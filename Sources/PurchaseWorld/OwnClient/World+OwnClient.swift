internal import EventEngine

/// How the world meets a team's own client, where a design has one instead of axes.
extension World {
  /// Something has happened of which the client's process learns.
  mutating func meet(_ moment: ClientMoment) {
    guard let own else { preconditionFailure("a design with a client of its own has made it") }
    withUnsafeMutablePointer(to: &self) { own.meet(moment, ClientPort($0)) }
  }

  /// Makes the client of the design of the moment, unless it is there already, and begins a life with it.
  mutating func beginOwnClient() {
    guard let reference = design.client else { return }
    if ownReference != reference {
      let setting = ClientSetting(catalog: conditions.catalog, store: design.store)
      (own, ownReference) = (reference.make(setting), reference)
    }
    (ownChances, ownMisdeed) = (0, nil)
    // The number before those of the client's own chances.
    let order =
      design.isSeeded
      ? design.interleaving.map { UInt64($0) } ?? luck.level(.jitter, 1 << 31).bitPattern : nil
    meet(.lifeBegins(user: userNumber, order: order))
  }

  /// The user tries again what the page of a client lists for a wish (C9).
  mutating func handOverRetry(of intent: IntentID) {
    for number in charges
    where client.state.collected.lists(number) && self.intent(of: charge(number)) == intent {
      meet(.retriedByHand(charge(number)))
    }
  }

  /// Whether anything can still come of a client of which nobody knows what it means to do: it waits, or
  /// something that was paid for has not come.
  @inline(__always) var mayOwnClientAct: Bool {
    design.isOwn && (own?.isWaiting == true || hasOpenCharge)
  }
}

/// What comes to a client, whoever wrote it, and goes on to a team's own.
extension ClientHost where Self: ~Copyable {
  /// The app handles a tap.
  mutating func handOverTap(_ item: ItemID, _ product: ProductID) {
    client.state.hasTapped = true
    let flow = client.flows.append(
      Flow(item: item, product: product, account: session, process: process, state: .ordering))
    startedFlow()
    meet(.tapped(flow, item, product))
    // A tap that has come to its end at once shows none.
    if isInFront, client.flows[flow].state != .ended { openSpinner(of: product) }
  }

  /// The store tells how a payment stands, which the client's log counts (C3, C4).
  mutating func handOverNews(
    _ news: StoreNews, of transaction: TransactionID, endsCall: TransactionID?
  ) {
    switch news {
    case .started, .pending: break
    case .paid, .unverified: log(.transactionSucceed, of: .transaction(transaction))
    case .failed(.cancelled): log(.transactionCancel, of: .transaction(transaction, .cancelled))
    case .failed, .alreadyOwned: log(.transactionFail, of: .transaction(transaction, .error))
    }
    meet(.news(news, of: transaction, endsCall: endsCall))
  }

  /// A request has its answer, which ends the try that it belongs to (C7).
  mutating func handOverAnswer(_ answer: Answer, to asker: Request.Asker, of request: RequestID) {
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
      preconditionFailure("a team's own client asks for orders and verifications")
    }
    meet(.answered(request, answer))
  }

  private mutating func endTask(_ task: TaskID) { client.tasks[task].state = .ended }

  /// A verification has its answer.
  private mutating func endTry(_ task: TaskID, _ answer: Answer) {
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

  /// The user has left the app, which stays (P4).
  mutating func learnOfLeaving() { if design.isOwn { meet(.wentToBackground) } }

  /// A sheet of Play has closed over the app (G2).
  mutating func comeToFrontAfterSheet() { if design.isOwn { meet(.cameToFront) } }

  /// The service of Play is gone, or there again (G12).
  mutating func learnOfService(isUp: Bool) { meet(isUp ? .serviceUp : .serviceLost) }

  /// The process is gone: flows and tries end, and the client learns of it last (D1).
  mutating func loseOwnProcess() {
    for index in client.flows.indices { client.flows[index].state = .ended }
    for index in client.openTasks where client.tasks[index].isActive {
      endTask(index)
      noteEnd(of: client.tasks[index].transaction, at: .finishedEarly)
    }
    meet(.died)
  }
}
