/// The team's backend.
///
/// A call from a process that has ended throws `CancellationError`.
public protocol Backend: Sendable {
  /// Creates an order.
  /// - Parameter transaction: the transaction for which the order is created after the payment; nil
  ///   before a payment.
  /// - Throws: ``BackendError``.
  nonisolated(nonsending) func createOrder(for item: Item, account: Account?, transaction: String?)
    async throws -> Order

  /// Requests the goods of a transaction.
  /// - Throws: ``BackendError``.
  nonisolated(nonsending) func verify(_ request: VerifyRequest) async throws -> Verdict

  /// Sends any other request to the team's backend, for example for a configuration or a price. In
  /// a scenario, `calls` defines its duration, failure rate and answer under this name.
  /// - Throws: ``BackendError``.
  nonisolated(nonsending) func call(_ name: String, _ payload: String) async throws -> String
}

extension Backend {
  /// Creates an order before a payment.
  /// - Throws: ``BackendError``.
  public nonisolated(nonsending) func createOrder(
    for item: Item, account: Account?
  ) async throws -> Order { try await createOrder(for: item, account: account, transaction: nil) }
}

/// A failed request.
public enum BackendError: Error, Hashable, Sendable {
  /// The request could not be sent, or the backend failed.
  case unavailable
  /// No answer arrived in time; the request may have been executed.
  case timeout
  /// The session has expired.
  case unauthorized
  /// The item is no longer sold.
  case notForSale
}

/// A request for the goods of a transaction.
public struct VerifyRequest: Hashable, Sendable {
  /// The store's identifier of the transaction.
  public var transaction: String
  /// The proof of the payment: the signed transaction, or the receipt.
  public var proof: Proof
  /// The order of the transaction, if the client knows it.
  public var order: String?
  /// The token that the store kept with the purchase; the backend derives the order or the account
  /// from it.
  public var token: AppAccountToken?
  /// The wanted item, if the client knows it.
  public var item: Item?
  /// The account that receives the goods, if the client knows it.
  public var account: Account?

  public init(
    transaction: String, proof: Proof, order: String? = nil, token: AppAccountToken? = nil,
    item: Item? = nil, account: Account? = nil
  ) {
    (self.transaction, self.proof, self.token) = (transaction, proof, token)
    (self.order, self.item, self.account) = (order, item, account)
  }
}

/// The proof of a payment for a backend.
public struct Proof: Hashable, Sendable {
  /// The text signed by the store, which a client passes on unchanged.
  public let text: String

  public init(text: String) { self.text = text }
}

/// The decision of a backend about a transaction.
public enum Verdict: String, Hashable, CaseIterable, Sendable {
  /// The goods were delivered.
  case delivered
  /// The goods had been delivered before.
  case alreadyDelivered
  /// The request is accepted, and will be checked later.
  case accepted
  /// Nothing can be delivered for the transaction.
  case rejected
}
