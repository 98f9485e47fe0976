// The signatures of StoreKit 2 that SystemStore calls, so that it can be type-checked where StoreKit is not
// [D Product, Transaction, VerificationResult, StoreKitError]. No code here is executed, and it is no target of the
// package: a module of this name would be found by everything else.
public import Foundation

public struct Product: Identifiable, Sendable {
  public let id: String

  public static func products<Identifiers>(
    for identifiers: Identifiers
  ) async throws -> [Product] where Identifiers: Collection, Identifiers.Element == String {
    fatalError("a stub")
  }

  @MainActor public func purchase(
    options: Set<Product.PurchaseOption> = []
  ) async throws -> Product.PurchaseResult { fatalError("a stub") }

  public struct PurchaseOption: Hashable, Sendable {
    public static func appAccountToken(_ token: UUID) -> Product.PurchaseOption {
      fatalError("a stub")
    }
  }

  public enum PurchaseResult: Sendable {
    case success(VerificationResult<Transaction>)
    case userCancelled
    case pending
  }
}

public struct Transaction: Identifiable, Sendable {
  public let id: UInt64
  public let productID: String
  public let purchaseDate: Date
  public let appAccountToken: UUID?

  public static var updates: Transaction.Transactions { fatalError("a stub") }
  public static var unfinished: Transaction.Transactions { fatalError("a stub") }

  public func finish() async { fatalError("a stub") }

  public struct Transactions: AsyncSequence, Sendable {
    public typealias Element = VerificationResult<Transaction>

    // Whether Apple's can be sent is not documented: the stricter is assumed.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private let state: UnsafeMutableRawPointer
      public mutating func next() async -> VerificationResult<Transaction>? { fatalError("a stub") }
    }

    public func makeAsyncIterator() -> AsyncIterator { fatalError("a stub") }
  }
}

@frozen public enum VerificationResult<SignedType> {
  case unverified(SignedType, VerificationResult<SignedType>.VerificationError)
  case verified(SignedType)

  public enum VerificationError: Error {
    case revokedCertificate, invalidCertificateChain, invalidDeviceVerification, invalidEncoding
    case invalidSignature, missingRequiredProperties
  }

  public var unsafePayloadValue: SignedType { fatalError("a stub") }
}

extension VerificationResult: Sendable where SignedType: Sendable {}

extension VerificationResult where SignedType == Transaction {
  public var jwsRepresentation: String { fatalError("a stub") }
}

public enum StoreKitError: Error {
  case unknown, userCancelled, notAvailableInStorefront, notEntitled, unsupported
  case networkError(URLError)
  case systemError(any Error)
}
