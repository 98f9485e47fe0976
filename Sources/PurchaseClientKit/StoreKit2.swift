/// StoreKit 2, in the shape of Apple's interface.
public protocol StoreKit2: Sendable {
  /// Shows the sheet, and waits for its end. [D Product.purchase(options:)]
  /// - Throws: ``StoreError``, and `CancellationError` where its task was cancelled, as in a process that has died.
  nonisolated(nonsending) func purchase(
    _ product: String, options: [PurchaseOption]
  ) async throws -> PurchaseResult

  /// Transactions from elsewhere than an awaited purchase, as they come; it never ends. [D Transaction.updates]
  var updates: TransactionSequence { get }
  /// Transactions that nobody has finished yet. [D Transaction.unfinished]
  var unfinished: TransactionSequence { get }
  /// Says that the goods are there. [D Transaction.finish()]
  nonisolated(nonsending) func finish(_ transaction: Transaction) async
}

/// What goes with a purchase. [D Product.PurchaseOption]
public enum PurchaseOption: Hashable, Sendable {
  /// Is kept with the transaction.
  case appAccountToken(AppAccountToken)
}

/// How a purchase has ended. [D Product.PurchaseResult]
public enum PurchaseResult: Hashable, Sendable {
  case success(VerificationResult)
  case userCancelled
  /// Somebody has yet to approve it; what comes of it comes by ``StoreKit2/updates``.
  case pending
}

/// Whether the device could check the signature of a transaction. [D VerificationResult]
public enum VerificationResult: Hashable, Sendable {
  case verified(Transaction)
  case unverified(Transaction)

  /// The transaction, whether its signature is good or not. [D unsafePayloadValue]
  public var unsafePayloadValue: Transaction {
    switch self {
    case .verified(let transaction), .unverified(let transaction): transaction
    }
  }
}

/// A payment that the store has taken. [D Transaction]
public struct Transaction: Hashable, Sendable {
  public let id: String
  public let product: String
  /// What went with its purchase, if the store has kept it.
  public let appAccountToken: AppAccountToken?
  /// What the store has signed. [D jwsRepresentation]
  public let jws: Proof
  /// When the money was taken, since an epoch of the device's clock.
  public let purchased: Duration

  public init(
    id: String, product: String, appAccountToken: AppAccountToken?, jws: Proof, purchased: Duration
  ) {
    (self.id, self.product, self.appAccountToken) = (id, product, appAccountToken)
    (self.jws, self.purchased) = (jws, purchased)
  }
}

/// Transactions, one after the other.
public struct TransactionSequence: AsyncSequence, Sendable {
  public typealias Element = VerificationResult
  public typealias Failure = Never

  /// Where transactions come from.
  public protocol Source: AnyObject {
    /// The next; nil at the end, or when the process has died.
    nonisolated(nonsending) func next() async -> VerificationResult?
  }

  private let make: @Sendable () -> any Source

  /// - Parameter make: begins anew, for every loop.
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
