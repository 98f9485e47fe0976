import PurchaseClientKit
import PurchaseWorld

/// Queries of the store, and the meaning of the client's strings and tokens.
extension HostedClient {
  /// Returns the unfinished transactions.
  func query(_ door: ClientPort) -> [QueriedPayment] {
    collected = []
    door.query()
    defer { collected = nil }
    return collected ?? []
  }

  /// The order with an identifier; nil if the backend has not created it.
  func order(_ id: String) -> OrderID? { ClientNames.order(id).flatMap(made) }
  private func made(_ order: OrderID) -> OrderID? {
    order.index < (door?.orderCount ?? 0) ? order : nil
  }

  /// The account or the created order of a token; nil for other tokens.
  func meaning(_ token: AppAccountToken) -> ClientPayload? {
    guard let meaning = ClientNames.meaning(token) else { return nil }
    if let order = meaning.order, made(order) == nil { return nil }
    return meaning
  }

  func payload(_ token: AppAccountToken?) -> ClientPayload {
    guard let token else { return ClientPayload() }
    if let meaning = meaning(token) { return meaning }
    tokens.append(token)
    return ClientPayload(custom: Int32(tokens.count - 1))
  }

  func payload(username: String?) -> ClientPayload {
    guard let username else { return ClientPayload() }
    if let order = order(username) { return ClientPayload(order: order) }
    usernames.append(username)
    return ClientPayload(custom: Int32(usernames.count - 1))
  }
}
