/// The team's backend.
///
/// A call of a process that has died throws `CancellationError`.
public protocol Server: Sendable {
  /// Asks for an order.
  /// - Parameter transaction: the identifier of the transaction for which it is made afterwards; nil before a
  ///   payment.
  /// - Throws: ``ServerError``.
  nonisolated(nonsending) func createOrder(
    for item: Item, account: Account?, transaction: String?
  ) async throws -> Order

  /// Asks for the goods of a transaction.
  /// - Throws: ``ServerError``.
  nonisolated(nonsending) func verify(_ request: VerifyRequest) async throws -> Verdict

  /// Asks anything else of the team's backend: a configuration, a price, whether somebody may buy. A scenario says
  /// under this name how long it takes, how often it fails, and what it answers (`calls`).
  /// - Throws: ``ServerError``.
  nonisolated(nonsending) func call(_ name: String, _ payload: String) async throws -> String
}

extension Server {
  /// Asks for an order before a payment.
  /// - Throws: ``ServerError``.
  public nonisolated(nonsending) func createOrder(
    for item: Item, account: Account?
  ) async throws -> Order {
    try await createOrder(for: item, account: account, transaction: nil)
  }
}

/// Why the backend did not answer as it should.
public enum ServerError: Error, Hashable, Sendable {
  /// Nothing could be sent, or the backend has failed.
  case unavailable
  /// No answer came in time: what was asked for may have been done.
  case timeout
  /// The session has expired.
  case unauthorized
  /// The item is not sold any more.
  case notForSale
}

/// What a client sends of a transaction.
public struct VerifyRequest: Hashable, Sendable {
  /// The identifier that the store has given the transaction.
  public var transaction: String
  /// What proves it: the signed transaction, or the receipt.
  public var proof: Proof
  /// The order for which it is, if the client knows it.
  public var order: String?
  /// What the store has kept of the purchase, from which the backend knows order or account.
  public var token: AppAccountToken?
  /// The item that is wanted, if the client knows it.
  public var item: Item?
  /// Whose the goods are, if the client knows it.
  public var account: Account?

  public init(
    transaction: String, proof: Proof, order: String? = nil, token: AppAccountToken? = nil,
    item: Item? = nil, account: Account? = nil
  ) {
    (self.transaction, self.proof, self.token) = (transaction, proof, token)
    (self.order, self.item, self.account) = (order, item, account)
  }
}

/// What proves a payment to a backend.
public struct Proof: Hashable, Sendable {
  /// What the store has signed, as text that a client only carries.
  public let text: String

  public init(text: String) { self.text = text }
}

/// What a backend has said of a transaction.
public enum Verdict: String, Hashable, CaseIterable, Sendable {
  /// The goods are there.
  case delivered
  /// They were there already.
  case alreadyDelivered
  /// It has been taken up, and will be checked later.
  case accepted
  /// Nothing can be delivered for it.
  case rejected
}
