import PurchaseClientKit
import PurchaseWorld

/// The names in the client's interface for the numbered entities of the simulated world.
struct ClientNames {
  private let items: [Item]
  private let products: [String]

  init(_ catalog: Catalog) {
    products = catalog.products.map(\.name)
    items = catalog.items.map { Item(id: $0.name, product: catalog.products[$0.productIndex].name) }
  }

  func item(_ item: ItemID) -> Item { items[item.index] }
  func item(_ item: Item) -> ItemID? { items.firstIndex { $0.id == item.id }.map { ItemID($0) } }
  func product(_ product: ProductID) -> String { products[product.index] }
  func product(_ name: String) -> ProductID? { products.firstIndex(of: name).map { ProductID($0) } }

  // MARK: Orders, accounts, transactions

  static func order(_ order: OrderID) -> Order {
    Order(id: "order-\(order.number)", token: token(.order, order.number))
  }
  static func order(_ id: String) -> OrderID? {
    number(id, after: "order-").map { OrderID(number: $0) }
  }

  static func account(_ account: AccountID) -> Account {
    Account(id: "account-\(account.number)", token: token(.account, account.number))
  }
  static func account(_ account: Account) -> AccountID? { Self.account(id: account.id) }
  static func account(id: String) -> AccountID? { number(id, after: "account-").flatMap(known) }
  /// A device has no more accounts.
  private static func known(_ account: Int32) -> AccountID? {
    (0..<AccountID.device.number).contains(account) ? AccountID(number: account) : nil
  }

  static func transaction(_ number: ChargeID) -> String { "\(number.number + 1)" }
  static func transaction(_ id: String) -> ChargeID? {
    Int32(id).flatMap { $0 > 0 ? ChargeID(number: $0 - 1) : nil }
  }

  /// The purchase token at Play, defined even before the payment. [D purchaseToken]
  static func purchaseToken(_ transaction: TransactionID) -> String {
    "token-\(transaction.number + 1)"
  }
  static func purchaseToken(_ token: String) -> TransactionID? {
    number(token, after: "token-").flatMap { $0 > 0 ? TransactionID(number: $0 - 1) : nil }
  }

  /// The proof of a payment: the charges that a receipt lists, or the single signed charge.
  static func proof(_ bits: UInt128) -> Proof { Proof(text: String(bits, radix: 16)) }
  static func proof(_ proof: Proof) -> UInt128 { UInt128(proof.text, radix: 16) ?? 0 }

  private static func number(_ id: String, after prefix: String) -> Int32? {
    guard id.hasPrefix(prefix), let number = Int32(id.dropFirst(prefix.count)), number >= 0
    else { return nil }
    return number
  }

  // MARK: Tokens

  private enum Kind: UInt64 {
    case order = 0x4F52_4445_5200_4000
    case account = 0x4143_434F_554E_4000
  }
  /// The variant of a UUID. [RFC 9562, section 4.1]
  private static let variant: UInt64 = 0x8000_0000_0000_0000

  private static func token(_ kind: Kind, _ number: Int32) -> AppAccountToken {
    AppAccountToken(high: kind.rawValue, low: variant | UInt64(UInt32(bitPattern: number)))
  }

  /// The order or account of a token; nil for other tokens.
  static func meaning(_ token: AppAccountToken) -> ClientPayload? {
    let number = Int32(truncatingIfNeeded: token.low)
    return switch Kind(rawValue: token.high) {
    case .order: ClientPayload(order: OrderID(number: number))
    case .account: known(number).map { ClientPayload(account: $0) }
    case nil: nil
    }
  }
}
