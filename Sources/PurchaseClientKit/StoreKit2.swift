/// StoreKit 2, modelled on Apple's interface.
public protocol StoreKit2: Sendable {
  /// Shows the payment sheet and returns its result. [D Product.purchase(options:)]
  /// - Throws: ``StoreError``; `CancellationError` if the task was cancelled, as in a process that
  ///   has ended.
  nonisolated(nonsending) func purchase(_ product: String, options: [PurchaseOption]) async throws
    -> PurchaseResult

  /// The transactions that do not come from an awaited purchase, as they arrive; never ends. [D
  /// Transaction.updates]
  var updates: TransactionSequence { get }
  /// The unfinished transactions. [D Transaction.unfinished]
  var unfinished: TransactionSequence { get }
  /// Finishes a transaction after its goods were delivered. [D Transaction.finish()]
  nonisolated(nonsending) func finish(_ transaction: Transaction) async
}

/// An option of a purchase. [D Product.PurchaseOption]
public enum PurchaseOption: Hashable, Sendable {
  /// A token that the store keeps with the transaction.
  case appAccountToken(AppAccountToken)
}

/// The result of a purchase. [D Product.PurchaseResult]
public enum PurchaseResult: Hashable, Sendable {
  case success(VerificationResult)
  case userCancelled
  /// The purchase needs an approval; its result arrives in ``StoreKit2/updates``.
  case pending
}

/// The result of the device's signature check of a transaction. [D VerificationResult]
public enum VerificationResult: Hashable, Sendable {
  case verified(Transaction)
  case unverified(Transaction)

  /// The transaction, whether or not its signature is valid. [D unsafePayloadValue]
  public var unsafePayloadValue: Transaction {
    switch self {
    case .verified(let transaction), .unverified(let transaction): transaction
    }
  }
}

/// A charged transaction. [D Transaction]
public struct Transaction: Hashable, Sendable {
  public let id: String
  public let product: String
  /// The token of its purchase, if the store kept it.
  public let appAccountToken: AppAccountToken?
  /// The signed transaction. [D jwsRepresentation]
  public let jws: Proof
  /// The time of the charge since an epoch of the device's clock.
  public let purchaseDate: Duration

  public init(
    id: String, product: String, appAccountToken: AppAccountToken?, jws: Proof,
    purchaseDate: Duration
  ) {
    (self.id, self.product, self.appAccountToken) = (id, product, appAccountToken)
    (self.jws, self.purchaseDate) = (jws, purchaseDate)
  }
}

/// An asynchronous sequence of transactions.
public struct TransactionSequence: AsyncSequence, Sendable {
  public typealias Element = VerificationResult
  public typealias Failure = Never

  /// A source of transactions.
  public protocol Source: AnyObject {
    /// The next transaction; nil at the end, or when the process has ended.
    nonisolated(nonsending) func next() async -> VerificationResult?
  }

  private let make: @Sendable () -> any Source

  /// - Parameter make: creates a new source for every loop.
  public init(_ make: @escaping @Sendable () -> any Source) { self.make = make }

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let source: any Source

    public mutating func next() async -> VerificationResult? { await source.next() }
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Never) -> VerificationResult? { await source.next() }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: make()) }
}
