#if canImport(StoreKit)
  import Foundation
  public import PurchaseClientKit
  import StoreKit

  /// The system's StoreKit 2, with the interface of a client.
  public struct SystemStore: StoreKit2 {
    public init() {}

    public nonisolated(nonsending) func purchase(
      _ product: String, options: [PurchaseOption]
    ) async throws -> PurchaseResult {
      do {
        guard let found = try await Product.products(for: [product]).first else {
          throw StoreError.failed
        }
        let options = Set(options.compactMap(SystemStore.option))
        switch try await found.purchase(options: options) {
        case .success(let result): return .success(SystemStore.verificationResult(result))
        case .userCancelled: return .userCancelled
        case .pending: return .pending
        @unknown default: throw StoreError.failed
        }
      } catch is CancellationError {
        throw CancellationError()
      } catch StoreKitError.userCancelled { throw StoreError.cancelled } catch {
        throw StoreError.failed
      }
    }

    public var updates: TransactionSequence {
      TransactionSequence { Source(StoreKit.Transaction.updates) }
    }
    public var unfinished: TransactionSequence {
      TransactionSequence { Source(StoreKit.Transaction.unfinished) }
    }

    public nonisolated(nonsending) func finish(_ transaction: PurchaseClientKit.Transaction) async {
      for await result in StoreKit.Transaction.unfinished {
        let unfinished = result.unsafePayloadValue
        if String(unfinished.id) == transaction.id { await unfinished.finish() }
      }
    }

    private static func option(_ option: PurchaseOption) -> Product.PurchaseOption? {
      switch option {
      case .appAccountToken(let token):
        UUID(uuidString: token.description).map { .appAccountToken($0) }
      }
    }

    fileprivate static func verificationResult(
      _ result: StoreKit.VerificationResult<StoreKit.Transaction>
    ) -> PurchaseClientKit.VerificationResult {
      let payment = result.unsafePayloadValue
      let transaction = PurchaseClientKit.Transaction(
        id: String(payment.id), product: payment.productID,
        appAccountToken: payment.appAccountToken.flatMap { AppAccountToken($0.uuidString) },
        jws: Proof(text: result.jwsRepresentation),
        purchaseDate: .seconds(payment.purchaseDate.timeIntervalSince1970))
      if case .verified = result { return .verified(transaction) }
      return .unverified(transaction)
    }
  }

  /// The transactions of a system sequence.
  private final class Source: TransactionSequence.Source {
    private var iterator: StoreKit.Transaction.Transactions.AsyncIterator

    init(_ transactions: StoreKit.Transaction.Transactions) {
      iterator = transactions.makeAsyncIterator()
    }

    nonisolated(nonsending) func next() async -> PurchaseClientKit.VerificationResult? {
      await iterator.next(isolation: #isolation).map(SystemStore.verificationResult)
    }
  }
#endif
