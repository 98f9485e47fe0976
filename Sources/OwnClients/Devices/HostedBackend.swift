import PurchaseClientKit
import PurchaseWorld

/// The simulated backend.
struct HostedBackend: Backend {
  let process: ClientProcess

  nonisolated(nonsending) func createOrder(
    for item: Item, account: Account?, transaction: String?
  ) async throws -> Order {
    let host = process.host
    let answer = try await host.wait(process) { door in
      guard let id = host.names.item(item), let product = host.names.product(item.product) else {
        return nil
      }
      return door.createOrder(
        id, product, account: account.flatMap { ClientNames.account($0) },
        after: transaction.flatMap { host.payment($0, door) }, for: TaskTap.flow
      ).map { .request($0) }
    }
    guard case .answer(let answer) = answer else { throw BackendError.unavailable }
    guard case .order(let order) = answer else { throw BackendError(answer) }
    return ClientNames.order(order)
  }

  nonisolated(nonsending) func verify(_ request: VerifyRequest) async throws -> Verdict {
    let host = process.host
    let answer = try await host.wait(process) { door in
      guard let transaction = host.payment(request.transaction, door) else { return nil }
      let meaning = request.token.flatMap { host.meaning($0) }
      return door.verify(
        transaction, receipt: host.proof(request, of: transaction),
        order: request.order.flatMap { host.order($0) } ?? meaning?.order,
        item: request.item.flatMap { host.names.item($0) },
        account: request.account.flatMap { ClientNames.account($0) } ?? meaning?.account,
        isManual: TaskTap.isByHand
      ).map { .request($0) }
    }
    guard case .answer(let answer) = answer else { throw BackendError.unavailable }
    switch answer {
    case .delivered: return .delivered
    case .duplicate: return .alreadyDelivered
    case .accepted: return .accepted
    case .rejected: return .rejected
    case .order, .notForSale, .unauthorised, .list, .error, .timeout, .called, .refused:
      throw BackendError(answer)
    }
  }

  nonisolated(nonsending) func call(_ name: String, _ payload: String) async throws -> String {
    var text = ""
    let answer = try await process.host.wait(process) { door in
      guard let sent = door.call(name) else { return nil }
      text = sent.answer
      return .request(sent.request)
    }
    guard case .answer(let answer) = answer else { throw BackendError.unavailable }
    guard answer == .called else { throw BackendError(answer) }
    return text
  }
}

extension HostedClient {
  /// The charges that a request proves, as a bit set of their numbers.
  fileprivate func proof(_ request: VerifyRequest, of transaction: TransactionID) -> UInt128 {
    // At Play, the token itself proves its purchase.
    if store == .playBilling {
      guard request.proof.text == request.transaction else { return 0 }
      return door?.chargeID(of: transaction).map { 1 << UInt128($0.index) } ?? 0
    }
    return ClientNames.proof(request.proof)
  }
}

extension BackendError {
  /// The error for an answer that does not fit the request.
  fileprivate init(_ answer: BackendAnswer) {
    switch answer {
    case .notForSale: self = .notForSale
    case .unauthorised: self = .unauthorized
    case .timeout: self = .timeout
    case .order, .accepted, .delivered, .duplicate, .rejected, .list, .error, .called, .refused:
      self = .unavailable
    }
  }
}
